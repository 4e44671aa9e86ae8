import { ifPossible } from '../tools/sandbox-client.ts'
import { writeMailText, writeReplyText } from './card-parser.ts'
import type { Fixture, MailThread } from './fixture.ts'
import { closeForms, findCards, isSuccessful, pickAt, submitForm, waitForForm } from './person.ts'
import type { PlannedOperation } from './plan.ts'

const CUSTOMERS = 40

/** A customer writes, in this thread or in a new one. */
async function writeMail(fixture: Fixture, planned: PlannedOperation, thread?: MailThread): Promise<void> {
  const customer = `customer${Math.floor(planned.user * CUSTOMERS)}@customer.test`
  const received = await fixture.sandbox.mail.receive({
    inbox_id: fixture.inbox,
    from: `Customer <${customer}>`,
    subject: thread ? `Re: ${thread.marker}` : `${planned.marker} ${planned.words}`,
    text: `${writeMailText(planned.marker)} ${planned.words}`,
    ...(thread && { thread_id: thread.threadId, in_reply_to: thread.messageId }),
  })
  const parent = thread?.marker ?? planned.marker
  fixture.mailThreads.push({ marker: parent, threadId: received.thread_id, messageId: received.message_id })
  fixture.operations.push({
    kind: 'mail',
    marker: planned.marker,
    accepted: undefined,
    event: received.event_id,
    parent,
    mailThread: received.thread_id,
  })
}

export const startMailThread = (fixture: Fixture, planned: PlannedOperation): Promise<void> =>
  writeMail(fixture, planned)

export const continueMailThread = (fixture: Fixture, planned: PlannedOperation): Promise<void> =>
  writeMail(fixture, planned, pickAt(fixture.mailThreads, planned.pick))

export async function replyToMail(fixture: Fixture, planned: PlannedOperation): Promise<void> {
  const { people, sandbox, mailChannel } = fixture
  const user = pickAt(people, planned.user) ?? people[0]
  const card = pickAt(
    [...findCards(fixture, 'card:mail.card:'), ...findCards(fixture, 'card:mail.mail:')],
    planned.pick,
  )
  if (!card) return startMailThread(fixture, planned)
  await closeForms(fixture, user)
  const target = { channel: mailChannel, message_ts: card.ts, action_id: 'mail.reply' }
  const clicked = await ifPossible(sandbox.slack.click({ user, ...target }))
  if (!isSuccessful(clicked) || !(await waitForForm(fixture, user, 'mail.reply')))
    return startMailThread(fixture, planned)
  const values = { text: { 'mail.text': `${writeReplyText(planned.marker)} ${planned.words}` } }
  const accepted = await submitForm(fixture, user, { callbackId: 'mail.reply', values })
  const thread = `${card.channel}:${card.threadTs ?? card.ts}`
  fixture.operations.push({ kind: 'reply', marker: planned.marker, accepted, thread })
  await closeForms(fixture, user)
}

export async function reportComplaint(fixture: Fixture, planned: PlannedOperation): Promise<void> {
  const mail = pickAt(await fixture.sandbox.mail.sent(), planned.pick)
  if (!mail) return startMailThread(fixture, planned)
  await fixture.sandbox.mail.reportOutcome(mail.message_id, 'complained')
}

export async function redeliverMailEvent(fixture: Fixture, planned: PlannedOperation): Promise<void> {
  const delivery = pickAt(await fixture.sandbox.mail.deliveries(), planned.pick)
  if (!delivery) return startMailThread(fixture, planned)
  await ifPossible(fixture.sandbox.mail.redeliver(delivery.event_id, planned.times))
}
