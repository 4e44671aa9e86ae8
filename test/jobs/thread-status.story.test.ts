/** @module-tag redis */
import { expect } from 'vitest'
import { type Harness, until } from '../support/harness.ts'
import { startWorkingJob } from './job-builder.ts'
import { test, testWith } from '../support/story-test.ts'

const METHOD = 'assistant.threads.setStatus'

const statuses = async ({ slack }: Harness): Promise<{ status: string; ok: unknown }[]> =>
  (await slack.calls(METHOD)).map(({ args, ok }) => ({
    status: String((args as { status?: string }).status ?? ''),
    ok,
  }))
const waitForLastStatus = (app: Harness, status: RegExp) =>
  until(async () => status.test((await statuses(app)).at(-1)?.status ?? 'none'))
const WORKING = /waiting for the agent/
const CLEARED = /^$/

testWith({ scale: 30 })('the thread status shows the work until the end clears it', async ({ app, slack, agent }) => {
  // Ninety seconds between two refreshes are three here.

  const { docs, job, card } = await startWorkingJob(app, 'Explain the retry schedule')
  await until(async () => (await statuses(app)).filter(({ status }) => WORKING.test(status)).length >= 2)
  await app.settled()
  const calls = await slack.calls(METHOD)
  expect(calls[0]).toMatchObject({ ok: true, args: { channel_id: docs, thread_ts: card.ts } })
  await agent.changeJob(job.id, { status: 'completed', prLink: 'https://git.example.test/acme/docs/pull/3' })
  await slack.findPost(docs, 'jobs.end', card.ts)
  await waitForLastStatus(app, CLEARED)
})

test('failure and Stop watching clear the status, and new work sets it again', async ({ app, slack, agent }) => {
  const { docs, maria, job, card, place, id } = await startWorkingJob(app, 'Describe the webhooks')
  await waitForLastStatus(app, WORKING)
  await slack.click(maria, place, 'jobs.more', `stop:${id}`)
  await app.settled()
  await slack.click(maria, place, 'jobs.more', `unwatch:${id}`)
  await slack.findMessage(docs, /No longer watched/)
  await waitForLastStatus(app, CLEARED)
  await slack.click(maria, place, 'jobs.watch')
  await waitForLastStatus(app, WORKING)
  await agent.changeJob(job.id, { status: 'failed' })
  await slack.findCard(docs, 'failed', { thread: card.ts })
  await waitForLastStatus(app, CLEARED)
})

testWith({ ownProcess: true })(
  'the status is cleared when the job ends, even after a kill',
  async ({ app, slack, agent }) => {
    const { docs, job, card } = await startWorkingJob(app, 'Describe the inboxes')
    await waitForLastStatus(app, WORKING)
    await app.kill()
    await agent.changeJob(job.id, { status: 'completed', prLink: 'https://git.example.test/acme/docs/pull/4' })
    await app.start()
    await slack.findPost(docs, 'jobs.end', card.ts)
    await waitForLastStatus(app, CLEARED)
  },
)

test('a failed clear is repeated', async ({ app, slack, agent }) => {
  const { docs, job, card } = await startWorkingJob(app, 'Describe the pods')
  await waitForLastStatus(app, WORKING)
  await app.addFault({ target: 'slack', match: METHOD, mode: 'status', status: 503 })
  await agent.changeJob(job.id, { status: 'completed' })
  await slack.findPost(docs, 'jobs.end', card.ts)
  await until(async () => ((await statuses(app)).at(-1)?.ok === false ? true : undefined))
  await app.clearFaults()
  await until(async () => (await statuses(app)).some(({ status, ok }) => CLEARED.test(status) && ok === true))
})

test.for(['unknown_method', 'missing_scope'])(
  'a workspace that answers %s is not asked for the status again, and everything else works',
  async (error, { app, slack, agent, tom }) => {
    await app.addFault({ target: 'slack', match: METHOD, mode: 'status', error })
    const { docs, job, card } = await startWorkingJob(app, 'Explain the retry schedule')
    await until(async () => (await statuses(app)).length === 1)
    await agent.changeJob(job.id, { status: 'completed', prLink: 'https://git.example.test/acme/docs/pull/3' })
    await slack.findPost(docs, 'jobs.end', card.ts)
    await slack.findCard(docs, 'finished')
    await slack.command(tom, docs, '/docs Describe the rate limits of the mailbox')
    const second = await agent.findJob(/rate limits/)
    await agent.changeJob(second.id, { status: 'completed' })
    await slack.findMessage(docs, /Finished\. Nothing needed changing/)
    await app.settled()
    expect(await statuses(app)).toHaveLength(1)
  },
)
