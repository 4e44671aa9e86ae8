import { expect, test } from 'vitest'
import { z } from 'zod'
import { findWorkingMoment } from '../../../src/core/zoned-time.ts'
import { mailTextIn } from '../../../src/mail/text/mail-text.ts'
import type { MailThread } from '../../../src/mail/records/mail/mail-thread.ts'
import { findReminder } from '../../../src/mail/records/mail/reminder.ts'
import { readReminderDelays } from '../../../src/mail/records/reminder-settings.ts'
import type { Queue } from '../../../src/queue/queue.ts'
import type { People } from '../../../src/slack/directory/people.ts'
import { openWorkForm } from '../../../src/mail/desk/work/work-forms.ts'
import { findThreadAction } from '../../../src/mail/records/mail/thread-actions.ts'
import type { Json } from '../../../src/core/json.ts'
import type { AccessPolicy } from '../../../src/access/access-policy.ts'
import { allowEverything } from '../../support/allow-everything.ts'
import { openMailSlice, openMemory } from '../../support/mail-services.ts'
import { buildReply } from '../../../src/mail/records/replies/reply.ts'
import { sampleMail } from '../sample-mail.ts'
import { sampleReply } from '../sample-reply.ts'

const team = 'T1'
const at = (text: string): number => Date.parse(text)
const office = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }

test.each([
  ['in working time', '2026-11-23T10:00:00Z', '2026-11-23T10:00:00Z'],
  ['before it', '2026-11-23T03:00:00Z', '2026-11-23T08:00:00Z'],
  ['after it', '2026-11-23T16:30:00Z', '2026-11-24T08:00:00Z'],
  ['on a Friday evening', '2026-11-27T20:00:00Z', '2026-11-30T08:00:00Z'],
  ['before summer time begins', '2026-03-27T20:00:00Z', '2026-03-30T07:00:00Z'],
])('a reminder %s comes in the next working time of its zone', (_, now, then) => {
  expect(findWorkingMoment(at(now), office, 'Europe/Berlin')).toBe(at(then))
})

test('a night shift belongs to the day on which it begins', () => {
  const night = { days: [5], from: '22:00', to: '06:00' }
  expect(findWorkingMoment(at('2026-11-28T03:00:00Z'), night)).toBe(at('2026-11-28T03:00:00Z'))
  expect(findWorkingMoment(at('2026-11-28T07:00:00Z'), night)).toBe(at('2026-12-04T22:00:00Z'))
})

const open: MailThread = {
  inboxId: sampleMail.inboxId,
  threadId: 'th1',
  placement: { is: 'posted', channel: 'C1', head: 0 },
  mails: ['key'],
  count: 1,
  replies: [],
  workAt: 1,
}

async function openReminders(
  threads: Record<string, MailThread>,
  settings: Record<string, string> = {},
  givenPeople?: People,
) {
  const slice = await openMailSlice(givenPeople && { people: givenPeople })
  const { mailStore, settings: store } = slice.services
  for (const [id, thread] of Object.entries(threads)) await mailStore.threads.put(id, thread, 0)
  await mailStore.mails.put('key', sampleMail, 0)
  await store.write(
    { team, scope: 'channel', id: 'C1' },
    { version: 0, values: { unclaimedAfter: '1h' }, by: 'UADMIN' },
  )
  await store.write({ team, scope: 'person', id: 'U1' }, { version: 0, values: settings, by: 'U1' })
  const reminders = () => readReminders(slice)
  const remind = async (thread: string, kind: string, since = 1) => {
    await slice.runTask('mail.remind', { team, thread, kind, since, isWorkingTime: true })
    const due = slice.sent.findLast((one) => one.kind === 'mail.remind_all')
    return due?.data as { team: string; target: string; turn: number }
  }
  return { ...slice, reminders, remind }
}

const cardData = z.object({ kind: z.literal('mail.reminder'), id: z.string() })

/** The reminders that were sent to Slack, each once, as they are shown now. */
async function readReminders({ slice, sent }: Pick<Awaited<ReturnType<typeof openMailSlice>>, 'slice' | 'sent'>) {
  const ids = sent.flatMap(({ kind, data }) => (kind === 'slack.card' ? (cardData.safeParse(data).data?.id ?? []) : []))
  const card = slice.cards?.find(({ kind }) => kind === 'mail.reminder')
  return Promise.all(
    [...new Set(ids)].map(async (id) => ({ id, message: await card?.render(team, id, undefined, 'C1') })),
  )
}

