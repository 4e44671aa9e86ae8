import { expect, onTestFinished, test } from 'vitest'
import { createMailboxClient } from '../../../../src/clients/mailbox/mailbox-client.ts'
import { buildReplyCard } from '../../../../src/mail/cards/replies/reply-card.ts'
import { emptyDeliveryReport } from '../../../../src/mail/records/replies/delivery-status.ts'
import { mailTextIn } from '../../../../src/mail/text/mail-text.ts'
import { buildThread } from '../../../../src/mail/records/mail/mail-thread.ts'
import { requestApproval } from '../../../../src/mail/records/replies/reply-approval.ts'
import { buildReply, type Reply } from '../../../../src/mail/records/replies/reply.ts'
import { buildReplyMark } from '../../../../src/mail/records/replies/reply-mark.ts'
import { allowEverything } from '../../../support/allow-everything.ts'
import { type FakeAnswer, startFakeUpstream } from '../../../support/fake-upstream.ts'
import { log, openMailSlice, openMemory } from '../../../support/mail-services.ts'
import { sampleMail } from '../../sample-mail.ts'
import { sampleReply as content } from '../../sample-reply.ts'

const team = 'T1'
const HOUR_MS = 3_600_000
const send = { team, user: 'UMARIA', reply: 'r1' }
const sent = { message_id: '<s1@acme.test>', thread_id: 'th1' }
const listed = { ...sent, labels: ['sent'], timestamp: '2026-11-27T10:00:00Z' }

/** Opens a reply that is about to be sent, with a mailbox whose answers and clock the test sets. */
async function openSending({ aheadMs = 0 } = {}) {
  const time = { ours: Date.now() + aheadMs, mailbox: Date.now() + aheadMs }
  const answers = {
    send: (): FakeAnswer => ({ status: 500, json: { code: 'internal_error', message: 'failed' } }),
    list: (): FakeAnswer => ({ json: { messages: [] } }),
    read: (): FakeAnswer => ({ json: sent }),
  }
  const upstream = await startFakeUpstream(({ method, path }) => {
    const answer = method === 'POST' ? answers.send() : path.endsWith('/messages') ? answers.list() : answers.read()
    const date = new Date(time.mailbox).toUTCString()
    return typeof answer === 'string' ? answer : { ...answer, headers: { date, ...answer.headers } }
  })
  onTestFinished(() => upstream.close())
  const openProcess = async (memory = openMemory({ now: () => time.ours, scaled: (ms) => ms })) => {
    const mailbox = createMailboxClient({ baseUrl: upstream.url, apiKey: 'am_test', log })
    return { ...(await openMailSlice({ memory, access: allowEverything, mailbox })), memory }
  }
  const first = await openProcess()
  await first.services.mailStore.mails.put('key', sampleMail, 0)
  await first.services.replyStore.replies.put('r1', { ...buildReply('r1', content, time.ours), state: 'sending' }, 0)
  const calls = () =>
    upstream.asked
      .filter(({ path }) => path.includes('/messages'))
      .map(({ method, path }) => (method === 'GET' && !path.endsWith('/messages') ? 'READ' : method))
  const findReply = (): Promise<Reply | undefined> => first.services.replyStore.findReply('r1')
  return { ...first, answers, time, calls, findReply, restart: () => openProcess(first.memory) }
}

test.each([
  ['a collision', 409, 'race_condition'],
  ['a failure', 500, 'internal_error'],
])('the mailbox is read before a request is repeated after %s', async (_, status, code) => {
  const { runTask, answers, calls, findReply } = await openSending()
  answers.send = () => ({ status, json: { code, message: 'failed' } })
  expect(await runTask('mail.send', send)).toMatchObject({ againMs: expect.any(Number) })
  answers.send = () => ({ json: sent })
  await runTask('mail.send', send)
  expect(calls()).toEqual(['POST', 'GET', 'POST'])
  expect(await findReply()).toMatchObject({ state: 'sent', tries: 2 })
})

