import { fieldsOf, type Fields } from '../../server/control-routes.ts'
import type { Answer, Call, Route } from '../../server/http-types.ts'
import { coded, Death, edge, invalid, missing, Refusal } from './error-codes.ts'
import { KEY_PREFIX, type Inbox, type Key, type Pod, type State } from '../model/mailbox-state.ts'

export interface Asked {
  call: Call
  key: Key
  params: Record<string, string>
  /** The JSON body; what is no JSON object is a validation error. */
  fields(): Fields
}

export interface MailRoute {
  method: string
  pattern: string
  /** What a restricted key needs; without it any key will do. */
  permission?: string
  run(asked: Asked): Answer | Promise<Answer>
}

export const may = (key: Key, permission: string): boolean => !key.permissions || key.permissions[permission] === true

export function demand(key: Key, permission: string): void {
  if (may(key, permission)) return
  throw new Refusal('missing_permission', {
    message: `${permission} is forbidden`,
    fix: `Grant the permission ${permission} to this API key.`,
  })
}

export const isOrganizationKey = (key: Key): boolean => !key.inbox_id && !key.pod_id

export function demandOrganization(key: Key): void {
  if (!isOrganizationKey(key)) throw new Refusal('forbidden')
}

export const seesInbox = (key: Key, inbox: Inbox): boolean =>
  key.inbox_id ? key.inbox_id === inbox.inbox_id : !key.pod_id || key.pod_id === inbox.pod_id

export const seesPod = (key: Key, podId: string): boolean => !key.inbox_id && (!key.pod_id || key.pod_id === podId)

/** Outside the key's scope is told exactly as if it did not exist. */
export function inboxOf(state: State, { key, params }: Pick<Asked, 'key' | 'params'>): Inbox {
  const inbox = state.inboxes.get(params['inbox_id'] ?? '')
  if (!inbox || !seesInbox(key, inbox)) throw missing('Inbox')
  if (params['pod_id'] !== undefined && inbox.pod_id !== params['pod_id']) throw missing('Inbox')
  if (state.deleting.has(inbox.inbox_id)) throw new Refusal('resource_deleting')
  return inbox
}

export function podOf(state: State, { key, params }: Pick<Asked, 'key' | 'params'>): Pod {
  const pod = state.pods.get(params['pod_id'] ?? '')
  if (!pod || !seesPod(key, pod.pod_id)) throw missing('Pod')
  return pod
}

/** The inboxes that a route and a key leave in sight. */
export function inboxesIn(state: State, asked: Asked): Inbox[] {
  if (asked.params['inbox_id'] !== undefined) return [inboxOf(state, asked)]
  const pod = asked.params['pod_id'] === undefined ? undefined : podOf(state, asked).pod_id
  return [...state.inboxes.values()].filter((inbox) => seesInbox(asked.key, inbox) && (!pod || inbox.pod_id === pod))
}

/** Headers, then the key: what is malformed never gets past the edge and has no code. */
function identify(state: State, call: Call): Key | Answer {
  const { authorization } = call.headers
  if (state.account.region_blocked) return edge(403)
  if (!authorization) return edge(401)
  const [, token] = /^Bearer (\S+)$/.exec(authorization) ?? []
  if (!token) return coded('missing_authorization')
  if (/^eyJ|^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return coded('invalid_token_type')
  const key = state.keys.find((one) => one.key === token)
  if (key?.expires_at && Date.parse(key.expires_at) <= Date.now()) return coded('unauthorized')
  if (key) return key
  const cut = token.length > KEY_PREFIX.length && state.keys.some((one) => one.key.startsWith(token))
  return cut ? edge(403) : coded('unknown_api_key')
}

/** Turns the mailbox's routes into the host's: credentials, the key's pace, its permission, then the route; refusals become coded answers. */
export function guarded(state: State, pace: (key: Key) => void, routes: MailRoute[]): Route[] {
  return routes.map((route) => ({
    method: route.method,
    pattern: route.pattern,
    async run(call, params) {
      const key = identify(state, call)
      if ('status' in key) return key
      try {
        pace(key)
        if (Object.values(params).includes('')) throw new Refusal('forbidden')
        if (route.permission) demand(key, route.permission)
        key.used_at = new Date().toISOString()
        const fields = (): Fields => {
          const body = fieldsOf(call)
          if (!body) throw invalid([], 'The body must be a JSON object')
          return body
        }
        return await route.run({ call, key, params, fields })
      } catch (error) {
        if (error instanceof Death) {
          call.request.socket.destroy()
          return coded('internal_error')
        }
        if (error instanceof Refusal) return coded(error.code, error.extra)
        throw error
      }
    },
  }))
}

/** An unknown path is named, but only to a caller with a key. */
export const unknownRoute =
  (state: State) =>
  (call: Call): Answer => {
    const key = identify(state, call)
    if ('status' in key) return key
    return coded('not_found', {
      message: 'Route not found',
      fix: `${call.method} ${call.path} is no route of this API; check method, path and version prefix.`,
    })
  }
