import { expect } from 'vitest'
import { openSettings } from './support/app-settings.ts'
import { until } from './support/harness.ts'
import { test, testWith } from './support/story-test.ts'

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

// People are cached for a minute.
testWith({ scale: 600 })(
  'a form is sent again if the app finds Slack too slow for it',
  async ({ app, slack, docs, maria }) => {
    const form = await openSettings(app, maria, docs, 'mine')
    await app.settled()
    await new Promise((passed) => setTimeout(passed, 150))
    await app.addFault({ target: 'slack', match: 'users.info', mode: 'hang', times: 1 })
    const before = (await slack.calls()).length
    expect(await slack.fillForm(maria, form, [[/Email reminders/, 'off']])).not.toHaveProperty('errors')
    await app.settled()
    expect((await slack.calls()).slice(before).map(({ method }) => method)).toContain('users.info')
  },
)
