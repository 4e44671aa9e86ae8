import { expect } from 'vitest'
import { findElements, findField } from '../../../support/block-queries.ts'
import { until } from '../../../support/harness.ts'
import { testSending } from '../../../support/sending/sending-story.ts'
import { withoutHold } from '../send/reply-sending.ts'
import { openForwardForm, openWriteForm, sendForm, writeMail } from './new-mail.ts'

const testWithoutHold = testSending(withoutHold)

testWithoutHold(
  'the form completes people that the inbox has written to, and keeps what is typed',
  async ({ app, slack, mail, support, maria }) => {
    await mail.receive({ from: 'Rito <rito@stranger.test>', text: 'I was never answered.' })
    const first = await openWriteForm(app, maria, support)
    expect(findField(first, /^To$/)).toBeDefined()
    // Nobody can be completed yet.
    expect(JSON.stringify(first)).not.toContain('mail.add_to')
    await slack.closeView(maria, first.id)
    await writeMail(app, maria, support)
    await mail.findSentMail(/here is our offer/)
    await app.settled()
    const form = await openWriteForm(app, maria, support)
    const offered = await slack.suggest(maria, form.id, 'mail.add_to', 'RIT')
    expect(offered.map(({ value }) => value)).toEqual(['rita@partner.test'])
    expect(await slack.suggest(maria, form.id, 'mail.add_to', 'nobody')).toEqual([])
    const field = findField(form, /^To$/)
    const typed = { [field?.block_id ?? '']: { 'mail.recipients:to': 'ann@customer.test, unfinished' } }
    await slack.clickInView(maria, form.id, 'mail.add_to', 'rita@partner.test', typed)
    const completed = await until(async () =>
      (await slack.views(maria)).find(
        (view) =>
          findElements(view).find(({ action_id: id }) => id === 'mail.recipients:to')?.['initial_value'] ===
          'ann@customer.test, unfinished, rita@partner.test',
      ),
    )
    await slack.clickInView(maria, completed.id, 'mail.show_cc')
    const withCopies = await until(async () => (await slack.views(maria)).find((view) => findField(view, /^Bcc$/)))
    await sendForm(app, maria, withCopies, [
      [/^To$/, 'ann@customer.test, rita@partner.test'],
      [/^Bcc$/, 'lawyer@customer.test'],
      [/^Subject$/, 'A second offer'],
      [/^Your message$/, 'Here is a better one.'],
    ])
    expect(await mail.findSentMail(/a better one/)).toMatchObject({
      to: ['ann@customer.test', 'rita@partner.test'],
      bcc: ['lawyer@customer.test'],
    })
    await app.settled()
    // Only people who see the email may learn of its recipients in Bcc.
    const later = await openWriteForm(app, maria, support)
    const known = await slack.suggest(maria, later.id, 'mail.add_to', 'customer.test')
    expect(known.map(({ value }) => value)).toEqual(['ann@customer.test'])
  },
)

testWithoutHold(
  'no form completes an address from a thread that the writer cannot read',
  async ({ app, slack, mail, docs, leads, support, maria, aiko, tom, li }) => {
    await writeMail(app, maria, support)
    await mail.findSentMail(/here is our offer/)
    await slack.command(aiko, docs, `/mail route ${mail.inbox} #leads`)
    await app.settled()
    await mail.receive({ from: 'Rina <rina@secret.test>', text: 'Please keep this between us.' })
    const head = await slack.findMessage(leads, /between us/)
    await slack.click(tom, head, 'mail.reply')
    await sendForm(app, tom, await slack.findForm(tom), [['mail.text', 'Of course we will.']])
    await mail.findSentMail(/Of course we will/)
    await app.settled()
    const own = await openForwardForm(app, tom, await slack.findMessage(leads, /between us/))
    const toTom = await slack.suggest(tom, own.id, 'mail.add_to', 'ri')
    expect(toTom.map(({ value }) => value)).toContain('rina@secret.test')
    await slack.command(aiko, docs, `/mail route ${mail.inbox} #support`)
    await app.settled()
    await mail.receive({ from: 'Uwe <uwe@customer.test>', text: 'A question.' })
    const form = await openForwardForm(app, li, await slack.findMessage(support, /A question/))
    const offered = await slack.suggest(li, form.id, 'mail.add_to', 'ri')
    expect(offered.map(({ value }) => value)).toEqual(['rita@partner.test'])
  },
)
