import { actionsBlock } from '../../slack/blocks/block-builders.ts'
import { channelMention, parseWebUrl, userMention } from '../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import { readQuietName } from '../../slack/directory/quiet-name.ts'
import { MESSAGE_GONE, THREAD_GONE } from '../../slack/api/slack-errors.ts'
import { renderActionButton } from '../card/action-buttons.ts'
import { jobActions } from '../model/allowed-actions.ts'
import type { Condition } from '../model/job-action.ts'
import { applyOnce, type Job, omitFields, shortenTitle, wasApplied, withOutsiders } from '../model/job.ts'
import { SHARED_CHANNEL } from '../../slack/outbox/cleared-writes.ts'
import { closeLossNotice } from '../notify/loss-notice.ts'
import { alertAboutKey } from '../notify/key-alarm.ts'
import { isReachedInThread, postInJobThread, readThreadText } from '../notify/thread-post.ts'
import type { JobScope } from '../job-scope.ts'
import { type JobText, jobTextIn } from '../text/jobs-text.ts'
import { formatBold } from '../text/sentence-parts.ts'
import { cardRef, MIRROR_PREFIX } from '../updates/card-ref.ts'
import type { JobActionRequest, JobActionResult } from './job-action-task.ts'
import { findHandOverQuestion, findMirrorQuestion } from './sharing-agreement.ts'

/** Actions that change who sees or owns a job. */
export const shareActions = {
  mirror: mirrorCard,
  hand: handOver,
  post_here: postCardHere,
  show_direct: showCardInDirectMessages,
  tell_admins: askAdmins,
}

/** Shows a copy of the card in another channel that the person may read, after they agreed to its new readers. */
async function mirrorCard(
  scope: JobScope,
  job: Job,
  { user, eventId, arg: channel = '', agreed }: JobActionRequest,
): Promise<JobActionResult> {
  const { jobs, cards, access } = scope
  if (job.channel === channel) return { reply: (text) => text.form.mirrorSame }
  if ((await access.checkChannel(job.team, user, channel)) !== 'open')
    return { reply: (text) => text.cannotMirrorThere({ channel: channelMention(channel) }) }
  const question = await findMirrorQuestion(scope, job, channel)
  if (question && question.agreement !== agreed)
    return { reply: (text) => text.notMirrored({ channel: channelMention(channel) }) }
  const next = await jobs.store.update(job.id, (now) =>
    applyOnce(now, eventId, () => {
      if (now.mirrors?.includes(channel)) return undefined
      const mirrored = { ...now, mirrors: [...(now.mirrors ?? []), channel] }
      return question?.audience === 'outsiders' ? withOutsiders(mirrored, channel) : mirrored
    }),
  )
  await cards.show({ ...cardRef(job), copy: `${MIRROR_PREFIX}${channel}` }, { channel })
  return {
    reply: (text) => text.mirrored({ channel: channelMention(channel), title: formatBold(shortenTitle(job)) }),
    ...(wasApplied(next, eventId) && { done: {} }),
  }
}

/** Changes the job's owner and announces it in the thread. The record still names the person who asked for the job. */
async function handOver(scope: JobScope, job: Job, request: JobActionRequest): Promise<JobActionResult> {
  const { eventId, arg: person = '', agreed } = request
  if (!wasApplied(job, eventId)) {
    if (!(await scope.access.mayUse(job.team, person)))
      return { reply: (text) => text.cannotHandOver({ user: userMention(person) }) }
    const question = await findHandOverQuestion(scope, job, person)
    if (question && question.agreement !== agreed)
      return { reply: (text) => text.notHandedOver({ user: userMention(person) }) }
  }
  const next = await scope.jobs.update(job.id, (now) =>
    applyOnce(now, eventId, () =>
      now.requester === person ? undefined : { ...now, requester: person, askedBy: now.askedBy ?? now.requester },
    ),
  )
  if (!next) return {}
  if (!wasApplied(next, eventId)) return { reply: (text) => text.form.handSame }
  await announceHandOver(scope, next, request)
  return { done: {} }
}

