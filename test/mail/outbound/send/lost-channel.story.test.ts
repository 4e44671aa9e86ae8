import { expect } from 'vitest'
import { readText } from '../../../support/block-queries.ts'
import { openForwardForm, sendForm } from '../compose/new-mail.ts'
import { testSending } from '../../../support/sending/sending-story.ts'

testSending({ env: { MAIL_UNDO_SECONDS: '5' } })(
  'a writer who leaves the private channel of an email before it is sent reads their own words, not the customer’s',
  async ({ app, slack, mail, docs, maria, aiko }) => {
    const leads = await slack.channel('leads')
    await slack.join(maria, leads)
    await slack.command(aiko, docs, `/mail route ${mail.inbox} #leads`)
    await app.settled()
    await mail.receive({ subject: 'Secret merger', text: 'Can we talk?' })
    const head = await slack.findMessage(leads, /Can we talk/)
    await slack.click(maria, head, 'mail.reply')
    await slack.fillForm(maria, await slack.findForm(maria), [['mail.text', 'Tomorrow at nine.']])
    await slack.findMessage(leads, /Tomorrow at nine/, head.ts)
    await slack.leave(maria, leads)
    const told = await slack.findMessage(maria, /Your email wasn’t sent, because you no longer have permission/)
    expect(readText(told)).toContain('Email to one@customer.test')
    expect(readText(told)).toContain('Tomorrow at nine.')
    expect(readText(told)).not.toContain('Secret merger')
    await app.settled()
    expect(await mail.sent()).toEqual([])
  },
)

testSending({ env: { MAIL_UNDO_SECONDS: '5' } })(
  'a writer who leaves the private channel of an email before they have forwarded it doesn’t read its subject',
  async ({ app, slack, mail, docs, maria, aiko }) => {
    const leads = await slack.channel('leads')
    await slack.join(maria, leads)
    await slack.command(aiko, docs, `/mail route ${mail.inbox} #leads`)
    await app.settled()
    await mail.receive({ subject: 'Secret merger', text: 'Can we talk?' })
    const head = await slack.findMessage(leads, /Can we talk/)
    await sendForm(app, maria, await openForwardForm(app, maria, head), [
      [/^To$/, 'lawyer@partner.test'],
      [/^Your message$/, 'Please have a look.'],
    ])
    await slack.findMessage(leads, /Please have a look/, head.ts)
    await slack.leave(maria, leads)
    const told = await slack.findMessage(maria, /Your email wasn’t sent, because you no longer have permission/)
    expect(readText(told)).toContain('Email to lawyer@partner.test')
    expect(readText(told)).toContain('Please have a look.')
    expect(readText(told)).not.toContain('Secret merger')
    await app.settled()
    expect(await mail.sent()).toEqual([])
  },
)
