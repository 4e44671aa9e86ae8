import { expect } from 'vitest'
import { openSettings } from '../support/app-settings.ts'
import { readText } from '../support/block-queries.ts'
import { type Harness, until } from '../support/harness.ts'
import { testWith } from '../support/story-test.ts'

const MARIA = 'U08MARIA01A'
/** Without a webhook, whose replacement would also be in the audit. */
const test = testWith({ env: { ADMIN_USERS: MARIA, PUBLIC_URL: '' } })

/** Opens the audit and requests the file. */
async function download({ slack }: Harness, user: string, channel: string): Promise<void> {
  await slack.command(user, channel, '/docs audit')
  const view = await slack.findForm(user)
  await slack.clickInView(user, view.id, 'workspace.audit_csv')
  await until(async () =>
    (await slack.views(user)).some((one) => readText(one).includes('Bellhop is writing the file')),
  )
}

const findFiles = async ({ slack }: Harness, user: string) =>
  (await slack.messages(user)).flatMap(({ files = [] }) => files)

/** Reads the lines of the file in the person's direct messages, without its head. */
async function readFile(app: Harness, user: string): Promise<string[]> {
  const file = await until(async () => (await findFiles(app, user))[0])
  const text = (await app.client.slack.readFile(file.id)).toString('utf8')
  expect(
    text.startsWith('\uFEFF"time","person","action","object","place","outcome","hash","opId","correlation"\r\n'),
  ).toBe(true)
  expect(text.endsWith('"\r\n')).toBe(true)
  return text.split('\r\n').slice(1, -1)
}

test(
  'the whole result is sent as one file, whose cells no spreadsheet runs, even if Slack’s answers are lost',
  { tags: 'smoke' },
  async ({ app, slack, docs, leads, maria, tom, li }) => {
    await slack.changePerson(tom, { real_name: '=HYPERLINK("https://evil.test","x")' })
    await slack.leave(maria, leads)
    await slack.join(tom, leads)
    for (let n = 0; n < 23; n++) await slack.command(li, docs, '/docs audit')
    await slack.command(tom, leads, '/docs audit')
    await app.addFault({ target: 'slack', match: '/slack/upload/', mode: 'status', status: 403, times: 1 })
    await app.addFault({ target: 'slack', match: 'files.completeUploadExternal', mode: 'accept-then-drop', times: 1 })
    await download(app, maria, docs)
    const lines = await readFile(app, maria)
    expect(lines).toHaveLength(24)
    const [ofTom = '', ofLi = ''] = lines
    expect(ofTom).toMatch(
      new RegExp(
        `^"\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z","'=HYPERLINK\\(""https://evil.test"",""x""\\) \\(${tom}\\)","workspace.administer read","audit","${leads}","refused","",`,
      ),
    )
    expect(ofLi).toContain(`"Li Wei (${li})","workspace.administer read","audit","#docs (${docs})","refused"`)
    // The download is also an act, recorded once it is known to have worked.
    await until(async () => {
      await slack.command(maria, docs, '/docs audit')
      return (await slack.views(maria)).some((view) => readText(view).includes('downloaded the audit'))
    })
    await app.settled()
    expect(await findFiles(app, maria)).toHaveLength(1)
  },
)

test('an admin reads what to do when Slack does not let the app send files', async ({
  app,
  slack,
  docs,
  maria,
  tom,
}) => {
  await slack.command(tom, docs, '/docs audit')
  await app.addFault({
    target: 'slack',
    match: 'files.getUploadURLExternal',
    mode: 'status',
    status: 200,
    error: 'missing_scope',
  })
  await download(app, maria, docs)
  const told = await slack.findMessage(maria, /files:write/)
  expect(readText(told)).toContain('reinstall')
  await app.settled()
  expect(await findFiles(app, maria)).toEqual([])
})

test('the file names settings and inboxes in words, with their recorded names', async ({
  app,
  slack,
  mail,
  docs,
  maria,
}) => {
  await slack.command(maria, docs, `/mail hold ${mail.inbox} 45`)
  const form = await openSettings(app, maria, docs, 'inboxes', '/mail settings')
  await slack.clickInView(maria, form.id, 'workspace.settings.target', '0')
  const inbox = await until(async () =>
    (await slack.views(maria)).find((view) => readText(view).includes('Channel for this inbox')),
  )
  await slack.fillForm(maria, inbox, [[/Undo send/, '20']])
  await app.settled()
  await download(app, maria, docs)
  const lines = (await readFile(app, maria)).join()
  expect(lines).toContain(`"mail.administer settings.change","setting “Undo send (seconds)” for ${mail.inbox} (inbox/`)
  expect(lines).toMatch(new RegExp(`"mail.administer hold","inbox ${mail.inbox} \\([0-9a-f]+\\)"`))
})

test('a person who is no longer an admin when the file is written gets a refusal instead', async ({
  app,
  slack,
  docs,
  tom,
  aiko,
}) => {
  await slack.command(tom, docs, '/docs audit')
  await app.addFault({ target: 'slack', match: 'files.getUploadURLExternal', mode: 'status', status: 503 })
  await download(app, aiko, docs)
  await until(async () =>
    (await slack.calls()).some(({ method, ok }) => method === 'files.getUploadURLExternal' && !ok),
  )
  await slack.changeRole(aiko, 'member')
  await app.clearFaults()
  expect(readText(await slack.findMessage(aiko, /Only some people can/))).toContain('see the audit')
  await app.settled()
  expect(await findFiles(app, aiko)).toEqual([])
})
