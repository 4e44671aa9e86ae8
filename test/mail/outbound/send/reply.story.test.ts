import { expect } from 'vitest'
import type { Fault } from '../../../../sandbox/control-types.ts'
import { findButton, findField, readText } from '../../../support/block-queries.ts'
import { createForger } from '../../../support/forged-requests.ts'
import { type Harness, type Message, until, type View, type MessageRef } from '../../../support/harness.ts'
import { readMentioned } from '../../../support/mentions.ts'
import { testSending } from '../../../support/sending/sending-story.ts'
import { claim, sendTicked } from './reply-sending.ts'

/** Opens Maria's reply form for a mail in the support channel. */
async function openReplyForm(app: Harness, mail: Record<string, unknown> = {}, label = /^Reply$/) {
  const support = await app.slack.channel('support')
  const maria = await app.slack.user('maria')
  const inbound = await app.mail.receive({ subject: 'Invoice 4711', text: 'The total looks wrong.', ...mail })
  const head = await app.slack.findMessage(support, /The total looks wrong/)
  await app.slack.click(maria, label.test('Reply all') ? await claim(app, maria, head) : head, label)
  return { support, maria, inbound, head, form: await app.slack.findForm(maria) }
}

const answer = 'You are right, a new invoice is on its way.'
const noHold = { env: { MAIL_UNDO_SECONDS: '0' } }
const submitReply = (app: Harness, user: string, form: View, text = answer) =>
  app.slack.fillForm(user, form, [['mail.text', text]])
const inThread = (app: Harness, head: Message & MessageRef, fits: RegExp) =>
  app.slack.findMessage(head.channel, fits, head.ts)

const testWithoutHold = testSending(noHold)
const testWithLongHold = testSending({ env: { MAIL_UNDO_SECONDS: '600' } })

testWithoutHold(
  'a reply is sent once to the shown recipients, and its card follows the delivery',
  { tags: 'smoke' },
  async ({ app }) => {
    const { maria, head, form } = await openReplyForm(app)
    expect(readText(form)).toContain('one@customer.test')
    expect(readText(form)).not.toMatch(/\d (person|people) at /)
    expect(readText(form)).not.toContain('New address')
    const rich = {
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_section',
          elements: [
            { type: 'text', text: 'You are right, ', style: { bold: true } },
            { type: 'user', user_id: maria },
            { type: 'text', text: ' sends a new invoice <today>.' },
          ],
        },
      ],
    }
    const rounds = [1, 2].map(() =>
      app.slack.submit(maria, form.id, { text: { 'mail.text': { type: 'rich_text_input', rich_text_value: rich } } }),
    )
    await Promise.allSettled(rounds)
    const sent = await app.mail.findSentMail(/new invoice/)
    expect(sent.to).toEqual([expect.stringContaining('one@customer.test')])
    const [own, signature, quoted] = (sent.text ?? '').split('\n\n')
    expect(own).toBe('You are right, @Maria Torres sends a new invoice <today>.')
    expect(signature).toBe('-- \nMaria Torres')
    expect(quoted).toMatch(
      /^On \w+, \d+ \w+ \d+ at \d\d:\d\d, .*one@customer\.test>? wrote:\n> The total looks wrong\.$/,
    )
    expect(sent.html).toContain('<strong>You are right, </strong>')
    expect(sent.html).toContain('&lt;today&gt;')
    expect(sent.html).toContain('Maria Torres</div>\n<br>\n<div class="moz-cite-prefix"')
    expect(sent.idempotency_key).toMatch(/^bellhop-reply-[0-9a-f]+$/)
    await inThread(app, head, /Maria Torres replied to one@customer\.test/)
    await inThread(app, head, /Sent </)
    await app.mail.reportOutcome(sent.message_id, 'delivered')
    await inThread(app, head, /"Delivered </)
    await app.mail.reportOutcome(sent.message_id, 'complained')
    const loud = await inThread(app, head, /marked your reply as spam/)
    expect(loud.text).toContain(`<@${maria}>`)
    await app.settled()
    expect(await app.mail.sent()).toHaveLength(1)
    const card = readText((await app.slack.messages(head.channel))[0])
    expect(card).toContain('marked our reply as spam')
    expect(card).not.toContain('waiting for their reply')
  },
)

