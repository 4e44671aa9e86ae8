import { expect } from 'vitest'
import { findElements, readText } from '../support/block-queries.ts'
import { openSettings } from '../support/app-settings.ts'
import { until } from '../support/harness.ts'
import { startWorkingJob } from './job-builder.ts'
import { test, testWith } from '../support/story-test.ts'

const twoProjects = (env: Record<string, string>) => ({
  AGENT_PROJECTS: JSON.stringify([
    { name: 'Acme Guides', projectId: 'prj_sandboxguides', apiKey: env['AGENT_API_KEY'] ?? '' },
  ]),
})

const testWithTwoProjects = testWith({ env: twoProjects })

testWithTwoProjects(
  'the text or a person picks one of several projects, and a near duplicate asks first',
  { tags: 'smoke' },
  async ({ app, slack, agent, docs, maria }) => {
    await slack.command(maria, docs, '/docs acme guides: explain the retry schedule in the webhooks guide')
    const named = await agent.findJob(/retry schedule/)
    expect(named).toMatchObject({
      projectId: 'prj_sandboxguides',
      prompt: 'explain the retry schedule in the webhooks guide',
    })
    await slack.command(maria, docs, '/docs describe the inboxes')
    const picking = await slack.findMessage(docs, /Which project is this for/)
    const buttons = findElements(picking).filter((one) => one['type'] === 'button')
    // The operator's order stays; the project used last is green.
    expect(JSON.stringify(buttons[0]?.['text'])).toContain('Acme Docs')
    expect(JSON.stringify(buttons.find((one) => one['style'] === 'primary'))).toContain('Acme Guides')
    await slack.click(maria, { channel: docs, ts: picking.ts }, 'jobs.pick:0')
    expect(await agent.findJob(/describe the inboxes/)).toMatchObject({ projectId: 'prj_sandboxdocs' })

    await slack.command(maria, docs, '/docs Acme Guides: Explain the retry schedule in the webhooks guide.')
    const asking = await slack.findCard(docs, 'asking')
    await app.settled()
    expect(await agent.jobs()).toHaveLength(2)
    await slack.click(maria, { channel: docs, ts: asking.ts }, 'jobs.anyway')
    await until(async () => (await agent.jobs()).length === 3)
  },
)

testWithTwoProjects(
  'without a project in the text, the channel’s default applies, then the person’s',
  async ({ app, slack, agent, docs, general, maria, aiko }) => {
    const choose = async (section: 'mine' | 'channel', user: string, label: RegExp, project: string): Promise<void> => {
      await slack.fillForm(user, await openSettings(app, user, docs, section), [[label, project]])
      // A submitted form is saved a moment later.
      await app.settled()
    }
    await choose('mine', maria, /^Project/, 'Acme Guides')
    await slack.command(maria, docs, '/docs explain the retry schedule')
    expect(await agent.findJob(/retry schedule/)).toMatchObject({ projectId: 'prj_sandboxguides' })
    await choose('channel', aiko, /^Project for this channel/, 'Acme Docs')
    await slack.command(maria, docs, '/docs describe the inboxes')
    expect(await agent.findJob(/inboxes/)).toMatchObject({ projectId: 'prj_sandboxdocs' })
    await slack.command(maria, general, '/docs list every webhook event')
    expect(await agent.findJob(/webhook event/)).toMatchObject({ projectId: 'prj_sandboxguides' })
  },
)

test('a job that is handed over names its requester and its owner, until it is handed back', async ({
  app,
  slack,
  tom,
}) => {
  const { docs, maria, card, place, id } = await startWorkingJob(app, 'Explain the retry schedule')
  const handOver = async (from: string, to: string): Promise<void> => {
    await slack.click(from, place, 'jobs.more', `hand:${id}`)
    await slack.fillForm(from, await slack.findForm(from), [['person', to]])
  }
  await handOver(maria, tom)
  await slack.findMessage(docs, /asked by @Maria Torres · now with @Tom Hadley/)
  await slack.command(tom, docs, '/docs jobs')
  const list = await slack.findForm(tom)
  expect(readText(list)).toContain('Explain the retry schedule')
  await slack.closeView(tom, list.id)
  await handOver(tom, maria)
  await slack.findMessage(docs, /@Tom Hadley assigned this job to <@/, card.ts)
  await slack.findMessage(docs, /asked by @Maria Torres(?! · now with)/)
})

