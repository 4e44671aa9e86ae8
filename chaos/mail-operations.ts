import { ifPossible } from '../tools/sandbox-client.ts'
import { writeMailText } from './card-parser.ts'
import type { Fixture, MailThread } from './fixture.ts'
import { pickAt } from './person.ts'
import type { PlannedOperation } from './plan.ts'

const CUSTOMERS = 40

/** Every fifth mail thread reaches the second inbox. */
const chooseInbox = ({ inboxes: [first, second] }: Fixture, marker: string): string =>
  Number(marker.slice(1, 6)) % 5 === 0 ? second.id : first.id

/** A customer writes, in this thread or in a new one. */
async function writeMail(fixture: Fixture, planned: PlannedOperation, thread?: MailThread): Promise<void> {
  const customer = `customer${Math.floor(planned.user * CUSTOMERS)}@customer.test`
  const inbox = thread?.inbox ?? chooseInbox(fixture, planned.marker)
  const received = await fixture.sandbox.mail.receive({
    inbox_id: inbox,
    from: `Customer <${customer}>`,
    subject: thread ? `Re: ${thread.marker}` : `${planned.marker} ${planned.words}`,
    text: `${writeMailText(planned.marker)} ${planned.words}`,
    // Every other mail has somebody else in copy.
    ...(planned.pick < 0.5 && { cc: [`colleague.${customer}`] }),
    ...(thread && { thread_id: thread.threadId, in_reply_to: thread.messageId }),
  })
  const parent = thread?.marker ?? planned.marker
  fixture.mailThreads.push({ inbox, marker: parent, threadId: received.thread_id, messageId: received.message_id })
  fixture.operations.push({
    kind: 'mail',
    marker: planned.marker,
    accepted: undefined,
    event: received.event_id,
    parent,
    inbox,
    mailThread: received.thread_id,
  })
}

export const startMailThread = (fixture: Fixture, planned: PlannedOperation): Promise<void> =>
  writeMail(fixture, planned)

export const continueMailThread = (fixture: Fixture, planned: PlannedOperation): Promise<void> =>
  writeMail(fixture, planned, pickAt(fixture.mailThreads, planned.pick))

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
