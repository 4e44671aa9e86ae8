import { expect } from 'vitest'
import { findButton, findField, readText } from '../support/block-queries.ts'
import { type Harness, until } from '../support/harness.ts'
import { test } from '../support/story-test.ts'
import { startWorkingJob } from './job-builder.ts'

const PROMPT = 'Explain the retry schedule in the webhooks guide'

async function findPeople(app: Harness) {
  const [maria, tom, li] = await Promise.all(['maria', 'tom', 'li'].map((name) => app.slack.user(name)))
  return { maria: String(maria), tom: String(tom), li: String(li) }
}

test(
  '/docs between two people keeps the text and offers the app’s direct messages',
  { tags: 'smoke' },
  async ({ app, slack, agent }) => {
    const { maria, tom } = await findPeople(app)
    const between = `${maria},${tom}`
    const answer = await slack.command(maria, between, `/docs ${PROMPT}`)
    expect(answer.status).toBe(200)
    const told = await slack.findEphemeral(between, maria, /isn’t in this conversation/)
    expect(readText(told)).toContain(PROMPT)
    await app.settled()
    expect(await agent.jobs()).toHaveLength(0)
    // The answer to the first click removes the button.
    const click = () => slack.click(maria, { channel: between, ts: told.ts }, /Start it in my messages/)
    await Promise.allSettled([click(), click()])
    const job = await agent.findJob(/retry schedule/)
    expect(job.prompt).toBe(PROMPT)
    const card = await slack.findCard(maria, 'working')
    await slack.findEphemeral(between, maria, /find this job in your messages/)
    await agent.changeJob(job.id, { status: 'completed' })
    await slack.findPost(maria, 'jobs.end', card.ts)
    await app.settled()
    expect(await agent.jobs()).toHaveLength(1)
    expect((await slack.messages(between)).filter((one) => !one.ephemeral_for)).toHaveLength(0)
  },
)

test('the form from a conversation of two people posts to the chosen channel', async ({ app, slack, agent, docs }) => {
  const { maria, tom } = await findPeople(app)
  const between = `${maria},${tom}`
  await slack.command(maria, between, `/docs ${PROMPT}`)
  const told = await slack.findEphemeral(between, maria, /isn’t in this conversation/)
  await slack.click(maria, { channel: between, ts: told.ts }, 'jobs.start_in')
  const form = await slack.findForm(maria)
  expect(readText(form)).toContain(PROMPT)
  await slack.fillForm(maria, form, [['channel', docs]])
  await agent.findJob(/retry schedule/)
  await slack.findCard(docs, 'working')

  // The empty form and a message's menu report in the app's direct messages there.
  await slack.command(maria, between, '/docs')
  const empty = await slack.findForm(maria)
  expect(findField(empty, /Where to post updates/)).toBeDefined()
  await slack.fillForm(maria, empty, [['prompt', 'Describe the dead letters']])
  await slack.findMessage(maria, /Describe the dead letters/)
  const said = await slack.say(tom, between, 'The inbox page lacks the limits')
  await slack.useShortcut(maria, 'jobs.from_message', said)
  const from = await until(async () => {
    const view = await slack.findForm(maria)
    return readText(view).includes('lacks the limits') ? view : undefined
  })
  await slack.submit(maria, from.id)
  await slack.findMessage(maria, /lacks the limits/)
})

test('/docs among three people starts nothing, and the job starts in the app’s direct messages', async ({
  app,
  slack,
  agent,
}) => {
  const { maria, tom, li } = await findPeople(app)
  const among = `${maria},${tom},${li}`
  await slack.command(maria, among, `/docs ${PROMPT}`)
  const told = await slack.findEphemeral(among, maria, /isn’t in this conversation/)
  expect(readText(told)).not.toContain('/invite')
  expect(findButton(told, /Start it here/)).toBeUndefined()
  await app.settled()
  expect(await agent.jobs()).toHaveLength(0)
  await slack.click(maria, { channel: among, ts: told.ts }, 'jobs.start_direct')
  await slack.findCard(maria, 'working')
})

