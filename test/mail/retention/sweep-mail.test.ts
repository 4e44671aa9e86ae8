import { expect, onTestFinished, test } from 'vitest'
import { createMailboxClient } from '../../../src/clients/mailbox/mailbox-client.ts'
import { createClock } from '../../../src/core/clock.ts'
import { buildThread, type MailThread } from '../../../src/mail/records/mail/mail-thread.ts'
import type { Reply } from '../../../src/mail/records/replies/reply.ts'
import { findLastTime, isInUse } from '../../../src/mail/retention/thread-age.ts'
import { buildReply } from '../../../src/mail/records/replies/reply.ts'
import type { JobsForMail } from '../../../src/slice.ts'
import type { Store } from '../../../src/store/store.ts'
import { type FakeAnswer, startFakeUpstream } from '../../support/fake-upstream.ts'
import { log, openMailSlice, openMemory } from '../../support/mail-services.ts'
import { sampleMail } from '../sample-mail.ts'
import { sampleReply } from '../sample-reply.ts'
import { formatBeginning } from '../../../src/mail/desk/find/search-words.ts'

const DAY_MS = 86_400_000
const team = 'T1'

const posted: MailThread = {
  ...buildThread({ inboxId: 'help@acme.test', threadId: 'th1' }),
  placement: { is: 'posted', channel: 'C1', head: 0 },
  work: 'open',
  workAt: 1,
  lastAt: 1,
}
const owner = { user: 'U1', at: 1 }
const replyIn = (state: Reply['state']) => ({ reply: { state } })

test.each<[string, Partial<MailThread>, Reply['state'][], boolean]>([
  ['open mail that nobody claimed', {}, [], false],
  ['claimed mail that is not answered', { owner }, [], true],
  ['claimed mail that waits for the other side', { owner, work: 'waiting' }, ['sent'], false],
  ['claimed mail that is done', { owner, work: 'done' }, [], false],
  ['snoozed mail', { snooze: { until: 9, by: 'U1', at: 1 } }, [], true],
  ['mail with a scheduled reply', { work: 'done' }, ['sent', 'scheduled'], true],
  ['mail with a reply that awaits approval', {}, ['awaiting'], true],
  ['mail with a stopped reply', {}, ['paused'], true],
  ['mail with replies that are over', {}, ['sent', 'failed', 'unknown', 'cancelled', 'dropped'], false],
  ['mail that no channel takes', { placement: { is: 'parked', head: 0 } }, [], true],
  ['mail in a list', { placement: { is: 'listed', channel: 'C1', at: 1, digest: 'd', head: 0 } }, [], false],
])('%s is in use, or not', (_, more, states, inUse) => {
  expect(isInUse({ thread: { ...posted, ...more }, replies: states.map(replyIn), jobs: [] })).toBe(inUse)
})

test('a thread is as old as the last thing that happened in it', () => {
  const lastTime = (thread: MailThread, newest?: { at: number }) =>
    findLastTime({ thread, replies: [], jobs: [], ...(newest && { newest }) })
  expect(lastTime(posted)).toBe(1)
  expect(lastTime({ ...posted, replies: [{ id: 'r', user: 'U1', at: 7 }], owner: { user: 'U1', at: 5 } })).toBe(7)
  // A machine whose clock was behind.
  expect(lastTime(posted, { at: 9 })).toBe(9)
})

const noJobs: JobsForMail = {
  openForm: () => Promise.reject(new Error('no form')),
  findStarted: () => Promise.resolve([]),
  findActivity: () => Promise.resolve(undefined),
  findPullRequest: () => Promise.resolve(undefined),
  findSourceMail: () => Promise.resolve(undefined),
  showReplyOutcome: () => Promise.resolve(),
}

