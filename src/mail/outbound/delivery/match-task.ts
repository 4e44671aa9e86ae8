import { z } from 'zod'
import type { Queue } from '../../../queue/queue.ts'
import { taskKind } from '../../../queue/task-kinds.ts'

/** The answer to a send usually comes at the same time as the first event about the mail. */
const ANSWER_MS = 2000

/** Finds out whether a sent mail is a reply whose answer was lost. Frozen. */
export const matchSentMailTask = taskKind(
  'mail.match',
  z.object({
    team: z.string(),
    thread: z.string(),
    inboxId: z.string(),
    messageId: z.string(),
    threadId: z.string().exactOptional(),
    isSent: z.boolean().exactOptional(),
  }),
)

/** A sent mail, and the key of its mail thread. */
export interface SentMailRef {
  team: string
  thread: string
  inboxId: string
  messageId: string
  /** The mailbox's id of that thread. */
  threadId?: string
  /** Set if the event reports that the mail was sent, not a later outcome. */
  isSent?: boolean
}

/** `event` is the keyed hash of the event that reported the mail. */
export const sendMatchSentMail = (queue: Queue, sent: SentMailRef, event: string): Promise<void> =>
  queue.send(matchSentMailTask.of({ ...sent }), { id: `mail.match:${sent.team}:${event}`, delayMs: ANSWER_MS })
