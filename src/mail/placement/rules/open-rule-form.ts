import type { Language } from '../../../core/language.ts'
import type { MessageBlock, View } from '../../../slack/blocks/slack-message.ts'
import { escapeMrkdwn } from '../../../slack/blocks/mrkdwn.ts'
import { formatInboxId } from '../../access/mail-acts.ts'
import type { MailRule } from '../../records/routing/mail-rule.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { checkRuleChannel } from './rule-channels.ts'
import { nameAssignee, readInboxes } from './rule-choices.ts'
import { type RuleFields, toRuleFields } from './rule-fields.ts'
import { buildRuleForm } from './rule-form.ts'
import type { RuleFormMeta } from './rule-ids.ts'

/** The person who sees a form. */
export interface RuleFormReader {
  user: string
  language: Language
}

/** A form, and the notes besides its fields. */
export interface ShownForm {
  meta: RuleFormMeta
  fields: RuleFields
  rules: readonly MailRule[]
  alert?: string
  note?: string
  tried?: MessageBlock[]
}

/** Renders a form with the names of the chosen values. */
export async function renderRuleForm(
  scope: PlacementScope,
  { user, language }: RuleFormReader,
  { fields, ...shown }: ShownForm,
): Promise<View> {
  const text = mailTextIn(language)
  const edited = shown.rules.find(({ id }) => id === shown.meta.rule)
  const [inboxes, assign, saved] = await Promise.all([
    fields.inboxes.length === 0 ? new Map<string, string>() : readInboxes(scope),
    nameAssignee(scope, text, fields.assign),
    checkSavedChannel(scope, text, user, edited?.channel),
  ])
  const isSaved = fields.channel === '' || fields.channel === edited?.channel
  return buildRuleForm({
    ...shown,
    text,
    fields: isSaved && !saved.mayChoose ? { ...fields, channel: '' } : fields,
    chosen: { inboxes: fields.inboxes.map((value) => ({ value, text: inboxes.get(value) ?? value })), assign },
    channelNote: isSaved ? saved.note : undefined,
  })
}

/**
 * Checks the channel of a saved rule: a note, and whether this person can choose the channel, because Slack refuses a form that proposes another one.
 */
async function checkSavedChannel(
  scope: PlacementScope,
  text: MailText,
  user: string,
  channel: string | undefined,
): Promise<{ mayChoose: boolean; note?: string }> {
  if (channel === undefined) return { mayChoose: true }
  const { form } = text.rules
  const { isKept, problem } = await checkRuleChannel(scope, text, { user }, channel)
  if (isKept) return { mayChoose: false, note: form.channelKept }
  return problem === undefined
    ? { mayChoose: true }
    : { mayChoose: false, note: form.channelUnusable({ problem: escapeMrkdwn(problem) }) }
}

/** Returns the form of a saved rule. */
export const showSavedRule = (
  scope: PlacementScope,
  rules: readonly MailRule[],
  rule: MailRule,
  list?: RuleFormMeta['list'],
): Omit<ShownForm, 'alert' | 'note'> => {
  const position = rules[rules.indexOf(rule) + 1]?.id ?? ''
  return {
    rules,
    meta: { rule: rule.id, seen: rule.revision, position, ...(list && { list }) },
    fields: toRuleFields(rule, { position, hashInbox: (inbox) => formatInboxId(scope, inbox) }),
  }
}

/** The fields of an empty form. */
export const emptyFields: RuleFields = {
  name: '',
  inboxes: [],
  senders: '',
  recipients: '',
  words: '',
  labels: '',
  kinds: [],
  channel: '',
  assign: '',
  also: [],
  position: '',
}
