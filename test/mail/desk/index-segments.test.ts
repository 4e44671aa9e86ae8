import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createWordIndex } from '../../../src/mail/desk/find/word-index.ts'
import { createKeyedHash } from '../../../src/store/keyed-hash.ts'
import type { Store } from '../../../src/store/store.ts'
import { openMemory } from '../../support/mail-services.ts'

const NAMES = ['rare', 'often', 'every'] as const
type Words = readonly (typeof NAMES)[number][]

type Act =
  | { is: 'add'; mail: number; words: Words }
  | { is: 'pack'; killedAt: number }
  | { is: 'remove'; third: number; killedAt: number }

const killedAt = fc.oneof(fc.nat({ max: 300 }), fc.constant(1_000))
const acts = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        is: fc.constant('add' as const),
        mail: fc.nat({ max: 60 }),
        words: fc.subarray([...NAMES]),
      }),
    },
    { weight: 3, arbitrary: fc.record({ is: fc.constant('pack' as const), killedAt }) },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('remove' as const), third: fc.nat({ max: 2 }), killedAt }) },
  ),
  { minLength: 10, maxLength: 60 },
)

const timeOf = (mail: number): number => 1_700_000_000_000 + mail * 60_000

/** An index with small segments, and the time that it sees; the writes of `run` fail from one on, as after a kill. */
async function openIndex() {
  const { store, clock: machine } = openMemory()
  let left = Infinity
  let now = machine.now()
  const write = <Result>(change: () => Promise<Result>): Promise<Result> =>
    left-- > 0 ? change() : Promise.reject(new Error('killed'))
  const killable: Store = {
    ...store,
    put: (...given) => write(() => store.put(...given)),
    delete: (...given) => write(() => store.delete(...given)),
  }
  const clock = { ...machine, now: () => now }
  const index = createWordIndex({ store: killable, team: 'T1' }, await createKeyedHash(store), {
    clock,
    segmentMails: 4,
  })
  return {
    index,
    store,
    /** Runs to its end, after a kill at this write and, where another process might still write, after an hour. */
    run: async (work: () => Promise<unknown>, kill: number): Promise<void> => {
      left = kill
      await work().catch(() => {})
      left = Infinity
      for (let answer = await work(); answer !== undefined; answer = await work()) now += 3_600_001
    },
  }
}

test('every mail with all words is found once, newest first, whatever was packed, removed or killed before', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (sequence: Act[]) => {
      const { index, run } = await openIndex()
      const known = new Map<number, Set<string>>()
      for (const act of sequence) {
        if (act.is === 'add') {
          // A mail that is indexed again has its earlier words still.
          const words = new Set([...(known.get(act.mail) ?? []), ...act.words])
          await index.add(words, { key: `m${act.mail}`, at: timeOf(act.mail), thread: `t${act.mail}` })
          known.set(act.mail, words)
        } else if (act.is === 'pack') await run(() => index.pack(), act.killedAt)
        else {
          const removed = [...known.keys()].filter((mail) => mail % 3 === act.third)
          await run(() => index.remove(removed.map((mail) => ({ key: `m${mail}`, at: timeOf(mail) }))), act.killedAt)
          for (const mail of removed) known.delete(mail)
        }
      }
      for (const words of [['rare'], ['often', 'every'], [...NAMES]]) {
        const found: string[] = []
        const matches = index.search(words, undefined)
        for (let one = await matches.next(); one && 'id' in one; one = await matches.next()) found.push(one.thread)
        const expected = [...known].filter(([, has]) => words.every((word) => has.has(word))).map(([mail]) => mail)
        expect(found).toEqual(expected.toSorted((a, b) => b - a).map((mail) => `t${mail}`))
      }
    }),
    { numRuns: 60 },
  )
})

test.each([
  ['every', 1],
  ['rare', 7],
])('a search for “%s” that has begun finds mail that is packed meanwhile, once and in order', async (word, step) => {
  const { index } = await openIndex()
  const mails = Array.from({ length: 150 }, (_, mail) => mail)
  for (const mail of mails) {
    const words = ['every', ...(mail % 7 === 0 ? ['rare'] : [])]
    await index.add(words, { key: `m${mail}`, at: timeOf(mail), thread: `t${mail}` })
  }
  const matches = index.search([word], undefined)
  const found: string[] = []
  for (let one = await matches.next(); one && 'id' in one; one = await matches.next()) {
    found.push(one.thread)
    while (await index.pack());
  }
  const expected = mails.filter((mail) => mail % step === 0).toReversed()
  expect(found).toEqual(expected.map((mail) => `t${mail}`))
})

test('mail that is neither in a row nor in a segment is missing', async () => {
  const { index } = await openIndex()
  const mails = Array.from({ length: 30 }, (_, mail) => ({ key: `m${mail}`, at: timeOf(mail) }))
  for (const mail of mails.slice(0, 25)) await index.add(['every'], { ...mail, thread: 't' })
  while (await index.pack());
  expect(await index.findMissing(mails)).toEqual(mails.slice(25))
})

test('waiting for a process that may be writing a segment reads no rows again', async () => {
  const memory = openMemory()
  const reads = { lists: 0 }
  let now = memory.clock.now()
  let left = Infinity
  const store: Store = {
    ...memory.store,
    list: (...page) => ((reads.lists += 1), memory.store.list(...page)),
    put: (...given) => (left-- > 0 ? memory.store.put(...given) : Promise.reject(new Error('killed'))),
  }
  const keyedHash = await createKeyedHash(store)
  const open = () =>
    createWordIndex({ store, team: 'T1' }, keyedHash, { clock: { ...memory.clock, now: () => now }, segmentMails: 4 })
  const add = (mail: number) => open().add(['every'], { key: `m${mail}`, at: timeOf(mail), thread: `t${mail}` })
  for (let mail = 0; mail < 8; mail++) await add(mail)
  left = 3
  await expect(open().pack()).rejects.toThrow('killed')
  left = Infinity
  // Other rows than the killed process had.
  await add(8)
  const index = open()
  expect(await index.pack()).toEqual({ againMs: expect.any(Number) })
  reads.lists = 0
  for (let minutes = 5; minutes <= 50; minutes += 5) {
    now += 300_000
    expect(await index.pack()).toEqual({ againMs: 3_600_000 - minutes * 60_000 })
  }
  expect(reads.lists).toBe(0)
  now += 660_000
  expect(await index.pack()).toEqual({ packed: expect.any(String) })
})

test.each([
  ['rows', 6_000, ['rare'], { segmentMails: 10_000 }],
  ['segments', 620, ['rare', 'every', 'often'], { segmentMails: 4 }],
])('a long search through %s pauses early, and finds the oldest mail on request', async (_, mails, wanted, small) => {
  const { store, clock } = openMemory()
  const index = createWordIndex({ store, team: 'T1' }, await createKeyedHash(store), { clock, ...small })
  for (let mail = 0; mail < mails; mail++)
    await index.add(mail === 0 ? NAMES : ['every'], { key: `m${mail}`, at: timeOf(mail), thread: `t${mail}` })
  while (await index.pack());
  const paused = await index.search(wanted, undefined).next()
  if (!paused || !('pausedAt' in paused)) throw new Error('the search has not paused')
  expect(await index.search(wanted, paused.pausedAt).next()).toMatchObject({ thread: 't0' })
})
