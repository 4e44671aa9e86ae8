import { expect } from 'vitest'
import { findButton, findElements, readText } from '../support/block-queries.ts'
import { until } from '../support/harness.ts'
import { test } from '../support/story-test.ts'
import { chooseNotices } from './choose-notices.ts'
import { readJobId, startWorkingJob } from './job-builder.ts'

const PR = 'https://git.example.test/acme/docs/pull/5'

test(
  'a person can choose where success and failure are announced; "only on the card" leaves the thread alone',
  { tags: 'smoke' },
  async ({ app, slack, agent, docs, maria, li }) => {
    await chooseNotices(app, maria, docs, ['direct', 'silent'])
    await slack.command(maria, docs, '/docs Explain the retry schedule')
    const good = await agent.findJob(/retry schedule/)
    await slack.command(maria, docs, '/docs Describe every event of the mailbox')
    const bad = await agent.findJob(/every event/)
    // The agent has the job before its card shows that, with the menu.
    const working = await until(async () => {
      const card = await slack.findMessage(docs, /Describe every event of the mailbox/)
      return findElements(card).some(({ action_id: id }) => id === 'jobs.more') && card
    })
    await slack.click(li, working, 'jobs.more', `tell:${readJobId(working)}`)
    await slack.findEphemeral(docs, li, /You’ll get a message/)
    await agent.changeJob(good.id, { status: 'completed', prLink: PR })
    await agent.changeJob(bad.id, { status: 'failed' })

    const told = await slack.findMessage(maria, /The pull request is ready: Explain the retry schedule/)
    expect(findButton(told, /View pull request/)?.['url']).toBe(PR)
    const ready = await slack.findCard(docs, 'finished')
    const failed = await slack.findCard(docs, 'failed')
    const end = await slack.findPost(docs, 'jobs.end', ready.ts)
    expect(end.text).not.toContain(`<@${maria}>`)
    await slack.findMessage(li, /stopped with an error: .*Try again/)
    await app.settled()
    expect((await slack.messages(docs, failed.ts)).filter((one) => one.ts !== failed.ts && !one.ephemeral_for)).toEqual(
      [],
    )
    expect((await slack.messages(maria)).filter((one) => one.bot_id)).toHaveLength(1)
  },
)

test.for([
  [400, /can’t work with this text\. Nothing was started\. Reference [0-9A-F]{4}/, /^Edit and try again$/],
  [
    401,
    /rejected Bellhop’s key for Acme Docs\. Nothing was started\. An admin needs to reconnect it\. Reference/,
    /^Tell the admins$/,
  ],
  [
    403,
    /rejected Bellhop’s key for Acme Docs\. Nothing was started\. An admin needs to reconnect it\. Reference/,
    /^Tell the admins$/,
  ],
  [
    404,
    /doesn’t know the project Acme Docs\. Nothing was started\. An admin needs to correct it\. Reference/,
    /^Try again$/,
  ],
] as const)(
  'a create refused with %i names the person who has to act and offers that action first',
  async ([status, words, first], { app, slack, agent, docs, maria, aiko }) => {
    await app.addFault({ target: 'agent', match: 'POST', mode: 'status', status, times: 1 })
    await slack.command(maria, docs, '/docs Explain the retry schedule')
    const card = await slack.findMessage(docs, words)
    expect(findButton(card, first)?.['style']).toBe('primary')
    await app.settled()
    expect(await agent.jobs()).toEqual([])
    const place = { channel: docs, ts: card.ts }
    if (findButton(card, /Tell the admins/)) {
      await slack.click(maria, place, 'jobs.tell_admins')
      const told = await slack.findMessage(aiko, /The agent rejected the API key of Acme Docs/)
      expect(told.text).toContain(String(/Reference ([0-9A-F]{4})/.exec(readText(card))?.[1]))
      await until(async () => !findButton(await slack.findCard(docs, 'refused'), /Tell the admins/))
    }
    await slack.click(maria, place, 'jobs.retry')
    expect((await agent.findJob(/retry schedule/)).prompt).toBe('Explain the retry schedule')
  },
)

test('an alarm about a rejected key is closed once any job of the project works, and raised again after that', async ({
  app,
  slack,
  agent,
  docs,
  maria,
  aiko,
}) => {
  const refuse = { target: 'agent', match: 'POST', mode: 'status', status: 401, times: 1 } as const
  await app.addFault(refuse)
  await slack.command(maria, docs, '/docs Explain the retry schedule')
  await slack.findCard(docs, 'refused')
  await slack.command(maria, docs, '/docs List every webhook event')
  const other = await agent.findJob(/webhook event/)
  const working = await slack.findCard(docs, 'working')
  await app.addFault({ target: 'agent', match: 'GET /agent', mode: 'status', status: 403 })
  const silent = await until(async () => {
    const card = (await slack.messages(docs)).find(({ ts }) => ts === working.ts)
    return findButton(card, /Tell the admins/) && card
  })
  await slack.click(maria, { channel: docs, ts: silent.ts }, 'jobs.tell_admins')
  const told = await slack.findMessage(aiko, /The agent rejected the API key of Acme Docs/)

  // The key works again for another job, which starts.
  const refused = await slack.findCard(docs, 'refused')
  await slack.click(maria, { channel: docs, ts: refused.ts }, 'jobs.retry')
  await agent.findJob(/retry schedule/)
  const closed = await slack.findMessage(aiko, /Solved: the agent accepts the API key of Acme Docs again/)
  expect(closed.ts).toBe(told.ts)

  await app.clearFaults()
  await until(async () => {
    const card = (await slack.messages(docs)).find(({ ts }) => ts === working.ts)
    return !readText(card).includes('rejected')
  })
  await app.addFault({ target: 'agent', match: 'GET /agent', mode: 'status', status: 403 })
  await until(async () => {
    const card = (await slack.messages(docs)).find(({ ts }) => ts === working.ts)
    return findButton(card, /Tell the admins/)
  })
  await slack.click(maria, { channel: docs, ts: silent.ts }, 'jobs.tell_admins')
  const again = await slack.findMessage(aiko, /The agent rejected the API key of Acme Docs/)
  expect(again.ts).not.toBe(told.ts)
  await app.clearFaults()
  await until(async () => (await slack.messages(aiko)).every((one) => !readText(one).includes('rejected')))
  await agent.changeJob(other.id, { status: 'completed' })
})