test('a request is not repeated while the mailbox cannot be read, and no failed reading counts as a harmless attempt', async () => {
  const { runTask, answers, calls, findReply } = await openSending()
  await runTask('mail.send', send)
  answers.list = () => ({ status: 429, json: { code: 'rate_limit_exceeded', message: 'busy' } })
  for (const _ of [1, 2]) expect(await runTask('mail.send', send)).toMatchObject({ againMs: expect.any(Number) })
  expect(calls()).toEqual(['POST', 'GET', 'GET'])
  const reply = await findReply()
  expect([reply?.state, reply?.tries, reply?.harmlessTries ?? 0]).toEqual(['sending', 1, 0])
})

test.each([
  ['with headers in the list', { headers: buildReplyMark('r1') }, ['POST', 'GET']],
  ['without headers in the list', {}, ['POST', 'GET', 'READ']],
])('a reply whose answer was lost is found by its mark %s', async (_, change, expected) => {
  const { runTask, answers, calls, findReply } = await openSending()
  await runTask('mail.send', send)
  answers.list = () => ({ json: { messages: [{ ...listed, ...change }] } })
  answers.read = () => ({ json: { ...sent, headers: buildReplyMark('r1') } })
  await runTask('mail.send', send)
  expect(calls()).toEqual(expected)
  expect(await findReply()).toMatchObject({ state: 'sent', sentId: sent.message_id, tries: 1 })
})

test('mail that came in is not taken for the reply, whatever its headers say', async () => {
  const { runTask, answers, calls, findReply } = await openSending()
  await runTask('mail.send', send)
  answers.list = () => ({ json: { messages: [{ ...listed, labels: ['received'], headers: buildReplyMark('r1') }] } })
  answers.send = () => ({ json: { message_id: '<s2@acme.test>', thread_id: 'th1' } })
  await runTask('mail.send', send)
  expect(calls()).toEqual(['POST', 'GET', 'POST'])
  expect((await findReply())?.sentId).toBe('<s2@acme.test>')
})

test('a key that may not list mail repeats the request under its key', async () => {
  const { runTask, answers, calls, findReply } = await openSending()
  await runTask('mail.send', send)
  answers.list = () => ({ status: 403, json: { code: 'missing_permission', message: 'Forbidden' } })
  answers.send = () => ({ json: sent })
  await runTask('mail.send', send)
  expect(calls()).toEqual(['POST', 'GET', 'POST'])
  expect((await findReply())?.state).toBe('sent')
})

test.each([
  ['in one process', false],
  ['and the app starts again', true],
])('a key is not used after its day if the clock is set back by half an hour meanwhile %s', async (_, restarts) => {
  const { runTask, time, calls, findReply, restart } = await openSending()
  await runTask('mail.send', send)
  time.mailbox += 24.2 * HOUR_MS
  time.ours += 23.4 * HOUR_MS
  const run = restarts ? (await restart()).runTask : runTask
  expect(await run('mail.send', send)).toBeUndefined()
  expect(calls()).toEqual(['POST', 'GET'])
  expect((await findReply())?.state).toBe('unknown')
})

test('a key is not used after its day if the clock was half an hour ahead at the first attempt', async () => {
  const { runTask, time, services, calls, findReply } = await openSending()
  time.ours += HOUR_MS / 2
  // The form has asked the mailbox, which shows its clock.
  await services.mailbox.inboxes.all()
  await runTask('mail.send', send)
  time.mailbox += 23.7 * HOUR_MS
  time.ours += 23.2 * HOUR_MS
  await runTask('mail.send', send)
  expect(calls()).toEqual(['POST', 'GET'])
  expect((await findReply())?.state).toBe('unknown')
})

