import { actionsBlock, contextBlock } from '../../slack/blocks/block-builders.ts'
import { escapeMrkdwn, mrkdwnLink } from '../../slack/blocks/mrkdwn.ts'
import { renderEndButton } from '../card/action-buttons.ts'
import { readCardUrl } from '../card/card-context.ts'
import { joinFacts } from '../card/status-line.ts'
import type { NotificationChoice } from '../model/job-settings.ts'
import { type Job, shortenTitle, threadTsOf } from '../model/job.ts'
import { endKeyOf } from '../model/offer.ts'
import type { JobScope } from '../job-scope.ts'
import { type JobText, jobTextIn } from '../text/jobs-text.ts'
import { describeEnd, type EndContext, readRunFollowUps } from './describe-end.ts'
import { scheduleReminder } from './pull-request-reminder.ts'
import { keepOffer } from './posted-offers.ts'
import { addressedMessage, addressText, isCallable, postInJobThread, readThreadText } from './thread-post.ts'

/** Announces the end of a run, once: in the thread, unless the requester prefers the card only, and to each person as they chose. Safe to repeat. */
export async function notifyJobEnd(scope: JobScope, job: Job): Promise<void> {
  const context: EndContext = { followUps: await readRunFollowUps(scope, job), isOpen: true }
  const text = await readThreadText(scope, job)
  const end = describeEnd(text, job, context)
  if (!end) return
  const opId = `jobs.end:${job.id}:${job.run}:${job.attempt}:${job.state}`
  const choices = await scope.settings.person(job.team, job.requester, job.channel)
  const choice = end.isSuccess ? choices.success : choices.failure
  const isCalled = choice === 'thread' && (await isCallable(scope, job.requester))
  const mentioned = isCalled ? job.requester : undefined
  const about =
    context.followUps.length > 0 && (await sharesThread(scope, job))
      ? text.sentTo({ title: escapeMrkdwn(shortenTitle(job)) })
      : undefined
  // Announced before any question to Slack: while Slack does not answer, a follow-up may begin the next run, and this end would never be announced. A
  // lost card shows nothing.
  if (choice !== 'silent' || job.lost) {
    const note = { opId, mentioned, context: { ...context, reader: mentioned }, link: about }
    await announceEnd(scope, text, job, note, (message) => postInJobThread(scope, job, opId, () => message))
  }
  await notifyDirectly(scope, job, { opId, choice, context })
  await scheduleReminder(scope, job)
}

/** Whether the job's thread has other jobs, so an answer to a follow-up must name its job. */
async function sharesThread({ jobs }: JobScope, job: Job): Promise<boolean> {
  const inThread = await jobs.store.listThread(job.channel, threadTsOf(job) ?? '')
  return inThread.length > 1
}

/** Posts the sentence with its button. For a failure, keeps the text that replaces both once a person has acted. */
async function announceEnd(
  scope: JobScope,
  text: JobText,
  job: Job,
  {
    opId,
    mentioned,
    context,
    link,
  }: { opId: string; mentioned?: string | undefined; context: EndContext; link: string | undefined },
  post: (message: ReturnType<typeof addressedMessage>) => Promise<void>,
): Promise<void> {
  const end = describeEnd(text, job, context)
  const settled = describeEnd(text, job, { ...context, isOpen: false })
  if (!end || !settled) return
  const offer = { until: endKeyOf(job), text: addressText(mentioned, settled.text), ...(link && { link }) }
  if (!end.isSuccess) await keepOffer(scope, job, opId, offer)
  await post(
    addressedMessage(mentioned, end.text, [...actionsBlock(renderEndButton(text, job)), ...contextBlock(link)]),
  )
}

/** Notifies by direct message the people that the thread does not reach. */
async function notifyDirectly(
  scope: JobScope,
  job: Job,
  { opId, choice, context }: { opId: string; choice: NotificationChoice; context: EndContext },
): Promise<void> {
  const { team, requester, channel } = job
  const isInThread = await scope.access.mayRead(team, requester, channel)
  const isMember = isInThread || (await scope.access.mayUse(team, requester))
  // A mention does not reach a person who cannot read the thread, because they took over from outside or have left.
  const isReached = isMember && (await isCallable(scope, requester))
  const isDirect = isReached && !job.lost && (choice === 'direct' || (choice === 'thread' && !isInThread))
  // Subscribers are notified whatever they chose for their own jobs.
  const subscribers = (job.watchers ?? []).filter((user) => user !== requester || choice === 'silent')
  // A person who has left the job's conversation learns nothing more about the job.
  const watchers = subscribers.length === 0 ? [] : await scope.jobAccess.filterReaders(job, subscribers)
  const notified = isDirect ? [requester, ...watchers] : watchers
  if (notified.length === 0) return
  const url = await readCardUrl(scope, job)
  for (const user of notified) {
    const text = jobTextIn(await scope.languages.ofPerson(team, user))
    const canOpenCard = user !== requester || isInThread
    const link = joinFacts(
      // Outside the thread, a follow-up needs the name of its job.
      context.followUps.length > 0 && text.sentTo({ title: escapeMrkdwn(shortenTitle(job)) }),
      url !== undefined && canOpenCard && mrkdwnLink(url, text.list.card),
    )
    const note = { opId: `${opId}:${user}`, context: { ...context, reader: user }, link: link || undefined }
    await announceEnd(scope, text, job, note, (message) =>
      scope.outbox.postDirect({ team, user, opId: note.opId, message }),
    )
  }
}
