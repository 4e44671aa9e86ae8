import { expect } from 'vitest'
import { readText } from '../support/block-queries.ts'
import { type Harness, until } from '../support/harness.ts'
import { test, testWith } from '../support/story-test.ts'
import { startWorkingJob, viewPrompt } from './job-builder.ts'

const withProjects = testWith({
  env: (env) => ({
    JOB_UNDO_SECONDS: '0',
    AGENT_PROJECTS: JSON.stringify([
      { name: 'Acme Guides', projectId: 'prj_sandboxguides', apiKey: env['AGENT_API_KEY'] ?? '' },
    ]),
  }),
})

const readFollowUps = async ({ agent }: Harness, id: string) =>
  (await agent.jobs()).find((job) => job.id === id)?.followUps.map(({ prompt }) => prompt) ?? []

const findFollowUps = (app: Harness, id: string) =>
  until(async () => {
    const said = await readFollowUps(app, id)
    return said.length > 0 ? said : undefined
  })

test('a reply is sent as it was edited, and without a message that was deleted, within the seconds before it', async ({
  app,
  slack,
}) => {
  const { docs, maria, job, card } = await startWorkingJob(app, 'Write about proxies')
  const thread = { thread_ts: card.ts }
  const edited = await slack.say(maria, docs, `<@${card.user}> also PAC files`, thread)
  const deleted = await slack.say(maria, docs, `<@${card.user}> and a diagram`, thread)
  await slack.editMessage(edited, `<@${card.user}> also PAC files and WPAD`)
  await slack.deleteMessage(deleted)
  expect(await findFollowUps(app, job.id)).toEqual(['also PAC files and WPAD'])
  await app.settled()
  expect(await readFollowUps(app, job.id)).toHaveLength(1)
})

test('a follow-up whose messages are all deleted before it is sent never reaches the agent', async ({ app, slack }) => {
  const { docs, maria, job, card, place } = await startWorkingJob(app, 'Write about proxies')
  const said = await slack.say(maria, docs, `<@${card.user}> also bursts`, { thread_ts: card.ts })
  await slack.deleteMessage(said)
  await app.settled()
  expect(await readFollowUps(app, job.id)).toEqual([])
  expect(readText(await slack.findCard(docs, 'working'))).not.toContain('1 follow-up')
  // The deletion may be handled before the message, and is then looked at again a second later.
  await until(async () => {
    await viewPrompt(app, maria, { ...place })
    const shown = (await slack.views(maria)).findLast((view) => view.type === 'modal')
    return shown !== undefined && !readText(shown).includes('bursts')
  })
  // The next reply is a follow-up of its own.
  await slack.say(maria, docs, `<@${card.user}> also limits`, { thread_ts: card.ts })
  expect(await findFollowUps(app, job.id)).toEqual(['also limits'])
})

withProjects(
  'a follow-up that waits for the start takes the edit of its message',
  async ({ app, slack, agent, docs, maria, tom, bot }) => {
    const asked = await slack.say(maria, docs, `<@${bot}> document the proxy settings`)
    const card = await slack.findCard(docs, 'picking', { thread: asked.ts })
    const thread = { thread_ts: asked.ts }
    const first = await slack.say(tom, docs, `<@${bot}> with a curl example`, thread)
    await slack.findMessage(docs, /will be sent to the agent once it starts/, asked.ts)
    await slack.editMessage(first, `<@${bot}> with a Go example`)
    await app.settled()
    await slack.click(maria, { channel: docs, ts: card.ts }, 'jobs.pick:0')
    const job = await agent.findJob(/proxy settings/)
    expect(await findFollowUps(app, job.id)).toEqual(['with a Go example'])
  },
)

withProjects(
  'a follow-up that waits for the start is taken back when its message is deleted',
  async ({ app, slack, agent, docs, maria, tom, bot }) => {
    const asked = await slack.say(maria, docs, `<@${bot}> document the proxy settings`)
    const card = await slack.findCard(docs, 'picking', { thread: asked.ts })
    const said = await slack.say(tom, docs, `<@${bot}> with a curl example`, { thread_ts: asked.ts })
    await slack.findMessage(docs, /will be sent to the agent once it starts/, asked.ts)
    await slack.deleteMessage(said)
    await slack.findMessage(docs, /no longer waiting/, asked.ts)
    await slack.click(maria, { channel: docs, ts: card.ts }, 'jobs.pick:0')
    const job = await agent.findJob(/proxy settings/)
    await slack.findCard(docs, 'working', { thread: asked.ts })
    await app.settled()
    expect(await readFollowUps(app, job.id)).toEqual([])
  },
)
