import { type FollowUp, followUpId, isTakenBack, TAKEN_BACK, withUnsent } from '../model/follow-up.ts'
import { type Job, omitFields } from '../model/job.ts'
import type { JobScope } from '../job-scope.ts'
import { settleProgress } from './progress-line.ts'

/** Replaces the text of one message; undefined if the follow-up has another state than before its sending, or already has the text. */
function withMessage(followUp: FollowUp, source: string, text: string): FollowUp | undefined {
  const { state, sources, texts: before, prompt } = followUp
  const isUnsent = state === 'gathering' || state === 'waiting'
  if (!isUnsent || before[sources.indexOf(source)] === text) return undefined
  const texts = sources.map((one, index) => (one === source ? text : (before[index] ?? '')))
  const joined = texts.filter((one) => one !== '').join('\n\n')
  return {
    ...followUp,
    texts,
    text: joined,
    ...(prompt && { prompt: { ...prompt, instruction: joined } }),
    ...(joined === '' && { state: 'dropped', code: TAKEN_BACK }),
  }
}

/**
 * Gives a message of a follow-up another text until the follow-up is sent; an empty text takes the message back. Returns the follow-up as it is then;
 * undefined if the message is part of none. Safe to repeat.
 */
export async function changeFollowUp(
  scope: JobScope,
  job: Job,
  source: string,
  text: string,
): Promise<FollowUp | undefined> {
  const { jobs } = scope
  const table = jobs.store.followUps(job.id)
  const { rows } = await table.list()
  // The edited text of a refused follow-up was typed in a form: the messages before it no longer count.
  const found = rows.map(({ value }) => value).find(({ sources, isForm }) => !isForm && sources.includes(source))
  if (!found) return undefined
  const { n } = found
  const now = (await table.update(followUpId(n), (one) => one && withMessage(one, source, text))) ?? found
  if (!isTakenBack(now)) return now
  await jobs.update(job.id, (one) => {
    const counted = withUnsent(one, n) ?? one
    return counted.gathering === n ? omitFields(counted, 'gathering') : counted
  })
  await settleProgress(scope, job, now)
  return now
}
