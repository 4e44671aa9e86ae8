import { expect, onTestFinished, test } from 'vitest'
import { createMailboxClient } from '../../../../src/clients/mailbox/mailbox-client.ts'
import { describeApproval, describeChange } from '../../../../src/mail/cards/replies/describe-approval.ts'
import { markContent } from '../../../../src/mail/outbound/approval/approval-acts.ts'
import { findNews, findSurroundings } from '../../../../src/mail/outbound/approval/news.ts'
import { findUnusual } from '../../../../src/mail/outbound/approval/review/find-unusual.ts'
import { buildReviewModal } from '../../../../src/mail/outbound/approval/review/review-modal.ts'
import { buildThread } from '../../../../src/mail/records/mail/mail-thread.ts'
import type { Reply } from '../../../../src/mail/records/replies/reply.ts'
import { identifyStop, requestApproval } from '../../../../src/mail/records/replies/reply-approval.ts'
import type { View } from '../../../../src/slack/blocks/slack-message.ts'
import { mailTextIn } from '../../../../src/mail/text/mail-text.ts'
import { startFakeUpstream } from '../../../support/fake-upstream.ts'
import { log } from '../../../support/mail-services.ts'
import { sampleMail } from '../../sample-mail.ts'
import { sampleReply as content } from '../../sample-reply.ts'
import { NOON, openWaiting, runUntilStopped, team } from './waiting-reply.ts'
import { openRepeatedForm } from '../../repeated-form.ts'

const MINUTE = 60_000

/** Opens a reply that waits for Tom, in a thread in which the customer can write again. */
async function openThread(change: Partial<Reply> = {}) {
  const now = { at: NOON }
  const opened = await openWaiting(now, change)
  const { services, runTask } = opened
  const thread = { ...buildThread({ inboxId: content.inboxId, threadId: 'th1' }), mails: ['key'], count: 1 }
  await services.mailStore.threads.put('thread', { ...thread, scheduled: ['r1'] }, 0)
  const findReply = async () => (await services.replyStore.findReply('r1')) as Reply
  const receive = async (key: string) => {
    await services.mailStore.mails.put(key, { ...sampleMail, messageId: key, text: 'Never mind' }, 0)
    await services.mailStore.threads.update('thread', (one) => one && { ...one, mails: [...one.mails, key] })
  }
  const bounce = (at = now.at) =>
    services.outbound.suppressions.record('one@customer.test', { blocked: { at, scope: 'account' } })
  /** Approves what Tom sees now, or what he saw. */
  const approve = async (reviewed: { seen?: string; at?: number } = { at: now.at }) => {
    const decision = { team, user: 'UTOM', reply: 'r1', event: `${now.at}`, verdict: 'approved', ...reviewed }
    await runTask('mail.approve', { ...decision, mark: markContent(services, 'r1', await findReply()) })
    return findReply()
  }
  const send = async () => {
    const { schedules: schedule } = await findReply()
    await runTask('mail.send', { team, user: 'UMARIA', reply: 'r1', ...(schedule !== undefined && { schedule }) })
    return findReply()
  }
  return { ...opened, now, findReply, receive, bounce, approve, send }
}

type Opened = Awaited<ReturnType<typeof openThread>>

const timed = { sendAt: NOON + MINUTE, dueAt: NOON, seen: 'key' }

test('a scheduled reply that is approved after its time is paused by newer mail, which its writer has not seen', async () => {
  const { now, receive, approve, send, sent } = await openThread(timed)
  now.at += MINUTE / 2
  await receive('newer')
  now.at += MINUTE
  // Tom has seen the mail, but Maria chose a time before it came.
  expect((await approve({ seen: 'newer', at: now.at })).state).toBe('sending')
  expect(await send()).toMatchObject({ state: 'paused', pausedBy: 'newer', isOverdue: true, tries: 0 })
  expect(sent.map(({ kind }) => kind)).toContain('mail.check_scheduled')
})

test('a scheduled reply that is approved after its time is paused by an address that was blocked in between', async () => {
  const { now, bounce, approve, send } = await openThread(timed)
  now.at += MINUTE / 2
  await bounce()
  now.at += MINUTE
  await approve()
  expect(await send()).toMatchObject({ state: 'paused', refusedBy: ['one@customer.test'], tries: 0 })
})

