import { expect } from 'vitest'
import { findButton, findElements, readText } from '../support/block-queries.ts'
import { type Harness, type Message, until, type View } from '../support/harness.ts'
import { testWith } from '../support/story-test.ts'
import { readJobId } from './job-builder.ts'

const PR = 'https://git.example.test/acme/docs/pull/12'

/** Waits until the person's list passes the check. */
const waitForView = ({ slack }: Harness, user: string, fits: (view: View) => boolean): Promise<View> =>
  until(async () => (await slack.views(user)).findLast((view) => view.callback_id === 'jobs.list' && fits(view)))
const findRows = (view: View) => findElements(view).filter((one) => one.action_id === 'jobs.listed')
const readPageLabels = (view: View): string[] =>
  [...readText(view).matchAll(/Write page (\d+) /g)]
    .map((found) => String(found[1]))
    .filter((n, at, all) => all.indexOf(n) === at)

/** Slack takes one card a second in a channel; the time scale of these tests makes that ten. */
const test = testWith({ scale: 10 })

/** Opens the list of jobs with a command. */
async function openList(app: Harness, user: string, channel: string, line: string, rows: number): Promise<View> {
  await app.slack.command(user, channel, line)
  return waitForView(app, user, (view) => findRows(view).length === rows)
}

/** Maria's jobs about pages of a guide, the first finished, the second failed; resolves to the card of the first. */
async function startJobs(
  { slack, agent }: Harness,
  { docs, maria }: Record<'docs' | 'maria', string>,
  count: number,
): Promise<Message> {
  for (let n = 0; n < count; n += 1) await slack.command(maria, docs, `/docs Write page ${n} of the guide`)
  await until(async () => (await agent.jobs()).length === count)
  const [first, second] = await Promise.all([agent.findJob(/page 0 /), agent.findJob(/page 1 /)])
  await agent.changeJob(first.id, { status: 'completed', prLink: PR })
  await agent.changeJob(second.id, { status: 'failed' })
  const ready = await slack.findCard(docs, 'finished')
  await slack.findCard(docs, 'failed')
  await until(async () => (await slack.messages(docs)).filter((one) => one.bot_id).length === count)
  return ready
}

test(
  'the job list has pages, newest first, with links to pull requests, and Home shows ten',
  { tags: 'smoke' },
  async ({ app, slack, docs, maria }) => {
    await startJobs(app, { docs, maria }, 10)
    const page = await openList(app, maria, docs, '/docs jobs', 8)
    expect(readPageLabels(page)).toEqual(['9', '8', '7', '6', '5', '4', '3', '2'])
    expect(findButton(page, /Newest/)).toBeUndefined()
    await slack.clickInView(maria, page.id, 'jobs.older')
    const older = await waitForView(app, maria, (view) => findRows(view).length === 2)
    expect(readPageLabels(older)).toEqual(['1', '0'])
    expect(readText(older)).toContain(PR)
    expect(findButton(older, /Older/)).toBeUndefined()
    await slack.clickInView(maria, page.id, 'jobs.newest')
    await waitForView(app, maria, (view) => findRows(view).length === 8)
    await slack.clickInView(maria, page.id, 'jobs.filter', `active:${docs}`)
    await waitForView(app, maria, (view) => findRows(view).length === 8 && findButton(view, /Older/) === undefined)

    await slack.openHome(maria)
    const home = await until(async () =>
      (await slack.views(maria)).find((view) => view.type === 'home' && findRows(view).length === 10),
    )
    expect(readText(home)).toContain(PR)
  },
)

test('a person filters their jobs by their end, and each links its card', async ({ app, slack, docs, maria }) => {
  const ready = await startJobs(app, { docs, maria }, 3)
  const page = await openList(app, maria, docs, '/docs jobs', 3)
  await slack.clickInView(maria, page.id, 'jobs.filter', `failed:${docs}`)
  expect(readPageLabels(await waitForView(app, maria, (view) => findRows(view).length === 1))).toEqual(['1'])
  await slack.clickInView(maria, page.id, 'jobs.filter', `finished:${docs}`)
  await waitForView(app, maria, (view) => readPageLabels(view).join() === '0')
  // The list is shown before slow links have arrived; they appear when it is next rendered.
  await until(async () => {
    await slack.clickInView(maria, page.id, 'jobs.filter', `finished:${docs}`)
    const shown = (await slack.views(maria)).find((view) => view.id === page.id)
    return readText(shown).includes(`/archives/${docs}/p${ready.ts.replace('.', '')}`)
  })
  await slack.clickInView(maria, page.id, 'jobs.filter', `active:${docs}`)
  await waitForView(app, maria, (view) => readPageLabels(view).join() === '2')
})

