import { expect, onTestFinished } from 'vitest'
import { findElements, readText } from '../../support/block-queries.ts'
import { type Harness, until } from '../../support/harness.ts'
import { openAccessRecords } from '../../support/access-rules.ts'
import { openSettings } from '../../support/app-settings.ts'
import { testSending } from '../../support/sending/sending-story.ts'
import { pickEntry } from '../mail-menu.ts'

/** Waits for the list of a person's own mail with this content. */
async function readMine({ slack }: Harness, user: string, channel: string, fits: RegExp): Promise<string> {
  await slack.command(user, channel, '/mail mine')
  return until(async () => (await slack.views(user)).map(readText).findLast((text) => fits.test(text)))
}

/** Answers the newest mail as this person; resolves to the mail's head. */
async function answerInvoice({ slack, mail }: Harness, channel: string, user: string) {
  await mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
  const head = await slack.findMessage(channel, /The total looks wrong/)
  await slack.click(user, head, 'mail.reply')
  await slack.fillForm(user, await slack.findForm(user), [['mail.text', 'We are looking into it.']])
  return head
}

testSending({ env: { MAIL_UNDO_SECONDS: '0' } })(
  'an unclaimed email that a person replies to becomes theirs, until they assign it',
  async ({ app, slack, mail, support, maria, tom }) => {
    const head = await answerInvoice(app, support, maria)
    await mail.findSentMail(/looking into it/)
    await app.settled()
    expect(await readMine(app, maria, support, /Waiting for their reply/)).toContain('Invoice')
    await pickEntry(slack, maria, head, 'hand_over')
    await slack.fillForm(maria, await slack.findForm(maria), [['person', tom]])
    await app.settled()
    expect(await readMine(app, tom, support, /Waiting for their reply/)).toContain('Invoice')
  },
)

testSending({ env: { MAIL_UNDO_SECONDS: '0' }, file: true })(
  'the audit records once that a reply claimed its email',
  async ({ app, mail, support, maria }) => {
    const records = await openAccessRecords(app)
    onTestFinished(records.close)
    await answerInvoice(app, support, maria)
    await mail.findSentMail(/looking into it/)
    await app.settled()
    const claims = (await records.readAudit()).filter(({ verb }) => verb === 'claim')
    expect(claims).toMatchObject([{ user: maria, action: 'mail.reply', outcome: 'done' }])
  },
)

testSending({ env: { MAIL_UNDO_SECONDS: '60' } })(
  'an email whose reply was cancelled stays with the person who wrote it',
  async ({ app, slack, support, maria }) => {
    const head = await answerInvoice(app, support, maria)
    const reply = await slack.findMessage(support, /looking into it/, head.ts)
    await slack.click(maria, { ...reply, thread: head.ts }, 'mail.cancel')
    await slack.findCard(support, 'cancelled', { kind: 'mail.reply', thread: head.ts })
    await app.settled()
    expect(await readMine(app, maria, support, /Needs your reply/)).toContain('Invoice')
  },
)

testSending({ env: { MAIL_UNDO_SECONDS: '0' } })(
  'a reply claims nothing for an inbox that is set so',
  async ({ app, slack, mail, support, maria, aiko }) => {
    await app.settled()
    const settings = await openSettings(app, aiko, support, 'inboxes', '/mail settings')
    const choices = findElements(settings).find(({ action_id: id }) => id === 'workspace.settings.target')
    const choice = new RegExp(`"text":"${mail.inbox}"[^}]*},"value":"(\\d+)"`).exec(JSON.stringify(choices))?.[1]
    await slack.clickInView(aiko, settings.id, 'workspace.settings.target', choice)
    const inbox = await until(async () =>
      (await slack.views(aiko)).find((view) => readText(view).includes('A reply claims the email')),
    )
    await slack.fillForm(aiko, inbox, [[/^A reply claims/, 'off']])
    await app.settled()
    await answerInvoice(app, support, maria)
    await mail.findSentMail(/looking into it/)
    await app.settled()
    expect(readText((await slack.messages(support))[0])).not.toContain('Claimed')
  },
)