test('reminders that are due at the same time become one message, once', async () => {
  const { remind, runTask, reminders } = await openReminders({ a: open, b: open, c: { ...open, work: 'done' } })
  const due = await remind('a', 'unclaimed')
  const second = await remind('b', 'unclaimed')
  await remind('c', 'unclaimed')
  for (const turn of new Set([due.turn, second.turn])) await runTask('mail.remind_all', { ...due, turn })
  await runTask('mail.remind_all', due)
  const sent = await reminders()
  expect(sent.length).toBe(new Set([due.turn, second.turn]).size)
  const shown = JSON.stringify(sent)
  for (const id of ['a', 'b']) expect(shown).toContain(`open:${id}`)
  expect(shown).not.toContain('open:c')
})

test('a reminder is put off while a scheduled reply is going to answer the newest mail, and comes once it was taken back', async () => {
  const { remind, sent, services } = await openReminders({
    a: { ...open, replies: [{ id: 'r1', user: 'U1', at: 5 }], scheduled: ['r1'], theirsAt: 1 },
  })
  const { replies } = services.replyStore
  const reply = buildReply('r1', sampleReply, 5)
  await replies.put('r1', { ...reply, state: 'scheduled', sendAt: 100, dueAt: 100 }, 0)
  expect(await remind('a', 'unclaimed')).toBeUndefined()
  expect(sent.findLast(({ kind }) => kind === 'mail.remind')?.data).toMatchObject({ thread: 'a', kind: 'unclaimed' })
  await replies.update('r1', (now) => now && { ...now, state: 'cancelled' })
  expect(await remind('a', 'unclaimed')).toMatchObject({ target: 'C1' })
})

test('a reminder comes for mail that came after a reply was scheduled', async () => {
  const { remind, services } = await openReminders({
    a: { ...open, replies: [{ id: 'r1', user: 'U1', at: 5 }], scheduled: ['r1'], theirsAt: 9 },
  })
  const reply = buildReply('r1', sampleReply, 5)
  await services.replyStore.replies.put('r1', { ...reply, state: 'scheduled', sendAt: 100, dueAt: 100 }, 0)
  expect(await remind('a', 'unclaimed')).toMatchObject({ target: 'C1' })
})

/** Slack reports the time zone of one person. */
const people: People = {
  person: (_, id) => {
    const zone = id === 'UBERLIN' ? { timeZone: 'Europe/Berlin' } : {}
    return Promise.resolve({ id, name: id, kind: 'member', isMember: true, isAdmin: false, ...zone })
  },
  channel: () => Promise.reject(new Error('unused')),
  names: () => Promise.resolve(new Map()),
}
const inWorkspace = { team, scope: 'workspace' as const, id: '' }
const zoneOfWorkspace = { version: 0, values: { timeZone: 'Asia/Tokyo' }, by: 'U1' }

/** The time at which a reminder comes if its task runs now; undefined for immediately. */
async function planAt(now: string, thread: MailThread, settings: Record<string, string> = {}) {
  const clock = { now: () => at(now), scaled: (ms: number) => ms }
  const memory = openMemory(clock)
  const delays: [string, number | undefined][] = []
  const queue: Queue = {
    ...memory.queue,
    send: (task, options) => {
      delays.push([task.kind, options.delayMs])
      return memory.queue.send(task, options)
    },
  }
  const { services, runTask } = await openMailSlice({ memory: { ...memory, queue }, people })
  await services.mailStore.threads.put('a', thread, 0)
  await services.settings.write(
    { team, scope: 'channel', id: 'C1' },
    { version: 0, values: { unclaimedAfter: '1h', ...settings }, by: 'U1' },
  )
  await services.settings.write(inWorkspace, zoneOfWorkspace)
  await runTask('mail.remind', { team, thread: 'a', ...(findReminder(thread) ?? { kind: '', since: 0 }) })
  const [name, delayMs = 0] = delays.at(-1) ?? []
  return name === 'mail.remind' ? new Date(at(now) + delayMs).toISOString() : undefined
}
test.each([
  ['in the channel’s hours, by the workspace’s zone', '2026-11-24T01:00:00Z', open, undefined],
  ['the channel on the next working day', '2026-11-27T10:00:00Z', open, '2026-11-30T00:00:00.000Z'],
  ['the owner in their own hours', '2026-11-24T10:00:00Z', { ...open, owner: { user: 'UBERLIN', at: 1 } }, undefined],
  [
    'the owner in their own zone',
    '2026-11-24T20:00:00Z',
    { ...open, owner: { user: 'UBERLIN', at: 1 } },
    '2026-11-25T08:00:00.000Z',
  ],
  [
    'an owner with an unknown zone',
    '2026-11-24T20:00:00Z',
    { ...open, owner: { user: 'U1', at: 1 } },
    '2026-11-25T00:00:00.000Z',
  ],
] as const)('a reminder reaches %s', async (_, now, thread, then) => {
  expect(await planAt(now, thread)).toBe(then)
})