test.each([
  ['a busy mailbox', 429, 'rate_limit_exceeded'],
  ['a failure', 500, 'internal_error'],
])('a process whose clock was a day behind at its start sends a reply again after %s', async (_, status, code) => {
  const { runTask, services, answers, findReply } = await openSending({ aheadMs: 24 * HOUR_MS })
  answers.send = () => ({ status, json: { code, message: 'failed' } })
  await services.mailbox.inboxes.all()
  await runTask('mail.send', send)
  answers.send = () => ({ json: sent })
  await runTask('mail.send', send)
  expect(await findReply()).toMatchObject({ state: 'sent', tries: 2 })
})

test('a request that was never accepted in a day is given up as not sent', async () => {
  const { runTask, time, answers, findReply } = await openSending()
  answers.send = () => ({ status: 429, json: { code: 'rate_limit_exceeded', message: 'busy' } })
  await runTask('mail.send', send)
  time.ours += 24 * HOUR_MS
  await runTask('mail.send', send)
  expect(await findReply()).toMatchObject({ state: 'failed', trouble: { code: 'rate_limit_exceeded' } })
})

/** Tries a reply that mail or a bounce can stop, without an answer; then the customer writes again. */
async function failBeforeNews(change: Partial<Reply>) {
  const opened = await openSending()
  const { mailStore, replyStore, settings } = opened.services
  await settings.write(
    { team, scope: 'inbox', id: content.inboxId },
    { version: 0, values: { 'access.mail.approve': ['person:UTOM'] }, by: 'UAIKO' },
  )
  const thread = { ...buildThread({ inboxId: content.inboxId, threadId: 'th1' }), mails: ['key'], count: 1 }
  await mailStore.threads.put('thread', thread, 0)
  const approval = {
    ...requestApproval({ now: () => opened.time.ours, scaled: (ms) => ms }, content, ['UMARIA']),
    decided: { verdict: 'approved' as const, at: opened.time.ours, by: 'UTOM', seen: '' },
  }
  await replyStore.replies.update('r1', (one) => one && { ...one, approval, ...change })
  await opened.runTask('mail.send', send)
  opened.answers.send = () => ({ json: sent })
  return opened
}

const timedReply = { sendAt: Date.now(), seen: 'key' }

test.each([
  ['an approved reply', {}],
  ['a reply with a chosen time', timedReply],
])('a repeat does not send %s that news would stop: its writer decides', async (_, change) => {
  const { runTask, services, time, calls, findReply } = await failBeforeNews(change)
  await services.mailStore.mails.put('newer', { ...sampleMail, messageId: 'newer' }, 0)
  await services.mailStore.threads.update('thread', (one) => one && { ...one, mails: ['key', 'newer'], count: 2 })
  await runTask('mail.send', send)
  expect(await findReply()).toMatchObject({
    state: 'unknown',
    trouble: { code: 'news_since', reason: 'newer_mail_since' },
  })
  await services.replyStore.replies.update('r1', (one) => one && { ...one, state: 'sending' })
  await services.mailStore.threads.update('thread', (one) => one && { ...one, mails: ['key'], count: 1 })
  time.ours += HOUR_MS
  const complained = { at: time.ours, inboxId: content.inboxId, thread: 'thread', messageId: 'm1' }
  await services.outbound.suppressions.record(sampleMail.from.address, { complained })
  await runTask('mail.send', send)
  expect(await findReply()).toMatchObject({
    state: 'unknown',
    trouble: { code: 'news_since', reason: 'unreachable_since' },
  })
  expect(calls().filter((one) => one === 'POST')).toHaveLength(1)
})

test.each([
  ['an approved reply', {}],
  ['a reply with a chosen time', timedReply],
])('%s without news is repeated', async (_, change) => {
  const { runTask, findReply } = await failBeforeNews(change)
  await runTask('mail.send', send)
  expect(await findReply()).toMatchObject({ state: 'sent', tries: 2 })
})

const busy: FakeAnswer = { status: 429, json: { code: 'rate_limit_exceeded', message: 'busy' } }
const down: FakeAnswer = { status: 503, json: { code: 'service_unavailable', message: 'down' } }

