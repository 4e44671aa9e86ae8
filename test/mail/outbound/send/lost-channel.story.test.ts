import { expect } from 'vitest'
import { findButton, findElements, readText } from '../../../support/block-queries.ts'
import { openForwardForm, sendForm } from '../compose/new-mail.ts'
import { type Harness } from '../../../support/harness.ts'
import { openReview, setApproval } from '../approval/approval-story.ts'
import { testSending } from '../../../support/sending/sending-story.ts'

/** Receives a customer's mail in a private channel that Maria has joined. */
async function receiveInLeads({ slack, mail, settled }: Harness) {
  const [leads, docs] = await Promise.all([slack.channel('leads'), slack.channel('docs')])
  await slack.join(await slack.user('maria'), leads)
  await slack.command(await slack.user('aiko'), docs, `/mail route ${mail.inbox} #leads`)
  await settled()
  await mail.receive({ subject: 'Secret merger', text: 'Can we talk?' })
  return { leads, head: await slack.findMessage(leads, /Can we talk/) }
}

testSending({ env: { MAIL_UNDO_SECONDS: '5' } })(
  'a writer who leaves the private channel of an email before it is sent reads their own words, not the customer’s',
  async ({ app, slack, mail, maria }) => {
    const { leads, head } = await receiveInLeads(app)
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
  async ({ app, slack, mail, maria }) => {
    const { leads, head } = await receiveInLeads(app)
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

testSending()(
  'a writer who has left the private channel of an email reads only their own words when it’s declined',
  async ({ app, slack, mail, maria, aiko }) => {
    const { leads, head } = await receiveInLeads(app)
    await setApproval(app, `<@${aiko}>`)
    await slack.click(maria, head, 'mail.reply')
    await slack.fillForm(maria, await slack.findForm(maria), [['mail.text', 'Tomorrow at nine.']])
    await slack.findMessage(leads, /Tomorrow at nine/, head.ts)
    await slack.leave(maria, leads)
    const window = await openReview(app, aiko)
    await slack.clickInView(aiko, window.id, 'mail.decline', findButton(window, /^Decline$/)?.['value'])
    await slack.fillForm(aiko, await slack.findForm(aiko, window), [['mail.decline_reason', 'The merger is off.']])
    const told = await slack.findPost(maria, 'mail.approval_ended')
    expect(readText(told)).toContain('Your email to ')
    expect(readText(told)).toContain('Tomorrow at nine.')
    expect(readText(told)).not.toMatch(/merger/)
    expect(findElements(told)).toEqual([])
    await app.settled()
    expect(await mail.sent()).toEqual([])
  },
)
