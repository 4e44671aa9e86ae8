import { parseJsonBody, type JsonObject } from '../../server/control-routes.ts'
import type { HttpAnswer, HttpCall, Route } from '../../server/http-types.ts'
import {
  codedAnswer,
  BrokenRequest,
  gatewayAnswer,
  validationError,
  notFoundError,
  MailboxError,
} from './error-codes.ts'
import { type Inbox, type ApiKey, type Pod, type MailboxState } from './mailbox-types.ts'
import { API_KEY_PREFIX } from './mailbox-state.ts'

export interface MailRequest {
  call: HttpCall
  key: ApiKey
  params: Record<string, string>
  /** The JSON body; anything but an object is a validation error. */
  fields(): JsonObject
}

export interface MailRoute {
  method: string
  pattern: string
  /** The permission that a restricted key needs; absent if any key may call the route. */
  permission?: string
  run(asked: MailRequest): HttpAnswer | Promise<HttpAnswer>
}

export const hasPermission = (key: ApiKey, permission: string): boolean =>
  !key.permissions || key.permissions[permission] === true

export function requirePermission(key: ApiKey, permission: string): void {
  if (hasPermission(key, permission)) return
  throw new MailboxError('missing_permission', {
    message: `${permission} is forbidden`,
    fix: `Grant the permission ${permission} to this API key.`,
  })
}

export const isOrganizationKey = (key: ApiKey): boolean => !key.inbox_id && !key.pod_id

export function requireOrganizationKey(key: ApiKey): void {
  if (!isOrganizationKey(key)) throw new MailboxError('forbidden')
}

export const canSeeInbox = (key: ApiKey, inbox: Inbox): boolean =>
  key.inbox_id ? key.inbox_id === inbox.inbox_id : !key.pod_id || key.pod_id === inbox.pod_id

export const canSeePod = (key: ApiKey, podId: string): boolean => !key.inbox_id && (!key.pod_id || key.pod_id === podId)

/** The inbox in the path. One outside the key's scope is refused exactly like an unknown one. */
export function requireInbox(state: MailboxState, { key, params }: Pick<MailRequest, 'key' | 'params'>): Inbox {
  const inbox = state.inboxes.get(params['inbox_id'] ?? '')
  if (!inbox || !canSeeInbox(key, inbox)) throw notFoundError('Inbox')
  if (params['pod_id'] !== undefined && inbox.pod_id !== params['pod_id']) throw notFoundError('Inbox')
  if (state.deleting.has(inbox.inbox_id)) throw new MailboxError('resource_deleting')
  return inbox
}

export function requirePod(state: MailboxState, { key, params }: Pick<MailRequest, 'key' | 'params'>): Pod {
  const pod = state.pods.get(params['pod_id'] ?? '')
  if (!pod || !canSeePod(key, pod.pod_id)) throw notFoundError('Pod')
  return pod
}

/** The inboxes that are visible to the key and inside the path's pod. */
export function visibleInboxes(state: MailboxState, asked: MailRequest): Inbox[] {
  if (asked.params['inbox_id'] !== undefined) return [requireInbox(state, asked)]
  const pod = asked.params['pod_id'] === undefined ? undefined : requirePod(state, asked).pod_id
  return [...state.inboxes.values()].filter((inbox) => canSeeInbox(asked.key, inbox) && (!pod || inbox.pod_id === pod))
}

/** Finds the key of a request. A malformed header is refused by the gateway, without a code. */
function identify(state: MailboxState, call: HttpCall): ApiKey | HttpAnswer {
  const { authorization } = call.headers
  if (state.account.region_blocked) return gatewayAnswer(403)
  if (!authorization) return gatewayAnswer(401)
  const [, token] = /^Bearer (\S+)$/.exec(authorization) ?? []
  if (!token) return codedAnswer('missing_authorization')
  if (/^eyJ|^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return codedAnswer('invalid_token_type')
  const key = state.keys.find((one) => one.key === token)
  if (key?.expires_at && Date.parse(key.expires_at) <= Date.now()) return codedAnswer('unauthorized')
  if (key) return key
  const cut = token.length > API_KEY_PREFIX.length && state.keys.some((one) => one.key.startsWith(token))
  return cut ? gatewayAnswer(403) : codedAnswer('unknown_api_key')
}

/** Wraps the mailbox's routes: credentials, rate limit and permission of the key first, then the route. Refusals become coded answers. */
export function guardRoutes(state: MailboxState, pace: (key: ApiKey) => void, routes: MailRoute[]): Route[] {
  return routes.map((route) => ({
    method: route.method,
    pattern: route.pattern,
    async run(call, params) {
      const key = identify(state, call)
      if ('status' in key) return key
      try {
        pace(key)
        if (Object.values(params).includes('')) throw new MailboxError('forbidden')
        if (route.permission) requirePermission(key, route.permission)
        key.used_at = new Date().toISOString()
        const fields = (): JsonObject => {
          const body = parseJsonBody(call)
          if (!body) throw validationError([], 'The body must be a JSON object')
          return body
        }
        return await route.run({ call, key, params, fields })
      } catch (error) {
        if (error instanceof BrokenRequest) {
          call.request.socket.destroy()
          return codedAnswer('internal_error')
        }
        if (error instanceof MailboxError) return codedAnswer(error.code, error.extra)
        throw error
      }
    },
  }))
}

/** An unknown path is named, but only to a caller with a key. */
export const unknownRoute =
  (state: MailboxState) =>
  (call: HttpCall): HttpAnswer => {
    const key = identify(state, call)
    if ('status' in key) return key
    return codedAnswer('not_found', {
      message: 'Route not found',
      fix: `${call.method} ${call.path} is no route of this API; check method, path and version prefix.`,
    })
  }
