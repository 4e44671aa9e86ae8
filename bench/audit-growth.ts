/** How long the first page of the audit takes with few and with many records, and what memory its file takes. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { auditRecordSchema, createAuditLog } from '../src/audit/audit-log.ts'
import { createKeyedHash } from '../src/store/keyed-hash.ts'
import { createTable } from '../src/store/typed-table.ts'
import { createProcessGroup, ROOT, type StoreName, STORE_NAMES } from '../tools/processes.ts'
import { median } from './load-generator.ts'
import { formatHead, formatRow, type PrintLine } from './report.ts'
import { type BenchStorage, openBenchStorage, writeInGroups } from './seed-history.ts'

const TEAM = 'T1'
const FEW = 1000
const MANY = 1_000_000
const ROUNDS = 50
const DAY_MS = 24 * 3_600_000
const YEAR_MS = 365 * DAY_MS
const EXPORT_MB = 64

const ENV = { ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') }

/** Fills the list from which pages without a filter are read; the lists of the filters have the same form. */
async function seedAudit({ store, clock }: BenchStorage, count: number): Promise<void> {
  const table = createTable(store, { partition: `${TEAM}/audit`, schema: auditRecordSchema, ttlMs: 2 * YEAR_MS })
  const step = YEAR_MS / 2 / count
  const now = clock.now()
  await writeInGroups(count, async (index) => {
    const at = Math.floor(now - (count - index) * step)
    const name = index.toString(16).padStart(24, '0')
    const record = {
      at,
      user: `U${index % 50}`,
      action: index % 3 === 0 ? 'jobs.start' : 'jobs.steer',
      ...(index % 3 > 0 && { verb: 'follow_up' }),
      object: { kind: 'job', id: `0mabc${name.slice(-10)}`, link: `https://slack.test/archives/C1/p${at}` },
      location: { channel: `C${index % 20}`, ts: `${at}.000100` },
      outcome: 'done' as const,
      hash: name,
      opId: `done:jobs.act:${TEAM}:${name}`,
      correlation: name.slice(-8),
    }
    await table.put(`${at.toString(36).padStart(9, '0')}-${name}`, record, 0)
  })
}

const openAudit = async ({ store, clock }: BenchStorage) =>
  createAuditLog({ store, clock, keyedHash: await createKeyedHash(store), retentionMs: YEAR_MS })

async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** The table of pages, and the memory of the file with all of 100,000 records. */
export async function benchAuditGrowth(stores: StoreName[], print: PrintLine): Promise<void> {
  const [few, many] = [FEW, MANY].map((count) => count.toLocaleString('en-US'))
  print(`\n${formatHead('store', 'median of', `${few} audit records`, `${many} audit records`, 'limit')}`)
  const files: string[] = []
  for (const name of stores) {
    const group = createProcessGroup()
    try {
      const [short, long] = [
        await openFilled(await group.createStore(name), FEW),
        await openFilled(await group.createStore(name), MANY),
      ]
      const monthAgo = Date.now() - 30 * DAY_MS
      for (const [what, filter] of [
        ['first page', {}],
        ['first page of a day a month ago', { fromMs: monthAgo - DAY_MS, untilMs: monthAgo }],
      ] as const) {
        const times: [number[], number[]] = [[], []]
        for (let round = 0; round < ROUNDS; round += 1) {
          times[0].push(await timeMs(() => short.audit.list(TEAM, filter)))
          times[1].push(await timeMs(() => long.audit.list(TEAM, filter)))
        }
        const [shorter, longer] = times.map((all) => `${median(all).toFixed(2)} ms`)
        print(formatRow(STORE_NAMES[name], what, shorter ?? '', longer ?? '', 'the same'))
      }
      const url = long.url
      await Promise.all([short.close(), long.close()])
      files.push(await measureExport(name, url))
    } finally {
      await group.close()
    }
  }
  print(`\n${formatHead('store', 'CSV file', 'takes', 'extra memory', 'limit')}`)
  for (const row of files) print(row)
}

async function openFilled(url: string, count: number) {
  const opened = await openBenchStorage(url, ENV)
  await seedAudit(opened, count)
  return { url, audit: await openAudit(opened), close: () => opened.close() }
}

/** Measured in a process that does nothing else. */
async function measureExport(name: StoreName, url: string): Promise<string> {
  const script = join(ROOT, 'bench/audit-export.ts')
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', script, url], {
    env: { ...process.env, ...ENV },
  })
  const { entries, megabytes, seconds, extraMb }: Record<string, number> = JSON.parse(stdout)
  return formatRow(
    STORE_NAMES[name],
    `${entries?.toLocaleString('en-US')} entries, ${megabytes?.toFixed(0)} MB`,
    `${seconds?.toFixed(1)} s`,
    `${extraMb?.toFixed(0)} MB`,
    `${EXPORT_MB} MB`,
  )
}
