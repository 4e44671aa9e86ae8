import type { Log } from '../../core/log.ts'
import type { Queue } from '../../queue/queue.ts'
import type { TaskHandler } from '../../queue/task-kinds.ts'
import type { Store } from '../../store/store.ts'
import type { CardKind, CardRef } from './card-kinds.ts'
import {
  cardOpId,
  type CardServices,
  cardTable,
  cardTasks,
  FIRST_CARD,
  recordLoss,
  refreshCard,
  refusedCards,
  sendCardEdit,
  sendCardPost,
  updateCard,
} from './card-tasks.ts'
import { channelLane, type ThreadRef } from './outbox.ts'
import type { MessageRef, PostServices } from './post-once.ts'
import { returningCardsTask, type ReopenedChannel, sendReturningCards } from './returning-cards.ts'

export type { CardKind, CardRef } from './card-kinds.ts'

/**
 * Messages that follow a record. `show` posts once, `refresh` reports that the record changed. Many refreshes become one edit with the newest state,
 * within the workspace's rate of edits, in one lane per card: no older state follows a newer one.
 */
export interface Cards {
  /** Durable when it resolves; shown again, an existing card stays unchanged in its place. `isBroadcast`: in the thread and in the channel. */
  show(ref: CardRef, where: { channel: string; thread?: ThreadRef; isBroadcast?: boolean }): Promise<void>
  /** Durable when it resolves. Refreshes every message that shows the record. */
  refresh(ref: Omit<CardRef, 'copy'>): Promise<void>
  /** Like `refresh`, for the messages that show the record besides this one. */
  refreshOthers(ref: CardRef): Promise<void>
  /** Slack reported that the card's message is gone, before an edit could find out. */
  reportGone(ref: CardRef, message: MessageRef): Promise<void>
  /** The channel no longer accepts the messages that show the record in it: each is lost there, as if it had refused an edit. Safe to repeat. */
  reportRefused(ref: Omit<CardRef, 'copy'>, loss: { code: string; channel: string }): Promise<void>
  /** The channel may accept messages again: the cards that it refused and that come back are edited to their newest state. Durable when it resolves. */
  reportReopened(reopened: ReopenedChannel): Promise<void>
  /** The card is shown in the newest message of another copy in this channel from now on, instead of a new one. False if there is none; true also if that is still on its way. */
  takeOver(ref: CardRef, channel: string): Promise<boolean>
  /** Whether the card was shown: it is posted, on its way, or lost. */
  isShown(ref: CardRef): Promise<boolean>
  /** The card's message; undefined until it is posted, and once it is lost. */
  findMessage(ref: CardRef): Promise<MessageRef | undefined>
  /** The newest message that shows the record, in this channel or in any, whichever copy it is; undefined while there is none. */
  findNewestMessage(ref: Omit<CardRef, 'copy'>, channel?: string): Promise<MessageRef | undefined>
  /** Every message that shows the record, or showed it until it was lost, in this channel. */
  listMessages(ref: Omit<CardRef, 'copy'>, channel: string): Promise<MessageRef[]>
  /** Removes what is stored about the messages that show the record; the messages stay in Slack, unchanged. Returns them. Safe to repeat. */
  forget(ref: Omit<CardRef, 'copy'>): Promise<MessageRef[]>
  /** The `opId` of the card's post, to open a thread below a card that is not posted yet. */
  opId(ref: CardRef): string
}

export interface CardsOptions extends PostServices {
  queue: Queue
  store: Store
  log: Log
}

