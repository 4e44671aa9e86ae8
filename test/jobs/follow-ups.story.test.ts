/** @module-tag redis */
import { expect } from 'vitest'
import { findButton, readText } from '../support/block-queries.ts'
import { type Harness, until } from '../support/harness.ts'
import { findSettledMessage, startWorkingJob } from './job-builder.ts'
import { test } from '../support/story-test.ts'

const followUps = (app: Harness, id: string, count: number) =>
  until(async () => {
    const said = (await app.agent.jobs()).find((job) => job.id === id)?.followUps ?? []
    return said.length >= count ? said : undefined
  })

test('a mention in the thread is one follow-up and reopens a finished job', async ({ app, slack, agent }) => {
  const { docs, maria, job, card, place } = await startWorkingJob(app, 'Explain the retry schedule')
  expect(readText(card)).toContain('mention @Bellhop to follow up')
  await app.settled()
  const self = (await slack.messages(docs)).find((one) => one.ts === card.ts)?.user ?? ''
  const thread = { thread_ts: card.ts }
  await slack.say(maria, docs, 'talk among people', thread)
  await slack.say(maria, docs, `<@${self}> mention the <https://acme.test/a|dead letters>`, thread)
  await slack.say(maria, docs, `<@${self}> and the back-off`, thread)
  const [first] = await followUps(app, job.id, 1)
  expect(first?.prompt).toBe('mention the dead letters (https://acme.test/a)\n\nand the back-off')
  await slack.findMessage(docs, /Sent to the agent\./, card.ts)

  await agent.changeJob(job.id, { status: 'completed' })
  await slack.findPost(docs, 'jobs.end', card.ts)
  const finished = await slack.findCard(docs, 'finished')
  expect(finished.ts).toBe(card.ts)

  await slack.click(maria, place, 'jobs.follow_up')
  const form = await slack.findForm(maria)
  await slack.fillForm(maria, form, [[/What should the agent do next/, 'Add a diagram']])
  await followUps(app, job.id, 2)
  await slack.findMessage(docs, /resumed work/, card.ts)
  await slack.findCard(docs, 'working')
  await agent.changeJob(job.id, { status: 'completed', prLink: 'https://git.example.test/acme/docs/pull/8' })
  const ready = await slack.findMessage(docs, /pull request is ready/, card.ts)
  expect(ready.text).toMatch(/, your follow-up is done: \*Add a diagram\* \(\d+ sec\)\. The pull request is ready\.$/)
  await app.settled()
  const ends = (await slack.messages(docs, card.ts)).filter((one) => one.text.startsWith(`<@${maria}>`) && one.bot_id)
  expect(ends).toHaveLength(2)

  await slack.say(maria, docs, `<@${self}> also *mention* the limits`, thread)
  await slack.say(maria, docs, `<@${self}> Tom asks for examples`, thread)
  await followUps(app, job.id, 3)
  await slack.findCard(docs, 'working')
  await slack.say(maria, docs, `<@${self}> and a table`, thread)
  await followUps(app, job.id, 4)
  await agent.changeJob(job.id, { status: 'completed', prLink: 'https://git.example.test/acme/docs/pull/8' })
  const updated = await slack.findMessage(docs, /your 2 follow-ups are done/, card.ts)
  expect(updated.text).toMatch(
    /: also \*mention\* the limits.* and 1 more \(\d+ sec\)\. The pull request is updated\.$/,
  )
})

test('Ask to stop sends a follow-up, and Stop watching shows that the job continues', async ({ app, slack }) => {
  const { docs, maria, job, card, place, id } = await startWorkingJob(app, 'Describe the webhooks')
  await slack.click(maria, place, 'jobs.more', `stop:${id}`)
  const [stop] = await followUps(app, job.id, 1)
  expect(stop?.prompt).toMatch(/stop working/)
  await slack.findMessage(docs, /It may continue anyway/, card.ts)
  const asked = await slack.findMessage(docs, /Asked to stop\. The agent may continue anyway/)
  expect(readText(asked)).not.toContain('1 follow-up')
  await slack.click(maria, place, 'jobs.more', `unwatch:${id}`)
  const unwatched = await slack.findMessage(docs, /No longer watched/)
  expect(findButton(unwatched, /Watch again/)).toBeDefined()
  await slack.click(maria, place, 'jobs.watch')
  await slack.findCard(docs, 'working')
})

