import { expect } from 'vitest'
import { findButton, findElements, readText } from '../support/block-queries.ts'
import { type Harness, until, type View } from '../support/harness.ts'
import { testWith } from '../support/story-test.ts'

const PR = 'https://git.example.test/acme/docs/pull/12'

/** Waits until the person's list passes the check. */
const waitForView = ({ slack }: Harness, user: string, fits: (view: View) => boolean): Promise<View> =>
  until(async () => (await slack.views(user)).findLast((view) => view.callback_id === 'jobs.list' && fits(view)))
const findRows = (view: View) => findElements(view).filter((one) => one.action_id === 'jobs.listed')
const readPageLabels = (view: View): string[] =>
  [...readText(view).matchAll(/Write page (\d+) /g)]
    .map((found) => String(found[1]))
    .filter((n, at, all) => all.indexOf(n) === at)

testWith({ scale: 10 })(
  'the job list links cards and pull requests, has pages and filters, and can be empty',
  async ({ app, slack, agent, docs, maria, tom, li }) => {
    // Slack takes one card a second in a channel; the time scale of this test makes that ten.
    for (let n = 0; n < 10; n += 1) await slack.command(maria, docs, `/docs Write page ${n} of the guide`)
    await until(async () => (await agent.jobs()).length === 10)
    const [first, second] = await Promise.all([agent.findJob(/page 0 /), agent.findJob(/page 1 /)])
    await agent.changeJob(first.id, { status: 'completed', prLink: PR })
    await agent.changeJob(second.id, { status: 'failed' })
    const ready = await slack.findMessage(docs, /Pull request ready.*Write page 0 /s)
    await slack.findMessage(docs, /stopped with an error/)
    await until(async () => (await slack.messages(docs)).filter((one) => one.bot_id).length === 10)

    await slack.command(maria, docs, '/docs jobs')
    const page = await waitForView(app, maria, (view) => findRows(view).length === 8)
    expect(readPageLabels(page)).toEqual(['9', '8', '7', '6', '5', '4', '3', '2'])
    expect(findButton(page, /Newest/)).toBeUndefined()
    await slack.clickInView(maria, page.id, 'jobs.older')
    const older = await waitForView(app, maria, (view) => findRows(view).length === 2)
    expect(readPageLabels(older)).toEqual(['1', '0'])
    expect(readText(older)).toContain(PR)
    expect(findButton(older, /Older/)).toBeUndefined()
    await slack.clickInView(maria, page.id, 'jobs.newest')
    await waitForView(app, maria, (view) => findRows(view).length === 8)
    await slack.clickInView(maria, page.id, 'jobs.filter', `failed:${docs}`)
    expect(readPageLabels(await waitForView(app, maria, (view) => findRows(view).length === 1))).toEqual(['1'])
    await slack.clickInView(maria, page.id, 'jobs.filter', `finished:${docs}`)
    await waitForView(app, maria, (view) => readPageLabels(view).join() === '0')
    // The list is shown before slow links have arrived; they appear the next time it is rendered.
    await until(async () => {
      await slack.clickInView(maria, page.id, 'jobs.filter', `finished:${docs}`)
      const shown = (await slack.views(maria)).find((view) => view.id === page.id)
      return readText(shown).includes(`/archives/${docs}/p${ready.ts.replace('.', '')}`)
    })
    await slack.clickInView(maria, page.id, 'jobs.filter', `active:${docs}`)
    await waitForView(app, maria, (view) => findRows(view).length === 8 && findButton(view, /Older/) === undefined)

    await slack.command(tom, docs, '/docs jobs channel')
    const shared = await waitForView(app, tom, (view) => findRows(view).length === 8)
    await slack.clickInView(tom, shared.id, 'jobs.filter', `channel-failed:${docs}`)
    const failed = await waitForView(app, tom, (view) => readPageLabels(view).join() === '1')
    expect(readText(failed)).toContain('asked by @Maria Torres')
    await slack.clickInView(tom, shared.id, 'jobs.filter_whose', `failed:${docs}`)
    await waitForView(app, tom, (view) => readText(view).includes('None of your jobs has failed'))
    await slack.command(tom, docs, '/docs jobs finished channel')
    await waitForView(app, tom, (view) => readPageLabels(view).join() === '0')
    for (const [filter, words] of [
      ['mine', 'No jobs yet'],
      ['active', 'None of your jobs is in progress'],
      ['finished', 'None of your jobs has finished'],
      ['failed', 'None of your jobs has failed'],
    ]) {
      await slack.command(li, docs, `/docs jobs ${filter}`)
      await waitForView(app, li, (view) => readText(view).includes(String(words)))
    }
    await slack.command(li, await slack.channel('general'), '/docs jobs channel')
    const named = await waitForView(app, li, (view) => readText(view).includes('No jobs in this channel yet'))
    expect(readText(named)).toContain(`Jobs in <#${await slack.channel('general')}>, newest first`)

    await slack.openHome(maria)
    const home = await until(async () =>
      (await slack.views(maria)).find((view) => view.type === 'home' && findRows(view).length === 10),
    )
    expect(readText(home)).toContain(PR)
  },
)

