import type { CardContext } from '../../src/jobs/card/job-card.ts'
import { type Job } from '../../src/jobs/model/job.ts'
import { createJobId } from '../../src/jobs/model/job-ids.ts'
import { jobTextIn } from '../../src/jobs/text/jobs-text.ts'

/** The texts of the slice in English. */
export const english = jobTextIn('en')

/** A stored job record, for tests of pure functions. */
export const jobRecord = (more: Partial<Job> = {}): Job => ({
  id: createJobId(1_760_000_000_000, 'seed'),
  team: 'T1',
  requester: 'U1',
  channel: 'C1',
  door: 'command',
  project: 'acme docs',
  title: 'Explain the retry schedule',
  state: 'working',
  askedAt: 1_760_000_000_000,
  attempt: 1,
  run: 1,
  beat: 1,
  sent: 0,
  followUps: 0,
  ...more,
})

/** The content of a card besides the record, in a workspace with three projects. */
export const cardContext: CardContext = {
  asker: '@Maria Torres',
  rule: 'mention',
  position: 2,
  nextSlotAt: 1_760_000_300_000,
  limit: 100,
  projects: ['a', 'b', 'c'],
  guesses: ['b'],
  duplicate: { url: undefined, isOfThread: true, takesText: true, progress: 'running', handed: 'sent' },
}