test('a job that ends after it was asked to stop names the person, on the card and in the notice', async ({
  app,
  slack,
  agent,
  tom,
}) => {
  const { docs, job, card, place, id } = await startWorkingJob(app, 'Describe the webhooks')
  await slack.click(tom, place, 'jobs.more', `stop:${id}`)
  await followUps(app, job.id, 1)
  await slack.findMessage(docs, /Asked to stop/)
  await agent.changeJob(job.id, { status: 'completed', prLink: null })
  const ended = await slack.findCard(docs, 'finished')
  expect(readText(ended)).toContain('Ended after @Tom Hadley asked it to stop. No pull request was made')
  await slack.findMessage(docs, /the job ended after @Tom Hadley asked it to stop: .*No pull request was made/, card.ts)
  await app.settled()
  const said = [...(await slack.messages(docs)), ...(await slack.messages(docs, card.ts))]
  expect(said.filter((one) => readText(one).includes('needed changing'))).toEqual([])
})

test('a follow-up to a job that is no longer watched claims no new start of the agent', async ({ app, slack }) => {
  const { docs, maria, job, card, place, id } = await startWorkingJob(app, 'Describe the webhooks')
  await slack.click(maria, place, 'jobs.more', `stop:${id}`)
  await followUps(app, job.id, 1)
  await slack.findMessage(docs, /Asked to stop/)
  await slack.click(maria, place, 'jobs.more', `unwatch:${id}`)
  await slack.findCard(docs, 'unwatched')
  await slack.say(maria, docs, `<@${card.user}> add a table`, { thread_ts: card.ts })
  await followUps(app, job.id, 2)
  await slack.findMessage(docs, /Sent to the agent\./, card.ts)
  await app.settled()
  const said = await slack.messages(docs, card.ts)
  expect(said.filter((one) => readText(one).includes('resumed work'))).toEqual([])
})

test('messages written before a stop reach the agent before it', async ({ app, slack }) => {
  const { docs, maria, job, card, place, id } = await startWorkingJob(app, 'Describe the webhooks')
  await slack.say(maria, docs, `<@${card.user}> add a table`, { thread_ts: card.ts })
  await until(async () => {
    await slack.click(maria, place, 'jobs.more', `prompt:${id}`)
    return readText((await slack.views(maria)).findLast((view) => view.type === 'modal')).includes('add a table')
  })
  await slack.click(maria, place, 'jobs.more', `stop:${id}`)
  const said = await followUps(app, job.id, 2)
  expect(said.map(({ prompt }) => prompt.slice(0, 11))).toEqual(['add a table', 'Please stop'])
})

test('the first card that people can follow up on explains how, even after a job that never ran', async ({
  app,
  slack,
  docs,
  maria,
}) => {
  await app.addFault({ target: 'agent', match: 'POST', mode: 'status', status: 400, error: 'no', times: 1 })
  await slack.command(maria, docs, '/docs Describe the inboxes')
  await slack.findCard(docs, 'refused')
  const { card } = await startWorkingJob(app, 'Explain the retry schedule')
  expect(readText(card)).toContain('mention @Bellhop to follow up')
})

test('an archived job can continue in a new job with its text', async ({ app, slack, agent }) => {
  const { docs, maria, job, card } = await startWorkingJob(app, 'Describe the inboxes of the mailbox')
  await agent.changeJob(job.id, { status: 'archived' })
  const archived = await slack.findMessage(docs, /Archived: it no longer takes follow-ups/)
  await slack.findMessage(docs, /the agent archived this job/, card.ts)
  const self = archived.user ?? ''
  await slack.say(maria, docs, `<@${self}> one more thing`, { thread_ts: card.ts })
  const kept = await slack.findMessage(docs, /Your text is saved/, card.ts)
  expect(readText(kept)).toContain('one more thing')
  await slack.click(maria, { channel: docs, ts: kept.ts, thread: card.ts }, 'jobs.continue')
  const form = await slack.findForm(maria)
  expect(readText(form)).toContain('Describe the inboxes of the mailbox')
  expect(readText(form)).toContain('one more thing')
  await slack.submit(maria, form.id)
  await until(async () => (await agent.jobs()).length === 2)
  await app.settled()
  expect((await agent.jobs())[1]?.prompt).toContain('one more thing')
  const next = await slack.findCard(docs, 'working', { thread: card.ts })
  await until(async () => {
    const old = (await slack.messages(docs)).find((one) => one.ts === card.ts)
    return readText(old).includes('Continued in') && readText(old).includes(next.ts.replace('.', ''))
  })
  await until(async () => {
    const offers = (await slack.messages(docs, card.ts)).filter((one) => findButton(one, /Continue in a new job/))
    return offers.length === 0
  })
})

