import type { Message } from '../../slack/blocks/slack-message.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import { replyPrivately, type Requester } from '../../slack/outbox/private-reply.ts'
import type { AnswerPlace } from '../model/answer-place.ts'
import type { JobServices } from '../services.ts'
import { type JobText, jobTextIn } from '../text/jobs-text.ts'
import { type OpenJobsView, sendListRefresh, showsJobs } from '../updates/view-refresh-task.ts'

/** The person to answer, and where they acted: in a conversation, on Home, or in an open list or page of jobs. */
export interface JobRequester extends Requester {
  isHome?: boolean | undefined
  view?: OpenJobsView | undefined
  /** The click in the view. */
  eventId?: string
}

/** What one person is told: as it is, or written in their language. */
export type PrivateReply = string | Message | ((text: JobText) => string | Message)

/** Answers one person where they acted, for their eyes only; the same `opId` is answered once. */
export async function replyToRequester(
  services: JobServices,
  requester: JobRequester,
  reply: PrivateReply,
): Promise<void> {
  const { isHome, view, eventId = requester.opId, ...rest } = requester
  const written =
    typeof reply === 'function' ? reply(jobTextIn(await services.languages.ofPerson(rest.team, rest.user))) : reply
  const message = typeof written === 'string' ? textMessage(written) : written
  const opId = `${requester.opId}:told`
  if (showsJobs(view)) return sendListRefresh(services.queue, { ...rest, eventId, view }, { opId, message })
  if (isHome) return services.showOnHome(rest.team, rest.user, message)
  return replyPrivately(services.outbox, { ...rest, opId }, message)
}

/** Answers one person at the place; in their own messages if there is none. */
export function answerAt(
  { outbox, showOnHome }: JobServices,
  requester: Pick<Requester, 'team' | 'user' | 'opId'>,
  place: AnswerPlace | undefined,
  message: Message,
): Promise<void> {
  if (place && 'isHome' in place) return showOnHome(requester.team, requester.user, message)
  return replyPrivately(outbox, { ...requester, ...place }, message)
}
