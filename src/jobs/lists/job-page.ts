import type { Job } from '../model/job.ts'
import type { JobServices } from '../services.ts'

/** How many jobs one page of the list shows. */
export const PAGE_SIZE = 8

/** The most records that are read for one page, however few of them fit. */
const MAX_READ = 200

/** The jobs of one person, without those handed over to others; with a channel, all jobs of that channel. */
export interface PageScope {
  team: string
  user: string
  /** Empty: the person's jobs. */
  channel: string
}

/** Reads the newest jobs that fit, after the one named. */
export async function readJobPage(
  services: JobServices,
  { team, user, channel }: PageScope,
  { fits, limit = PAGE_SIZE, after }: { fits: (job: Job) => boolean; limit?: number; after?: string | undefined },
): Promise<{ jobs: Job[]; next: string | undefined }> {
  const store = services.jobs.storeOf(team)
  const jobs: Job[] = []
  let next = after
  for (let read = 0; read < MAX_READ; read += PAGE_SIZE * 2) {
    const found = await store.list(channel === '' ? user : channel, {
      limit: PAGE_SIZE * 2,
      ...(next && { after: next }),
    })
    for (const job of found.jobs) {
      if (!fits(job) || (channel === '' && job.requester !== user)) continue
      jobs.push(job)
      if (jobs.length > limit) return { jobs: jobs.slice(0, limit), next: jobs.at(limit - 1)?.id }
    }
    next = found.next
    if (next === undefined) break
  }
  return { jobs, next }
}
