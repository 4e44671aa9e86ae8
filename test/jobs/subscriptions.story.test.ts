import { expect } from 'vitest'
import { findElements, readText } from '../support/block-queries.ts'
import { test } from '../support/story-test.ts'
import { chooseNotices, type Notice } from './choose-notices.ts'
import { startWorkingJob } from './job-builder.ts'

const NEVER_MIND = 'jobs.untell'
const offersNeverMind = (message: unknown): boolean => findElements(message).some((one) => one.action_id === NEVER_MIND)

test.for<[[success: Notice, failure: Notice], { says: RegExp; neverMind?: RegExp }]>([
  [
    ['thread', 'thread'],
    { says: /You asked for this job, so you’ll be mentioned in the thread when it ends\. Change that in/ },
  ],
  [['direct', 'direct'], { says: /You asked for this job, so you’ll get a message when it ends\./ }],
  [['thread', 'direct'], { says: /be mentioned in the thread when it finishes, and get a message if it fails\./ }],
  [
    ['silent', 'silent'],
    { says: /You’ll get a message when this job ends\./, neverMind: /OK, you won’t get a message/ },
  ],
  [
    ['thread', 'silent'],
    {
      says: /be mentioned in the thread when it finishes, and get a message if it fails\./,
      neverMind: /be mentioned in the thread when it finishes without an error\./,
    },
  ],
])('a requester with the notices %j reads how they are notified', async ([own, expected], { app, slack }) => {
  const { docs, maria, place, id } = await startWorkingJob(app, 'Explain the retry schedule')
  await chooseNotices(app, maria, docs, own)
  await slack.click(maria, place, 'jobs.more', `tell:${id}`)
  const answer = await slack.findEphemeral(docs, maria, expected.says)
  expect(offersNeverMind(answer)).toBe(expected.neverMind !== undefined)
  if (!expected.neverMind) return
  await slack.click(maria, { channel: docs, ts: answer.ts }, NEVER_MIND)
  await slack.findEphemeral(docs, maria, expected.neverMind)
})

test(
  'a person besides the requester subscribes once and sees no false offer, and a finished job offers no subscription',
  { tags: 'smoke' },
  async ({ app, slack, agent, tom }) => {
    const { docs, job, card, place, id } = await startWorkingJob(app, 'Explain the retry schedule')
    await slack.click(tom, place, 'jobs.more', `tell:${id}`)
    await slack.findEphemeral(docs, tom, /You’ll get a message when this job ends\./)
    await slack.click(tom, place, 'jobs.more', `tell:${id}`)
    const again = await slack.findEphemeral(docs, tom, /You already asked for this: you’ll get a message/)
    expect(offersNeverMind(again)).toBe(true)
    await agent.changeJob(job.id, { status: 'completed' })
    const told = await slack.findMessage(tom, /job is done/)
    expect(readText(told)).toContain('The job is done')
    const finished = await slack.findCard(docs, 'finished')
    expect(finished.ts).toBe(card.ts)
    expect(readText(finished)).not.toContain('Tell me when it ends')
  },
)

test('the people to be notified of a job’s end are notified once somebody stops watching it', async ({
  app,
  slack,
  agent,
  tom,
  li,
}) => {
  const { docs, maria, job, card, place, id } = await startWorkingJob(app, 'Explain the retry schedule')
  await slack.click(li, place, 'jobs.more', `tell:${id}`)
  await slack.findEphemeral(docs, li, /You’ll get a message when this job ends\./)
  await slack.click(tom, place, 'jobs.more', `stop:${id}`)
  await agent.waitForFollowUps(job.id, 1)
  await slack.findMessage(docs, /Asked to stop/)
  await slack.click(tom, place, 'jobs.more', `unwatch:${id}`)
  const told = await slack.findMessage(li, /@Tom Hadley stopped watching this job/)
  const posted = await slack.findPost(docs, 'jobs.end', card.ts)
  expect(posted.text).toMatch(new RegExp(`^<@${maria}>, @Tom Hadley stopped watching this job: Explain the retry`))
  await app.settled()
  expect((await slack.messages(tom)).filter((one) => one.bot_id)).toEqual([])

  await slack.click(li, { channel: li, ts: told.ts }, 'jobs.watch')
  await slack.findMessage(li, /stopped watching this job at that time/)
  await slack.findCard(docs, 'working')
  await agent.changeJob(job.id, { status: 'completed' })
  await slack.findMessage(li, /The job ended after @Tom Hadley asked it to stop/)
})

test('a reply below a notice of a job leads to a question, and becomes a follow-up or a job as its writer chooses', async ({
  app,
  slack,
  agent,
  li,
}) => {
  const { docs, job, card, place, id } = await startWorkingJob(app, 'Explain the retry schedule')
  await slack.click(li, place, 'jobs.more', `tell:${id}`)
  await slack.findEphemeral(docs, li, /You’ll get a message when this job ends\./)
  await agent.changeJob(job.id, { status: 'completed' })
  const notice = await slack.findPost(li, 'jobs.end')
  const reply = async (text: string) => {
    await slack.say(li, li, text, { thread_ts: notice.ts })
    return slack.findMessage(li, /Is this a follow-up to \*Explain the retry schedule\*\?/, notice.ts)
  }
  const question = await reply('The second example misses the timestamp header')
  await app.settled()
  expect(await agent.jobs()).toHaveLength(1)
  await slack.click(li, { channel: li, ts: question.ts, thread: notice.ts }, 'jobs.send_reply')
  await agent.waitForFollowUps(job.id, 1)
  await slack.findMessage(li, /it’s on its way to the agent/, notice.ts)
  const shown = await slack.findMessage(docs, /Follow-up by @Li/, card.ts)
  expect(readText(shown)).toContain('The second example misses the timestamp header')

  const other = await reply('Add a page about quotas')
  await slack.click(li, { channel: li, ts: other.ts, thread: notice.ts }, 'jobs.start_asked')
  await agent.findJob(/page about quotas/)
})