test('the list of a channel names the requesters, and filters the jobs of everyone', async ({
  app,
  slack,
  docs,
  maria,
  tom,
}) => {
  await startJobs(app, { docs, maria }, 3)
  const shared = await openList(app, tom, docs, '/docs jobs channel', 3)
  await slack.clickInView(tom, shared.id, 'jobs.filter', `channel-failed:${docs}`)
  const failed = await waitForView(app, tom, (view) => readPageLabels(view).join() === '1')
  expect(readText(failed)).toContain('asked by @Maria Torres')
  await slack.clickInView(tom, shared.id, 'jobs.filter_whose', `failed:${docs}`)
  await waitForView(app, tom, (view) => readText(view).includes('None of your jobs has failed'))
  await slack.command(tom, docs, '/docs jobs finished channel')
  await waitForView(app, tom, (view) => readPageLabels(view).join() === '0')
})

test.for([
  ['mine', 'No jobs yet'],
  ['active', 'None of your jobs is in progress'],
  ['finished', 'None of your jobs has finished'],
  ['failed', 'None of your jobs has failed'],
] as const)('/docs jobs %s shows “%s” to a person without jobs', async ([filter, words], { app, slack, docs, li }) => {
  await slack.command(li, docs, `/docs jobs ${filter}`)
  await waitForView(app, li, (view) => readText(view).includes(words))
})

test('an empty list of a channel names the channel', async ({ app, slack, general, li }) => {
  await slack.command(li, general, '/docs jobs channel')
  const named = await waitForView(app, li, (view) => readText(view).includes('No jobs in this channel yet'))
  expect(readText(named)).toContain(`Jobs in <#${general}>, newest first`)
})

const testWithTwoProjects = testWith({
  env: (env) => ({
    AGENT_PROJECTS: JSON.stringify([
      { name: 'Acme Guides', projectId: 'prj_sandboxguides', apiKey: env['AGENT_API_KEY'] ?? '' },
    ]),
  }),
})

/** A working job, its card, and the view with all actions that a person opens from the list. */
async function openJobFromList(app: Harness, { docs, maria }: Record<'docs' | 'maria', string>) {
  await app.slack.command(maria, docs, '/docs Acme Docs: explain the retry schedule')
  const card = await app.slack.findCard(docs, 'working')
  const id = readJobId(card)
  const list = await openList(app, maria, docs, '/docs jobs', 1)
  await app.slack.clickInView(maria, list.id, 'jobs.listed', `more:${id}`)
  const one = await until(async () =>
    (await app.slack.views(maria)).findLast((view) => view.callback_id === 'jobs.one'),
  )
  expect(readText(one)).toContain('Explain the retry schedule')
  return { card, id, one }
}

testWithTwoProjects(
  'a job of the list shows its prompt, and opens the form for another project',
  async ({ app, slack, docs, maria }) => {
    const { one, id } = await openJobFromList(app, { docs, maria })
    // This opens a fourth view. Slack allows a stack of three, so the fourth replaces the third.
    await slack.clickInView(maria, one.id, 'jobs.more', `prompt:${id}`)
    const details = await until(async () =>
      (await slack.views(maria)).findLast((view) => view.callback_id === 'jobs.prompt'),
    )
    await slack.clickInView(maria, details.id, 'jobs.elsewhere')
    const form = await until(async () => (await slack.views(maria)).findLast((view) => view.callback_id === 'jobs.new'))
    expect(readText(form)).toContain('keeps running')
  },
)

testWithTwoProjects(
  'a job of the list is mirrored, left alone and watched again',
  async ({ app, slack, docs, general, maria }) => {
    const { one, id } = await openJobFromList(app, { docs, maria })
    await slack.clickInView(maria, one.id, 'jobs.more', `mirror:${id}`)
    await slack.fillForm(maria, await slack.findForm(maria, one), [['channel', general]])
    await slack.findMessage(general, /Explain the retry schedule/)
    await slack.clickInView(maria, one.id, 'jobs.more', `stop:${id}`)
    await until(async () =>
      readText((await slack.views(maria)).find((view) => view.id === one.id)).includes(`unwatch:${id}`),
    )
    await slack.clickInView(maria, one.id, 'jobs.more', `unwatch:${id}`)
    await until(
      async () =>
        readText((await slack.views(maria)).find((view) => view.id === one.id)).includes('No longer watched') ||
        undefined,
    )
    await slack.clickInView(maria, one.id, 'jobs.watch')
    await slack.findCard(docs, 'working')
  },
)

testWithTwoProjects(
  'the status of a finished job links its card and offers its actions',
  async ({ slack, agent, docs, maria }) => {
    await slack.command(maria, docs, '/docs Acme Docs: explain the retry schedule')
    const card = await slack.findCard(docs, 'working')
    const id = readJobId(card)
    const job = await agent.findJob(/retry schedule/)
    await agent.changeJob(job.id, { status: 'completed', prLink: PR })
    await slack.findCard(docs, 'finished')
    const link = `/archives/${docs}/p${card.ts.replace('.', '')}`
    const status = await until(async () => {
      const { body } = await slack.command(maria, docs, `/docs status ${id.slice(-6)}`)
      return JSON.stringify(body).includes(link) ? JSON.stringify(body) : undefined
    })
    expect(status).toContain(`more:${id}`)
  },
)
