import { isJsonObject } from '../../server/control-routes.ts'
import { notFoundError, MailboxError } from '../api/error-codes.ts'
import { answerPage } from '../api/list-pages.ts'
import { omitUndefined, createFieldReader } from '../api/field-reader.ts'
import { requireInbox, hasPermission, requirePod, type MailRequest, type MailRoute } from '../api/route-guard.ts'
import { type ApiKey, type MailboxState } from '../api/mailbox-types.ts'
import { createApiKey } from '../api/mailbox-state.ts'

const shown = (key: ApiKey) =>
  omitUndefined({
    type: 'bearer',
    api_key_id: key.api_key_id,
    prefix: key.prefix,
    name: key.name,
    pod_id: key.pod_id,
    inbox_id: key.inbox_id,
    permissions: key.permissions,
    used_at: key.used_at,
    expires_at: key.expires_at,
    created_at: key.created_at,
    updated_at: key.updated_at,
  })

/** The scope of a new key: that of the path, never more than the caller's. */
function scopeOf(state: MailboxState, asked: MailRequest): { pod_id?: string; inbox_id?: string } {
  if (asked.params['inbox_id'] !== undefined) return { inbox_id: requireInbox(state, asked).inbox_id }
  if (asked.params['pod_id'] !== undefined) return { pod_id: requirePod(state, asked).pod_id }
  return omitUndefined({ pod_id: asked.key.pod_id, inbox_id: asked.key.inbox_id })
}

/** The permissions of a new key. A caller grants only what it has, and only an unrestricted caller creates an unrestricted key. */
function grant(caller: ApiKey, wanted: unknown): Record<string, boolean> | undefined {
  if (wanted === undefined || wanted === null) {
    if (caller.permissions) throw new MailboxError('unrestricted_key_required')
    return undefined
  }
  if (!isJsonObject(wanted) || Object.values(wanted).some((value) => typeof value !== 'boolean'))
    throw new MailboxError('validation_error', {
      errors: [{ path: ['permissions'], message: 'Expected object of booleans' }],
    })
  const asked = Object.entries(wanted).filter(([, value]) => value === true)
  const excess = asked.map(([name]) => name).filter((name) => !hasPermission(caller, name))
  if (excess.length > 0)
    throw new MailboxError('permission_escalation', {
      message: `${excess.join(', ')} cannot be granted by this key`,
      fix: `Remove ${excess.join(', ')} from the request.`,
    })
  return Object.fromEntries(asked.map(([name]) => [name, true]))
}

function keyOf(state: MailboxState, asked: MailRequest): ApiKey {
  const { pod_id: podId, inbox_id: inboxId } = scopeOf(state, asked)
  const found = state.keys.find((key) => key.api_key_id === asked.params['api_key_id'])
  if (!found || (inboxId && found.inbox_id !== inboxId) || (podId && found.pod_id !== podId))
    throw notFoundError('API key')
  return found
}

export function apiKeyRoutes(state: MailboxState): MailRoute[] {
  return ['/v0/api-keys', '/v0/inboxes/:inbox_id/api-keys', '/v0/pods/:pod_id/api-keys'].flatMap(
    (base): MailRoute[] => [
      {
        method: 'POST',
        pattern: base,
        permission: 'api_key_create',
        run: (asked) => {
          const scope = scopeOf(state, asked)
          const read = createFieldReader(asked.fields())
          const name = read.text('name') ?? 'API key'
          const expires = read.text('expires_at')
          read.check()
          const permissions = grant(asked.key, asked.fields()['permissions'])
          const key = createApiKey({
            name,
            ...scope,
            ...(permissions && { permissions }),
            ...(expires !== undefined && { expires_at: expires }),
          })
          state.keys.push(key)
          return { status: 200, body: { ...shown(key), api_key: key.key } }
        },
      },
      {
        method: 'GET',
        pattern: base,
        permission: 'api_key_read',
        run: (asked) => {
          const { pod_id: podId, inbox_id: inboxId } = scopeOf(state, asked)
          const visible = state.keys.filter(
            (key) => (!inboxId || key.inbox_id === inboxId) && (!podId || key.pod_id === podId),
          )
          return answerPage(asked.call.query, 'api_keys', visible, shown)
        },
      },
      {
        method: 'GET',
        pattern: `${base}/:api_key_id`,
        permission: 'api_key_read',
        run: (asked) => ({ status: 200, body: shown(keyOf(state, asked)) }),
      },
      {
        method: 'PATCH',
        pattern: `${base}/:api_key_id`,
        permission: 'api_key_update',
        run: (asked) => {
          const key = keyOf(state, asked)
          if (!key.permissions && asked.key.permissions) throw new MailboxError('unrestricted_key_required')
          const read = createFieldReader(asked.fields())
          const name = read.text('name')
          read.check()
          if ('permissions' in asked.fields()) {
            const permissions = grant(asked.key, asked.fields()['permissions'])
            if (permissions) key.permissions = permissions
            else delete key.permissions
          }
          Object.assign(key, omitUndefined({ name }), { updated_at: new Date().toISOString() })
          return { status: 200, body: shown(key) }
        },
      },
      {
        method: 'DELETE',
        pattern: `${base}/:api_key_id`,
        permission: 'api_key_delete',
        run: (asked) => {
          state.keys.splice(state.keys.indexOf(keyOf(state, asked)), 1)
          return { status: 204 }
        },
      },
    ],
  )
}

/** The identity of a key: its scope and organization. */
export const identityRoute = (state: MailboxState): MailRoute => ({
  method: 'GET',
  pattern: '/v0/auth/me',
  run: ({ key }) => ({
    status: 200,
    body: omitUndefined({
      scope_type: key.inbox_id ? 'inbox' : key.pod_id ? 'pod' : 'organization',
      scope_id: key.inbox_id ?? key.pod_id ?? state.organization_id,
      organization_id: state.organization_id,
      pod_id: key.pod_id,
      inbox_id: key.inbox_id,
      api_key_id: key.api_key_id,
    }),
  }),
})
