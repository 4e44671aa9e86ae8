import type { Message } from '../blocks/slack-message.ts'
import type { Outbox } from './outbox.ts'

/** The person to answer, and where they asked. */
export interface Requester {
  team: string
  user: string
  /** Undefined or empty if they asked where nothing can be shown; the answer is then a direct message. */
  channel?: string | undefined
  threadTs?: string | undefined
  responseUrl?: string | undefined
  /** The answer takes the place of the message that was clicked, which `responseUrl` names. */
  replacesOriginal?: boolean | undefined
  /** Names the answer: the same `opId` is answered only once. */
  opId: string
}

/** Answers one person where they asked, visible to them only; with a direct message if there is no channel. */
export function replyPrivately(outbox: Outbox, requester: Requester, message: Message): Promise<void> {
  const { team, user, channel, threadTs, responseUrl, replacesOriginal, opId } = requester
  if (!channel) return outbox.postDirect({ team, user, opId, message })
  return outbox.postEphemeral({ team, channel, user, opId, message, threadTs, responseUrl, replacesOriginal })
}
