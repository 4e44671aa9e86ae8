import type { JobScope } from '../job-scope.ts'
import { isLive, type Job, omitFields } from '../model/job.ts'

/**
 * Links an ended job to the new one that continues it. While the form was open, the job may have resumed, or somebody else may have continued it: the
 * new one then asks first. Returns the new job. Safe to repeat.
 */
export async function continueOrAsk({ jobs }: JobScope, from: string, job: Job): Promise<Job> {
  // On a repeat, the job may have asked, and a person may have answered.
  if (job.state !== 'picking' || job.startedBy !== undefined) return job
  const ended = await jobs.update(from, (old) =>
    isLive(old) || old.continued !== undefined ? undefined : { ...old, continued: job.id },
  )
  const twin = ended && isLive(ended) ? ended.id : ended?.continued
  if (twin === undefined || twin === job.id) return job
  const asking = await jobs.store.update(job.id, (now) =>
    now.state === 'picking' && now.startedBy === undefined ? { ...now, state: 'asking', twin } : undefined,
  )
  return asking ?? job
}

/** Allows the job that a dropped one continued to be continued again. */
export async function reopenContinuedJob({ jobs }: JobScope, { id, from }: Job): Promise<void> {
  if (from === undefined) return
  await jobs.update(from, (old) => (old.continued === id ? omitFields(old, 'continued') : undefined))
}
