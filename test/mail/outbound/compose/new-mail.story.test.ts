import { openReplyToAll } from '../../mail-menu.ts'
import { expect } from 'vitest'
import { readText } from '../../../support/block-queries.ts'
import { until } from '../../../support/harness.ts'
import { testSending } from '../../../support/sending/sending-story.ts'
import { openForwardForm, sendForm, sendOther, writeMail } from './new-mail.ts'
import { createInbox } from '../../mailbox-calls.ts'
import { findView, openReview, setApproval } from '../approval/approval-story.ts'
import { findInThread, listTicks, withoutHold } from '../send/reply-sending.ts'

const testWithoutHold = testSending(withoutHold)
const testWithLongHold = testSending({ env: { MAIL_UNDO_SECONDS: '600' } })

testWithoutHold(
  'a new mail begins a thread where it was written, and answers return there',
  { tags: 'smoke' },
  async ({ app }) => {
    const general = await app.slack.channel('general')
    const support = await app.slack.channel('support')
    const maria = await app.slack.user('maria')
    const head = await writeMail(app, maria, general)
    expect(readText(head)).toContain('Our offer')
    const sent = await app.mail.findSentMail(/here is our offer/)
    expect(sent).toMatchObject({ subject: 'Our offer', to: ['rita@partner.test'] })
    expect(sent.idempotency_key).toMatch(/^bellhop-reply-[0-9a-f]+$/)
    const left = await app.slack.findMessage(general, /wrote to rita@partner\.test.*Sent </s)
    expect(left.ts).toBe(head.ts)
    await app.slack.findMessage(general, /wrote to rita@partner\.test.*Waiting for their reply/s)
    await app.slack.command(maria, general, '/mail mine')
    const mine = await until(async () =>
      (await app.slack.views(maria)).find((view) => readText(view).includes('Our offer')),
    )
    expect(readText(mine)).toContain('→ rita@partner.test')
    await app.slack.closeView(maria, mine.id)
    await app.mail.receive({
      from: 'Rita <rita@partner.test>',
      subject: 'Re: Our offer',
      text: 'That is too much.',
      in_reply_to: sent.message_id,
    })
    await findInThread(app, head, /That is too much/)
    const answered = await app.slack.findMessage(general, /wrote to rita@partner.*here is our offer.*too much/is)
    await app.slack.click(maria, answered, 'mail.reply')
    const form = await app.slack.findForm(maria)
    await sendForm(app, maria, form, [[/^Your reply$/, 'Then 10 % less.']])
    expect(await app.mail.findSentMail(/10 % less/)).toMatchObject({
      to: [expect.stringContaining('rita@partner.test')],
    })
    await app.settled()
    expect(await app.mail.sent()).toHaveLength(2)
    expect(await app.slack.messages(support)).toEqual([])
  },
)

testWithoutHold(
  'a forward takes the files of the mail along, and answers to it return to its thread',
  async ({ app }) => {
    const support = await app.slack.channel('support')
    const maria = await app.slack.user('maria')
    const inbound = await app.mail.receive({
      subject: 'Contract',
      text: 'Please sign this.',
      attachments: [
        { filename: 'contract.txt', content_type: 'text/plain', content: Buffer.from('I sign').toString('base64') },
      ],
    })
    const head = await app.slack.findMessage(support, /Please sign this/)
    const form = await openForwardForm(app, maria, head)
    await sendForm(app, maria, form, [
      [/^To$/, 'legal@partner.test'],
      [/^Your message$/, 'Is this all right?'],
    ])
    const sent = await app.mail.findSentMail(/Is this all right/)
    expect(sent).toMatchObject({ subject: 'Fwd: Contract', to: ['legal@partner.test'], thread_id: inbound.thread_id })
    expect(sent.text).toContain('Please sign this.')
    expect(sent.attachments.map(({ filename }) => filename)).toEqual(['contract.txt'])
    const card = await findInThread(app, head, /forwarded this to legal@partner\.test/)
    expect(readText(card)).not.toContain('Please sign this')
    await app.mail.receive({
      from: 'legal@partner.test',
      subject: 'Re: Fwd: Contract',
      text: 'Yes, it is.',
      in_reply_to: sent.message_id,
      thread_id: 'thd_of_legal',
    })
    const answer = await findInThread(app, head, /Yes, it is/)
    expect(readText(answer)).not.toContain('First contact')
    await app.slack.findMessage(support, /Please sign this.*legal@partner\.test replied to the forward/s)
    await findInThread(app, head, /legal@partner\.test replied to your forward: /)
    await app.settled()
    expect(await app.mail.sent()).toHaveLength(1)
  },
)

testWithLongHold(
  'a forward asks once about an address that the inbox has never written with, also if it is taken back and edited',
  async ({ app, slack, mail, support, maria }) => {
    await mail.receive({ from: 'depot@carrier.test', text: 'We collect parcels at noon.' })
    await slack.findMessage(support, /parcels at noon/)
    await mail.receive({ text: 'Where is my parcel?' })
    const head = await slack.findMessage(support, /Where is my parcel/)
    const known = await openForwardForm(app, maria, head)
    expect(await slack.fillForm(maria, known, [[/^To$/, 'depot@carrier.test']])).toMatchObject({
      response_action: 'clear',
    })
    await findInThread(app, head, /depot@carrier\.test/)

    const form = await openForwardForm(app, maria, head)
    const values: [RegExp, string][] = [[/^To$/, 'legal@partner.test']]
    expect(await slack.fillForm(maria, form, values)).toMatchObject({ response_action: 'update' })
    await sendForm(app, maria, await slack.findForm(maria), values)
    const card = await findInThread(app, head, /legal@partner\.test/)
    await slack.click(maria, { ...card, thread: head.ts }, 'mail.undo_edit')
    const again = await slack.findForm(maria)
    expect(readText(again)).toContain('legal@partner.test')
    expect(await slack.fillForm(maria, again, [[/^Your message$/, 'Is this yours?']])).toMatchObject({
      response_action: 'clear',
    })
    await findInThread(app, head, /Is this yours/)
  },
)

