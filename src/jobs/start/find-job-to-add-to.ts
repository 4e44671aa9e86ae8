import type { Job } from '../model/job.ts'
import { splitProjectPrefix } from '../model/projects.ts'
import type { JobScope } from '../job-scope.ts'

/** A person who sends several lines sends them within this time. */
const ADDITION_MS = 300_000

/**
 * Returns the job that a person has just asked for in this conversation, if it waits for a decision on its card or can still be undone: their next
 * message may belong to it.
 */
export async function findJobToAddTo(
  { jobs, projects }: JobScope,
  { user, channel, text, heardAt }: { user: string; channel: string; text: string; heardAt: number },
): Promise<Job | undefined> {
  if (splitProjectPrefix(text, projects.names).project !== undefined) return undefined
  const newest = await jobs.store.list(user, { limit: 1 })
  return newest.jobs.find(
    (job) =>
      job.channel === channel &&
      ((job.state === 'held' && job.heldUntil !== undefined) ||
        (job.state === 'picking' && job.project === '') ||
        job.state === 'asking') &&
      job.askedAt < heardAt &&
      job.askedAt > heardAt - ADDITION_MS,
  )
}
