import { isOutcomeOpen } from '../model/reply.ts'
import type { MailServices } from '../services.ts'

/** The replies of a mail thread that may have left although nobody said so, and the one that is known to have left as `sentId`; by id. */
export async function findOpenReplies(
  { mailStore, replyStore }: MailServices,
  team: string,
  thread: string,
  sentId?: string,
): Promise<string[]> {
  const written = (await mailStore.findThread(team, thread))?.replies ?? []
  const found = await Promise.all(
    written.map(async ({ id }) => {
      const reply = await replyStore.findReply(team, id)
      const isKnown = sentId !== undefined && reply?.sentId === sentId
      return reply && (isKnown || isOutcomeOpen(reply)) ? [id] : []
    }),
  )
  return found.flat()
}
