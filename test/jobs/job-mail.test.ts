import { expect, test } from 'vitest'
import { renderJobCard } from '../../src/jobs/card/job-card.ts'
import { type Job, jobSchema } from '../../src/jobs/model/job.ts'
import { recordReplyOutcome } from '../../src/jobs/notify/reply-outcome.ts'
import type { PullRequestReplyOutcome } from '../../src/slice.ts'
import { openJobSlice } from '../support/job-services.ts'
import { cardContext, english, jobRecord } from './job-record.ts'

const mail = { thread: 'thread', mail: 'mail', subject: 'Limits <x>', channel: 'C1', ts: '1.2', cards: [] }
const named = { subject: mail.subject, url: 'https://slack.test/archives/C1/p12' }
const finished = jobRecord({ state: 'finished', prLink: 'https://git.test/pull/7', mail })
const outcome: PullRequestReplyOutcome = {
  reply: 'r1',
  thread: 'thread',
  at: 2,
  state: 'sent',
  lost: ['one@customer.test'],
  text: 'We changed it: https://git.test/pull/7',
}

const show = (job: Job, more = { mail: named }) => renderJobCard(english, job, { ...cardContext, ...more })
const readCard = (card: unknown) => JSON.stringify(card)
const offersReply = (job: Job) => readCard(show(job)).includes('"Reply with the pull request"')
const withReply = (state: PullRequestReplyOutcome['state'], lost: string[] = []) =>
  ({ ...finished, pullRequestReply: { id: 'r1', at: 1, state, lost } }) satisfies Job

test('the reply with the pull request is offered once one exists, until a reply with it was sent', () => {
  expect(offersReply(finished)).toBe(true)
  const { mail: _, ...without } = finished
  const { prLink: __, ...unchanged } = finished
  for (const job of [without, unchanged, { ...finished, prLink: 'javascript:alert(1)' }])
    expect(offersReply(job)).toBe(false)
  for (const state of ['working', 'failed', 'refused', 'dropped', 'unknown'] as const)
    expect(offersReply({ ...finished, state })).toBe(false)
  for (const state of ['bounced', 'failed', 'withdrawn'] as const) expect(offersReply(withReply(state))).toBe(true)
  for (const state of ['underway', 'sent', 'delivered', 'unknown'] as const)
    expect(offersReply(withReply(state))).toBe(false)
})

test('the card shows the outcome of the reply, prominently only on failure, and the recipients only to people who can read the mail', () => {
  const sectionsOf = (job: Job) => show(job).blocks.filter(({ type }) => type === 'section')
  for (const state of ['underway', 'sent', 'delivered', 'withdrawn'] as const)
    expect(sectionsOf(withReply(state))).toEqual([])
  for (const state of ['bounced', 'failed', 'unknown'] as const) expect(sectionsOf(withReply(state))).toHaveLength(1)
  const lost = ['a@x.test', 'b@x.test', 'c@x.test', '<!channel>@x.test']
  expect(readCard(show(withReply('bounced', lost)))).toContain('didn’t reach a@x.test, b@x.test, c@x.test and 1 other')
  expect(readCard(show(withReply('bounced', ['<!channel>'])))).toContain('&lt;!channel&gt;')
  const elsewhere = readCard(renderJobCard(english, withReply('bounced', lost), cardContext))
  expect(elsewhere).toContain('didn’t reach everyone')
  expect(elsewhere).not.toMatch(/x\.test|Limits|slack\.test/)
  const later = jobSchema.parse({
    ...finished,
    pullRequestReply: { id: 'r1', at: 1, state: 'of_a_later_version', lost: [] },
  })
  expect(readCard(show(later))).toContain('From <https://slack.test/archives/C1/p12|the email “Limits &lt;x&gt;”>')
  expect(offersReply(later)).toBe(false)
})

test('a job records the outcome of the newest reply to its own mail thread, and of no other', async () => {
  const { services } = await openJobSlice()
  const store = services.jobs.store
  const job = await store.add(finished, { instruction: 'Explain it', quotes: [] })
  const record = (more: Partial<PullRequestReplyOutcome>) =>
    recordReplyOutcome(services, job.id, { ...outcome, ...more })
  const read = async () => (await store.get(job.id))?.pullRequestReply
  await record({ thread: 'another' })
  expect(await read()).toBeUndefined()
  await record({ state: 'bounced' })
  await record({ reply: 'r2', at: 3, lost: [] })
  await record({ state: 'failed' })
  expect(await read()).toEqual({ id: 'r2', at: 3, state: 'sent', lost: [], link: 'https://git.test/pull/7' })
  await recordReplyOutcome(services, 'nothing', outcome)
})

test('a reply keeps the pull request that its text names, and a newer one can be sent', async () => {
  const { services } = await openJobSlice()
  const { store } = services.jobs
  const job = await store.add(
    { ...finished, prLink: 'https://git.test/pull/72', prBefore: 'https://git.test/pull/7' },
    { instruction: 'Explain it', quotes: [] },
  )
  const read = async (): Promise<Job> => (await store.get(job.id)) ?? finished
  for (const state of ['underway', 'sent', 'delivered'] as const) {
    await recordReplyOutcome(services, job.id, { ...outcome, state })
    expect((await read()).pullRequestReply?.link).toBe('https://git.test/pull/7')
    expect(readCard(show(await read()))).toContain('<https://git.test/pull/7|an earlier pull request>')
    expect(offersReply(await read())).toBe(true)
  }
  await recordReplyOutcome(services, job.id, { ...outcome, reply: 'r2', at: 3, text: 'See https://git.test/pull/72.' })
  expect(readCard(show(await read()))).toContain('Reply with the pull request sent')
  expect(offersReply(await read())).toBe(false)
  // A text from which the link was taken names none.
  await recordReplyOutcome(services, job.id, { ...outcome, reply: 'r3', at: 4, text: 'It is done.' })
  expect((await read()).pullRequestReply?.link).toBeUndefined()
  expect(offersReply(await read())).toBe(false)
})