test('the end of a follow-up names its writer, and reaches them and the owner as each chose', async ({
  app,
  slack,
  agent,
  tom,
}) => {
  const { docs, maria, job, card } = await startWorkingJob(app, 'Explain the retry schedule')
  await agent.changeJob(job.id, { status: 'completed' })
  await slack.findCard(docs, 'finished')
  await slack.say(tom, docs, `<@${card.user}> add a table`, { thread_ts: card.ts })
  await agent.waitForFollowUps(job.id, 1)
  await slack.findCard(docs, 'working')
  await agent.changeJob(job.id, { status: 'completed', prLink: PR })
  const both = await slack.findMessage(docs, /the follow-up by @Tom.* is done: \*add a table\*/, card.ts)
  expect(both.text).toMatch(new RegExp(`^<@${maria}> <@${tom}>, `))

  await chooseNotices(app, tom, docs, ['thread', 'direct'])
  await slack.say(tom, docs, `<@${card.user}> add a diagram`, { thread_ts: card.ts })
  await agent.waitForFollowUps(job.id, 2)
  await slack.findCard(docs, 'working')
  await agent.changeJob(job.id, { status: 'failed' })
  const direct = await slack.findMessage(tom, /during your follow-up: \*add a diagram\*/)
  expect(readText(direct)).toContain('For: Explain the retry schedule')
  const failed = await slack.findMessage(docs, /during the follow-up by @Tom.*: \*add a diagram\*/, card.ts)
  expect(failed.text).toMatch(new RegExp(`^<@${maria}>, `))
  await app.settled()
  expect((await slack.messages(tom)).filter((one) => one.bot_id)).toHaveLength(1)
})

test('the end of a job whose owner has left mentions an admin, and then the person who tried it again', async ({
  app,
  slack,
  agent,
  aiko,
  tom,
}) => {
  const { docs, maria, job, card, place } = await startWorkingJob(app, 'Explain the retry schedule')
  await slack.deactivate(maria)
  await app.settled()
  await agent.changeJob(job.id, { status: 'failed' })
  const failed = await slack.findPost(docs, 'jobs.end', card.ts)
  expect(failed.text).toMatch(new RegExp(`^<@${aiko}>, this job stopped with an error`))
  expect(readText(failed)).toContain('@Maria Torres, whose job this is, no longer has permission to manage it')

  await slack.findCard(docs, 'failed')
  await slack.click(tom, place, 'jobs.retry')
  const again = await until(async () => (await agent.jobs()).find(({ id }) => id !== job.id))
  await slack.findCard(docs, 'working')
  await agent.changeJob(again.id, { status: 'completed', prLink: PR })
  const ready = await slack.findMessage(docs, /the pull request is ready/, card.ts)
  expect(ready.text).toMatch(new RegExp(`^<@${tom}>, the pull request is ready`))
})

test('the end of a job that a colleague tried again mentions its owner and that colleague', async ({
  app,
  slack,
  agent,
  tom,
}) => {
  const { docs, maria, job, card, place } = await startWorkingJob(app, 'Explain the retry schedule')
  await agent.changeJob(job.id, { status: 'failed' })
  await slack.findCard(docs, 'failed')
  await slack.click(tom, place, 'jobs.retry')
  const again = await until(async () => (await agent.jobs()).find(({ id }) => id !== job.id))
  await slack.findCard(docs, 'working')
  await agent.changeJob(again.id, { status: 'completed', prLink: PR })
  const ready = await slack.findMessage(docs, /the pull request is ready/, card.ts)
  expect(ready.text).toMatch(new RegExp(`^<@${maria}> <@${tom}>, the pull request is ready`))
})

test.for(['javascript:alert(1)', `https://git.example.test/${'x'.repeat(4000)}`])(
  'a pull request whose link Slack can’t open is ready on the card and in the notice, without a button',
  async (prLink, { app, slack, agent }) => {
    const { docs, job, card } = await startWorkingJob(app, 'Explain the retry schedule')
    await agent.changeJob(job.id, { status: 'completed', prLink })
    const finished = await slack.findCard(docs, 'finished')
    expect(readText(finished)).toMatch(/Pull request ready.*Slack can’t open the link/)
    const end = await slack.findPost(docs, 'jobs.end', card.ts)
    expect(readText(end)).toMatch(/the pull request is ready: .*Slack can’t open the link/s)
    for (const one of [finished, end]) expect(findButton(one, /View pull request/)).toBeUndefined()
  },
)