/** Announces the change in the thread, and notifies the new owner according to their settings; by direct message if a mention there doesn't reach them. */
async function announceHandOver(scope: JobScope, job: Job, { user, eventId }: JobActionRequest): Promise<void> {
  const { team, requester, channel } = job
  const opId = `jobs.hand:${eventId}`
  const nameOf = (text: JobText, person: string) => readQuietName(text, scope.people, team, person)
  const { success: choice, failure } = await scope.settings.person(team, requester, channel)
  const isReader = await scope.access.mayRead(team, requester, channel)
  const isReached = await isReachedInThread(scope, job, requester)
  const isOther = requester !== user
  const inThread = await readThreadText(scope, job)
  const by = await nameOf(inThread, user)
  const isCalled = isOther && isReader && choice === 'thread'
  const to = isCalled ? userMention(requester) : await nameOf(inThread, requester)
  await postInJobThread(scope, job, opId, ({ handedOver, tookOver }) =>
    textMessage(isOther ? handedOver({ by, to }) : tookOver({ by })),
  )
  const isDirect = isOther && (choice === 'direct' || (choice === 'thread' && !isReached))
  if (job.lost || (isReader && !isDirect)) return
  const text = jobTextIn(await scope.languages.ofPerson(team, requester))
  const sentence = text.handedToYou({
    by: await nameOf(text, user),
    title: formatBold(shortenTitle(job)),
    isNotified: job.state === 'working' && choice !== 'silent' && failure !== 'silent',
  })
  const mayChange = await scope.jobAccess.mayChangeJob({ user: requester }, job)
  const message = textMessage(
    [sentence, ...(mayChange ? [] : [text.membersOfChannelOnly])].join('\n'),
    actionsBlock(
      parseWebUrl(job.prLink) !== undefined && renderActionButton(text, 'pull_request', job),
      renderActionButton(text, 'prompt', job),
    ),
  )
  await scope.outbox.postDirect({ team, user: requester, opId: `jobs.handed:${job.id}:${eventId}`, message })
}

function postCardHere(scope: JobScope, job: Job, { eventId }: JobActionRequest): Promise<JobActionResult> {
  return repostCard(scope, job, { eventId, isAllowed: jobActions.post_here.isAllowed }, (fresh, lost) =>
    relocateLost(fresh, lost),
  )
}

/** Where a lost card is posted again. Its requester was asked about the people of another organization who can read the channel now. */
function relocateLost(job: Job, lost: string): Job {
  if (lost === SHARED_CHANNEL) return withOutsiders(job, job.channel)
  return lost === THREAD_GONE || lost === 'thread_not_found' ? omitFields(job, 'threadTs') : job
}

/**
 * Shows a lost card in the requester's direct messages, where nobody else may have it shown. A card that was never posted, or was deleted,
 * belongs there from then on; of one that may be edited again later, it's a copy, and the job stays in its conversation.
 */
async function showCardInDirectMessages(
  scope: JobScope,
  job: Job,
  { user, eventId }: JobActionRequest,
): Promise<JobActionResult> {
  if (user !== job.requester) return { reply: (text) => text.requesterOnly({ requester: userMention(job.requester) }) }
  const { lost } = job
  const wasShown = job.cardTs !== undefined || job.head !== undefined
  if (lost && wasShown && !MESSAGE_GONE.has(lost)) {
    await scope.cards.show({ ...cardRef(job), copy: `${MIRROR_PREFIX}${user}` }, { channel: user })
    return {}
  }
  return repostCard(scope, job, { eventId, isAllowed: jobActions.show_direct.isAllowed }, (fresh) => ({
    ...omitFields(fresh, 'threadTs', 'isGroup'),
    channel: user,
  }))
}

async function repostCard(
  scope: JobScope,
  job: Job,
  { eventId, isAllowed }: { eventId: string; isAllowed: Condition },
  relocate: (fresh: Job, lost: string) => Job,
): Promise<JobActionResult> {
  const { jobs, cards } = scope
  const next = await jobs.store.update(job.id, (now) =>
    applyOnce(now, eventId, () =>
      now.lost && isAllowed(now)
        ? relocate({ ...omitFields(now, 'lost', 'cardTs'), head: (now.head ?? 0) + 1 }, now.lost)
        : undefined,
    ),
  )
  if (!next) return {}
  if (!wasApplied(next, eventId)) return { reply: (text) => text.notNow }
  await closeLossNotice(scope, job)
  const { channel, threadTs } = next
  await cards.show(cardRef(next), { channel, ...(threadTs && { thread: { ts: threadTs } }) })
  return { done: {} }
}

async function askAdmins(scope: JobScope, job: Job, { user }: JobActionRequest): Promise<JobActionResult> {
  if (!jobActions.tell_admins.isAllowed(job)) return { reply: (text) => text.notNow }
  const isSent = await alertAboutKey(scope, job, user)
  if (isSent) await scope.jobs.update(job.id, (now) => ({ ...now, adminsTold: now.attempt }))
  return { reply: (text) => (isSent ? text.adminsTold : text.noAdmins) }
}
