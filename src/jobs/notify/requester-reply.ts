import { quoteBlock } from '../../slack/blocks/block-builders.ts'
import { truncate } from '../../slack/blocks/mrkdwn.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import { replyPrivately, type Requester } from '../../slack/outbox/private-reply.ts'
import type { AnswerLocation } from '../model/answer-location.ts'
import type { JobScope } from '../job-scope.ts'
import { type JobText, jobTextIn } from '../text/jobs-text.ts'
import { type OpenJobsView, sendListRefresh, showsJobs } from '../updates/view-refresh-task.ts'

/** Escaped, this still fits into one message. */
const TYPED_LIMIT = 2000

/** The person to answer, and where they acted: in a conversation, on Home, or in an open list or page of jobs. */
export interface JobRequester extends Requester {
  isHome?: boolean | undefined
  view?: OpenJobsView | undefined
  /** The click in the view. */
  eventId?: string
}

/** What one person is told: as it is, or written in their language. */
export type PrivateReply = string | Message | ((text: JobText) => string | Message)

async function writeReply(
  { languages }: JobScope,
  { team, user }: JobRequester,
  reply: PrivateReply,
): Promise<Message> {
  const written = typeof reply === 'function' ? reply(jobTextIn(await languages.ofPerson(team, user))) : reply
  return typeof written === 'string' ? textMessage(written) : written
}

/** Answers one person where they acted, for their eyes only; the same `opId` is answered once. */
export async function answerRequester(scope: JobScope, requester: JobRequester, reply: PrivateReply): Promise<void> {
  const { isHome, view, eventId = requester.opId, ...rest } = requester
  const message = await writeReply(scope, requester, reply)
  const opId = `${requester.opId}:told`
  if (showsJobs(view)) return sendListRefresh(scope.queue, { ...rest, eventId, view }, { opId, message })
  if (isHome) return scope.slices.showOnHome(rest.team, rest.user, message)
  return replyPrivately(scope.outbox, { ...rest, opId }, message)
}

/** Refuses something privately, and gives the person back what they typed for it, if they see it nowhere else. */
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

/** Answers one person there; in their own messages if there is none. */
export function answerAt(
  { outbox, slices: { showOnHome } }: JobScope,
  requester: Pick<Requester, 'team' | 'user' | 'opId'>,
  location: AnswerLocation | undefined,
  message: Message,
): Promise<void> {
  if (location && 'isHome' in location) return showOnHome(requester.team, requester.user, message)
  return replyPrivately(outbox, { ...requester, ...location }, message)
}
