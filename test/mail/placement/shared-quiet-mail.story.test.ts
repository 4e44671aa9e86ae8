import { expect } from 'vitest'
import { readText } from '../../support/block-queries.ts'
import { createForger } from '../../support/forged-requests.ts'
import { type Harness } from '../../support/harness.ts'
import { testWith } from '../../support/story-test.ts'
import { writeMail } from '../outbound/compose/new-mail.ts'
import { withoutHold } from '../outbound/send/reply-sending.ts'

/** Without the check for leaks, which takes what was posted before a channel became shared for one. */
const test = testWith(withoutHold)

const HIDDEN = 'This email is no longer shown in this channel.'
const ALARM = /is shared with another organization\. Choose another channel/
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' }

/** The texts that everyone in a channel reads. */
const listShown = async ({ slack }: Harness, channel: string): Promise<string[]> =>
  (await slack.messages(channel)).filter((one) => one.ephemeral_for === undefined).map((one) => readText(one))

async function share({ app, channel }: { app: Harness; channel: string }): Promise<void> {
  await app.settled()
  await app.slack.changeWorkspace('share', { channel })
}

test(
  'automatic email is hidden as soon as its channel is shared, admins are alerted, and email that is done stays',
  { tags: ['redis', 'smoke'] },
  async ({ app, slack, mail, support, leads, maria, aiko }) => {
    await mail.receive({ subject: 'Closed', text: 'Thank you.' })
    await slack.click(maria, await slack.findMessage(support, /Thank you/), 'mail.done')
    await mail.receive({ subject: 'Invoice 12', text: 'Your secret total.', headers: AUTOMATIC })
    const head = await slack.findMessage(support, /Your secret total/)
    await share({ app, channel: support })
    expect((await slack.findMessage(support, new RegExp(HIDDEN))).ts).toBe(head.ts)
    const alarm = await slack.findMessage(aiko, ALARM)
    await app.settled()
    const shown = await listShown(app, support)
    expect(shown.filter((one) => one.includes(HIDDEN))).toHaveLength(1)
    expect(shown.join('\n')).toContain('Thank you.')
    await slack.click(aiko, alarm, `mail.place_in:${support}`, leads)
    await slack.findMessage(leads, /Your secret total/)
    await app.settled()
    expect(await listShown(app, leads)).toHaveLength(1)
  },
)

testWith({ env: { PUBLIC_URL: '' } })(
  'a list of earlier email is deleted as soon as its channel is shared',
  async ({ app, slack, mail, support, aiko }) => {
    await mail.receive({ subject: 'Old order', text: 'From before.' })
    await slack.command(aiko, support, `/mail import ${mail.inbox} 3`)
    await slack.findMessage(support, /Old order/)
    await share({ app, channel: support })
    await slack.findMessage(aiko, ALARM)
    await app.settled()
    expect((await listShown(app, support)).join()).not.toContain('Old order')
  },
)

testWith({ env: { MAIL_UNDO_SECONDS: '600' } })(
  'a new email that was stopped is hidden as soon as its channel is shared',
  { tags: 'redis' },
  async ({ app, slack, general, maria, mail, aiko }) => {
    await slack.command(aiko, general, `/mail route ${mail.inbox} #general`)
    await app.settled()
    const head = await writeMail(app, maria, general)
    await slack.click(maria, head, 'mail.cancel')
    await slack.findMessage(general, /stopped in time/)
    await share({ app, channel: general })
    expect((await slack.findMessage(general, new RegExp(HIDDEN))).ts).toBe(head.ts)
    await slack.findMessage(aiko, ALARM)
    await app.settled()
    expect((await listShown(app, general)).join('\n')).not.toMatch(/our offer|rita|Maria/i)
    expect(await mail.sent()).toEqual([])
    await slack.changeWorkspace('unshare', { channel: general })
    expect((await slack.findMessage(general, /here is our offer/)).ts).toBe(head.ts)
  },
)

test(
  'quarantined email is deleted from a channel that is shared, and comes back once it is not',
  { tags: 'redis' },
  async ({ app, slack, mail, docs, support, maria, aiko }) => {
    const quarantine = await slack.channel('quarantine')
    await slack.command(aiko, docs, '/mail quarantine #quarantine')
    await app.settled()
    await mail.receive({ kind: 'spam', subject: 'Wanted after all', text: 'Hello.' })
    const wanted = await slack.findMessage(quarantine, /Wanted after all/)
    await slack.clickAndConfirm(aiko, wanted, 'mail.ask_release')
    await slack.findMessage(support, /Wanted after all/)
    await mail.receive({ kind: 'spam', subject: 'Secret prize', text: 'You won.' })
    await slack.findMessage(quarantine, /Secret prize/)
    await slack.say(maria, quarantine, 'What is all this?')
    await share({ app, channel: quarantine })
    const alarm = await slack.findMessage(aiko, ALARM)
    await app.settled()
    expect(await listShown(app, quarantine)).toEqual([expect.stringContaining('What is all this?')])
    expect(readText(alarm)).toContain(quarantine)
    await slack.changeWorkspace('unshare', { channel: quarantine })
    await slack.findMessage(quarantine, /Secret prize/)
    await app.settled()
    expect(await listShown(app, quarantine)).toHaveLength(2)
  },
)

test('earlier cards of quarantined email are deleted when the next one finds the channel shared', async ({
  app,
  slack,
  mail,
  docs,
  aiko,
}) => {
  const quarantine = await slack.channel('quarantine')
  await slack.command(aiko, docs, '/mail quarantine #quarantine')
  await app.settled()
  await mail.receive({ kind: 'spam', subject: 'Secret prize', text: 'You won.' })
  await slack.findMessage(quarantine, /Secret prize/)
  await app.settled()
  await app.addFault({ target: 'events', match: 'channel_shared', mode: 'drop' })
  await slack.changeWorkspace('share', { channel: quarantine })
  const { team } = await app.client.slack.app()
  await createForger(app.sandbox, team.id).event({
    type: 'channel_rename',
    channel: { id: quarantine, name: 'quarantine' },
  })
  await mail.receive({ kind: 'spam', subject: 'Another prize', text: 'You won.' })
  await slack.findMessage(aiko, ALARM)
  await app.settled()
  expect(await listShown(app, quarantine)).toEqual([])
})
