import { setTimeout as sleep } from 'node:timers/promises'
import { benchAuditGrowth } from './audit-growth.ts'
import { listPlaces, measureCommands } from './commands.ts'
import { createDeliveries } from './deliveries.ts'
import { generateLoad, median } from './load-generator.ts'
import { seedHistory, openBenchStorage } from './seed-history.ts'
import { benchMailGrowth } from './mail-growth.ts'
import { type StoreName, STORE_NAMES, waitUntil, type ProcessGroup, createProcessGroup } from '../tools/processes.ts'
import { formatHead, formatRow, type PrintLine } from './report.ts'
import { type SandboxProcess, startSandbox } from '../tools/sandbox-process.ts'
import { startApp, type RunningApp } from './running-app.ts'

const SMALL = 1000
const LARGE = 100_000
const ROUNDS = 16
const WEBHOOKS = 20
const PAUSE_MS = 200
const FIND_LIMIT = '1.5 times as long'

interface Measured {
  sandbox: SandboxProcess
  app: RunningApp
}

/** Starts an app on a store with a history of `count` jobs and mails, half of each. */
async function openWithHistory(group: ProcessGroup, store: StoreName, count: number): Promise<Measured> {
  const sandbox = await startSandbox(group)
  const url = await group.createStore(store)
  const where = await listPlaces(sandbox)
  const opened = await openBenchStorage(url, sandbox.env)
  const of = (what: 'user' | 'channel'): string[] => [...new Set(where.map((one) => one[what]))]
  await seedHistory(opened, { team: sandbox.team, count: count / 2, users: of('user'), channels: of('channel') })
  await opened.close()
  return { sandbox, app: await startApp(group, { ...sandbox.env, STORE_URL: url }) }
}

type Measure = (side: Measured, round: number) => Promise<number[]>

const measureWebhooks: Measure = async ({ sandbox, app }) => {
  const secret = sandbox.env['MAIL_WEBHOOK_SECRET']?.split(',')[0] ?? ''
  const requests = createDeliveries({ count: WEBHOOKS, secret, inboxIds: ['growth@bench.test'], host: '127.0.0.1' })
  const { latenciesMs } = await generateLoad({ port: app.port, connections: 1, next: () => requests.pop() })
  return [...latenciesMs]
}

const measureCommand =
  (text: string, command = '/docs'): Measure =>
  async ({ sandbox }, round) => {
    const where = await listPlaces(sandbox)
    const started = performance.now()
    const { channel = '', user = '' } = where[round % where.length] ?? {}
    await sandbox.client.slack.sendCommand({ channel, user, command, text })
    return [performance.now() - started]
  }

const measureHome: Measure = async ({ sandbox }, round) => {
  const where = await listPlaces(sandbox)
  const before = (await sandbox.client.slack.calls('views.publish')).length
  const from = Date.now()
  await sandbox.client.slack.openHome(where[round % where.length]?.user ?? '')
  await waitUntil('Home', async () => (await sandbox.client.slack.calls('views.publish')).length > before)
  return [((await sandbox.client.slack.calls('views.publish'))[before]?.at ?? 0) - from]
}

const OPERATIONS: { name: string; time: Measure; limit?: string }[] = [
  {
    name: 'command → card',
    time: async ({ sandbox }, from) => (await measureCommands(sandbox, { count: 1, from })).cards,
  },
  { name: '`/docs jobs`', time: measureCommand('jobs') },
  { name: '`/docs jobs failed` (no results)', time: measureCommand('jobs failed') },
  { name: '`/mail find`, a word of every mail', time: measureCommand('find seeded', '/mail'), limit: FIND_LIMIT },
  {
    name: '`/mail find`, that and a word of every hundredth',
    time: measureCommand('find seeded hundredth', '/mail'),
    limit: FIND_LIMIT,
  },
  { name: 'Home', time: measureHome },
  // Last: the tasks of these mails would slow down the others.
  { name: 'mail webhook acknowledged', time: measureWebhooks },
]

/** `npm run bench growth`: how long people wait with a short and with a long history, measured in turns. */
export async function benchGrowth(stores: StoreName[], print: PrintLine): Promise<void> {
  const [few, many] = [SMALL, LARGE].map((count) => count.toLocaleString('en-US'))
  print(formatHead('store', 'median of', `${few} jobs and mails`, `${many} jobs and mails`, 'limit'))
  for (const store of stores) {
    const group = createProcessGroup()
    try {
      const small = await openWithHistory(group, store, SMALL)
      const large = await openWithHistory(group, store, LARGE)
      for (const { name, time, limit = 'the same' } of OPERATIONS) {
        const [short, long]: [number[], number[]] = [[], []]
        for (let round = 0; round < ROUNDS; round += 1) {
          const early = round % 2 === 0 ? undefined : await time(large, round)
          short.push(...(await time(small, round)))
          long.push(...(early ?? (await time(large, round))))
          await sleep(PAUSE_MS)
        }
        print(
          formatRow(STORE_NAMES[store], name, `${median(short).toFixed(1)} ms`, `${median(long).toFixed(1)} ms`, limit),
        )
      }
    } finally {
      await group.close()
    }
  }
  await benchMailGrowth(stores, print)
  await benchAuditGrowth(stores, print)
}