/** Threads of one mail each, the oldest first; the writes of the app fail from `left` on. Mailbox and machine have a clock each. */
async function openThreads(count: number, thread: Partial<MailThread> = {}) {
  let now = 1_700_000_000_000
  const state = { left: Infinity, lists: 0, mailboxAt: now, isMailboxSilent: false }
  const jobs: { live: boolean; lastAt: number }[] = []
  const answer = (): FakeAnswer =>
    state.isMailboxSilent
      ? 'reset'
      : { json: { inboxes: [] }, headers: { date: new Date(state.mailboxAt).toUTCString() } }
  const upstream = await startFakeUpstream(answer)
  onTestFinished(() => upstream.close())
  const memory = openMemory({ ...createClock(), now: () => now })
  const write = <Result>(change: () => Promise<Result>): Promise<Result> =>
    state.left-- > 0 ? change() : Promise.reject(new Error('killed'))
  const store: Store = {
    ...memory.store,
    list: (...page) => ((state.lists += 1), memory.store.list(...page)),
    put: (...given) => write(() => memory.store.put(...given)),
    delete: (...given) => write(() => memory.store.delete(...given)),
  }
  const slice = await openMailSlice({
    memory: { ...memory, store },
    config: { retentionMs: 30 * DAY_MS },
    mailbox: createMailboxClient({ baseUrl: upstream.url, apiKey: 'am_test', log }),
    jobs: {
      ...noJobs,
      findActivity: () => Promise.resolve(jobs[0] && { isLive: jobs[0].live, lastAt: jobs[0].lastAt }),
    },
  })
  const { mailStore, desk } = slice.services
  for (let n = 0; n < count; n += 1) {
    const [key, id, at] = [`m${n}`, `t${n}`, now - (count - n) * 1_000]
    await mailStore.recordKept(key, { thread: id, at })
    await mailStore.mails.put(key, { ...sampleMail, thread: id, at }, 0)
    await mailStore.threads.put(id, { ...posted, mails: [key], count: 1, lastAt: at, ...thread }, 0)
    await desk.wordIndex.add(['hello'], { key, at, thread: id })
  }
  const sweep = () => slice.runTask('mail.sweep', { team })
  const expired = () => slice.sent.filter(({ kind }) => kind === 'mail.expire')
  return {
    ...slice,
    state,
    jobs,
    sweep,
    expired,
    /** Both clocks go on. */
    pass: (ms: number) => {
      now += ms
      state.mailboxAt += ms
    },
    /** Sets the machine's clock alone. */
    setAhead: (ms: number) => void (now += ms),
    run: async (): Promise<void> => {
      const before = slice.sent.length
      await sweep()
      for (const { kind, data } of slice.sent.slice(before))
        if (kind === 'mail.expire') await slice.runTask(kind, data as { team: string })
    },
    listIds: async (): Promise<string[]> => (await Array.fromAsync(mailStore.mails.all())).map(({ id }) => id),
    listKept: async (): Promise<string[]> => (await Array.fromAsync(mailStore.kept.all())).map(({ id }) => id),
  }
}

test('a sweep reads one list while nothing is due, however much mail there is', async () => {
  const { sweep, state, expired } = await openThreads(300)
  state.lists = 0
  await sweep()
  expect([state.lists, expired().length]).toEqual([1, 0])
})

test('every old thread is deleted, a page at a time', async () => {
  const { sweep, expired, pass, runTask, listIds, listKept, services } = await openThreads(250)
  pass(30 * DAY_MS - 50_500)
  for (let answer = await sweep(); answer && answer.againMs < 60_000;) answer = await sweep()
  for (const { data } of expired()) await runTask('mail.expire', data as { team: string })
  expect((await listIds()).length).toBe(50)
  expect(await services.desk.wordIndex.search(['hello'], undefined).next()).toMatchObject({ thread: 't249' })
  let found = 0
  for (const matches = services.desk.wordIndex.search(['hello'], undefined); await matches.next();) found += 1
  expect(found).toBe(50)
  // The rows of deleted mail go when they are looked at again.
  pass(8 * DAY_MS - 30 * DAY_MS + 30 * DAY_MS)
  for (let n = 0; n < 6; n += 1) await sweep()
  for (const { data } of expired()) await runTask('mail.expire', data as { team: string })
  pass(8 * DAY_MS)
  for (let n = 0; n < 6; n += 1) await sweep()
  expect([await listIds(), await listKept()]).toEqual([[], []])
})