/** Tries a reply once; some minutes later, the mailbox takes it, and the customer has written again in between. */
async function delaySending(
  answer: FakeAnswer,
  { minutes = 2, change = {} }: { minutes?: number; change?: Partial<Reply> } = {},
) {
  const opened = await openSending()
  const { mailStore, replyStore } = opened.services
  const thread = { ...buildThread({ inboxId: content.inboxId, threadId: 'th1' }), mails: ['key', 'seen'], count: 2 }
  await mailStore.threads.put('thread', thread, 0)
  await mailStore.mails.put('seen', { ...sampleMail, messageId: 'seen' }, 0)
  await replyStore.replies.update('r1', (one) => one && { ...one, seen: 'seen', ...change })
  opened.answers.send = () => answer
  await opened.runTask('mail.send', send)
  opened.answers.send = () => ({ json: sent })
  opened.time.ours += minutes * 60_000
  opened.time.mailbox += minutes * 60_000
  const receive = async (key: string) => {
    await mailStore.mails.put(key, { ...sampleMail, messageId: key }, 0)
    await mailStore.threads.update(
      'thread',
      (one) => one && { ...one, mails: [...one.mails, key], count: one.count + 1 },
    )
  }
  return { ...opened, receive }
}

test('a reply that was certainly not sent for minutes is paused by newer mail, and its writer decides', async () => {
  const { runTask, receive, services, findReply, calls, sent: tasks } = await delaySending(busy)
  const buildCard = async () => {
    const reply = await findReply()
    return JSON.stringify(
      reply && buildReplyCard(mailTextIn('en'), reply, 'r1', emptyDeliveryReport, { canLookUp: false }),
    )
  }
  await receive('newer')
  await runTask('mail.send', send)
  expect(await findReply()).toMatchObject({ state: 'paused', pausedBy: 'newer', isOverdue: true })
  expect((await services.outbound.scheduledReplies.list('UMARIA')).map(({ id }) => id)).toEqual(['r1'])
  expect(JSON.stringify(tasks)).toContain('mail.paused')
  const card = await buildCard()
  expect(card).toContain('mail.send_now')
  // Nobody chose a time that could be changed.
  expect(card).not.toContain('mail.send_time')
  // Further mail is another stop, which the buttons have to show.
  expect(await services.mailStore.findThread('thread')).toMatchObject({ scheduled: ['r1'] })
  await receive('newest')
  await runTask('mail.check_scheduled', { team, reply: 'r1' })
  expect(await findReply()).toMatchObject({ state: 'paused', pausedBy: 'newest' })
  const act = { team, user: 'UMARIA', reply: 'r1', verb: 'now', event: 'e1', channel: 'C1', stop: '0:newest' }
  await runTask('mail.schedule', act)
  const held = await findReply()
  expect(held).toMatchObject({ schedules: 1, seen: 'newest' })
  await services.replyStore.replies.update('r1', (one) => one && { ...one, state: 'sending' })
  await runTask('mail.send', { ...send, schedule: 1 })
  expect((await findReply())?.state).toBe('sent')
  expect(calls().filter((one) => one === 'POST')).toHaveLength(2)
})

test('newer mail stops the repeat of a reply that may have been sent minutes ago', async () => {
  const { runTask, receive, findReply, calls } = await delaySending(down)
  await receive('newer')
  await runTask('mail.send', send)
  expect(await findReply()).toMatchObject({ state: 'unknown', trouble: { code: 'news_since' } })
  expect(calls().filter((one) => one === 'POST')).toHaveLength(1)
})

test.each([
  ['was certainly not sent', busy],
  ['may have been sent', down],
])('newer mail does not stop a repeat within a minute of a reply that %s', async (_, answer) => {
  const { runTask, receive, findReply } = await delaySending(answer, { minutes: 0.5 })
  await receive('newer')
  await runTask('mail.send', send)
  expect(await findReply()).toMatchObject({ state: 'sent', tries: 2 })
})

