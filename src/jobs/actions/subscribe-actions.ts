import { actionsBlock } from '../../slack/blocks/block-builders.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import { renderActionButton } from '../card/action-buttons.ts'
import { jobActions } from '../model/allowed-actions.ts'
import { isEnded, type Job } from '../model/job.ts'
import type { NotificationChoice } from '../model/job-settings.ts'
import { isReachedInThread } from '../notify/thread-post.ts'
import type { JobScope } from '../job-scope.ts'
import type { JobText } from '../text/jobs-text.ts'
import type { JobActionRequest, JobActionResult } from './job-action-task.ts'
import { describeOwnNotices, type OwnNotices } from '../text/own-notices.ts'

const MAX_WATCHERS = 50

/** Actions that change who is notified of a job's end. */
export const subscribeActions = { tell: startNotifying, untell: stopNotifying }

/**
 * How `notifyJobEnd` notifies the requester of success and of failure: by direct message where a mention would not reach them. A subscription adds
 * the ends that only the card would show.
 */
async function readOwnNotices(scope: JobScope, job: Job): Promise<OwnNotices> {
  const { team, requester, channel } = job
  const { success, failure } = await scope.settings.person(team, requester, channel)
  const isInThread = await isReachedInThread(scope, job, requester)
  const effective = (choice: NotificationChoice): OwnNotices['success'] => {
    if (choice === 'silent') return undefined
    return isInThread ? choice : 'direct'
  }
  return { success: effective(success), failure: effective(failure) }
}

/** Notifies one more person of the job's end, and replies how. Nothing changes for a person who is notified of every end already. */
async function startNotifying(scope: JobScope, job: Job, { user }: JobActionRequest): Promise<JobActionResult> {
  if (!jobActions.tell.isAllowed(job)) return { reply: (text) => text.notNow }
  const own = user === job.requester ? await readOwnNotices(scope, job) : undefined
  if (own?.success && own.failure) return { reply: (text) => describeOwnNotice(text, job, own) }
  await scope.jobs.store.update(job.id, (now) =>
    now.watchers?.includes(user)
      ? undefined
      : { ...now, watchers: [...(now.watchers ?? []), user].slice(-MAX_WATCHERS) },
  )
  return {
    reply: (text) =>
      textMessage(describeSubscription(text, job, user, own), actionsBlock(renderActionButton(text, 'untell', job))),
  }
}

async function stopNotifying(scope: JobScope, job: Job, { user }: JobActionRequest): Promise<JobActionResult> {
  await scope.jobs.store.update(job.id, (now) =>
    now.watchers?.includes(user) ? { ...now, watchers: now.watchers.filter((watcher) => watcher !== user) } : undefined,
  )
  const own = user === job.requester ? await readOwnNotices(scope, job) : undefined
  return {
    reply: (text) => (own ? describeOwnNotice(text, job, own) : text.notices.willNotTell),
  }
}

const describeOwnNotice = (text: JobText, { askedBy, requester }: Job, own: OwnNotices): string =>
  describeOwnNotices(text, askedBy === undefined || askedBy === requester, own)

function describeSubscription(text: JobText, job: Job, user: string, own: OwnNotices | undefined): string {
  if (own?.success || own?.failure)
    return describeOwnNotice(text, job, { success: own.success ?? 'direct', failure: own.failure ?? 'direct' })
  if (job.watchers?.includes(user)) return text.notices.willTellAlready
  return isEnded(job) ? text.notices.willTellNext : text.notices.willTell
}
