import { z } from 'zod'
import type { Queue } from '../../../queue/queue.ts'
import { taskKind } from '../../../queue/task-kinds.ts'
import { scheduleVerbs } from '../../records/reply-actions.ts'
import { actLocationSchema } from '../../tasks/act-location.ts'

const scheduleActSchema = actLocationSchema.extend({
  team: z.string(),
  user: z.string(),
  reply: z.string(),
  verb: z.enum(scheduleVerbs),
  event: z.string(),
  /** The new time. */
  sendAt: z.number().exactOptional(),
  /** Identifies what had stopped the reply according to the form or the button; absent in clicks of earlier versions. */
  stop: z.string().exactOptional(),
})
/** An act of a person on a scheduled reply, and its location. */
export type ScheduleAct = z.infer<typeof scheduleActSchema>

/** Carries an act on a scheduled reply: sends it now, keeps its time, or changes it. Frozen. */
export const scheduleActTask = taskKind('mail.schedule', scheduleActSchema)

/**
 * Sends the act once per event. The acts on a reply are done in order, outside the lane of its send: if that is due at the same time, the first of the
 * two in the record counts.
 */
export const sendScheduleAct = (queue: Queue, act: ScheduleAct): Promise<void> =>
  queue.send(scheduleActTask.of(act), {
    id: `mail.schedule:${act.team}:${act.event}`,
    lane: `mail.schedule:${act.team}:${act.reply}`,
  })
