import { expect } from 'vitest'
import { findField } from '../support/block-queries.ts'
import { type Harness, until } from '../support/harness.ts'
import { readRepeatedAnswer, resubmitLastForm } from '../support/resubmit-form.ts'
import { startWorkingJob } from './job-builder.ts'
import { openSettings, waitForSetting } from '../support/app-settings.ts'
import { test, testWith } from '../support/story-test.ts'

test(
  'a follow-up form sent twice counts once, and counts again with another text',
  { tags: 'smoke' },
  async ({ app, slack, agent }) => {
    const { maria, card } = await startWorkingJob(app, 'Explain the retry schedule')
    await slack.click(maria, card, 'jobs.follow_up')
    await slack.fillForm(maria, await slack.findForm(maria), [[/do next/, 'Add a table']])
    expect(await resubmitLastForm(app, (payload) => payload)).toBe(200)
    expect(await resubmitLastForm(app, (payload) => payload.replace('Add a table', 'Add two tables'))).toBe(200)
    expect(await resubmitLastForm(app, (payload) => payload)).toBe(200)
    const said = await until(async () => {
      const prompts = (await agent.jobs())[0]?.followUps.map(({ prompt }) => prompt) ?? []
      return prompts.length === 3 ? prompts : undefined
    })
    expect(said).toEqual(['Add a table', 'Add two tables', 'Add a table'])
  },
)

/** Starts a job as Maria, and hands it over. */
async function handOverJob(app: Harness, person: string) {
  const { slack } = app
  const started = await startWorkingJob(app, 'Explain the retry schedule')
  const { docs, maria, card, place, id } = started
  await slack.click(maria, place, 'jobs.more', `hand:${id}`)
  await slack.fillForm(maria, await slack.findForm(maria), [['person', person]])
  await slack.findMessage(docs, new RegExp(`assigned this job to <@${person}>`), card.ts)
  return started
}

test('a hand-over form sent again with another person, and with the first again, ends with the first', async ({
  app,
  slack,
  agent,
  tom,
  li,
}) => {
  const { docs, card, job } = await handOverJob(app, tom)
  expect(await resubmitLastForm(app, (payload) => payload.replaceAll(tom, li))).toBe(200)
  await slack.findMessage(docs, new RegExp(`assigned this job to <@${li}>`), card.ts)
  expect(await resubmitLastForm(app, (payload) => payload)).toBe(200)
  await until(async () => {
    const notices = (await slack.messages(docs, card.ts)).filter((one) => /assigned this job/.test(one.text))
    return notices.length === 3 && notices[2]?.text.includes(tom)
  })
  expect(await resubmitLastForm(app, (payload) => payload)).toBe(200)
  await agent.changeJob(job.id, { status: 'completed' })
  expect((await slack.findPost(docs, 'jobs.end', card.ts)).text).toContain(`<@${tom}>`)
})

test('a hand-over that Slack delays is done before the next one of its form', async ({
  app,
  slack,
  agent,
  tom,
  li,
}) => {
  const { docs, card, job } = await handOverJob(app, tom)
  await app.settled()
  // The form leaves the check of the person to its task, which fails once.
  await app.addFault({ target: 'slack', match: 'users.info', mode: 'status', status: 503, times: 2 })
  expect(await resubmitLastForm(app, (payload) => payload.replaceAll(tom, li))).toBe(200)
  expect(await resubmitLastForm(app, (payload) => payload)).toBe(200)
  await slack.findMessage(docs, new RegExp(`assigned this job to <@${li}>`), card.ts)
  await app.settled()
  await agent.changeJob(job.id, { status: 'completed' })
  expect((await slack.findPost(docs, 'jobs.end', card.ts)).text).toContain(`<@${tom}>`)
})

test('a form to mirror a job that is submitted for a closed channel, another one, and the first once it is open, mirrors to both', async ({
  app,
  slack,
  general,
  leads,
}) => {
  const { docs, maria, place, id } = await startWorkingJob(app, 'Explain the retry schedule')
  await slack.click(maria, place, 'jobs.more', `mirror:${id}`)
  const form = await slack.findForm(maria)
  await slack.leave(maria, leads)
  await app.settled()
  // While Slack does not answer about the channel, the form leaves the check to its task.
  await app.addFault({ target: 'slack', match: 'conversations.info', mode: 'status', status: 503, times: 2 })
  await slack.fillForm(maria, form, [['channel', leads]])
  await slack.findEphemeral(docs, maria, /wasn’t mirrored to/)
  expect(await resubmitLastForm(app, (payload) => payload.replaceAll(leads, general))).toBe(200)
  await slack.findCard(general, 'working')
  await slack.join(maria, leads)
  expect(await resubmitLastForm(app, (payload) => payload)).toBe(200)
  await slack.findCard(leads, 'working')
})

test('a settings form sent again with another value counts again', async ({ app, slack, docs, aiko }) => {
  const shows = (seconds: string) => waitForSetting(app, aiko, docs, ['channel', seconds])
  const form = await openSettings(app, aiko, docs, 'channel')
  expect(findField(form, /Undo start/)).toBeDefined()
  await slack.fillForm(aiko, form, [['2:holdSeconds', '41']])
  await shows('41')
  expect(await resubmitLastForm(app, (payload) => payload.replace('"value":"41"', '"value":"43"'))).toBe(200)
  await shows('43')
})

test('a job form sent again with another text starts one job and keeps the form open', async ({
  app,
  slack,
  agent,
  maria,
}) => {
  await slack.useShortcut(maria, 'jobs.new')
  await slack.fillForm(maria, await slack.findForm(maria), [[/agent do/, 'Document the first draft']])
  await agent.findJob(/first draft/)
  expect(await readRepeatedAnswer(app, (payload) => payload)).toBe('')
  const answer = await readRepeatedAnswer(app, (payload) => payload.replace('first draft', 'second draft'))
  expect(JSON.parse(answer)).toEqual({
    response_action: 'errors',
    errors: { 'prompt-0': expect.stringContaining('as you first sent it') },
  })
  await app.settled()
  expect((await agent.jobs()).map(({ prompt }) => prompt)).toEqual([expect.stringContaining('first draft')])
})

testWith({ env: { JOB_UNDO_SECONDS: '600' } })(
  'an edit sent again with another text keeps the form open',
  async ({ app, slack, agent, docs, maria }) => {
    const self = await slack.user('bellhop')
    const head = await slack.say(maria, docs, 'The retry page says three tries')
    await slack.say(maria, docs, `<@${self}> correct this page`, { thread_ts: head.ts })
    const card = await slack.findMessage(docs, /Starts at/, head.ts)
    await slack.click(maria, { channel: docs, ts: card.ts, thread: head.ts }, 'jobs.trim')
    await slack.fillForm(maria, await slack.findForm(maria), [[/agent do/, 'Correct the first table']])
    await agent.findJob(/first table/)
    const answer = await readRepeatedAnswer(app, (payload) => payload.replace('first table', 'second table'))
    expect(answer).toContain('as you first sent it')
  },
)
