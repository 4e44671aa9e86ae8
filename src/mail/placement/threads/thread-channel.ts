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
import type { PlacementServices } from '../placement-services.ts'

/**
 * Lets a thread wait for a route and tells the admins; if its route leads elsewhere by now, it is posted there. Ignores problems of a channel that the thread has since left.
 */
export async function parkUnrouted(
  services: PlacementServices,
  team: string,
  id: string,
  problem: RoutingProblem,
): Promise<void> {
  const { mailStore, clock } = services
  const thread = await mailStore.threads(team).update(id, (now) => {
    if (now?.channel === undefined || now.channel !== problem.channel) return undefined
    const { channel: lastChannel, ...rest } = now
    return { ...rest, lastChannel }
  })
  if (!thread || thread.channel !== undefined) return
  const wait = (why: RoutingProblem) =>
    mailStore.waitingThreads(team).update(id, (known) => ({
      inboxId: thread.inboxId,
      at: known?.at ?? clock.now(),
      ...why,
      ...(known?.moved && known.moved.to !== why.channel && { moved: known.moved }),
    }))
  const waiting = await wait(problem)
  if (waiting?.moved) return sendPostThread(services.queue, team, id, clock.now())
  // The route may have changed since the thread was placed, or while its last post was on its way.
  const route = await services.routes.findRoute(team, await readFirstMail(services, team, thread))
  if (!route || route.channel === problem.channel) return alertUnroutable(services, team, thread.inboxId, problem)
  const channel = await findLastPrivateChannel(services, team, thread.lastChannel, route.channel)
  if (channel === undefined) return sendPostThread(services.queue, team, id, clock.now())
  const kept = { code: KEPT_PRIVATE, channel }
  await wait(kept)
  await alertUnroutable(services, team, thread.inboxId, kept)
}

/** The mail that decides where a thread goes: its first one. */
async function readFirstMail({ mailStore }: PlacementServices, team: string, thread: MailThread): Promise<RoutedMail> {
  const first = await mailStore.findMail(team, thread.mails[0])
  return first ?? { inboxId: thread.inboxId, from: { address: '' }, to: [], cc: [], subject: '' }
}

/** Where a thread without a channel goes: where somebody decided, by its route, or back to a private channel that it was in. */
async function findThreadRoute(services: PlacementServices, team: string, id: string, thread: MailThread) {
  const moved = (await services.mailStore.waitingThreads(team).get(id))?.value.moved
  if (moved) return { channel: moved.to, why: { rule: 'inbox' as const, by: moved.by, at: moved.at } }
  const route = await services.routes.findRoute(team, await readFirstMail(services, team, thread))
  const channel = await findLastPrivateChannel(services, team, thread.lastChannel, route?.channel)
  return channel === undefined ? route : { channel, why: thread.why ?? { rule: 'default' as const } }
}

/** Whether a channel has been shared since its thread began; if Slack does not say, the thread goes on. */
async function isKnownToBeShared(services: PlacementServices, team: string, channel: string): Promise<boolean> {
  try {
    return (await findChannelProblem(services, team, channel)) === SHARED_CHANNEL
  } catch (error) {
    if (error instanceof UpstreamError) return false
    throw error
  }
}

/** The thread with a channel; undefined while no route leads to one, in which case the thread waits. */
export async function withChannel(
  services: PlacementServices,
  team: string,
  id: string,
  thread: MailThread,
): Promise<PostedThread | undefined> {
  if (thread.channel !== undefined) {
    const { channel } = thread
    if (await isKnownToBeShared(services, team, channel)) {
      await countHeadUp(services, team, id, { code: SHARED_CHANNEL, channel, copy: String(thread.head) })
      await parkUnrouted(services, team, id, { code: SHARED_CHANNEL, channel })
      return undefined
    }
    // The first attempt may have ended before it sent this.
    if (thread.count <= 1) await sendAssignmentNotice(services.queue, team, id, thread)
    return { ...thread, channel }
  }
  const route = await findThreadRoute(services, team, id, thread)
  if (!route) {
    await parkUnrouted(services, team, id, { code: 'no_route' })
    return undefined
  }
  // A channel may have been shared since its route was set, and nobody ever checked the default one.
  const code = await findChannelProblem(services, team, route.channel)
  if (code !== undefined) {
    await parkUnrouted(services, team, id, { code, channel: route.channel })
    return undefined
  }
  // A thread that only looks for another channel keeps who takes care of it.
  const { channel, why } = route
  const placed = thread.why === undefined ? await applyRoute(services, team, route) : { channel, why }
  const isBack = isBackInChannel({ ...thread, channel })
  if (isBack && (await services.cards.takeOver(threadHeadRef(team, id, thread.head), channel)))
    await services.cards.refresh({ team, kind: cardKinds.threadHead, id })
  const routed = await services.mailStore
    .threads(team)
    .update(id, (now) => (now && now.channel === undefined ? withListing({ ...now, ...placed }, id) : undefined))
  if (routed) await sendAssignmentNotice(services.queue, team, id, routed)
  return routed && { ...routed, channel: routed.channel ?? route.channel }
}
