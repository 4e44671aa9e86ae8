import { randomBytes } from 'node:crypto'
import { validationError, notFoundError, MailboxError } from '../api/error-codes.ts'
import { answerPage } from '../api/list-pages.ts'
import { omitUndefined, createFieldReader, findByClientId } from '../api/field-reader.ts'
import {
  requireInbox,
  requirePod,
  canSeeInbox,
  canSeePod,
  type MailRequest,
  type MailRoute,
} from '../api/route-guard.ts'
import { type ApiKey, type MailboxState, type Webhook } from '../api/mailbox-types.ts'
import { newMailId, newTimestamps } from '../api/mailbox-state.ts'
import { checkCount, checkHeaders, checkPermissions, checkTargets, checkTypes } from './webhook-checks.ts'

const shown = (webhook: Webhook, secret: boolean) =>
  omitUndefined({
    webhook_id: webhook.webhook_id,
    url: webhook.url,
    event_types: webhook.event_types,
    inbox_ids: webhook.inbox_ids.length > 0 ? webhook.inbox_ids : undefined,
    pod_ids: webhook.pod_ids.length > 0 ? webhook.pod_ids : undefined,
    client_id: webhook.client_id,
    enabled: webhook.enabled,
    secret: secret ? webhook.secret : undefined,
    created_at: webhook.created_at,
    updated_at: webhook.updated_at,
  })

/** The webhooks that a key may see: all of the organization, or those that watch nothing outside its scope. */
function sees(state: MailboxState, key: ApiKey, webhook: Webhook): boolean {
  if (!key.inbox_id && !key.pod_id) return true
  const { inbox_ids, pod_ids } = webhook
  if (inbox_ids.length + pod_ids.length === 0) return false
  return (
    pod_ids.every((podId) => canSeePod(key, podId)) &&
    inbox_ids.every((inboxId) => {
      const inbox = state.inboxes.get(inboxId)
      return inbox !== undefined && canSeeInbox(key, inbox)
    })
  )
}

/** The scope given by the path or the key: an inbox, a pod or none. */
function scopeOf(state: MailboxState, asked: MailRequest): Webhook['scope'] {
  if (asked.params['inbox_id'] !== undefined) return { inbox_id: requireInbox(state, asked).inbox_id }
  if (asked.params['pod_id'] !== undefined) return { pod_id: requirePod(state, asked).pod_id }
  return {}
}

function webhookOf(state: MailboxState, asked: MailRequest): Webhook {
  const { inbox_id, pod_id } = scopeOf(state, asked)
  const webhook = state.webhooks.get(asked.params['webhook_id'] ?? '')
  if (!webhook || !sees(state, asked.key, webhook)) throw notFoundError('Webhook')
  if (inbox_id && webhook.scope.inbox_id !== inbox_id) throw notFoundError('Webhook')
  if (pod_id && webhook.scope.pod_id !== pod_id) throw notFoundError('Webhook')
  return webhook
}

function create(state: MailboxState, asked: MailRequest): Webhook {
  const { key } = asked
  const scope = scopeOf(state, asked)
  const read = createFieldReader(asked.fields())
  const clientId = read.clientId()
  read.check()
  const same = findByClientId(state, 'webhook', state.webhooks, clientId)
  if (same) {
    if (!sees(state, key, same)) throw notFoundError('Webhook')
    return same
  }
  const url = read.text('url')
  if (url === undefined) read.wrong('url', 'Required')
  else if (!URL.canParse(url) || new URL(url).protocol !== 'https:') read.wrong('url', 'Must be an https URL')
  const types = read.texts('event_types')
  checkTypes(types, read.wrong)
  const headers = read.record('headers')
  checkHeaders(headers, read.wrong)
  if (scope.inbox_id !== undefined && read.texts('inbox_ids')) read.wrong('inbox_ids', 'Fixed by the path')
  if (scope.inbox_id !== undefined || scope.pod_id !== undefined)
    if (read.texts('pod_ids')) read.wrong('pod_ids', 'Fixed by the path')
  let inboxIds = [...new Set(read.texts('inbox_ids') ?? [])]
  let podIds = [...new Set(read.texts('pod_ids') ?? [])]
  read.check()
  checkCount(inboxIds, podIds)
  const { webhook_limit: limit } = state.account
  if (state.webhooks.size >= limit)
    throw new MailboxError('limit_exceeded', {
      message: `The organization already has ${limit} webhooks`,
      resource: 'webhook',
      limit,
      fix: 'Delete a webhook that is no longer needed.',
    })
  checkPermissions(key, types)
  checkTargets(state, key, inboxIds, podIds, scope.pod_id)
  const owner = scope.inbox_id || scope.pod_id ? scope : omitUndefined({ inbox_id: key.inbox_id, pod_id: key.pod_id })
  if (inboxIds.length + podIds.length === 0) {
    inboxIds = owner.inbox_id ? [owner.inbox_id] : []
    podIds = owner.pod_id && !owner.inbox_id ? [owner.pod_id] : []
  }
  const webhook: Webhook = {
    webhook_id: newMailId('whk'),
    scope: owner,
    url: url ?? '',
    event_types: [...new Set(types)],
    inbox_ids: inboxIds,
    pod_ids: podIds,
    headers: headers ?? {},
    secret: `whsec_${randomBytes(32).toString('base64')}`,
    enabled: true,
    ...(clientId !== undefined && { client_id: clientId }),
    ...newTimestamps(),
  }
  state.webhooks.set(webhook.webhook_id, webhook)
  if (clientId !== undefined) state.clientIds.set(clientId, { kind: 'webhook', id: webhook.webhook_id })
  return webhook
}

