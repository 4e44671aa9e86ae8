/** @module-tag redis */
import { expect } from 'vitest'
import { findButton, findElements, findField, readText } from '../support/block-queries.ts'
import { createForger } from '../support/forged-requests.ts'
import { type Harness, type Message, until, type MessageRef, type View } from '../support/harness.ts'
import { testWith } from '../support/story-test.ts'
import { viewPrompt } from './job-builder.ts'

/** Long enough to act during the hold. */
const HELD = { JOB_UNDO_SECONDS: '600' }
const GUIDES = 'prj_sandboxguides'

const twoProjects = (env: Record<string, string>) => ({
  AGENT_PROJECTS: JSON.stringify([{ name: 'Acme Guides', projectId: GUIDES, apiKey: env['AGENT_API_KEY'] ?? '' }]),
})

async function startHeldJob(
  app: Harness,
): Promise<{ docs: string; maria: string; tom: string; card: Message & MessageRef }> {
  const { slack } = app
  const [docs, maria, tom] = await Promise.all([slack.channel('docs'), slack.user('maria'), slack.user('tom')])
  const self = await slack.user('bellhop')
  const head = await slack.say(tom, docs, 'The retry page says three tries')
  await slack.say(tom, docs, 'lunch at one', { thread_ts: head.ts })
  await slack.say(tom, docs, 'the table is wrong too', { thread_ts: head.ts })
  await slack.say(maria, docs, `<@${self}> correct this page`, { thread_ts: head.ts })
  return { docs, maria, tom, card: await slack.findMessage(docs, /Starts at/, head.ts) }
}

const place = (docs: string, card: Message) => ({ channel: docs, ts: card.ts, thread: String(card.thread_ts) })

const testWithTwoProjects = testWith({ env: twoProjects })

testWith({ env: HELD })(
  'Trim stops the hold and sends the agent only the messages that stay selected',
  async ({ app, slack, agent }) => {
    const { docs, maria, card } = await startHeldJob(app)
    expect(readText(card)).toContain('View prompt')
    await slack.click(maria, place(docs, card), 'jobs.trim')
    const form = await slack.findForm(maria)
    const ticks = findElements(form).filter((one) => one['type'] === 'checkboxes')
    expect(ticks.flatMap((one) => one['initial_options'])).toHaveLength(3)
    await slack.findMessage(docs, /Paused while/, card.thread_ts)
    await slack.fillForm(maria, form, [[/Messages to include/, ['0', '2']]])
    const job = await agent.findJob(/correct this page/)
    expect(job.prompt).toContain('three tries')
    expect(job.prompt).toContain('the table is wrong too')
    expect(job.prompt).not.toContain('lunch')
    const working = await slack.findCard(docs, 'working', { thread: card.thread_ts })
    expect(working.ts).toBe(card.ts)
    expect(readText(working)).toContain('with 2 messages from the conversation')
    await app.settled()
    expect(await agent.jobs()).toHaveLength(1)
  },
)

testWith({ env: HELD })(
  'Follow up instead sends the quoted messages that the other job doesn’t have, and no others',
  async ({ app, slack, agent }) => {
    const { docs, maria, tom, card } = await startHeldJob(app)
    await slack.click(maria, place(docs, card), 'jobs.trim')
    await slack.fillForm(maria, await slack.findForm(maria), [[/Messages to include/, ['0', '2']]])
    const job = await agent.findJob(/correct this page/)
    await slack.findCard(docs, 'working', { thread: card.thread_ts })
    await slack.say(tom, docs, `<@${card.user}> Acme Docs: say when lunch is`, { thread_ts: String(card.thread_ts) })
    const asking = await slack.findCard(docs, 'asking', { thread: card.thread_ts })
    await slack.click(tom, place(docs, asking), 'jobs.instead')
    const said = await until(async () => (await agent.jobs()).find(({ id }) => id === job.id)?.followUps[0])
    expect(said.prompt).toContain('say when lunch is')
    expect(said.prompt).toContain('> lunch at one')
    expect(said.prompt).not.toContain('three tries')
  },
)

