import { z } from 'zod'
import { returnIfRefused } from '../../core/errors.ts'
import { lenientText } from '../lenient-schema.ts'
import type { MailboxCaller } from './mailbox-request.ts'

const identitySchema = z.looseObject({ api_key_id: lenientText })
const keySchema = z.looseObject({
  api_key_id: lenientText,
  permissions: z.record(z.string(), z.unknown()).nullish(),
})

/** The permission that a key needs to send, on every route (the mailbox's documentation, Permissions). */
export const SEND_PERMISSION = 'message_send'

/**
 * Whether the key may send; undefined if it may not look that up, which also needs a permission. A key without a list of permissions may do
 * everything; in a list, only what is true counts.
 */
export async function findSendPermission({ call }: MailboxCaller): Promise<boolean | undefined> {
  const unknown = returnIfRefused(undefined)
  const identity = await call({ method: 'GET', route: '/v0/auth/me' }, identitySchema).catch(unknown)
  const id = identity?.api_key_id
  if (!id) return undefined
  const ids = { api_key_id: id }
  const key = await call({ method: 'GET', route: '/v0/api-keys/{api_key_id}', ids }, keySchema).catch(unknown)
  if (key?.api_key_id !== id) return undefined
  return !key.permissions || key.permissions[SEND_PERMISSION] === true
}
