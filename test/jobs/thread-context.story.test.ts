import { expect } from 'vitest'
import { readText } from '../support/block-queries.ts'
import { type Harness } from '../support/harness.ts'
import { test } from '../support/story-test.ts'

/** Writes a thread with this many replies while the app is not in the channel, and so receives no events for them. */
async function writeLongThread({ slack }: Harness, replies: number) {
  const [docs, maria, tom, self] = await Promise.all([
    slack.channel('docs'),
    slack.user('maria'),
    slack.user('tom'),
    slack.user('bellhop'),
  ])
  await slack.changeWorkspace('remove-app', { channel: docs })
  const head = await slack.say(tom, docs, 'The retry page says three tries')
  for (let n = 1; n <= replies; n++) await slack.say(tom, docs, `remark ${n}.`, { thread_ts: head.ts })
  await slack.changeWorkspace('add-app', { channel: docs })
  const mention = () => slack.say(maria, docs, `<@${self}> correct this page`, { thread_ts: head.ts })
  return { docs, maria, head, mention }
}

test(
  'a very long thread is quoted by its first and newest messages, and the rest is counted',
  { tags: 'smoke' },
  async ({ app }) => {
    const { docs, head, mention } = await writeLongThread(app, 1020)
    await mention()
    const { prompt } = await app.agent.findJob(/correct this page/)
    expect(prompt).toContain('> The retry page says three tries')
    expect(prompt).toContain('> remark 1020.')
    expect(prompt).toContain('> remark 1000.')
    expect(prompt).not.toContain('> remark 900.')
    const card = await app.slack.findCard(docs, 'working', { thread: head.ts })
    expect(readText(card)).toContain('with 100 messages from the conversation · left out: 921 older messages')
  },
)

test('a job starts although Slack limits history, and the card shows what is missing', async ({ app }) => {
  const { docs, head, mention } = await writeLongThread(app, 20)
  await app.slack.changeWorkspace('distribute')
  await mention()
  const { prompt } = await app.agent.findJob(/correct this page/)
  expect(prompt).toContain('> The retry page says three tries')
  const card = await app.slack.findCard(docs, 'working', { thread: head.ts })
  expect(readText(card)).toContain('with 15 messages from the conversation · left out: about 6 newer messages')
})

test('a job starts without an unreadable thread, and the card shows that', async ({
  app,
  slack,
  agent,
  docs,
  maria,
  bot,
}) => {
  const head = await slack.say(maria, docs, 'The retry page says three tries')
  await app.addFault({ target: 'slack', match: 'conversations.replies', mode: 'status', error: 'missing_scope' })
  await slack.say(maria, docs, `<@${bot}> correct this page`, { thread_ts: head.ts })
  expect((await agent.findJob(/correct this page/)).prompt).toBe('correct this page')
  const card = await slack.findCard(docs, 'working', { thread: head.ts })
  expect(readText(card)).toContain('left out: the conversation, which Bellhop can’t read')
})
