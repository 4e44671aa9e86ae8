import { z } from 'zod'
import type { Clock } from '../../core/clock.ts'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import type { CardKind, Cards } from '../../slack/outbox/cards.ts'
import type { Action } from '../../slack/inbound/listeners.ts'
import type { People } from '../../slack/directory/people.ts'
import { actionIds, cardKinds, parseTarget } from '../action-ids.ts'
import { type Mail } from '../model/mail.ts'
import type { Tell } from '../notes.ts'
import type { AccessPolicy } from '../../access/access-policy.ts'
import type { PlaceDeps } from '../thread/post-mail.ts'
import type { MailRoutes } from '../model/mail-routes.ts'
import { formTexts } from '../text/en-forms.ts'
import type { MailDeaths } from '../notify/failed-task-notices.ts'
import type { MailStore } from '../model/mail-store.ts'
import { threadLane } from '../model/mail-thread.ts'
import { buildQuarantineCard } from './quarantine-card.ts'

/** Frozen. */
const judgeTask = taskKind(
  'mail.judge',
  z.object({
    team: z.string(),
    user: z.string(),
    mail: z.string(),
    verdict: z.enum(['released', 'deleted']),
    event: z.string(),
    channel: z.string(),
  }),
)

/** Shows a restricted mail that stood nowhere. Frozen. */
const holdTask = taskKind('mail.hold', z.object({ team: z.string(), mail: z.string() }))

export interface QuarantineDeps {
  bag: MailStore
  routes: MailRoutes
  permission: AccessPolicy
  people: People
  cards: Cards
  queue: Queue
  clock: Clock
  welcome: (team: string, key: string, mail: Mail) => Promise<void>
  closed: PlaceDeps['closed']
  homeless: (team: string, inboxId: string, loss: { code: string; channel?: string }) => Promise<void>
  tell: Tell
  deaths: MailDeaths
}

/** Restricted mail: apart, folded, without links and without an answer, until a person lets it in or deletes it. */
export function quarantine(deps: QuarantineDeps) {
  const { bag, routes, cards, clock } = deps

  const kind: CardKind = {
    kind: cardKinds.quarantined,
    render: async (team, key) => {
      const mail = (await bag.mails(team).get(key))?.value
      if (!mail) return undefined
      const by = mail.held?.by
      const name = by === undefined ? undefined : (await deps.people.person(team, by)).name
      return buildQuarantineCard(mail, { thread: mail.thread, mail: key }, name)
    },
    onPosted: async (team, key) => {
      const row = await bag.unheld(team).get(key)
      if (row) await bag.unheld(team).delete(key, row.version)
    },
    onLost: async (team, key, { code, channel, copy }) => {
      const mail = (await bag.mails(team).get(key))?.value
      if (mail?.held?.state === 'held') await wait(team, key, mail, { code, channel }, Number(copy ?? 0) + 1)
    },
  }

  async function wait(team: string, key: string, mail: Mail, loss: { code: string; channel?: string }, next: number) {
    const fresh = { thread: mail.thread, card: next, at: clock.now() }
    await bag.unheld(team).update(key, (known) => (known ? { ...known, card: Math.max(known.card, next) } : fresh))
    await deps.homeless(team, mail.inboxId, loss)
  }

  async function hold(team: string, key: string, mail: Mail): Promise<void> {
    const place = (await routes.quarantine(team)) ?? (await routes.channelFor(team, mail.inboxId))
    if (!place) return wait(team, key, mail, { code: 'no_route' }, 0)
    const { channel } = place
    const code = await deps.closed(team, channel)
    if (code !== undefined) return wait(team, key, mail, { code, channel }, 0)
    const next = (await bag.unheld(team).get(key))?.value.card ?? 0
    return cards.show(
      { team, kind: cardKinds.quarantined, id: key, ...(next > 0 && { copy: String(next) }) },
      { channel },
    )
  }

  async function judge(team: string, key: string, user: string, verdict: 'released' | 'deleted'): Promise<void> {
    const held = { state: verdict, by: user, at: clock.now() }
    const mail = await bag.mails(team).update(key, (now) => {
      if (now?.held?.state !== 'held') return undefined
      if (verdict === 'released') return { ...now, held }
      const { text: _, html: __, newText: ___, newHtml: ____, preview: _____, ...rest } = now
      return { ...rest, attachments: [], headers: {}, held }
    })
    await cards.refresh({ team, kind: cardKinds.quarantined, id: key })
    if (verdict === 'released' && mail?.held?.state === 'released') await deps.welcome(team, key, mail)
  }

  return {
    cards: [kind],
    actions: [actionIds.release, actionIds.discard],

    hold,

    /** After a new route: whatever stood nowhere gets a place. */
    holdWaiting: async (team: string, round: number): Promise<void> => {
      for await (const { id, value } of bag.unheld(team).all())
        await deps.queue.send(holdTask.of({ team, mail: id }), {
          id: `mail.hold:${team}:${id}:${round}`,
          lane: threadLane(team, value.thread),
        })
    },

    press: async ({ team, user, actionId, value, eventId, message }: Action): Promise<void> => {
      const place = parseTarget(value)
      if (!place?.mail) return
      const verdict = actionId === actionIds.release ? 'released' : 'deleted'
      const data = { team, user, mail: place.mail, verdict, event: eventId, channel: message?.channel ?? '' } as const
      await deps.queue.send(judgeTask.of(data), {
        id: `mail.judge:${team}:${eventId}`,
        lane: threadLane(team, place.thread),
      })
    },

    holding: holdTask.handler(async ({ team, mail: key }) => {
      const mail = (await bag.mails(team).get(key))?.value
      if (mail?.held?.state === 'held') await hold(team, key, mail)
    }, deps.deaths.mail),

    task: judgeTask.handler(async ({ team, user, mail, verdict, event, channel }) => {
      if (await deps.permission.mayAct(team, user)) return judge(team, mail, user, verdict)
      return deps.tell({ team, user, opId: `mail.judge:${event}`, channel }, formTexts.membersOnly)
    }),
  }
}