test('a follow-up that is sent again continues the job and announces its end', async ({ app, slack, agent }) => {
  const { docs, maria, job, card } = await startWorkingJob(app, 'Explain the retry schedule')
  await app.addFault({ target: 'agent', match: '/message', mode: 'accept-then-drop' })
  await slack.say(maria, docs, `<@${card.user}> add a table`, { thread_ts: card.ts })
  const question = await slack.findMessage(docs, /may or may not have this follow-up/, card.ts)
  await app.clearFaults()
  await agent.changeJob(job.id, { status: 'completed' })
  await slack.findCard(docs, 'finished')
  await slack.clickAndConfirm(maria, { channel: docs, ts: question.ts, thread: card.ts }, 'jobs.ask_send_again')
  await agent.waitForFollowUps(job.id, 2)
  await slack.findCard(docs, 'working')
  await agent.changeJob(job.id, { status: 'failed' })
  await slack.findCard(docs, 'failed')
  await slack.findMessage(docs, /this job stopped with an error during your follow-up: \*add a table\*/, card.ts)
  const settled = await findSettledMessage(app, question, card.ts)
  expect(readText(settled)).toContain('add a table')
})

test('a follow-up that waits has one line in the thread, which shows in the end that it was sent', async ({
  app,
  slack,
}) => {
  const { docs, maria, job, card, place } = await startWorkingJob(app, 'Explain the retry schedule')
  const lines = async () =>
    (await slack.messages(docs, card.ts)).filter((one) => readText(one).includes('Add a diagram'))
  await app.addFault({ target: 'agent', match: '/message', mode: 'status', status: 429, retryAfterS: 2, times: 1 })
  await slack.click(maria, place, 'jobs.follow_up')
  await slack.fillForm(maria, await slack.findForm(maria), [[/What should the agent do next/, 'Add a diagram']])
  const waiting = await slack.findMessage(docs, /used up/, card.ts)
  await followUps(app, job.id, 1)
  await slack.findMessage(docs, /Sent to the agent\./, card.ts)
  await app.settled()
  expect((await lines()).map(({ ts }) => ts)).toEqual([waiting.ts])
  expect(readText((await lines())[0])).not.toMatch(/saved|used up|responding/)

  await app.addFault({ target: 'agent', match: '/message', mode: 'status', status: 429, retryAfterS: 2, times: 1 })
  await app.addFault({ target: 'agent', match: '/message', mode: 'status', status: 400, error: 'no', times: 1 })
  await slack.say(maria, docs, `<@${card.user}> and a table`, { thread_ts: card.ts })
  const saved = await slack.findMessage(docs, /used up/, card.ts)
  await slack.findMessage(docs, /can’t work with this text/, card.ts)
  await app.settled()
  const settled = (await slack.messages(docs, card.ts)).find(({ ts }) => ts === saved.ts)
  expect(readText(settled)).toContain('no longer waiting')
})

test('a follow-up whose text the agent refuses can be edited and sent again', async ({ app, slack, agent, tom }) => {
  const { docs, maria, job, card } = await startWorkingJob(app, 'Describe the rate limits')
  const fault = { target: 'agent', match: '/message', mode: 'status', status: 400, times: 1 } as const
  await app.addFault({ ...fault, error: 'prompt contains forbidden content' })
  await slack.say(maria, docs, `<@${card.user}> add a forbidden table`, { thread_ts: card.ts })
  const told = await slack.findMessage(docs, /the agent can’t work with this text/, card.ts)
  expect(findButton(told, /^Edit and send again$/)?.['style']).toBe('primary')
  expect(findButton(told, /^Send again$/)).toBeUndefined()
  await slack.click(maria, { channel: docs, ts: told.ts, thread: card.ts }, 'jobs.edit_follow_up')
  const form = await slack.findForm(maria)
  expect(JSON.stringify(form)).toContain('add a forbidden table')
  await slack.click(tom, { channel: docs, ts: told.ts, thread: card.ts }, 'jobs.edit_follow_up')
  const other = await slack.findForm(tom)
  await slack.fillForm(maria, form, [[/What should the agent do next/, 'add a table']])
  await agent.waitForFollowUps(job.id, 1)
  await app.settled()
  const followUps = (await agent.jobs()).flatMap((one) => one.followUps)
  expect(followUps.map(({ prompt }) => prompt)).toEqual(['add a table'])
  await findSettledMessage(app, { channel: docs, ts: told.ts }, card.ts)
  // A second submission of the form changes nothing.
  const late = await slack.fillForm(tom, other, [[/What should the agent do next/, 'add another table']])
  expect(JSON.stringify(late.errors)).toContain('moved on')
})

