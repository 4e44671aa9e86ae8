import { z } from 'zod'
import type { Json } from '../../core/json.ts'
import type { KeyedHash } from '../../store/keyed-hash.ts'
import type { Store } from '../../store/store.ts'
import { createTable } from '../../store/typed-table.ts'
import { mailKey, partySchema } from './mail.ts'

const at = z.number()

const trouble = z.object({
  code: z.string(),
  text: z.string(),
  who: z.enum(['writer', 'admin', 'service']),
  fix: z.string().optional(),
  said: z.string().optional(),
  docs: z.string().optional(),
  upgradeUrl: z.string().optional(),
})
/** Why a send did not work, in the words that the person reads. */
export type SendProblem = z.infer<typeof trouble>

const reply = z.object({
  thread: z.string(),
  /** The mail that is answered. */
  mail: z.string(),
  inboxId: z.string(),
  messageId: z.string(),
  user: z.string(),
  userName: z.string(),
  at,
  to: z.array(partySchema),
  cc: z.array(partySchema),
  bcc: z.array(partySchema),
  /** As it was written in Slack, for Edit and send again. */
  written: z.custom<Json>((value) => value !== undefined),
  text: z.string(),
  html: z.string(),
  files: z.array(z.object({ id: z.string(), name: z.string(), size: z.number().optional() })),
  /** Made once, with the record; every attempt carries it. */
  key: z.string(),
  state: z.enum(['held', 'sending', 'sent', 'failed', 'unknown', 'cancelled', 'dropped']),
  /** When the hold ends. */
  dueAt: at,
  /** Of the request's bytes; what is repeated is proved to be the same. */
  bodyHash: z.string().optional(),
  firstTriedAt: at.optional(),
  lastTriedAt: at.optional(),
  tries: z.number(),
  /** How often the service said that the first attempt is still in flight, and since when. */
  clashes: z.number(),
  clashedAt: at.optional(),
  /** How often a person let the outcome be looked up. */
  looks: z.number(),
  trouble: trouble.optional(),
  sentAt: at.optional(),
  sentId: z.string().optional(),
  /** The reply that took this one's place. */
  again: z.string().optional(),
})
/** A mail that a person sends from Slack. */
export type Reply = z.infer<typeof reply>

type Content = Pick<
  Reply,
  | 'thread'
  | 'mail'
  | 'inboxId'
  | 'messageId'
  | 'user'
  | 'userName'
  | 'to'
  | 'cc'
  | 'bcc'
  | 'written'
  | 'text'
  | 'html'
  | 'files'
>

/** A reply that has not been tried, whatever else stands in the record that it is made from. Without a hold it leaves at once. */
export function buildReply(id: string, content: Content, now: number, holdMs?: number): Reply {
  const { thread, mail, inboxId, messageId, user, userName } = content
  const { to, cc, bcc, written, text, html, files } = content
  const what = { to, cc, bcc, written, text, html, files }
  const state = holdMs === undefined ? 'sending' : 'held'
  const start = { at: now, dueAt: now + (holdMs ?? 0), state, tries: 0, clashes: 0, looks: 0 } as const
  return { thread, mail, inboxId, messageId, user, userName, ...what, ...start, key: `bellhop-reply-${id}` }
}

const facts = z.object({
  reply: z.string().optional(),
  sentAt: at.optional(),
  delivered: z.array(z.object({ address: z.string(), at })),
  bounced: z.array(
    z.object({
      address: z.string(),
      at,
      type: z.string(),
      subType: z.string(),
      status: z.string().optional(),
    }),
  ),
  complained: z.array(z.object({ address: z.string(), at })),
  rejected: z.object({ reason: z.string(), at }).optional(),
})
/** What the events say about one mail that left; kept apart from the reply, since they may come before the send's own answer. */
export type DeliveryReport = z.infer<typeof facts>

export const emptyDeliveryReport: DeliveryReport = { delivered: [], bounced: [], complained: [] }

/** In place of an address: the event names no recipients, so it is about all of them. Frozen. */
export const ALL_RECIPIENTS = '*'

/** Mails that were sent elsewhere are forgotten after this time. */
const STRANGERS_MS = 30 * 24 * 60 * 60_000

