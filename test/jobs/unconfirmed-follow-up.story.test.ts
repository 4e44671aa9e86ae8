import { expect } from 'vitest'
import { findButton, readText } from '../support/block-queries.ts'
import { test } from '../support/story-test.ts'
import { startWorkingJob } from './job-builder.ts'

test('the end of a job names the follow-up that the agent did not confirm, and counts only the others as done', async ({
  app,
  slack,
  agent,
}) => {
  const { docs, maria, job, card } = await startWorkingJob(app, 'Write a migration guide')
  const say = (text: string) => slack.say(maria, docs, `<@${card.user}> ${text}`, { thread_ts: card.ts })
  await app.addFault({ target: 'agent', match: '/message', mode: 'status', status: 503, times: 1 })
  await say('and a rollback section')
  await slack.findMessage(docs, /may or may not have this follow-up/, card.ts)
  await agent.changeJob(job.id, { status: 'completed', prLink: 'https://git.example.test/acme/docs/pull/8' })
  const ready = await slack.findMessage(docs, /the pull request is ready: Write a migration guide/, card.ts)
  expect(readText(ready)).toContain(
    'May be missing a follow-up that the agent didn’t confirm: *and a rollback section*',
  )

  await say('add a table')
  await slack.findMessage(docs, /resumed work/, card.ts)
  await app.addFault({ target: 'agent', match: '/message', mode: 'status', status: 503, times: 1 })
  await say('add a diagram')
  await slack.findMessage(docs, /add a diagram/, card.ts)
  await agent.changeJob(job.id, { status: 'completed' })
  const done = await slack.findMessage(docs, /your follow-up is done: \*add a table\*/, card.ts)
  expect(readText(done)).toContain('didn’t confirm: *add a diagram*')
})

test('a follow-up to a job with an unconfirmed start is saved, and sent once the job is linked', async ({
  app,
  slack,
  agent,
  docs,
  maria,
  tom,
  bot,
}) => {
  await app.addFault({ target: 'agent', match: 'POST', mode: 'accept-then-drop', times: 1 })
  const asked = await slack.say(maria, docs, `<@${bot}> explain the retry budget`)
  const card = await slack.findCard(docs, 'unknown', { thread: asked.ts })
  await slack.say(tom, docs, `<@${bot}> and the old header names`, { thread_ts: asked.ts })
  const line = await slack.findMessage(docs, /isn’t confirmed yet\. Your follow-up is saved/, asked.ts)
  await slack.editMessage(asked, `<@${bot}> explain the retry budget and jitter`)
  const late = await slack.findEphemeral(docs, maria, /may already have the earlier text/, asked.ts)
  expect(findButton(late, /Send it to the agent/)).toBeDefined()
  const { id } = await agent.findJob(/retry budget/)
  await slack.click(maria, { channel: docs, ts: card.ts, thread: asked.ts }, 'jobs.found')
  await slack.fillForm(maria, await slack.findForm(maria), [['id', id]])
  await agent.waitForFollowUps(id, 1)
  expect((await agent.findJob(/retry budget/)).followUps[0]?.prompt).toBe('and the old header names')
  expect((await slack.findMessage(docs, /Sent to the agent/, asked.ts)).ts).toBe(line.ts)
})
