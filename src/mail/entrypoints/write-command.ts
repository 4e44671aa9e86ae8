import type { Command } from '../../slack/inbound/listeners.ts'
import { openNewMailForm } from '../outbound/compose/open-form.ts'
import { listSendingInboxes } from '../outbound/compose/fields/sending-inbox.ts'
import { isSameInbox } from '../records/routing/mail-rule.ts'
import { replyTooSlow } from '../notify/requester-reply.ts'
import type { EntrypointScope } from './entrypoint-scope.ts'

/** Opens the form for a new mail; the first address may be the inbox to write from. */
export async function openWriteForm(scope: EntrypointScope, command: Command, addresses: string[]): Promise<void> {
  const [first, ...others] = addresses
  const inboxes = first === undefined ? [] : await listSendingInboxes(scope, command)
  if (!inboxes) return replyTooSlow(scope, command)
  const inboxId = inboxes.find((inbox) => isSameInbox(inbox, first ?? ''))
  const to = (inboxId === undefined ? addresses : others).map((address) => ({ address }))
  return openNewMailForm(scope, command, {
    ...(inboxId !== undefined && { inboxId }),
    ...(to.length > 0 && { to }),
    place: { channel: command.channel },
  })
}
