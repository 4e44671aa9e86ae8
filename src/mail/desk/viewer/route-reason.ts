import { withinQuestionTime } from '../../../core/question-time.ts'
import { actionsBlock, button, contextBlock, section } from '../../../slack/blocks/block-builders.ts'
import { dateToken, escapeMrkdwn, userMention } from '../../../slack/blocks/mrkdwn.ts'
import type { MessageBlock } from '../../../slack/blocks/slack-message.ts'
import { assignmentProblems } from '../../records/mail/mail-thread.ts'
import type { MailRule } from '../../records/routing/mail-rule.ts'
import { nameRule } from '../../cards/rule-name.ts'
import { ruleActionIds } from '../../placement/rules/rule-ids.ts'
import { describeRule } from '../../placement/rules/rule-words.ts'
import type { DeskScope } from '../desk-scope.ts'
import type { ShownMail } from '../../access/mail-for-reader.ts'

/** The form cannot wait longer: without an answer in time, it shows the inbox's id instead of its address. */
const ADDRESS_TIMEOUT_MS = 700

/** The address of the mail's inbox, or its id if that is slow. */
async function nameInbox(
  { records: { findInboxAddress } }: DeskScope,
  { mail: { inboxId } }: ShownMail,
): Promise<string> {
  const address = await withinQuestionTime(ADDRESS_TIMEOUT_MS, findInboxAddress(inboxId))
  return escapeMrkdwn(address ?? inboxId)
}

/** Explains why a mail is in its channel; leaves out reasons of a later version. */
function explainChannel({ text, thread }: ShownMail, inbox: string): string[] {
  const { forms, rules } = text
  const { rule = 'default', by, at, mark, isElsewhere, assigned } = thread?.why ?? {}
  const isSet = by !== undefined && at !== undefined
  const time = at === undefined ? '' : dateToken(at, '{date_short_pretty}')
  if (rule === 'inbox' && isSet) return [forms.why.inbox({ by: userMention(by), inbox, time })]
  if (rule === 'written' && isSet) return [forms.why.written({ by: userMention(by), time })]
  if (rule === 'default') return [forms.why.default({ inbox })]
  if (rule !== 'rule' || !mark || !isSet) return []
  const name = escapeMrkdwn(nameRule(text, mark))
  const { problem } = assigned ?? {}
  return [
    isElsewhere ? rules.why.elsewhere({ name, inbox }) : rules.why.rule({ name, by: userMention(by), when: time }),
    assigned && problem && assignmentProblems.includes(problem)
      ? rules.why.notAssigned[problem]({ whom: userMention(assigned.user) })
      : '',
  ].filter((line) => line !== '')
}

/** Describes the applied rule as it is now, for comparison. */
function explainRule({ text, thread }: ShownMail, mailRules: readonly MailRule[]): string {
  const { mark } = thread?.why ?? {}
  const rule = mailRules.find(({ id }) => id === mark?.id)
  if (!mark) return ''
  return rule ? text.rules.why.now({ rule: describeRule(text, rule) }) : text.rules.why.gone
}

/** Explains the channel of a mail, with links to its rule and the other rules. */
export async function buildChannelReason(scope: DeskScope, shown: ShownMail): Promise<MessageBlock[]> {
  const { text, thread } = shown
  const [inbox, { mailRules }] = await Promise.all([nameInbox(scope, shown), scope.routes.read()])
  const id = thread?.why?.mark?.id
  const isThere = mailRules.some((rule) => rule.id === id)
  return [
    ...[...explainChannel(shown, inbox), text.forms.why.change].map((line) => section(line)),
    ...contextBlock(explainRule(shown, mailRules)),
    ...actionsBlock(
      isThere && id !== undefined && button({ actionId: ruleActionIds.edit, text: text.rules.why.openRule, value: id }),
      button({ actionId: ruleActionIds.open, text: text.rules.open }),
    ),
  ]
}
