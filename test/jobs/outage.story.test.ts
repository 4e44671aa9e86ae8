import { expect } from 'vitest'
import { readText } from '../support/block-queries.ts'
import { until } from '../support/harness.ts'
import { test } from '../support/story-test.ts'

test('during an outage one question stands for all jobs of a person, and the others start by themselves', async ({
  app,
  slack,
  agent,
  docs,
  maria,
}) => {
  await app.addFault({ target: 'agent', match: 'POST', mode: 'status', status: 503 })
  await slack.command(maria, docs, '/docs Explain the retry schedule')
  const asking = await slack.findCard(docs, 'unknown')
  await slack.command(maria, docs, '/docs Describe the inboxes')
  await slack.command(maria, docs, '/docs List every webhook event')
  const areHeld = async () =>
    (await slack.messages(docs)).filter((one) => readText(one).includes('The agent responds with an error')).length ===
    2
  await until(areHeld)
  await app.clearFaults()
  await agent.findJob(/inboxes/)
  await agent.findJob(/webhook event/)
  await app.settled()
  expect(await agent.jobs()).toHaveLength(2)
  const cards = await slack.messages(docs)
  expect(cards.filter((one) => readText(one).includes('may be running'))).toHaveLength(1)
  const notices = await Promise.all(cards.map(({ ts }) => slack.messages(docs, ts)))
  expect(notices.flat().filter(({ text }) => text.includes('Choose what to do on the card'))).toHaveLength(1)

  // A person's own decision is not held back.
  await slack.clickAndConfirm(maria, { channel: docs, ts: asking.ts }, 'jobs.ask_anyway')
  await agent.findJob(/retry schedule/)
})

test('a job that is tried during the outage asks no second question', async ({ app, slack, agent, docs, maria }) => {
  await app.addFault({ target: 'agent', match: 'POST', mode: 'status', status: 503, times: 2 })
  await slack.command(maria, docs, '/docs Explain the retry schedule')
  await slack.findCard(docs, 'unknown')
  await slack.command(maria, docs, '/docs Describe the inboxes')
  const areAsking = async () =>
    (await slack.messages(docs)).filter((one) => readText(one).includes('may be running')).length === 2
  await until(areAsking)
  await app.settled()
  const notices = await Promise.all((await slack.messages(docs)).map(({ ts }) => slack.messages(docs, ts)))
  expect(notices.flat().filter(({ text }) => text.includes('Choose what to do on the card'))).toHaveLength(1)
  expect(await agent.jobs()).toHaveLength(0)
})

test('the next job asks for all once a person has settled the first job of an outage', async ({
  app,
  slack,
  docs,
  maria,
}) => {
  await app.addFault({ target: 'agent', match: 'POST', mode: 'status', status: 503, times: 3 })
  await slack.command(maria, docs, '/docs Explain the retry schedule')
  const first = await slack.findCard(docs, 'unknown')
  const countAsking = async () =>
    (await slack.messages(docs)).filter((one) => readText(one).includes('may be running')).length
  await slack.clickAndConfirm(maria, { channel: docs, ts: first.ts }, 'jobs.ask_drop')
  await until(async () => (await countAsking()) === 0)
  await slack.command(maria, docs, '/docs Describe the inboxes')
  const second = await slack.findCard(docs, 'unknown')
  await slack.findMessage(docs, /Choose what to do on the card/, second.ts)
  await slack.command(maria, docs, '/docs List every webhook event')
  await until(async () => (await countAsking()) === 2)
  await app.settled()
  const third = (await slack.messages(docs)).find((one) => readText(one).includes('webhook event'))
  const notices = await slack.messages(docs, third?.ts ?? '')
  expect(notices.filter(({ text }) => text.includes('Choose what to do on the card'))).toHaveLength(0)
})