testWithoutHold('Reply all addresses everyone but the inbox, and warns about new addresses', async ({ app }) => {
  const mail = { to: [app.mail.inbox, 'ann@customer.test'], cc: ['two@other.test'], reply_to: ['desk@customer.test'] }
  const { maria, form } = await openReplyForm(app, mail, /^Reply all$/)
  const shown = readText(form)
  for (const address of ['desk@customer.test', 'ann@customer.test', 'two@other.test']) expect(shown).toContain(address)
  expect(shown).toContain('"3 people at 2 companies.')
  await app.slack.clickInView(maria, form.id, 'mail.edit_recipients')
  await until(async () => (await app.slack.views(maria)).some((view) => findField(view, /^Cc$/)))
  // Typed text, and then Enter.
  for (const _ of [1, 2]) await app.slack.clickInView(maria, form.id, 'mail.recipients:cc', 'new@third.test')
  await until(async () => readText((await app.slack.views(maria)).at(-1)).includes('Send it to new@third.test'))
  const edited = await app.slack.findForm(maria)
  const wrong = await app.slack.fillForm(maria, edited, [
    [/^To$/, 'nobody at all'],
    [/^Your reply$/, answer],
  ])
  expect(wrong.errors).toEqual({ to: 'Not an email address: nobody at all' })
  const nobody = await app.slack.fillForm(maria, edited, [
    [/^To$/, 'desk@customer.test'],
    [/^Cc$/, 'two@other.test'],
    [/^Bcc$/, 'lawyer@else.test'],
    [/^Your reply$/, answer],
  ])
  expect(nobody.response_action).toBe('update')
  const warned = await app.slack.findForm(maria)
  expect(readText(warned)).toContain('Send it to lawyer@else.test')
  await sendTicked(app, maria, warned)
  const sent = await app.mail.findSentMail(/new invoice/)
  expect([sent.to, sent.cc, sent.bcc]).toEqual([['desk@customer.test'], ['two@other.test'], ['lawyer@else.test']])
})

testWithLongHold('after the thread is deleted, the reply appears under a new head', async ({ app }) => {
  const { support, maria, head, form } = await openReplyForm(app)
  await app.slack.deleteMessage(head)
  await submitReply(app, maria, form)
  const next = await app.slack.findMessage(support, /The total looks wrong/)
  const reply = await inThread(app, next, /Maria Torres wrote a reply to one@customer\.test/)
  await app.slack.click(maria, { ...reply, thread: next.ts }, 'mail.cancel')
  await inThread(app, next, /Not sent: stopped in time/)
})

testWithoutHold('a mail that arrives during writing stops the send until it is seen', async ({ app }) => {
  const { support, maria, head, form, inbound } = await openReplyForm(app)
  await app.mail.receive({ thread_id: inbound.thread_id, text: 'Never mind, it is solved.' })
  await app.slack.findMessage(support, /Never mind/, head.ts)
  const first = await submitReply(app, maria, form)
  expect(first.response_action).toBe('update')
  const again = await app.slack.findForm(maria)
  expect(readText(again)).toContain('Never mind, it is solved.')
  await app.settled()
  expect(await app.mail.sent()).toHaveLength(0)
  await app.slack.submit(maria, again.id)
  await app.mail.findSentMail(/new invoice/)
})