test('a scheduled reply is paused by an address that was blocked before its time was set, but reported after that', async () => {
  const { now, bounce, approve, send } = await openThread(timed)
  now.at += MINUTE / 2
  await bounce(NOON - MINUTE)
  now.at += MINUTE
  await approve()
  expect(await send()).toMatchObject({ state: 'paused', refusedBy: ['one@customer.test'], tries: 0 })
})

test('a due reply whose attempts certainly sent nothing is paused by newer mail, and forgets these attempts', async () => {
  const { now, receive, approve, send, services } = await openThread(timed)
  now.at += 2 * MINUTE
  await approve()
  const trouble = {
    code: 'rate_limit_exceeded',
    text: '',
    who: 'service' as const,
    reason: 'rate_limit_exceeded',
    facts: { code: '' },
  }
  const tried = { state: 'sending' as const, tries: 1, harmlessTries: 1, firstTriedAt: now.at, bodyHash: 'x', trouble }
  await services.replyStore.replies.update('r1', (one) => one && { ...one, ...tried })
  await receive('newer')
  const reply = await send()
  expect(reply).toMatchObject({ state: 'paused', pausedBy: 'newer' })
  for (const field of ['bodyHash', 'firstTriedAt', 'trouble']) expect(reply).not.toHaveProperty(field)
})

test.each([
  ['newer mail', (given: Opened): Promise<void> => given.receive('newer'), { seen: 'newer' }],
  ['a blocked address', (given: Opened): Promise<void> => given.bounce(), {}],
  ['the report of an earlier block', (given: Opened): Promise<void> => given.bounce(NOON - MINUTE), {}],
] as const)('an approval given before %s does not count, and its person gets the news', async (_, happen, seen) => {
  const opened = await openThread()
  const { now, approve, sent } = opened
  const reviewed = { at: now.at }
  now.at += MINUTE
  await happen(opened)
  now.at += MINUTE
  expect((await approve(reviewed)).state).toBe('awaiting')
  expect(JSON.stringify(sent)).toMatch(
    /Since you opened this email, (a newer one arrived in its thread|email to one of its recipients bounced)/,
  )
  now.at += MINUTE
  expect((await approve({ ...seen, at: now.at })).state).toBe('sending')
})

test('the writer can undo an approved reply by direct message if no channel shows it', async () => {
  const { services, now, approve, sent } = await openThread()
  await services.routes.setHold({ inboxId: content.inboxId, holdMs: MINUTE, by: 'UAIKO', at: now.at })
  expect((await approve()).state).toBe('held')
  const offers = sent.filter(
    ({ kind, data }) => kind === 'slack.direct' && JSON.stringify(data).includes('mail.cancel'),
  )
  expect(offers.map(({ data }) => data)).toMatchObject([{ user: 'UMARIA' }])
})

test('a window whose first approval came too late approves once it has shown the news', async () => {
  const thread = await openThread()
  const { services, now, findReply, receive } = thread
  const form = { callbackId: 'mail.approve', task: 'mail.approve', team, user: 'UTOM' }
  const { submit, runTasks } = openRepeatedForm(thread, form)
  const opened = JSON.stringify({ reply: 'r1', mark: markContent(services, 'r1', await findReply()), at: now.at })
  now.at += MINUTE
  await submit({ privateMetadata: opened, values: {} })
  await receive('newer')
  await runTasks()
  expect((await findReply()).state).toBe('awaiting')
  const answer = (await submit({ privateMetadata: opened, values: {} })) as { update: View }
  now.at += MINUTE
  await submit({ privateMetadata: answer.update.private_metadata ?? '', values: {} })
  await runTasks()
  expect((await findReply()).state).toBe('sending')
})

test('a window of an earlier version approves only what has no news', async () => {
  const { now, receive, approve } = await openThread()
  await receive('newer')
  now.at += MINUTE
  expect((await approve({})).state).toBe('awaiting')
  const other = await openThread()
  expect((await other.approve({})).state).toBe('sending')
})

test('newer mail is shown to an approver however long the other facts are', async () => {
  const { services, receive, findReply } = await openThread()
  await receive('newer')
  const text = mailTextIn('en')
  const reply = await findReply()
  const because = [{ reason: 'bounced' as const, at: NOON, notedAt: NOON }]
  const suppressed = Array.from({ length: 50 }, (_, n) => ({ address: `${n}${'a'.repeat(60)}@customer.test`, because }))
  const newest = await services.mailStore.findMail('newer')
  const unusual = await findUnusual(services, text, { reply, suppressed, newest })
  const view = buildReviewModal({
    text,
    state: { reply: 'r1', mark: 'm', seen: 'newer' },
    reply,
    original: undefined,
    unusual,
    earlier: [],
    suppressed,
    shown: { body: 'formatted', page: 0 },
  })
  expect(JSON.stringify(view)).toContain('Never mind')
})

