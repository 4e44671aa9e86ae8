import { expect, test } from 'vitest'
import { createClock } from '../../../src/core/clock.ts'
import { buildThread, type MailThread } from '../../../src/mail/records/mail/mail-thread.ts'
import type { Reply } from '../../../src/mail/records/replies/reply.ts'
import { findLastTime, isInUse } from '../../../src/mail/retention/thread-age.ts'
import type { Store } from '../../../src/store/store.ts'
import { openMailSlice, openMemory } from '../../support/mail-services.ts'
import { sampleMail } from '../sample-mail.ts'

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
  expect(isInUse({ ...posted, ...more }, states.map(replyIn))).toBe(inUse)
})

test('a thread is as old as the last thing that happened in it', () => {
  expect(findLastTime(posted)).toBe(1)
  expect(findLastTime({ ...posted, replies: [{ id: 'r', user: 'U1', at: 7 }], owner: { user: 'U1', at: 5 } })).toBe(7)
})

/** Threads of one mail each, the oldest first; the writes of the app fail from `left` on. */
async function openThreads(count: number, thread: Partial<MailThread> = {}) {
  let now = 1_700_000_000_000
  const state = { left: Infinity, lists: 0 }
  const memory = openMemory({ ...createClock(), now: () => now })
  const write = <Result>(change: () => Promise<Result>): Promise<Result> =>
    state.left-- > 0 ? change() : Promise.reject(new Error('killed'))
  const store: Store = {
    ...memory.store,
    list: (...page) => ((state.lists += 1), memory.store.list(...page)),
    put: (...given) => write(() => memory.store.put(...given)),
    delete: (...given) => write(() => memory.store.delete(...given)),
  }
  const slice = await openMailSlice({ memory: { ...memory, store }, config: { retentionMs: 30 * DAY_MS } })
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
    sweep,
    expired,
    pass: (ms: number) => void (now += ms),
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
  expect(await services.desk.wordIndex.search(['hello'], undefined).next()).toMatchObject({ thread: 't1' })
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
