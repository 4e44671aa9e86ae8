import { actionsBlock, contextBlock, section } from '../../slack/blocks/block-builders.ts'
import { escapeMrkdwn, mrkdwnLink } from '../../slack/blocks/mrkdwn.ts'
import { renderEndButton } from '../card/action-buttons.ts'
import { readCardUrl } from '../card/card-context.ts'
import { readStopper } from '../card/read-stopper.ts'
import { joinFacts } from '../card/status-line.ts'
import { readQuietName } from '../../slack/directory/quiet-name.ts'
import type { FollowUp } from '../model/follow-up.ts'
import { hasUnusableLink, type Job, shortenTitle, threadTsOf } from '../model/job.ts'
import { endKeyOf } from '../model/offer.ts'
import type { JobScope } from '../job-scope.ts'
import { type JobText, jobTextIn } from '../text/jobs-text.ts'
import {
  describeEnd,
  describeUnconfirmed,
  type EndContext,
  readRunFollowUps,
  splitByConfirmation,
} from './describe-end.ts'
import { findRecipients, type Recipient } from './end-recipients.ts'
import { scheduleReminder } from './pull-request-reminder.ts'
import { keepOffer } from './posted-offers.ts'
import {
  addressedMessage,
  addressText,
  canMention,
  isCallable,
  isReachedInThread,
  postInJobThread,
  readThreadText,
} from './thread-post.ts'

/**
 * Announces the end of a run, once: in the thread, unless the requester prefers the card only, and to each person as they chose. The writers of
 * follow-ups, and the person who started the job again, are notified like the requester. Safe to repeat.
 */
export async function notifyJobEnd(scope: JobScope, job: Job): Promise<void> {
  const arrived = await readRunFollowUps(scope, job)
  const { confirmed, unconfirmed } = splitByConfirmation(job, arrived)
  const context: EndContext = { followUps: job.runFrom === undefined ? [] : confirmed, unconfirmed, isOpen: true }
  const text = await readThreadText(scope, job)
  const end = describeEnd(text, job, context)
  if (!end) return
  // A run can be watched again, and its watching stopped again.
  const state = job.state === 'unwatched' ? `${job.state}-${job.beat}` : job.state
  const opId = `jobs.end:${job.id}:${job.run}:${job.attempt}:${state}`
  const writers = arrived.flatMap((followUp) => followUp.users)
  const { people, isOwnerGone } = await findRecipients(scope, job, { writers, isSuccess: end.isSuccess })
  const called = await Promise.all(
    people.map(async ({ user, choice }) => choice === 'thread' && (await canMention(scope, job, user))),
  )
  const users = people.map(({ user }) => user)
  // Without its card, the end is a direct message to the requester.
  const mentioned = users.filter((user, index) => called[index] && (!job.lost || user === job.requester))
  const sharesItsThread = context.followUps.length > 0 && (await sharesThread(scope, job))
  const about = joinFacts(
    sharesItsThread && text.sentTo({ title: escapeMrkdwn(shortenTitle(job)) }),
    isOwnerGone && (await describeGone(scope, text, job)),
  )
  // Announced before any question to Slack: while Slack does not answer, a follow-up may begin the next run, and this end would never be announced. A
  // lost card shows nothing.
  const isSilent = people.some(({ user, choice }) => user === job.requester && choice === 'silent')
  if (!isSilent || mentioned.length > 0 || job.lost) {
    const reader = mentioned.length === 1 ? mentioned[0] : undefined
    const note = { opId, mentioned, context: { ...context, reader }, link: about || undefined }
    await announceEnd(scope, text, job, note, (message) => postInJobThread(scope, job, opId, () => message))
  }
  await notifyDirectly(scope, job, { opId, recipients: people, isOwnerGone, context })
  await scheduleReminder(scope, job)
}

