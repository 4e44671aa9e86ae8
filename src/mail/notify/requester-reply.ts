import { type AnswerableClick, answerClick } from '../../access/answer-click.ts'
import { accessTextIn } from '../../access/text/access-text.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import { plainTextMessage } from '../../slack/blocks/text-message.ts'
import { replyPrivately, type Requester } from '../../slack/outbox/private-reply.ts'
import type { MailScope } from '../mail-scope.ts'

/** Refuses a click where the person looks. `inModal`: the clicked element may be far from what they see next. */
export const refuseClick = (
  scope: MailScope,
  click: AnswerableClick,
  message: Message,
  { inModal }: { inModal?: true } = {},
): Promise<void> =>
  answerClick(scope, click, { opId: `mail.note:${click.eventId}`, message, ...(inModal && { inModal }) })

/** Shows the answer to a click where the person looks. */
export const showAnswer = (scope: MailScope, click: AnswerableClick, message: Message): Promise<void> =>
  answerClick(scope, click, { opId: `mail.note:${click.eventId}`, message })

/** Answers a click that could not be carried out, once and privately. */
export function replyToClick(scope: MailScope, click: AnswerableClick, answer: string | Message): Promise<void> {
  const { user, eventId, responseUrl, message } = click
  const { channel, threadTs } = message ?? {}
  return replyToRequester(
    scope,
    { team: scope.team, user, responseUrl, channel, threadTs, opId: `mail.note:${eventId}` },
    answer,
  )
}

/** Answers a click for which Slack did not answer in time. */
export const replyTooSlow = async (scope: MailScope, click: AnswerableClick): Promise<void> =>
  replyToClick(scope, click, accessTextIn(await scope.languages.ofPerson(scope.team, click.user)).slackTooSlow)

/** Answers a person from the task behind their click; a plain sentence is shown unchanged. */
export const replyToRequester = (scope: MailScope, requester: Requester, answer: string | Message): Promise<void> =>
  replyPrivately(scope.outbox, requester, typeof answer === 'string' ? plainTextMessage(answer) : answer)
