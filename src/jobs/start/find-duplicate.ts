import { createTaskComparison } from '../language/similar-tasks.ts'
import { isLive, type Job } from '../model/job.ts'
import type { JobScope } from '../job-scope.ts'

const JOBS_COMPARED = 15

/**
 * Returns the id of a live job that asks for nearly the same, in this channel or by this person, or that reports in the same thread. Every reader of
 * the new card must be allowed to know about it. Without an instruction of its own, a job is only compared by its thread.
 * `includesLater`: also a job that was asked for later, because this one has waited for a choice meanwhile.
 */
export async function findDuplicate(
  { jobs, jobAccess }: JobScope,
  job: Job,
  instruction: string | undefined,
  { includesLater = false } = {},
): Promise<string | undefined> {
  const store = jobs.store
  const asksForSame = instruction === undefined ? () => false : createTaskComparison(instruction)
  const lists = await Promise.all(
    [job.channel, job.requester].map((scope) => store.list(scope, { limit: JOBS_COMPARED })),
  )
  const others = new Map(lists.flatMap((list) => list.jobs).map((other) => [other.id, other]))
  for (const other of others.values()) {
    if (
      other.id === job.id ||
      (other.id > job.id && !includesLater) ||
      !isLive(other) ||
      other.state === 'asking' ||
      other.state === 'picking'
    )
      continue
    const isOfThread = job.threadTs !== undefined && other.channel === job.channel && other.threadTs === job.threadTs
    const prompt = isOfThread ? undefined : await store.prompt(other.id)
    const isAlike = isOfThread || (prompt !== undefined && asksForSame(prompt.instruction))
    if (isAlike && (await jobAccess.mayMention(job.team, job.channel, other))) return other.id
  }
  return undefined
}
