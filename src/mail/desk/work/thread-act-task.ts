import { z } from 'zod'
import type { Queue } from '../../../queue/queue.ts'
import { taskKind } from '../../../queue/task-kinds.ts'
import type { Action } from '../../../slack/inbound/listeners.ts'
import { threadLane } from '../../records/mail/mail-thread.ts'
import { type ThreadVerb, threadVerbs } from '../../records/mail/thread-actions.ts'
import { actLocationSchema, toActLocation } from '../../tasks/act-location.ts'

const threadActSchema = actLocationSchema.extend({
  team: z.string(),
  user: z.string(),
  thread: z.string(),
  verb: z.enum(threadVerbs),
  event: z.string(),
  /** Who takes it over. */
  to: z.string().exactOptional(),
  /** Until when it is put aside. */
  until: z.number().exactOptional(),
})
/** Something that a person does with a mail thread, and where. */
export type ThreadAct = z.infer<typeof threadActSchema>

/** A person works on a mail thread. Frozen. */
export const threadActTask = taskKind('mail.work', threadActSchema)

/** Does something with a mail thread, once per event, in the thread's lane: of two clicks at the same moment one comes first. */
export const sendThreadAct = (queue: Queue, act: ThreadAct): Promise<void> =>
  queue.send(threadActTask.of(act), {
    id: `mail.work:${act.team}:${act.event}`,
    lane: threadLane(act.team, act.thread),
  })

/** A click on a button or an entry of a menu, as something that is done with a thread. */
export const toThreadAct = (action: Action, thread: string, verb: ThreadVerb): ThreadAct => ({
  team: action.team,
  user: action.user,
  thread,
  verb,
  event: action.eventId,
  ...toActLocation(action),
})