/** Cards of the kinds that are registered before the first task runs. */
export function createCards(
  options: CardsOptions,
): Cards & { tasks: TaskHandler[]; register(kinds: CardKind[]): void } {
  const { api, people, effectsOf, queue, store, log } = options
  const kinds = new Map<string, CardKind>()
  const services = { api, people, effectsOf, queue, store, log, kinds }
  const refresh = async (ref: Omit<CardRef, 'copy'>, except?: string): Promise<void> => {
    for await (const { id: copy } of cardTable(store, ref).all()) {
      if (copy !== except) await refreshCard(services, copy === FIRST_CARD ? ref : { ...ref, copy })
    }
  }
  return {
    tasks: [...cardTasks(services), returningCardsTask(services)],
    register(more) {
      for (const kind of more) kinds.set(kind.kind, kind)
    },
    opId: cardOpId,
    async show(ref, { channel, thread, isBroadcast = false }) {
      await updateCard(store, ref, (card) =>
        card
          ? undefined
          : { channel, wanted: 1, shown: 0, ...(thread && { thread }), ...(isBroadcast && { broadcast: true }) },
      )
      await sendCardPost(queue, ref, channelLane(ref.team, channel))
    },
    refresh: (ref) => refresh(ref),
    refreshOthers: ({ copy = FIRST_CARD, ...ref }) => refresh(ref, copy),
    async reportGone(ref, { channel, ts }) {
      const card = (await cardTable(store, ref).get(ref.copy ?? FIRST_CARD))?.value
      if (!card || card.gone || card.channel !== channel || card.ts !== ts) return
      await recordLoss(services, ref, { code: 'message_not_found', channel })
    },
    reportRefused: (ref, loss) => loseInChannel(services, ref, loss),
    reportReopened: (reopened) => sendReturningCards(queue, reopened),
    async takeOver(ref, channel) {
      const copies = (await Array.fromAsync(cardTable(store, ref).all())).filter(
        ({ value }) => value.channel === channel,
      )
      const own = ref.copy ?? FIRST_CARD
      const earlier = copies.find(({ id }) => id === own)?.value
      const isOnItsWay = copies.some(({ id, value }) => id !== own && value.ts === undefined && !value.gone)
      // An earlier attempt may have ended before it sent the edit.
      if (earlier ? !earlier.takenOver : isOnItsWay) return true
      const [newest] = copies
        .filter(({ id }) => id !== own)
        .toSorted((one, other) => ((one.value.ts ?? '') < (other.value.ts ?? '') ? 1 : -1))
      const ts = newest?.value.ts
      if (newest === undefined || ts === undefined) return earlier !== undefined
      // Without the hash, its next edit finds out whether it is still there.
      const { gone: _gone, comesBack: _comesBack, hash: _hash, ...card } = newest.value
      const effects = effectsOf(ref.team)
      await effects.attempt(cardOpId(ref), { isKept: true })
      await effects.done(cardOpId(ref), { channel, ts })
      // The message may show the state before its loss, or that its record is elsewhere.
      const wanted = card.wanted + 1
      const taker = await updateCard(store, ref, (known) => (known ? undefined : { ...card, wanted, takenOver: true }))
      await sendCardEdit(queue, ref, taker?.wanted ?? wanted)
      await cardTable(store, ref).update(newest.id, (now) => {
        if (!now) return undefined
        const { comesBack: _comes, takenOver: _taken, ...rest } = now
        return { ...rest, gone: true }
      })
      return true
    },
    listMessages: (ref, channel) => listInChannel(store, ref, channel),
    forget: (ref) => forgetCards(services, ref),
    isShown: async (ref) => (await cardTable(store, ref).get(ref.copy ?? FIRST_CARD)) !== undefined,
    async findMessage(ref) {
      const card = (await cardTable(store, ref).get(ref.copy ?? FIRST_CARD))?.value
      return card?.ts !== undefined && !card.gone ? { channel: card.channel, ts: card.ts } : undefined
    },
    findNewestMessage: (ref, channel) => findNewest(store, ref, channel),
  }
}

async function loseInChannel(
  services: CardServices,
  ref: CardRef,
  { code, channel }: { code: string; channel: string },
): Promise<void> {
  for await (const { id: copy, value: card } of cardTable(services.store, ref).all()) {
    if (card.gone || card.channel !== channel) continue
    await recordLoss(services, copy === FIRST_CARD ? ref : { ...ref, copy }, { code, channel })
  }
}

async function forgetCards({ store, effectsOf }: CardServices, ref: CardRef): Promise<MessageRef[]> {
  const copies = await Array.fromAsync(cardTable(store, ref).all())
  for (const { id: copy, version, value } of copies) {
    const opId = cardOpId(copy === FIRST_CARD ? ref : { ...ref, copy })
    const refused = refusedCards(store, { team: ref.team, channel: value.channel })
    const row = await refused.get(opId)
    if (row) await refused.delete(opId, row.version)
    await effectsOf(ref.team).forget(opId)
    await cardTable(store, ref).delete(copy, version)
  }
  return copies.flatMap(({ value: { channel, ts } }) => (ts === undefined ? [] : [{ channel, ts }]))
}

async function listInChannel(store: Store, ref: CardRef, channel: string): Promise<MessageRef[]> {
  const copies = await Array.fromAsync(cardTable(store, ref).all())
  return copies.flatMap(({ value: card }) =>
    card.ts === undefined || card.channel !== channel ? [] : [{ channel, ts: card.ts }],
  )
}

async function findNewest(store: Store, ref: CardRef, channel: string | undefined): Promise<MessageRef | undefined> {
  let newest: MessageRef | undefined
  for await (const { value: card } of cardTable(store, ref).all()) {
    if (card.ts === undefined || card.gone || (channel !== undefined && card.channel !== channel)) continue
    if (newest === undefined || card.ts > newest.ts) newest = { channel: card.channel, ts: card.ts }
  }
  return newest
}
