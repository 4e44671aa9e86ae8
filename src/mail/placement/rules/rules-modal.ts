import {
  actionsBlock,
  button,
  confirmDialog,
  contextBlock,
  divider,
  section,
} from '../../../slack/blocks/block-builders.ts'
import { modal } from '../../../slack/blocks/form-fields.ts'
import { channelMention, escapeMrkdwn, formatMoment, userMention } from '../../../slack/blocks/mrkdwn.ts'
import type { Message, MessageBlock, View } from '../../../slack/blocks/slack-message.ts'
import { RULES_MAX } from './change-rules.ts'
import { type MailRule, takesEverything } from '../../records/routing/mail-rule.ts'
import { nameRule } from '../../cards/rule-name.ts'
import type { MailText } from '../../text/mail-text.ts'
import { formatListPage, ruleActionIds, ruleCallbackIds } from './rule-ids.ts'
import { describeRule, numberRule } from './rule-words.ts'

/** Each rule takes three blocks, and a view has room for a hundred. */
const PAGE = 25

/** The rules, and the access of the person who sees them. */
export interface RulesModalOptions {
  text: MailText
  rules: readonly MailRule[]
  page: number
  mayChange: boolean
  /** For people who may not change the rules: the reason, and the people to ask. */
  refusal?: Message | undefined
  defaultChannel: string | undefined
  /** Markup. */
  note?: string | undefined
  /** Problems with the rules' channels, as markup. */
  unusable?: ReadonlyMap<string, string>
  /** Problems with the people or groups that rules assign mail to, by rule, as markup. */
  unable?: ReadonlyMap<string, string>
}

const lastPage = (rules: readonly MailRule[]): number => Math.max(0, Math.ceil(rules.length / PAGE) - 1)

/** The rules on a page, or on the last page if there are fewer. */
export const listPage = (rules: readonly MailRule[], page: number): readonly MailRule[] => {
  const start = Math.min(page, lastPage(rules)) * PAGE
  return rules.slice(start, start + PAGE)
}

/** Builds the list of rules in their order, with the buttons that change them. */
export function buildRulesModal(options: RulesModalOptions): View {
  const { text, rules, mayChange, refusal, defaultChannel, note } = options
  const words = text.rules
  const page = Math.min(options.page, lastPage(rules))
  const shown = listPage(rules, page)
  const isFull = rules.length >= RULES_MAX
  return modal({
    callbackId: ruleCallbackIds.list,
    title: words.title,
    close: words.close,
    privateMetadata: formatListPage(page),
    blocks: [
      ...(note === undefined ? [] : [section(note)]),
      section(rules.length === 0 ? words.empty : words.intro),
      ...actionsBlock(
        mayChange && !isFull && button({ actionId: ruleActionIds.add, text: words.add, style: 'primary' }),
        rules.length > 0 && button({ actionId: ruleActionIds.try, text: words.try }),
      ),
      ...contextBlock(isFull && words.full({ most: RULES_MAX })),
      ...(mayChange ? [] : [...contextBlock(words.readOnly), ...(refusal?.blocks ?? [])]),
      ...(shown.length > 0 ? [divider()] : []),
      ...shown.flatMap((rule) => buildRow(options, rule)),
      divider(),
      ...contextBlock(
        defaultChannel ? words.otherwiseTo({ channel: channelMention(defaultChannel) }) : words.otherwise,
      ),
      ...actionsBlock(
        page > 0 && turnTo(page - 1, `${ruleActionIds.page}:back`, text.forms.previousPage),
        page < lastPage(rules) && turnTo(page + 1, `${ruleActionIds.page}:on`, text.forms.nextPage),
      ),
    ],
  })
}

const turnTo = (page: number, actionId: string, text: string) => button({ actionId, text, value: String(page) })

function buildRow({ text, rules, mayChange, unusable, unable }: RulesModalOptions, rule: MailRule): MessageBlock[] {
  const words = text.rules
  const { by: user, at } = rule.changed ?? rule
  const by = userMention(user)
  const when = formatMoment(at)
  const index = rules.indexOf(rule)
  const [above, below] = [rules[index - 1], rules[index + 1]]
  const isReached = !rules.slice(0, index).some(takesEverything)
  const move = (actionId: string, label: string, over: MailRule) =>
    button({ actionId, text: label, value: `${rule.id}.${over.id}` })
  return [
    section(`*${escapeMrkdwn(numberRule(text, rules, rule))}*\n${describeRule(text, rule)}`),
    ...contextBlock(
      rule.changed ? words.changed({ by, when }) : words.made({ by, when }),
      !isReached && words.neverReached,
      rule.channel !== undefined && unusable?.get(rule.channel),
      unable?.get(rule.id),
    ),
    ...actionsBlock(
      mayChange && button({ actionId: ruleActionIds.edit, text: words.edit, value: rule.id }),
      mayChange && above && move(ruleActionIds.up, words.up, above),
      mayChange && below && move(ruleActionIds.down, words.down, below),
      mayChange &&
        button({
          actionId: ruleActionIds.delete,
          text: words.delete,
          style: 'danger',
          value: `${rule.id}.${rule.revision}`,
          confirm: confirmDialog(
            words.deleteAsk,
            words.deleteText({ name: nameRule(text, rule) }),
            words.delete,
            words.keep,
          ),
        }),
    ),
  ]
}
