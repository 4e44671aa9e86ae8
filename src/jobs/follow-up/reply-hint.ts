import { withinDeadline } from '../../core/question-time.ts'
import { isActAllowed } from '../access/authorize-start.ts'
import { actionsBlock, quoteBlock } from '../../slack/blocks/block-builders.ts'
import { truncate } from '../../slack/blocks/mrkdwn.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import { renderActionButton } from '../card/action-buttons.ts'
import { classifyText } from '../language/small-talk.ts'
import { jobActions } from '../model/allowed-actions.ts'
import { isEnded, type Job } from '../model/job.ts'
import { answerRequester } from '../notify/requester-reply.ts'
import type { JobScope } from '../job-scope.ts'
import { type JobText, jobTextIn } from '../text/jobs-text.ts'

const HINT_MS = 3_600_000
const SHOWN_CHARS = 300

interface ThreadReply {
  team: string
  user: string
  channel: string
  threadTs: string
  ts: string
  text: string
  opId: string
}

/** The id of the draft that keeps a reply for its writer; also the source of the follow-up. */
export const replyDraftId = (channel: string, ts: string): string => `${channel}:${ts}`

/** Frozen: buttons carry it, and records as part of a source. The id of the draft that keeps the text of a form which came too late. */
export const returnedDraftId = (eventId: string): string => `returned:${eventId}`

/**
 * Offers privately to send a reply that was not written to the agent, at most once per person, thread and hour. Does nothing for people who may not
 * send it, or if Slack does not answer in time.
 */
export async function offerToSend(scope: JobScope, job: Job, reply: ThreadReply): Promise<void> {
  const { rateLimits, clock } = scope
  const { team, user, channel, threadTs } = reply
  if (!(await withinDeadline(maySendReply(scope, job, reply)))) return
  const key = `${team}/hint/${channel}:${threadTs}:${user}`
  if (!(await rateLimits.take(key, { limit: 1, windowMs: clock.scaled(HINT_MS) })).ok) return
  await answerRequester(scope, reply, await renderOffer(scope, job, reply, ({ hint }) => hint.offer))
}

/** Whether the job takes a reply as a follow-up, and the person may read the job and send it. */
export async function maySendReply(
  scope: JobScope,
  job: Job,
  { team, user }: Pick<ThreadReply, 'team' | 'user'>,
): Promise<boolean> {
  if (!jobActions.send_reply.isAllowed(job)) return false
  const question = { team, user, action: jobActions.send_reply.needs, project: job.project || undefined }
  return (await scope.jobAccess.mayReadJob({ user }, job)) && isActAllowed(scope, question)
}

/**
 * Whether a reply is only small talk, which must not put the agent to work. While the job runs or gathers messages, "stop" or "no" may be meant for
 * the agent; afterwards they answer nothing.
 */
export function isSmallTalk(job: Job, text: string): boolean {
  const kind = classifyText(text, { hasContext: true })
  return kind === 'talk' ? isEnded(job) && job.gathering === undefined : kind !== 'task'
}

/**
 * Notifies the writer each time that small talk was not sent: it may have been meant for the agent. In direct messages, the notice is part of the
 * conversation.
 */
export async function holdSmallTalk(
  scope: JobScope,
  job: Job,
  reply: ThreadReply & { isDirect: boolean },
): Promise<void> {
  const { team, channel, threadTs, ts, isDirect } = reply
  const message = await renderOffer(scope, job, reply, ({ hint }) => hint.smallTalk)
  if (!isDirect) return answerRequester(scope, reply, message)
  await scope.outbox.post({
    team,
    channel,
    opId: `jobs.talk:${channel}:${ts}`,
    message,
    thread: { ts: threadTs },
  })
}

/** Renders the sentence, the reply, and its send button if the job accepts it. The draft keeps the text. */
async function renderOffer(
  { drafts, languages }: JobScope,
  job: Job,
  reply: ThreadReply,
  choose: (text: JobText) => string,
): Promise<Message> {
  const { team, user, channel, ts } = reply
  const text = jobTextIn(await languages.ofPerson(team, user))
  await drafts.save(user, replyDraftId(channel, ts), { door: 'form', text: reply.text, quotes: [] })
  return textMessage(choose(text), [
    quoteBlock(truncate(reply.text, SHOWN_CHARS)),
    ...actionsBlock(
      jobActions.send_reply.isAllowed(job) && renderActionButton(text, 'send_reply', job, { argument: ts }),
    ),
  ])
}
