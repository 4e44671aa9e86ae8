import { expect } from 'vitest'
import { readText } from '../support/block-queries.ts'
import { openSettings } from '../support/app-settings.ts'
import { testWith } from '../support/story-test.ts'
import { startWorkingJob } from './job-builder.ts'

/** Three days pass in about five seconds. */
const test = testWith({ scale: 50_000 })

const PR = 'https://git.example.test/acme/docs/pull/3'
const REMINDER = /This pull request has been ready since/

test('a person who chose so is reminded once of a pull request that stays ready', async ({
  app,
  slack,
  agent,
  docs,
  maria,
}) => {
  const countReminders = async () => (await slack.messages(maria)).filter((one) => REMINDER.test(readText(one))).length
  const unwanted = await startWorkingJob(app, 'Explain the retry schedule')
  await agent.changeJob(unwanted.job.id, { status: 'completed', prLink: PR })
  await slack.findCard(docs, 'finished')
  await app.settled()

  await slack.fillForm(maria, await openSettings(app, maria, docs, 'mine'), [[/^Pull request reminder/, 'on']])
  await app.settled()
  await slack.command(maria, docs, '/docs Describe the inboxes')
  const { id } = await agent.findJob(/inboxes/)
  await agent.changeJob(id, { status: 'completed', prLink: PR })
  const told = await slack.findMessage(maria, REMINDER)
  expect(readText(told)).toContain('Describe the inboxes')
  expect(readText(told)).toContain(PR)
  await app.settled()
  expect(await countReminders()).toBe(1)
})
