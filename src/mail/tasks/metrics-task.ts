import { z } from 'zod'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'

const metricsQuerySchema = z.object({
  team: z.string(),
  user: z.string(),
  channel: z.string(),
  responseUrl: z.string(),
  eventId: z.string(),
  at: z.number(),
  days: z.number(),
})
export type MetricsRequest = z.infer<typeof metricsQuerySchema>

/** Answers a person who asked for the mailbox's metrics. Frozen. */
export const metricsTask = taskKind('mail.metrics', metricsQuerySchema)

/** Answers one command once; the mailbox may take longer than Slack waits. */
export const sendMetricsQuery = (queue: Queue, request: MetricsRequest): Promise<void> =>
  queue.send(metricsTask.of(request), { id: `mail.metrics:${request.team}:${request.eventId}` })
