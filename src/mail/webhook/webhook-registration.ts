import { createHash } from 'node:crypto'
import { z } from 'zod'
import { eventPermissions } from '../../clients/mailbox/event-schemas.ts'
import type { MailWebhooks } from '../../clients/mailbox/mailbox-webhooks.ts'
import type { Webhook } from '../../clients/mailbox/mailbox-schemas.ts'
import type { Clock } from '../../core/clock.ts'
import { UpstreamError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import type { Store } from '../../store/store.ts'
import { createTable } from '../../store/typed-table.ts'

/** Everything that a webhook can be subscribed to; `message.opened` cannot. */
export const subscribedEvents = [
  'message.received',
  'message.received.spam',
  'message.received.blocked',
  'message.received.unauthenticated',
  'message.sent',
  'message.delivered',
  'message.bounced',
  'message.complained',
  'message.rejected',
  'domain.verified',
]

const CHECK_MS = 5 * 60_000
const MAX_WAIT_MS = 60_000
const ASK_ALL_AGAIN_MS = 24 * 60 * 60_000
/** Deliveries that the old webhook owes come up to 28 hours late and carry its signature. */
const OLD_SECRET_MS = 3 * 24 * 60 * 60_000
const MEMORY_MS = 10_000
const FRESH_MS = 1_000
const MAX_NUMBERS = 20

const schema = z.object({
  /** Of the url and the events that were first asked for: another one means that the settings changed. */
  wanted: z.string(),
  n: z.number(),
  webhookId: z.string(),
  secret: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  isEnabled: z.boolean(),
  /** Restricted events that the key may not see. */
  missing: z.array(z.object({ event: z.string(), permission: z.string() })),
  askedAllAt: z.number(),
  checkedAt: z.number(),
  fault: z.string().optional(),
  replaced: z.array(z.object({ webhookId: z.string(), secret: z.string(), at: z.number(), isGone: z.boolean() })),
})
/** The app's own webhook, as it was last seen. */
export type WebhookRecord = z.infer<typeof schema>

/** How long a watch may meet processes with other settings while the app is restarted one by one. */
const HANDOVER_MS = 60 * 60_000
const HANDOVER_WAIT_MS = 15_000
const DAY_MS = 24 * 60 * 60_000

const checkTask = taskKind(
  'mail.webhook',
  z.object({ team: z.string(), wanted: z.string(), at: z.number().default(0) }),
)

/** What the admins are told about the webhook. */
export type WebhookAlert =
  | { about: 'disabled' | 'changed' | 'gone' }
  | { about: 'missing'; event: string; permission: string }
  | { about: 'refused'; error: UpstreamError }

export interface RegistrationDeps {
  store: Store
  queue: Queue
  clock: Clock
  log: Log
  webhooks: MailWebhooks
  /** The app's own https address; without it the webhook is made by hand and only its secrets count. */
  publicUrl: string | undefined
  path: string
  /** Secrets that are always accepted. */
  secrets: string[]
  /** Tells the admins; `opId` names the occasion. */
  alarm: (team: string, opId: string, alarm: WebhookAlert) => Promise<void>
}

/** Keeps one webhook of the app's own standing, and knows every secret that a delivery may be signed with. */
export function registration(deps: RegistrationDeps) {
  const { store, queue, clock, log, webhooks, publicUrl, alarm } = deps
  const url = publicUrl === undefined ? undefined : `${publicUrl.replace(/\/+$/, '')}${deps.path}`
  const wanted = hash(url ?? '', subscribedEvents)
  const rows = (team: string) => createTable(store, { partition: `${team}/mail.webhook`, schema })
  let memory: { at: number; secrets: string[] } | undefined
  let failures = 0

  const today = (): number => Math.floor(clock.now() / DAY_MS)
  const read = async (team: string): Promise<WebhookRecord | undefined> => (await rows(team).get('own'))?.value

  async function write(team: string, value: WebhookRecord): Promise<void> {
    memory = undefined
    await rows(team).update('own', () => value)
  }

  /** Asks for all events, and for fewer where the key may not see one; answers what stands in the end. */
  async function stand(address: string, from: number): Promise<Omit<WebhookRecord, 'replaced'>> {
    let events = [...subscribedEvents]
    const missing: WebhookRecord['missing'] = []
    for (let n = from; n < from + MAX_NUMBERS;) {
      try {
        const clientId = `bellhop-hook-${hash(address, events)}-${n}`
        const made = await webhooks.create({ url: address, event_types: events, client_id: clientId })
        const full = made.secret ? made : await webhooks.get(made.webhook_id)
        if (full.secret && matches(full, address, events)) {
          const now = clock.now()
          const { webhook_id: webhookId, secret } = full
          const facts = { wanted, n, webhookId, secret, url: address, events, isEnabled: true, missing }
          return { ...facts, askedAllAt: now, checkedAt: now }
        }
        n += 1
      } catch (error) {
        const refused = forbidden(error, events)
        if (refused.length === 0) throw error
        for (const event of refused) missing.push({ event, permission: eventPermissions[event] ?? event })
        events = events.filter((event) => !refused.includes(event))
      }
    }
    throw new Error(`the mailbox answered ${MAX_NUMBERS} times with a webhook other than the one asked for`)
  }

  /** The new one stands before the old one goes, so that no event falls in between. */
  async function establish(team: string, address: string, before: WebhookRecord | undefined, n: number): Promise<void> {
    const now = clock.now()
    const stands = await stand(address, n)
    const isNew = stands.webhookId !== before?.webhookId
    const old = before && isNew ? [{ webhookId: before.webhookId, secret: before.secret, at: now, isGone: false }] : []
    const kept = (before?.replaced ?? []).filter(({ at, isGone }) => !isGone || now - at < OLD_SECRET_MS)
    // Told before it is written: a crash in between tells it again, the other order would not tell it before the next day.
    for (const { event, permission } of stands.missing)
      await alarm(team, `mail.webhook.missing:${wanted}:${permission}`, { about: 'missing', event, permission })
    await write(team, { ...stands, replaced: [...kept, ...old].filter((one) => one.webhookId !== stands.webhookId) })
    log.info({ webhookId: stands.webhookId, events: stands.events }, 'the mail webhook stands')
  }

  async function clear(team: string): Promise<void> {
    for (const { webhookId, isGone } of (await read(team))?.replaced ?? []) {
      if (isGone) continue
      await webhooks.delete(webhookId)
      await rows(team).update(
        'own',
        (own) =>
          own && {
            ...own,
            replaced: own.replaced.map((one) => (one.webhookId === webhookId ? { ...one, isGone: true } : one)),
          },
      )
    }
  }

  /** What is wrong with the webhook as the mailbox has it now; undefined when nothing is. */
  async function fault(own: WebhookRecord): Promise<'disabled' | 'changed' | 'gone' | undefined> {
    try {
      const found = await webhooks.get(own.webhookId)
      if (found.enabled === false) return 'disabled'
      return matches(found, own.url, own.events) ? undefined : 'changed'
    } catch (error) {
      if (error instanceof UpstreamError && error.details.code === 'not_found') return 'gone'
      throw error
    }
  }

  async function check(team: string, address: string): Promise<void> {
    const own = await read(team)
    if (!own || own.wanted !== wanted) {
      await establish(team, address, own, own?.n ?? 1)
    } else {
      const wrong = await fault(own)
      if (wrong) {
        log.warn({ webhookId: own.webhookId, wrong }, 'the mail webhook does not stand and is replaced')
        await alarm(team, `mail.webhook.${wrong}:${own.webhookId}`, { about: wrong })
        await establish(team, address, own, own.n + 1)
      } else if (own.missing.length > 0 && clock.now() - own.askedAllAt > clock.scaled(ASK_ALL_AGAIN_MS)) {
        await establish(team, address, own, own.n)
      } else {
        const seen = { checkedAt: clock.now(), isEnabled: true, fault: undefined }
        await rows(team).update('own', (now) => now && { ...now, ...seen })
      }
    }
    await clear(team)
  }

  return {
    /** Starts the watch; called at every start, it begins at once when the settings have changed. */
    start: async (team: string): Promise<void> => {
      if (url === undefined) return
      await queue.send(checkTask.of({ team, wanted, at: clock.now() }), {
        id: `mail.webhook:${team}:${wanted}`,
        rememberMs: 60_000,
      })
    },

    task: checkTask.handler(async ({ team, wanted: asked, at }) => {
      if (url === undefined || asked !== wanted)
        return clock.now() - at < clock.scaled(HANDOVER_MS) ? { againMs: clock.scaled(HANDOVER_WAIT_MS) } : undefined
      try {
        await check(team, url)
        failures = 0
        return { againMs: clock.scaled(CHECK_MS) }
      } catch (error) {
        failures += 1
        log.error({ err: error, failures }, 'the mail webhook could not be checked')
        const words = error instanceof Error ? error.message : 'unknown'
        await rows(team).update('own', (own) => own && { ...own, fault: words })
        const known = error instanceof UpstreamError ? error : undefined
        if (known?.details.outcome === 'refused')
          await alarm(team, `mail.webhook.refused:${wanted}:${known.details.code}:${today()}`, {
            about: 'refused',
            error: known,
          })
        const wait = known?.details.retryAfterMs
        return { againMs: wait ?? Math.min(2 ** failures * 500, MAX_WAIT_MS) }
      }
    }),

    /** Whether mail reaches the app, as far as is known. */
    ready: async (team: string): Promise<boolean> => {
      if (url === undefined) return deps.secrets.length > 0
      const own = await read(team)
      return own !== undefined && own.wanted === wanted && own.isEnabled
    },

    registered: read,

    /** Remembered for seconds; a delivery that fits none may ask past the memory, at most once a second. */
    accepted: async (team: string, { isFresh }: { isFresh: boolean }): Promise<string[]> => {
      const age = memory ? clock.now() - memory.at : Infinity
      if (memory && age < (isFresh ? FRESH_MS : MEMORY_MS)) return memory.secrets
      const own = url === undefined ? undefined : await read(team)
      const old = (own?.replaced ?? []).filter(({ at }) => clock.now() - at < OLD_SECRET_MS)
      const secrets = [...deps.secrets, ...(own ? [own.secret] : []), ...old.map(({ secret }) => secret)]
      memory = { at: clock.now(), secrets }
      return secrets
    },
  }
}

/** Frozen with the prefix `bellhop-hook-`: the same url and events find the same webhook again. */
function hash(address: string, events: string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([address, [...events].sort()]))
    .digest('hex')
    .slice(0, 16)
}

function matches(webhook: Webhook, address: string, events: string[]): boolean {
  const has = new Set(webhook.event_types)
  return (
    webhook.url === address &&
    webhook.enabled !== false &&
    has.size === events.length &&
    events.every((event) => has.has(event))
  )
}

/** The restricted events that a 403 is about: those whose permission it names, or all of them when it names none. */
function forbidden(error: unknown, events: string[]): string[] {
  if (!(error instanceof UpstreamError) || error.details.status !== 403) return []
  if (!['missing_permission', 'forbidden'].includes(error.details.code)) return []
  const restricted = events.filter((event) => eventPermissions[event] !== undefined)
  const words = `${error.details.fix ?? ''} ${error.details.serviceMessage ?? ''}`
  const named = restricted.filter((event) => words.includes(eventPermissions[event] ?? event))
  return named.length > 0 ? named : restricted
}
