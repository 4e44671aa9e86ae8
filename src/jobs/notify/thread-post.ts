import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../scoped-feature.ts'
import { withinDeadline } from '../../core/question-time.ts'
import type { TaskFailure } from '../../queue/queue.ts'
import { errorReference, taskKind } from '../../queue/task-kinds.ts'
import { userMention } from '../../slack/blocks/mrkdwn.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import { isInChannel } from '../../slack/directory/is-in-channel.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import { type Job, mayReachOutsidersIn } from '../model/job.ts'
import type { PostedOffer } from '../model/offer.ts'
import type { JobScope } from '../job-scope.ts'
import { keepOffer } from './posted-offers.ts'
import { type JobText, jobTextIn } from '../text/jobs-text.ts'
import { capitalizeFirst } from '../text/sentence-parts.ts'

const refusedPostSchema = z.object({
  team: z.string(),
  user: z.string(),
  opId: z.string(),
  message: z.object({ text: z.string(), blocks: z.custom<Message['blocks']>(Array.isArray) }),
})
const refusedPostTask = taskKind('jobs.unsaid', refusedPostSchema)

/** Sends a post that Slack refused, because the thread or channel is gone, to the requester by direct message. */
export const refusedPostFeature: ScopedFeature<JobScope> = {
  tasks: [
    scopedHandler(refusedPostTask, (scope, post) => postToPerson(scope, { ...post, opId: `${post.opId}:direct` })),
  ],
}

/** Sends a direct message about the job, unless the person may no longer use Bellhop. */
async function postToPerson(
  { team, access, outbox }: JobScope,
  post: { user: string; opId: string; message: Message },
): Promise<void> {
  if (await access.mayUse(team, post.user)) await outbox.postDirect({ ...post, team })
}

/** Posts in the job's thread, once per `opId`, in the language of its readers. */
export async function postInJobThread(
  scope: JobScope,
  job: Job,
  opId: string,
  write: (text: JobText) => Message,
): Promise<void> {
  const { outbox, jobs } = scope
  const message = write(await readThreadText(scope, job))
  // Without a card there is no thread; only the requester can be reached.
  if (job.lost) return postToPerson(scope, { user: job.requester, opId, message })
  const onRefused = refusedPostTask.of({ team: job.team, user: job.requester, opId, message })
  const { team, channel } = job
  const mayReachOutsiders = mayReachOutsidersIn(job, channel)
  return outbox.post({ team, channel, opId, message, thread: jobs.threadRef(job), mayReachOutsiders, onRefused })
}

/** The texts for a post in the job's thread. */
export const readThreadText = async ({ languages }: JobScope, job: Job): Promise<JobText> =>
  jobTextIn(
    await (job.lost
      ? languages.ofPerson(job.team, job.requester)
      : languages.ofConversation(job.team, job.channel, job.requester)),
  )

/** A sentence that mentions its addressees; without a mention if nobody is to be notified. */
export function addressText(users: string | string[] | undefined, sentence: string): string {
  const mentioned = [users ?? []].flat()
  return mentioned.length === 0 ? capitalizeFirst(sentence) : `${mentioned.map(userMention).join(' ')}, ${sentence}`
}

export const addressedMessage = (
  users: string | string[] | undefined,
  sentence: string,
  more: Message['blocks'] = [],
): Message => textMessage(addressText(users, sentence), more)

/** Whether a mention calls a person. An app would answer, and be answered, without end. */
export async function isCallable({ team, people }: JobScope, user: string): Promise<boolean> {
  const kind = await withinDeadline(people.person(team, user).then((person) => person.kind))
  return kind !== 'app'
}

/**
 * Whether the job's thread mentions a person: not an app, and not a person who may no longer read the job and so gets no message about it. Waits for
 * Slack only a moment; without an answer, the person is mentioned.
 */
export async function canMention(scope: JobScope, job: Job, user: string): Promise<boolean> {
  const [isOne, mayRead] = await Promise.all([
    isCallable(scope, user),
    withinDeadline(scope.jobAccess.mayReadJob({ user }, job)),
  ])
  return isOne && mayRead !== false
}

/**
 * Whether a mention in the job's thread notifies a person: they may read it and, if it's in a channel, are in that channel. Throws if Slack does not
 * answer.
 */
export async function isReachedInThread(
  scope: JobScope,
  { team, channel, isGroup }: Job,
  user: string,
): Promise<boolean> {
  if (!(await scope.access.mayRead(team, user, channel))) return false
  return isGroup || !/^[CG]/.test(channel) || isInChannel(scope, user, channel)
}

/** A message, and its text after its offer ends. */
interface FailurePost {
  message: Message
  offer?: PostedOffer | undefined
}

/**
 * Posts the failure of a person's request in the thread, and notifies them as they chose for failures; by direct message if a mention there doesn't
 * reach them. Posted whatever they chose, because the card does not show it.
 */
export async function postFailure(
  scope: JobScope,
  job: Job,
  user: string,
  opId: string,
  write: (text: JobText, mentioned: string | undefined) => FailurePost,
): Promise<void> {
  const { team } = job
  const { failure } = await scope.settings.person(team, user, job.channel)
  const mentioned = failure === 'thread' && (await canMention(scope, job, user)) ? user : undefined
  const inThread = write(await readThreadText(scope, job), mentioned)
  await keepOffer(scope, job, opId, inThread.offer)
  await postInJobThread(scope, job, opId, () => inThread.message)
  if (job.lost || !(failure === 'direct' || (mentioned && (await isMissedInThread(scope, job, user))))) return
  const { message, offer } = write(jobTextIn(await scope.languages.ofPerson(team, user)), undefined)
  await keepOffer(scope, job, `${opId}:${user}`, offer)
  await postToPerson(scope, { user, opId: `${opId}:${user}`, message })
}

/** Whether a mention in the thread doesn't reach a person who may read the job. */
const isMissedInThread = async (scope: JobScope, job: Job, user: string): Promise<boolean> =>
  !(await isReachedInThread(scope, job, user)) && (await scope.jobAccess.mayReadJob({ user }, job))

/** Notifies the requester that a task of their job failed for good; returns false if the job does not exist. */
export async function notifyFailedTask(
  scope: JobScope,
  { id }: { id: string },
  failure: TaskFailure,
): Promise<void | false> {
  const job = await scope.jobs.store.get(id)
  if (!job) return false
  return postFailure(scope, job, job.requester, `jobs.died:${failure.id}`, (text, mentioned) => ({
    message: addressedMessage(mentioned, text.taskFailed({ reference: errorReference(failure.id) })),
  }))
}
