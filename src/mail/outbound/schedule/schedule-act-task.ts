import { z } from 'zod'
import type { Queue } from '../../../queue/queue.ts'
import { taskKind } from '../../../queue/task-kinds.ts'
import { type ScheduleVerb, scheduleVerbs } from '../../records/reply-actions.ts'
import { actLocationSchema } from '../../tasks/act-location.ts'

/** The acts as the audit names them; frozen. */
export const scheduleActNames: Record<ScheduleVerb, string> = {
  now: 'send_now',
  planned: 'send_planned',
  time: 'change_time',
}

const scheduleActSchema = actLocationSchema.extend({
  team: z.string(),
  user: z.string(),
  reply: z.string(),
  verb: z.enum(scheduleVerbs),
  event: z.string(),
  /** The new time. */
  sendAt: z.number().exactOptional(),
})
/** What a person does with a reply that leaves at a chosen time, and where. */
export type ScheduleAct = z.infer<typeof scheduleActSchema>

/** A person sends a scheduled reply now, lets it leave as planned, or gives it another time. Frozen. */
export const scheduleActTask = taskKind('mail.schedule', scheduleActSchema)

/** Does it once per event. It does not wait for the reply's own lane: of this and the send that is due, the first one in the record counts. */
export const sendScheduleAct = (queue: Queue, act: ScheduleAct): Promise<void> =>
  queue.send(scheduleActTask.of(act), { id: `mail.schedule:${act.team}:${act.event}` })
