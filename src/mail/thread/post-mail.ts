import { z } from 'zod'
import type { Clock } from '../../core/clock.ts'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import { MESSAGE_GONE } from '../../slack/api/slack-errors.ts'
import type { CardKind, CardRef, Cards } from '../../slack/outbox/cards.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import type { MailDeaths } from '../notify/failed-task-notices.ts'
import { cardKinds } from '../action-ids.ts'
import { type Mail } from '../model/mail.ts'
import type { MailRoutes } from '../model/mail-routes.ts'
import type { MailStore } from '../model/mail-store.ts'
import { type MailThread, threadLane, withMail } from '../model/mail-thread.ts'
import type { ReplyStore } from '../model/reply-store.ts'

/** Shows a thread anew under its next head: some of its mails and replies, or all of them. Frozen. */
const placeTask = taskKind(
  'mail.place',
  z.object({
    team: z.string(),
    thread: z.string(),
    round: z.number(),
    mails: z.array(z.string()).exactOptional(),
    replies: z.array(z.string()).exactOptional(),
  }),
)

const MAX_SHOWN_AGAIN = 50

export interface PlaceDeps {
  bag: MailStore
  cards: Cards
  queue: Queue
  clock: Clock
  routes: MailRoutes
  head: (team: string, thread: string) => Promise<Message | undefined>
  further: (team: string, mail: string) => Promise<Message | undefined>
  reply: (team: string, reply: string) => Promise<Message | undefined>
  outgoing: ReplyStore
  /** Why a channel must not get mail: `shared`, where people of another organization would read it, or Slack's word for not showing it to the app. */
  closed: (team: string, channel: string) => Promise<string | undefined>
  /** Mail of this inbox stands nowhere. */
  homeless: (team: string, inboxId: string, loss: { code: string; channel?: string }) => Promise<void>
  deaths: MailDeaths
}

const headRef = (team: string, id: string, head: number): CardRef => ({
  team,
  kind: cardKinds.threadHead,
  id,
  ...(head > 0 && { copy: String(head) }),
})