test('reminders that fall due within a quarter of an hour become one message, right after it', async () => {
  let now = at('2026-11-24T10:01:00Z')
  const memory = openMemory({ now: () => now, scaled: (ms: number) => ms })
  const posted = new Set<string>()
  const queue: Queue = {
    ...memory.queue,
    send: (task, options) => {
      if (task.kind === 'mail.remind_all') posted.add(new Date(now + (options.delayMs ?? 0)).toISOString())
      return memory.queue.send(task, options)
    },
  }
  const { services, runTask } = await openMailSlice({ memory: { ...memory, queue } })
  await services.settings.write(
    { team, scope: 'channel', id: 'C1' },
    { version: 0, values: { unclaimedAfter: '1h' }, by: 'U1' },
  )
  for (const time of ['10:01', '10:07', '10:14', '10:16']) {
    now = at(`2026-11-24T${time}:00Z`)
    await services.mailStore.threads.put(time, open, 0)
    await runTask('mail.remind', { team, thread: time, kind: 'unclaimed', since: 1, isWorkingTime: true })
  }
  expect([...posted]).toEqual(['2026-11-24T10:16:00.000Z', '2026-11-24T10:31:00.000Z'])
})

test('a channel uses its own setting for one reminder, and the inbox’s for the other', async () => {
  const { services } = await openMailSlice()
  const save = (scope: 'inbox' | 'channel', id: string, values: Record<string, string>) =>
    services.settings.write({ team, scope, id }, { version: 0, values, by: 'U1' })
  await save('inbox', 'support@acme.test', { unclaimedAfter: '4h', waitingAfter: '3d' })
  await save('channel', 'C1', { unclaimedAfter: 'off' })
  const read = (channel: string) =>
    readReminderDelays(services.settings, team, { channel, inboxId: 'support@acme.test' })
  expect(await read('C1')).toEqual({ unclaimed: undefined, waiting: 3 * 24 * 3_600_000 })
  expect(await read('C2')).toEqual({ unclaimed: 4 * 3_600_000, waiting: 3 * 24 * 3_600_000 })
})

test('the snooze form names the workspace’s time zone if Slack does not report the person’s', async () => {
  const { services } = await openMailSlice({ access: allowEverything, people })
  await services.mailStore.threads.put('a', open, 0)
  await services.mailStore.mails.put('key', sampleMail, 0)
  await services.settings.write(inWorkspace, zoneOfWorkspace)
  const read = async (user: string) => {
    let shown = ''
    const push = (_: unknown, view: unknown) => Promise.resolve(void (shown = JSON.stringify(view)))
    const click = { team, user, eventId: user, actionId: 'mail.snooze', blockId: '1', value: 'a', triggerId: '1' }
    const snooze = findThreadAction('snooze')
    if (snooze) await openWorkForm({ ...services, views: { ...services.views, push } }, snooze, click, { thread: 'a' })
    return shown
  }
  expect(await read('UBERLIN')).toContain('Your time zone, Europe/Berlin')
  expect(await read('U1')).toContain('The workspace’s time zone, Asia/Tokyo')
})

test('a reminder with a longer delay set since also waits for working hours', async () => {
  const friday = { ...open, workAt: at('2026-11-27T00:30:00Z') }
  expect(await planAt('2026-11-27T01:30:00Z', friday, { unclaimedAfter: '1d' })).toBe('2026-11-30T00:00:00.000Z')
})