test('a mail that came meanwhile keeps its thread, and a mail without a thread is deleted', async () => {
  const { sweep, expired, pass, runTask, listIds, services } = await openThreads(2)
  const { mailStore, clock } = services
  await mailStore.recordKept('alone', { thread: 'none', at: clock.now() - 1 })
  await mailStore.mails.put('alone', { ...sampleMail, thread: 'none', at: clock.now() - 1 }, 0)
  pass(40 * DAY_MS)
  await sweep()
  await mailStore.threads.update('t1', (now) => now && { ...now, lastAt: clock.now() })
  for (const { data } of expired()) await runTask('mail.expire', data as { team: string })
  expect(await listIds()).toEqual(['m1'])
  await runTask('mail.index', { team, mail: 'm1' })
  expect(await services.desk.wordIndex.search([formatBeginning('hello')], undefined).next()).toMatchObject({
    thread: 't1',
  })
  pass(40 * DAY_MS)
  const before = expired().length
  await sweep()
  for (const { data } of expired().slice(before)) await runTask('mail.expire', data as { team: string })
  expect(await listIds()).toEqual([])
})

test('a process that is killed at any write deletes the rest afterwards', async () => {
  for (let kill = 0; ; kill += 1) {
    const { sweep, expired, pass, runTask, state, listIds, services } = await openThreads(1)
    const { mailStore } = services
    pass(40 * DAY_MS)
    const run = async (): Promise<void> => {
      await sweep()
      for (const { data } of expired()) await runTask('mail.expire', data as { team: string })
    }
    state.left = kill
    const isDone = await run().then(
      () => true,
      () => false,
    )
    state.left = Infinity
    await run()
    expect([await listIds(), await mailStore.findThread('t0')], `killed at write ${kill}`).toEqual([[], undefined])
    expect(await services.desk.wordIndex.search(['hello'], undefined).next()).toBeUndefined()
    if (isDone) break
  }
})

test('a machine whose clock is a year ahead of the mailbox’s deletes nothing, and its admins are alerted', async () => {
  const { run, setAhead, pass, listIds, sent, expired } = await openThreads(2)
  setAhead(365 * DAY_MS)
  await run()
  expect([expired(), await listIds()]).toEqual([[], ['m1', 'm0']])
  const alerts = () => sent.filter(({ kind }) => kind === 'slack.direct' || kind === 'slack.post')
  expect(JSON.stringify(alerts())).toContain('365 days')
  // Mail that is old by both clocks is deleted.
  setAhead(-365 * DAY_MS)
  pass(40 * DAY_MS)
  setAhead(365 * DAY_MS)
  await run()
  expect(await listIds()).toEqual([])
})

test('nothing is deleted before the mailbox has returned its time', async () => {
  const { run, pass, state, listIds } = await openThreads(1)
  pass(40 * DAY_MS)
  state.isMailboxSilent = true
  await run()
  expect(await listIds()).toEqual(['m0'])
  state.isMailboxSilent = false
  await run()
  expect(await listIds()).toEqual([])
})

