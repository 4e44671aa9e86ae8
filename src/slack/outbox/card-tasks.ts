import { createHash } from 'node:crypto'
import { z } from 'zod'
import { UpstreamError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { Queue } from '../../queue/queue.ts'
import { taskKind, type TaskHandler } from '../../queue/task-kinds.ts'
import type { Store } from '../../store/store.ts'
import { createTable } from '../../store/typed-table.ts'
import {
  MESSAGE_GONE,
  MESSAGE_INACTIVE,
  MESSAGE_UNEDITABLE,
  THREAD_GONE,
  toRetryableError,
} from '../api/slack-errors.ts'
import { fitToLimits } from '../blocks/block-builders.ts'
import type { CardKind, CardMessage, CardRef } from './card-kinds.ts'
import { clearConversation, clearedWrites, findChannelFacts } from './cleared-writes.ts'
import { parseMessageRef, postMetadata, postOnce, type PostServices } from './post-once.ts'

/** Services for showing cards; `kinds` is filled at the start of the app. */
export interface CardServices extends PostServices {
  queue: Queue
  store: Store
  log: Log
  kinds: Map<string, CardKind>
}

const text = z.string()
export const cardSchema = z.object({
  channel: text,
  thread: z.union([z.object({ ts: text }), z.object({ opId: text })]).optional(),
  /** The card is posted in its thread and in the channel. */
  broadcast: z.boolean().optional(),
  ts: text.optional(),
  /** Counts the changes of the record, and how many of them the message shows. */
  wanted: z.number(),
  shown: z.number(),
  /** Hash of the shown content; absent while that is uncertain. */
  hash: text.optional(),
  gone: z.boolean().optional(),
  /** Set with `gone` if its message may still be there: its channel accepted nothing at that time. */
  comesBack: z.boolean().optional(),
  /** Set from when the card took over the message of another copy until Slack accepts an edit: the message or its channel may be gone. */
  takenOver: z.literal(true).exactOptional(),
})
type Card = z.infer<typeof cardSchema>

/** The names of a card, which tasks and records contain. */
export const cardRefSchema = z.object({ team: text, kind: text, id: text, copy: text.optional() })
const postTask = taskKind('slack.card', cardRefSchema)
const editTask = taskKind('slack.edit', cardRefSchema.extend({ n: z.number() }))

/** Whether the card's message may be edited: it is shown, or may come back. */
export const isEditable = ({ gone, comesBack, ts }: Card): boolean => !gone || (comesBack === true && ts !== undefined)

/** The id of the first card's row; further cards use their copy name. */
export const FIRST_CARD = 'head'
const REMEMBER_EDITS_MS = 3_600_000

/** The effect of the card's post; also names its `show:` task and its edits. */
export const cardOpId = (ref: CardRef): string => `card:${ref.kind}:${ref.id}${ref.copy ? `:${ref.copy}` : ''}`

/** The messages that show one record, one row each. */
export const cardTable = (store: Store, ref: CardRef) =>
  createTable(store, { partition: `${ref.team}/cards:${ref.kind}:${ref.id}`, schema: cardSchema })

/** Changes the row of one message; `change` returns undefined to leave it unchanged. */
export const updateCard = (
  store: Store,
  ref: CardRef,
  change: (card: Card | undefined) => Card | undefined,
): Promise<Card | undefined> => cardTable(store, ref).update(ref.copy ?? FIRST_CARD, change)

/** The cards that a channel refused to edit and that may come back there, by their op ids. */
export const refusedCards = (store: Store, { team, channel }: { team: string; channel: string }) =>
  createTable(store, { partition: `${team}/refused-cards:${channel}`, schema: cardRefSchema })

/** Edits one message that shows a record to its newest state; does nothing for a message that may not be edited. */
export async function refreshCard(
  { store, queue }: Pick<CardServices, 'store' | 'queue'>,
  ref: CardRef,
): Promise<void> {
  const card = await updateCard(store, ref, (now) => now && { ...now, wanted: now.wanted + 1 })
  if (card && isEditable(card)) await sendCardEdit(queue, ref, card.wanted)
}

/** Posts the card in its channel's lane, once. */
export const sendCardPost = (queue: Queue, ref: CardRef, lane: string): Promise<void> =>
  queue.send(postTask.of(ref), { id: `show:${ref.team}:${cardOpId(ref)}`, lane })

/** Edits the card up to change `n`, in a lane of the card: no older state follows a newer one. */
export const sendCardEdit = (queue: Queue, ref: CardRef, n: number, suffix = ''): Promise<void> =>
  queue.send(editTask.of({ ...ref, n }), {
    id: `edit:${ref.team}:${cardOpId(ref)}:${n}${suffix}`,
    lane: `${ref.team}:${cardOpId(ref)}`,
    rememberMs: REMEMBER_EDITS_MS,
  })

/** The tasks that post and edit cards. */
export const cardTasks = (services: CardServices): TaskHandler[] => [
  postTask.handler((ref) => postCard(services, ref)),
  editTask.handler(({ n, ...ref }) => editCard(services, ref, n)),
]

function findKind({ kinds }: CardServices, ref: CardRef): CardKind {
  const kind = kinds.get(ref.kind)
  if (!kind) throw new Error(`no card kind ${ref.kind}`)
  return kind
}

async function postCard(services: CardServices, ref: CardRef): Promise<void> {
  const { queue, store, effectsOf } = services
  const card = (await cardTable(store, ref).get(ref.copy ?? FIRST_CARD))?.value
  if (!card || card.gone) return
  if (card.takenOver) return sendCardEdit(queue, ref, card.wanted, ':posted')
  const kind = findKind(services, ref)
  const { channel, thread } = card
  const message = await kind.render(ref.team, ref.id, ref.copy, channel)
  if (!message) return
  const head =
    thread && 'opId' in thread ? parseMessageRef((await effectsOf(ref.team).get(thread.opId))?.result) : thread
  // The lane keeps the order: a thread head that is not posted by now was refused.
  if (thread && !head) return recordLoss(services, ref, { code: THREAD_GONE, channel })
  const outcome = await postOnce(services, {
    team: ref.team,
    channel,
    opId: cardOpId(ref),
    message,
    mayReachOutsiders: await kind.mayReachOutsiders?.(ref.team, ref.id, channel),
    state: message.state,
    isKept: true,
    ...(head && { threadTs: head.ts, isBroadcast: card.broadcast ?? false }),
  })
  if ('refused' in outcome) return recordLoss(services, ref, { code: outcome.refused, channel })
  const { posted, isRepeat = false } = outcome
  // An earlier attempt may have posted an older state than the one rendered now: count nothing as shown, and an edit follows.
  const shown = isRepeat ? 0 : card.wanted
  const after = await updateCard(
    store,
    ref,
    (now) => now && { ...now, ts: posted.ts, channel: posted.channel, shown: Math.max(now.shown, shown) },
  )
  await kind.onPosted?.(ref.team, ref.id, posted, ref.copy)
  if (after && after.wanted > after.shown) await sendCardEdit(queue, ref, after.wanted, ':posted')
}

const hashMessage = (message: CardMessage): string =>
  createHash('sha256').update(JSON.stringify(message)).digest('base64')

async function editCard(services: CardServices, ref: CardRef, n: number): Promise<void> {
  const { api, store } = services
  const card = (await cardTable(store, ref).get(ref.copy ?? FIRST_CARD))?.value
  // A card that is not posted yet is posted with the newest state. A change that is already shown came with a later edit.
  if (!card || !isEditable(card) || card.ts === undefined || card.shown >= n) return
  const kind = findKind(services, ref)
  const rendered = await kind.render(ref.team, ref.id, ref.copy, card.channel)
  if (!rendered) return
  const message = fitToLimits(rendered)
  const { state } = rendered
  const hash = hashMessage({ ...message, state })
  const { channel, ts, wanted } = card
  if (hash !== card.hash) {
    // An archived channel refuses each edit, which would count against the workspace's rate of edits, and delay other cards for minutes.
    if (kind.comesBack?.(ref.copy) && (await findChannelFacts({ ...services, team: ref.team }, channel))?.isArchived)
      return recordLoss(services, ref, { code: 'is_archived', channel })
    // Asked of what was rendered: the record may have changed since.
    const mayReachOutsiders = rendered.mayReachOutsiders ?? (await kind.mayReachOutsiders?.(ref.team, ref.id, channel))
    const clearing = await clearConversation(services, { team: ref.team, channel, mayReachOutsiders })
    if ('refused' in clearing) return recordLoss(services, ref, { code: clearing.refused, channel })
    // An edit whose answer is lost may have changed the message: from here on, nobody knows what it shows.
    if (card.hash !== undefined) await updateCard(store, ref, (now) => now && { ...now, hash: undefined })
    try {
      const metadata = postMetadata(cardOpId(ref), state)
      const args = { ts, ...message, metadata, unfurl_links: false, unfurl_media: false }
      await clearedWrites.edit(api, ref.team, clearing.cleared, args)
    } catch (error) {
      const code = error instanceof UpstreamError ? error.details.code : ''
      if (MESSAGE_UNEDITABLE.has(code))
        return recordLoss(services, ref, { code: code === MESSAGE_INACTIVE ? 'is_archived' : code, channel })
      throw toRetryableError(error)
    }
  }
  if (card.gone) await kind.onReturned?.(ref.team, ref.id, ref.copy)
  if (card.takenOver) await kind.onPosted?.(ref.team, ref.id, { channel, ts }, ref.copy)
  await updateCard(store, ref, (now) => {
    if (!now) return undefined
    const { gone, comesBack, takenOver: _, ...rest } = now
    // Another card may have taken its message over meanwhile.
    const lost = gone && !comesBack ? { gone } : {}
    return { ...rest, ...lost, shown: Math.max(now.shown, wanted), hash }
  })
}

/** Notifies the kind of a card that its message is gone, and stops posting or editing it. */
export async function recordLoss(
  services: CardServices,
  ref: CardRef,
  { code, channel }: { code: string; channel: string },
): Promise<void> {
  const kind = findKind(services, ref)
  const mayComeBack = !MESSAGE_GONE.has(code) && kind.comesBack?.(ref.copy) === true
  const known = (await cardTable(services.store, ref).get(ref.copy ?? FIRST_CARD))?.value
  if (!known?.gone) {
    services.log.warn({ team: ref.team, card: cardOpId(ref), channel, code }, 'a card is lost')
    // Reported before it is written: a crash in between reports it again, the other order would never report it.
    await kind.onLost?.(ref.team, ref.id, { code, channel, ...(ref.copy && { copy: ref.copy }) })
  }
  // Before it is lost: once the channel accepts edits again, nothing else finds it. Each refusal writes a newer row.
  if (mayComeBack && known?.ts !== undefined && isEditable(known))
    await refusedCards(services.store, { team: ref.team, channel }).update(cardOpId(ref), () => ref)
  await updateCard(services.store, ref, (card) => {
    if (!card) return undefined
    const { comesBack: _, takenOver: __, ...rest } = card
    // A card whose message another one took over stays lost.
    const isKept = mayComeBack && (!card.gone || card.comesBack === true)
    return { ...rest, gone: true, ...(isKept && { comesBack: true }) }
  })
}