test.each([
  ['was certainly not sent', busy],
  ['may have been sent', down],
])('mail that its writer has seen does not stop the late repeat of a reply that %s', async (_, answer) => {
  const { runTask, findReply } = await delaySending(answer)
  await runTask('mail.send', send)
  expect(await findReply()).toMatchObject({ state: 'sent', tries: 2 })
})

test('a reply that was approved with the newest mail in view is sent after an outage, also if approval was switched off', async () => {
  const approval = {
    ...requestApproval({ now: () => Date.now(), scaled: (ms) => ms }, content, ['UMARIA']),
    decided: { verdict: 'approved' as const, at: Date.now(), by: 'UTOM', seen: 'newer' },
  }
  const { runTask, receive, findReply } = await delaySending(busy, { change: { approval } })
  await receive('newer')
  await runTask('mail.send', send)
  expect(await findReply()).toMatchObject({ state: 'sent' })
})

test('a first attempt that comes minutes after the undo window is stopped by newer mail before its card shows it as sending', async () => {
  const { time, runTask, services, findReply, calls, sent: tasks } = await openSending()
  const { mailStore, replyStore } = services
  const thread = { ...buildThread({ inboxId: content.inboxId, threadId: 'th1' }), mails: ['key', 'newer'], count: 2 }
  await mailStore.threads.put('thread', thread, 0)
  await mailStore.mails.put('newer', { ...sampleMail, messageId: 'newer' }, 0)
  await replyStore.replies.update('r1', (one) => one && { ...one, state: 'held', dueAt: time.ours + 10_000 })
  time.ours += 5 * 60_000
  await runTask('mail.send', send)
  expect(await findReply()).toMatchObject({ state: 'paused', pausedBy: 'newer' })
  expect(calls()).toEqual([])
  expect(tasks.length).toBeGreaterThan(0)
})

test.each([
  ['the form has', 'to.0', 'To (is <!channel> no address)', 'Change this in “Edit and send again”.', false],
  ['the form does not have', 'client', 'client (is <!channel> no address)', 'Nothing you wrote caused this.', true],
])(
  'a refusal names each field that %s, with the reason and who can do something',
  async (_, path, named, advice, isOurs) => {
    const { runTask, answers, findReply } = await openSending()
    const errors = Array.from({ length: 7 }, () => ({ path: path.split('.'), message: 'is <!channel> no address' }))
    const message = 'Correct the fields named in `errors`.'
    answers.send = () => ({ status: 422, json: { code: 'unprocessable', message, fix: message, errors } })
    await runTask('mail.send', send)
    const reply = await findReply()
    if (!reply) throw new Error('no reply')
    const card = buildReplyCard(mailTextIn('en'), reply, 'r1', emptyDeliveryReport, { canLookUp: false })
    const shown = JSON.stringify(card)
    expect(shown).toContain(`The mailbox doesn’t accept this: ${named}, ${named}`)
    expect(shown).toContain('and 2 more')
    expect(shown).toContain(advice)
    expect(shown).not.toContain('named in')
    expect(JSON.stringify(card.blocks)).not.toContain('"mrkdwn","text":"The mailbox')
    expect(shown.includes('mail.tell_admins')).toBe(isOurs)
  },
)

test('a refusal that names no field shows what to check', async () => {
  const { runTask, answers, findReply } = await openSending()
  answers.send = () => ({
    status: 422,
    json: { code: 'validation_error', message: 'No', fix: 'Correct the fields named in `errors`.' },
  })
  await runTask('mail.send', send)
  const reply = await findReply()
  const shown = JSON.stringify(
    reply && buildReplyCard(mailTextIn('en'), reply, 'r1', emptyDeliveryReport, { canLookUp: false }),
  )
  expect(shown).toContain('Check the recipients, the files and the fields under “More”')
  expect(shown).not.toContain('named in')
})
