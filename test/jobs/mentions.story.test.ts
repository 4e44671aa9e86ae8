import { expect } from 'vitest'
import type { Harness } from '../support/harness.ts'
import { readMentioned } from '../support/mentions.ts'
import { test } from '../support/story-test.ts'
import { chooseNotices, type Notice } from './choose-notices.ts'
import { startWorkingJob, type WorkingJob } from './job-builder.ts'

async function followUp({ slack }: Harness, user: string, { place }: WorkingJob, text: string): Promise<void> {
  await slack.click(user, place, 'jobs.follow_up')
  await slack.fillForm(user, await slack.findForm(user), [[/do next/, text]])
}

// Tom wrote a follow-up: the end of that run concerns him as well, by his own setting, which is "thread".
test.for<[Notice, { mentions: number; direct: number; ends: number }]>([
  ['thread', { mentions: 3, direct: 0, ends: 2 }],
  ['direct', { mentions: 0, direct: 3, ends: 2 }],
  ['silent', { mentions: 0, direct: 0, ends: 1 }],
])(
  'a job’s posts mention a requester with the notice setting "%s" exactly then',
  async ([notice, expected], { app, slack, agent, maria, docs, tom, li }) => {
    await chooseNotices(app, maria, docs, [notice, notice])
    const good = await startWorkingJob(app, 'Explain the retry schedule')
    const { card, place, job, id } = good
    await followUp(app, tom, good, 'and the quotas')
    await slack.findMessage(docs, /Follow-up by @Tom Hadley/, card.ts)
    await slack.click(tom, place, 'jobs.more', `stop:${id}`)
    await slack.findMessage(docs, /@Tom Hadley asked the agent to stop/, card.ts)
    await app.addFault({ target: 'agent', match: 'POST', mode: 'status', status: 400, times: 1 })
    await followUp(app, maria, good, 'and the limits')
    await slack.findMessage(docs, /can’t work with this text/, card.ts)
    await agent.changeJob(job.id, { status: 'completed' })
    await slack.findCard(docs, 'finished')
    await app.settled()
    await slack.click(tom, place, 'jobs.more', `hand:${id}`)
    await slack.fillForm(tom, await slack.findForm(tom), [['person', li]])
    await slack.findMessage(docs, /@Tom Hadley assigned this job to/, card.ts)
    await slack.command(maria, docs, '/docs Describe every event of the mailbox')
    await agent.changeJob((await agent.findJob(/every event/)).id, { status: 'failed' })
    const failed = await slack.findMessage(docs, /The agent stopped with an error/)
    await app.settled()

    const mentioned = (await readMentioned(app)).filter((one) => one !== li)
    expect(mentioned.filter((one) => one !== tom)).toEqual(Array<string>(expected.mentions).fill(maria))
    expect(mentioned.filter((one) => one === tom)).toHaveLength(1)
    expect((await slack.messages(maria)).filter((one) => one.bot_id)).toHaveLength(expected.direct)
    const replies = [...(await slack.messages(docs, card.ts)), ...(await slack.messages(docs, failed.ts))]
    expect(
      replies.filter((one) => /job is done|job ended after|job stopped with an error/.test(one.text)),
    ).toHaveLength(expected.ends)
  },
)

test.for<[Notice, { names: RegExp; direct: number }]>([
  ['thread', { names: /assigned this job to <@/, direct: 0 }],
  ['direct', { names: /assigned this job to @Li/, direct: 1 }],
  ['silent', { names: /assigned this job to @Li/, direct: 0 }],
])(
  'a new owner of a job with the notice setting "%s" is notified in that way',
  async ([notice, { names, direct }], { app, slack, li }) => {
    const { docs, maria, card, place, id } = await startWorkingJob(app, 'Explain the retry schedule')
    await chooseNotices(app, li, docs, [notice, notice])
    await slack.click(maria, place, 'jobs.more', `hand:${id}`)
    await slack.fillForm(maria, await slack.findForm(maria), [['person', li]])
    await slack.findMessage(docs, names, card.ts)
    await app.settled()
    expect((await slack.messages(li)).filter(({ text }) => /assigned a job to you/.test(text))).toHaveLength(direct)
  },
)

test('a person who isn’t in the public channel of a job is notified by direct message', async ({
  app,
  slack,
  agent,
  li,
  tom,
}) => {
  const { docs, maria, job, card, place, id } = await startWorkingJob(app, 'Explain the retry schedule')
  await slack.leave(li, docs)
  await app.settled()
  await slack.click(maria, place, 'jobs.more', `hand:${id}`)
  await slack.fillForm(maria, await slack.findForm(maria), [['person', li]])
  await slack.findMessage(li, /@Maria Torres assigned a job to you/)
  await app.addFault({ target: 'agent', match: 'POST', mode: 'status', status: 500 })
  await slack.command(li, li, '/docs jobs')
  const list = await slack.findForm(li)
  await slack.clickInView(li, list.id, 'jobs.listed', `follow_up:${id}`)
  await slack.fillForm(li, await slack.findForm(li, list), [[/do next/, 'and the limits']])
  await slack.findMessage(li, /responded with an error[^]*and the limits/)
  await app.clearFaults()
  await agent.changeJob(job.id, { status: 'completed' })
  await slack.findPost(li, 'jobs.end')
  await slack.findPost(docs, 'jobs.end', card.ts)
  await app.settled()
  expect((await slack.messages(tom)).filter((one) => one.bot_id)).toEqual([])
})

test('taking over a job is announced as that', async ({ app, slack, tom }) => {
  const { docs, card, place, id } = await startWorkingJob(app, 'Explain the retry schedule')
  await slack.click(tom, place, 'jobs.more', `hand:${id}`)
  await slack.fillForm(tom, await slack.findForm(tom), [['person', tom]])
  await slack.findMessage(docs, /@Tom Hadley took over this job\./, card.ts)
  await app.settled()
  expect((await slack.messages(tom)).filter((one) => one.bot_id)).toEqual([])
})