testWith({
  env: (env) => ({
    AGENT_PROJECTS: JSON.stringify([
      { name: 'Acme Guides', projectId: 'prj_sandboxguides', apiKey: env['AGENT_API_KEY'] ?? '' },
    ]),
  }),
})(
  'the list offers every action of a job and shows the result',
  async ({ app, slack, agent, docs, general, maria }) => {
    await slack.command(maria, docs, '/docs Acme Docs: explain the retry schedule')
    const card = await slack.findMessage(docs, /Working since/)
    const id = String(/unwatch:([0-9a-z]+)/.exec(readText(card))?.[1])
    await slack.command(maria, docs, '/docs jobs')
    const list = await waitForView(app, maria, (view) => findRows(view).length === 1)
    await slack.clickInView(maria, list.id, 'jobs.listed', `more:${id}`)
    const one = await until(async () => (await slack.views(maria)).findLast((view) => view.callback_id === 'jobs.one'))
    expect(readText(one)).toContain('explain the retry schedule')

    // This opens a fourth view. Slack allows a stack of three, so the fourth replaces the third.
    await slack.clickInView(maria, one.id, 'jobs.prompt')
    const details = await until(async () =>
      (await slack.views(maria)).findLast((view) => view.callback_id === 'jobs.prompt'),
    )
    await slack.clickInView(maria, details.id, 'jobs.elsewhere')
    const form = await until(async () => (await slack.views(maria)).findLast((view) => view.callback_id === 'jobs.new'))
    expect(readText(form)).toContain('keeps running')
    await slack.closeView(maria, form.id)

    await slack.clickInView(maria, one.id, 'jobs.more', `mirror:${id}`)
    await slack.fillForm(maria, await slack.findForm(maria, one), [[/Show this card in/, general]])
    await slack.findMessage(general, /explain the retry schedule/)
    await slack.clickInView(maria, one.id, 'jobs.more', `unwatch:${id}`)
    await until(
      async () =>
        readText((await slack.views(maria)).find((view) => view.id === one.id)).includes('No longer watched') ||
        undefined,
    )
    await slack.clickInView(maria, one.id, 'jobs.watch')
    await slack.findMessage(docs, /Working since/)
    const job = await agent.findJob(/retry schedule/)
    await agent.changeJob(job.id, { status: 'completed', prLink: PR })
    await slack.findMessage(docs, /Pull request ready/)
    const link = `/archives/${docs}/p${card.ts.replace('.', '')}`
    const status = await until(async () => {
      const { body } = await slack.command(maria, docs, `/docs status ${id.slice(-6)}`)
      return JSON.stringify(body).includes(link) ? JSON.stringify(body) : undefined
    })
    expect(status).toContain(`more:${id}`)
  },
)
