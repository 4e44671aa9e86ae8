import { readVisiblePrompt } from '../conversation/quote-visibility.ts'
import type { Quote } from '../model/job-prompt.ts'
import { type Job, threadTsOf } from '../model/job.ts'
import type { JobScope } from '../job-scope.ts'

interface QuotedThread {
  channel: string
  threadTs: string
  /** The person who asks for a job in the thread. */
  user: string
  /** The time of the request; later jobs are ignored. */
  at: number
  /** The quotes of the thread's own messages. */
  quotes: Quote[]
}

const isUnsent = ({ state }: Job): boolean => state === 'dropped' || state === 'refused'

/**
 * Returns the prompt of the thread's last job as quotes, if the agent never received it: a message below its card ("make it about…") means nothing
 * without it. Leaves out what the thread's messages already show, and what this person may not see.
 */
export async function quoteUnsentJob(scope: JobScope, thread: QuotedThread): Promise<Quote[]> {
  const { channel, threadTs, user, at } = thread
  const inThread = await scope.jobs.store.listThread(channel, threadTs)
  const job = inThread.findLast(({ askedAt }) => askedAt < at)
  if (!job || !isUnsent(job) || job.channel !== channel || threadTsOf(job) !== threadTs) return []
  const visible = await readVisiblePrompt(scope, job, { user })
  const instruction = visible.prompt?.instruction ?? ''
  const shown = new Set(thread.quotes.map(({ ts }) => ts))
  const quotes = visible.forForm('prompt').quotes.filter(({ ts }) => ts === undefined || !shown.has(ts))
  if (instruction === '' || thread.quotes.some(({ text }) => text.includes(instruction))) return quotes
  const name = await scope.slack.conversations.personName(job.team, job.requester)
  return [{ name: name ?? 'someone', atMs: job.askedAt, text: instruction, channel, by: user }, ...quotes]
}
