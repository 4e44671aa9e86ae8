import { expect } from 'vitest'
import { findButton, findElements, readText } from '../support/block-queries.ts'
import { until } from '../support/harness.ts'
import { testWith } from '../support/story-test.ts'

const test = testWith({ env: { JOB_UNDO_SECONDS: '60' } })

test('a paused job that a colleague dismisses returns its text to its requester, and the card names the colleague', async ({
  app,
  slack,
  agent,
  docs,
  maria,
  tom,
  bot,
}) => {
  const head = await slack.say(maria, docs, `<@${bot}> describe how keys are rotated`)
  const held = await slack.findCard(docs, 'held', { thread: head.ts })
  const place = { channel: docs, ts: held.ts, thread: head.ts }
  await slack.say(tom, docs, 'Keys rotate every 90 days', { thread_ts: head.ts })
  await slack.click(maria, place, 'jobs.undo')
  await slack.findCard(docs, 'dropped', { thread: head.ts })
  await app.settled()
  // An own decision needs no message.
  expect((await slack.messages(maria)).filter((one) => readText(one).includes('stopped your job'))).toEqual([])

  await slack.say(maria, docs, `<@${bot}> list every webhook event`, { thread_ts: head.ts })
  const next = await until(async () => (await slack.messages(docs, head.ts)).find((one) => findButton(one, /^Trim$/)))
  const card = { channel: docs, ts: next.ts, thread: head.ts }
  await slack.click(tom, card, 'jobs.trim')
  await slack.closeView(tom, (await slack.findForm(tom)).id)
  await slack.findCard(docs, 'paused', { thread: head.ts })
  await slack.click(tom, card, 'jobs.drop')
  await slack.findMessage(docs, /Not started: @Tom Hadley decided against it/, head.ts)
  const returned = await slack.findPost(maria, 'jobs.stopped')
  expect(readText(returned)).toMatch(/@Tom Hadley stopped your job.*list every webhook event/s)
  expect(readText(returned)).not.toContain('90 days')
  await app.settled()
  expect((await slack.messages(maria)).filter((one) => readText(one).includes('stopped your job'))).toHaveLength(1)
  expect(await agent.jobs()).toEqual([])
})

test('a job that a colleague undoes returns its text to its requester, who edits and starts it', async ({
  app,
  slack,
  agent,
  docs,
  maria,
  tom,
  bot,
}) => {
  const head = await slack.say(maria, docs, `<@${bot}> describe how keys are rotated`)
  const held = await slack.findCard(docs, 'held', { thread: head.ts })
  await slack.click(tom, { channel: docs, ts: held.ts, thread: head.ts }, 'jobs.undo')
  await slack.findMessage(docs, /Undone by @Tom Hadley\. Nothing was sent/, head.ts)
  const returned = await slack.findPost(maria, 'jobs.stopped')
  expect(readText(returned)).toMatch(/@Tom Hadley stopped your job.*describe how keys are rotated/s)
  expect(findElements(returned).map(({ action_id: id }) => id)).toContain('jobs.edit')
  await slack.click(maria, returned, 'jobs.edit')
  const form = await slack.findForm(maria)
  expect(JSON.stringify(form)).toContain('"text":"Edit and start"')
  expect(readText(form)).toContain('describe how keys are rotated')
  await app.settled()
  expect(await agent.jobs()).toEqual([])
  expect((await slack.messages(maria)).filter((one) => readText(one).includes('stopped your job'))).toHaveLength(1)
  await slack.submit(maria, form.id)
  await until(async () => (await agent.jobs())[0])
  const settled = await until(async () => {
    const now = (await slack.messages(maria)).find((one) => readText(one).includes('stopped your job'))
    return now && findElements(now).length === 0 ? now : undefined
  })
  expect(readText(settled)).toMatch(/stopped your job, and it was started again later.*describe how keys are rotated/s)
})

test('a mention below an undone job starts one that has its text', async ({ slack, agent, docs, maria, bot }) => {
  await slack.command(maria, docs, '/docs add a page about blue widgets')
  const held = await slack.findCard(docs, 'held')
  await slack.click(maria, { channel: docs, ts: held.ts }, 'jobs.undo')
  await slack.findCard(docs, 'dropped')
  await slack.say(maria, docs, `<@${bot}> make it about navy widgets`, { thread_ts: held.ts })
  const next = await slack.findCard(docs, 'held', { thread: held.ts })
  await slack.click(maria, { channel: docs, ts: next.ts, thread: held.ts }, 'jobs.trim')
  await slack.submit(maria, (await slack.findForm(maria)).id)
  const { prompt } = await agent.findJob(/navy widgets/)
  expect(prompt).toMatch(/^make it about navy widgets\n.*Maria Torres.*> add a page about blue widgets/s)
})

test('a second line in direct messages, while the job before can be undone, leads to a question', async ({
  app,
  slack,
  agent,
  maria,
}) => {
  await slack.say(maria, maria, 'Add a page on SCIM provisioning')
  await slack.findCard(maria, 'held')
  await slack.say(maria, maria, 'with the Okta steps')
  const asked = await slack.findMessage(maria, /To add this to .*SCIM provisioning.* Or is this a job of its own/)
  await slack.click(maria, asked, 'jobs.not_a_job')
  await app.settled()
  expect(await agent.jobs()).toEqual([])
  expect(await slack.findCard(maria, 'held')).toBeDefined()
})

test('a person who edits a job that is undone meanwhile is asked before they start it', async ({
  app,
  slack,
  agent,
  docs,
  maria,
  tom,
  bot,
}) => {
  const head = await slack.say(tom, docs, 'Keys rotate every 90 days')
  const asked = await slack.say(maria, docs, `<@${bot}> describe how keys are rotated`, { thread_ts: head.ts })
  const held = await slack.findCard(docs, 'held', { thread: head.ts })
  await slack.click(tom, { channel: docs, ts: held.ts, thread: head.ts }, 'jobs.trim')
  const form = await slack.findForm(tom)
  await slack.deleteMessage(asked)
  await slack.findMessage(docs, /Undone by @Maria Torres/, head.ts)
  const warned = await slack.submit(tom, form.id)
  expect(JSON.stringify(warned.errors)).toContain('@Maria Torres stopped this job while you edited it')
  await app.settled()
  expect(await agent.jobs()).toEqual([])
  await slack.submit(tom, form.id)
  await agent.findJob(/keys are rotated/)
})
