import { askerOf, type Job } from '../model/job.ts'
import type { JobScope } from '../job-scope.ts'

type Addition = NonNullable<Job['additions']>[number]
export type AdditionAnswer = NonNullable<Addition['answer']>

const KEPT = 5

/** Keeps a message that may be for the job, with the job. Safe to repeat. */
export const keepAddition = ({ jobs }: JobScope, { id }: Job, addition: Addition): Promise<unknown> =>
  jobs.store.update(id, (now) => {
    const { additions = [] } = now
    if (additions.some(({ ts }) => ts === addition.ts)) return undefined
    return { ...now, additions: [...additions, addition].slice(-KEPT) }
  })

/** Keeps the answer to the question about a message, which shows it from then on. Returns false if the job has no question for this person. */
export async function answerAddition(
  { jobs }: JobScope,
  { job: id, ts, user, answer }: { job: string; ts: string; user: string; answer: AdditionAnswer },
): Promise<boolean> {
  const isTheirs = (job: Job): boolean =>
    askerOf(job) === user && (job.additions ?? []).some((addition) => addition.ts === ts)
  const found = await jobs.store.get(id)
  if (!found || !isTheirs(found)) return false
  await jobs.update(id, (now) =>
    isTheirs(now)
      ? { ...now, additions: now.additions?.map((one) => (one.ts === ts ? { ...one, answer } : one)) ?? [] }
      : undefined,
  )
  return true
}