test('a long follow-up that the agent refuses is edited whole', async ({ app, slack, agent }) => {
  const { docs, maria, job, card } = await startWorkingJob(app, 'Describe the rate limits')
  const long = `${'add a row about the limits. '.repeat(150)}The last row is about retries.`
  await app.addFault({ target: 'agent', match: '/message', mode: 'status', status: 400, times: 1 })
  await slack.say(maria, docs, `<@${card.user}> ${long}`, { thread_ts: card.ts })
  const told = await slack.findMessage(docs, /the agent can’t work with this text/, card.ts)
  await slack.click(maria, { channel: docs, ts: told.ts, thread: card.ts }, 'jobs.edit_follow_up')
  await slack.submit(maria, (await slack.findForm(maria)).id)
  const [sent] = await followUps(app, job.id, 1)
  expect(sent?.prompt).toBe(long)
  await app.settled()
  expect((await agent.jobs()).flatMap((one) => one.followUps)).toHaveLength(1)
})

test('follow-ups that wait for the same pause of the agent show the same time', async ({ app, slack, agent }) => {
  const { docs, maria, card } = await startWorkingJob(app, 'Describe the rate limits')
  await slack.command(maria, docs, '/docs List every webhook event')
  await agent.findJob(/webhook event/)
  const other = await until(async () =>
    (await slack.messages(docs)).find((one) => /Working since.*webhook event/.test(one.text)),
  )
  await app.addFault({ target: 'agent', match: '/message', mode: 'status', status: 429, retryAfterS: 900, times: 1 })
  const times: number[] = []
  for (const ts of [card.ts, other.ts]) {
    await slack.say(maria, docs, `<@${card.user}> add a table`, { thread_ts: ts })
    const waiting = await slack.findMessage(docs, /will be sent around/, ts)
    times.push(Number(/around <!date\^(\d+)/.exec(waiting.text)?.[1]))
  }
  const [first = 0, second = 0] = times
  expect(Math.abs(first - second)).toBeLessThan(60)
})

test('Try again includes exactly the follow-ups that the agent may have, and a refused one can still be sent', async ({
  app,
  slack,
  agent,
}) => {
  const { docs, maria, job, card, place } = await startWorkingJob(app, 'Describe the rate limits')
  const say = (text: string) => slack.say(maria, docs, `<@${card.user}> ${text}`, { thread_ts: card.ts })
  await app.addFault({ target: 'agent', match: '/message', mode: 'status', status: 409, times: 1 })
  await say('add a table')
  const refused = await slack.findMessage(docs, /didn’t accept this follow-up/, card.ts)
  await say('add a picture')
  await slack.findMessage(docs, /Sent to the agent\./, card.ts)
  await app.addFault({ target: 'agent', match: '/message', mode: 'accept-then-drop', times: 1 })
  await say('add a link')
  const asked = await slack.findMessage(docs, /may or may not have this follow-up/, card.ts)

  await agent.changeJob(job.id, { status: 'failed' })
  await slack.findCard(docs, 'failed')
  await slack.click(maria, place, 'jobs.retry')
  const again = await until(async () => (await agent.jobs())[1])
  expect(again.prompt).toBe('Describe the rate limits\n\nadd a picture\n\nadd a link')
  await findSettledMessage(app, { channel: docs, ts: asked.ts }, card.ts)
  expect(readText(await slack.findCard(docs, 'working'))).not.toMatch(/\d+ follow-up/)

  await slack.click(maria, { channel: docs, ts: refused.ts, thread: card.ts }, 'jobs.send_again')
  const [sent] = await followUps(app, again.id, 1)
  expect(sent?.prompt).toBe('add a table')
  await until(async () => readText(await slack.findCard(docs, 'working')).includes('1 follow-up'))

  await agent.changeJob(again.id, { status: 'failed' })
  await slack.findCard(docs, 'failed')
  await slack.click(maria, place, 'jobs.retry')
  const last = await until(async () => (await agent.jobs())[2])
  expect(last.prompt).toBe('Describe the rate limits\n\nadd a picture\n\nadd a link\n\nadd a table')
})
