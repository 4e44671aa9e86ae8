import { expect, onTestFinished } from 'vitest'
import { openAccessRecords } from '../support/access-rules.ts'
import { findButton } from '../support/block-queries.ts'
import { type Harness, until } from '../support/harness.ts'
import { testWith } from '../support/story-test.ts'
import { startWorkingJob } from './job-builder.ts'

/** The test reads the app's records. */
const test = testWith({ file: true })

/** Starts a job with a secret text, and returns a reader of the acts on it. */
async function startSecretJob(app: Harness) {
  const working = await startWorkingJob(app, 'Explain the merger')
  const { docs, id } = working
  const { readAudit, close } = await openAccessRecords(app)
  onTestFinished(close)
  return {
    ...working,
    /** The acts after the start: each has one record that names the job and its location, and contains no word of a text. */
    readActs: async () => {
      await app.settled()
      const records = (await readAudit()).toReversed()
      expect(new Set(records.map(({ opId }) => opId)).size).toBe(records.length)
      expect(JSON.stringify(records)).not.toMatch(/merger|shareholders/i)
      const [start, ...acts] = records
      expect(start).toMatchObject({ action: 'jobs.start', verb: 'start', outcome: 'done', hash: expect.any(String) })
      for (const { action, object, location } of acts) {
        expect(action).toBe('jobs.steer')
        expect(object).toEqual({ kind: 'job', id, link: expect.stringContaining(`/archives/${docs}/p`) })
        expect(location?.channel).toBe(docs)
      }
      return acts.map(({ user, verb, outcome, hash }) => [user, verb, outcome, hash !== undefined])
    },
  }
}

test(
  'a mention, an offered reply and a form leave one record each, with the hash of the text',
  { tags: 'smoke' },
  async ({ app, slack, agent, tom, bot }) => {
    const { docs, maria, job, card, place, readActs } = await startSecretJob(app)
    await slack.say(maria, docs, `<@${bot}> name the shareholders`, { thread_ts: card.ts })
    await agent.waitForFollowUps(job.id, 1)
    await slack.say(tom, docs, 'the merger again', { thread_ts: card.ts })
    const hint = await slack.findEphemeral(docs, tom, /only replies that mention/, card.ts)
    await slack.click(tom, { channel: docs, ts: hint.ts, thread: card.ts }, 'jobs.send_reply')
    await agent.waitForFollowUps(job.id, 2)
    await slack.click(tom, place, 'jobs.follow_up')
    await slack.fillForm(tom, await slack.findForm(tom), [[/What should the agent do next/, 'Draw the merger']])
    await agent.waitForFollowUps(job.id, 3)
    expect(await readActs()).toEqual([
      [maria, 'follow_up', 'done', true],
      [tom, 'send_reply', 'done', true],
      [tom, 'say', 'done', true],
    ])
  },
)

test('a stop and a mirrored card leave one record each', async ({ app, slack, agent, general }) => {
  const { maria, job, place, id, readActs } = await startSecretJob(app)
  await slack.click(maria, place, 'jobs.more', `stop:${id}`)
  await agent.waitForFollowUps(job.id, 1)
  await slack.click(maria, place, 'jobs.more', `mirror:${id}`)
  await slack.fillForm(maria, await slack.findForm(maria), [['channel', general]])
  await slack.findCard(general, 'working')
  expect(await readActs()).toEqual([
    [maria, 'stop', 'done', true],
    [maria, 'mirror', 'done', false],
  ])
})

test('a follow-up without an answer is recorded as failed, and a repeat as the act of another person', async ({
  app,
  slack,
  agent,
  tom,
  bot,
}) => {
  const { docs, maria, job, card, readActs } = await startSecretJob(app)
  await app.addFault({ target: 'agent', match: 'POST', mode: 'accept-then-drop', times: 1 })
  await slack.say(maria, docs, `<@${bot}> count the merger’s pages`, { thread_ts: card.ts })
  const asked = await until(async () =>
    (await slack.messages(docs, card.ts)).find((one) => findButton(one, /Send again/)),
  )
  await slack.clickAndConfirm(tom, { channel: docs, ts: asked.ts, thread: card.ts }, 'jobs.ask_send_again')
  await agent.waitForFollowUps(job.id, 2)
  expect(await readActs()).toEqual([
    // Its arrival is unknown.
    [maria, 'follow_up', 'failed', true],
    [tom, 'send_again', 'done', true],
  ])
})

test('a job found in the dashboard and a continuation leave one record each', async ({
  app,
  slack,
  agent,
  docs,
  maria,
}) => {
  const { readAudit, close } = await openAccessRecords(app)
  onTestFinished(close)
  await app.addFault({ target: 'agent', match: 'POST', mode: 'accept-then-drop', times: 1 })
  await slack.command(maria, docs, '/docs Explain the merger')
  const { id: remoteId } = await agent.findJob(/merger/)
  const lost = await until(async () => (await slack.messages(docs)).find((one) => findButton(one, /Link the job/)))
  const place = { channel: docs, ts: lost.ts }
  await slack.click(maria, place, 'jobs.found')
  await slack.fillForm(maria, await slack.findForm(maria), [['id', remoteId]])
  await slack.findCard(docs, 'working')
  await agent.changeJob(remoteId, { status: 'archived' })
  await until(async () =>
    findButton(
      (await slack.messages(docs)).find(({ ts }) => ts === lost.ts),
      /Continue/,
    ),
  )
  await slack.click(maria, place, 'jobs.continue')
  await slack.fillForm(maria, await slack.findForm(maria), [])
  await until(async () => (await agent.jobs()).length === 2)
  await app.settled()
  expect((await readAudit()).toReversed().map(({ verb, outcome }) => [verb, outcome])).toEqual([
    // Its arrival is unknown.
    ['start', 'failed'],
    ['found', 'done'],
    ['continue', 'done'],
  ])
})

test('a start that the agent refuses is recorded as failed', async ({ app, slack, agent, docs, maria }) => {
  const { readAudit, close } = await openAccessRecords(app)
  onTestFinished(close)
  await app.addFault({ target: 'agent', match: 'POST', mode: 'status', status: 400, error: 'bad', times: 1 })
  await slack.command(maria, docs, '/docs Explain the merger')
  await slack.findCard(docs, 'refused')
  await app.settled()
  expect(await agent.jobs()).toEqual([])
  expect((await readAudit()).map(({ user, verb, outcome }) => [user, verb, outcome])).toEqual([
    [maria, 'start', 'failed'],
  ])
})

testWith({ file: true, env: { JOB_UNDO_SECONDS: '60' } })(
  'a job that is undone is not recorded as started',
  async ({ app, slack, agent, docs, maria }) => {
    const { readAudit, close } = await openAccessRecords(app)
    onTestFinished(close)
    await slack.command(maria, docs, '/docs Explain the merger')
    const card = await slack.findMessage(docs, /merger/)
    await slack.click(maria, { channel: docs, ts: card.ts }, 'jobs.undo')
    await app.settled()
    expect(await agent.jobs()).toEqual([])
    expect((await readAudit()).map(({ user, verb, outcome }) => [user, verb, outcome])).toEqual([
      [maria, 'undo', 'done'],
    ])
  },
)