testWithoutHold('a second writer sees the first reply before sending', async ({ app, tom }) => {
  const { support, maria, head, form } = await openReplyForm(app)
  await app.slack.click(tom, head, 'mail.reply')
  const toms = await app.slack.findForm(tom)
  await app.slack.findMessage(support, /Tom [^"]*are writing a reply/)
  // Send also asks Maria once, because Tom is writing.
  await submitReply(app, maria, form)
  await app.slack.submit(maria, form.id)
  await inThread(app, head, /Maria Torres replied to/)
  const second = await submitReply(app, tom, toms, 'I am looking into it.')
  expect(second.response_action).toBe('update')
  const again = await app.slack.findForm(tom)
  expect(readText(again)).toMatch(/Maria Torres has already replied/)
  await app.slack.submit(tom, again.id)
  await app.mail.findSentMail(/looking into it/)
  await app.settled()
  expect(await app.mail.sent()).toHaveLength(2)
})

testSending({ env: { MAIL_UNDO_SECONDS: '60' } })(
  'Undo during the hold sends nothing and keeps the text',
  async ({ app }) => {
    const { maria, head, form } = await openReplyForm(app)
    await submitReply(app, maria, form)
    const held = await inThread(app, head, /Sending in 60 seconds/)
    await app.slack.click(maria, { ...held, thread: head.ts }, 'mail.cancel')
    const cancelled = await inThread(app, head, /Not sent: stopped in time/)
    await app.slack.click(maria, { ...cancelled, thread: head.ts }, 'mail.edit')
    const form2 = await app.slack.findForm(maria)
    expect(readText(form2)).toContain(answer)
    expect(readText(form2)).toContain('one@customer.test')
    await app.settled()
    expect(await app.mail.sent()).toHaveLength(0)
  },
)

testWithoutHold('a bounce notifies the writer, and only missed recipients are filled in again', async ({ app }) => {
  const { maria, head, form } = await openReplyForm(app, { cc: ['two@customer.test'] }, /^Reply all$/)
  await submitReply(app, maria, form)
  const sent = await app.mail.findSentMail(/new invoice/)
  // The events come in the wrong order.
  await app.mail.reportOutcome(sent.message_id, 'bounced', {
    recipients: [{ address: 'two@customer.test', status: 'mailbox doesn’t exist' }],
  })
  await app.mail.reportOutcome(sent.message_id, 'delivered', { recipients: ['one@customer.test'] })
  const loud = await inThread(app, head, /your reply didn’t reach two@customer\.test/)
  expect(loud.text).toContain(`<@${maria}>`)
  await inThread(app, head, /"Delivered .*\(1 of 2\)/)
  await inThread(app, head, /Not delivered to two@customer\.test: mailbox doesn’t exist \(Permanent, General\)/)
  await app.slack.click(maria, { ...loud, thread: head.ts }, 'mail.edit')
  const again = await app.slack.findForm(maria)
  expect(readText(again)).toContain('Only the addresses that didn’t get the email are filled in.')
  expect(readText(again)).toContain('To: two@customer.test')
  await app.settled()
  expect(await readMentioned(app)).toEqual([maria])
})

testWithoutHold(
  'replies carry files, guests cannot reply, and a thread message can be sent as a reply',
  async ({ app, gwen }) => {
    const { support, maria, head, form } = await openReplyForm(app)
    await app.slack.fillForm(maria, form, [
      [/^Your reply$/, answer],
      [/^Files$/, [{ name: 'invoice.pdf', content_type: 'application/pdf', content: 'aGVsbG8=' }]],
    ])
    const sent = await app.mail.findSentMail(/new invoice/)
    expect(sent.attachments).toEqual([expect.objectContaining({ filename: 'invoice.pdf', content: 'aGVsbG8=' })])
    await app.slack.click(gwen, head, 'mail.reply')
    await until(async () => {
      const seen = await app.slack.messages(support)
      return seen.some((one) => one.ephemeral_for === gwen && /Only some people can reply/.test(readText(one)))
    })
    await app.settled()
    expect(await app.slack.views(gwen)).toEqual([])

    const words = 'We checked <https://acme.test/4711|the order> & it is fine, as <!subteam^S08LEADS01A|@leads> said'
    const typed = await app.slack.say(maria, support, words, { thread_ts: head.ts })
    await app.slack.useShortcut(maria, 'mail.send_as_reply', typed)
    const form2 = await app.slack.findForm(maria, form)
    expect(readText(form2)).toContain('it is fine')
    await app.slack.submit(maria, form2.id)
    expect((await app.mail.findSentMail(/it is fine/)).text).toContain('& it is fine, as @leads said')
    await app.settled()
    expect(await app.mail.sent()).toHaveLength(2)
  },
)

const words = (text: string) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
})

testWithLongHold('a guest cannot act on mail, even if Slack is slow to identify the guest', async ({ app, gwen }) => {
  const { support, maria, head, form } = await openReplyForm(app)
  await submitReply(app, maria, form)
  const held = await inThread(app, head, /Sending in 600 seconds/)
  await app.mail.receive({ kind: 'spam', subject: 'You won', text: 'A prize.' })
  const spam = await app.slack.findMessage(support, /You won/)
  const silent: Fault = { target: 'slack', match: 'users.info', mode: 'status', status: 503, times: 1 }
  await app.addFault(silent)
  await app.slack.click(gwen, head, 'mail.reply')
  await app.slack.findEphemeral(support, gwen, /Slack took too long/)
  await app.settled()
  expect(await app.slack.views(gwen)).toEqual([])
  const { team } = await app.client.slack.app()
  const forger = createForger(app.sandbox, team.id)
  const text = { 'mail.text': { type: 'rich_text_input', rich_text_value: words('Words of a guest') } }
  const to = { 'mail.recipients:to': { type: 'plain_text_input', value: 'one@customer.test' } }
  const submit = () => forger.submit(gwen, 'mail.reply', String(form['private_metadata']), { to, text })
  await app.addFault(silent)
  expect((await submit()).body).toMatch(/"response_action":"errors".*Slack took too long/)
  expect((await submit()).body).toMatch(/"response_action":"errors".*Only full members/)
  const refusals = async (thread?: string) =>
    (await app.slack.messages(support, thread)).filter(
      (one) => one.ephemeral_for === gwen && /Only some people can .* here\. Ask @Aiko Tanaka/.test(readText(one)),
    ).length
  await app.slack.click(gwen, { ...held, thread: head.ts }, 'mail.cancel')
  await until(async () => (await refusals(head.ts)) === 1)
  for (const [n, label] of [/^Release from quarantine$/, /^Delete$/].entries()) {
    await app.slack.click(gwen, spam, label)
    await until(async () => (await refusals()) === n + 1)
  }
  await inThread(app, head, /Sending in 600 seconds/)
  expect(findButton(await app.slack.findMessage(support, /You won/), /^Release from quarantine$/)).toBeDefined()
  await app.settled()
  expect(await app.slack.messages(support, head.ts)).not.toContainEqual(
    expect.objectContaining({ text: expect.stringContaining('Gwen') }),
  )
})