test.each<[string, (given: Awaited<ReturnType<typeof openThreads>>, now: number) => Promise<unknown> | void]>([
  ['a docs job that goes on', ({ jobs }) => void jobs.push({ live: true, lastAt: 1 })],
  ['a docs job that ended lately', ({ jobs }, now) => void jobs.push({ live: false, lastAt: now })],
  [
    'a form for a reply that someone opened lately',
    ({ runTask }) => runTask('mail.writing', { team, user: 'U1', thread: 't0', form: 'opened' }),
  ],
  [
    'a form for a forward that someone opened lately',
    ({ runTask }) => runTask('mail.writing', { team, user: 'U1', thread: 't0', form: 'opened', isForward: true }),
  ],
  [
    'mail that was imported lately',
    ({ services: { mailStore } }, now) => mailStore.mails.update('m0', (was) => was && { ...was, storedAt: now }),
  ],
  [
    'a reply of a later version',
    async ({ services: { mailStore, replyStore } }) => {
      await replyStore.replies.put('r', { ...buildReply('r', sampleReply, 1), state: 'pondered' as 'held' }, 0)
      await mailStore.threads.update('t0', (was) => was && { ...was, replies: [{ id: 'r', user: 'U1', at: 1 }] })
    },
  ],
  [
    'a reply that was scheduled long ago and cancelled lately',
    async ({ services: { mailStore, replyStore } }, now) => {
      await replyStore.replies.put('r', { ...buildReply('r', sampleReply, 1), state: 'cancelled', dueAt: now }, 0)
      await mailStore.threads.update('t0', (was) => was && { ...was, replies: [{ id: 'r', user: 'U1', at: 1 }] })
    },
  ],
])('an old thread with %s is kept', async (_, happen) => {
  const given = await openThreads(1)
  const { pass, run, listIds, services } = given
  pass(40 * DAY_MS)
  await happen(given, services.clock.now())
  await run()
  expect(await listIds()).toEqual(['m0'])
})

test('mail that is stored long after its own time is kept from then on', async () => {
  const { pass, run, listIds, runTask, services } = await openThreads(0)
  const message = {
    inbox_id: 'help@acme.test',
    thread_id: 'th1',
    message_id: '<m1@mail.test>',
    timestamp: new Date(services.clock.now() - 400 * DAY_MS).toISOString(),
    from: 'eve@mail.test',
    to: ['help@acme.test'],
    text: 'Hello',
  }
  await runTask('mail.event', { team, event: { event_id: 'e1', event_type: 'message.received.spam', message } })
  await run()
  pass(29 * DAY_MS)
  await run()
  expect(await listIds()).toHaveLength(1)
  pass(2 * DAY_MS)
  await run()
  expect(await listIds()).toEqual([])
})

test('quarantined mail is kept from when it was stored, whatever its own time', async () => {
  const { pass, run, listIds, services } = await openThreads(0)
  const { mailStore, clock } = services
  const mail = {
    ...sampleMail,
    thread: 'none',
    at: clock.now() - 400 * DAY_MS,
    restriction: 'spam' as const,
    held: { state: 'held' as const, at: clock.now() },
  }
  await mailStore.recordKept('old', mail)
  await mailStore.mails.put('old', mail, 0)
  await run()
  expect(await listIds()).toEqual(['old'])
  pass(29 * DAY_MS)
  await run()
  expect(await listIds()).toEqual(['old'])
  pass(2 * DAY_MS)
  await run()
  expect(await listIds()).toEqual([])
})

test('a list of quarantined mail loses the lines of mail that is deleted, and is deleted with the last one', async () => {
  const { pass, run, services } = await openThreads(0)
  const { mailStore, clock, placement } = services
  const { digests } = placement.digestStore
  const store = async (key: string) => {
    const listed = { at: 1, channel: 'C1', digest: 'held-C1-0' }
    const held = { state: 'held' as const, at: clock.now(), listed }
    const mail = { ...sampleMail, thread: key, at: clock.now(), restriction: 'spam' as const, held }
    await mailStore.recordKept(key, mail)
    await mailStore.mails.put(key, mail, 0)
    return { from: 'ann@a.test', subject: key, threads: [{ thread: `${key}.${key}`, at: 1, mails: 1 }] }
  }
  const first = await store('first')
  pass(5 * DAY_MS)
  const lines = [first, await store('second')]
  await digests.put('held-C1-0', { channel: 'C1', kind: 'quarantine', startedAt: 1, lines }, 0)
  pass(26 * DAY_MS)
  await run()
  expect((await digests.get('held-C1-0'))?.value.lines).toEqual(lines.slice(1))
  pass(5 * DAY_MS)
  await run()
  expect(await digests.get('held-C1-0')).toBeUndefined()
})
