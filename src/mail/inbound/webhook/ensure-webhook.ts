import { eventPermissions } from '../../../clients/mailbox/event-schemas.ts'
import type { Webhook } from '../../../clients/mailbox/mailbox-schemas.ts'
import { UpstreamError } from '../../../core/errors.ts'
import type { WebhookRecord } from './webhook-record.ts'
import type { InboundScope } from '../inbound-scope.ts'
import { OLD_SECRET_MS } from './accepted-secrets.ts'
import { alertMissingPermission, alertWebhookProblem, type WebhookProblem } from './webhook-alerts.ts'
import { configHash, subscribedEvents } from './webhook-config.ts'

const ASK_ALL_AGAIN_MS = 24 * 60 * 60_000
const MAX_NUMBERS = 20

/** The webhook that this process wants. */
export interface WebhookCheck {
  url: string
  configHash: string
}

/** Ensures that the mailbox has the wanted webhook, enabled and unchanged, and deletes replaced webhooks. */
export async function ensureWebhook(scope: InboundScope, check: WebhookCheck): Promise<void> {
  const {
    clock,
    log,
    inbound: { webhookStore },
  } = scope
  const own = await webhookStore.find()
  if (!own || own.wanted !== check.configHash) {
    await replaceWebhook(scope, check, own, own?.n ?? 1)
  } else {
    const problem = await findWebhookProblem(scope, own)
    if (problem) {
      log.warn({ webhookId: own.webhookId, problem }, 'the mail webhook is replaced')
      await alertWebhookProblem(scope, problem, own.webhookId)
      await replaceWebhook(scope, check, own, own.n + 1)
    } else if (own.missing.length > 0 && clock.now() - own.askedAllAt > clock.scaled(ASK_ALL_AGAIN_MS)) {
      await replaceWebhook(scope, check, own, own.n)
    } else {
      const seen = { checkedAt: clock.now(), isEnabled: true, fault: undefined }
      await webhookStore.update((record) => ({ ...record, ...seen }))
    }
  }
  await deleteReplacedWebhooks(scope)
}

/** Creates the new webhook before deleting the old one: no event is lost in between. */
async function replaceWebhook(
  scope: InboundScope,
  check: WebhookCheck,
  before: WebhookRecord | undefined,
  n: number,
): Promise<void> {
  const {
    clock,
    log,
    inbound: { webhookStore },
  } = scope
  const now = clock.now()
  const created = await createWebhook(scope, check, n)
  const isNew = created.webhookId !== before?.webhookId
  const old = before && isNew ? [{ webhookId: before.webhookId, secret: before.secret, at: now, isGone: false }] : []
  const kept = (before?.replaced ?? []).filter(({ at, isGone }) => !isGone || now - at < OLD_SECRET_MS)
  // Alert and record come before the write: a crash in between repeats them under the same ids. In the other order they would be lost.
  for (const missing of created.missing) await alertMissingPermission(scope, missing, check.configHash)
  const replaced = [...kept, ...old].filter((one) => one.webhookId !== created.webhookId)
  if (isNew) await recordWebhook(scope, created.webhookId, before === undefined ? 'register' : 'replace')
  scope.inbound.secrets.forget()
  await webhookStore.replace({ ...created, replaced })
  log.info({ webhookId: created.webhookId, events: created.events }, 'the mail webhook is registered')
}

const recordWebhook = (
  { team, audit, keyedHash }: InboundScope,
  webhookId: string,
  verb: 'register' | 'replace',
): Promise<void> =>
  audit.record({
    team,
    action: 'webhook.replace',
    verb,
    object: { kind: 'webhook', id: keyedHash('webhook', webhookId) },
    outcome: 'done',
    opId: `webhook.replace:${webhookId}`,
  })

/** Requests all events, or fewer if the key may not receive one. Returns the webhook that the mailbox finally created. */
async function createWebhook(
  { mailbox, clock }: InboundScope,
  { url, configHash: wanted }: WebhookCheck,
  from: number,
): Promise<Omit<WebhookRecord, 'replaced'>> {
  let events = [...subscribedEvents]
  const missing: WebhookRecord['missing'] = []
  for (let n = from; n < from + MAX_NUMBERS;) {
    try {
      const clientId = `bellhop-hook-${configHash(url, events)}-${n}`
      const created = await mailbox.webhooks.create({ url, event_types: events, client_id: clientId })
      const full = created.secret ? created : await mailbox.webhooks.get(created.webhook_id)
      if (full.secret && isAsWanted(full, url, events)) {
        const { webhook_id: webhookId, secret } = full
        const now = clock.now()
        return { wanted, n, webhookId, secret, url, events, isEnabled: true, missing, askedAllAt: now, checkedAt: now }
      }
      n += 1
    } catch (error) {
      const forbidden = readForbiddenEvents(error, events)
      if (forbidden.length === 0) throw error
      for (const event of forbidden) missing.push({ event, permission: eventPermissions[event] ?? event })
      events = events.filter((event) => !forbidden.includes(event))
    }
  }
  throw new Error(`the mailbox answered ${MAX_NUMBERS} times with a webhook other than the one asked for`)
}

async function deleteReplacedWebhooks({ mailbox, inbound: { webhookStore } }: InboundScope): Promise<void> {
  for (const { webhookId, isGone } of (await webhookStore.find())?.replaced ?? []) {
    if (isGone) continue
    await mailbox.webhooks.delete(webhookId)
    await webhookStore.update((own) => ({
      ...own,
      replaced: own.replaced.map((one) => (one.webhookId === webhookId ? { ...one, isGone: true } : one)),
    }))
  }
}

/** Compares the webhook in the mailbox with the wanted one. Returns undefined if they match. */
async function findWebhookProblem({ mailbox }: InboundScope, own: WebhookRecord): Promise<WebhookProblem | undefined> {
  try {
    const found = await mailbox.webhooks.get(own.webhookId)
    if (found.enabled === false) return 'disabled'
    return isAsWanted(found, own.url, own.events) ? undefined : 'changed'
  } catch (error) {
    if (error instanceof UpstreamError && error.details.code === 'not_found') return 'gone'
    throw error
  }
}

function isAsWanted(webhook: Webhook, url: string, events: string[]): boolean {
  const found = new Set(webhook.event_types)
  return (
    webhook.url === url &&
    webhook.enabled !== false &&
    found.size === events.length &&
    events.every((event) => found.has(event))
  )
}

/** The restricted events that a 403 is about: those with a permission that it names, or all of them if it names none. */
function readForbiddenEvents(error: unknown, events: string[]): string[] {
  if (!(error instanceof UpstreamError) || error.details.status !== 403) return []
  if (!['missing_permission', 'forbidden'].includes(error.details.code)) return []
  const restricted = events.filter((event) => eventPermissions[event] !== undefined)
  const text = `${error.details.fix ?? ''} ${error.details.serviceMessage ?? ''}`
  const named = restricted.filter((event) => text.includes(eventPermissions[event] ?? event))
  return named.length > 0 ? named : restricted
}
