import { expect } from 'vitest'
import { readText } from '../support/block-queries.ts'
import { testWith } from '../support/story-test.ts'
import { openRecords } from './rules-story.ts'

const test = testWith({ file: true, env: { JOB_UNDO_SECONDS: '10' } })

test('deleting the message that asked for a job undoes it', async ({ app, slack, agent, docs, maria, bot }) => {
  const asked = await slack.say(maria, docs, `<@${bot}> describe how keys are rotated`)
  await slack.findCard(docs, 'held', { thread: asked.ts })
  await slack.deleteMessage(asked)
  const undone = await slack.findCard(docs, 'dropped', { thread: asked.ts })
  expect(readText(undone)).toMatch(/Undone by @Maria Torres/)
  await app.settled()
  expect(await agent.jobs()).toEqual([])
})

test('an edit of the message that asked for a job changes its text, and the hold begins again', async ({
  slack,
  agent,
  docs,
  maria,
  bot,
}) => {
  const asked = await slack.say(maria, docs, `<@${bot}> describe how kyes are rotated`)
  await slack.findCard(docs, 'held', { thread: asked.ts })
  await slack.editMessage(asked, `<@${bot}> describe how keys are rotated`)
  await slack.findMessage(docs, /how keys are rotated/, asked.ts)
  const { prompt } = await agent.findJob(/rotated/)
  expect(prompt).toBe('describe how keys are rotated')
})

test('the audit names the edit of a message and the start of an undone job by what they did', async ({
  app,
  slack,
  agent,
  docs,
  aiko,
  maria,
  bot,
}) => {
  const asked = await slack.say(maria, docs, `<@${bot}> describe how kyes are rotated`)
  const held = await slack.findCard(docs, 'held', { thread: asked.ts })
  await slack.editMessage(asked, `<@${bot}> describe how keys are rotated`)
  await slack.findMessage(docs, /how keys are rotated/, asked.ts)
  const card = { channel: docs, ts: held.ts, thread: asked.ts }
  await slack.click(maria, card, 'jobs.undo')
  await slack.findCard(docs, 'dropped', { thread: asked.ts })
  await slack.click(maria, card, 'jobs.edit')
  await slack.submit(maria, (await slack.findForm(maria)).id)
  await agent.findJob(/rotated/)
  await app.settled()
  await slack.command(aiko, docs, '/docs audit')
  const audit = readText(await slack.findForm(aiko))
  expect(audit).toMatch(/edited the text of .* before it started/)
  expect(audit).toMatch(/edited .* and started it/)
  expect(audit).not.toMatch(/tried again|: edit/)
})

test('a change after the hold, or of a message in which only a preview appeared, changes nothing', async ({
  app,
  slack,
  agent,
  docs,
  maria,
  bot,
}) => {
  const asked = await slack.say(maria, docs, `<@${bot}> describe how keys are rotated`)
  await slack.findCard(docs, 'held', { thread: asked.ts })
  await slack.editMessage(asked, `<@${bot}> describe how keys are rotated`)
  await agent.findJob(/^describe how keys are rotated$/)
  await slack.findCard(docs, 'working', { thread: asked.ts })
  await app.settled()
  const posts = async () =>
    (await slack.messages(docs, asked.ts)).filter((one) => one.bot_id && !one.ephemeral_for).map(({ ts }) => ts)
  const before = await posts()
  await slack.editMessage(asked, `<@${bot}> describe the limits`)
  await slack.deleteMessage(asked)
  await app.settled()
  expect(await slack.findCard(docs, 'working', { thread: asked.ts })).toBeDefined()
  expect(await agent.jobs()).toHaveLength(1)
  expect(await posts()).toEqual(before)
})

test('an edit that arrives before the job has a record changes its text', async ({
  app,
  slack,
  agent,
  docs,
  maria,
  tom,
  bot,
}) => {
  const head = await slack.say(tom, docs, 'The page about keys is old')
  // The start reads the thread: it is repeated after a pause.
  await app.addFault({ target: 'slack', match: 'conversations.replies', mode: 'status', status: 503, times: 2 })
  const asked = await slack.say(maria, docs, `<@${bot}> describe how kyes are rotated`, { thread_ts: head.ts })
  await slack.editMessage(asked, `<@${bot}> describe how keys are rotated`)
  const { prompt } = await agent.findJob(/rotated/)
  expect(prompt).toMatch(/^describe how keys are rotated/)
})

test('a message whose question was answered with Start it is followed like a mention', async ({
  app,
  slack,
  agent,
  maria,
}) => {
  const asked = await slack.say(maria, maria, 'how does this work?')
  await slack.click(maria, await slack.findMessage(maria, /Not sure there’s a task/), 'jobs.start_asked')
  await slack.findCard(maria, 'held')
  await slack.deleteMessage(asked)
  await slack.findCard(maria, 'dropped')
  await app.settled()
  expect(await agent.jobs()).toEqual([])
})

test('a message that its author marked with the emoji is followed, and one of another person is not', async ({
  app,
  slack,
  agent,
  docs,
  maria,
  tom,
}) => {
  const { saveForWorkspace } = await openRecords(app)
  await saveForWorkspace({ emoji: 'memo' })
  const own = await slack.say(maria, docs, 'The pods page is out of date')
  const other = await slack.say(tom, docs, 'The limits page lacks the quotas')
  await slack.addReaction(maria, own, 'memo')
  await slack.addReaction(maria, other, 'memo')
  await slack.findCard(docs, 'held', { thread: own.ts })
  await slack.findCard(docs, 'held', { thread: other.ts })
  await slack.editMessage(own, 'The inboxes page is out of date')
  await slack.deleteMessage(other)
  await agent.findJob(/^The limits page lacks the quotas/)
  expect((await agent.findJob(/is out of date/)).prompt).toMatch(/^The inboxes page/)
})