export function createReplyStore(store: Store, fingerprint: KeyedHash) {
  const factsTable = (team: string) =>
    createTable(store, { partition: `${team}/mail.outgoing`, schema: facts, ttlMs: STRANGERS_MS })
  const kept = (team: string) => createTable(store, { partition: `${team}/mail.outgoing`, schema: facts })
  return {
    replies: (team: string) => createTable(store, { partition: `${team}/mail.replies`, schema: reply }),

    facts: async (team: string, inboxId: string, messageId: string): Promise<DeliveryReport> => {
      return (await kept(team).get(mailKey(fingerprint, inboxId, messageId)))?.value ?? emptyDeliveryReport
    },

    /** Adds to what is known, whatever came first, and answers what stands then. */
    learn: async (
      team: string,
      inboxId: string,
      messageId: string,
      add: (known: DeliveryReport) => DeliveryReport,
    ): Promise<DeliveryReport> => {
      const id = mailKey(fingerprint, inboxId, messageId)
      for (;;) {
        const row = await kept(team).get(id)
        const next = add(row?.value ?? emptyDeliveryReport)
        const rows = next.reply === undefined ? factsTable(team) : kept(team)
        if ((await rows.put(id, next, row?.version ?? 0)) !== undefined) return next
      }
    },
  }
}

export type ReplyStore = ReturnType<typeof createReplyStore>

/** What a person reads about a reply: its own state until it is sent, then what became of it. */
type DeliveryState =
  | { is: 'held' | 'sending' | 'retrying' | 'failed' | 'unknown' | 'cancelled' | 'dropped' | 'sent' }
  | { is: 'delivered'; count: number; of: number; at: number }
  | { is: 'rejected'; reason: string }

export interface DeliveryStatus {
  state: DeliveryState
  /** For good. */
  bounced: DeliveryReport['bounced']
  /** The service keeps trying. */
  delayed: DeliveryReport['bounced']
  complained: DeliveryReport['complained']
}

const lower = (address: string): string => address.toLowerCase()

/** Everything that is known, whatever order it came in: a bounce for good outweighs a delivery, a delivery a delay. */
export function deriveDeliveryStatus(letter: Reply, known: DeliveryReport): DeliveryStatus {
  const recipients = new Set([...letter.to, ...letter.cc, ...letter.bcc].map(({ address }) => lower(address)))
  const named = <T extends { address: string }>(entries: T[]): T[] =>
    entries.flatMap((one) =>
      one.address === ALL_RECIPIENTS ? [...recipients].map((address) => ({ ...one, address })) : [one],
    )
  const bounced = latest(named(known.bounced).filter(({ type }) => !isTemporaryBounce(type)))
  const lost = new Set(bounced.map(({ address }) => lower(address)))
  const arrived = named(known.delivered).filter(({ address }) => !lost.has(lower(address)))
  const reached = new Set(arrived.map(({ address }) => lower(address)))
  const delayed = latest(named(known.bounced).filter(({ type }) => isTemporaryBounce(type))).filter(
    ({ address }) => !lost.has(lower(address)) && !reached.has(lower(address)),
  )
  const more = { bounced, delayed, complained: named(known.complained) }
  if (known.rejected) return { state: { is: 'rejected', reason: known.rejected.reason }, ...more }
  if (letter.state !== 'sent') {
    const isRetrying = letter.state === 'sending' && letter.trouble !== undefined
    return { state: { is: isRetrying ? 'retrying' : letter.state }, ...more }
  }
  if (reached.size === 0) return { state: { is: 'sent' }, ...more }
  const last = Math.max(...arrived.map((one) => one.at))
  const of = Math.max(recipients.size, reached.size + lost.size)
  return { state: { is: 'delivered', count: reached.size, of, at: last }, ...more }
}

/** A `Transient` bounce is a warning, not yet a failure. */
export const isTemporaryBounce = (type: string): boolean => type.toLowerCase() === 'transient'

function latest<T extends { address: string; at: number }>(entries: T[]): T[] {
  const byAddress = new Map<string, T>()
  for (const entry of entries) {
    const known = byAddress.get(lower(entry.address))
    if (!known || known.at <= entry.at) byAddress.set(lower(entry.address), entry)
  }
  return [...byAddress.values()]
}
