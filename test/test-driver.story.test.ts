import { expect } from 'vitest'
import { until } from './support/harness.ts'
import { test } from './support/story-test.ts'

test('the driver refuses to read what has happened until the app has settled after an act', async ({
  app,
  slack,
  agent,
  docs,
  maria,
}) => {
  expect(await agent.jobs()).toEqual([])
  await slack.command(maria, docs, '/docs Explain the retry schedule')
  await expect(agent.jobs()).rejects.toThrow('await app.settled() first')
  await expect(slack.messages(docs)).rejects.toThrow('await app.settled() first')
  await app.settled()
  expect(await agent.jobs()).toHaveLength(1)
})

test('settled waits for the last event and the last task', async ({ app, slack, agent, docs, maria, bot }) => {
  for (let n = 0; n < 5; n++) await slack.say(maria, docs, `<@${bot}> Describe page number ${n}`)
  await app.settled()
  expect(await agent.jobs()).toHaveLength(5)
})

test('a wait ends once the app is idle, and names what it waited for', async ({ slack, docs, maria }) => {
  await slack.command(maria, docs, '/docs help')
  await expect(until(() => false)).rejects.toThrow('the app has nothing left to do: () => false')
  await expect(slack.findCard(docs, 'no such state')).rejects.toThrow('the app has nothing left to do')
})

test('a wait goes on while something is scheduled', async ({ app, slack, agent, docs, maria }) => {
  await app.addFault({ target: 'agent', match: 'POST', mode: 'status', status: 429, retryAfterS: 6, times: 1 })
  await slack.command(maria, docs, '/docs Explain the retry schedule')
  await agent.findJob(/retry schedule/)
})
