import { expect, test } from 'vitest'
import type { Clock } from '../../../../src/core/clock.ts'
import type { Mail } from '../../../../src/mail/records/mail/mail.ts'
import { buildReply, type Reply, type ReplyContent } from '../../../../src/mail/records/replies/reply.ts'
import { identifyStop } from '../../../../src/mail/records/replies/reply-approval.ts'
import { sendReply } from '../../../../src/mail/tasks/send-task.ts'
import { formatSendChoice, parseSendChoice } from '../../../../src/mail/outbound/schedule/send-time-field.ts'
import { mailTextIn } from '../../../../src/mail/text/mail-text.ts'
import { buildWorkRows } from '../../../../src/mail/desk/work/work-rows.ts'
import type { SendOptions, Task } from '../../../../src/queue/queue.ts'
import { allowEverything } from '../../../support/allow-everything.ts'
import { type GivenMailServices, openMailSlice, openMemory } from '../../../support/mail-services.ts'
import { buildThread } from '../../../../src/mail/records/mail/mail-thread.ts'
import { withArrival } from '../../../../src/mail/records/mail/thread-changes.ts'
import { sampleMail } from '../../sample-mail.ts'
import { openRepeatedForm } from '../../repeated-form.ts'

const team = 'T1'
const HOUR = 3_600_000
const DAY = 24 * HOUR
const content: ReplyContent = {
  thread: 't',
  mail: 'first',
  inboxId: sampleMail.inboxId,
  messageId: 'm1',
  user: 'U1',
  userName: 'Maria',
  to: [{ address: 'one@customer.test' }, { address: 'two@customer.test' }],
  cc: [],
  bcc: [],
  written: {},
  text: 'Hello',
  html: '<p>Hello</p>',
  files: [],
}

/** Opens a reply that is due in a day, in a thread with one mail, with a clock that the test sets. */
async function openScheduled(changes: Partial<Reply> = {}, given: GivenMailServices = {}) {
  const clock = { at: Date.now() }
  const testClock: Clock = { now: () => clock.at, scaled: (ms) => ms }
  const slice = await openMailSlice({ access: allowEverything, memory: openMemory(testClock), ...given })
  const { mailStore, replyStore } = slice.services
  const thread = { ...buildThread({ inboxId: content.inboxId, threadId: 'th1' }), mails: ['first'], count: 1 }
  await mailStore.threads.put('t', { ...thread, scheduled: ['r'] }, 0)
  await mailStore.mails.put('first', { ...sampleMail, thread: 't' }, 0)
  const time = { state: 'scheduled' as const, dueAt: clock.at + DAY, sendAt: clock.at + DAY, seen: 'first' }
  await replyStore.replies.put('r', { ...buildReply('r', content, clock.at), ...time, ...changes }, 0)
  const act = (verb: string, more: { sendAt?: number; stop?: string | undefined } = {}) =>
    slice.runTask('mail.schedule', {
      team,
      user: 'U1',
      reply: 'r',
      verb,
      event: `${verb}${clock.at}`,
      channel: 'C1',
      ...more,
    })
  return {
    ...slice,
    clock,
    act,
    receive: async (key: string, mail: Partial<Mail> = {}) => {
      await mailStore.mails.put(key, { ...sampleMail, thread: 't', ...mail }, 0)
      await mailStore.threads.update('t', (now) => now && { ...now, mails: [...now.mails, key], count: now.count + 1 })
    },
    check: () => slice.runTask('mail.check_scheduled', { team, reply: 'r' }),
    send: (schedule?: number) =>
      slice.runTask('mail.send', { team, user: 'U1', reply: 'r', ...(schedule !== undefined && { schedule }) }),
    read: async () => (await replyStore.findReply('r')) ?? buildReply('none', content, 0),
  }
}

test('an early task waits for the time of the clock, even after the clock was set back', async () => {
  const { send, read, clock } = await openScheduled()
  clock.at += DAY - HOUR
  expect(await send()).toEqual({ againMs: HOUR })
  // The delay is over by the old clock, but the person chose a time of the clock.
  clock.at -= 5 * HOUR
  expect(await send()).toEqual({ againMs: 6 * HOUR })
  expect((await read()).state).toBe('scheduled')
  clock.at += 6 * HOUR
  await send()
  expect(await read()).toMatchObject({ state: 'sending', tries: 1 })
})

