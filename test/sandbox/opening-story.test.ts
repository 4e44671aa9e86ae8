import { expect, test } from 'vitest'
import { harness, whole } from '../support/harness.ts'

test('the first screen shows a finished job, a running one and an answered mail', async () => {
  const app = await harness({ alone: true, empty: false, env: { MAIL_UNDO_SECONDS: '0' } })
  await app.box.storyEnded
  const jobs = await app.agent.jobs()
  expect(jobs.map(({ status }) => status)).toEqual(['completed', 'active'])
  const docs = await app.slack.messages(await app.slack.channel('docs'))
  expect(docs.some((message) => whole(message).includes(jobs[0]?.prLink ?? 'no link'))).toBe(true)
  expect(docs.some((message) => whole(message).includes('inbox routing'))).toBe(true)
  expect(await app.mail.sent()).toMatchObject([
    { in_reply_to: expect.any(String), subject: expect.stringMatching(/^Re: /) },
  ])
  const support = await app.slack.channel('support')
  const card = await app.slack.saw(support, /Webhook arrives twice/)
  await app.slack.saw(support, /delivered/i, card.ts)
  // What comes later goes by the default script again.
  expect(await app.client.agent.script()).toMatchObject({ outcome: 'completed', afterMs: 8000 })
})