test('/docs in a channel without the app starts nothing until the person invites it or chooses another place', async ({
  app,
  slack,
  agent,
  leads,
  maria,
}) => {
  await slack.changeWorkspace('remove-app', { channel: leads })
  await slack.command(maria, leads, `/docs ${PROMPT}`)
  const told = await slack.findEphemeral(leads, maria, /wasn’t started, because Bellhop isn’t in/)
  expect(readText(told)).toContain(PROMPT)
  expect(readText(told)).toContain('/invite')
  await app.settled()
  expect(await agent.jobs()).toHaveLength(0)
  expect(await slack.messages(maria).catch(() => [])).toHaveLength(0)

  // Pressed too early, the button answers why nothing was started; the form doesn’t propose a channel that it would refuse.
  await slack.click(maria, { channel: leads, ts: told.ts }, 'jobs.start_in')
  expect(JSON.stringify(await slack.findForm(maria))).not.toContain(`"initial_conversation":"${leads}"`)
  await slack.click(maria, { channel: leads, ts: told.ts }, 'jobs.start_here')
  await app.settled()
  expect(await agent.jobs()).toHaveLength(0)
  const again = await slack.findEphemeral(leads, maria, /wasn’t in .* when you pressed/)
  await slack.changeWorkspace('add-app', { channel: leads })
  const click = () => slack.click(maria, { channel: leads, ts: again.ts }, 'jobs.start_here')
  await Promise.allSettled([click(), click()])
  expect((await agent.findJob(/retry schedule/)).prompt).toBe(PROMPT)
  await slack.findCard(leads, 'working')
  await app.settled()
  expect(await agent.jobs()).toHaveLength(1)
})

test('the empty list of a channel without the app asks for an invitation, until the app is there', async ({
  slack,
  leads,
  maria,
}) => {
  const openList = (shown: RegExp) =>
    until(async () => {
      await slack.command(maria, leads, '/docs jobs channel')
      return (await slack.views(maria)).find((view) => shown.test(readText(view)))
    })
  await slack.changeWorkspace('remove-app', { channel: leads })
  await openList(/No jobs in this channel\. Bellhop isn’t in it: invite it with \/invite/)
  await slack.changeWorkspace('add-app', { channel: leads })
  await openList(/No jobs in this channel yet\. To start one, type/)
})

test('/docs in a channel without the app starts the job in the person’s messages on request', async ({
  app,
  slack,
  agent,
  leads,
  maria,
}) => {
  await slack.changeWorkspace('remove-app', { channel: leads })
  await slack.command(maria, leads, `/docs ${PROMPT}`)
  const told = await slack.findEphemeral(leads, maria, /wasn’t started/)
  await slack.click(maria, { channel: leads, ts: told.ts }, 'jobs.start_direct')
  await agent.findJob(/retry schedule/)
  await slack.findCard(maria, 'working')
  await slack.findEphemeral(leads, maria, /find this job in your messages/)
  await app.settled()
  expect(await agent.jobs()).toHaveLength(1)
})

test('the card of a job is shown in direct messages while its channel is archived, and is up to date again after that', async ({
  app,
  slack,
  agent,
  tom,
}) => {
  const { docs, maria, job, card, place, id } = await startWorkingJob(app, PROMPT)
  await slack.changeWorkspace('archive', { channel: docs })
  await agent.changeJob(job.id, { status: 'failed' })
  const told = await slack.findMessage(maria, /is archived, so the card of .*isn’t updated there until/)
  expect(findButton(told, /Post here/)).toBeUndefined()
  await slack.click(maria, { channel: maria, ts: told.ts }, 'jobs.show_direct')
  const copy = await slack.findCard(maria, 'failed')
  await slack.findPost(maria, 'jobs.end')

  await slack.changeWorkspace('unarchive', { channel: docs })
  await app.settled()
  await slack.click(maria, { channel: maria, ts: copy.ts }, 'jobs.retry')
  const again = await until(async () => (await agent.jobs()).find((one) => one.id !== job.id))
  const closed = await slack.findMessage(maria, /The card of .* is up to date again/)
  expect(closed.ts).toBe(told.ts)
  expect(findButton(closed, /./)).toBeUndefined()
  await app.settled()

  // The job still belongs to its channel: everyone there may act on it, and its end is announced there.
  await slack.click(tom, place, 'jobs.more', `tell:${id}`)
  await slack.findEphemeral(docs, tom, /You’ll get a message when this job ends/)
  await agent.changeJob(again.id, { status: 'completed' })
  expect((await slack.findCard(docs, 'finished')).ts).toBe(card.ts)
  await slack.findPost(docs, 'jobs.end', card.ts)

  // A second loss has a message of its own.
  await slack.changeWorkspace('archive', { channel: docs })
  await slack.click(maria, { channel: maria, ts: copy.ts }, 'jobs.follow_up')
  await slack.fillForm(maria, await slack.findForm(maria), [[/do next/, 'and the limits']])
  const second = await slack.findMessage(maria, /is archived, so the card of .*isn’t updated there until/)
  expect(second.ts).not.toBe(told.ts)
})
