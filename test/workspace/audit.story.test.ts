import { expect } from 'vitest'
import { createForger } from '../support/forged-requests.ts'
import { findButton, findElements, readText } from '../support/block-queries.ts'
import { type Harness, until, type View } from '../support/harness.ts'
import { testWith } from '../support/story-test.ts'

const MARIA = 'U08MARIA01A'
/** Without a webhook, whose replacement would also be in the audit. */
const test = testWith({ env: { ADMIN_USERS: MARIA, PUBLIC_URL: '' } })

/** With mail in a private channel. */
const testWithMail = testWith({ env: { ADMIN_USERS: MARIA, MAIL_DEFAULT_CHANNEL: 'C08LEADS05E' } })

const entries = (view: View): string[] =>
  findElements(view).flatMap((one) =>
    one.action_id === 'workspace.audit_only' ? [JSON.stringify(one['options'])] : [],
  )

/** People without permission ask for the audit; each refusal is one record. */
async function fillAudit({ slack }: Harness, channel: string, people: string[]): Promise<void> {
  for (const user of people) await slack.command(user, channel, '/docs audit')
}

const openAudit = async ({ slack }: Harness, user: string, channel: string, command = '/docs audit') => {
  await slack.command(user, channel, command)
  return slack.findForm(user)
}

/** Chooses in a filter or presses a button, and waits for the audit to change. */
async function change({ slack }: Harness, user: string, view: View, actionId: string, value?: unknown): Promise<View> {
  await slack.clickInView(user, view.id, actionId, value)
  return until(async () => (await slack.views(user)).find(({ id, hash }) => id === view.id && hash !== view.hash))
}

test(
  'an admin reads who did what, page by page, with filters that work together',
  { tags: 'smoke' },
  async ({ app, docs, maria, tom, li }) => {
    await fillAudit(app, docs, [li, ...Array.from({ length: 22 }, () => tom), li])
    const first = await openAudit(app, maria, docs)
    expect(entries(first)).toHaveLength(20)
    expect(readText(first)).toContain(`<@${tom}>`)
    expect(readText(first)).toContain('Refused')

    const older = await change(app, maria, first, 'workspace.audit_older', findButton(first, /Older/)?.['value'])
    expect(entries(older)).toHaveLength(4)
    expect(findButton(older, /Older/)).toBeUndefined()
    const newer = await change(app, maria, older, 'workspace.audit_newer')
    expect(entries(newer)).toEqual(entries(first))

    const ofLi = await change(app, maria, newer, 'workspace.audit_person', li)
    expect(entries(ofLi)).toHaveLength(2)
    const started = await change(app, maria, ofLi, 'workspace.audit_action', 'jobs.start')
    expect(entries(started)).toHaveLength(0)
    expect(readText(started)).toContain('Nothing matches')
    const administered = await change(app, maria, started, 'workspace.audit_action', 'workspace.administer')
    expect(entries(administered)).toHaveLength(2)
    const [entry] = entries(administered)
    const only = await change(
      app,
      maria,
      administered,
      'workspace.audit_only',
      /"value":"([^"]+)"/.exec(entry ?? '')?.[1],
    )
    expect(readText(only)).toContain('Only entries about the audit')
    expect(entries(only)).toHaveLength(2)
    const cleared = await change(app, maria, only, 'workspace.audit_clear')
    expect(entries(cleared)).toHaveLength(20)
    expect(findButton(cleared, /Clear/)).toBeUndefined()
  },
)

test('the pull request of a private job is not linked for an admin who may not read the job', async ({
  app,
  slack,
  agent,
  docs,
  maria,
  tom,
}) => {
  await slack.say(tom, tom, 'Draft the layoff FAQ')
  const { id } = await agent.findJob(/layoff/)
  await agent.changeJob(id, { status: 'completed', prLink: 'https://git.example.test/acme/docs/pull/666' })
  const card = await slack.findCard(tom, 'finished')
  await slack.say(tom, tom, 'add a table', { thread_ts: card.ts })
  await slack.findCard(tom, 'working')
  await app.settled()
  const audit = await openAudit(app, maria, docs)
  expect(readText(audit)).toContain('followed up on')
  expect(JSON.stringify(audit)).not.toContain('pull/666')
})

test('the start of a job links to its card, which is posted later', async ({ app, slack, docs, maria, tom }) => {
  await slack.command(tom, docs, '/docs Explain the retry schedule')
  const card = await slack.findCard(docs, 'working')
  await app.settled()
  const permalink = `p${card.ts.replace('.', '')}`
  expect(readText(await openAudit(app, maria, docs))).toMatch(
    new RegExp(`<@${tom}>\\* started <[^|>]*${permalink}[^|>]*\\|Explain the retry schedule>`),
  )
})

