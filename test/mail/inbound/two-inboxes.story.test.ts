/** @module-tag redis */
import { expect } from 'vitest'
import { readText } from '../../support/block-queries.ts'
import { type Harness, type Message, type MessageRef, until } from '../../support/harness.ts'
import { testWith } from '../../support/story-test.ts'
import { testSending } from '../../support/sending/sending-story.ts'
import { openForwardForm, openWriteForm, sendForm } from '../outbound/compose/new-mail.ts'
import { createInbox } from '../mailbox-calls.ts'

const test = testSending({ env: { MAIL_UNDO_SECONDS: '0' } })
/** Mail stays at the mailbox without a webhook, as if it came before Bellhop. */
const testBefore = testWith({ env: () => ({ MAIL_UNDO_SECONDS: '0', PUBLIC_URL: '' }) })

/** Receives a customer's mail in support@, and returns its head. */
async function receiveInSupport(app: Harness): Promise<Message & MessageRef> {
  await app.mail.receive({ subject: 'Refund', text: 'I was charged twice.' })
  return app.slack.findMessage(await app.slack.channel('support'), /I was charged twice/)
}

async function forwardTo(
  app: Harness,
  user: string,
  { head, to, text }: { head: Message & MessageRef; to: string; text: string },
): Promise<void> {
  await sendForm(app, user, await openForwardForm(app, user, head), [
    [/^To$/, to],
    [/^Your message$/, text],
  ])
}

async function answer(app: Harness, user: string, head: Message & MessageRef, text: string): Promise<void> {
  await app.slack.click(user, head, 'mail.reply')
  await sendForm(app, user, await app.slack.findForm(user), [['mail.text', text]])
}

const countHeads = async ({ slack }: Harness, channel: string, words: RegExp): Promise<number> =>
  (await slack.messages(channel)).filter((one) => words.test(readText(one))).length

/** Counts the messages below the head, which shows the newest mail as well. */
const countBelow = async ({ slack }: Harness, channel: string, thread: string, words: RegExp): Promise<number> =>
  (await slack.messages(channel, thread)).filter((one) => one.ts !== thread && words.test(readText(one))).length

test(
  'a mail forwarded to another inbox appears there, and its answer comes back to the thread of the forward',
  { tags: 'smoke' },
  async ({ app, slack, support, leads, maria, aiko, tom }) => {
    const billing = await createInbox(app, 'billing')
    await slack.command(aiko, support, `/mail route ${billing} #leads`)
    const head = await receiveInSupport(app)
    await forwardTo(app, maria, { head, to: billing, text: 'Please look into this.' })
    const copy = await slack.findMessage(leads, /Please look into this/)
    expect(readText(copy)).toContain(app.mail.inbox)
    expect(readText(copy)).not.toContain('External')
    await answer(app, tom, copy, 'Refunded today.')
    await slack.findMessage(support, /Refunded today/, head.ts)
    await app.settled()
    expect(await countHeads(app, leads, /Please look into this/)).toBe(1)
    expect(await countBelow(app, support, head.ts, /Refunded today/)).toBe(1)
  },
)

test('a reply that also goes to another inbox of the same channel appears as a mail of that inbox', async ({
  app,
  slack,
  support,
  maria,
}) => {
  const billing = await createInbox(app, 'billing')
  await app.mail.receive({ subject: 'Refund', text: 'I was charged twice.', cc: [billing] })
  const head = await slack.findMessage(support, /I was charged twice/)
  await slack.click(maria, head, 'mail.claim')
  await app.settled()
  await slack.click(maria, head, /^Reply all$/)
  await sendForm(app, maria, await slack.findForm(maria), [[/^Your reply$/, 'Billing will refund you.']])
  const copy = await until(async () => {
    const shown = await slack.messages(support)
    return shown.find((one) => one.thread_ts === undefined && /Billing will refund you/.test(readText(one)))
  })
  await app.settled()
  expect(copy.ts).not.toBe(head.ts)
  expect(await countBelow(app, support, head.ts, /Billing will refund you/)).toBe(1)
})

test('the answer to a new mail between two inboxes comes back to the thread of that mail', async ({
  app,
  slack,
  support,
  leads,
  maria,
  aiko,
  tom,
}) => {
  const billing = await createInbox(app, 'billing')
  await slack.command(aiko, support, `/mail route ${billing} #leads`)
  await sendForm(app, maria, await openWriteForm(app, maria, support, `${app.mail.inbox} ${billing}`), [
    [/^Subject$/, 'Refund of order 7'],
    [/^Your message$/, 'Please refund order 7.'],
  ])
  const head = await slack.findMessage(support, /Please refund order 7/)
  await answer(app, tom, await slack.findMessage(leads, /Please refund order 7/), 'Refunded today.')
  await slack.findMessage(support, /Refunded today/, head.ts)
})

