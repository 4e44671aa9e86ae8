import { expect } from 'vitest'
import { type AccessRecords, recordsFixture } from '../support/access-rules.ts'
import { findField, readText } from '../support/block-queries.ts'
import { createForger } from '../support/forged-requests.ts'
import { type Fields, type Harness, until, type View } from '../support/harness.ts'
import { testWith } from '../support/story-test.ts'

const SUBJECTS_MENU = 'workspace.subjects'

const test = testWith({ file: true }).extend<{ records: AccessRecords }>({ records: recordsFixture })

const forge = async (app: Harness) => createForger(app.sandbox, (await app.client.slack.app()).team.id)

/** The page of the workspace's settings, and the block of its menu. */
async function openWorkspacePage({ slack }: Harness, user: string, channel: string) {
  await slack.command(user, channel, '/docs settings')
  const { id, hash } = await slack.findForm(user)
  await slack.clickInView(user, id, 'workspace.settings.section', 'workspace')
  const view: View = await until(async () =>
    (await slack.views(user)).find((one) => one.id === id && one.hash !== hash),
  )
  const field = findField(view, /Who can change settings/)
  if (!field) throw new Error(`no menu in ${readText(view)}`)
  return { view, block: field.block_id }
}

const choose = (...values: string[]): Record<string, Fields> => ({
  [SUBJECTS_MENU]: {
    type: 'multi_external_select',
    selected_options: values.map((value) => ({ text: { type: 'plain_text', text: value }, value })),
  },
})

test(
  'an admin learns nothing about a private channel that they are not in, and can name none',
  { tags: 'smoke' },
  async ({ app, slack, records, docs, leads, aiko }) => {
    await slack.leave(aiko, leads)
    await records.allow('workspace.administer', `channel:${leads}`)
    const { view } = await openWorkspacePage(app, aiko, docs)
    expect(readText(view)).toContain('A private channel')
    expect(readText(view)).not.toContain('#leads')

    await slack.closeView(aiko, view.id)
    await records.allow('workspace.administer')
    const empty = await openWorkspacePage(app, aiko, docs)
    const { submit } = await forge(app)
    const { callback_id, private_metadata } = empty.view
    const answer = await submit(aiko, callback_id, private_metadata, { [empty.block]: choose(`channel:${leads}`) })
    expect(answer.body).toContain('A private channel')
    expect(answer.body).not.toContain('leads')
    await app.settled()
    expect(await records.readAudit()).toEqual([])
  },
)

/** The page of an admin, and requests that claim to come from it. */
async function openClaims(app: Harness, { aiko, docs }: Record<'aiko' | 'docs', string>) {
  const { view, block } = await openWorkspacePage(app, aiko, docs)
  const { submit, click } = await forge(app)
  const { callback_id, private_metadata } = view
  return {
    view,
    block,
    /** The prefix of the page's blocks. */
    page: block.split(':')[0] ?? '',
    click,
    submit: async (values: Parameters<typeof submit>[3], user = aiko, metadata = private_metadata) =>
      (await submit(user, callback_id, metadata, values)).body,
  }
}

test('the form accepts only the fields that it showed', async ({ app, records, docs, maria, aiko }) => {
  const { submit, page } = await openClaims(app, { aiko, docs })
  for (const other of [
    `${page}:notices`,
    `${page}:__proto__`,
    `${page}:mail.hold`,
    '99:access.jobs.start',
    '__proto__',
  ])
    expect(await submit({ [other]: choose(`person:${maria}`) })).toContain('"errors"')
  await app.settled()
  expect(await records.readAudit()).toEqual([])
})

test('a submission counts only from the form’s owner, for the page that the form shows', async ({
  app,
  records,
  docs,
  maria,
  aiko,
}) => {
  const { submit, block, view } = await openClaims(app, { aiko, docs })
  for (const [user, metadata] of [
    [maria, view.private_metadata],
    [aiko, '../settings-team/team'],
    [aiko, '__proto__'],
    [aiko, ''],
  ] as const)
    expect(await submit({ [block]: choose(`person:${maria}`) }, user, metadata)).toContain('"errors"')
  await app.settled()
  expect(await records.readAudit()).toEqual([])
})

test('the form accepts only existing people of this workspace', async ({ app, records, docs, aiko, gwen }) => {
  const { submit, block } = await openClaims(app, { aiko, docs })
  const wrong = ['everyone', '__proto__', 'loading', 'person:', 'group:S1/../x', `person:U${'A'.repeat(3000)}`]
  const strangers = [`person:${gwen}`, 'person:U0NOBODY', 'group:S0NOBODY', 'channel:C0NOBODY']
  for (const value of [...wrong, ...strangers]) expect(await submit({ [block]: choose(value) })).toContain('"errors"')
  await app.settled()
  expect(await records.readAudit()).toEqual([])
})

test('a thousand names that nobody can choose in Slack are refused without a look-up', async ({
  app,
  slack,
  records,
  docs,
  aiko,
}) => {
  const { submit, click, block, page, view } = await openClaims(app, { aiko, docs })
  const { id, callback_id, private_metadata } = view
  await app.settled()
  const before = (await slack.calls('users.info')).length
  const thousand = choose(...Array.from({ length: 1000 }, (_, n) => `person:U0MANY${n}`))
  expect(await submit({ [block]: thousand })).toContain('"errors"')
  await click(aiko, {
    actionId: 'workspace.settings.section',
    value: 'mine',
    blockId: `${page}:menus`,
    view: { id, callback_id, private_metadata, state: { values: { [block]: thousand } } },
  })
  await app.settled()
  expect((await slack.calls('users.info')).length - before).toBeLessThan(5)
  expect(await records.readAudit()).toEqual([])
})

test('the menu of people, groups and channels answers only people with a form that shows it', async ({
  app,
  slack,
  records,
  docs,
  maria,
  aiko,
  gwen,
}) => {
  // Guests may use Bellhop then.
  await records.allow('jobs.start', 'members', 'guests')
  const { view, block } = await openWorkspacePage(app, aiko, docs)
  const { suggest } = await forge(app)
  const type = async (user: string, fields: Fields = {}) =>
    (await suggest(user, { action_id: SUBJECTS_MENU, block_id: block, value: '', ...fields })).body
  const shown = { id: view.id, type: 'modal', callback_id: view.callback_id, private_metadata: view.private_metadata }
  await until(async () => (await type(aiko, { view: shown })).includes(maria))
  for (const user of [gwen, maria])
    for (const fields of [{ view: shown }, {}]) expect(await type(user, fields)).not.toMatch(/person:|channel:|#/)
  expect(await type(aiko, { view: shown, block_id: 'x' })).not.toContain('person:')
  await slack.command(maria, docs, '/docs settings')
  const own = await slack.findForm(maria)
  const mine = { ...shown, id: own.id, private_metadata: own.private_metadata }
  expect(await type(maria, { view: mine, block_id: block.replace(/^\d+/, '1') })).not.toContain('person:')
})
