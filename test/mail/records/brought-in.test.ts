import { expect, test } from 'vitest'
import type { Mail } from '../../../src/mail/records/mail/mail.ts'
import { buildThread, type MailThread } from '../../../src/mail/records/mail/mail-thread.ts'
import {
  isCustomerAnswered,
  withAnswer,
  withoutAsideOnly,
  withArrival,
  withThreadAct,
} from '../../../src/mail/records/mail/thread-changes.ts'
import { findBroughtIn, isOnlyAside } from '../../../src/mail/records/replies/brought-in.ts'
import { buildReply, type Reply } from '../../../src/mail/records/replies/reply.ts'
import { openMailSlice } from '../../support/mail-services.ts'
import { sampleMail } from '../sample-mail.ts'
import { sampleReply } from '../sample-reply.ts'

const party = (address: string) => ({ address })
const gus = party('gus@customer.test')
const bank = party('bank@partner.test')
const carl = party('carl@carrier.test')

/** An event of a thread: a mail from a person, or a reply. */
type Event = { from: { address: string } & Partial<Mail> } | { reply: Partial<Reply> }

async function play(events: Event[]) {
  const { services } = await openMailSlice()
  let thread: MailThread = buildThread({ inboxId: 'help@acme.test', threadId: 'th1' })
  const ways: (string | undefined)[] = []
  for (const [index, event] of events.entries()) {
    const at = 10_000_000 + index * 1_000
    if ('reply' in event) {
      const content = { to: [], cc: [], bcc: [], mail: 'm0', ...event.reply }
      const aside = await isOnlyAside(services, thread, { ...sampleReply, ...content })
      const reply: Reply = {
        ...buildReply(`r${index}`, { ...sampleReply, ...content }, at),
        state: 'sent',
        sentAt: at,
        sentId: `<r${index}@acme.test>`,
        ...event.reply,
        aside,
      }
      await services.replyStore.replies.put(`r${index}`, reply, 0)
      thread = { ...thread, replies: [...thread.replies, { id: `r${index}`, user: 'U1', at }] }
      ways.push(aside ? 'aside' : undefined)
      continue
    }
    const { address, ...changes } = event.from
    const mail = { ...sampleMail, at, replyTo: [], to: [], cc: [], headers: {}, ...changes, from: { address } }
    const by = await findBroughtIn(services, thread, mail)
    await services.mailStore.mails.put(`m${index}`, mail, 0)
    thread = withArrival(thread, { key: `m${index}`, mail, now: at, by })
    ways.push(by)
  }
  return { ways, newest: thread.newest?.mail, thread }
}

const forwardTo = (...to: { address: string }[]): Event => ({ reply: { kind: 'forward', to } })

test('the recipient of a forward was brought in, the customer was not, even if the forward went to them', async () => {
  const { ways, newest } = await play([
    { from: gus },
    forwardTo(bank, gus),
    { from: bank },
    { from: gus },
    { from: bank },
  ])
  expect(ways).toEqual([undefined, undefined, 'forward', undefined, 'forward'])
  expect(newest).toBe('m3')
})

test('a person named by the customer before the forward is on the customer’s side, one named later is not', async () => {
  const named = await play([{ from: { ...gus, cc: [bank] } }, forwardTo(bank), { from: bank }])
  expect(named.ways.at(-1)).toBeUndefined()
  const later = await play([{ from: gus }, forwardTo(bank), { from: { ...gus, cc: [bank] } }, { from: bank }])
  expect(later.ways.at(-1)).toBe('forward')
})

test('a forward of an answer to a forward brings its recipient in as well', async () => {
  const { ways, newest } = await play([
    { from: gus },
    forwardTo(bank),
    { from: bank },
    { reply: { kind: 'forward', mail: 'm2', to: [carl] } },
    { from: carl },
  ])
  expect(ways).toEqual([undefined, undefined, 'forward', undefined, 'forward'])
  expect(newest).toBe('m0')
})

test('a person in Cc of a reply was brought in, and a person in its To becomes the customer’s side', async () => {
  const { ways } = await play([{ from: gus }, { reply: { to: [carl], cc: [bank] } }, { from: bank }, { from: carl }])
  expect(ways).toEqual([undefined, undefined, 'copy', undefined])
})

