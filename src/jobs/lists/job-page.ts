import { isUndone, type Job } from '../model/job.ts'
import type { JobScope } from '../job-scope.ts'

export const JOBS_PER_PAGE = 8

/** The limit of records read for one page, however few fit. */
const MAX_READ = 200

/** The jobs that a person requested; with a channel, the jobs whose card is there now. */
export interface PageQuery {
  user: string
  channel?: string
  /** Set if the person may read the channel: includes the jobs of others. */
  isReader?: boolean
}

/** Reads the newest fitting jobs after the given one. Undone jobs are left out of every list. */
export async function readJobPage(
  scope: JobScope,
  { user, channel, isReader = false }: PageQuery,
  { fits, limit = JOBS_PER_PAGE, after }: { fits: (job: Job) => boolean; limit?: number; after?: string | undefined },
): Promise<{ jobs: Job[]; next: string | undefined }> {
  const store = scope.jobs.store
  // A person who may not read the channel must not see even the number of its jobs.
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
