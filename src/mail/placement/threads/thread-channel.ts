import { UpstreamError } from '../../../core/errors.ts'
import { cardKinds } from '../../action-ids.ts'
import type { RoutedMail } from '../../records/routing/mail-rule.ts'
import { isBackInChannel, type MailThread } from '../../records/mail/mail-thread.ts'
import { withListing } from '../../records/mail/work-lists.ts'
import { type PostedThread, threadHeadRef } from '../../notify/thread-anchor.ts'
import { findChannelProblem, findLastPrivateChannel, SHARED_CHANNEL } from '../routing/channel-check.ts'
import { countHeadUp } from './lost-head.ts'
import { sendPostThread } from '../../tasks/post-tasks.ts'
import { KEPT_PRIVATE, type RoutingProblem } from '../routing/routing-alarms.ts'
import { alertUnroutable } from '../routing/unroutable-alert.ts'
import { applyRoute, sendAssignmentNotice } from '../rules/rule-assignment.ts'
import type { PlacementScope } from '../placement-scope.ts'

/**
 * Lets a thread wait for a route and tells the admins; if its route leads elsewhere by now, it is posted there. Ignores problems of a channel that the thread has since left.
 */
export async function parkUnrouted(scope: PlacementScope, id: string, problem: RoutingProblem): Promise<void> {
  const { team, mailStore, clock } = scope
  const thread = await mailStore.threads.update(id, (now) => {
    if (now?.channel === undefined || now.channel !== problem.channel) return undefined
    const { channel: lastChannel, ...rest } = now
    return { ...rest, lastChannel }
  })
  if (!thread || thread.channel !== undefined) return
  const wait = (why: RoutingProblem) =>
    mailStore.waitingThreads.update(id, (known) => ({
      inboxId: thread.inboxId,
      at: known?.at ?? clock.now(),
      ...why,
      ...(known?.moved && known.moved.to !== why.channel && { moved: known.moved }),
    }))
  const waiting = await wait(problem)
  if (waiting?.moved) return sendPostThread(scope.queue, team, id, clock.now())
  // The route may have changed since the thread was placed, or while its last post was on its way.
  const route = await scope.routes.findRoute(await readFirstMail(scope, thread))
  if (!route || route.channel === problem.channel) return alertUnroutable(scope, thread.inboxId, problem)
  const channel = await findLastPrivateChannel(scope, thread.lastChannel, route.channel)
  if (channel === undefined) return sendPostThread(scope.queue, team, id, clock.now())
  const kept = { code: KEPT_PRIVATE, channel }
  await wait(kept)
  await alertUnroutable(scope, thread.inboxId, kept)
}

/** The mail that decides where a thread goes: its first one. */
async function readFirstMail({ mailStore }: PlacementScope, thread: MailThread): Promise<RoutedMail> {
  const first = await mailStore.findMail(thread.mails[0])
  return first ?? { inboxId: thread.inboxId, from: { address: '' }, to: [], cc: [], subject: '' }
}

/** Where a thread without a channel goes: where somebody decided, by its route, or back to a private channel that it was in. */
async function findThreadRoute(scope: PlacementScope, id: string, thread: MailThread) {
  const moved = (await scope.mailStore.waitingThreads.get(id))?.value.moved
  if (moved) return { channel: moved.to, why: { rule: 'inbox' as const, by: moved.by, at: moved.at } }
  const route = await scope.routes.findRoute(await readFirstMail(scope, thread))
  const channel = await findLastPrivateChannel(scope, thread.lastChannel, route?.channel)
  return channel === undefined ? route : { channel, why: thread.why ?? { rule: 'default' as const } }
}

/** Whether a channel has been shared since its thread began; if Slack does not say, the thread goes on. */
async function isKnownToBeShared(scope: PlacementScope, channel: string): Promise<boolean> {
  try {
    return (await findChannelProblem(scope, channel)) === SHARED_CHANNEL
  } catch (error) {
    if (error instanceof UpstreamError) return false
    throw error
  }
}

/** The thread with a channel; undefined while no route leads to one, in which case the thread waits. */
export async function withChannel(
  scope: PlacementScope,
  id: string,
  thread: MailThread,
): Promise<PostedThread | undefined> {
  if (thread.channel !== undefined) {
    const { channel } = thread
    if (await isKnownToBeShared(scope, channel)) {
      await countHeadUp(scope, id, { code: SHARED_CHANNEL, channel, copy: String(thread.head) })
      await parkUnrouted(scope, id, { code: SHARED_CHANNEL, channel })
      return undefined
    }
    // The first attempt may have ended before it sent this.
    if (thread.count <= 1) await sendAssignmentNotice(scope.queue, scope.team, id, thread)
    return { ...thread, channel }
  }
  const route = await findThreadRoute(scope, id, thread)
  if (!route) {
    await parkUnrouted(scope, id, { code: 'no_route' })
    return undefined
  }
  // A channel may have been shared since its route was set, and nobody ever checked the default one.
  const code = await findChannelProblem(scope, route.channel)
  if (code !== undefined) {
    await parkUnrouted(scope, id, { code, channel: route.channel })
    return undefined
  }
  // A thread that only looks for another channel keeps who takes care of it.
  const { channel, why } = route
  const placed = thread.why === undefined ? await applyRoute(scope, route) : { channel, why }
  const isBack = isBackInChannel({ ...thread, channel })
  if (isBack && (await scope.cards.takeOver(threadHeadRef(scope.team, id, thread.head), channel)))
    await scope.cards.refresh({ team: scope.team, kind: cardKinds.threadHead, id })
  const routed = await scope.mailStore.threads.update(id, (now) =>
    now && now.channel === undefined ? withListing({ ...now, ...placed }, id) : undefined,
  )
  if (routed) await sendAssignmentNotice(scope.queue, scope.team, id, routed)
  return routed && { ...routed, channel: routed.channel ?? route.channel }
}
