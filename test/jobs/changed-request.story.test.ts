import { expect } from 'vitest'
import { readText } from '../support/block-queries.ts'
import { testWith } from '../support/story-test.ts'

const test = testWith({ env: { JOB_UNDO_SECONDS: '10' } })

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
  const posts = async () => (await slack.messages(docs, asked.ts)).filter((one) => one.bot_id).map(({ ts }) => ts)
  const before = await posts()
  await slack.editMessage(asked, `<@${bot}> describe the limits`)
  await slack.deleteMessage(asked)
  await app.settled()
  expect(await slack.findCard(docs, 'working', { thread: asked.ts })).toBeDefined()
  expect(await agent.jobs()).toHaveLength(1)
  expect(await posts()).toEqual(before)
})
