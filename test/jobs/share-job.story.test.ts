import { expect } from 'vitest'
import { elements, field, until, whole } from '../support/harness.ts'
import { workingJob } from './job-builder.ts'
import { test, testWith } from '../support/story-test.ts'

const twoProjects = (env: Record<string, string>) => ({
  AGENT_PROJECTS: JSON.stringify([
    { name: 'Acme Guides', projectId: 'prj_sandboxguides', apiKey: env['AGENT_API_KEY'] ?? '' },
  ]),
})

const testWithTwoProjects = testWith({ env: twoProjects })

testWithTwoProjects(
  'with several projects the text names one, or a person picks; a near twin asks first',
  async ({ app, slack, agent, docs, maria }) => {
    await slack.command(maria, docs, '/docs acme guides: explain the retry schedule in the webhooks guide')
    const named = await agent.job(/retry schedule/)
    expect(named).toMatchObject({
      projectId: 'prj_sandboxguides',
      prompt: 'explain the retry schedule in the webhooks guide',
    })
    await slack.command(maria, docs, '/docs describe the inboxes')
    const picking = await slack.saw(docs, /Which project is this for/)
    const buttons = elements(picking).filter((one) => one['type'] === 'button')
    expect(JSON.stringify(buttons[0]?.['text'])).toContain('Acme Guides')
    await slack.click(maria, { channel: docs, ts: picking.ts }, /Acme Docs/)
    expect(await agent.job(/describe the inboxes/)).toMatchObject({ projectId: 'prj_sandboxdocs' })

    await slack.command(maria, docs, '/docs Acme Guides: Explain the retry schedule in the webhooks guide.')
    const asking = await slack.saw(docs, /A similar job is still running/)
    await app.settled()
    expect(await agent.jobs()).toHaveLength(2)
    await slack.click(maria, { channel: docs, ts: asking.ts }, /Start anyway/)
    await until(async () => (await agent.jobs()).length === 3)
  },
)

testWithTwoProjects(
  'without a project in the text the channel’s own counts, then the person’s',
  async ({ slack, agent, docs, general, maria, aiko }) => {
    const choose = async (user: string, label: RegExp, project: string): Promise<void> => {
      await slack.command(user, docs, '/docs settings')
      const form = await slack.form(user)
      const action = field(form, label)?.action_id
      await slack.fill(user, form, [[label, project]])
      // A form that is sent is saved a moment later.
      await until(async () => {
        await slack.command(user, docs, '/docs settings')
        const shown = await slack.form(user)
        await slack.close(user, shown.id)
        const menu = elements(shown).find((one) => one.action_id === action)
        return JSON.stringify(menu?.['initial_option']).includes(project)
      })
    }
    await choose(maria, /^Project, unless/, 'Acme Guides')
    await slack.command(maria, docs, '/docs explain the retry schedule')
    expect(await agent.job(/retry schedule/)).toMatchObject({ projectId: 'prj_sandboxguides' })
    await choose(aiko, /^Project for this channel/, 'Acme Docs')
    await slack.command(maria, docs, '/docs describe the inboxes')
    expect(await agent.job(/inboxes/)).toMatchObject({ projectId: 'prj_sandboxdocs' })
    await slack.command(maria, general, '/docs list every webhook event')
    expect(await agent.job(/webhook event/)).toMatchObject({ projectId: 'prj_sandboxguides' })
  },
)

test('a job is mirrored, handed over and listed; its end reaches who asked to hear of it', async ({
  app,
  slack,
  agent,
  general,
  tom,
  li,
}) => {
  const { docs, maria, job, card, place, id } = await workingJob(app, 'Explain the retry schedule')

  await slack.click(maria, place, 'jobs.more', `mirror:${id}`)
  await slack.fill(maria, await slack.form(maria), [[/Show this card in/, general]])
  const mirror = await slack.saw(general, /Explain the retry schedule/)
  await slack.click(maria, place, 'jobs.more', `hand:${id}`)
  await slack.fill(maria, await slack.form(maria), [[/Who takes over this job/, tom]])
  await slack.saw(docs, /handed this job to/, card.ts)
  await slack.click(li, place, 'jobs.more', `tell:${id}`)
  await slack.told(docs, li, /I’ll message you when this job finishes/)

  await agent.move(job.id, { status: 'completed', prLink: 'https://git.example.test/acme/docs/pull/3' })
  const told = await slack.saw(docs, /pull request is ready/, card.ts)
  expect(told.text).toContain(`<@${tom}>`)
  await slack.saw(li, /pull request is ready/)
  await until(async () =>
    whole((await slack.messages(general)).find((one) => one.ts === mirror.ts)).includes('Pull request ready'),
  )

  await slack.command(tom, docs, '/docs jobs finished')
  const list = await until(async () => (await slack.views(tom)).findLast((view) => view.type === 'modal'))
  expect(whole(list)).toContain('Explain the retry schedule')
  await slack.clickIn(tom, list.id, 'jobs.listed', `prompt:${id}`)
  await until(async () => whole((await slack.views(tom)).at(-1)).includes('Exactly what was sent to the agent'))
  const status = await slack.command(tom, docs, `/docs status ${id.slice(-6)}`)
  expect(JSON.stringify(status.body)).toContain('Pull request ready')
  const asked = await slack.command(tom, docs, '/docs frobnicate')
  expect(JSON.stringify(asked.body)).toContain('short for a job')
  expect(JSON.stringify((await slack.command(tom, docs, '/docs quota')).body)).toContain(
    '99 of 100 new jobs left this hour',
  )
})

test('where the app may not post, the one who asked learns how to mend it, and the card follows', async ({
  slack,
  agent,
  leads,
  maria,
}) => {
  await slack.workspace('remove-app', { channel: leads })
  await slack.command(maria, leads, '/docs Explain the retry schedule')
  const told = await slack.saw(maria, /Invite it with \/invite @Bellhop/)
  await agent.job(/retry schedule/)
  await slack.workspace('add-app', { channel: leads })
  await slack.click(maria, { channel: maria, ts: told.ts }, /Post here/)
  await slack.saw(leads, /Working since/)
})

test('a card that is posted again stands in the thread that the job belongs to', async ({
  slack,
  agent,
  leads,
  maria,
  tom,
}) => {
  const said = await slack.say(tom, leads, 'The inbox page lacks the limits')
  await slack.workspace('remove-app', { channel: leads })
  await slack.shortcut(maria, 'jobs.from_message', said)
  const form = await until(async () => {
    const view = await slack.form(maria)
    return whole(view).includes('lacks the limits') ? view : undefined
  })
  await slack.submit(maria, form.id)
  const told = await slack.saw(maria, /Invite it with \/invite @Bellhop/)
  const job = await agent.job(/lacks the limits/)
  await slack.workspace('add-app', { channel: leads })
  await slack.click(maria, { channel: maria, ts: told.ts }, /Post here/)
  await slack.saw(leads, /Working since/, said.ts)
  await agent.move(job.id, { status: 'completed' })
  await slack.saw(leads, /your job is done/, said.ts)
})
