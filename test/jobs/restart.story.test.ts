/** @module-tag redis */
import { expect } from 'vitest'
import { readText } from '../support/block-queries.ts'
import { untilHeld } from '../support/held-requests.ts'
import { type Harness, until } from '../support/harness.ts'
import { testWith } from '../support/story-test.ts'
import { startWorkingJob } from './job-builder.ts'

const PULL = 'https://git.example.test/acme/docs/pull/5'
const test = testWith({ ownProcess: true })

/** The app's messages in a channel. */
const readCards = async ({ slack }: Harness, channel: string) =>
  (await slack.messages(channel)).filter((one) => one.bot_id)

/** Waits until the app has acknowledged a mention, and resolves to the id of its event. */
const findAcknowledgedMention = (app: Harness): Promise<string> =>
  until(async () => {
    const wire = await app.exchanges()
    const sent = wire.findLast(
      (one) => one.path === '/slack/events' && one.requestBody.includes('"app_mention"') && one.status === 200,
    )
    return /"event_id":"([^"]+)"/.exec(sent?.requestBody ?? '')?.[1]
  })

testWith({ ownProcess: true, env: { JOB_UNDO_SECONDS: '10' } })(
  'a job whose app is killed during the hold starts once, when the hold is over',
  async ({ app, slack, agent, docs, maria }) => {
    await slack.command(maria, docs, '/docs Explain the retry schedule')
    await slack.findMessage(docs, /Starts at/)
    await app.kill()
    await app.settled()
    expect((await agent.jobs()).length, 'the kill came during the hold').toBe(0)
    await app.start()
    await agent.findJob(/retry schedule/)
    await slack.findCard(docs, 'working')
    await app.settled()
    expect(await agent.jobs()).toHaveLength(1)
    expect(await readCards(app, docs)).toHaveLength(1)
  },
)

/** Starts the app again and expects the job's follow-up once, even if Slack delivers the mention again. */
async function expectOneFollowUp(app: Harness, mention: string): Promise<void> {
  const { agent, slack } = app
  await app.start()
  const job = await agent.findJob(/retry schedule/)
  await agent.waitForFollowUps(job.id, 1)
  await slack.redeliver(1, mention)
  await app.settled()
  expect((await agent.jobs()).map(({ followUps }) => followUps.map(({ prompt }) => prompt))).toEqual([
    [expect.stringContaining('add a table')],
  ])
}

// During the hold, the kill interrupts no request to the agent, whose outcome would then be unknown.
testWith({ ownProcess: true, env: { JOB_UNDO_SECONDS: '10' } })(
  'a follow-up whose app is killed as soon as it is acknowledged is sent once, even if Slack delivers it again',
  async ({ app, slack, docs, maria, bot }) => {
    await slack.command(maria, docs, '/docs Explain the retry schedule')
    const card = await slack.findMessage(docs, /retry schedule/)
    await slack.say(maria, docs, `<@${bot}> add a table`, { thread_ts: card.ts })
    const mention = await findAcknowledgedMention(app)
    await app.kill()
    await expectOneFollowUp(app, mention)
  },
)

test('a follow-up whose app is killed while it waits for its job is sent once, even if Slack delivers it again', async ({
  app,
  slack,
  docs,
  maria,
  bot,
}) => {
  // The agent takes no job, and is not asked again before the kill.
  await app.addFault({ target: 'agent', match: 'POST', mode: 'status', status: 429, retryAfterS: 20 })
  await slack.command(maria, docs, '/docs Explain the retry schedule')
  const card = await slack.findMessage(docs, /retry schedule/)
  await slack.say(maria, docs, `<@${bot}> add a table`, { thread_ts: card.ts })
  const mention = await findAcknowledgedMention(app)
  await slack.findMessage(docs, /hasn’t started yet/, card.ts)
  await app.kill()
  await app.clearFaults()
  await expectOneFollowUp(app, mention)
})

test('a job that ends while the app is killed is announced once', async ({ app, slack, agent }) => {
  const { docs, job, card } = await startWorkingJob(app, 'Explain the retry schedule')
  await app.kill()
  await agent.changeJob(job.id, { status: 'completed', prLink: PULL })
  await app.start()
  await slack.findCard(docs, 'finished')
  await slack.findPost(docs, 'jobs.end', card.ts)
  await app.settled()
  const thread = await slack.messages(docs, card.ts)
  expect(thread.filter((one) => readText(one).includes('pull request is ready'))).toHaveLength(1)
  expect(await readCards(app, docs)).toHaveLength(1)
})

test.for([
  ['before the agent has read it', 'hang', 0],
  ['after the agent has started it', 'accept-then-hang', 1],
] as const)(
  'a create interrupted by a kill %s is never repeated without a question',
  async ([, mode, started], { app, slack, agent, docs, maria }) => {
    await app.addFault({ target: 'agent', match: 'POST', mode })
    await slack.command(maria, docs, '/docs Describe the inboxes')
    await untilHeld(app)
    await app.kill()
    await app.clearFaults()
    await app.start()
    const card = await slack.findCard(docs, 'unknown')
    await app.settled()
    expect(await agent.jobs()).toHaveLength(started)
    await slack.clickAndConfirm(maria, { channel: docs, ts: card.ts }, 'jobs.ask_anyway')
    await until(async () => (await agent.jobs()).length === started + 1)
    await app.settled()
    expect(await agent.jobs()).toHaveLength(started + 1)
  },
)
