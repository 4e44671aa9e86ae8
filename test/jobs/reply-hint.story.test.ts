import { expect } from 'vitest'
import { readText } from '../support/block-queries.ts'
import { type Harness, type Message, until } from '../support/harness.ts'
import { openSettings } from '../support/app-settings.ts'
import { test } from '../support/story-test.ts'
import { startWorkingJob } from './job-builder.ts'

const readHints = async ({ slack }: Harness, user: string, channel: string, thread: string): Promise<Message[]> =>
  (await slack.messages(channel, thread)).filter((one) => one.ephemeral_for === user)

test(
  'a reply without the required mention leads to one offer, and is sent once by a click',
  { tags: 'smoke' },
  async ({ app, slack, agent, tom, li, gwen }) => {
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
    await Promise.allSettled([1, 2].map(() => slack.click(tom, place, 'jobs.send_reply')))
    const answer = await slack.findEphemeral(docs, tom, /it’s on its way to the agent/, card.ts)
    expect(answer.ts).toBe(hint.ts)
    await slack.findMessage(docs, /Sent to the agent\./, card.ts)
    await app.settled()
    expect((await agent.jobs())[0]?.followUps.map(({ prompt }) => prompt)).toEqual(['and name the *quotas* too'])
    expect(await readHints(app, tom, docs, card.ts)).toHaveLength(1)
  },
)

test('a reply leads to no offer if nothing could be sent', async ({ app, slack, agent, tom, aiko }) => {
  const { docs, job, card } = await startWorkingJob(app, 'Explain the retry schedule')
  await slack.say(tom, docs, 'and the quotas', { thread_ts: card.ts })
  const hint = await slack.findEphemeral(docs, tom, /only replies that mention/, card.ts)
  await agent.changeJob(job.id, { status: 'archived' })
  await slack.findMessage(docs, /no longer takes follow-ups/)
  await slack.say(aiko, docs, 'what a pity', { thread_ts: card.ts })
  await slack.click(tom, { channel: docs, ts: hint.ts, thread: card.ts }, 'jobs.send_reply')
  await until(async () => readText((await readHints(app, tom, docs, card.ts))[0]).includes('has moved on'))
  await app.settled()
  expect(await readHints(app, aiko, docs, card.ts)).toEqual([])
  expect((await agent.jobs())[0]?.followUps).toEqual([])
})

const NOT_SENT = /Not sent to the agent: it doesn’t look like a task/

test('thanks for a finished job in direct messages wait in the conversation until their writer sends them', async ({
  app,
  slack,
  agent,
  maria,
}) => {
  const said = await slack.say(maria, maria, 'Add a page about inboxes')
  const job = await agent.findJob(/inboxes/)
  const card = await slack.findCard(maria, 'working')
  await agent.changeJob(job.id, { status: 'completed', prLink: 'https://git.example.test/acme/docs/pull/8' })
  await slack.findPost(maria, 'jobs.end', card.ts)
  const sent = async () => (await agent.jobs())[0]?.followUps.map(({ prompt }) => prompt) ?? []
  await slack.say(maria, maria, 'thanks a lot!', { thread_ts: card.ts })
  const hint = await slack.findMessage(maria, NOT_SENT, card.ts)
  expect(hint.ephemeral_for).toBeUndefined()
  await slack.say(maria, maria, '👍', { thread_ts: said.ts })
  await slack.findMessage(maria, NOT_SENT, said.ts)
  await app.settled()
  expect(await sent()).toEqual([])

  await slack.click(maria, { channel: maria, ts: hint.ts, thread: card.ts }, 'jobs.send_reply')
  const answer = await slack.findMessage(maria, /it’s on its way to the agent/, card.ts)
  expect(answer.ts).toBe(hint.ts)
  await until(async () => (await sent()).length === 1)
  await slack.say(maria, maria, 'also mention the limits', { thread_ts: card.ts })
  await until(async () => (await sent()).length === 2)
  await app.settled()
  expect(await sent()).toEqual(['thanks a lot!', 'also mention the limits'])
})

test('thanks that mention the app are answered privately each time, and a running job still receives ambiguous replies', async ({
  app,
  slack,
  agent,
  tom,
  bot,
}) => {
  const { docs, job, card } = await startWorkingJob(app, 'Explain the retry schedule')
  const mention = (text: string) => slack.say(tom, docs, `<@${bot}> ${text}`, { thread_ts: card.ts })
  const sent = async () => (await agent.jobs())[0]?.followUps.map(({ prompt }) => prompt) ?? []
  await mention('thank you')
  await slack.findEphemeral(docs, tom, NOT_SENT, card.ts)
  await mention('wait')
  await until(async () => (await sent()).length === 1)
  await agent.changeJob(job.id, { status: 'completed' })
  await slack.findCard(docs, 'finished')
  await mention('thanks everyone')
  await mention('ok cool')
  await until(async () => (await readHints(app, tom, docs, card.ts)).length === 3)
  await app.settled()
  expect(await sent()).toEqual(['wait'])
  await mention('no, the other page')
  await until(async () => (await sent()).length === 2)
  await app.settled()
  expect(await sent()).toEqual(['wait', 'no, the other page'])
})

test('the line about replies changes with the setting, on the one card of the channel that has it', async ({
  app,
  slack,
  agent,
  aiko,
}) => {
  const { docs, job, maria, card } = await startWorkingJob(app, 'Explain the retry schedule')
  await agent.changeJob(job.id, { status: 'completed' })
  await slack.findCard(docs, 'finished')
  await slack.command(maria, docs, '/docs Add a page about quotas')
  const later = await slack.findCard(docs, 'working')
  const readCards = async (): Promise<string[]> => {
    const shown = await slack.messages(docs)
    return [card, later].map(({ ts }) => readText(shown.find((one) => one.ts === ts)))
  }
  const choose = async (rule: string) => {
    const form = await openSettings(app, aiko, docs, 'channel')
    await slack.fillForm(aiko, form, [[/Replies that go to the agent/, rule]])
  }
  const WITH_MENTION = 'Reply in this thread and mention @Bellhop to follow up.'
  const WITHOUT = 'Reply in this thread to follow up.'
  await until(async () => (await readCards())[0]?.includes(WITH_MENTION))
  await choose('any')
  await until(async () => (await readCards())[0]?.includes(WITHOUT))
  await choose('mention')
  await until(async () => (await readCards())[0]?.includes(WITH_MENTION))
  await app.settled()
  expect((await readCards())[1]).not.toContain('Reply in this thread')
})
