import { expect } from 'vitest'
import { findButton, readText } from '../support/block-queries.ts'
import { until } from '../support/harness.ts'
import { test, testWith } from '../support/story-test.ts'
import { findSettledMessage, startWorkingJob } from './job-builder.ts'

/** The reference that a card shows, as the log has it. */
const readReference = (card: object): string => `"reference":"${/Reference ([0-9A-F]+)/.exec(readText(card))?.[1]}"`

test('a create with a lost answer is never repeated, and Link the job adopts the job', async ({
  app,
  slack,
  agent,
  docs,
  maria,
}) => {
  await app.addFault({ target: 'agent', match: 'POST', mode: 'accept-then-drop', times: 1 })
  await slack.command(maria, docs, '/docs Explain the retry schedule')
  const card = await slack.findCard(docs, 'unknown')
  expect([/Link the job/, /Start anyway/, /Dismiss/].every((label) => findButton(card, label))).toBe(true)
  expect(readText(card)).toMatch(/#\/panel\/agent\|Look for it in the agent’s dashboard/)
  await slack.findMessage(docs, /Choose what to do on the card/, card.ts)
  const job = await agent.findJob(/retry schedule/)
  await slack.click(maria, { channel: docs, ts: card.ts }, 'jobs.found')
  const form = await slack.findForm(maria)
  expect(readText(form)).toContain('#/panel/agent')
  const wrong = await slack.fillForm(maria, form, [['id', 'nothing-like-it']])
  expect(JSON.stringify(wrong.errors)).toMatch(/doesn’t know a job/)
  // The agent first fails, then does not know the job yet. The refusal of one form must not affect the next.
  await app.addFault({ target: 'agent', match: 'GET /agent', mode: 'status', status: 503, times: 1 })
  await app.addFault({ target: 'agent', match: 'GET /agent', mode: 'status', status: 404, times: 1 })
  await slack.fillForm(maria, form, [['id', job.id]])
  await slack.findEphemeral(docs, maria, /doesn’t know a job/)
  await slack.click(maria, { channel: docs, ts: card.ts }, 'jobs.found')
  await slack.fillForm(maria, await slack.findForm(maria, form), [['id', job.id]])
  await slack.findCard(docs, 'working')
  await agent.changeJob(job.id, { status: 'completed', prLink: 'https://git.example.test/acme/docs/pull/9' })
  await slack.findMessage(docs, /pull request is ready/, card.ts)
  await app.settled()
  expect(await agent.jobs()).toHaveLength(1)
})

test('a create or follow-up that is answered with an error is reported as possibly done', async ({
  app,
  slack,
  agent,
  docs,
  maria,
}) => {
  await app.addFault({ target: 'agent', match: 'POST', mode: 'status', status: 503, times: 1 })
  await slack.command(maria, docs, '/docs Explain the retry schedule')
  const card = await slack.findMessage(docs, /The agent responded with an error, but the job may be running/)
  const told = /but the agent responded with an error: .*/
  const open = await slack.findMessage(docs, told, card.ts)
  expect(open.text).toMatch(/It may be running\. Choose what to do on the card\.$/)
  await slack.clickAndConfirm(maria, { channel: docs, ts: card.ts }, 'jobs.ask_anyway')
  await agent.findJob(/retry schedule/)
  await slack.findCard(docs, 'working')
  await slack.findMessage(docs, /: Explain the retry schedule\. The card shows what happened\./, card.ts)
  await app.addFault({ target: 'agent', match: '/message', mode: 'status', status: 500, times: 1 })
  await slack.say(maria, docs, `<@${card.user}> add a table`, { thread_ts: card.ts })
  const place = { channel: docs, thread: card.ts }
  const asked = await slack.findMessage(docs, /responded with an error\. It may or may not have/, card.ts)
  await app.addFault({ target: 'agent', match: '/message', mode: 'accept-then-drop', times: 1 })
  await slack.clickAndConfirm(maria, { ...place, ts: asked.ts }, 'jobs.ask_send_again')
  await slack.findMessage(docs, /[Tt]he agent didn’t respond\. It may or may not have this follow-up/, card.ts)
  await slack.findMessage(docs, /responded with an error at first, and this follow-up was sent again\./, card.ts)
})

test('Try again restarts a failed job with its text on the same card', async ({ app, slack, agent, docs, maria }) => {
  await slack.command(maria, docs, '/docs Describe the rate limits')
  const job = await agent.findJob(/rate limits/)
  await agent.changeJob(job.id, { status: 'failed' })
  const failed = await slack.findMessage(
    docs,
    /stopped with an error\. No pull request was made\. Reference [0-9A-F]{4}/,
  )
  const told = await slack.findMessage(docs, /\*Try again\* keeps the text/, failed.ts)
  expect(told.text).toContain(`<@${maria}>`)
  await slack.click(maria, { channel: docs, ts: failed.ts }, 'jobs.retry')
  await until(async () => (await agent.jobs()).length === 2)
  await app.settled()
  expect((await agent.jobs())[1]?.prompt).toBe('Describe the rate limits')
  const working = await slack.findCard(docs, 'working')
  expect(working.ts).toBe(failed.ts)
  // The message about the failure keeps its text, but loses the button that was also on the card.
  const settled = await findSettledMessage(app, told, failed.ts)
  expect(settled.text).toBe(
    `<@${maria}>, earlier, this job stopped with an error: Describe the rate limits. The card shows what became of it.`,
  )
})

test('a full quota keeps the request waiting, and the card shows a silent agent', async ({
  app,
  slack,
  agent,
  docs,
  maria,
  tom,
}) => {
  await app.addFault({ target: 'agent', match: 'POST', mode: 'status', status: 429, retryAfterS: 3, times: 1 })
  await slack.command(maria, docs, '/docs Explain the retry schedule')
  const waiting = await slack.findMessage(docs, /1st in line/)
  expect(findButton(waiting, /Don’t start/)).toBeDefined()
  await slack.command(tom, docs, '/docs Describe the inboxes')
  await slack.findMessage(docs, /2nd in line/)
  const first = await agent.findJob(/retry schedule/)
  await agent.findJob(/inboxes/)
  await app.settled()
  expect((await agent.jobs()).map((job) => job.prompt)).toEqual(['Explain the retry schedule', 'Describe the inboxes'])
  expect(first.status).toBe('active')

  await app.addFault({ target: 'agent', match: `GET /agent`, mode: 'status', status: 503 })
  const silent = await slack.findMessage(docs, /The agent responds with an error\. Bellhop keeps trying/)
  expect((await slack.click(maria, { channel: docs, ts: silent.ts }, 'jobs.check')).status).toBe(200)
  await app.clearFaults()
  await until(
    async () =>
      !readText((await slack.messages(docs)).find((one) => one.ts === silent.ts)).includes('responds with an error'),
  )
})

test('a job that the agent has lost can continue as a new job', async ({ app, slack, agent, docs, maria }) => {
  await slack.command(maria, docs, '/docs Explain the retry schedule')
  await agent.findJob(/retry schedule/)
  const card = await slack.findCard(docs, 'working')
  await app.addFault({ target: 'agent', match: '/message', mode: 'status', status: 404, times: 1 })
  await slack.say(maria, docs, `<@${card.user}> add a table`, { thread_ts: card.ts })
  const kept = await slack.findMessage(docs, /no longer knows this job\. Your text is saved/, card.ts)
  expect(readText(kept)).toContain('add a table')
  await app.addFault({ target: 'agent', match: 'GET /agent', mode: 'status', status: 404 })
  const gone = await slack.findMessage(docs, /The agent no longer knows this job\. Its text is saved/)
  expect(app.output()).toContain(readReference(gone))
  const told = await slack.findMessage(docs, /no longer knows this job: Explain the retry schedule\./, card.ts)
  expect(told.text).toContain(`<@${maria}>`)
  await app.clearFaults()
  await slack.click(maria, { channel: docs, ts: told.ts, thread: card.ts }, /Continue in a new job/)
  const form = await slack.findForm(maria)
  expect(readText(form)).toContain('add a table')
  await slack.submit(maria, form.id)
  await until(async () => (await agent.jobs()).length === 2)
})

/** Nothing listens at this address. */
const NOWHERE = { AGENT_API_URL: 'http://127.0.0.1:1' }

testWith({ env: NOWHERE })(
  'a job that cannot reach the agent shows that and can be cancelled',
  async ({ app, slack, docs, maria }) => {
    await slack.command(maria, docs, '/docs Explain the retry schedule')
    const silent = await slack.findMessage(docs, /The agent isn’t responding\. Bellhop keeps trying/)
    expect(app.output()).toContain(readReference(silent))
    // The job cannot be cancelled during another attempt, which may begin between finding the button and the click.
    await until(async () => {
      const [card] = await slack.messages(docs)
      if (card && findButton(card, /Don’t start/))
        await slack.click(maria, { channel: docs, ts: card.ts }, 'jobs.cancel').catch(() => {})
      return readText(card).includes('Not started')
    })
  },
)

testWith({ env: NOWHERE, scale: 600 })(
  'a job ends after an hour without the agent, and keeps its text',
  async ({ slack, docs, maria }) => {
    // The hour passes in six seconds.
    await slack.command(maria, docs, '/docs Explain the retry schedule')
    const card = await slack.findMessage(
      docs,
      /couldn’t reach the agent for an hour\. Nothing was started\. Reference [0-9A-F]{4}/,
    )
    expect(findButton(card, /^Try again$/)?.['style']).toBe('primary')
    await slack.findMessage(docs, /this job didn’t start: Explain the retry schedule\. Its text is saved/, card.ts)
  },
)

test('a guest is refused in private', async ({ app, slack, agent, docs, gwen }) => {
  await slack.command(gwen, docs, '/docs Describe the rate limits')
  await slack.findEphemeral(docs, gwen, /Only full members of this workspace can use Bellhop/)
  await app.settled()
  expect(await agent.jobs()).toHaveLength(0)
})

test('a job with a deleted card continues and notifies its requester', async ({ app, slack, agent, docs, maria }) => {
  await slack.command(maria, docs, '/docs Explain the retry schedule')
  const job = await agent.findJob(/retry schedule/)
  const card = await slack.findCard(docs, 'working')
  await slack.deleteMessage({ channel: docs, ts: card.ts })
  await agent.changeJob(job.id, { status: 'completed', prLink: 'https://git.example.test/acme/docs/pull/4' })
  await slack.findPost(maria, 'jobs.end')
  await app.settled()
  expect((await slack.messages(docs)).filter((one) => one.bot_id)).toHaveLength(0)
})

test('a failed job continues in a new job, and an edit keeps its follow-ups, each once', async ({
  app,
  slack,
  agent,
}) => {
  const { docs, maria, job, card, place } = await startWorkingJob(app, 'Describe the rate limits')
  await slack.say(maria, docs, `<@${card.user}> add a table`, { thread_ts: card.ts })
  await slack.findMessage(docs, /Sent to the agent\./, card.ts)
  await agent.changeJob(job.id, { status: 'failed' })
  const failed = await slack.findCard(docs, 'failed')
  await slack.click(maria, place, 'jobs.continue')
  const next = await slack.findForm(maria)
  expect(readText(next)).toContain('Describe the rate limits\\n\\nadd a table')

  await slack.click(maria, place, 'jobs.edit')
  const form = await slack.findForm(maria, next)
  expect(readText(form)).toContain('Describe the rate limits\\n\\nadd a table')
  await slack.submit(maria, form.id)
  const again = await until(async () => (await agent.jobs())[1])
  expect(again.prompt).toBe('Describe the rate limits\n\nadd a table')
  await slack.findCard(docs, 'working')
  await agent.changeJob(again.id, { status: 'failed' })
  await slack.findCard(docs, 'failed')
  await slack.click(maria, { channel: docs, ts: failed.ts }, 'jobs.edit')
  const last = await slack.findForm(maria, form)
  expect(readText(last).split('add a table')).toHaveLength(2)
})

test('Try again includes the follow-ups that the agent had, each once', async ({ app, slack, agent }) => {
  const { docs, maria, job, card, place } = await startWorkingJob(app, 'Describe the rate limits')
  await slack.say(maria, docs, `<@${card.user}> add a table`, { thread_ts: card.ts })
  await slack.findMessage(docs, /Sent to the agent\./, card.ts)
  expect(readText(await slack.findCard(docs, 'working'))).toContain('1 follow-up')
  const TEXT = 'Describe the rate limits\n\nadd a table'
  let last = job.id
  for (const run of [1, 2]) {
    await agent.changeJob(last, { status: 'failed' })
    await slack.findCard(docs, 'failed')
    await slack.click(maria, place, 'jobs.retry')
    const next = await until(async () => (await agent.jobs())[run])
    expect(next).toMatchObject({ prompt: TEXT, followUps: [] })
    expect(readText(await slack.findCard(docs, 'working'))).not.toContain('1 follow-up')
    last = next.id
  }
})

test('a failed job that was continued and then started again can be continued once more', async ({
  app,
  slack,
  agent,
}) => {
  const { docs, maria, job, card, place } = await startWorkingJob(app, 'Describe the rate limits')
  await agent.changeJob(job.id, { status: 'failed' })
  await slack.findCard(docs, 'failed')
  await slack.click(maria, place, 'jobs.continue')
  await slack.submit(maria, (await slack.findForm(maria)).id)
  const next = await until(async () => (await agent.jobs())[1])
  await agent.changeJob(next.id, { status: 'completed' })
  const readCard = async () => (await slack.messages(docs)).find(({ ts }) => ts === card.ts)
  await until(async () => !findButton(await readCard(), /Continue in a new job/))
  await slack.click(maria, place, 'jobs.retry')
  const again = await until(async () => (await agent.jobs())[2])
  await until(async () => readText(await readCard()).includes('Working since'))
  await agent.changeJob(again.id, { status: 'failed' })
  await until(async () => findButton(await readCard(), /Continue in a new job/))
})

test('a form to continue a job asks first if the job was started again while the form was open', async ({
  app,
  slack,
  agent,
}) => {
  const { docs, maria, job, card, place } = await startWorkingJob(app, 'Describe the rate limits')
  await agent.changeJob(job.id, { status: 'failed' })
  await slack.findCard(docs, 'failed')
  await slack.click(maria, place, 'jobs.continue')
  const form = await slack.findForm(maria)
  await slack.click(maria, place, 'jobs.retry')
  const again = await until(async () => (await agent.jobs())[1])
  const readCard = async () => (await slack.messages(docs)).find(({ ts }) => ts === card.ts)
  await until(async () => readText(await readCard()).includes('Working since'))
  await slack.submit(maria, form.id)
  const asking = await slack.findMessage(docs, /still running\. Start this one too\?/, card.ts)
  await app.settled()
  expect(await agent.jobs()).toHaveLength(2)
  expect(readText(await readCard())).not.toContain('Continued in')
  await slack.click(maria, { channel: docs, ts: asking.ts, thread: card.ts }, 'jobs.anyway')
  await until(async () => (await agent.jobs())[2])
  await agent.changeJob(again.id, { status: 'failed' })
  await until(async () => readText(await readCard()).includes('Continued in'))
})

test('of two forms that continue the same job, the second one asks first', async ({ app, slack, agent, tom }) => {
  const { docs, maria, job, card, place } = await startWorkingJob(app, 'Describe the rate limits')
  await agent.changeJob(job.id, { status: 'failed' })
  await slack.findCard(docs, 'failed')
  await slack.click(maria, place, 'jobs.continue')
  const first = await slack.findForm(maria)
  await slack.click(tom, place, 'jobs.continue')
  const second = await slack.findForm(tom)
  await slack.submit(maria, first.id)
  await until(async () => (await agent.jobs())[1])
  const readCard = async () => readText((await slack.messages(docs)).find(({ ts }) => ts === card.ts) ?? {})
  const readLink = async () => /Continued in <([^|]+)/.exec(await readCard())?.[1]
  const linked = await until(readLink)

  await slack.submit(tom, second.id)
  const asking = await slack.findMessage(docs, /Start this one too\?.*See the other one/, card.ts)
  await app.settled()
  expect(await agent.jobs()).toHaveLength(2)
  expect(await readLink()).toBe(linked)
  await slack.click(tom, { channel: docs, ts: asking.ts, thread: card.ts }, 'jobs.anyway')
  await until(async () => (await agent.jobs())[2])
  await app.settled()
  expect(await readLink()).toBe(linked)
})

test('of two forms that continue a job at the same time, one starts a job', async ({ app, slack, agent, tom }) => {
  const { docs, maria, job, card, place } = await startWorkingJob(app, 'Describe the rate limits')
  await agent.changeJob(job.id, { status: 'failed' })
  await slack.findCard(docs, 'failed')
  await slack.click(maria, place, 'jobs.continue')
  const first = await slack.findForm(maria)
  await slack.click(tom, place, 'jobs.continue')
  const second = await slack.findForm(tom)
  await Promise.all([slack.submit(maria, first.id), slack.submit(tom, second.id)])
  await slack.findMessage(docs, /Start this one too\?.*See the other one/, card.ts)
  await app.settled()
  expect(await agent.jobs()).toHaveLength(2)
})

test('people read what the agent said about a refusal, and send a refused follow-up again', async ({
  app,
  slack,
  agent,
  docs,
  maria,
}) => {
  const refuse = { target: 'agent', match: 'POST', mode: 'status', status: 400, times: 1 } as const
  await app.addFault({ ...refuse, error: 'The prompt names <no> repository' })
  await slack.command(maria, docs, '/docs Explain the retry schedule')
  const card = await slack.findCard(docs, 'refused')
  expect(readText(card)).toContain('The agent said: “The prompt names &lt;no&gt; repository”')
  expect(app.output()).toContain('The prompt names <no> repository')

  await slack.click(maria, { channel: docs, ts: card.ts }, 'jobs.retry')
  const job = await agent.findJob(/retry schedule/)
  await slack.findCard(docs, 'working')
  await app.addFault({ ...refuse, status: 409, error: 'Busy with another text' })
  await slack.say(maria, docs, `<@${card.user}> add a table`, { thread_ts: card.ts })
  const told = await slack.findMessage(docs, /didn’t accept this follow-up/, card.ts)
  expect(readText(told)).toContain('Busy with another text')
  const press = () => slack.click(maria, { channel: docs, ts: told.ts, thread: card.ts }, 'jobs.send_again')
  await Promise.allSettled([press(), press()])
  await until(async () => (await agent.jobs()).find(({ id }) => id === job.id)?.followUps.length === 1)
  await findSettledMessage(app, told, card.ts)
  await app.settled()
  expect((await agent.jobs()).find(({ id }) => id === job.id)?.followUps).toHaveLength(1)
})

test('a follow-up that is sent again does not repeat what the agent said about the first attempt', async ({
  app,
  slack,
}) => {
  const { docs, maria, card } = await startWorkingJob(app, 'Describe the rate limits')
  const fault = { target: 'agent', match: 'POST', mode: 'status', status: 409, times: 1 } as const
  await app.addFault({ ...fault, error: 'Busy with another text' })
  await slack.say(maria, docs, `<@${card.user}> add a table`, { thread_ts: card.ts })
  const told = await slack.findMessage(docs, /didn’t accept this follow-up/, card.ts)
  await app.addFault({ target: 'agent', match: '/message', mode: 'accept-then-drop', times: 1 })
  await slack.click(maria, { channel: docs, ts: told.ts, thread: card.ts }, 'jobs.send_again')
  const open = await slack.findMessage(docs, /It may or may not have this follow-up/, card.ts)
  expect(readText(open)).not.toContain('Busy with another text')
  await slack.findMessage(docs, /didn’t accept this follow-up at first, and it was sent again\./, card.ts)
})