testWith({ ownProcess: true, env: HELD })(
  'closing the Trim form keeps the job and its text until a person starts or drops it',
  async ({ app, slack, agent }) => {
    const { docs, maria, tom, card } = await startHeldJob(app)
    await slack.click(maria, place(docs, card), 'jobs.trim')
    const form = await slack.findForm(maria)
    expect(readText(form)).toContain('your changes are kept')
    await slack.findMessage(docs, /Paused while @Maria Torres edits it/, card.thread_ts)
    await slack.closeView(maria, form.id)
    await app.kill()
    await app.start()
    await slack.openHome(maria)
    await until(async () => (await slack.views(maria)).find((view) => readText(view).includes('Paused. Nothing')))
    const waiting = await slack.findCard(docs, 'paused', { thread: card.thread_ts })
    expect(findButton(waiting, /Start now/)?.['style']).toBe('primary')
    expect([/Start now/, /Trim/, /Dismiss/].every((label) => findButton(waiting, label))).toBe(true)
    await app.settled()
    expect(await agent.jobs()).toHaveLength(0)

    await slack.say(tom, docs, `<@${card.user}> and the quotas`, { thread_ts: String(card.thread_ts) })
    await slack.findMessage(docs, /hasn’t started yet\. Your follow-up is saved/, card.thread_ts)

    // A second form is too late once another person has started the job; it shows that and keeps the typed text.
    await slack.click(maria, place(docs, card), 'jobs.trim')
    const late = await slack.findForm(maria)
    await slack.clickAndConfirm(tom, place(docs, card), 'jobs.ask_anyway')
    const job = await agent.findJob(/correct this page/)
    expect(job.prompt).toContain('lunch at one')
    await slack.findCard(docs, 'working', { thread: card.thread_ts })
    const refused = await slack.submit(maria, late.id)
    expect(JSON.stringify(refused.errors)).toContain('started meanwhile, without your changes')
    const said = await until(async () => (await agent.jobs())[0]?.followUps[0])
    expect(said.prompt).toBe('and the quotas')
    await app.settled()
    expect(await agent.jobs()).toHaveLength(1)
  },
)

/** The name and value of the field with this label, as in the closed form. */
function fieldValue(form: View, label: RegExp, value: unknown) {
  const field = findField(form, label)
  return { [String(field?.block_id)]: { [String(field?.action_id)]: value } }
}

const tickedIn = (form: View): unknown[] =>
  findElements(form)
    .filter((one) => one['type'] === 'checkboxes')
    .flatMap((one) => one['initial_options'] as { value: string }[])
    .map(({ value }) => value)

testWith({ env: HELD })(
  'choices in a closed Trim form are kept, shown again, and sent by Start now',
  async ({ app, slack, agent }) => {
    const { docs, maria, tom, card } = await startHeldJob(app)
    await slack.click(maria, place(docs, card), 'jobs.trim')
    const form = await slack.findForm(maria)
    await slack.closeView(maria, form.id, {
      ...fieldValue(form, /Messages to include/, ['0', '2']),
      ...fieldValue(form, /What should the agent do/, 'correct this page and its table'),
    })
    await slack.findMessage(docs, /with 2 messages from the conversation/, card.thread_ts)

    await slack.click(tom, place(docs, card), 'jobs.trim')
    const again = await slack.findForm(tom)
    expect(readText(again)).toContain('lunch at one')
    expect(tickedIn(again)).toEqual(['0', '2'])
    await slack.findMessage(docs, /Paused while @Tom Hadley edits it/, card.thread_ts)
    await slack.closeView(tom, again.id)
    await slack.findMessage(docs, /Paused\. Nothing/, card.thread_ts)
    await slack.click(maria, place(docs, card), 'jobs.anyway')
    const { prompt } = await agent.findJob(/correct this page and its table/)
    expect(prompt).toContain('three tries')
    expect(prompt).toContain('the table is wrong too')
    expect(prompt).not.toContain('lunch')
  },
)

testWith({ env: HELD })(
  'a person is asked before they start a job that a colleague edits, and the colleague gets the unsaved text back',
  async ({ app, slack, agent }) => {
    const { docs, maria, tom, card } = await startHeldJob(app)
    await slack.click(tom, place(docs, card), 'jobs.trim')
    const form = await slack.findForm(tom)
    await slack.findMessage(docs, /Paused while @Tom Hadley edits it/, card.thread_ts)
    await slack.click(maria, place(docs, card), 'jobs.ask_anyway')
    const asks = await until(async () => (await slack.views(maria)).find(({ callback_id: id }) => id === 'jobs.ask'))
    expect(readText(asks)).toContain('@Tom Hadley is editing this job')
    await app.settled()
    expect(await agent.jobs()).toEqual([])

    await slack.submit(maria, asks.id)
    expect((await agent.findJob(/correct this page/)).prompt).not.toContain('mermaid')
    const late = await slack.fillForm(tom, form, [[/What should the agent do/, 'draw it in mermaid']])
    expect(JSON.stringify(late)).toContain('started meanwhile, without your changes')
    await slack.closeView(tom, form.id, fieldValue(form, /What should the agent do/, 'draw it in mermaid'))
    const returned = await slack.findPost(tom, 'jobs.returned')
    expect(readText(returned)).toMatch(/@Maria Torres started a job while you were editing it.*draw it in mermaid/s)
    await slack.click(tom, returned, 'jobs.send_reply')
    expect(await until(async () => (await agent.jobs())[0]?.followUps[0])).toMatchObject({
      prompt: 'draw it in mermaid',
    })
    // The thread shows the others what was sent.
    await slack.findMessage(docs, /Follow-up by @Tom Hadley.*draw it in mermaid/s, card.thread_ts)
    await app.settled()
    const direct = (await slack.messages(tom)).map(readText)
    expect(direct.filter((one) => one.includes('on its way to the agent'))).toHaveLength(1)
    expect(direct.filter((one) => one.includes('draw it in mermaid'))).toEqual([])
  },
)