test('the task for an old time sends nothing', async () => {
  const { send, read, clock, act } = await openScheduled()
  const later = clock.at + 2 * DAY
  await act('time', { sendAt: later })
  expect(await read()).toMatchObject({ state: 'scheduled', dueAt: later, sendAt: later, schedules: 1 })
  clock.at += DAY
  expect(await send()).toBeUndefined()
  expect(await send(0)).toBeUndefined()
  expect((await read()).state).toBe('scheduled')
  clock.at = later
  await send(1)
  expect((await read()).state).toBe('sending')
  // The reply can no longer be changed.
  await act('time', { sendAt: later + DAY })
  expect(await read()).toMatchObject({ state: 'sending', schedules: 1 })
})

test.each([
  ['an out-of-office note', { kinds: ['auto_reply'] }, 'sending'],
  ['a bounce', { kinds: ['bounce'] }, 'sending'],
  ['a copy of our own mail', { isOwn: true }, 'sending'],
  ['mail from a mailing list', { kinds: ['list'] }, 'paused'],
  ['mail from a person', {}, 'paused'],
] as [string, Partial<Mail>, string][])('%s in the second of the send decides about it', async (_, mail, state) => {
  const { send, read, clock, receive, check } = await openScheduled()
  clock.at += DAY
  // The thread has the mail, and the task that pauses the reply has not run yet.
  await receive('second', mail)
  await send()
  await check()
  expect((await read()).state).toBe(state)
})

test.each([
  ['fifty', 50],
  ['more than a thread lists', 520],
])('a customer’s mail followed by %s automatic ones pauses the reply', async (_, count) => {
  const { send, read, clock, services } = await openScheduled()
  const receive = async (key: string, mail: Partial<Mail> = {}) => {
    const received = { ...sampleMail, thread: 't', ...mail }
    await services.mailStore.mails.put(key, received, 0)
    await services.mailStore.threads.update(
      't',
      (now) => now && withArrival(now, { key, mail: received, now: clock.at }),
    )
  }
  clock.at += DAY
  // The task that pauses the reply has not run yet.
  await receive('second')
  for (let n = 1; n <= count; n++) await receive(`away${n}`, { kinds: ['auto_reply'] })
  await send()
  expect((await read()).state).toBe('paused')
})

test('a mail that arrives once an attempt may have sent the reply does not pause it', async () => {
  const { send, read, clock, receive, check, services } = await openScheduled()
  clock.at += DAY
  await send()
  await services.replyStore.replies.update('r', (one) => one && { ...one, tries: 1, harmlessTries: 0 })
  await receive('second')
  await check()
  expect((await read()).state).toBe('sending')
  expect(await services.mailStore.findThread('t')).not.toHaveProperty('scheduled')
})

test('the direct question about a paused reply loses its buttons when it is decided anywhere, once per set time', async () => {
  const { act, receive, check, runTask, sent, read } = await openScheduled()
  const list = (kind: string) =>
    sent.filter((task) => task.kind === kind).map(({ data }) => data as { opId: string; message: unknown })
  await receive('second')
  await check()
  expect(list('slack.direct').map(({ opId }) => opId)).toEqual(['mail.paused:r:0:direct'])
  expect(list('slack.replace')).toEqual([])

  await act('planned', { stop: identifyStop(await read()) })
  const [closed, ...others] = list('slack.replace')
  expect([closed?.opId, others]).toEqual(['mail.paused:r:0:direct', []])
  expect(JSON.stringify(closed?.message)).toContain(
    'email to one@customer.test and two@customer.test was paused. You scheduled it.',
  )
  expect(JSON.stringify(closed?.message)).not.toContain('"button"')

  await receive('third')
  await check()
  expect(list('slack.direct').map(({ opId }) => opId)).toContain('mail.paused:r:1:direct')
  const click = { team, user: 'U2', reply: 'r', decision: 'cancel', event: 'e1', channel: 'C1' }
  await runTask('mail.decide', click)
  const stopped = list('slack.replace').find(({ opId }) => opId === 'mail.paused:r:1:direct')
  expect(JSON.stringify(stopped?.message)).toContain('was paused. It was stopped by a colleague.')
})

