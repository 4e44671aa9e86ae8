import { isNearDuplicate } from '../model/job-prompt.ts'
import { isLive, type Job } from '../model/job.ts'
import type { JobServices } from '../services.ts'

const JOBS_COMPARED = 15

/** The id of a live job that asks for nearly the same, in this channel or by this person, or that reports in the same thread. */
export async function findDuplicate({ jobs }: JobServices, job: Job, instruction: string): Promise<string | undefined> {
  const store = jobs.storeOf(job.team)
  const lists = await Promise.all(
    [job.channel, job.requester].map((scope) => store.list(scope, { limit: JOBS_COMPARED })),
  )
  const others = new Map(lists.flatMap((list) => list.jobs).map((other) => [other.id, other]))
  for (const other of others.values()) {
    if (other.id >= job.id || !isLive(other) || other.state === 'asking' || other.state === 'picking') continue
    if (job.threadTs !== undefined && other.channel === job.channel && other.threadTs === job.threadTs) return other.id
    const prompt = await store.prompt(other.id)
    if (prompt && isNearDuplicate(prompt.instruction, instruction)) return other.id
  }
  return undefined
}
