import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import type { Queue } from '../../../queue/queue.ts'
import { taskKind } from '../../../queue/task-kinds.ts'
import { actLocationSchema } from '../../tasks/act-location.ts'
import type { DeskScope } from '../desk-scope.ts'
import { sendThreadAct } from '../work/thread-act-task.ts'
import { bulkVerbs } from '../work/bulk-record.ts'

const bulkSchema = actLocationSchema.extend({
  team: z.string(),
  user: z.string(),
  verb: z.enum(bulkVerbs),
  event: z.string(),
  to: z.string().exactOptional(),
  threads: z.array(z.string()),
  /** When the form was opened. */
  seenAt: z.number().exactOptional(),
})
type BulkRequest = z.infer<typeof bulkSchema>

/** Carries out an act on several mail threads, each as a task of its own, which asks for permission. Frozen. */
const bulkTask = taskKind('mail.work_bulk', bulkSchema)

/** Sends an act on several mail threads, once per event. */
export const sendBulkAct = (queue: Queue, request: BulkRequest): Promise<void> =>
  queue.send(bulkTask.of(request), { id: `mail.work_bulk:${request.team}:${request.event}` })

/** Divides an act on several mail threads into one act for each. */
export const bulkActsFeature: ScopedFeature<DeskScope> = {
  tasks: [scopedHandler(bulkTask, divideBulkAct)],
}

async function divideBulkAct(scope: DeskScope, request: BulkRequest): Promise<void> {
  const { team, user, verb, event, to, threads, seenAt, ...location } = request
  const given = { user, verb, location, total: threads.length, ...(to !== undefined && { to }) }
  await scope.desk.bulkActs.update(event, (known) => (known ? undefined : { ...given, outcomes: {} }))
  for (const [index, thread] of threads.entries())
    await sendThreadAct(scope.queue, {
      team,
      user,
      thread,
      verb,
      event: `${event}:${index}`,
      bulk: event,
      ...(location.channel !== undefined && { channel: location.channel }),
      ...(to !== undefined && { to }),
      ...(seenAt !== undefined && { seenAt }),
    })
}
