import { z } from 'zod'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import { threadLane } from '../records/mail/mail-thread.ts'

/** Posts a mail thread under its next head: some of its mails and replies, or all of them. Frozen. */
export const postThreadTask = taskKind(
  'mail.place',
  z.object({
    team: z.string(),
    thread: z.string(),
    round: z.number(),
    mails: z.array(z.string()).exactOptional(),
    replies: z.array(z.string()).exactOptional(),
  }),
)

/** Posts a restricted mail that no channel accepted before, or that somebody opens in a list. Frozen. */
export const postQuarantinedTask = taskKind(
  'mail.hold',
  z.object({ team: z.string(), mail: z.string(), isOpened: z.literal(true).exactOptional() }),
)

/** Posts a whole thread that waited for a channel; once per `round`. */
export const sendPostThread = (queue: Queue, team: string, thread: string, round: number): Promise<void> =>
  queue.send(postThreadTask.of({ team, thread, round }), {
    id: `mail.place:${team}:${thread}:${round}`,
    lane: threadLane(team, thread),
  })

/** Posts these mails and replies of a thread again under its new head; once per head. */
export function sendRepostThread(
  queue: Queue,
  team: string,
  { thread, head }: { thread: string; head: number },
  { mails, replies = [] }: { mails: string[]; replies?: string[] },
): Promise<void> {
  return queue.send(postThreadTask.of({ team, thread, round: head, mails, ...(replies.length > 0 && { replies }) }), {
    id: `mail.place:${team}:${thread}:${head}:${[...mails, ...replies].join(',')}`,
    lane: threadLane(team, thread),
  })
}

/** Posts a mail below the head of its thread after `delayMs`, unless many newer ones have come by then; once per mail. */
export const sendPostLater = (
  queue: Queue,
  team: string,
  { key, thread, head }: { key: string; thread: string; head: number },
  delayMs: number,
): Promise<void> =>
  queue.send(postThreadTask.of({ team, thread, round: head, mails: [key] }), {
    id: `mail.place:${team}:${thread}:later:${key}`,
    lane: threadLane(team, thread),
    delayMs,
  })

/** Posts a restricted mail that waited for a channel, or was opened in a list; once per `round`. */
export const sendPostQuarantined = (
  queue: Queue,
  team: string,
  { mail, thread, isOpened }: { mail: string; thread: string; isOpened?: true },
  round: number,
): Promise<void> =>
  queue.send(postQuarantinedTask.of({ team, mail, ...(isOpened && { isOpened }) }), {
    id: `mail.hold:${team}:${mail}:${round}`,
    lane: threadLane(team, thread),
  })
