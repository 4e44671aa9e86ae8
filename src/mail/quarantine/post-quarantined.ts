import type { CardKind } from '../../slack/outbox/cards.ts'
import type { Feature } from '../../slice.ts'
import { cardKinds } from '../action-ids.ts'
import type { Mail } from '../model/mail.ts'
import { noticeFailedMailTask } from '../notify/failed-task-notices.ts'
import { findChannelProblem } from '../routing/channel-check.ts'
import { postQuarantinedTask } from '../routing/post-tasks.ts'
import type { RoutingProblem } from '../routing/routing-alarms.ts'
import { alertUnroutable } from '../routing/unroutable-alert.ts'
import type { MailServices } from '../services.ts'
import { mailTextIn } from '../text/mail-text.ts'
import { buildQuarantineCard } from './quarantine-card.ts'

/** Shows restricted mail outside all threads: collapsed, without links and without an answer. */
export const quarantineCardFeature = (services: MailServices): Feature => ({
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
export async function postQuarantined(services: MailServices, team: string, key: string, mail: Mail): Promise<void> {
  const { routes, cards, mailStore } = services
  const route = (await routes.findQuarantineChannel(team)) ?? (await routes.findRoute(team, mail))
  if (!route) return parkQuarantined(services, team, { key, mail, nextCopy: 0 }, { code: 'no_route' })
  const { channel } = route
  const code = await findChannelProblem(services, team, channel)
  if (code !== undefined) return parkQuarantined(services, team, { key, mail, nextCopy: 0 }, { code, channel })
  const copy = (await mailStore.waitingQuarantined(team).get(key))?.value.card ?? 0
  const ref = { team, kind: cardKinds.quarantined, id: key, ...(copy > 0 && { copy: String(copy) }) }
  return cards.show(ref, { channel })
}

/** Lets a restricted mail wait for a channel and tells the admins. */
async function parkQuarantined(
  services: MailServices,
  team: string,
  { key, mail, nextCopy }: { key: string; mail: Mail; nextCopy: number },
  problem: RoutingProblem,
): Promise<void> {
  const { thread, inboxId } = mail
  await services.mailStore.waitingQuarantined(team).update(key, (known) => ({
    thread,
    inboxId,
    at: known?.at ?? services.clock.now(),
    card: Math.max(known?.card ?? 0, nextCopy),
    ...problem,
  }))
  await alertUnroutable(services, team, mail.inboxId, problem)
}

function createQuarantineCard(services: MailServices): CardKind {
  const { mailStore, people, languages } = services
  return {
    kind: cardKinds.quarantined,
    render: async (team, key) => {
      const mail = await mailStore.findMail(team, key)
      if (!mail) return undefined
      const by = mail.held?.by
      const name = by === undefined ? undefined : (await people.person(team, by, { isShownOnly: true })).name
      const text = mailTextIn(await languages.ofWorkspace(team))
      return buildQuarantineCard(text, mail, { thread: mail.thread, mail: key }, name)
    },
    onPosted: async (team, key) => {
      const waiting = await mailStore.waitingQuarantined(team).get(key)
      if (!waiting) return
      await mailStore.waitingQuarantined(team).delete(key, waiting.version)
      await services.refreshHome(team, services.config.adminUsers)
    },
    onLost: async (team, key, { code, channel, copy }) => {
      const mail = await mailStore.findMail(team, key)
      if (mail?.held?.state !== 'held') return
      await parkQuarantined(services, team, { key, mail, nextCopy: Number(copy ?? 0) + 1 }, { code, channel })
    },
  }
}
