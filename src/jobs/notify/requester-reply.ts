import { accessText } from '../../access/text/en.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import { replyPrivately, type Requester } from '../../slack/outbox/private-reply.ts'
import type { JobServices } from '../services.ts'

/** Answers one person, for their eyes only; the same `opId` is answered once. */
export function replyToRequester(
  { outbox }: JobServices,
  requester: Requester,
  reply: string | Message,
): Promise<void> {
  return replyPrivately(
    outbox,
    { ...requester, opId: `${requester.opId}:told` },
    typeof reply === 'string' ? textMessage(reply) : reply,
  )
}

/** Whether this person may start and steer jobs; otherwise refuses them privately. */
export async function authorizeRequester(services: JobServices, requester: Requester): Promise<boolean> {
  if (await services.access.mayAct(requester.team, requester.user)) return true
  await replyToRequester(services, requester, accessText.membersOnly)
  return false
}
