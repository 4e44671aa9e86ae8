import { cardKinds } from '../../action-ids.ts'
import type { RoutedMail } from '../../records/routing/mail-rule.ts'
import type { MailThread, PlacedThread, RouteReason } from '../../records/mail/mail-thread.ts'
import { findWait, hasChannel, isBackIn, isOfLaterVersion } from '../../records/mail/placement.ts'
import { isKnownToBeShared } from '../../../slack/outbox/cleared-writes.ts'
import { isHidden, threadHeadRef } from '../../notify/thread-anchor.ts'
import { SHARED_CHANNEL } from '../../../slack/outbox/cleared-writes.ts'
import { findChannelProblem, findLastPrivateChannel } from '../routing/channel-check.ts'
import { loseHead } from './lost-head.ts'
import { sendPostThread } from '../../tasks/post-tasks.ts'
import { KEPT_PRIVATE, type RoutingProblem } from '../routing/routing-alarms.ts'
import { alertUnroutable } from '../routing/unroutable-alert.ts'
import { applyRoute, sendAssignmentNotice } from '../rules/rule-assignment.ts'
import { changePlacement } from '../change-placement.ts'
import { hideCards } from '../show-moved.ts'
import type { PlacementScope } from '../placement-scope.ts'

/**
 * Resumes a parked thread: posts it where a person sent it, or where its route leads now; otherwise alerts the admins. Does nothing for a thread that
 * is not parked.
 */
export async function resumeParked(scope: PlacementScope, id: string, thread: MailThread | undefined): Promise<void> {
  if (thread?.placement.is !== 'parked' || !thread.placement.wait) return
  const { wait: problem, last } = thread.placement
  if (problem.moved) return sendPostThread(scope.queue, scope.team, id, scope.clock.now())
  // The route may have changed since the thread was placed, or while its last post was on its way.
  const route = await scope.routes.findRoute(await readFirstMail(scope, thread))
  if (!route || route.channel === problem.channel) return alertUnroutable(scope, thread.inboxId, problem)
  const channel = await findLastPrivateChannel(scope, last?.channel, route.channel)
  if (channel === undefined) return sendPostThread(scope.queue, scope.team, id, scope.clock.now())
  const kept = { code: KEPT_PRIVATE, channel }
  await changePlacement(scope, id, { do: 'park', ...kept })
  await alertUnroutable(scope, thread.inboxId, kept)
}

/**
 * Parks a thread that no channel accepts. Hides its cards in a shared channel again: it may have waited for another reason until then, or an earlier
 * attempt may have ended before it hid them.
 */
async function parkThread(scope: PlacementScope, id: string, problem: RoutingProblem): Promise<undefined> {
  const thread = await changePlacement(scope, id, { do: 'park', ...problem })
  if (thread && (await isHidden(scope, thread))) await hideCards(scope, id, thread)
  await resumeParked(scope, id, thread)
}

/** Reads the first mail of a thread, which decides where the thread goes. */
async function readFirstMail({ mailStore }: PlacementScope, thread: MailThread): Promise<RoutedMail> {
  const first = await mailStore.findMail(thread.mails[0])
  return first ?? { inboxId: thread.inboxId, from: { address: '' }, to: [], cc: [], subject: '' }
}

/** The channel for a thread without one: the one that someone chose, the one of its route, or its previous private channel. */
async function findThreadRoute(scope: PlacementScope, id: string, thread: MailThread) {
  // The thread may have been sent elsewhere since it was read.
  const stored = (await scope.mailStore.findThread(id)) ?? thread
  const moved = findWait(stored)?.moved
  if (moved) return { channel: moved.to, why: { rule: 'inbox' as const, by: moved.by, at: moved.at } }
  const route = await scope.routes.findRoute(await readFirstMail(scope, thread))
  const channel = await findLastPrivateChannel(scope, stored.placement.last?.channel, route?.channel)
  return channel === undefined ? route : { channel, why: thread.why ?? { rule: 'default' as const } }
}

const keepAssignment = (why: MailThread['why']): Pick<RouteReason, 'assigned'> =>
  why?.assigned === undefined || why.assigned.problem !== undefined ? {} : { assigned: why.assigned }

/** The thread with a channel; undefined while no route leads to one, in which case the thread is parked, and for a thread that a later version keeps. */
export async function withChannel(
  scope: PlacementScope,
  id: string,
  thread: MailThread,
): Promise<PlacedThread | undefined> {
  if (hasChannel(thread)) {
    const { channel, head } = thread.placement
    if (await isKnownToBeShared(scope, channel)) {
      await loseHead(scope, id, { code: SHARED_CHANNEL, channel, copy: String(head) })
      const now = await scope.mailStore.findThread(id)
      // Its head was lost at the same moment: it is still in the channel, with the next head.
      if (now && hasChannel(now)) return withChannel(scope, id, now)
      await resumeParked(scope, id, now)
      return undefined
    }
    // The first attempt may have ended before it sent this.
    if (thread.count <= 1) await sendAssignmentNotice(scope.queue, scope.team, id, thread)
    return thread
  }
  if (isOfLaterVersion(thread)) return undefined
  const route = await findThreadRoute(scope, id, thread)
  if (!route) return parkThread(scope, id, { code: 'no_route' })
  // A channel may have been shared since its route was set, and nobody ever checked the default one.
  const code = await findChannelProblem(scope, route.channel)
  if (code !== undefined) return parkThread(scope, id, { code, channel: route.channel })
  // A thread that only needs another channel keeps its responsible person, and that a rule assigned it.
  const { channel, ...decided } =
    thread.why === undefined
      ? await applyRoute(scope, route, thread.inboxId)
      : { channel: route.channel, why: { ...route.why, ...keepAssignment(thread.why) } }
  const head = threadHeadRef(scope.team, id, thread.placement.head)
  if (isBackIn(thread, channel) && (await scope.cards.takeOver(head, channel)))
    await scope.cards.refresh({ team: scope.team, kind: cardKinds.threadHead, id })
  const routed = await changePlacement(scope, id, { do: 'route', channel, at: scope.clock.now() }, decided)
  if (routed) await sendAssignmentNotice(scope.queue, scope.team, id, routed)
  return routed && hasChannel(routed) ? routed : undefined
}