/** Shows each mail thread as one Slack thread; what no channel takes waits and is told. */
export function placement(deps: PlaceDeps) {
  const { bag, cards, queue, clock, routes } = deps

  /** What was lost where the thread no longer stands says nothing of where it stands now. */
  async function wait(team: string, id: string, loss: { code: string; channel?: string }) {
    const thread = await bag.threads(team).update(id, (now) => {
      if (now?.channel === undefined || now.channel !== loss.channel) return undefined
      const { channel: _, ...rest } = now
      return rest
    })
    if (!thread || thread.channel !== undefined) return
    const { inboxId } = thread
    await bag.unplaced(team).update(id, (known) => known ?? { inboxId, at: clock.now() })
    await deps.homeless(team, inboxId, loss)
  }

  /** The thread with a channel; undefined while no route leads anywhere. */
  async function housed(team: string, id: string, thread: MailThread) {
    if (thread.channel !== undefined) return { ...thread, channel: thread.channel }
    const route = await routes.channelFor(team, thread.inboxId)
    if (!route) {
      await wait(team, id, { code: 'no_route' })
      return undefined
    }
    // A channel may have been shared since its route was set, and nobody ever checked the default one.
    const code = await deps.closed(team, route.channel)
    if (code !== undefined) {
      await wait(team, id, { code, channel: route.channel })
      return undefined
    }
    const found = await bag
      .threads(team)
      .update(id, (now) => (now && now.channel === undefined ? { ...now, ...route } : undefined))
    return found && { ...found, channel: found.channel ?? route.channel }
  }

  const under = (team: string, id: string, { channel, head }: MailThread & { channel: string }) => ({
    channel,
    thread: { opId: cards.opId(headRef(team, id, head)) },
  })

  async function show(
    team: string,
    id: string,
    thread: MailThread & { channel: string },
    { mails, replies = [] }: { mails: string[]; replies?: string[] },
  ) {
    await cards.show(headRef(team, id, thread.head), { channel: thread.channel })
    const copy = thread.head > 0 ? { copy: String(thread.head) } : {}
    const where = under(team, id, thread)
    for (const key of mails) await cards.show({ team, kind: cardKinds.mail, id: key, ...copy }, where)
    for (const reply of replies) await cards.show({ team, kind: cardKinds.reply, id: reply, ...copy }, where)
  }

  const isFirst = (thread: MailThread, key: string): boolean => thread.mails[0] === key

  /** The thread, once it waits for the head after the one that was lost; undefined when an older one was lost. */
  async function nextHead(team: string, id: string, copy: string | undefined): Promise<MailThread | undefined> {
    const lost = Number(copy ?? 0)
    const thread = await bag
      .threads(team)
      .update(id, (now) => (now && now.head === lost ? { ...now, head: now.head + 1 } : undefined))
    return thread && thread.head === lost + 1 ? thread : undefined
  }

  const headKind: CardKind = {
    kind: cardKinds.threadHead,
    render: deps.head,
    onPosted: async (team, id, { channel, ts }) => {
      await bag.places(team).update(`${channel}:${ts}`, () => ({ thread: id }))
      const row = await bag.unplaced(team).get(id)
      if (row) await bag.unplaced(team).delete(id, row.version)
    },
    // A head that is gone is followed by a new one with the next mail; a channel that takes nothing is told at once.
    onLost: async (team, id, { code, channel, copy }) => {
      const thread = await nextHead(team, id, copy)
      if (thread && !MESSAGE_GONE.has(code)) await wait(team, id, { code, channel })
    },
  }

  /** A thread that is gone is followed by another one, which begins with what was to stand in it. */
  async function follow(
    team: string,
    id: string,
    { code, channel, copy }: { code: string; channel: string; copy?: string | undefined },
    what: { mails: string[] } | { mails: []; replies: string[] },
  ) {
    const thread = await nextHead(team, id, copy)
    if (!thread) return
    if (!MESSAGE_GONE.has(code)) return wait(team, id, { code, channel })
    const names = Object.values(what).flat().join(',')
    await queue.send(placeTask.of({ team, thread: id, round: thread.head, ...what }), {
      id: `mail.place:${team}:${id}:${thread.head}:${names}`,
      lane: threadLane(team, id),
    })
  }

  const mailKind: CardKind = {
    kind: cardKinds.mail,
    render: deps.further,
    onLost: async (team, key, loss) => {
      const mail = (await bag.mails(team).get(key))?.value
      if (mail) await follow(team, mail.thread, loss, { mails: [key] })
    },
  }

  const replyKind: CardKind = {
    kind: cardKinds.reply,
    render: deps.reply,
    onLost: async (team, reply, loss) => {
      const letter = (await deps.outgoing.replies(team).get(reply))?.value
      if (letter) await follow(team, letter.thread, loss, { mails: [], replies: [reply] })
    },
  }

  return {
    cards: [headKind, mailKind, replyKind],

    place: async (team: string, key: string, mail: Mail): Promise<void> => {
      const { inboxId, threadId, thread: id } = mail
      const fresh: MailThread = { inboxId, threadId, mails: [], count: 0, replies: [], head: 0 }
      const thread = await bag.threads(team).update(id, (known) => withMail(known ?? fresh, key))
      const home = thread && (await housed(team, id, thread))
      if (!home) return
      await show(team, id, home, { mails: isFirst(home, key) ? [] : [key] })
      if (!isFirst(home, key)) await cards.refresh({ team, kind: cardKinds.threadHead, id })
    },

    /** After a new route: whatever stood nowhere gets a place. */
    placeWaiting: async (team: string, round: number): Promise<void> => {
      for await (const { id } of bag.unplaced(team).all())
        await queue.send(placeTask.of({ team, thread: id, round }), {
          id: `mail.place:${team}:${id}:${round}`,
          lane: threadLane(team, id),
        })
    },

    task: placeTask.handler(async ({ team, thread: id, mails, replies }) => {
      const thread = (await bag.threads(team).get(id))?.value
      const home = thread && (await housed(team, id, thread))
      if (!home) return
      const some = mails && { mails, ...(replies && { replies }) }
      const all = { mails: home.mails.slice(1), replies: home.replies.map((reply) => reply.id) }
      await show(team, id, home, some ?? { mails: latest(all.mails), replies: latest(all.replies) })
    }, deps.deaths.thread),

    /** Shows a reply in the thread of the mail that it answers. */
    showReply: async (team: string, id: string, reply: string): Promise<void> => {
      const thread = (await bag.threads(team).get(id))?.value
      if (thread?.channel === undefined) return
      await show(team, id, { ...thread, channel: thread.channel }, { mails: [], replies: [reply] })
    },

    /** Where something about this thread is posted: under its head. */
    under: async (team: string, id: string) => {
      const thread = (await bag.threads(team).get(id))?.value
      return thread?.channel === undefined ? undefined : under(team, id, { ...thread, channel: thread.channel })
    },

    refresh: async (team: string, mail: Mail, key: string): Promise<void> => {
      await cards.refresh({ team, kind: cardKinds.threadHead, id: mail.thread })
      await cards.refresh({ team, kind: cardKinds.mail, id: key })
    },
  }
}

const latest = (ids: string[]): string[] => ids.slice(-MAX_SHOWN_AGAIN)

export type Placement = ReturnType<typeof placement>
