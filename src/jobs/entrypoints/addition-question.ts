import type { ScopedFeature } from '../../scoped-feature.ts'
import type { CardMessage } from '../../slack/outbox/card-kinds.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import { askerOf, type Job, readAdditionStage, shortenTitle } from '../model/job.ts'
import type { JobScope } from '../job-scope.ts'
import { keepAddition } from '../start/job-additions.ts'
import { jobTextIn } from '../text/jobs-text.ts'
import { ADDITION_CARD } from '../updates/card-ref.ts'
import { type AskedText, describeStartAnswer, renderStartQuestion } from './start-question.ts'

/** Shows the questions whether a message is for the job that was asked for right before it; they follow that job. */
export const additionQuestionFeature: ScopedFeature<JobScope> = {
  cards: [{ kind: ADDITION_CARD, render: renderQuestion }],
}

/** Asks in direct messages whether a message is for this job or is a job of its own. Safe to repeat. */
export async function askAboutAddition(
  scope: JobScope,
  job: Job,
  channel: string,
  { ts, text, files }: AskedText & { ts: string },
): Promise<void> {
  await keepAddition(scope, job, { ts, text, ...(files && { files }) })
  await scope.cards.show({ team: job.team, kind: ADDITION_CARD, id: job.id, copy: ts }, { channel })
}

async function renderQuestion(
  { team, jobs, languages }: JobScope,
  id: string,
  copy: string | undefined,
): Promise<CardMessage | undefined> {
  const job = await jobs.store.get(id)
  const addition = job?.additions?.find(({ ts }) => ts === copy)
  if (!job || !addition) return undefined
  const text = jobTextIn(await languages.ofPerson(team, askerOf(job)))
  const { answer, ...asked } = addition
  if (answer !== undefined) return textMessage(describeStartAnswer(text, answer))
  const doubt = { why: 'addition' as const, title: shortenTitle(job), stage: readAdditionStage(job) }
  return renderStartQuestion(text, doubt, { ...asked, job: id })
}
