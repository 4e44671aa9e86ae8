import { expect } from 'vitest'
import { findElements, readText } from '../support/block-queries.ts'
import { type Harness, type Message, until } from '../support/harness.ts'
import { test } from '../support/story-test.ts'

/** What only this person sees, in the channel or in a thread of it. */
async function readPrivate({ slack }: Harness, user: string, channel: string, thread?: string): Promise<Message[]> {
  const shown = (await slack.messages(channel, thread)).filter((one) => one.ephemeral_for === user)
  return thread === undefined ? shown.filter((one) => one.thread_ts === undefined) : shown
}

test('a button in a thread is answered in that thread, and the answer to a private question takes its place', async ({
  app,
  slack,
  docs,
  maria,
  tom,
  li,
  bot,
}) => {
  const head = await slack.say(tom, docs, 'The retry page says three tries')
  await slack.say(maria, docs, `<@${bot}> correct this page`, { thread_ts: head.ts })
  const card = await slack.findMessage(docs, /Working since/, head.ts)
  const id = String(findElements(card).find((one) => one.action_id === 'jobs.prompt')?.['value'])
  await slack.click(li, { channel: docs, ts: card.ts, thread: head.ts }, 'jobs.more', `tell:${id}`)
  const question = await until(async () => (await readPrivate(app, li, docs, head.ts))[0])
  expect(readText(question)).toContain('I’ll message you when this job finishes')
  await slack.click(li, { channel: docs, ts: question.ts, thread: head.ts }, /Never mind/)
  await until(async () => readText((await readPrivate(app, li, docs, head.ts))[0]).includes('OK, I won’t message you'))
  await app.settled()
  const [answer, ...others] = await readPrivate(app, li, docs, head.ts)
  expect(answer?.ts).toBe(question.ts)
  expect(others).toEqual([])
  expect(await readPrivate(app, li, docs)).toEqual([])
})
