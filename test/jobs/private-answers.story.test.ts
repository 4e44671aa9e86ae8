import { expect } from 'vitest'
import { readText } from '../support/block-queries.ts'
import { createForger } from '../support/forged-requests.ts'
import { type Harness, type Message, until, type View } from '../support/harness.ts'
import { test } from '../support/story-test.ts'
import { readJobId, startWorkingJob } from './job-builder.ts'

/** Messages that only this person sees, in the channel or in one of its threads. */
async function readPrivate({ slack }: Harness, user: string, channel: string, thread?: string): Promise<Message[]> {
  const shown = (await slack.messages(channel, thread)).filter((one) => one.ephemeral_for === user)
  return thread === undefined ? shown.filter((one) => one.thread_ts === undefined) : shown
}

test(
  'a button in a thread is answered in that thread, and the answer to a private question replaces it',
  { tags: 'smoke' },
  async ({ app, slack, docs, maria, tom, li, bot }) => {
    const head = await slack.say(tom, docs, 'The retry page says three tries')
    await slack.say(maria, docs, `<@${bot}> correct this page`, { thread_ts: head.ts })
    const card = await slack.findCard(docs, 'working', { thread: head.ts })
    await slack.click(li, { channel: docs, ts: card.ts, thread: head.ts }, 'jobs.more', `tell:${readJobId(card)}`)
    const question = await until(async () => (await readPrivate(app, li, docs, head.ts))[0])
    expect(readText(question)).toContain('You’ll get a message when this job ends')
    await slack.click(li, { channel: docs, ts: question.ts, thread: head.ts }, 'jobs.untell')
    await until(async () =>
      readText((await readPrivate(app, li, docs, head.ts))[0]).includes('OK, you won’t get a message'),
    )
    await app.settled()
    const [answer, ...others] = await readPrivate(app, li, docs, head.ts)
    expect(answer?.ts).toBe(question.ts)
    expect(others).toEqual([])
    expect(await readPrivate(app, li, docs)).toEqual([])
  },
)

const openModal = async ({ slack }: Harness, user: string, fits: RegExp): Promise<View> =>
  until(async () => (await slack.views(user)).findLast((view) => view.type === 'modal' && fits.test(readText(view))))

test('a mirror made from a list is confirmed where the list was opened, with a link to the channel', async ({
  app,
  slack,
  general,
  support,
}) => {
  const { maria, id } = await startWorkingJob(app, 'Explain the retry schedule')
  await slack.command(maria, general, '/docs jobs')
  const list = await slack.findForm(maria)
  await slack.clickInView(maria, list.id, 'jobs.listed', `more:${id}`)
  const page = await openModal(app, maria, /asked by/)
  await slack.clickInView(maria, page.id, 'jobs.more', `mirror:${id}`)
  const form = await openModal(app, maria, /Show this card in/)
  await slack.fillForm(maria, form, [['channel', support]])
  const answer = await slack.findEphemeral(general, maria, /now also shows this job/)
  expect(readText(answer)).toContain(`<#${support}>`)
  await app.settled()
  expect((await slack.messages(maria)).filter((one) => one.bot_id)).toEqual([])
})

test('an act in a page about a job is answered at the top of the page', async ({ app, slack, docs, li }) => {
  const { id } = await startWorkingJob(app, 'Explain the retry schedule')
  const row = await slack.command(li, docs, `/docs status ${id.slice(-6)}`)
  expect(row.status).toBe(200)
  const status = await slack.findEphemeral(docs, li, /Explain the retry schedule/)
  await slack.click(li, { channel: docs, ts: status.ts }, 'jobs.listed', `more:${id}`)
  const page = await openModal(app, li, /asked by/)
  await slack.clickInView(li, page.id, 'jobs.more', `tell:${id}`)
  await openModal(app, li, /You’ll get a message when this job ends/)
  await slack.clickInView(li, page.id, 'jobs.untell', id)
  const answered = await openModal(app, li, /OK, you won’t get a message/)
  expect(answered.id).toBe(page.id)
  expect(readText(answered)).toContain('asked by')
  await app.settled()
  expect(await readPrivate(app, li, docs)).toHaveLength(1)
})

test('an act on Home is answered on Home', async ({ app, slack, docs, maria, support }) => {
  const { id } = await startWorkingJob(app, 'Explain the retry schedule')
  await slack.openHome(maria)
  const home = await until(async () =>
    (await slack.views(maria)).find((view) => view.type === 'home' && readText(view).includes('retry schedule')),
  )
  const { team } = await app.client.slack.app()
  const forger = createForger(app.sandbox, team.id)
  const readHome = async () => readText((await slack.views(maria)).find(({ type }) => type === 'home'))
  // The job has changed since Home was shown.
  await forger.click(maria, { actionId: 'jobs.listed', value: `undo:${id}`, view: { type: 'home' } })
  await until(async () => (await readHome()).includes('Too late to undo'))
  await slack.clickInView(maria, home.id, 'jobs.listed', `more:${id}`)
  const page = await openModal(app, maria, /asked by/)
  await slack.clickInView(maria, page.id, 'jobs.more', `mirror:${id}`)
  await slack.fillForm(maria, await openModal(app, maria, /Show this card in/), [['channel', support]])
  await until(async () => (await readHome()).includes('now also shows this job'))
  await app.settled()
  expect(await readHome()).not.toContain('Too late to undo')
  expect((await slack.messages(maria)).filter((one) => one.bot_id)).toEqual([])
  expect(await readPrivate(app, maria, docs)).toEqual([])
})

test('a person who became a guest while their list was open is refused where they opened the list', async ({
  app,
  slack,
  docs,
  gwen,
}) => {
  const { id } = await startWorkingJob(app, 'Explain the retry schedule')
  const { team } = await app.client.slack.app()
  const forger = createForger(app.sandbox, team.id)
  const view = { callback_id: 'jobs.list', private_metadata: `mine:${docs}:` }
  await forger.click(gwen, { actionId: 'jobs.listed', value: `stop:${id}`, view })
  await slack.findEphemeral(docs, gwen, /Only full members of this workspace can use Bellhop/)
})
