import { expect, onTestFinished } from 'vitest'
import { openAppInProcess, until } from '../support/harness.ts'
import { startApp } from '../support/app-process.ts'
import { testWith } from '../support/story-test.ts'

const test = testWith({ app: false })

test('SIGTERM during a hanging request ends with 0, and the next start asks about the outcome', async ({
  app,
  slack,
  agent,
  docs,
  maria,
}) => {
  await app.addFault({ target: 'agent', match: 'POST', mode: 'hang', times: 1 })
  const first = await startApp(app.sandbox.env).ready()
  await slack.command(maria, docs, '/docs Explain the retry schedule')
  await slack.findMessage(docs, /Sending it to the agent/)
  await until(async () => (await fetch(`${app.sandbox.control}/faults`)).text().then((list) => list === '[]'))
  first.child.kill('SIGTERM')
  // Over its 25 s the process would end with another code.
  expect(await first.ended).toBe(0)
  await app.clearFaults()
  const next = await openAppInProcess(app.sandbox.env, () => {})
  onTestFinished(() => next.close())
  const card = await slack.findMessage(docs, /it may be running/)
  await app.settled()
  expect(await agent.jobs()).toHaveLength(0)
  await slack.clickAndConfirm(maria, { channel: docs, ts: card.ts }, 'jobs.ask_anyway')
  await agent.findJob(/retry schedule/)
  await app.settled()
  expect(await agent.jobs()).toHaveLength(1)
})