/** Explains why others are notified of the end of a job. */
const describeGone = async ({ people }: JobScope, text: JobText, { team, requester }: Job): Promise<string> =>
  text.ownerGone({ owner: await readQuietName(text, people, team, requester) })

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
  }: { opId: string; mentioned?: string[]; context: EndContext; link: string | undefined },
  post: (message: ReturnType<typeof addressedMessage>) => Promise<void>,
): Promise<void> {
  const [by, stoppedBy, unwatchedBy] = await Promise.all([
    readWriterNames(scope, text, job, context.followUps),
    readStopper(scope, text, job),
    job.unwatchedBy === undefined ? undefined : readQuietName(text, scope.people, job.team, job.unwatchedBy),
  ])
  const named = { ...context, by, stoppedBy, unwatchedBy }
  const end = describeEnd(text, job, named)
  const settled = describeEnd(text, job, { ...named, isOpen: false })
  if (!end || !settled) return
  const offer = { until: endKeyOf(job), text: addressText(mentioned, settled.text), ...(link && { link }) }
  if (!end.isSuccess) await keepOffer(scope, job, opId, offer)
  const missing = describeUnconfirmed(text, context.unconfirmed ?? [])
  await post(
    addressedMessage(mentioned, end.text, [
      ...(missing === undefined ? [] : [section(missing)]),
      ...actionsBlock(renderEndButton(text, job)),
      ...contextBlock(joinFacts(job.state === 'finished' && hasUnusableLink(job) && text.linkUnusable, link)),
    ]),
  )
}

/** The names of the people who wrote follow-ups, each once. */
async function readWriterNames(
  { people }: JobScope,
  text: JobText,
  { team }: Job,
  followUps: FollowUp[],
): Promise<string> {
  const users = [...new Set(followUps.flatMap((followUp) => followUp.users))]
  return text.formats.list(await Promise.all(users.map((user) => readQuietName(text, people, team, user))))
}

/** Notifies by direct message the people that the thread does not reach. */
async function notifyDirectly(
  scope: JobScope,
  job: Job,
  {
    opId,
    recipients,
    isOwnerGone,
    context,
  }: { opId: string; recipients: Recipient[]; isOwnerGone: boolean; context: EndContext },
): Promise<void> {
  const { team, requester, channel } = job
  const isRequesterInThread = await scope.access.mayRead(team, requester, channel)
  const direct = await Promise.all(recipients.map((recipient) => isNotifiedDirectly(scope, job, recipient)))
  const chosen = recipients.filter((_, index) => direct[index]).map(({ user }) => user)
  // Subscribers are notified whatever they chose for their own jobs.
  const hasChosen = (user: string) => recipients.some((one) => one.user === user && one.choice !== 'silent')
  const others = [
    ...chosen.filter((user) => user !== requester),
    ...(job.watchers ?? []).filter((user) => !hasChosen(user) && user !== job.unwatchedBy),
  ]
  // A person who has left the job's conversation learns nothing more about the job.
  const readers = others.length === 0 ? [] : await scope.jobAccess.filterReaders(job, others)
  const notified = [...chosen.filter((user) => user === requester), ...readers]
  if (notified.length === 0) return
  const url = await readCardUrl(scope, job)
  for (const user of notified) {
    const text = jobTextIn(await scope.languages.ofPerson(team, user))
    const canOpenCard = user !== requester || isRequesterInThread
    const link = joinFacts(
      // Outside the thread, a follow-up needs the name of its job.
      context.followUps.length > 0 && text.sentTo({ title: escapeMrkdwn(shortenTitle(job)) }),
      isOwnerGone && (await describeGone(scope, text, job)),
      url !== undefined && canOpenCard && mrkdwnLink(url, text.list.card),
    )
    const note = { opId: `${opId}:${user}`, context: { ...context, reader: user }, link: link || undefined }
    await announceEnd(scope, text, job, note, (message) =>
      scope.outbox.postDirect({ team, user, opId: note.opId, message }),
    )
  }
}

/** Whether the person chose a direct message, or a mention that does not reach them because they aren't in the channel or can't read the thread. */
async function isNotifiedDirectly(scope: JobScope, job: Job, { user, choice }: Recipient): Promise<boolean> {
  const { team, requester, lost } = job
  // Without its card, the job has no thread: the requester has the announcement by direct message already.
  if (choice === 'silent' || (lost && user === requester)) return false
  const isInThread = await isReachedInThread(scope, job, user)
  const isMember = isInThread || (await scope.access.mayUse(team, user))
  const isReached = isMember && (await isCallable(scope, user))
  return isReached && (choice === 'direct' || !isInThread || lost !== undefined)
}
