import { UpstreamError } from '../../../core/errors.ts'
import { findBlockListEntry } from '../../../clients/mailbox/explain-error.ts'
import type { OutboundScope } from '../outbound-scope.ts'

/** Records the address or domain that a refused send names as blocked; other errors are not about an address. */
export async function recordRefusal(
  { clock, outbound: { suppressions } }: OutboundScope,
  inboxId: string,
  error: unknown,
): Promise<void> {
  const found = error instanceof UpstreamError ? findBlockListEntry(error.details) : undefined
  if (!found) return
  const blocked = { at: clock.now(), scope: found.scope, inboxId }
  await suppressions.record(found.entry, { blocked }, found.scope === 'account' ? undefined : inboxId)
}
