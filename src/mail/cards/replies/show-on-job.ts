import type { PullRequestReplyOutcome } from '../../../slice.ts'
import { type DeliveryStatus, deriveDeliveryStatus } from '../../records/replies/delivery-status.ts'
import type { MailScope } from '../../mail-scope.ts'

/** Shows the outcome of a reply on the job whose pull request it sends. */
export async function showReplyOnJob({ replyStore, slices: { jobs } }: MailScope, id: string): Promise<void> {
  if (!jobs) return
  const reply = await replyStore.findReply(id)
  if (reply?.job === undefined) return
  const { thread, at, job, text } = reply
  const status = deriveDeliveryStatus(reply, await replyStore.readDeliveryReport(reply))
  const lost = status.bounced.map(({ address }) => address)
  await jobs.showReplyOutcome(job, { reply: id, thread, at, state: findState(status), lost, text })
}

function findState({ state, bounced }: DeliveryStatus): PullRequestReplyOutcome['state'] {
  if (bounced.length > 0) return 'bounced'
  switch (state.is) {
    case 'sent':
    case 'delivered':
    case 'failed':
    case 'unknown':
      return state.is
    case 'rejected':
      return 'failed'
    case 'cancelled':
    case 'dropped':
      return 'withdrawn'
    case 'held':
    case 'sending':
    case 'retrying':
    case 'checking':
    case 'awaiting':
    case 'scheduled':
    case 'paused':
    default:
      return 'underway'
  }
}
