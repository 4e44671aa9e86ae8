import { z } from 'zod'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import { quoteSchema } from '../model/job-prompt.ts'
import { jobSchema } from '../model/job.ts'

const startRequestSchema = z.object({
  team: z.string(),
  user: z.string(),
  channel: z.string(),
  /** The thread to report in; without one, the card heads its own. */
  threadTs: z.string().optional(),
  /** The asking direct message; the card is posted below it, in the conversation itself. */
  askedTs: z.string().exactOptional(),
  /** The message that holds the request, where the event names another one. */
  requestTs: z.string().exactOptional(),
  eventId: z.string(),
  at: z.number(),
  door: jobSchema.shape.door,
  text: z.string(),
  /** Set if the text is Slack's own, with entities and ids. */
  isRaw: z.boolean(),
  project: z.string().optional(),
  quotes: z.array(quoteSchema).optional(),
  source: z.string().optional(),
  /** The names of the files in the asking message, which the agent does not receive. */
  files: z.array(z.string()).optional(),
  used: jobSchema.shape.used,
  mail: jobSchema.shape.mail,
  /** The thread to quote, up to this message. */
  context: z.object({ threadTs: z.string(), before: z.string() }).optional(),
  responseUrl: z.string().optional(),
  /** Set for a direct message of several people: the app may not be in the conversation, and nobody can invite it. */
  isGroup: z.boolean().optional(),
  /** The job that this one continues. */
  from: z.string().optional(),
  /** Set if a duplicate is allowed: a person has seen the other job, or wants another one like it. */
  twinIsFine: z.boolean().optional(),
})

export type StartRequest = z.infer<typeof startRequestSchema>
export const startTask = taskKind('jobs.start', startRequestSchema)

/** The location for a job from a typed message: the conversation itself in direct messages, elsewhere the thread of the message. */
export const locationOfMessage = (
  { ts, threadTs }: { ts: string; threadTs?: string | undefined },
  isDirect: boolean,
): Pick<StartRequest, 'threadTs' | 'askedTs'> =>
  isDirect && threadTs === undefined ? { askedTs: ts } : { threadTs: threadTs ?? ts }

/** Starts one job per request, however often the request arrives. Durable when it resolves. */
export function sendStart(queue: Queue, request: StartRequest): Promise<void> {
  return queue.send(startTask.of(request), { id: `jobs.start:${request.team}:${request.eventId}` })
}
