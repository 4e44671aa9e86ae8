import { expect } from 'vitest'
import { openSettings, waitForSetting } from '../support/app-settings.ts'
import { createForger, untilAnswered } from '../support/forged-requests.ts'
import { type ActionAnswer, until } from '../support/harness.ts'
import { testWith } from '../support/story-test.ts'

const GUEST = 'U08GUEST05E'
const MEMBER = 'U08MARIA01A'

const testWithAdmins = testWith({ env: { ADMIN_USERS: `${GUEST},${MEMBER}` } })
const readAnswer = (answer: ActionAnswer): string => JSON.stringify(answer.body)

testWithAdmins(
  'a guest in ADMIN_USERS cannot change the settings of a channel or the workspace; a member in it can',
  { tags: 'smoke' },
  async ({ app, slack, docs, maria, gwen }) => {
    expect([maria, gwen]).toEqual([MEMBER, GUEST])

    expect(readAnswer(await slack.command(gwen, docs, '/docs settings'))).toContain('Only full members')
    await app.settled()
    expect(await slack.views(gwen)).toEqual([])

    const form = await openSettings(app, maria, docs, 'workspace')
    await slack.fillForm(maria, form, [['2:emoji', 'memo']])
    await waitForSetting(app, maria, docs, ['workspace', 'memo'])
  },
)

testWithAdmins(
  'a guest in ADMIN_USERS cannot change how mail is routed; a member in it can',
  async ({ app, slack, mail, support, leads, maria, gwen }) => {
    for (const order of [`route ${mail.inbox} #leads`, `hold ${mail.inbox} 30`, 'quarantine #leads'])
      expect(readAnswer(await slack.command(gwen, support, `/mail ${order}`))).toContain('Only full members')
    await app.settled()
    expect(readAnswer(await slack.command(maria, support, '/mail inboxes'))).not.toContain(leads)

    await slack.command(maria, support, `/mail route ${mail.inbox} #leads`)
    await until(async () => readAnswer(await slack.command(maria, support, '/mail inboxes')).includes(leads))
  },
)

testWithAdmins(
  'an admin changes nothing for a private channel that they are not in',
  async ({ app, slack, mail, support, leads, maria }) => {
    const { team } = await app.client.slack.app()
    const forger = createForger(app.sandbox, team.id)
    const form = await openSettings(app, maria, leads, 'channel')
    await slack.changeWorkspace('kick', { channel: leads, user: maria })
    await slack.fillForm(maria, form, [['2:holdSeconds', '3']])
    await slack.findMessage(maria, /either you or Bellhop is no longer in the channel/)
    const route = `route ${mail.inbox} ${leads}`
    await untilAnswered(() => forger.command(maria, support, '/mail', route), /You’re not in <#/)
    await app.settled()
    expect(readAnswer(await slack.command(maria, support, '/mail inboxes'))).not.toContain(leads)
  },
)