test('a job that has ended is assigned with its pull request, and without a promise about its end', async ({
  app,
  slack,
  agent,
  tom,
}) => {
  const { docs, maria, job, place, id } = await startWorkingJob(app, 'Explain the retry schedule')
  await slack.fillForm(tom, await openSettings(app, tom, docs, 'mine'), [[/When your job finishes/, 'direct']])
  await agent.changeJob(job.id, { status: 'completed', prLink: 'https://git.example.test/acme/docs/pull/3' })
  await slack.findCard(docs, 'finished')
  await slack.click(maria, place, 'jobs.more', `hand:${id}`)
  const form = await slack.findForm(maria)
  expect(JSON.stringify(form)).toContain('when a later follow-up is done')
  await slack.fillForm(maria, form, [['person', tom]])
  const told = await slack.findPost(tom, 'jobs.handed')
  expect(readText(told)).not.toContain('when it ends')
  expect(findElements(told).map(({ action_id }) => action_id)).toContain('jobs.pull_request')
})

test('a job is copied, handed over and listed, and its end reaches its subscribers', async ({
  app,
  slack,
  agent,
  general,
  tom,
  li,
}) => {
  const { docs, maria, job, card, place, id } = await startWorkingJob(app, 'Explain the retry schedule')

  await slack.click(maria, place, 'jobs.more', `mirror:${id}`)
  await slack.fillForm(maria, await slack.findForm(maria), [['channel', general]])
  const mirror = await slack.findMessage(general, /Explain the retry schedule/)
  await slack.click(maria, place, 'jobs.more', `hand:${id}`)
  await slack.fillForm(maria, await slack.findForm(maria), [['person', tom]])
  await slack.findPost(docs, 'jobs.hand', card.ts)
  await slack.click(li, place, 'jobs.more', `tell:${id}`)
  await slack.findEphemeral(docs, li, /You’ll get a message when this job ends/)

  await agent.changeJob(job.id, { status: 'completed', prLink: 'https://git.example.test/acme/docs/pull/3' })
  const told = await slack.findPost(docs, 'jobs.end', card.ts)
  expect(told.text).toContain(`<@${tom}>`)
  await slack.findPost(li, 'jobs.end')
  const ended = await slack.findMessage(docs, /"Settings"/)
  await slack.click(li, ended, 'jobs.more', /settings:\w+/.exec(readText(ended))?.[0])
  expect(readText(await slack.findForm(li))).toContain(`For everyone in <#${docs}>`)
  await until(async () =>
    JSON.stringify((await slack.messages(general)).find((one) => one.ts === mirror.ts)).includes('/pull/3'),
  )

  await slack.command(tom, docs, '/docs jobs finished')
  const list = await until(async () => (await slack.views(tom)).findLast((view) => view.type === 'modal'))
  expect(readText(list)).toContain('Explain the retry schedule')
  await slack.clickInView(tom, list.id, 'jobs.listed', `prompt:${id}`)
  await until(async () => readText((await slack.views(tom)).at(-1)).includes('Exactly what was sent to the agent'))
  const status = await slack.command(tom, docs, `/docs status ${id.slice(-6)}`)
  expect(JSON.stringify(status.body)).toContain('/pull/3')
  const asked = await slack.command(tom, docs, '/docs frobnicate')
  expect(JSON.stringify(asked.body)).toContain('enough to start a job')
  expect(JSON.stringify((await slack.command(tom, docs, '/docs quota')).body)).toContain(
    '99 of 100 new jobs left this hour',
  )
})

