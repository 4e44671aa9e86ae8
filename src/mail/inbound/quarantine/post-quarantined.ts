import type { CardKind } from '../../../slack/outbox/cards.ts'
import type { Feature } from '../../../slice.ts'
import { cardKinds } from '../../action-ids.ts'
import type { Mail } from '../../records/mail/mail.ts'
import { noticeFailedMailTask } from '../../notify/failed-task-notices.ts'
import { findChannelProblem, findLastPrivateChannel } from '../../placement/routing/channel-check.ts'
import { postQuarantinedTask, sendPostQuarantined } from '../../tasks/post-tasks.ts'
import type { RoutingProblem } from '../../placement/routing/routing-alarms.ts'
import { alertUnroutable } from '../../placement/routing/unroutable-alert.ts'
import type { InboundServices } from '../inbound-services.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { buildQuarantineCard } from '../../cards/quarantine-card.ts'

/** Shows restricted mail outside all threads: collapsed, without links and without an answer. */
export const quarantineCardFeature = (services: InboundServices): Feature => ({
  tasks: [
    postQuarantinedTask.handler(
      async ({ team, mail: key }) => {
        const mail = await services.mailStore.findMail(team, key)
        if (mail?.held?.state === 'held') await postQuarantined(services, team, key, mail)
      },
      (task, failure) => noticeFailedMailTask(services, task, failure),
    ),
  ],
  cards: [createQuarantineCard(services)],
})

/** Posts a restricted mail in the quarantine channel, or in its inbox's channel; it waits while there is neither. */
export async function postQuarantined(services: InboundServices, team: string, key: string, mail: Mail): Promise<void> {
  const waiting = (await services.mailStore.waitingQuarantined(team).get(key))?.value
  const routed = await findQuarantineRoute(services, team, mail)
  const kept = await findLastPrivateChannel(services, team, waiting?.lastChannel, routed)
  const channel = waiting?.movedTo ?? kept ?? routed
  if (channel === undefined) return parkQuarantined(services, team, { key, mail }, { code: 'no_route' })
  const code = await findChannelProblem(services, team, channel)
  if (code !== undefined) return parkQuarantined(services, team, { key, mail }, { code, channel })
  const copy = waiting?.card ?? 0
  const ref = { team, kind: cardKinds.quarantined, id: key, ...(copy > 0 && { copy: String(copy) }) }
  return services.cards.show(ref, { channel })
}

/** Where restricted mail goes now: the quarantine channel, or the channel of its inbox. */
async function findQuarantineRoute({ routes }: InboundServices, team: string, mail: Mail): Promise<string | undefined> {
  const route = (await routes.findQuarantineChannel(team)) ?? (await routes.findRoute(team, mail))
  return route?.channel
}

/** Lets a restricted mail wait for a channel and tells the admins. `lost`: the channel that did not take its card, and the copy that follows. */
async function parkQuarantined(
  services: InboundServices,
  team: string,
  { key, mail, lost }: { key: string; mail: Mail; lost?: { channel: string; nextCopy: number } },
  problem: RoutingProblem,
): Promise<void> {
  const { mailStore, clock, queue } = services
  const { thread, inboxId } = mail
  const waiting = await mailStore.waitingQuarantined(team).update(key, (known) => {
    const lastChannel = lost?.channel ?? known?.lastChannel
    const card = Math.max(known?.card ?? 0, lost?.nextCopy ?? 0)
    const movedTo = known?.movedTo === problem.channel ? undefined : known?.movedTo
    const kept = { ...(lastChannel && { lastChannel }), ...(movedTo && { movedTo }) }
    return { thread, inboxId, at: known?.at ?? clock.now(), card, ...kept, ...problem }
  })
  // Somebody decided while its card was on its way to the channel that did not take it.
  if (waiting?.movedTo) return sendPostQuarantined(queue, team, { mail: key, thread }, clock.now())
  await alertUnroutable(services, team, inboxId, problem)
}

function createQuarantineCard(services: InboundServices): CardKind {
  const { mailStore, people, languages } = services
  return {
    kind: cardKinds.quarantined,
    render: async (team, key) => {
      const mail = await mailStore.findMail(team, key)
      if (!mail) return undefined
      const by = mail.held?.by
      const name = by === undefined ? undefined : (await people.person(team, by, { isShownOnly: true })).name
      const text = mailTextIn(await languages.ofWorkspace(team))
      return { ...buildQuarantineCard(text, mail, { thread: mail.thread, mail: key }, name), state: mail.held?.state }
    },
    onPosted: async (team, key) => {
      const waiting = await mailStore.waitingQuarantined(team).get(key)
      if (!waiting) return
      await mailStore.waitingQuarantined(team).delete(key, waiting.version)
      await services.slices.refreshHome(team, await services.access.listAppointedAdmins(team))
    },
    onLost: async (team, key, { code, channel, copy }) => {
      const mail = await mailStore.findMail(team, key)
      if (mail?.held?.state !== 'held') return
      const lost = { channel, nextCopy: Number(copy ?? 0) + 1 }
      await parkQuarantined(services, team, { key, mail, lost }, { code, channel })
    },
  }
}
