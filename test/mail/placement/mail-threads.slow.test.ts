import { expect } from 'vitest'
import { until } from '../../support/harness.ts'
import { test } from '../../support/story-test.ts'

test('mails of one thread that arrive at the same time share one head', async ({ app, support }) => {
  await Promise.all(
    Array.from({ length: 4 }, (_, n) =>
      app.mail.receive({ thread_id: 'thread-1', subject: 'Burst', text: `word${n}` }),
    ),
  )
  await until(async () => {
    const [head] = await app.slack.messages(support)
    return head && (await app.slack.messages(support, head.ts)).length === 4
  })
  await app.settled()
  // The channel also shows the further mails, from their thread.
  const shown = await app.slack.messages(support)
  expect(shown.filter((one) => one.thread_ts === undefined || one.thread_ts === one.ts)).toHaveLength(1)
})

test('the next mail after its head was deleted gets a new head', async ({ app, support }) => {
  const { thread_id: threadId } = await app.mail.receive({ subject: 'Gone', text: 'first words' })
  const head = await app.slack.findMessage(support, /first words/)
  await app.slack.deleteMessage(head)
  await app.mail.receive({ thread_id: threadId, subject: 'Re: Gone', text: 'second words' })
  const next = await app.slack.findMessage(support, /"Gone"/)
  expect(next.ts).not.toBe(head.ts)
  await app.slack.findMessage(support, /second words/, next.ts)
})
