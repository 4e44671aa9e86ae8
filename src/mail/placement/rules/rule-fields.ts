import { selectedValues, type OpenView } from '../../../slack/inbound/view-state.ts'
import type { MailRule } from '../../records/routing/mail-rule.ts'

/** The fields of a rule's form; each is the name of a block. Frozen: open forms have them. */
export const ruleFieldNames = [
  'name',
  'inboxes',
  'senders',
  'recipients',
  'words',
  'labels',
  'kinds',
  'channel',
  'assign',
  'also',
  'position',
] as const
export type RuleFieldName = (typeof ruleFieldNames)[number]

/** The values in a rule's form, as they were entered. */
export interface RuleFields {
  name: string
  /** Keyed hashes of inboxes. */
  inboxes: string[]
  senders: string
  recipients: string
  words: string
  labels: string
  kinds: string[]
  channel: string
  assign: string
  also: string[]
  /** The id of the rule that follows this one; empty for the last position. */
  position: string
}

/** Values of the checkboxes; frozen. */
export const MUTE_CHOICE = 'mute'
export const QUARANTINE_CHOICE = 'quarantine'
/** The last position in its menu, where a value cannot be empty; frozen. */
export const LAST_POSITION = 'last'

const joinValues = (values: string[] | undefined): string => values?.join(', ') ?? ''

/** Converts a rule to the fields of its form. `hashInbox` returns the value of an inbox in the menu. */
export function toRuleFields(
  { name = '', when, channel = '', assign = '', isMuted, isQuarantined }: MailRule,
  { position, hashInbox }: { position: string; hashInbox: (inbox: string) => string },
): RuleFields {
  return {
    name,
    inboxes: when.inboxes?.map(hashInbox) ?? [],
    senders: joinValues(when.senders),
    recipients: joinValues(when.recipients),
    words: joinValues(when.words),
    labels: joinValues(when.labels),
    kinds: when.kinds ?? [],
    channel,
    assign,
    also: [isMuted && MUTE_CHOICE, isQuarantined && QUARANTINE_CHOICE].filter((value) => typeof value === 'string'),
    position,
  }
}

/** Reads the current values of the form. */
export function readRuleFields({ values }: Pick<OpenView, 'values'>): RuleFields {
  const state = (name: RuleFieldName) => Object.values(values[name] ?? {})[0]
  const typed = (name: RuleFieldName): string => state(name)?.value ?? ''
  const chosen = (name: RuleFieldName): string[] => selectedValues(state(name)) ?? []
  const position = state('position')?.selected_option?.value ?? LAST_POSITION
  return {
    name: typed('name'),
    inboxes: chosen('inboxes'),
    senders: typed('senders'),
    recipients: typed('recipients'),
    words: typed('words'),
    labels: typed('labels'),
    kinds: chosen('kinds'),
    channel: state('channel')?.selected_conversation ?? '',
    assign: chosen('assign')[0] ?? '',
    also: chosen('also'),
    position: position === LAST_POSITION ? '' : position,
  }
}