test('mail that comes between the approval and the first attempt requires another approval', async () => {
  const { now, receive, approve, send, steps, direct } = await openThread()
  await approve()
  now.at += MINUTE
  await receive('newer')
  const reply = await send()
  expect(reply).toMatchObject({ state: 'awaiting', tries: 0, approval: { request: 1 } })
  expect(reply.approval).not.toHaveProperty('decided')
  expect(steps()).toContainEqual({ team, reply: 'r1', step: 'ask', request: 1 })
  expect(direct().map(({ user, message }) => [user, message.text])).toContainEqual([
    'UMARIA',
    expect.stringContaining('Another approval was requested'),
  ])
  now.at += MINUTE
  expect((await approve({ seen: 'newer', at: now.at })).state).toBe('sending')
})

test.each([
  ['newer mail', (given: Opened): Promise<void> => given.receive('newer')],
  ['a blocked address', (given: Opened): Promise<void> => given.bounce()],
] as const)('%s requires another approval of a reply whose undo window ended minutes ago', async (_, happen) => {
  const opened = await openThread()
  const { services, now, approve, send } = opened
  await services.routes.setHold({ inboxId: content.inboxId, holdMs: MINUTE, by: 'UAIKO', at: now.at })
  expect((await approve()).state).toBe('held')
  now.at += 5 * MINUTE
  await happen(opened)
  expect(await send()).toMatchObject({ state: 'awaiting', approval: { why: 'askedAgain' } })
})

test('a mail that the approver has seen is no news once it is gone, although an earlier one is still unanswered', async () => {
  const { now, receive, approve, send, services } = await openThread()
  await receive('newer')
  await receive('newest')
  await approve({ seen: 'newest', at: now.at })
  const row = await services.mailStore.mails.get('newest')
  await services.mailStore.mails.delete('newest', row?.version ?? 0)
  now.at += MINUTE
  expect((await send()).state).not.toBe('awaiting')
  const other = await openThread()
  await other.receive('newer')
  await other.approve({ seen: 'newer', at: other.now.at })
  other.now.at += MINUTE
  await other.receive('later')
  expect((await other.send()).state).toBe('awaiting')
})

test('its writer reads that a reply needs another approval although the process was stopped after the record was written', async () => {
  const { now, receive, approve, send, services, direct } = await openThread()
  await approve()
  now.at += MINUTE
  await receive('newer')
  await runUntilStopped(services, send)
  for (const _ of [1, 2]) expect((await send()).state).toBe('awaiting')
  const told = direct().filter(({ user }) => user === 'UMARIA')
  expect([...new Set(told.map(({ message }) => message.text))]).toEqual([
    expect.stringContaining('approved your email'),
    expect.stringContaining('Another approval was requested'),
  ])
})

test('an approval of an earlier version, which does not say what was seen, still counts', async () => {
  const { approve, receive, send, services, now } = await openThread()
  await approve()
  await services.replyStore.replies.update('r1', (one) => {
    const { seen: _, ...decided } = one?.approval?.decided ?? { verdict: 'approved' as const, at: NOON }
    return one?.approval && { ...one, approval: { ...one.approval, decided } }
  })
  now.at += MINUTE
  await receive('newer')
  expect((await send()).state).not.toBe('awaiting')
})

test('mail that may already be sent is not asked about again', async () => {
  const { approve, receive, send, services, now } = await openThread()
  await approve()
  const tried = { tries: 1, firstTriedAt: now.at, bodyHash: 'x' }
  await services.replyStore.replies.update('r1', (one) => one && { ...one, ...tried })
  now.at += MINUTE
  await receive('newer')
  expect((await send()).state).not.toBe('awaiting')
})

