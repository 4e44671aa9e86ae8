import { setTimeout as sleep } from 'node:timers/promises'
import { listPlaces, measureCommands } from './commands.ts'
import { createDeliveries } from './deliveries.ts'
import { generateLoad, median } from './load-generator.ts'
import { seedHistory, openBenchStorage } from './seed-history.ts'
import { type StoreName, STORE_NAMES, waitUntil, type ProcessGroup, createProcessGroup } from '../tools/processes.ts'
import { formatHead, formatRow, type PrintLine } from './report.ts'
import { startApp, type RunningApp, type BenchSandbox, openSandbox } from './sandbox.ts'

const SMALL = 1000
const LARGE = 100_000
const ROUNDS = 16
const WEBHOOKS = 20
const PAUSE_MS = 200

interface Measured {
  world: BenchSandbox
  app: RunningApp
}

/** An app on a store that has seen so many jobs and mails, in equal parts. */
async function openWithHistory(place: ProcessGroup, store: StoreName, count: number): Promise<Measured> {
  const world = await openSandbox(place)
  const url = await place.createStore(store)
  const where = await listPlaces(world)
  const opened = await openBenchStorage(url, world.env)
  const of = (what: 'user' | 'channel'): string[] => [...new Set(where.map((one) => one[what]))]
  await seedHistory(opened, { team: world.team, count: count / 2, users: of('user'), channels: of('channel') })
  await opened.close()
  return { world, app: await startApp(place, { ...world.env, STORE_URL: url }) }
}

type Measure = (side: Measured, round: number) => Promise<number[]>

const measureWebhooks: Measure = async ({ world, app }) => {
  const secret = world.env['MAIL_WEBHOOK_SECRET']?.split(',')[0] ?? ''
  const requests = createDeliveries({ count: WEBHOOKS, secret, inboxIds: ['growth@bench.test'], host: '127.0.0.1' })
  const { latenciesMs } = await generateLoad({ port: app.port, connections: 1, next: () => requests.pop() })
  return [...latenciesMs]
}

const measureCommand =
  (text: string): Measure =>
  async ({ world }, round) => {
    const where = await listPlaces(world)
    const started = performance.now()
    const { channel = '', user = '' } = where[round % where.length] ?? {}
    await world.client.slack.sendCommand({ channel, user, command: '/docs', text })
    return [performance.now() - started]
  }

const measureHome: Measure = async ({ world }, round) => {
  const where = await listPlaces(world)
  const before = (await world.client.slack.calls('views.publish')).length
  const from = Date.now()
  await world.client.slack.openHome(where[round % where.length]?.user ?? '')
  await waitUntil('Home', async () => (await world.client.slack.calls('views.publish')).length > before)
  return [((await world.client.slack.calls('views.publish'))[before]?.at ?? 0) - from]
}

const OPERATIONS: { name: string; time: Measure }[] = [
  { name: 'command → card', time: async ({ world }, from) => (await measureCommands(world, { count: 1, from })).cards },
  { name: '`/docs jobs`', time: measureCommand('jobs') },
  { name: '`/docs jobs failed` (none is)', time: measureCommand('jobs failed') },
  { name: 'Home', time: measureHome },
  // Last: what the mails leave to do would stand in the way of the others.
  { name: 'mail webhook acknowledged', time: measureWebhooks },
]

/** `npm run bench growth`: what people wait for, with a short past and with a long one, in turns. */
export async function benchGrowth(stores: StoreName[], say: PrintLine): Promise<void> {
  const [few, many] = [SMALL, LARGE].map((count) => count.toLocaleString('en-US'))
  say(formatHead('store', 'median of', `${few} jobs and mails`, `${many} jobs and mails`, 'limit'))
  for (const store of stores) {
    const place = createProcessGroup()
    try {
      const small = await openWithHistory(place, store, SMALL)
      const large = await openWithHistory(place, store, LARGE)
      for (const { name, time } of OPERATIONS) {
        const [short, long]: [number[], number[]] = [[], []]
        for (let round = 0; round < ROUNDS; round += 1) {
          const early = round % 2 === 0 ? undefined : await time(large, round)
          short.push(...(await time(small, round)))
          long.push(...(early ?? (await time(large, round))))
          await sleep(PAUSE_MS)
        }
        say(
          formatRow(
            STORE_NAMES[store],
            name,
            `${median(short).toFixed(1)} ms`,
            `${median(long).toFixed(1)} ms`,
            'the same',
          ),
        )
      }
    } finally {
      await place.close()
    }
  }
}
