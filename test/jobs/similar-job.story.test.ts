import { expect } from 'vitest'
import { findButton, readText } from '../support/block-queries.ts'
import { type Harness, until } from '../support/harness.ts'
import { startWorkingJob } from './job-builder.ts'
import { test, testWith } from '../support/story-test.ts'

const TASK = 'write a glossary of the billing terms'
const SIMILAR = 'Write a glossary of billing terms'

/** The card of a job, once it says this. */
const findCardText = ({ slack }: Harness, channel: string, ts: string, words: RegExp): Promise<string> =>
  until(async () => {
    const shown = readText((await slack.messages(channel)).find((one) => one.ts === ts))
    return words.test(shown) ? shown : undefined
  })

test('a job whose start is unconfirmed may be running, and takes no text of a similar one', async ({
  app,
  slack,
  docs,
  maria,
  tom,
}) => {
  await app.addFault({ target: 'agent', match: 'POST', mode: 'accept-then-drop', times: 1 })
  await slack.command(maria, docs, `/docs ${TASK}`)
  const first = await slack.findCard(docs, 'unknown')
  await slack.command(tom, docs, `/docs ${SIMILAR}`)
  const asking = await slack.findCard(docs, 'asking')
  expect(readText(asking)).toContain('A similar job may be running. Start this one too?')
  expect(findButton(asking, /Start anyway/)).toBeDefined()
  expect(findButton(asking, /Follow up instead/)).toBeUndefined()
  await slack.command(tom, docs, '/docs jobs')
  await until(async () => readText((await slack.views(tom)).at(-1)).includes('may be running'))
  await slack.clickAndConfirm(maria, first, 'jobs.ask_drop')
  await slack.findCard(docs, 'dropped')
  await app.settled()
  await findCardText(app, docs, asking.ts, /A similar job may be running/)
})

test('the question about a similar job follows that job until it is answered', async ({ app, slack, agent, tom }) => {
  const { docs, job, card } = await startWorkingJob(app, TASK)
  await slack.command(tom, docs, `/docs ${SIMILAR}`)
  const asking = await slack.findCard(docs, 'asking')
  expect(readText(asking)).toContain('A similar job is still running. Start this one too?')
  await agent.changeJob(job.id, { status: 'completed' })
  const ended = await findCardText(app, docs, asking.ts, /A similar job has ended\. Start this one\?/)
  expect(ended).toContain(card.ts.replace('.', ''))
  await slack.click(tom, asking, 'jobs.instead')
  await agent.waitForFollowUps(job.id, 1)
  await findCardText(app, docs, asking.ts, /Not started: sent to the other job as a follow-up instead/)
})

test('a text that waits for another job is not counted or called sent until the agent has it', async ({
  app,
  slack,
  agent,
  docs,
  maria,
  tom,
}) => {
  await app.addFault({ target: 'agent', match: 'POST', mode: 'status', status: 429, retryAfterS: 3000, times: 1 })
  await slack.command(maria, docs, `/docs ${TASK}`)
  const first = await slack.findCard(docs, 'waiting')
  await slack.command(tom, docs, `/docs ${SIMILAR}`)
  const asking = await slack.findCard(docs, 'asking')
  expect(readText(asking)).toContain('A similar job hasn’t started yet. Start this one too?')
  await slack.click(tom, asking, 'jobs.instead')
  await findCardText(app, docs, asking.ts, /Not started: waiting to be sent to the other job as a follow-up/)
  await slack.click(maria, first, 'jobs.cancel')
  await slack.findMessage(docs, /this job never started, so there’s nothing to follow up/, first.ts)
  const unsent = await findCardText(app, docs, asking.ts, /Not started, and not sent to the other job either/)
  expect(unsent).toContain('Edit and start')
  await app.settled()
  const card = (await slack.messages(docs)).find(({ ts }) => ts === first.ts)
  expect(readText(card)).not.toContain('1 follow-up')
  expect(await agent.jobs()).toEqual([])
})

testWith({
  env: (env) => ({
    AGENT_PROJECTS: JSON.stringify([
      { name: 'Acme Guides', projectId: 'prj_sandboxguides', apiKey: env['AGENT_API_KEY'] ?? '' },
    ]),
  }),
})(
  'the question about a similar job is also asked once the project is chosen',
  async ({ app, slack, agent, docs, maria, tom }) => {
    await slack.command(maria, docs, `/docs ${TASK}`)
    const first = await slack.findCard(docs, 'picking')
    await slack.command(tom, docs, `/docs ${SIMILAR}`)
    const second = await until(async () =>
      (await slack.messages(docs)).find((one) => one.ts !== first.ts && findButton(one, /Acme Guides/)),
    )
    // The job that was asked for later starts first.
    await slack.click(tom, { channel: docs, ts: second.ts }, /Acme Guides/)
    await agent.findJob(/glossary/)
    await slack.click(maria, { channel: docs, ts: first.ts }, /Acme Guides/)
    await findCardText(app, docs, first.ts, /A similar job is still running\. Start this one too\?/)
    await app.settled()
    expect(await agent.jobs()).toHaveLength(1)
    await slack.click(maria, { channel: docs, ts: first.ts }, 'jobs.anyway')
    await until(async () => (await agent.jobs()).length === 2)
  },
)
