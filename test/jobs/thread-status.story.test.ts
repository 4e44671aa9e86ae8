import { expect, test } from 'vitest'
import { harness, type Harness, until } from '../support/harness.ts'
import { workingJob } from './job-builder.ts'

const METHOD = 'assistant.threads.setStatus'

const statuses = async ({ slack }: Harness): Promise<{ status: string; ok: unknown }[]> =>
  (await slack.calls(METHOD)).map(({ args, ok }) => ({
    status: String((args as { status?: string }).status ?? ''),
    ok,
  }))
const lastIs = (box: Harness, status: RegExp) =>
  until(async () => (status.test((await statuses(box)).at(-1)?.status ?? 'none') ? true : undefined))
const WORKING = /waiting for the agent/
const CLEARED = /^$/

test('the thread says that the app is at work, again and again, until the end clears it', async () => {
  // Ninety seconds between two of them are three.
  const box = await harness({ scale: 30 })
  const { slack, agent } = box
  const { docs, job, card } = await workingJob(box, 'Explain the retry schedule')
  await until(async () =>
    (await statuses(box)).filter(({ status }) => WORKING.test(status)).length >= 2 ? true : undefined,
  )
  const calls = await slack.calls(METHOD)
  expect(calls[0]).toMatchObject({ ok: true, args: { channel_id: docs, thread_ts: card.ts } })
  await agent.move(job.id, { status: 'completed', prLink: 'https://git.example.test/acme/docs/pull/3' })
  await slack.saw(docs, /pull request is ready/, card.ts)
  await lastIs(box, CLEARED)
})

test('a failed job clears it, so does one that is not watched any more, and working again brings it back', async () => {
  const box = await harness()
  const { slack, agent } = box
  const { docs, maria, job, card, place, id } = await workingJob(box, 'Describe the webhooks')
  await lastIs(box, WORKING)
  await slack.click(maria, place, 'jobs.more', `unwatch:${id}`)
  await slack.saw(docs, /Not watched any more/)
  await lastIs(box, CLEARED)
  await slack.click(maria, place, /Watch again/)
  await lastIs(box, WORKING)
  await agent.move(job.id, { status: 'failed' })
  await slack.saw(docs, /stopped with an error/, card.ts)
  await lastIs(box, CLEARED)
})

test('killed while it stands, the app clears it at the end that comes after the restart', async () => {
  const box = await harness({ alone: true })
  const { slack, agent, app } = box
  const { docs, job, card } = await workingJob(box, 'Describe the inboxes')
  await lastIs(box, WORKING)
  await app('kill')
  await agent.move(job.id, { status: 'completed', prLink: 'https://git.example.test/acme/docs/pull/4' })
  await app('start')
  await slack.saw(docs, /pull request is ready/, card.ts)
  await lastIs(box, CLEARED)
})

test('a clear that Slack does not take is tried again', async () => {
  const box = await harness()
  const { slack, agent, fault, fair } = box
  const { docs, job, card } = await workingJob(box, 'Describe the pods')
  await lastIs(box, WORKING)
  await fault({ target: 'slack', match: METHOD, mode: 'status', status: 503 })
  await agent.move(job.id, { status: 'completed' })
  await slack.saw(docs, /nothing needed to change/, card.ts)
  await until(async () => ((await statuses(box)).at(-1)?.ok === false ? true : undefined))
  await fair()
  await until(async () =>
    (await statuses(box)).some(({ status, ok }) => CLEARED.test(status) && ok === true) ? true : undefined,
  )
})

test.each(['unknown_method', 'missing_scope'])(
  'where the workspace answers %s, it is asked once and everything else works',
  async (error) => {
    const box = await harness()
    const { slack, agent, fault } = box
    await fault({ target: 'slack', match: METHOD, mode: 'status', error })
    const { docs, job, card } = await workingJob(box, 'Explain the retry schedule')
    await until(async () => ((await statuses(box)).length === 1 ? true : undefined))
    await agent.move(job.id, { status: 'completed', prLink: 'https://git.example.test/acme/docs/pull/3' })
    await slack.saw(docs, /pull request is ready/, card.ts)
    await slack.saw(docs, /Pull request ready/)
    await slack.command(await slack.user('tom'), docs, '/docs Describe the rate limits of the mailbox')
    const second = await agent.job(/rate limits/)
    await agent.move(second.id, { status: 'completed' })
    await slack.saw(docs, /Finished\. Nothing needed to change/)
    expect(await statuses(box)).toHaveLength(1)
  },
)