test('an unknown sender who answers the forward was brought in, any other unknown sender was not', async () => {
  const clerk = { address: 'clerk@partner.test', headers: { 'In-Reply-To': '<r1@acme.test>' } }
  const { ways } = await play([{ from: gus }, forwardTo(bank), { from: clerk }, { from: carl }])
  expect(ways).toEqual([undefined, undefined, 'forward', undefined])
})

test('recipients of an email that began the thread are the customer’s side, also if it was forwarded to them', async () => {
  const { ways } = await play([
    { reply: { kind: 'new', mail: '', to: [gus], cc: [bank] } },
    forwardTo(bank),
    { from: bank },
  ])
  expect(ways.at(-1)).toBeUndefined()
})

test('a forward that was never tried brings nobody in', async () => {
  const { ways } = await play([
    { from: gus },
    { reply: { kind: 'forward', to: [bank], state: 'cancelled', tries: 0 } },
    { from: bank },
  ])
  expect(ways.at(-1)).toBeUndefined()
})

test('a reply is an aside if it goes to nobody on the customer’s side, also to somebody new at the bank', async () => {
  const start: Event[] = [{ from: gus }, forwardTo(bank), { from: bank }]
  const send = async (reply: Partial<Reply>) => (await play([...start, { reply }])).ways.at(-1)
  expect(await send({ mail: 'm2', to: [bank] })).toBe('aside')
  expect(await send({ mail: 'm2', to: [bank, carl] })).toBe('aside')
  expect(await send({ mail: 'm2', to: [bank, gus] })).toBeUndefined()
  expect(await send({ mail: 'm0', to: [bank] })).toBe('aside')
  expect(await send({ mail: 'm0', to: [carl] })).toBeUndefined()
})

test('the customer counts as answered while only asides came since our answer, until they write or the thread is reopened', async () => {
  const start = (await play([{ from: gus }, forwardTo(bank)])).thread
  const unanswered = withArrival(start, { key: 'b', mail: sampleMail, now: 20_000_000, by: 'forward' })
  expect(isCustomerAnswered(unanswered)).toBe(false)
  const waiting = withAnswer(start, { decidedAt: 19_000_000, sentAt: 19_000_000 }) ?? start
  const answered = withArrival(waiting, { key: 'b', mail: sampleMail, now: 20_000_000, by: 'forward' })
  expect(answered.work).toBe('open')
  expect(isCustomerAnswered(answered)).toBe(true)
  expect(isCustomerAnswered(withArrival(answered, { key: 'c', mail: sampleMail, now: 21_000_000 }))).toBe(false)
  expect(isCustomerAnswered(withThreadAct(answered, { verb: 'reopen', user: 'U1', at: 21_000_000 }))).toBe(false)
})

test('the customer waits again if our newest answer reached nobody while an aside came', async () => {
  const start = (await play([{ from: gus }, forwardTo(bank)])).thread
  const sentAt = 19_000_000
  const waiting = { ...start, ...withAnswer(start, { decidedAt: sentAt, sentAt }), oursAt: sentAt }
  const answered = withArrival(waiting, { key: 'b', mail: sampleMail, now: 20_000_000, by: 'forward' })
  expect(isCustomerAnswered(answered)).toBe(true)
  const lost = withoutAsideOnly(answered, { sentAt })
  expect(lost && isCustomerAnswered(lost)).toBe(false)
  expect(withoutAsideOnly(answered, { sentAt: sentAt - 1 })).toBeUndefined()
})

test('an answer that crosses an aside leaves the thread open, and the customer answered', async () => {
  const start = (await play([{ from: gus }, forwardTo(bank)])).thread
  const crossed = withArrival(start, { key: 'b', mail: sampleMail, now: 20_000_000, by: 'forward' })
  const sent = withAnswer(crossed, { decidedAt: 19_000_000, sentAt: 20_000_001, closes: true }) ?? crossed
  expect(sent.work).toBe('open')
  expect(isCustomerAnswered(sent)).toBe(true)
})