test('an entry of a block list counts as news to approvers whose review did not show it, whatever its date', async () => {
  const now = { at: NOON }
  let entries: object[] = []
  const upstream = await startFakeUpstream(() => ({ json: { entries } }))
  onTestFinished(() => upstream.close())
  const mailbox = createMailboxClient({ baseUrl: upstream.url, apiKey: 'am_test', log })
  const { services } = await openWaiting(now, {}, { mailbox })
  const reply = (await services.replyStore.findReply('r1')) as Reply
  /** Looks the reply up as its review does. */
  const look = () => {
    now.at += MINUTE
    services.outbound.sendBlocks.forget()
    return findSurroundings(services, reply)
  }
  for (const dated of [{}, { created_at: new Date(NOON - MINUTE).toISOString() }]) {
    const { at } = await look()
    entries = [...entries, { entry: entries.length === 0 ? 'customer.test' : sampleMail.from.address, ...dated }]
    const review = await look()
    expect([findNews(review, reply, { at }), findNews(review, reply, review)]).toEqual(['address', undefined])
    expect(findNews(await look(), reply, review)).toBeUndefined()
  }
})

test('an approver who sends an approved reply after news approves it by that', async () => {
  const approval = requestApproval({ now: () => NOON, scaled: (ms) => ms }, content, [content.user])
  const decided = { verdict: 'approved' as const, at: NOON - 1000, by: 'ULI' }
  const later = { dueAt: NOON + 3_600_000, sendAt: NOON + 3_600_000, pausedBy: 'm2' }
  for (const [verb, next] of [
    ['now', 'sending'],
    ['planned', 'scheduled'],
  ] as const) {
    const { runTask, services, sent } = await openWaiting(
      { at: NOON },
      { state: 'paused', ...later, approval: { ...approval, asked: ['ULI'], decided } },
    )
    const act = { team, user: 'UTOM', reply: 'r1', verb, event: verb, channel: 'C1' }
    // Pressed before the person was shown the news.
    await runTask('mail.schedule', act)
    expect((await services.replyStore.findReply('r1'))?.state).toBe('paused')
    await runTask('mail.schedule', { ...act, stop: '0:m2' })
    const reply = await services.replyStore.findReply('r1')
    expect([reply?.state, reply?.approval?.decided]).toMatchObject([
      next,
      { verdict: 'approved', by: 'UTOM', seen: 'm2' },
    ])
    const edits = sent.filter(({ kind }) => kind === 'slack.replace').map(({ data }) => JSON.stringify(data))
    expect(edits.filter((one) => one.includes('mail.approval:r1:ULI'))).toEqual([expect.stringMatching(/Approved by/)])
  }
})

test('an approval given with a newer email in view holds after that email pauses the reply for its writer', async () => {
  for (const [verb, next, words] of [
    ['planned', 'scheduled', 'Approved by Tom.'],
    ['now', 'sending', 'Approved by Tom.'],
    ['time', 'awaiting', 'Awaiting approval.'],
  ] as const) {
    const given = await openThread({ ...timed, sendAt: NOON + 60 * MINUTE, dueAt: NOON + 60 * MINUTE })
    const { now, receive, approve, runTask, findReply } = given
    now.at += MINUTE
    await receive('newer')
    now.at += MINUTE
    expect((await approve({ seen: 'newer', at: now.at })).state).toBe('scheduled')
    await runTask('mail.check_scheduled', { team, reply: 'r1' })
    const paused = await findReply()
    expect(paused).toMatchObject({ state: 'paused', pausedBy: 'newer' })
    const text = mailTextIn('en')
    expect(describeApproval(text, paused, 'Tom')).toBe('Approved by Tom.')
    expect(describeChange(text, paused, true)).toMatch(/^Sending it needs no new approval/)
    now.at += MINUTE
    const sendAt = NOON + 90 * MINUTE
    const act = { team, user: 'UMARIA', reply: 'r1', verb, event: verb, channel: 'C1' }
    await runTask('mail.schedule', { ...act, stop: identifyStop(paused), ...(verb === 'time' && { sendAt }) })
    const reply = await findReply()
    expect([reply.state, describeApproval(text, reply, 'Tom')]).toEqual([next, words])
    if (verb === 'time') expect(reply.approval).toMatchObject({ isTimeOnly: true })
    else expect(await given.send()).toMatchObject({ state: next, approval: { decided: { by: 'UTOM' } } })
    // The approver has not seen this one.
    if (verb !== 'planned') continue
    await receive('newest')
    await runTask('mail.check_scheduled', { team, reply: 'r1' })
    const again = await findReply()
    expect(describeApproval(text, again, 'Tom')).toMatch(/before this was paused/)
    await runTask('mail.schedule', { ...act, event: 'again', stop: identifyStop(again) })
    expect(await findReply()).toMatchObject({ state: 'awaiting', approval: { news: 'mail' } })
  }
})