/** A thread that waited since its channel became shared, and may go on there. */
const waiting: MailThread = {
  ...open,
  placement: {
    is: 'parked',
    head: 1,
    last: { channel: 'C1', head: 0 },
    wait: { code: 'shared', channel: 'C1', moved: { to: 'C1', by: 'U1', at: 1 } },
  },
}
const channelFacts: People['channel'] = (_, id) =>
  Promise.resolve({ id, name: id, isShared: false, isPrivate: false, isArchived: false, isMember: true })

test('a reminder that its channel refuses comes once its thread goes on', async () => {
  const { services, slice, remind, runTask, reminders, sent } = await openReminders(
    { a: open },
    {},
    { ...people, channel: channelFacts },
  )
  await runTask('mail.remind_all', await remind('a', 'unclaimed'))
  const [posted] = await reminders()
  const card = slice.cards?.find(({ kind }) => kind === 'mail.reminder')
  await card?.onLost?.(team, posted?.id ?? '', { code: 'shared', channel: 'C1' })
  expect(sent.findLast((one) => one.kind === 'mail.place')).toMatchObject({ data: { thread: 'a' } })
  await services.mailStore.threads.update('a', (now) => now && { ...now, placement: waiting.placement })
  await runTask('mail.place', { team, thread: 'a', round: 1 })
  const again = sent.findLast((one) => one.kind === 'mail.remind')
  await runTask('mail.remind', { ...z.record(z.string(), z.json()).parse(again?.data), isWorkingTime: true })
  expect(sent.at(-1)).toMatchObject({ kind: 'mail.remind_all', data: { target: 'C1' } })
})

test.each([
  ['is reminded of if its reminder fell due meanwhile', undefined, 1],
  ['is not reminded of twice', { kind: 'unclaimed', since: 1 }, 0],
])('a thread that waited for a channel %s', async (_, reminded, count) => {
  const { services, runTask, sent } = await openReminders({ a: open }, {}, { ...people, channel: channelFacts })
  const thread = { ...waiting, ...(reminded && { reminded }) }
  await services.mailStore.threads.update('a', () => thread)
  await runTask('mail.place', { team, thread: 'a', round: 1 })
  const again = sent.filter((one) => one.kind === 'mail.remind' && JSON.stringify(one.data).includes('"head":1'))
  expect(again).toHaveLength(count)
})

test('a reminder that begins again after a crash names every thread once, and those that were due since', async () => {
  const { services, remind, runTask, reminders } = await openReminders({ a: open, b: open })
  const due = await remind('a', 'unclaimed')
  const { postedReminders } = services.desk
  const id = `C1-${due.turn}`
  await postedReminders.put(id, { target: 'C1', threads: [{ thread: 'b', kind: 'unclaimed' }] }, 0)
  await runTask('mail.remind_all', due)
  expect((await postedReminders.get(id))?.value.threads.map(({ thread }) => thread)).toEqual(['b', 'a'])
  expect(await reminders()).toMatchObject([{ id, message: { text: '⏰ Reminder: 2 unclaimed emails.' } }])
})

test('reminders of an abandoned message come with the next one', async () => {
  const { remind, runTask, reminders } = await openReminders({ a: open })
  const due = await remind('a', 'unclaimed')
  await runTask('mail.remind_all', { ...due, turn: due.turn + 5 })
  expect(JSON.stringify(await reminders())).toContain('open:a')
})

test.each([
  ['muted', { muted: { by: 'U2', at: 1 } }],
  ['snoozed', { snooze: { until: 9e12, by: 'U2', at: 1 } }],
  ['claimed meanwhile', { owner: { user: 'U2', at: 2 } }],
  ['done', { work: 'done' }],
] as const)('nobody is reminded of a thread that is %s', async (_, change) => {
  const { remind, reminders } = await openReminders({ a: { ...open, ...change } })
  expect(await remind('a', 'unclaimed')).toBeUndefined()
  expect(await reminders()).toEqual([])
})

test.each([
  ['is reminded of later if a scheduled reply answers it', { decidedAt: 10, state: 'scheduled' }, 'mail.remind'],
  ['is reminded of if the scheduled reply is older', { decidedAt: 3, state: 'scheduled' }, 'mail.remind_all'],
  ['is reminded of if the reply is paused', { decidedAt: 10, state: 'paused' }, 'mail.remind_all'],
] as const)('claimed email %s', async (_, { decidedAt, state }, kind) => {
  const owned = { ...open, owner: { user: 'U1', at: 1 }, scheduled: ['r'], theirsAt: 5 }
  const { services, runTask, sent } = await openReminders({ a: owned })
  const dueAt = Date.now() + 3_600_000
  const counts = { tries: 0, clashes: 0, looks: 0 }
  await services.replyStore.replies.put('r', { ...sampleReply, ...counts, at: decidedAt, key: 'k', state, dueAt }, 0)
  await runTask('mail.remind', { team, thread: 'a', kind: 'mine', since: 1, isWorkingTime: true })
  const planned = sent.findLast((one) => one.kind === 'mail.remind' || one.kind === 'mail.remind_all')
  expect(planned?.kind).toBe(kind)
})

