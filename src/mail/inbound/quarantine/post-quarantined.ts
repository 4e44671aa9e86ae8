import { type ScopedCardKind, type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { cardKinds } from '../../action-ids.ts'
import type { Mail } from '../../records/mail/mail.ts'
import { noticeFailedMailTask } from '../../notify/failed-task-notices.ts'
import { findChannelProblem, findLastPrivateChannel } from '../../placement/routing/channel-check.ts'
import { postQuarantinedTask, sendPostQuarantined } from '../../tasks/post-tasks.ts'
import type { RoutingProblem } from '../../placement/routing/routing-alarms.ts'
import { alertUnroutable, closeAlarmsAfter } from '../../placement/routing/unroutable-alert.ts'
import type { InboundScope } from '../inbound-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { buildQuarantineCard } from '../../cards/quarantine-card.ts'

const quarantineCard: ScopedCardKind<InboundScope> = {
  kind: cardKinds.quarantined,
  render: async (scope, key) => {
    const mail = await scope.mailStore.findMail(key)
    if (!mail) return undefined
    const by = mail.held?.by
    const name = by === undefined ? undefined : (await scope.people.person(scope.team, by, { isShownOnly: true })).name
    const text = mailTextIn(await scope.languages.ofWorkspace(scope.team))
    return { ...buildQuarantineCard(text, mail, { thread: mail.thread, mail: key }, name), state: mail.held?.state }
  },
  onPosted: async (scope, key) => {
    const waiting = await scope.mailStore.waitingQuarantined.get(key)
    if (waiting) await scope.mailStore.waitingQuarantined.delete(key, waiting.version)
    await closeAlarmsAfter(scope, waiting?.value)
    if (!waiting) return
    await scope.slices.refreshHome(scope.team, await scope.access.listAppointedAdmins(scope.team))
  },
  onLost: async (scope, key, { code, channel, copy }) => {
    const mail = await scope.mailStore.findMail(key)
    if (mail?.held?.state !== 'held') return
    const lost = { channel, nextCopy: Number(copy ?? 0) + 1 }
    await parkQuarantined(scope, { key, mail, lost }, { code, channel })
  },
}

/** Shows restricted mail outside all threads: collapsed, without links and without an answer. */
export const quarantineCardFeature: ScopedFeature<InboundScope> = {
  tasks: [
    scopedHandler(
      postQuarantinedTask,
      async (scope: InboundScope, { mail: key }) => {
        const mail = await scope.mailStore.findMail(key)
        if (mail?.held?.state === 'held') await postQuarantined(scope, key, mail)
      },
      noticeFailedMailTask,
    ),
  ],
  cards: [quarantineCard],
}

/** Posts a restricted mail in the quarantine channel, or in its inbox's channel. The mail waits while neither exists. */
export async function postQuarantined(scope: InboundScope, key: string, mail: Mail): Promise<void> {
  const waiting = (await scope.mailStore.waitingQuarantined.get(key))?.value
  const routed = await findQuarantineRoute(scope, mail)
  const kept = await findLastPrivateChannel(scope, waiting?.lastChannel, routed)
  const channel = waiting?.movedTo ?? kept ?? routed
  if (channel === undefined) return parkQuarantined(scope, { key, mail }, { code: 'no_route' })
  const code = await findChannelProblem(scope, channel)
  if (code !== undefined) return parkQuarantined(scope, { key, mail }, { code, channel })
  const copy = waiting?.card ?? 0
  const ref = { team: scope.team, kind: cardKinds.quarantined, id: key, ...(copy > 0 && { copy: String(copy) }) }
  return scope.cards.show(ref, { channel })
}

/** The channel for restricted mail now: the quarantine channel, or the channel of its inbox. */
async function findQuarantineRoute({ routes }: InboundScope, mail: Mail): Promise<string | undefined> {
  const route = (await routes.findQuarantineChannel()) ?? (await routes.findRoute(mail))
  return route?.channel
}

/**
 * Makes a restricted mail wait for a channel and alerts the admins. `lost` names the channel that did not take its card, and the next copy of the
 * card.
 */
async function parkQuarantined(
  scope: InboundScope,
  { key, mail, lost }: { key: string; mail: Mail; lost?: { channel: string; nextCopy: number } },
  problem: RoutingProblem,
): Promise<void> {
  const { team, mailStore, clock, queue } = scope
  const { thread, inboxId } = mail
  const waiting = await mailStore.waitingQuarantined.update(key, (known) => {
    const lastChannel = lost?.channel ?? known?.lastChannel
    const card = Math.max(known?.card ?? 0, lost?.nextCopy ?? 0)
    const movedTo = known?.movedTo === problem.channel ? undefined : known?.movedTo
    const kept = { ...(lastChannel && { lastChannel }), ...(movedTo && { movedTo }) }
    return { thread, inboxId, at: known?.at ?? clock.now(), card, ...kept, ...problem }
  })
  // A person chose a channel while the card was on its way to one that did not take it.
  if (waiting?.movedTo) return sendPostQuarantined(queue, team, { mail: key, thread }, clock.now())
  await alertUnroutable(scope, inboxId, problem)
}