test.each([
  ['quotes the mail that paused it', true],
  ['quotes nothing to a person who may not read the thread', false],
])('the direct question about a paused reply %s', async (_, isReader) => {
  const facts = { isShared: false, isPrivate: true, isArchived: false, isMember: true }
  const people = {
    person: (_team: string, id: string) =>
      Promise.resolve({ id, name: id, kind: 'member' as const, isMember: true, isAdmin: false }),
    channel: (_team: string, id: string) => Promise.resolve({ id, name: id, ...facts }),
    names: () => Promise.resolve(new Map()),
  }
  const access = { ...allowEverything, mayRead: () => Promise.resolve(isReader) }
  const slack = { findWorkspaceAdmins: () => Promise.resolve(['UADMIN']) }
  const { services, receive, check, sent } = await openScheduled({}, { access, people, slack })
  const placement = { is: 'parked' as const, head: 0, last: { channel: 'C1' } }
  await services.mailStore.threads.update('t', (now) => now && { ...now, placement })
  await receive('second', { text: 'Never mind, it is paid.' })
  await check()
  const [asked] = sent.filter(({ kind }) => kind === 'slack.direct')
  // An admin is asked in place of a writer who has left the channel.
  expect(asked?.data).toMatchObject({ user: isReader ? 'U1' : 'UADMIN' })
  expect(JSON.stringify(asked).includes('Never mind, it is paid.')).toBe(isReader)
})

test('a paused reply stays paused when its time passes, and is sent only by a new decision', async () => {
  const { send, read, clock, receive, check, act } = await openScheduled()
  await receive('second')
  await check()
  expect(await read()).toMatchObject({ state: 'paused', pausedBy: 'second' })
  clock.at += DAY
  await send()
  expect(await read()).toMatchObject({ state: 'paused', isOverdue: true })
  await act('planned')
  expect((await read()).state).toBe('paused')
  await act('time', { sendAt: clock.at + HOUR })
  expect((await read()).state).toBe('paused')
  await act('time', { sendAt: clock.at + 2 * HOUR, stop: identifyStop(await read()) })
  expect(await read()).toMatchObject({ state: 'scheduled', seen: 'second', schedules: 1 })
  expect(await read()).not.toHaveProperty('isOverdue')
  // The known mail does not pause the reply again; the next mail does.
  await check()
  expect((await read()).state).toBe('scheduled')
  await receive('third')
  await check()
  expect(await read()).toMatchObject({ state: 'paused', pausedBy: 'third' })
  await act('now', { stop: identifyStop(await read()) })
  expect(await read()).toMatchObject({ state: 'sending', schedules: 2 })
})

test('Send now on a paused reply shows a mail that came since, whose check has not run yet, instead of sending', async () => {
  const { receive, check, act, read, sent } = await openScheduled()
  await receive('second', { text: 'Two boxes' })
  await check()
  const shown = identifyStop(await read())
  await receive('third', { text: 'Never mind' })
  await act('now', { stop: shown })
  expect(await read()).toMatchObject({ state: 'paused', pausedBy: 'third', tries: 0 })
  expect(JSON.stringify(sent)).toContain('Never mind')
  await act('now', { stop: identifyStop(await read()) })
  expect(await read()).toMatchObject({ state: 'sending', seen: 'third' })
})

test('a mail that comes while an address pauses a reply is shown before Send now sends it', async () => {
  const { receive, act, read, send, sent, clock, services } = await openScheduled()
  clock.at += HOUR
  await services.outbound.suppressions.record('one@customer.test', { blocked: { at: clock.at, scope: 'account' } })
  clock.at += DAY
  await send()
  const shown = identifyStop(await read())
  await receive('second', { text: 'Never mind' })
  await act('now', { stop: shown })
  expect(await read()).toMatchObject({ state: 'paused', pausedBy: 'second', refusedBy: ['one@customer.test'] })
  expect(JSON.stringify(sent)).toContain('Never mind')
})