test('a follow-up below a copy of the card is shown with its writer and text in the thread of the job', async ({
  app,
  slack,
  agent,
  general,
  li,
  tom,
}) => {
  const { docs, maria, job, card, place, id } = await startWorkingJob(app, 'Explain the retry schedule')
  await slack.click(maria, place, 'jobs.more', `mirror:${id}`)
  await slack.fillForm(maria, await slack.findForm(maria), [['channel', general]])
  const copy = await slack.findMessage(general, /Explain the retry schedule/)
  const mention = `<@${card.user}>`
  await slack.say(li, general, `${mention} mention holidays too`, { thread_ts: copy.ts })
  await slack.say(tom, docs, `${mention} and the back-off`, { thread_ts: card.ts })
  await slack.findEphemeral(general, li, /shown in .*the job’s own thread/, copy.ts)
  const shown = await slack.findMessage(docs, /Follow-up by @/, card.ts)
  expect(readText(shown)).toContain('mention holidays too')
  expect(readText(shown)).toMatch(/@Li Wei/)
  await until(async () => ((await agent.jobs()).find((one) => one.id === job.id)?.followUps ?? []).length > 0)
  await app.settled()
  const copied = (await slack.messages(general, copy.ts)).filter(({ user }) => user === card.user)
  expect(copied.filter(({ ts }) => ts !== copy.ts).filter(({ ephemeral_for }) => !ephemeral_for)).toEqual([])

  await slack.say(tom, docs, `${mention} and the limits`, { thread_ts: card.ts })
  await slack.findMessage(docs, /Sent to the agent\./, card.ts)
})

test('the requester reads how to fix it when the app was removed from the channel of a job', async ({
  slack,
  agent,
  leads,
  maria,
}) => {
  await slack.command(maria, leads, '/docs Explain the retry schedule')
  const job = await agent.findJob(/retry schedule/)
  await slack.findCard(leads, 'working')
  await slack.changeWorkspace('remove-app', { channel: leads })
  await agent.changeJob(job.id, { prLink: 'https://git.example.test/acme/docs/pull/3' })
  const told = await slack.findMessage(maria, /Invite it with \/invite @Bellhop/)
  await slack.changeWorkspace('add-app', { channel: leads })
  await slack.click(maria, { channel: maria, ts: told.ts }, 'jobs.post_here')
  await slack.findCard(leads, 'working')
})

test('a job from a message goes to its thread if no channel is chosen', async ({
  app,
  slack,
  agent,
  docs,
  maria,
  tom,
}) => {
  const said = await slack.say(tom, docs, 'The inbox page lacks the limits')
  await slack.useShortcut(maria, 'jobs.from_message', said)
  const form = await until(async () => {
    const view = await slack.findForm(maria)
    return readText(view).includes('lacks the limits') ? view : undefined
  })
  expect(readText(form)).toContain('Updates go to this thread')
  await slack.fillForm(maria, form, [[/Where to post updates/, '']])
  await agent.findJob(/lacks the limits/)
  await slack.findCard(docs, 'working', { thread: said.ts })
  await app.settled()
  expect(await slack.messages(maria)).toEqual([])
})

test('a card that is posted again appears in the thread of its job', async ({ slack, agent, leads, maria, tom }) => {
  const said = await slack.say(tom, leads, 'The inbox page lacks the limits')
  await slack.useShortcut(maria, 'jobs.from_message', said)
  const form = await until(async () => {
    const view = await slack.findForm(maria)
    return readText(view).includes('lacks the limits') ? view : undefined
  })
  await slack.submit(maria, form.id)
  const job = await agent.findJob(/lacks the limits/)
  const card = await slack.findCard(leads, 'working', { thread: said.ts })
  await slack.deleteMessage(card)
  await agent.changeJob(job.id, { prLink: 'https://git.example.test/acme/docs/pull/3' })
  const told = await slack.findMessage(maria, /was deleted in/)
  await slack.click(maria, { channel: maria, ts: told.ts }, 'jobs.post_here')
  await slack.findCard(leads, 'working', { thread: said.ts })
  await agent.changeJob(job.id, { status: 'completed' })
  await slack.findPost(leads, 'jobs.end', said.ts)
})
