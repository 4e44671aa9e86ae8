/** The time that a search in the index of `/mail find` and a look for old mail take, with few and with many mails. */
import { createKeyedHash } from '../src/store/keyed-hash.ts'
import { createWordIndex, type WordIndex } from '../src/mail/desk/find/word-index.ts'
import { createMailStore, formatKeptId, type MailStore } from '../src/mail/records/mail/mail-store.ts'
import { createProcessGroup, type StoreName, STORE_NAMES } from '../tools/processes.ts'
import { median } from './load-generator.ts'
import { formatHead, formatRow, type PrintLine } from './report.ts'
import { openBenchStorage, writeInGroups } from './seed-history.ts'

const TEAM = 'T1'
const FEW = 1000
const MANY = Number(process.env['BENCH_MAILS'] ?? 1_000_000)
/** Different words of a mail: some that many mails have, the others from a large vocabulary. */
const WORDS = 60
const VOCABULARY = 50_000
const ROUNDS = 10
const RESULTS = 6
const PAGE = 100

const ENV = { ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') }

interface FilledIndex {
  index: WordIndex
  mailStore: MailStore
  oldest: number
  count: number
  seconds: number
  close(): Promise<void>
}

function listWords(mail: number): string[] {
  const words = Array.from({ length: WORDS }, (_, n) =>
    n < 20 ? `common${(mail * 7 + n * n) % 200}` : `word${(mail * 7919 + n * n * 104_729) % VOCABULARY}`,
  )
  return ['every', ...words, ...(mail % 1000 === 0 ? ['thousandth'] : []), ...(mail === 0 ? ['oldest'] : [])]
}

async function openFilled(url: string, count: number): Promise<FilledIndex> {
  const opened = await openBenchStorage(url, ENV)
  const { store, clock } = opened
  const index = createWordIndex({ store, team: TEAM }, await createKeyedHash(store), { clock })
  const mailStore = createMailStore({ store, team: TEAM })
  const [oldest, from] = [clock.now() - count * 1000, performance.now()]
  await writeInGroups(count, async (mail) => {
    const [key, at] = [mail.toString(16).padStart(24, '0'), oldest + mail * 1000]
    await mailStore.recordKept(key, { thread: key, at })
    await index.add(listWords(mail), { key, at, thread: key })
    if (mail % 500 === 499) await index.pack()
  })
  while ((await index.pack()) !== undefined);
  return { index, mailStore, oldest, count, seconds: (performance.now() - from) / 1000, close: () => opened.close() }
}

async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return median(times)
}

/** Reads the first page of a search; returns how often a person would have to look further. */
async function search({ index }: FilledIndex, words: string[]): Promise<number> {
  let [bound, pauses]: [string | undefined, number] = [undefined, 0]
  for (let matches = index.search(words, bound), found = 0; found < RESULTS;) {
    const next = await matches.next()
    if (!next) break
    if ('id' in next) found += 1
    else {
      pauses += 1
      bound = next.pausedAt
      matches = index.search(words, bound)
    }
  }
  return pauses
}

const OPERATIONS: { name: string; run(this: void, side: FilledIndex): Promise<unknown> }[] = [
  { name: 'index: a word of every mail', run: (side) => search(side, ['every']) },
  { name: 'index: that and a word of every thousandth', run: (side) => search(side, ['every', 'thousandth']) },
  { name: 'index: a word of the oldest mail only', run: (side) => search(side, ['oldest']) },
  { name: 'index: a word of no mail', run: (side) => search(side, ['none']) },
  {
    name: 'a look for old mail, nothing due',
    run: ({ mailStore, oldest }) => mailStore.kept.list({ limit: PAGE, after: formatKeptId(oldest) }),
  },
  {
    name: 'a look for old mail, 100 due',
    run: ({ mailStore, oldest }) => mailStore.kept.list({ limit: PAGE, after: formatKeptId(oldest + PAGE * 1000) }),
  },
]

/** The tables of the index and of the look for old mail. */
export async function benchMailGrowth(stores: StoreName[], print: PrintLine): Promise<void> {
  const [few, many] = [FEW, MANY].map((count) => count.toLocaleString('en-US'))
  print(`\n${formatHead('store', 'median of', `${few} mails`, `${many} mails`)}`)
  for (const name of stores) {
    const group = createProcessGroup()
    try {
      const short = await openFilled(await group.createStore(name), FEW)
      const long = await openFilled(await group.createStore(name), MANY)
      for (const { name: what, run } of OPERATIONS) {
        const times = [await timeMs(() => run(short)), await timeMs(() => run(long))]
        const [shorter, longer] = times.map((time) => `${time.toFixed(2)} ms`)
        print(formatRow(STORE_NAMES[name], what, shorter ?? '', longer ?? ''))
      }
      const [shorter, longer] = [short, long].map(({ count, seconds }) => `${((seconds * 1000) / count).toFixed(2)} ms`)
      print(formatRow(STORE_NAMES[name], 'to index a mail, packing included', shorter ?? '', longer ?? ''))
      await Promise.all([short.close(), long.close()])
    } finally {
      await group.close()
    }
  }
}
