import { expect } from 'vitest'
import { readText } from '../support/block-queries.ts'
import { until } from '../support/harness.ts'
import { viewPrompt } from './job-builder.ts'
import { testWith } from '../support/story-test.ts'

const withProjects = testWith({
  env: (env) => ({
    JOB_UNDO_SECONDS: '1',
    AGENT_PROJECTS: JSON.stringify([
      { name: 'Acme Guides', projectId: 'prj_sandboxguides', apiKey: env['AGENT_API_KEY'] ?? '' },
    ]),
  }),
})
const inLine = testWith({ env: { AGENT_HOURLY_LIMIT: '1', JOB_UNDO_SECONDS: '0' } })
const held = testWith({ env: { JOB_UNDO_SECONDS: '0' } })

withProjects(
  'an edit while the card asks for the project changes the text of the job',
  async ({ app, slack, agent, docs, maria, tom, bot }) => {
    const asked = await slack.say(maria, docs, `<@${bot}> document the proxy settings`)
    const card = await slack.findCard(docs, 'picking', { thread: asked.ts })
    await slack.editMessage(asked, `<@${bot}> document the proxy settings and NO_PROXY`)
    await slack.findMessage(docs, /and NO_PROXY/, asked.ts)
    await app.settled()
    expect(await slack.findCard(docs, 'picking', { thread: asked.ts })).toMatchObject({ ts: card.ts })
    await slack.click(tom, { channel: docs, ts: card.ts }, 'jobs.pick:0')
    expect((await agent.findJob(/proxy/)).prompt).toBe('document the proxy settings and NO_PROXY')
  },
)

withProjects(
  'an edit that names the project answers the question of the card',
  async ({ slack, agent, docs, maria, bot }) => {
    const asked = await slack.say(maria, docs, `<@${bot}> document the proxy settings`)
    await slack.findCard(docs, 'picking', { thread: asked.ts })
    await slack.editMessage(asked, `<@${bot}> Acme Guides: document the proxy settings`)
    expect((await agent.findJob(/proxy/)).prompt).toBe('document the proxy settings')
  },
)

withProjects('a deletion while the card asks for the project undoes the job', async ({ app, slack, agent, maria }) => {
  const asked = await slack.say(maria, maria, 'explain the retry budget')
  await slack.findCard(maria, 'picking')
  await slack.deleteMessage(asked)
  expect(readText(await slack.findCard(maria, 'dropped'))).toContain('Undone by @Maria Torres')
  await app.settled()
  expect(await agent.jobs()).toEqual([])
})

inLine(
  'a job in line takes the edited text, and leaves the line when its message is deleted',
  async ({ app, slack, agent, docs, maria, bot }) => {
    await slack.command(maria, docs, '/docs Explain the retry schedule')
    await slack.findCard(docs, 'working')
    const first = await slack.say(maria, docs, `<@${bot}> describe the webhook sheme`)
    await slack.findCard(docs, 'waiting', { thread: first.ts })
    const second = await slack.say(maria, docs, `<@${bot}> list the invoice fields`)
    await slack.findCard(docs, 'waiting', { thread: second.ts })
    await slack.editMessage(first, `<@${bot}> describe the webhook scheme`)
    await slack.findMessage(docs, /webhook scheme/, first.ts)
    await app.settled()
    const kept = await slack.findCard(docs, 'waiting', { thread: first.ts })
    expect(readText(kept)).toContain('1st in line')
    await slack.deleteMessage(second)
    await slack.findCard(docs, 'dropped', { thread: second.ts })
    await viewPrompt(app, maria, kept)
    const readPrompt = async () => readText((await slack.views(maria)).findLast((view) => view.type === 'modal'))
    await until(async () => (await readPrompt()).includes('describe the webhook scheme'))
    await app.settled()
    expect(await agent.jobs()).toHaveLength(1)
  },
)

held(
  'a job that is held back while the agent does not respond takes the edited text',
  async ({ app, slack, agent, docs, maria, bot }) => {
    await app.addFault({ target: 'agent', match: 'POST', mode: 'status', status: 503 })
    await slack.command(maria, docs, '/docs Explain the retry schedule')
    await slack.findCard(docs, 'unknown')
    const asked = await slack.say(maria, docs, `<@${bot}> describe how kyes are rotated`)
    await slack.findMessage(docs, /responds with an error/, asked.ts)
    await slack.editMessage(asked, `<@${bot}> describe how keys are rotated`)
    await slack.findMessage(docs, /how keys are rotated/, asked.ts)
    await app.clearFaults()
    expect((await agent.findJob(/rotated/)).prompt).toBe('describe how keys are rotated')
  },
)

held(
  'an edit of a message whose text the agent refused replaces the text, and the job waits for a person',
  async ({ app, slack, agent, docs, maria, bot }) => {
    await app.addFault({
      target: 'agent',
      match: 'POST',
      mode: 'status',
      status: 400,
      error: 'validation_error',
      times: 1,
    })
    const asked = await slack.say(maria, docs, `<@${bot}> explain the retry budget`)
    await slack.findCard(docs, 'refused', { thread: asked.ts })
    await slack.editMessage(asked, `<@${bot}> explain the retry budget and jitter`)
    const card = await slack.findCard(docs, 'paused', { thread: asked.ts })
    expect(readText(card)).toContain('and jitter')
    expect(readText(card)).not.toContain('can’t work with this text')
    await slack.click(maria, { channel: docs, ts: card.ts, thread: asked.ts }, 'jobs.anyway')
    expect((await agent.findJob(/retry budget/)).prompt).toBe('explain the retry budget and jitter')
  },
)

held(
  'an edit of a message whose job was refused for another reason replaces the text on its card',
  async ({ app, slack, agent, docs, maria, bot }) => {
    await app.addFault({ target: 'agent', match: 'POST', mode: 'status', status: 403, error: 'forbidden', times: 1 })
    const asked = await slack.say(maria, docs, `<@${bot}> explain the retry budget`)
    await slack.findCard(docs, 'refused', { thread: asked.ts })
    await slack.editMessage(asked, `<@${bot}> explain the retry budget and jitter`)
    const card = await slack.findMessage(
      docs,
      /rejected Bellhop’s key.*and jitter|and jitter.*rejected Bellhop’s key/s,
      asked.ts,
    )
    await slack.click(maria, { channel: docs, ts: card.ts, thread: asked.ts }, 'jobs.retry')
    expect((await agent.findJob(/retry budget/)).prompt).toBe('explain the retry budget and jitter')
  },
)