test('a new mail to another inbox appears there, also if both inboxes know it by the same id', async ({
  app,
  slack,
  support,
  leads,
  maria,
  aiko,
}) => {
  const billing = await createInbox(app, 'billing')
  await slack.command(aiko, support, `/mail route ${billing} #leads`)
  await sendForm(app, maria, await openWriteForm(app, maria, support, `${app.mail.inbox} rita@partner.test`), [
    [/^Subject$/, 'Our offer'],
    [/^Your message$/, 'Here is our offer.'],
  ])
  const sent = await app.mail.findSentMail(/Here is our offer/)
  await app.settled()
  await app.mail.receive({
    inbox_id: billing,
    message_id: sent.message_id,
    from: sent.from,
    headers: sent['headers'],
    subject: 'Our offer',
    text: 'Here is our offer.',
  })
  await slack.findMessage(leads, /Here is our offer/)
})

test('a copy that comes back to the inbox that sent the reply is not shown again', async ({ app, support, maria }) => {
  const billing = await createInbox(app, 'billing')
  const head = await receiveInSupport(app)
  await answer(app, maria, head, 'Billing will refund you.')
  const { headers, from } = await app.mail.findSentMail(/Billing will refund you/)
  await app.settled()
  const copy = { from, headers, subject: 'Re: Refund', text: 'The copy', cc: [billing] }
  await app.mail.receive({ ...copy, message_id: '<copy@sandbox.test>' })
  await app.settled()
  expect(await countHeads(app, support, /The copy/)).toBe(0)
})

test('a person who answers the copy of an email that a colleague answered from another inbox is asked first', async ({
  app,
  slack,
  mail,
  support,
  leads,
  maria,
  aiko,
  tom,
}) => {
  const billing = await createInbox(app, 'billing')
  await slack.command(aiko, support, `/mail route ${billing} #leads`)
  const email = {
    message_id: '<both@customer.test>',
    to: [mail.inbox, billing],
    subject: 'Refund',
    text: 'I paid twice.',
  }
  await mail.receive(email)
  await mail.receive({ ...email, inbox_id: billing })
  const [head, copy] = await Promise.all([support, leads].map((one) => slack.findMessage(one, /I paid twice/)))
  if (!head || !copy) throw new Error('the email has no card')
  await answer(app, maria, head, 'Refunded today.')
  await slack.findMessage(support, /Refunded today/, head.ts)
  await app.settled()
  await slack.click(tom, copy, 'mail.reply')
  const form = await slack.findForm(tom)
  const warning = `Send yours too? Maria Torres has already replied from ${mail.inbox}: “Refunded today.”`
  expect(readText(form)).toContain(warning)
  const asked = await slack.fillForm(tom, form, [['mail.text', 'We look into it.']])
  expect(asked.response_action).toBe('update')
  await app.settled()
  expect(await mail.sent()).toHaveLength(1)
  await slack.submit(tom, form.id)
  await mail.findSentMail(/We look into it/)
})

test('a person who answers an email that a colleague has answered from the inbox it was forwarded to is asked first', async ({
  app,
  slack,
  mail,
  support,
  leads,
  maria,
  aiko,
  tom,
}) => {
  const billing = await createInbox(app, 'billing')
  await slack.command(aiko, support, `/mail route ${billing} #leads`)
  const head = await receiveInSupport(app)
  await forwardTo(app, maria, { head, to: billing, text: 'Please answer them directly.' })
  const copy = await slack.findMessage(leads, /Please answer them directly/)
  await app.settled()
  await slack.click(tom, copy, 'mail.reply')
  const form = await slack.findForm(tom)
  await slack.clickInView(tom, form.id, 'mail.edit_recipients')
  const edited = await until(async () =>
    (await slack.views(tom)).find((view) => view.id === form.id && readText(view).includes('mail.recipients:to')),
  )
  await sendForm(app, tom, edited, [[/^To$/, 'one@customer.test'], ['mail.text', 'Refunded today.']]) // prettier-ignore
  await mail.findSentMail(/Refunded today/)
  await app.settled()
  await slack.click(maria, head, 'mail.reply')
  const second = await slack.findForm(maria)
  expect(readText(second)).toContain(
    `Send yours too? Tom Hadley has already replied from ${billing}: “Refunded today.”`,
  )
  expect((await slack.fillForm(maria, second, [['mail.text', 'We look into it.']])).response_action).toBe('update')
})

testBefore('an import brings mail that another inbox sent', async ({ app, slack, mail, support, maria, aiko }) => {
  const billing = await createInbox(app, 'billing')
  await sendForm(app, maria, await openWriteForm(app, maria, support, `${mail.inbox} ${billing}`), [
    [/^Subject$/, 'Refund of order 7'],
    [/^Your message$/, 'Please refund order 7.'],
  ])
  await mail.findSentMail(/Please refund order 7/)
  await app.settled()
  await slack.command(aiko, support, `/mail import ${billing} 3`)
  await slack.findEphemeral(support, aiko, /Imported 1 email/)
  await slack.findMessage(support, /earlier email[^]*Refund of order 7/)
})