const without = (all: string[], added: string[] = [], removed: string[] = []): string[] =>
  [...new Set([...all, ...added])].filter((one) => !removed.includes(one))

function update(state: MailboxState, asked: MailRequest): Webhook {
  const webhook = webhookOf(state, asked)
  const { scope } = webhook
  const read = createFieldReader(asked.fields())
  const types = read.texts('event_types')
  if (types || 'event_types' in asked.fields()) checkTypes(types, read.wrong)
  const lists = {
    add_inbox_ids: read.texts('add_inbox_ids'),
    remove_inbox_ids: read.texts('remove_inbox_ids'),
    add_pod_ids: read.texts('add_pod_ids'),
    remove_pod_ids: read.texts('remove_pod_ids'),
  }
  for (const [name, list] of Object.entries(lists)) {
    if (!list) continue
    if (scope.inbox_id) read.wrong(name, 'An inbox-scoped webhook can change only event_types')
    else if (scope.pod_id && name.endsWith('pod_ids')) read.wrong(name, 'The pod of a pod-scoped webhook is fixed')
  }
  for (const name of ['url', 'client_id', 'secret', 'enabled'])
    if (name in asked.fields()) read.wrong(name, 'Cannot be changed')
  read.check()
  let inboxIds = without(webhook.inbox_ids, lists.add_inbox_ids, lists.remove_inbox_ids)
  let podIds = without(webhook.pod_ids, lists.add_pod_ids, lists.remove_pod_ids)
  // Naming inboxes narrows a webhook that watched its entire pod.
  if (scope.pod_id && lists.add_inbox_ids?.length) podIds = []
  checkCount(inboxIds, podIds)
  checkPermissions(asked.key, types)
  checkTargets(state, asked.key, lists.add_inbox_ids ?? [], lists.add_pod_ids ?? [], scope.pod_id)
  if ((scope.inbox_id || scope.pod_id) && inboxIds.length + podIds.length === 0)
    throw validationError('remove_inbox_ids', 'A scoped webhook must keep at least one inbox or pod subscription')
  Object.assign(webhook, { inbox_ids: inboxIds, pod_ids: podIds, updated_at: new Date().toISOString() })
  if (types) webhook.event_types = [...new Set(types)]
  return webhook
}

/** Changes all headers or none: names and values are checked first. */
function updateHeaders(state: MailboxState, asked: MailRequest): void {
  const webhook = webhookOf(state, asked)
  const read = createFieldReader(asked.fields())
  const headers = read.record('headers')
  const removed = read.texts('remove_headers')
  if (!headers && !removed) read.wrong('headers', 'At least one of headers and remove_headers is required')
  checkHeaders(headers, read.wrong)
  const lower = new Set(removed?.map((name) => name.toLowerCase()))
  for (const name of Object.keys(headers ?? {}))
    if (lower.has(name.toLowerCase())) read.wrong('headers', `${name} is both set and removed`)
  read.check()
  const set = new Set(Object.keys(headers ?? {}).map((name) => name.toLowerCase()))
  const kept = Object.entries(webhook.headers).filter(([name]) => {
    const key = name.toLowerCase()
    return !set.has(key) && !lower.has(key)
  })
  webhook.headers = { ...Object.fromEntries(kept), ...headers }
  webhook.updated_at = new Date().toISOString()
}

/** Webhooks at the organization, at an inbox and at a pod: the same seven operations. */
export function webhookRoutes(state: MailboxState, gone: (webhook: Webhook) => void): MailRoute[] {
  const scopes = ['/v0/webhooks', '/v0/inboxes/:inbox_id/webhooks', '/v0/pods/:pod_id/webhooks']
  return scopes.flatMap((base): MailRoute[] => [
    {
      method: 'POST',
      pattern: base,
      permission: 'webhook_create',
      run: (asked) => ({ status: 200, body: shown(create(state, asked), true) }),
    },
    {
      method: 'GET',
      pattern: base,
      permission: 'webhook_read',
      run: (asked) => {
        const { inbox_id, pod_id } = scopeOf(state, asked)
        const visible = [...state.webhooks.values()].filter(
          (one) =>
            sees(state, asked.key, one) &&
            (!inbox_id || one.scope.inbox_id === inbox_id) &&
            (!pod_id || one.scope.pod_id === pod_id),
        )
        return answerPage(asked.call.query, 'webhooks', visible, (one) => shown(one, state.account.secret_in_lists))
      },
    },
    {
      method: 'GET',
      pattern: `${base}/:webhook_id`,
      permission: 'webhook_read',
      run: (asked) => ({ status: 200, body: shown(webhookOf(state, asked), true) }),
    },
    {
      method: 'PATCH',
      pattern: `${base}/:webhook_id`,
      permission: 'webhook_update',
      run: (asked) => ({ status: 200, body: shown(update(state, asked), true) }),
    },
    {
      method: 'DELETE',
      pattern: `${base}/:webhook_id`,
      permission: 'webhook_delete',
      run: (asked) => {
        const webhook = webhookOf(state, asked)
        state.webhooks.delete(webhook.webhook_id)
        if (webhook.client_id !== undefined) state.clientIds.delete(webhook.client_id)
        gone(webhook)
        return { status: 204 }
      },
    },
    {
      method: 'GET',
      pattern: `${base}/:webhook_id/headers`,
      permission: 'webhook_read',
      run: (asked) => ({ status: 200, body: { header_names: Object.keys(webhookOf(state, asked).headers) } }),
    },
    {
      method: 'PATCH',
      pattern: `${base}/:webhook_id/headers`,
      permission: 'webhook_update',
      run: (asked) => {
        updateHeaders(state, asked)
        return { status: 204 }
      },
    },
  ])
}