testWithoutHold(
  'a forward to other inboxes of the workspace names the people who can read it there, before it is sent',
  async ({ app, slack, mail, docs, leads, support, maria, aiko, tom }) => {
    for (const user of [aiko, maria, tom]) await slack.join(user, leads)
    await setApproval(app, `<@${tom}>`)
    const [billing, hiring] = [await createInbox(app, 'billing'), await createInbox(app, 'hiring')]
    // Maria is not in its private channel.
    const partners = mail.inbox.replace(/^[^@]+/, 'partners')
    for (const [inbox, channel] of [
      [mail.inbox, '#leads'],
      [billing, '#support'],
      [hiring, '#leads'],
    ])
      await slack.command(aiko, docs, `/mail route ${inbox} ${channel}`)
    await app.settled()
    await mail.receive({ subject: 'Salaries', text: 'Please keep this between us.' })
    const head = await slack.findMessage(leads, /between us/)
    const form = await openForwardForm(app, maria, head)
    await slack.fillForm(maria, form, [
      [/^To$/, `${billing}, ${hiring}, ${partners}`],
      [/^Your message$/, 'Is this all right?'],
    ])
    const shown = await findView(app, maria, /Everyone in this workspace will be able to read this/)
    const text = readText(shown)
    expect(text).toContain(
      `Everyone in this workspace will be able to read this email in #support, the channel of ${billing}.`,
    )
    expect(text).toContain(`This email will be visible to everyone in the channel of ${partners}.`)
    expect(text).not.toMatch(/hiring@[^ ,]* will be able|the channel of hiring|#partners/)
    await app.settled()
    expect(await mail.sent()).toEqual([])
    await slack.submit(maria, shown.id, listTicks(shown))
    const review = await openReview(app, tom)
    // Unlike Maria, Tom is in the channel of the partners.
    expect(readText(review)).toContain(`will be able to read this email in #support, the channel of ${billing}.`)
    expect(readText(review)).toContain('Everyone in #partners will be able to read this email there.')
    await slack.submit(tom, review.id)
    await slack.findMessage(support, /Is this all right/)
    await app.settled()
    expect(await mail.sent()).toHaveLength(1)
  },
)

testWithoutHold.for(['forward', 'reply'] as const)(
  'a %s to a tagged address of another inbox names the people who can read it there',
  async (kind, { app, slack, mail, docs, leads, maria, aiko }) => {
    for (const user of [aiko, maria]) await slack.join(user, leads)
    const billing = await createInbox(app, 'billing')
    for (const [inbox, channel] of [
      [mail.inbox, '#leads'],
      [billing, '#support'],
    ])
      await slack.command(aiko, docs, `/mail route ${inbox} ${channel}`)
    await app.settled()
    const tagged = billing.replace('@', '+VIP@').toUpperCase()
    const other = kind === 'reply' ? { to: [mail.inbox, tagged] } : {}
    await mail.receive({ subject: 'Salaries', text: 'Please keep this between us.', ...other })
    const head = await slack.findMessage(leads, /between us/)
    if (kind === 'reply') await openReplyToAll(slack, maria, head)
    else {
      const form = await openForwardForm(app, maria, head)
      await slack.fillForm(maria, form, [
        [/^To$/, tagged],
        [/^Your message$/, 'Is this all right?'],
      ])
    }
    const shown = await findView(app, maria, /Everyone in this workspace will be able to read this/)
    expect(readText(shown)).toContain(`in #support, the channel of ${billing}.`)
    await app.settled()
    expect(await mail.sent()).toEqual([])
  },
)

const lost = { mode: 'accept-then-drop' } as const

testWithoutHold.for(['forward', 'new mail'] as const)(
  'an answer to a %s that arrives before the send is confirmed is in its thread',
  async (kind, { app }) => {
    const { head } = await sendOther(app, kind, lost)
    const sent = await app.mail.findSentMail(/here is our offer|Is this all right/)
    await app.mail.receive({
      from: 'Rita <rita@partner.test>',
      subject: `Re: ${sent.subject}`,
      text: 'That was quick.',
      in_reply_to: sent.message_id,
      ...(kind === 'forward' && { thread_id: 'thd_of_legal' }),
    })
    await findInThread(app, head, /That was quick/)
    await app.clearFaults()
    await (kind === 'new mail' ? app.slack.findMessage(head.channel, /Sent </) : findInThread(app, head, /Sent </))
    await app.mail.receive({
      from: 'Rita <rita@partner.test>',
      text: 'One more thing.',
      thread_id: 'thd_of_legal',
      in_reply_to: sent.message_id,
    })
    await findInThread(app, head, /One more thing/)
    await app.settled()
    expect(await app.mail.sent()).toHaveLength(1)
  },
)
