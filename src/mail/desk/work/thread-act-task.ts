import { z } from 'zod'
import type { Queue, TaskFailure } from '../../../queue/queue.ts'
import { taskKind } from '../../../queue/task-kinds.ts'
import type { Action } from '../../../slack/inbound/listeners.ts'
import type { MailTarget } from '../../action-ids.ts'
import { threadLane } from '../../records/mail/mail-thread.ts'
import { type ThreadVerb, threadVerbs } from '../../records/mail/thread-actions.ts'
import { actLocationSchema, toActLocation } from '../../tasks/act-location.ts'

const threadActSchema = actLocationSchema.extend({
  team: z.string(),
  user: z.string(),
  thread: z.string(),
  verb: z.enum(threadVerbs),
  event: z.string(),
  /** The new owner. */
  to: z.string().exactOptional(),
  /** Words for the new owner, as typed. */
  note: z.string().exactOptional(),
  /** The form that the act was done in, if it stays open to show the result. */
  form: z.string().exactOptional(),
  /** The end of the snooze. */
  until: z.number().exactOptional(),
  /** The newest mail that the person had before them. */
  seen: z.string().exactOptional(),
  /** When the form was opened that showed the person the thread. */
  seenAt: z.number().exactOptional(),
  /** The act on several threads that this is a part of, by its event. */
  bulk: z.string().exactOptional(),
  /** Set if the task of this part was given up, which is only noted. */
  isFailed: z.boolean().exactOptional(),
})
/** An act of a person on a mail thread, and its location. */
export type ThreadAct = z.infer<typeof threadActSchema>

/** Carries out an act on a mail thread. Frozen. */
export const threadActTask = taskKind('mail.work', threadActSchema)

/** Sends an act on a mail thread, once per event, in the thread's lane, which orders simultaneous clicks. */
export const sendThreadAct = (queue: Queue, act: ThreadAct): Promise<void> =>
  queue.send(threadActTask.of(act), {
    id: `mail.work:${act.team}:${act.event}`,
    lane: threadLane(act.team, act.thread),
  })

/** Notes after its task was given up that a part of an act on several threads failed; once per failure. Returns false for an act on one thread. */
export async function sendFailedPart(
  { queue }: { queue: Queue },
  act: ThreadAct,
  failure: TaskFailure,
): Promise<void | false> {
  if (act.bulk === undefined || act.isFailed) return false
  await queue.send(threadActTask.of({ ...act, isFailed: true }), {
    id: `mail.work.failed:${failure.id}`,
    lane: threadLane(act.team, act.thread),
  })
}

/** Converts a click on a button or a menu entry to an act on a thread. */
export const toThreadAct = (action: Action, { thread, mail }: MailTarget, verb: ThreadVerb): ThreadAct => ({
  team: action.team,
  user: action.user,
  thread,
  verb,
  event: action.eventId,
  ...(mail !== undefined && { seen: mail }),
  ...toActLocation(action),
})