test('nobody is reminded of a thread with mail only from programs', async () => {
  const { workAt: _, ...automatic } = open
  const { remind, reminders } = await openReminders({ a: automatic })
  expect(await remind('a', 'unclaimed', 0)).toBeUndefined()
  expect(await reminders()).toEqual([])
})

test('a person without notices is not reminded of their own mail', async () => {
  const owned = { ...open, owner: { user: 'U1', at: 1 } }
  expect(await (await openReminders({ a: owned }, { notices: 'nothing' })).remind('a', 'mine')).toBeUndefined()
  expect(await (await openReminders({ a: owned })).remind('a', 'mine')).toMatchObject({ target: 'U1' })
})

test('a reminder of many names the list that has them all, for a person and for a channel', () => {
  const { more } = mailTextIn('en').work.reminder
  expect(more({ count: 2, isPerson: true })).toBe('and 2 more: `/mail mine` lists them all')
  expect(more({ count: 2, isPerson: false })).toBe('and 2 more: `/mail open` and `/mail waiting` list them all')
})

/** Everyone is gone from the workspace. */
const noOne: AccessPolicy = {
  ...allowEverything,
  mayUse: () => Promise.resolve(false),
  mayRead: () => Promise.resolve(false),
  filterReaders: () => Promise.resolve([]),
}

test.each([
  ['of mail whose owner is gone', 'mine'],
  ['of a missing answer to a person who is gone', 'waiting'],
] as const)('a reminder %s goes to the channel and mentions nobody, although no event came', async (_, kind) => {
  const { services, slice, runTask, sent } = await openMailSlice({
    access: noOne,
    people: { ...people, channel: channelFacts },
  })
  const { mailStore, settings } = services
  const claimed: MailThread = {
    ...open,
    owner: { user: 'UGONE', at: 1 },
    ...(kind === 'waiting' && { work: 'waiting' }),
  }
  await mailStore.threads.put('a', claimed, 0)
  await mailStore.mails.put('key', sampleMail, 0)
  await settings.write({ team, scope: 'channel', id: 'C1' }, { version: 0, values: { waitingAfter: '1d' }, by: 'U1' })
  await runTask('mail.remind', { team, thread: 'a', kind, since: 1, isWorkingTime: true })
  const check = sent.findLast((one) => one.kind === 'mail.check_owner')
  if (kind === 'mine') {
    await runTask('mail.check_owner', check?.data as Json)
    expect(await mailStore.findThread('a')).not.toHaveProperty('owner')
  }
  const due = sent.findLast((one) => one.kind === 'mail.remind_all')?.data
  expect(due).toMatchObject({ target: 'C1' })
  await runTask('mail.remind_all', due as Json)
  const [post] = await readReminders({ slice, sent })
  expect(JSON.stringify(post)).toContain(
    kind === 'mine'
      ? '1 email that a colleague had claimed is unclaimed again'
      : '1 email is still waiting for the recipient’s reply',
  )
  expect(JSON.stringify(post)).not.toContain('<@UGONE>')
})

test('a channel is reminded of mail whose owner has left on its own days and hours', async () => {
  const now = at('2026-11-28T03:00:00Z')
  const { services, runTask, sent } = await openMailSlice({
    access: noOne,
    people: { ...people, channel: channelFacts },
    memory: openMemory({ now: () => now, scaled: (ms: number) => ms }),
  })
  await services.mailStore.threads.put('a', { ...open, owner: { user: 'UGONE', at: 1 } }, 0)
  await runTask('mail.check_owner', { team, user: 'UGONE', thread: 'a' })
  expect(await services.mailStore.findThread('a')).not.toHaveProperty('owner')
  const [due] = sent.filter(({ kind }) => kind === 'mail.remind_all')
  expect(due?.delayMs).toBe(at('2026-11-30T09:16:00Z') - now)
})
