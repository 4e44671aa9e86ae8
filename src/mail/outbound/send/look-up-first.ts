import { UpstreamError } from '../../../core/errors.ts'
import { isKeyExpired } from '../../records/replies/can-look-up.ts'
import type { Reply } from '../../records/replies/reply.ts'
import { findSentReply } from '../delivery/find-sent-reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { lookUpLater, type Retry } from './send-outcome.ts'
import { tellIfUnseen } from './unseen-outcome.ts'

/**
 * Looks up a reply that may have been sent, by reading: repeating the request sends the mail if no attempt did. Returns `repeat` if it was not found,
 * or if its key has expired and the mailbox cannot be read. The mailbox's answer also shows its clock, which the age of the key depends on.
 */
export async function lookUpFirst(
  scope: OutboundScope,
  id: string,
  reply: Reply,
): Promise<Retry | 'repeat' | undefined> {
  try {
    const found = await findSentReply(scope, { id, reply })
    if (!found) return 'repeat'
    await tellIfUnseen(scope, { id, reply: found })
    return undefined
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.details.service !== 'mailbox') throw error
    return isKeyExpired(reply, scope.clock, scope.mailbox) ? 'repeat' : lookUpLater(scope, { id, reply }, error)
  }
}
