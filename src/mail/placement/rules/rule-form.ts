import { actionsBlock, button, contextBlock, header } from '../../../slack/blocks/block-builders.ts'
import {
  alertBlock,
  channelSelect,
  checkboxes,
  externalMultiSelect,
  inputBlock,
  modal,
  type SelectChoice,
  staticSelect,
  textInput,
} from '../../../slack/blocks/form-fields.ts'
import type { MessageBlock, View } from '../../../slack/blocks/slack-message.ts'
import { mailKindNames } from '../../records/mail/mail.ts'
import type { MailRule } from '../../records/routing/mail-rule.ts'
import { nameRule } from '../../cards/rule-name.ts'
import type { MailText } from '../../text/mail-text.ts'
import { LAST_POSITION, MUTE_CHOICE, QUARANTINE_CHOICE, type RuleFields } from './rule-fields.ts'
import { formatFormMeta, ruleActionIds, ruleCallbackIds, type RuleFormMeta } from './rule-ids.ts'

/** A rule's form, and the notes besides its fields. */
export interface RuleFormOptions {
  text: MailText
  meta: RuleFormMeta
  fields: RuleFields
  /** All current rules. */
  rules: readonly MailRule[]
  /** The chosen inboxes and the chosen person or group, by name. */
  chosen: { inboxes: SelectChoice[]; assign: SelectChoice[] }
  /** The problem with the rule's channel, as markup. */
  channelNote: string | undefined
  /** Plain text. */
  alert?: string | undefined
  /** Markup. */
  note?: string | undefined
  /** The effects that the rules would have had. */
  tried?: MessageBlock[]
}

const NAME_CHARS = 80

/** Builds the form that makes or edits a rule. */
export function buildRuleForm(options: RuleFormOptions): View {
  const { text, meta, alert, note, tried = [] } = options
  const words = text.rules.form
  return modal({
    callbackId: ruleCallbackIds.form,
    title: meta.rule === undefined ? words.addTitle : words.editTitle,
    submit: words.save,
    close: words.cancel,
    privateMetadata: formatFormMeta(meta),
    blocks: [
      ...(alert === undefined ? [] : [alertBlock(alert)]),
      ...contextBlock(note),
      buildNameField(options),
      header(words.headings.conditions),
      ...contextBlock(words.intro),
      ...buildConditionFields(options),
      header(words.headings.outcomes),
      ...buildOutcomeFields(options),
      ...buildPlaceField(options),
      ...actionsBlock(button({ actionId: ruleActionIds.tryForm, text: text.rules.try })),
      ...tried,
    ],
  })
}

const buildNameField = ({ text: { rules }, fields }: RuleFormOptions): MessageBlock =>
  inputBlock(
    { blockId: 'name', label: rules.form.name, optional: true },
    textInput({
      actionId: 'name',
      initial: fields.name,
      maxLength: NAME_CHARS,
      placeholder: rules.form.namePlaceholder,
    }),
  )

function buildConditionFields({ text, fields, chosen }: RuleFormOptions): MessageBlock[] {
  const words = text.rules.form
  const line = (blockId: 'senders' | 'recipients' | 'words' | 'labels', hint: string, placeholder?: string) =>
    inputBlock(
      { blockId, label: words[blockId], hint, optional: true },
      textInput({ actionId: blockId, initial: fields[blockId], ...(placeholder && { placeholder }) }),
    )
  const kinds = mailKindNames.map((value) => ({ value, text: text.rules.kinds[value] }))
  return [
    inputBlock(
      { blockId: 'inboxes', label: words.inboxes, optional: true },
      externalMultiSelect({
        actionId: ruleActionIds.inboxes,
        initial: chosen.inboxes,
        placeholder: words.inboxesPlaceholder,
        minQueryLength: 0,
      }),
    ),
    line('senders', words.sendersHint, words.sendersPlaceholder),
    line('recipients', words.recipientsHint, words.recipientsPlaceholder),
    line('words', words.wordsHint, words.wordsPlaceholder),
    line('labels', words.labelsHint),
    inputBlock({ blockId: 'kinds', label: words.kinds, optional: true }, checkboxes('kinds', kinds, fields.kinds)),
  ]
}

function buildOutcomeFields({ text, fields, chosen, channelNote }: RuleFormOptions): MessageBlock[] {
  const words = text.rules.form
  const also = [
    { value: MUTE_CHOICE, text: words.mute },
    { value: QUARANTINE_CHOICE, text: words.quarantine },
  ]
  return [
    inputBlock(
      { blockId: 'channel', label: words.channel, hint: words.channelHint, optional: true },
      channelSelect('channel', fields.channel),
    ),
    ...contextBlock(channelNote),
    inputBlock(
      { blockId: 'assign', label: words.assign, hint: words.assignHint, optional: true },
      externalMultiSelect({
        actionId: ruleActionIds.assign,
        initial: chosen.assign,
        placeholder: words.assignPlaceholder,
        minQueryLength: 0,
        maxSelected: 1,
      }),
    ),
    inputBlock({ blockId: 'also', label: words.also, optional: true }, checkboxes('also', also, fields.also)),
  ]
}

/** Lists the rules that this one may precede. */
function buildPlaceField({ text, meta, fields, rules }: RuleFormOptions): MessageBlock[] {
  const words = text.rules.form
  const others = rules.flatMap((rule, index) =>
    rule.id === meta.rule
      ? []
      : [{ value: rule.id, text: words.before({ at: index + 1, name: nameRule(text, rule) }) }],
  )
  if (others.length === 0) return []
  const choices = [...others, { value: LAST_POSITION, text: words.last }]
  const shown = choices.some(({ value }) => value === fields.position) ? fields.position : LAST_POSITION
  return [
    header(words.headings.order),
    inputBlock({ blockId: 'position', label: words.position }, staticSelect('position', choices, shown)),
  ]
}
