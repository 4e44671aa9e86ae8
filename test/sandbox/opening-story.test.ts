import { expect } from 'vitest'
import { readText } from '../support/block-queries.ts'
import { testWith } from '../support/story-test.ts'
import { until } from '../support/until.ts'

testWith({ ownProcess: true, empty: false, env: { MAIL_UNDO_SECONDS: '0' } })(
  'the first screen shows a finished job, a running one and an answered mail',
  async ({ app, support }) => {
    await app.sandbox.storyEnded
    const jobs = await app.agent.jobs()
    expect(jobs.map(({ status }) => status)).toEqual(['completed', 'active'])
    const docs = await app.slack.channel('docs')
    for (const words of [jobs[0]?.prLink ?? 'no link', 'inbox routing'])
      await until(async () => (await app.slack.messages(docs)).some((message) => readText(message).includes(words)))
    expect(await app.mail.sent()).toMatchObject([
      { in_reply_to: expect.any(String), subject: expect.stringMatching(/^Re: /) },
    ])
    const card = await app.slack.findMessage(support, /Webhook arrives twice/)
    await app.slack.findMessage(support, /delivered/i, card.ts)
    // Later jobs follow the default script again.
    expect(await app.client.agent.script()).toMatchObject({ outcome: 'completed', afterMs: 8000 })
  },
)
