import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createDeliveries } from './deliveries.ts'
import { generateLoad, median, type LoadResult, quantile } from './load-generator.ts'
import { createProcessGroup, type ProcessGroup } from '../tools/processes.ts'
import { formatHead, formatRow, type PrintLine } from './report.ts'
import { createIntakeSettings, startApp, openSandbox, type BenchSandbox } from './sandbox.ts'

const ROUNDS = 9
const PER_ROUND = 8000
const WARM_UP = 8000
const LATENCY_ROUNDS = 5
const LATENCY_SECONDS = 3
/** A process that stood still has its timers all at once; it finds its pace before latencies count. */
const LEAD_IN_SECONDS = 1
const CONNECTIONS = 64

/** One of the two that take turns; it stands still while it is not its turn, so that neither pays for the other's work. */
interface Server {
  port: number
  child: ChildProcess
}

/** Verified, durable, acknowledged webhooks a second, in turns with a bare server that does the least that can be called the same. */
async function compareWithBaseline(
  { name, role, least }: (typeof SETUPS)[IntakeStore],
  place: ProcessGroup,
  world: BenchSandbox,
  urls: { app: string; bare: string },
): Promise<string> {
  const secret = world.env['MAIL_WEBHOOK_SECRET']?.split(',')[0] ?? ''
  const inboxId = world.env['SANDBOX_INBOX'] ?? ''
  const env = { ...world.env, ...(await createIntakeSettings()), STORE_URL: urls.app, ROLE: role }
  const app: Server = await startApp(place, env)
  const { child, first } = await place.startNode<{ port: number }>('bench/baseline-server.ts', [urls.bare, secret])
  const bare: Server = { port: first.port, child }
  for (const runner of [app, bare]) runner.child.kill('SIGSTOP')

  async function run(runner: Server, count: number, perSecond?: number): Promise<LoadResult> {
    const requests = createDeliveries({ count, secret, inboxIds: [inboxId], host: '127.0.0.1' })
    let index = 0
    runner.child.kill('SIGCONT')
    const outcome = await generateLoad({
      port: runner.port,
      connections: CONNECTIONS,
      next: () => requests[index++],
      ...(perSecond && { perSecond, leadIn: Math.ceil(perSecond * LEAD_IN_SECONDS) }),
    })
    runner.child.kill('SIGSTOP')
    if (outcome.refused > 0) throw new Error(`${outcome.refused} of ${count} were refused`)
    return outcome
  }
  /** Many short rounds and the median of their ratios: what else the machine does in one of them hardly counts. */
  async function inTurns<T>(rounds: number, measure: (runner: Server) => Promise<T>): Promise<{ app: T; bare: T }[]> {
    const results: { app: T; bare: T }[] = []
    for (let round = 0; round < rounds; round++) {
      const early = round % 2 === 0 ? undefined : await measure(app)
      const limit = await measure(bare)
      results.push({ app: early ?? (await measure(app)), bare: limit })
    }
    return results
  }

  await inTurns(1, (runner) => run(runner, WARM_UP))
  const rates = await inTurns(ROUNDS, async (runner) => {
    const { accepted, seconds } = await run(runner, PER_ROUND)
    return accepted / seconds
  })
  const peak = median(rates.map((rate) => rate.app))
  const calm = await inTurns(LATENCY_ROUNDS, async (runner) => {
    const { latenciesMs } = await run(runner, Math.ceil((peak / 10) * (LEAD_IN_SECONDS + LATENCY_SECONDS)), peak / 10)
    return quantile(latenciesMs, 0.99)
  })
  for (const runner of [app, bare]) await place.stop(runner.child)
  return formatRow(
    name,
    peak.toFixed(0),
    median(rates.map((rate) => rate.bare)).toFixed(0),
    median(rates.map((rate) => rate.app / rate.bare)).toFixed(2),
    least,
    `${median(calm.map((p99) => p99.app)).toFixed(1)} ms`,
    '50 ms',
    `${median(calm.map((p99) => p99.bare)).toFixed(1)} ms`,
  )
}

const SETUPS = {
  sqlite: { name: 'SQLite', role: 'all', least: 0.8 },
  redis: { name: 'Redis, with the worker', role: 'all', least: 0.4 },
  web: { name: 'Redis, ROLE=web', role: 'web', least: 0.6 },
}
export type IntakeStore = keyof typeof SETUPS
export const INTAKE_STORES = Object.keys(SETUPS) as IntakeStore[]

/** `npm run bench intake`: the door, beside its limit, in the same run. */
export async function benchIntake(stores: IntakeStore[], say: PrintLine): Promise<void> {
  const place = createProcessGroup()
  try {
    const world = await openSandbox(place)
    say(
      formatHead(
        'store',
        'Bellhop/s',
        'bare/s',
        'ratio',
        'at least',
        'p99 at a tenth of the peak',
        'limit',
        'bare p99 there',
      ),
    )
    for (const store of stores) {
      const redis = store === 'sqlite' ? undefined : await place.startRedis()
      const urls = redis
        ? { app: `${redis}/0`, bare: `${redis}/1` }
        : { app: `sqlite:${join(place.folder, 'app.db')}`, bare: join(place.folder, 'bare.db') }
      say(await compareWithBaseline(SETUPS[store], place, world, urls))
    }
  } finally {
    await place.close()
  }
}