test('days in the filter follow the reader’s time zone', async ({ app, slack, docs, maria, tom }) => {
  await fillAudit(app, docs, [tom])
  const day = (timeZone: string, more = 0) => Temporal.Now.plainDateISO(timeZone).add({ days: more }).toString()
  // These two never have the same day.
  const [west, east] = ['Pacific/Pago_Pago', 'Pacific/Kiritimati']
  await slack.changePerson(maria, { tz: east })
  const view = await openAudit(app, maria, docs, '/mail audit')
  const today = await change(app, maria, view, 'workspace.audit_from', day(east))
  expect(entries(today)).toHaveLength(1)
  const upToYesterday = await change(app, maria, today, 'workspace.audit_to', day(west))
  expect(entries(upToYesterday)).toHaveLength(0)
  expect(readText(upToYesterday)).toContain('“From” is later than “To”')
})

test('only an admin sees the audit: by command, from Home, and in a modal that was opened as an admin', async ({
  app,
  slack,
  docs,
  maria,
  tom,
}) => {
  expect(JSON.stringify((await slack.command(tom, docs, '/docs audit')).body)).toMatch(
    /can see the audit[^]*Request access/,
  )
  await slack.openHome(tom)
  const view = await openAudit(app, maria, docs)
  expect(entries(view)).toHaveLength(1)
  await slack.openHome(maria)
  const home = (user: string) => until(async () => (await slack.views(user)).find(({ type }) => type === 'home'))
  expect(findElements(await home(maria)).map(({ action_id }) => action_id)).toContain('workspace.audit')
  expect(findElements(await home(tom)).map(({ action_id }) => action_id)).not.toContain('workspace.audit')

  const { team } = await app.client.slack.app()
  const forger = createForger(app.sandbox, team.id)
  const seen = async () => (await slack.calls('views.update')).map(({ args }) => JSON.stringify(args))
  const metadata = JSON.stringify({ pages: [], round: 0 })
  const opened = { callback_id: 'workspace.audit', private_metadata: metadata }
  await forger.click(tom, { actionId: 'workspace.audit_newest', view: opened })
  await app.settled()
  expect(await seen()).toEqual([expect.stringContaining('can see the audit')])
})

test('the client’s description of the open audit is checked', async ({ app, slack, docs, maria, tom }) => {
  await fillAudit(app, docs, [tom])
  const { team } = await app.client.slack.app()
  const forger = createForger(app.sandbox, team.id)
  const others = { user: '../U1', action: 'T2/audit', from: '2026-99-99', to: 'now', objectOf: '../../x' }
  const noDay = { pages: [], round: 0, from: '2026-02-30' }
  for (const metadata of [
    { ...others, pages: ['../T2/audit', 'x'], round: -1 },
    { pages: 7 },
    noDay,
    [],
    'not an object',
  ])
    await forger.click(maria, {
      actionId: 'workspace.audit_older',
      value: '../T2/audit-op/x',
      view: { callback_id: 'workspace.audit', private_metadata: JSON.stringify(metadata) },
    })
  await app.settled()
  const views = (await slack.calls('views.update')).map(({ args }) => JSON.stringify(args))
  expect(views).toHaveLength(5)
  for (const view of views) {
    expect(view).toContain(tom)
    expect(view).not.toContain('T2')
  }
})

test('a private channel’s name is hidden from an admin who is not in it', async ({ app, slack, leads, maria, tom }) => {
  await slack.leave(maria, leads)
  await slack.join(tom, leads)
  await fillAudit(app, leads, [tom])
  const view = await openAudit(app, maria, await slack.channel('docs'))
  expect(readText(view)).toContain('in a private channel')
  expect(JSON.stringify(view)).not.toContain(leads)
})

testWithMail(
  'an admin reads the subject of an email only if they can read its channel',
  async ({ app, slack, mail, leads, maria, tom }) => {
    await slack.join(tom, leads)
    await mail.receive({ subject: 'Invoice 4711', text: 'The total looks wrong.' })
    await slack.click(tom, await slack.findMessage(leads, /The total looks wrong/), 'mail.claim')
    await app.settled()
    const docs = await slack.channel('docs')
    const shown = await openAudit(app, maria, docs)
    expect(readText(shown)).toMatch(new RegExp(`<@${tom}>\\* claimed <[^|>]+\\|Invoice 4711>`))
    await slack.leave(maria, leads)
    await app.settled()
    await slack.command(maria, docs, '/docs audit')
    const hidden = await slack.findForm(maria, shown)
    expect(readText(hidden)).toMatch(new RegExp(`<@${tom}>\\* claimed <[^|>]+\\|email [^>]+>`))
    expect(readText(hidden)).not.toContain('Invoice 4711')
  },
)
