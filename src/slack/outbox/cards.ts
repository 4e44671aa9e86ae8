import { createHash } from 'node:crypto'
import { z } from 'zod'
import { UpstreamError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { Queue } from '../../queue/queue.ts'
import { taskKind, type TaskHandler } from '../../queue/task-kinds.ts'
import type { Effects } from '../../store/effects.ts'
import type { Store } from '../../store/store.ts'
import { createTable } from '../../store/typed-table.ts'
import { MESSAGE_INACTIVE, MESSAGE_UNEDITABLE, THREAD_GONE, toRetryableError } from '../api/slack-errors.ts'
import type { SlackApi } from '../api/web-api.ts'
import { fitToLimits } from '../blocks/block-builders.ts'
import { parseMessageRef, type PostOutcome, type PostRequest, type MessageRef } from './post-once.ts'
import type { Message } from '../blocks/slack-message.ts'
import { channelLane, type ThreadRef } from './outbox.ts'

/** How one kind of record is shown as a message that is edited in place. */
export interface CardKind {
  /** `<slice>.<noun>`, for example `jobs.card`; frozen once shipped. */
  kind: string
  /** What the record looks like now; undefined when it is gone (nothing is posted or edited then). Reads the newest state, changes nothing. */
  render(team: string, id: string, copy?: string): Promise<Message | undefined>
  /** The card stands (again, after a loss) at this place. Runs at least once per place. */
  onPosted?(team: string, id: string, place: MessageRef, copy?: string): Promise<void>
  /** Slack refused the first post for good, or the message is gone; runs at least once per loss. `code` is Slack's word (`not_in_channel`, `message_not_found`, …). */
  onLost?(team: string, id: string, loss: { code: string; channel: string; copy?: string | undefined }): Promise<void>
}

export interface CardRef {
  team: string
  kind: string
  id: string
  /** A further copy of the same record elsewhere (a mirror, a new head after a loss); the first card has none. */
  copy?: string | undefined
}

/**
 * Messages that follow a record. `show` posts once, `refresh` says that the record changed; many refreshes become one edit with the
 * newest state, through the workspace's edit budget, in one lane per card, so that no older state follows a newer one.
 */
export interface Cards {
  show(ref: CardRef, where: { channel: string; thread?: ThreadRef }): Promise<void>
  /** Durable when it resolves. All copies of the record follow. */
  refresh(ref: Omit<CardRef, 'copy'>): Promise<void>
  /** Where the card stands, once it does. */
  findMessage(ref: CardRef): Promise<MessageRef | undefined>
  /** The `opId` of the card's post, to head a thread that does not stand yet. */
  opId(ref: CardRef): string
}

const text = z.string()
const cardRow = z.object({
  channel: text,
  thread: z.union([z.object({ ts: text }), z.object({ opId: text })]).optional(),
  ts: text.optional(),
  /** How often the record was said to have changed, and how many of these the message shows. */
  wanted: z.number(),
  shown: z.number(),
  hash: text.optional(),
  gone: z.boolean().optional(),
})
type CardRow = z.infer<typeof cardRow>

const refShape = z.object({ team: text, kind: text, id: text, copy: text.optional() })
const editShape = refShape.extend({ n: z.number() })

const HEAD = 'head'
const REMEMBER_EDITS_MS = 3_600_000

const digest = (message: Message): string => createHash('sha256').update(JSON.stringify(message)).digest('base64')

export interface CardsOptions {
  api: SlackApi
  queue: Queue
  store: Store
  effectsOf(this: void, team: string): Effects
  postOnce(this: void, parcel: PostRequest): Promise<PostOutcome>
  log: Log
}

export function createCards(
  options: CardsOptions,
): Cards & { tasks: TaskHandler[]; register(kinds: CardKind[]): void } {
  const { api, queue, store, effectsOf, postOnce: deliver, log } = options
  const kinds = new Map<string, CardKind>()
  const postKind = taskKind('slack.card', refShape)
  const editKind = taskKind('slack.edit', editShape)

  const opId = (ref: CardRef): string => `card:${ref.kind}:${ref.id}${ref.copy ? `:${ref.copy}` : ''}`
  const rows = (ref: CardRef) =>
    createTable(store, { partition: `${ref.team}/cards:${ref.kind}:${ref.id}`, schema: cardRow })
  const row = (ref: CardRef, change: (card: CardRow | undefined) => CardRow | undefined) =>
    rows(ref).update(ref.copy ?? HEAD, change)

  function kindOf(ref: CardRef): CardKind {
    const kind = kinds.get(ref.kind)
    if (!kind) throw new Error(`no card kind ${ref.kind}`)
    return kind
  }

  const sendEdit = (ref: CardRef, n: number, suffix = ''): Promise<void> =>
    queue.send(editKind.of({ ...ref, n }), {
      id: `edit:${ref.team}:${opId(ref)}:${n}${suffix}`,
      lane: `${ref.team}:${opId(ref)}`,
      rememberMs: REMEMBER_EDITS_MS,
    })

  async function lose(ref: CardRef, code: string, channel: string): Promise<void> {
    log.warn({ team: ref.team, card: opId(ref), channel, code }, 'a card is lost')
    // Told before it is written: a crash in between tells it again, the other order would never tell it.
    await kindOf(ref).onLost?.(ref.team, ref.id, { code, channel, ...(ref.copy && { copy: ref.copy }) })
    await row(ref, (card) => card && { ...card, gone: true })
  }

  const post = postKind.handler(async (ref: CardRef) => {
    const known = (await rows(ref).get(ref.copy ?? HEAD))?.value
    if (!known || known.gone) return
    const message = await kindOf(ref).render(ref.team, ref.id, ref.copy)
    if (!message) return
    const { channel, thread } = known
    const head =
      thread && 'opId' in thread ? parseMessageRef((await effectsOf(ref.team).get(thread.opId))?.result) : thread
    if (thread && !head) return lose(ref, THREAD_GONE, channel)
    const outcome = await deliver({
      team: ref.team,
      channel,
      opId: opId(ref),
      message,
      isKept: true,
      ...(head && { threadTs: head.ts }),
    })
    if ('refused' in outcome) return lose(ref, outcome.refused, channel)
    const { posted: place, isRepeat = false } = outcome
    // What an earlier attempt posted may be older than what was rendered now: an edit settles it.
    const shown = isRepeat ? 0 : known.wanted
    const after = await row(
      ref,
      (card) => card && { ...card, ts: place.ts, channel: place.channel, shown: Math.max(card.shown, shown) },
    )
    await kindOf(ref).onPosted?.(ref.team, ref.id, place, ref.copy)
    if (after && after.wanted > after.shown) await sendEdit(ref, after.wanted, ':posted')
  })

  const edit = editKind.handler(async ({ n, ...ref }: CardRef & { n: number }) => {
    const card = (await rows(ref).get(ref.copy ?? HEAD))?.value
    // Not posted yet: the post shows the newest state by itself. Already shown: a later edit carried this one with it.
    if (!card || card.gone || card.ts === undefined || card.shown >= n) return
    const rendered = await kindOf(ref).render(ref.team, ref.id, ref.copy)
    if (!rendered) return
    const message = fitToLimits(rendered)
    const hash = digest(message)
    const { channel, ts, wanted } = card
    if (hash !== card.hash) {
      try {
        await api.call(
          ref.team,
          'chat.update',
          { channel, ts, text: message.text, blocks: message.blocks, unfurl_links: false, unfurl_media: false },
          z.unknown(),
        )
      } catch (error) {
        const code = error instanceof UpstreamError ? error.details.code : ''
        if (MESSAGE_UNEDITABLE.has(code)) return lose(ref, code === MESSAGE_INACTIVE ? 'is_archived' : code, channel)
        throw toRetryableError(error)
      }
    }
    await row(ref, (now) => now && { ...now, shown: Math.max(now.shown, wanted), hash })
  })

  return {
    tasks: [post, edit],
    register: (more) => {
      for (const kind of more) kinds.set(kind.kind, kind)
    },
    opId,
    async show(ref, where) {
      await row(ref, (card) =>
        card
          ? undefined
          : { channel: where.channel, wanted: 1, shown: 0, ...(where.thread && { thread: where.thread }) },
      )
      await queue.send(postKind.of(ref), {
        id: `show:${ref.team}:${opId(ref)}`,
        lane: channelLane(ref.team, where.channel),
      })
    },
    async refresh(ref) {
      for await (const { id: copy } of rows(ref).all()) {
        const copyRef: CardRef = copy === HEAD ? ref : { ...ref, copy }
        const card = await row(copyRef, (now) => now && { ...now, wanted: now.wanted + 1 })
        if (card && !card.gone) await sendEdit(copyRef, card.wanted)
      }
    },
    async findMessage(ref) {
      const card = (await rows(ref).get(ref.copy ?? HEAD))?.value
      return card?.ts !== undefined && !card.gone ? { channel: card.channel, ts: card.ts } : undefined
    },
  }
}
