import type { Reply } from '../model/reply.ts'
import type { MailServices } from '../services.ts'
import { sendReply } from './send-task.ts'

/** Starts what a stored reply waits for: its hold or its time. Nothing sends one that waits for a person. */
export async function startReply(
  { queue, clock }: MailServices,
  team: string,
  id: string,
  reply: Reply,
): Promise<void> {
  const { state, at, dueAt } = reply
  if (state === 'awaiting' || state === 'paused') return
  const delayMs = Math.min(Math.max(0, dueAt - clock.now()), dueAt - at)
  await sendReply(queue, team, { id, reply }, { delayMs })
}
