import { answerSoon } from '../../access/access-policy.ts'
import type { Language } from '../../core/language.ts'
import type { MessageBlock, View } from '../../slack/blocks/slack-message.ts'
import { formatInboxId } from '../access/mail-acts.ts'
import type { MailRule } from '../model/mail-rule.ts'
import { checkChosenChannel } from '../routing/channel-check.ts'
import type { MailServices } from '../services.ts'
import { mailTextIn } from '../text/mail-text.ts'
import { nameAssignee, readInboxes } from './rule-choices.ts'
import { type RuleFields, toRuleFields } from './rule-fields.ts'
import { buildRuleForm } from './rule-form.ts'
import type { RuleFormMeta } from './rule-ids.ts'

/** Who sees a form. */
export interface FormReader {
  team: string
  user: string
  language: Language
}

/** A form, and what it says besides its fields. */
export interface ShownForm {
  meta: RuleFormMeta
  fields: RuleFields
  rules: readonly MailRule[]
  alert?: string
  note?: string
  tried?: MessageBlock[]
}

/** A form with the names of what is chosen in it. */
export async function renderRuleForm(
  services: MailServices,
  { team, user, language }: FormReader,
  { fields, ...shown }: ShownForm,
): Promise<View> {
  const text = mailTextIn(language)
  const edited = shown.rules.find(({ id }) => id === shown.meta.rule)
  const [inboxes, assign, keptChannel] = await Promise.all([
    fields.inboxes.length === 0 ? new Map<string, string>() : readInboxes(services, team),
    nameAssignee(services, text, team, fields.assign),
    findKeptChannel(services, { team, user }, edited?.channel),
  ])
  const isKept = keptChannel !== undefined && (fields.channel === '' || fields.channel === keptChannel)
  return buildRuleForm({
    ...shown,
    text,
    fields: isKept ? { ...fields, channel: '' } : fields,
    chosen: { inboxes: fields.inboxes.map((value) => ({ value, text: inboxes.get(value) ?? value })), assign },
    hasKeptChannel: isKept,
  })
}

/** The channel of a rule, if this person cannot choose it: Slack refuses a form that proposes it. */
export async function findKeptChannel(
  services: MailServices,
  person: { team: string; user: string },
  channel: string | undefined,
): Promise<string | undefined> {
  if (channel === undefined) return undefined
  const chosen = await answerSoon(checkChosenChannel(services, person, channel))
  const mayChoose = chosen !== undefined && (chosen.problem === undefined || chosen.problem === 'shared')
  return mayChoose ? undefined : channel
}

/** The form of a rule as it is saved. */
export const showSavedRule = (
  services: MailServices,
  rules: readonly MailRule[],
  rule: MailRule,
  list?: RuleFormMeta['list'],
): Omit<ShownForm, 'alert' | 'note'> => {
  const place = rules[rules.indexOf(rule) + 1]?.id ?? ''
  return {
    rules,
    meta: { rule: rule.id, seen: rule.revision, place, ...(list && { list }) },
    fields: toRuleFields(rule, { place, hashInbox: (inbox) => formatInboxId(services, inbox) }),
  }
}

/** Nothing is filled in. */
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
  place: '',
}