testWith({ env: HELD })(
  'the text of a form whose job is dismissed meanwhile comes back to the person who closes it',
  async ({ app, slack, agent }) => {
    const { docs, maria, tom, card } = await startHeldJob(app)
    await slack.click(tom, place(docs, card), 'jobs.trim')
    const form = await slack.findForm(tom)
    await slack.findMessage(docs, /Paused while @Tom Hadley edits it/, card.thread_ts)
    await slack.click(maria, place(docs, card), 'jobs.drop')
    await slack.findCard(docs, 'dropped', { thread: card.thread_ts })
    await slack.closeView(tom, form.id, fieldValue(form, /What should the agent do/, 'draw it in mermaid'))
    const returned = await slack.findPost(tom, 'jobs.returned')
    expect(readText(returned)).toMatch(/@Maria Torres stopped a job while you were editing it.*draw it in mermaid/s)
    expect(findButton(returned, /Edit and start/)).toBeDefined()

    await slack.say(maria, docs, `<@${card.user}> correct that page`, { thread_ts: String(card.thread_ts) })
    const next = await until(async () =>
      (await slack.messages(docs, card.thread_ts)).find((one) => findButton(one, /^Trim$/)),
    )
    await slack.click(tom, place(docs, next), 'jobs.trim')
    const unchanged = await slack.findForm(tom, form)
    await slack.click(maria, place(docs, next), 'jobs.drop')
    await slack.closeView(tom, unchanged.id)
    await app.settled()
    expect((await slack.messages(tom)).filter((one) => readText(one).includes('editing it'))).toHaveLength(1)
    expect(await agent.jobs()).toEqual([])
  },
)

testWith({ env: HELD })(
  'a form that Slack reports as closed without its values does not change the text to send',
  async ({ app, slack, agent }) => {
    const { docs, maria, card } = await startHeldJob(app)
    await slack.click(maria, place(docs, card), 'jobs.trim')
    const form = await slack.findForm(maria)
    const { team } = await app.client.slack.app()
    await createForger(app.sandbox, team.id).close(maria, form)
    await slack.findMessage(docs, /Paused\. Nothing/, card.thread_ts)
    await slack.click(maria, place(docs, card), 'jobs.anyway')
    expect((await agent.findJob(/correct this page/)).prompt).toContain('lunch at one')
  },
)

testWith({ env: (env) => ({ ...HELD, ...twoProjects(env) }) })(
  'the project of a job that has not started can be changed on its card',
  async ({ slack, agent, docs, maria, gwen }) => {
    await slack.command(maria, docs, '/docs Acme Docs: explain the retry schedule')
    const held = await slack.findMessage(docs, /Starts at/)
    expect(findButton(held, /Trim/)).toBeUndefined()
    await slack.click(gwen, { channel: docs, ts: held.ts }, 'jobs.project')
    await slack.findEphemeral(docs, gwen, /Only full members/)
    await slack.click(maria, { channel: docs, ts: held.ts }, 'jobs.project')
    const form = await slack.findForm(maria)
    await slack.fillForm(maria, form, [['project', 'Acme Guides']])
    expect(await agent.findJob(/retry schedule/)).toMatchObject({ projectId: GUIDES })
    const working = await slack.findCard(docs, 'working')
    expect(working.ts).toBe(held.ts)
    expect(readText(working)).toContain('Acme Guides')
    expect(findButton(working, /Change project/)).toBeUndefined()
  },
)

testWithTwoProjects(
  'a waiting job starts immediately after a change to a project with free quota',
  async ({ app, slack, agent, docs, maria }) => {
    await app.addFault({ target: 'agent', match: 'POST', mode: 'status', status: 429, retryAfterS: 3000, times: 1 })
    await slack.command(maria, docs, '/docs Acme Docs: explain the retry schedule')
    const waiting = await slack.findMessage(docs, /1st in line/)
    await slack.click(maria, { channel: docs, ts: waiting.ts }, 'jobs.project')
    await slack.fillForm(maria, await slack.findForm(maria), [['project', 'Acme Guides']])
    expect(await agent.findJob(/retry schedule/)).toMatchObject({ projectId: GUIDES })
  },
)

testWithTwoProjects(
  'a started job keeps its project; choosing another one starts a second job',
  async ({ slack, agent, docs, maria }) => {
    await slack.command(maria, docs, '/docs Acme Docs: explain the retry schedule')
    const card = await slack.findCard(docs, 'working')
    await viewPrompt({ slack }, maria, { channel: docs, ts: card.ts })
    const details = await slack.findForm(maria)
    await slack.clickInView(
      maria,
      details.id,
      'jobs.elsewhere',
      String(findButton(details, /another project/)?.['value']),
    )
    const form = await slack.findForm(maria, details)
    expect(readText(form)).toContain('keeps running')
    await slack.submit(maria, form.id)
    const jobs = await until(async () => {
      const found = await agent.jobs()
      return found.length === 2 ? found : undefined
    })
    expect(jobs.map(({ projectId }) => projectId)).toEqual(['prj_sandboxdocs', GUIDES])
    expect(jobs[1]?.prompt).toBe('explain the retry schedule')
    await slack.findMessage(docs, /Acme Guides/, card.ts)
  },
)
