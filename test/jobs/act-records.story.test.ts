import { expect, onTestFinished } from 'vitest'
import { openAccessRecords } from '../support/access-rules.ts'
import { findButton } from '../support/block-queries.ts'
import { until } from '../support/harness.ts'
import { test } from '../support/story-test.ts'
import { startWorkingJob } from './job-builder.ts'

test('what people say to the agent leaves one record each, with the hash of the text and no word of it', async ({
  app,
  slack,
  agent,
  general,
  tom,
  bot,
}) => {
  const { docs, maria, job, card, place, id } = await startWorkingJob(app, 'Explain the merger')
  const { readAudit, close } = await openAccessRecords(app)
  onTestFinished(close)

  // Two messages of two people within seconds are one follow-up, and the act of both.
  await slack.say(maria, docs, `<@${bot}> name the shareholders`, { thread_ts: card.ts })
  await slack.say(tom, docs, `<@${bot}> and the merger’s date`, { thread_ts: card.ts })
  await agent.waitForFollowUps(job.id, 1)
  await slack.say(tom, docs, 'the merger again', { thread_ts: card.ts })
  const hint = await slack.findEphemeral(docs, tom, /only replies that mention/, card.ts)
  await slack.click(tom, { channel: docs, ts: hint.ts, thread: card.ts }, /Send it to the agent/)
  await agent.waitForFollowUps(job.id, 2)
  await slack.click(tom, place, /Follow up/)
  await slack.fillForm(tom, await slack.findForm(tom), [[/What should the agent do next/, 'Draw the merger']])
  await agent.waitForFollowUps(job.id, 3)
  await slack.click(maria, place, 'jobs.more', `stop:${id}`)
  await agent.waitForFollowUps(job.id, 4)
  await slack.click(maria, place, 'jobs.more', `mirror:${id}`)
  await slack.fillForm(maria, await slack.findForm(maria), [[/Show this card in/, general]])
  await slack.findMessage(general, /Working since/)

  await app.addFault({ target: 'agent', match: 'POST', mode: 'accept-then-drop', times: 1 })
  await slack.say(maria, docs, `<@${bot}> count the merger’s pages`, { thread_ts: card.ts })
  const asked = await until(async () =>
    (await slack.messages(docs, card.ts)).find((one) => findButton(one, /Send again/)),
  )
  await slack.click(tom, { channel: docs, ts: asked.ts, thread: card.ts }, /Send again/)
  await agent.waitForFollowUps(job.id, 6)
  await app.settled()

  const records = (await readAudit()).toReversed()
  const outcomes = records.map(({ user, action, verb, outcome, hash }) => [
    user,
    `${action} ${verb}`,
    outcome,
    hash !== undefined,
  ])
  expect(outcomes).toEqual([
    [maria, 'jobs.start start', 'done', true],
    [maria, 'jobs.steer follow_up', 'done', true],
    [tom, 'jobs.steer follow_up', 'done', true],
    [tom, 'jobs.steer send_reply', 'done', true],
    [tom, 'jobs.steer say', 'done', true],
    [maria, 'jobs.steer stop', 'done', true],
    [maria, 'jobs.steer mirror', 'done', false],
    // Nobody knows whether this one has arrived.
    [maria, 'jobs.steer follow_up', 'failed', true],
    [tom, 'jobs.steer send_again', 'done', true],
  ])
  for (const { object, place: where } of records.slice(1)) {
    expect(object).toEqual({ kind: 'job', id, link: expect.stringContaining(`/archives/${docs}/p`) })
    expect(where?.channel).toBe(docs)
  }
  const [first, joined] = records.slice(1)
  expect(first?.hash).toBe(joined?.hash)
  expect(new Set(records.map(({ opId }) => opId)).size).toBe(records.length)
  expect(JSON.stringify(records)).not.toMatch(/merger|shareholders/i)
})

test('what is found in the dashboard and a continuation leave one record each', async ({
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
  const lost = await until(async () => (await slack.messages(docs)).find((one) => findButton(one, /I found it/)))
  const place = { channel: docs, ts: lost.ts }
  await slack.click(maria, place, /I found it/)
  await slack.fillForm(maria, await slack.findForm(maria), [[/./, remoteId]])
  await slack.findMessage(docs, /Working since/)
  await agent.changeJob(remoteId, { status: 'archived' })
  await until(async () =>
    findButton(
      (await slack.messages(docs)).find(({ ts }) => ts === lost.ts),
      /Continue/,
    ),
  )
  await slack.click(maria, place, /Continue/)
  await slack.fillForm(maria, await slack.findForm(maria), [])
  await until(async () => (await agent.jobs()).length === 2)
  await app.settled()
  expect((await readAudit()).toReversed().map(({ verb, outcome }) => [verb, outcome])).toEqual([
    ['start', 'done'],
    ['found', 'done'],
    ['continue', 'done'],
  ])
})
