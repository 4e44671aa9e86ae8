import { deriveDeliveryStatus } from '../../records/replies/delivery-status.ts'
import type { Reply } from '../../records/replies/reply.ts'
import type { OutboundServices } from '../outbound-services.ts'
import { endRequest } from './end-request.ts'

/**
 * Takes back a reply that waits for approval, because somebody sends another version of it. False if that may not be sent any more: the earlier
 * one was approved in the meantime, or somebody else's version was faster.
 */
export async function replaceAwaiting(
  services: OutboundServices,
  { team, user, instead = '', thread }: { team: string; user: string; instead?: string; thread: string },
  id: string,
): Promise<boolean> {
  const old = await services.replyStore.findReply(team, instead)
  if (!old?.approval || old.thread !== thread) return true
  const now = await endRequest(services, team, instead, { verdict: 'edited', by: user, again: id })
  if (!now || now.again === id) return true
  return now.again === undefined && !(await isOnItsWay(services, team, now))
}

async function isOnItsWay({ replyStore }: OutboundServices, team: string, reply: Reply): Promise<boolean> {
  if (['held', 'sending', 'unknown'].includes(reply.state)) return true
  if (reply.state !== 'sent') return false
  const { state, bounced } = deriveDeliveryStatus(reply, await replyStore.readDeliveryReport(team, reply))
  return state.is !== 'rejected' && bounced.length === 0
}
