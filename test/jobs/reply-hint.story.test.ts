import { expect } from 'vitest'
import { readText } from '../support/block-queries.ts'
import { type Harness, type Message, until } from '../support/harness.ts'
import { test } from '../support/story-test.ts'
import { startWorkingJob } from './job-builder.ts'

const readHints = async ({ slack }: Harness, user: string, channel: string, thread: string): Promise<Message[]> =>
  (await slack.messages(channel, thread)).filter((one) => one.ephemeral_for === user)

test('a reply without the mention that the channel asks for is offered once, and sent once by a click', async ({
  app,
  slack,
  agent,
  tom,
  li,
  gwen,
}) => {
  const { docs, card } = await startWorkingJob(app, 'Explain the retry schedule')
  await slack.say(tom, docs, 'and name the *quotas* too', { thread_ts: card.ts })
  const hint = await slack.findEphemeral(docs, tom, /only replies that mention @Bellhop go to the agent/, card.ts)
  expect(readText(hint)).toContain('and name the *quotas* too')
  await slack.say(tom, docs, 'thanks everyone', { thread_ts: card.ts })
  await slack.say(gwen, docs, 'the guests want it too', { thread_ts: card.ts })
  await slack.say(li, docs, 'good idea', { thread_ts: card.ts })
  await slack.findEphemeral(docs, li, /only replies that mention/, card.ts)
  await app.settled()
  expect(await readHints(app, tom, docs, card.ts)).toHaveLength(1)
  expect(await readHints(app, gwen, docs, card.ts)).toEqual([])
  expect((await agent.jobs())[0]?.followUps).toEqual([])

  const place = { channel: docs, ts: hint.ts, thread: card.ts }
  // The answer to the first click removes the button.
  await Promise.allSettled([1, 2].map(() => slack.click(tom, place, /Send it to the agent/)))
  const answer = await slack.findEphemeral(docs, tom, /it’s on its way to the agent/, card.ts)
  expect(answer.ts).toBe(hint.ts)
  await slack.findMessage(docs, /Sent\. The agent is still working/, card.ts)
  await app.settled()
  expect((await agent.jobs())[0]?.followUps.map(({ prompt }) => prompt)).toEqual(['and name the *quotas* too'])
  expect(await readHints(app, tom, docs, card.ts)).toHaveLength(1)
})

test('where nothing could be sent, a reply is not offered', async ({ app, slack, agent, tom, aiko }) => {
  const { docs, job, card } = await startWorkingJob(app, 'Explain the retry schedule')
  await slack.say(tom, docs, 'and the quotas', { thread_ts: card.ts })
  const hint = await slack.findEphemeral(docs, tom, /only replies that mention/, card.ts)
  await agent.changeJob(job.id, { status: 'archived' })
  await slack.findMessage(docs, /can’t take follow-ups any more/)
  await slack.say(aiko, docs, 'what a pity', { thread_ts: card.ts })
  await slack.click(tom, { channel: docs, ts: hint.ts, thread: card.ts }, /Send it to the agent/)
  await until(async () => readText((await readHints(app, tom, docs, card.ts))[0]).includes('has moved on'))
  await app.settled()
  expect(await readHints(app, aiko, docs, card.ts)).toEqual([])
  expect((await agent.jobs())[0]?.followUps).toEqual([])
})
