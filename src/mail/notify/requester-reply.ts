import { answerClick } from '../../access/answer-click.ts'
import { accessTextIn } from '../../access/text/access-text.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import { plainTextMessage } from '../../slack/blocks/text-message.ts'
import type { OpenView } from '../../slack/inbound/listeners.ts'
import { replyPrivately, type Requester } from '../../slack/outbox/private-reply.ts'
import type { MailServices } from '../services.ts'

/** A button, a menu or a shortcut that a person used, and where. */
export interface ClickOrigin {
  team: string
  user: string
  eventId: string
  triggerId: string
  responseUrl?: string
  message?: { channel: string; threadTs?: string }
  /** The modal that it was used in. */
  view?: OpenView
}

/** Refuses a click, where the person looks; `inModal`: what was clicked may be far from what they see next. */
export const refuseClick = (
  services: MailServices,
  click: ClickOrigin,
  message: Message,
  { inModal }: { inModal?: true } = {},
): Promise<void> =>
  answerClick(services, click, { opId: `mail.note:${click.eventId}`, message, ...(inModal && { inModal }) })

/** Answers a click that could not be carried out, once, for the eyes of that person. */
export function replyToClick(services: MailServices, click: ClickOrigin, text: string): Promise<void> {
  const { team, user, eventId, responseUrl, message } = click
  const { channel, threadTs } = message ?? {}
  return replyToRequester(services, { team, user, responseUrl, channel, threadTs, opId: `mail.note:${eventId}` }, text)
}

/** Answers a click about which Slack was asked and said nothing in time. */
export const replyTooSlow = async (services: MailServices, click: ClickOrigin): Promise<void> =>
  replyToClick(services, click, accessTextIn(await services.languages.ofPerson(click.team, click.user)).slackTooSlow)

/** Answers a person from the task behind their click; a plain sentence is shown exactly as it is. */
export const replyToRequester = (
  services: MailServices,
  requester: Requester,
  answer: string | Message,
): Promise<void> =>
  replyPrivately(services.outbox, requester, typeof answer === 'string' ? plainTextMessage(answer) : answer)
