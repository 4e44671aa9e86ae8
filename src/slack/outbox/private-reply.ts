import type { Message } from '../blocks/slack-message.ts'
import type { Outbox } from './outbox.ts'

/** The person that an answer is for, and where they asked. */
export interface Requester {
  team: string
  user: string
  /** Undefined or empty: they asked where nothing can be shown, so the answer is a direct message. */
  channel?: string | undefined
  threadTs?: string | undefined
  responseUrl?: string | undefined
  /** Names the answer: the same `opId` is answered once. */
  opId: string
}

/** Answers one person where they asked, for their eyes only; as a direct message where no channel is known. */
export function replyPrivately(outbox: Outbox, requester: Requester, message: Message): Promise<void> {
  const { team, user, channel, threadTs, responseUrl, opId } = requester
  if (!channel) return outbox.postDirect({ team, user, opId, message })
  return outbox.postEphemeral({ team, channel, user, opId, message, threadTs, responseUrl })
}
