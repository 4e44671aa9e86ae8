import { z } from 'zod'
import { UpstreamError } from '../../core/errors.ts'
import { lenientList, lenientNumber, lenientText, lenientTextList } from '../lenient-schema.ts'
import { fetchAllPages, type MailboxCaller } from './mailbox-request.ts'
import { type Webhook, webhookSchema } from './mailbox-schemas.ts'

/** The webhooks of an inbox or a pod; of the organization if undefined. */
export type WebhookScope = { inboxId: string } | { podId: string } | undefined

export interface NewWebhook {
  url: string
  event_types: string[]
  client_id?: string
  inbox_ids?: string[]
  pod_ids?: string[]
  headers?: Record<string, string>
}

export interface WebhookChanges {
  event_types?: string[]
  add_inbox_ids?: string[]
  remove_inbox_ids?: string[]
  add_pod_ids?: string[]
  remove_pod_ids?: string[]
}

export interface WebhookPage {
  webhooks: Webhook[]
  count?: number
  nextPageToken?: string
}

/** The webhooks of an account; every call is about one scope. Throws `UpstreamError`. */
export interface MailWebhooks {
  /** With a `client_id` that was used before, the answer is the webhook of that time: compare it with the request. */
  create(webhook: NewWebhook, scope?: WebhookScope): Promise<Webhook>
  /** Newest first. Secrets are removed, even if the service sends them. */
  page(
    options?: { limit?: number; pageToken?: string; ascending?: boolean },
    scope?: WebhookScope,
  ): Promise<WebhookPage>
  /** All pages. */
  all(scope?: WebhookScope): Promise<Webhook[]>
  /** With its secret. */
  get(webhookId: string, scope?: WebhookScope): Promise<Webhook>
  update(webhookId: string, changes: WebhookChanges, scope?: WebhookScope): Promise<Webhook>
  /** False if it no longer existed, which counts as success for a repeated call. */
  delete(webhookId: string, scope?: WebhookScope): Promise<boolean>
  headerNames(webhookId: string, scope?: WebhookScope): Promise<string[]>
  /** Sets, replaces and removes in one step. */
  updateHeaders(
    webhookId: string,
    changes: { set?: Record<string, string>; remove?: string[] },
    scope?: WebhookScope,
  ): Promise<void>
}

const pageSchema = z.looseObject({
  webhooks: lenientList(webhookSchema),
  count: lenientNumber,
  next_page_token: lenientText,
})

function scopeRoute(scope: WebhookScope): { prefix: string; ids: Record<string, string> } {
  if (scope === undefined) return { prefix: '/v0/webhooks', ids: {} }
  if ('inboxId' in scope) return { prefix: '/v0/inboxes/{inbox_id}/webhooks', ids: { inbox_id: scope.inboxId } }
  return { prefix: '/v0/pods/{pod_id}/webhooks', ids: { pod_id: scope.podId } }
}

/** The webhooks of the mailbox, in all three scopes. */
export function createMailWebhooks({ call, callWithoutAnswer }: MailboxCaller): MailWebhooks {
  function webhookRoute(scope: WebhookScope, webhookId: string, below = '') {
    const { prefix, ids } = scopeRoute(scope)
    return { route: `${prefix}/{webhook_id}${below}`, ids: { ...ids, webhook_id: webhookId } }
  }

  const webhooks: MailWebhooks = {
    create(webhook, scope) {
      const { prefix, ids } = scopeRoute(scope)
      return call({ method: 'POST', route: prefix, ids, json: webhook, clientId: webhook.client_id }, webhookSchema)
    },
    async page(options = {}, scope) {
      const { prefix, ids } = scopeRoute(scope)
      const query = {
        limit: options.limit?.toString(),
        page_token: options.pageToken,
        ascending: options.ascending?.toString(),
      }
      const page = await call({ method: 'GET', route: prefix, ids, query }, pageSchema)
      return {
        webhooks: page.webhooks.map((webhook) => ({ ...webhook, secret: undefined })),
        ...(page.count !== undefined && { count: page.count }),
        ...(page.next_page_token && { nextPageToken: page.next_page_token }),
      }
    },
    all: (scope) =>
      fetchAllPages(async (pageToken) => {
        const page = await webhooks.page(pageToken === undefined ? {} : { pageToken }, scope)
        return { entries: page.webhooks, next: page.nextPageToken }
      }),
    get: (webhookId, scope) => call({ method: 'GET', ...webhookRoute(scope, webhookId) }, webhookSchema),
    async update(webhookId, changes, scope) {
      // The answer to an update is not documented. If it is not a webhook, read the webhook.
      const answer = z.unknown().transform((value) => webhookSchema.safeParse(value).data)
      const updated = await call({ method: 'PATCH', ...webhookRoute(scope, webhookId), json: changes }, answer)
      return updated ?? webhooks.get(webhookId, scope)
    },
    async delete(webhookId, scope) {
      try {
        await callWithoutAnswer({ method: 'DELETE', ...webhookRoute(scope, webhookId) })
        return true
      } catch (error) {
        if (error instanceof UpstreamError && error.details.code === 'not_found') return false
        throw error
      }
    },
    async headerNames(webhookId, scope) {
      const schema = z.looseObject({ header_names: lenientTextList })
      return (await call({ method: 'GET', ...webhookRoute(scope, webhookId, '/headers') }, schema)).header_names
    },
    updateHeaders(webhookId, { set, remove }, scope) {
      const json = { ...(set && { headers: set }), ...(remove && { remove_headers: remove }) }
      return callWithoutAnswer({ method: 'PATCH', ...webhookRoute(scope, webhookId, '/headers'), json })
    },
  }
  return webhooks
}