test('an address refused since the time was set pauses the reply at its time', async () => {
  const { send, read, clock, act, services } = await openScheduled()
  const refuse = (address: string, at: number) =>
    services.outbound.suppressions.record(address, { blocked: { at, scope: 'account' } })
  // The form has already reported this address.
  await refuse('two@customer.test', clock.at - HOUR)
  clock.at += HOUR
  await refuse('one@customer.test', clock.at)
  clock.at += DAY
  await send()
  expect(await read()).toMatchObject({ state: 'paused', isOverdue: true, refusedBy: ['one@customer.test'] })
  await act('now', { stop: identifyStop(await read()) })
  expect(await read()).toMatchObject({ state: 'sending', schedules: 1 })
  expect(await read()).not.toHaveProperty('refusedBy')
})

test.each(['now', 'time'] as const)(
  'an address refused since the time was set is shown before %s decides about a scheduled reply',
  async (verb) => {
    const { act, read, sent, clock, services } = await openScheduled()
    clock.at += HOUR
    await services.outbound.suppressions.record('one@customer.test', { blocked: { at: clock.at, scope: 'account' } })
    clock.at += HOUR
    const more = verb === 'time' ? { sendAt: clock.at + 2 * DAY } : {}
    await act(verb, more)
    expect(await read()).toMatchObject({ state: 'paused', refusedBy: ['one@customer.test'] })
    expect(await read()).not.toHaveProperty('isOverdue')
    expect(JSON.stringify(sent)).toContain('one@customer.test')
    clock.at += HOUR
    await act(verb, { ...more, stop: identifyStop(await read()) })
    expect(await read()).toMatchObject({ state: verb === 'now' ? 'sending' : 'scheduled', schedules: 1 })
  },
)

test.each(['now', 'planned'] as const)(
  'another address that is refused while the reply is paused is shown before %s decides',
  async (verb) => {
    const { act, read, receive, check, clock, services } = await openScheduled()
    const refuse = (address: string) =>
      services.outbound.suppressions.record(address, { blocked: { at: clock.at, scope: 'account' } })
    await receive('second')
    await check()
    for (const [address, refusedBy] of [
      ['one@customer.test', ['one@customer.test']],
      ['two@customer.test', ['one@customer.test', 'two@customer.test']],
    ] as const) {
      const shown = identifyStop(await read())
      clock.at += HOUR
      await refuse(address)
      await act(verb, { stop: shown })
      expect(await read()).toMatchObject({ state: 'paused', pausedBy: 'second', refusedBy })
    }
    clock.at += HOUR
    await act(verb, { stop: identifyStop(await read()) })
    expect(await read()).toMatchObject({ state: verb === 'now' ? 'sending' : 'scheduled', schedules: 1 })
  },
)

test('a change of time that is repeated after a later one changes nothing', async () => {
  const { runTask, read, clock } = await openScheduled()
  const change = (event: string, days: number) =>
    runTask('mail.schedule', {
      team,
      user: 'U1',
      reply: 'r',
      verb: 'time',
      event,
      channel: 'C1',
      sendAt: clock.at + days * DAY,
    })
  await change('one', 2)
  await change('two', 3)
  await change('two', 3)
  await change('one', 2)
  expect(await read()).toMatchObject({ dueAt: clock.at + 3 * DAY, schedules: 2 })
})

test('a form that is submitted with a time, another one and the first again, before any task ran, ends with the first', async () => {
  const opened = await openScheduled()
  const { read, clock } = opened
  const form = { callbackId: 'mail.send_time', task: 'mail.schedule', team, user: 'U1' }
  const { submit, runTasks } = openRepeatedForm(opened, form)
  const privateMetadata = JSON.stringify({ reply: 'r' })
  // The second is also repeated.
  for (const days of [2, 3, 3, 2]) {
    const time = { type: 'static_select', selected_option: { value: `own|${clock.at + days * DAY}` } }
    await submit({ privateMetadata, values: { 'mail.time_when': { 'mail.time_when': time } } })
  }
  expect(await runTasks()).toBe(3)
  expect(await read()).toMatchObject({ sendAt: clock.at + 2 * DAY, schedules: 3 })
})

