import { z } from 'zod'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import { threadLane } from '../records/mail/mail-thread.ts'
import { senderVerbs } from '../records/sender-actions.ts'

const senderActSchema = z.object({
  team: z.string(),
  user: z.string(),
  thread: z.string(),
  mail: z.string(),
  verb: z.enum(senderVerbs),
  event: z.string(),
  /** The modal that shows the result. */
  view: z.string().exactOptional(),
  channel: z.string().exactOptional(),
})
/** A person's report to the mailbox about the sender of a mail. */
export type SenderAct = z.infer<typeof senderActSchema>

/** Blocks a sender, or reports that a mail is not spam. Frozen. */
export const senderActTask = taskKind('mail.sender', senderActSchema)

/** Sends the report, once per event. */
export const sendSenderAct = (queue: Queue, act: SenderAct): Promise<void> =>
  queue.send(senderActTask.of(act), {
    id: `mail.sender:${act.team}:${act.event}`,
    lane: threadLane(act.team, act.thread),
  })
