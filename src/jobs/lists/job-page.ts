import { isUndone, type Job } from '../model/job.ts'
import type { JobScope } from '../job-scope.ts'

/** How many jobs one page of the list shows. */
export const JOBS_PER_PAGE = 8

/** The most records that are read for one page, however few of them fit. */
const MAX_READ = 200

/** The jobs of which a person is the requester; with a channel, the jobs whose card is there now. */
export interface PageQuery {
  user: string
  channel?: string
  /** The jobs of others too: the person may read the channel. */
  isReader?: boolean
}

/** Reads the newest jobs that fit, after the one named; those that were undone are left out of every list. */
export async function readJobPage(
  scope: JobScope,
  { user, channel, isReader = false }: PageQuery,
  { fits, limit = JOBS_PER_PAGE, after }: { fits: (job: Job) => boolean; limit?: number; after?: string | undefined },
): Promise<{ jobs: Job[]; next: string | undefined }> {
  const store = scope.jobs.store
  // To somebody who may not read the channel, not even the number of its jobs shows.
  const list = isReader && channel !== undefined ? channel : user
  const isInScope = (job: Job): boolean =>
    (channel === undefined || job.channel === channel) && (isReader || job.requester === user)
  const jobs: Job[] = []
  let next = after
  for (let read = 0; read < MAX_READ; read += JOBS_PER_PAGE * 2) {
    const found = await store.list(list, { limit: JOBS_PER_PAGE * 2, ...(next && { after: next }) })
    for (const job of found.jobs) {
      if (isUndone(job) || !fits(job) || !isInScope(job)) continue
      jobs.push(job)
      if (jobs.length > limit) return { jobs: jobs.slice(0, limit), next: jobs.at(limit - 1)?.id }
    }
    next = found.next
    if (next === undefined) break
  }
  return { jobs, next }
}
