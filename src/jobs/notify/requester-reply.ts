import { quoteBlock } from '../../slack/blocks/block-builders.ts'
import { truncate } from '../../slack/blocks/mrkdwn.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import { replyPrivately, type Requester } from '../../slack/outbox/private-reply.ts'
import type { AnswerLocation } from '../model/answer-location.ts'
import type { JobScope } from '../job-scope.ts'
import { type JobText, jobTextIn } from '../text/jobs-text.ts'
import { type OpenJobsView, sendListRefresh, showsJobs } from '../updates/view-refresh-task.ts'

/** In characters; fits into one message even when escaped. */
const TYPED_LIMIT = 2000

/** The person to answer, and the location of their act: a conversation, Home, or an open list or page of jobs. */
export interface JobRequester extends Requester {
  isHome?: boolean | undefined
  view?: OpenJobsView | undefined
  eventId?: string
}

/** An answer to one person: complete, or written in their language. */
export type PrivateReply = string | Message | ((text: JobText) => string | Message)

async function writeReply(
  { languages }: JobScope,
  { team, user }: JobRequester,
  reply: PrivateReply,
): Promise<Message> {
  const written = typeof reply === 'function' ? reply(jobTextIn(await languages.ofPerson(team, user))) : reply
  return typeof written === 'string' ? textMessage(written) : written
}

/** Answers one person privately, where they acted, once per `opId`. */
export async function answerRequester(scope: JobScope, requester: JobRequester, reply: PrivateReply): Promise<void> {
  const { isHome, view, eventId = requester.opId, ...rest } = requester
  const message = await writeReply(scope, requester, reply)
  const opId = `${requester.opId}:told`
  if (showsJobs(view)) return sendListRefresh(scope.queue, { ...rest, eventId, view }, { opId, message })
  if (isHome) return scope.slices.showOnHome(rest.team, rest.user, message)
  return replyPrivately(scope.outbox, { ...rest, opId }, message)
}

/** Refuses privately, and returns the typed text to the person if they can no longer see it. */
export async function refuseRequester(
  scope: JobScope,
  requester: JobRequester,
  refusal: PrivateReply,
  typed = '',
): Promise<void> {
  const { text, blocks } = await writeReply(scope, requester, refusal)
  const quote = typed === '' ? [] : [quoteBlock(truncate(typed, TYPED_LIMIT))]
  await answerRequester(scope, requester, { text, blocks: [...blocks, ...quote] })
}

/** Answers one person at the location, or by direct message if there is none. */
export function answerAt(
  { outbox, slices: { showOnHome } }: JobScope,
  requester: Pick<Requester, 'team' | 'user' | 'opId'>,
  location: AnswerLocation | undefined,
  message: Message,
): Promise<void> {
  if (location && 'isHome' in location) return showOnHome(requester.team, requester.user, message)
  return replyPrivately(outbox, { ...requester, ...location }, message)
}
