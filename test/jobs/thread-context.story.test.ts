import { expect, test } from 'vitest'
import { harness, whole } from '../support/harness.ts'

/** A thread of so many replies, said while the app was away: none of them is a task of its own. */
async function longThread({ slack }: Awaited<ReturnType<typeof harness>>, replies: number) {
  const [docs, maria, tom, self] = await Promise.all([
    slack.channel('docs'),
    slack.user('maria'),
    slack.user('tom'),
    slack.user('bellhop'),
  ])
  await slack.workspace('remove-app', { channel: docs })
  const head = await slack.say(tom, docs, 'The retry page says three tries')
  for (let n = 1; n <= replies; n++) await slack.say(tom, docs, `remark ${n}.`, { thread_ts: head.ts })
  await slack.workspace('add-app', { channel: docs })
  const mention = () => slack.say(maria, docs, `<@${self}> correct this page`, { thread_ts: head.ts })
  return { docs, maria, head, mention }
}

test('of a very long thread the first message and the newest ones go along, and the rest is counted', async () => {
  const box = await harness()
  const { docs, head, mention } = await longThread(box, 1020)
  await mention()
  const { prompt } = await box.agent.job(/correct this page/)
  expect(prompt).toContain('> The retry page says three tries')
  expect(prompt).toContain('> remark 1020.')
  expect(prompt).toContain('> remark 1000.')
  expect(prompt).not.toContain('> remark 900.')
  const card = await box.slack.saw(docs, /Working since/, head.ts)
  expect(whole(card)).toContain('used 100 messages of this thread · left out: 921 older messages')
})

test('an app that Slack lets read little says what it has not read, and starts', async () => {
  const box = await harness()
  const { docs, head, mention } = await longThread(box, 20)
  await box.slack.workspace('distribute')
  await mention()
  const { prompt } = await box.agent.job(/correct this page/)
  expect(prompt).toContain('> The retry page says three tries')
  const card = await box.slack.saw(docs, /Working since/, head.ts)
  expect(whole(card)).toContain('used 15 messages of this thread · left out: about 6 newer messages')
})

test('a thread that Slack does not let the app read is no reason not to start, and the card says so', async () => {
  const { slack, agent, fault } = await harness()
  const [docs, maria, self] = await Promise.all([slack.channel('docs'), slack.user('maria'), slack.user('bellhop')])
  const head = await slack.say(maria, docs, 'The retry page says three tries')
  await fault({ target: 'slack', match: 'conversations.replies', mode: 'status', error: 'missing_scope' })
  await slack.say(maria, docs, `<@${self}> correct this page`, { thread_ts: head.ts })
  expect((await agent.job(/correct this page/)).prompt).toBe('correct this page')
  const card = await slack.saw(docs, /Working since/, head.ts)
  expect(whole(card)).toContain('left out: the conversation, which Bellhop may not read')
})