test('the reply can be sent as planned although mail came', async () => {
  const { send, read, clock, receive, check, act } = await openScheduled()
  await receive('second')
  await check()
  await act('planned', { stop: identifyStop(await read()) })
  expect(await read()).toMatchObject({ state: 'scheduled', schedules: 1 })
  clock.at += DAY
  await send()
  expect((await read()).state).toBe('scheduled')
  await send(1)
  expect((await read()).state).toBe('sending')
})

test('a person’s list has the waiting replies: paused ones first, then by time', async () => {
  const { services, clock } = await openScheduled()
  const {
    replyStore,
    outbound: { scheduledReplies },
  } = services
  const states = { later: 'scheduled', sent: 'sent', asked: 'awaiting', stopped: 'paused' } as const
  for (const [index, [id, state]] of Object.entries(states).entries()) {
    const time = { state, dueAt: clock.at + (index + 2) * DAY }
    await replyStore.replies.put(id, { ...buildReply(id, content, clock.at), ...time }, 0)
    await scheduledReplies.note(id, buildReply(id, content, clock.at))
  }
  await scheduledReplies.note('r', buildReply('r', content, clock.at))
  const listIds = async () => (await scheduledReplies.list('U1')).map(({ id }) => id)
  expect(await listIds()).toEqual(['stopped', 'r', 'later'])
  await replyStore.replies.update('asked', (now) => now && { ...now, state: 'scheduled' })
  expect(await listIds()).toContain('asked')
})

test('each time of a reply has a task of its own, whose id is known for longer than it waits', async () => {
  const { services, clock } = await openScheduled()
  const sent: SendOptions[] = []
  const queue = { ...services.queue, send: async (_: Task, options: SendOptions) => void sent.push(options) }
  const reply = buildReply('r', content, clock.at)
  await sendReply(queue, team, { id: 'r', reply })
  await sendReply(queue, team, { id: 'r', reply: { ...reply, sendAt: clock.at, schedules: 2 } }, { delayMs: 20 * DAY })
  expect(sent.map(({ id }) => id)).toEqual([`mail.send:${team}:r:0`, `mail.send:${team}:r:0:time-2`])
  expect(sent[1]?.rememberMs).toBeGreaterThan(20 * DAY)
})

test('a draft keeps its send time', () => {
  for (const chosen of [{ choice: 'own' as const }, { choice: 'pick' as const, day: '2026-11-24', time: '09:00' }])
    expect(parseSendChoice(formatSendChoice(chosen))).toEqual(chosen)
  expect(parseSendChoice('sometime|2026-11-24|')).toBeUndefined()
})

test.each<[Partial<Reply>, string | undefined]>([
  [{ dueAt: 7_200_000 }, 'Reply scheduled for <!date^7200^\u200b{date_short_pretty} {time}|'],
  [{ dueAt: 7_200_000, kind: 'forward' }, 'Forward scheduled for <!date^7200^'],
  [{ state: 'awaiting' }, 'Reply awaiting approval'],
  [{ state: 'paused' }, '⏸️ Reply paused: needs a decision'],
  [{ state: 'sent' }, undefined],
])('a list describes a thread with the waiting reply %o', async (changes, words) => {
  const { services } = await openScheduled(changes)
  const { mailStore } = services
  const replies = [{ id: 'r', user: 'U1', at: 1 }]
  await mailStore.threads.update('t', (now) => now && { ...now, scheduled: [], replies, workAt: 1 })
  const thread = await mailStore.findThread('t')
  const source = { scope: 'C1', list: 'open' as const }
  const listed = thread ? [{ id: 't', thread, source }] : []
  const rows = JSON.stringify(await buildWorkRows(services, mailTextIn('en'), 'U1', listed))
  expect(rows).toContain('<!date')
  if (words === undefined) expect(rows).not.toMatch(/Reply (?:scheduled|awaiting|paused)/)
  else expect(rows).toContain(words)
})
