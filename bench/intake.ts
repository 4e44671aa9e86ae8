import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { deliveries } from './deliveries.ts'
import { drive, median, type Outcome, quantile } from './load.ts'
import { freePort, until, workplace, type Workplace } from './processes.ts'

interface Sandbox {
  env: Record<string, string>
}

const ROUNDS = 9
const PER_ROUND = 8000
const WARM_UP = 8000
const CALM_ROUNDS = 5
const CALM_SECONDS = 3
/** A process that stood still has its timers all at once; it finds its pace before latencies count. */
const LEAD_IN_SECONDS = 1
const CONNECTIONS = 64

/** One of the two that take turns; it stands still while it is not its turn, so that neither pays for the other's work. */
interface Runner {
  port: number
  child: ChildProcess
}

async function openBellhop(place: Workplace, sandbox: Sandbox, storeUrl: string, role: string): Promise<Runner> {
  const port = await freePort()
  const child = place.bellhop({
    ...sandbox.env,
    PORT: `${port}`,
    HOST: '127.0.0.1',
    STORE_URL: storeUrl,
    ROLE: role,
    LOG_LEVEL: 'error',
    PUBLIC_URL: '',
  })
  await until('Bellhop', async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200)
  return { port, child }
}

/** Verified, durable, acknowledged webhooks a second, in turns with a bare server that does the least that can be called the same. */
async function compare(
  name: string,
  place: Workplace,
  sandbox: Sandbox,
  urls: { app: string; bare: string },
  role: string,
): Promise<void> {
  const secret = sandbox.env['MAIL_WEBHOOK_SECRET']?.split(',')[0] ?? ''
  const inboxId = sandbox.env['SANDBOX_INBOX'] ?? ''
  const app = await openBellhop(place, sandbox, urls.app, role)
  const { child, first } = await place.node<{ port: number }>('bench/bare.ts', [urls.bare, secret])
  const bare: Runner = { port: first.port, child }
  for (const runner of [app, bare]) runner.child.kill('SIGSTOP')

  async function run(runner: Runner, count: number, perSecond?: number): Promise<Outcome> {
    const requests = deliveries({ count, secret, inboxId, host: '127.0.0.1' })
    let index = 0
    runner.child.kill('SIGCONT')
    const outcome = await drive({
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
  async function inTurns<T>(rounds: number, measure: (runner: Runner) => Promise<T>): Promise<{ app: T; bare: T }[]> {
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
  const calm = await inTurns(CALM_ROUNDS, async (runner) => {
    const { latenciesMs } = await run(runner, Math.ceil((peak / 10) * (LEAD_IN_SECONDS + CALM_SECONDS)), peak / 10)
    return quantile(latenciesMs, 0.99)
  })
  const columns = [
    name,
    peak.toFixed(0),
    median(rates.map((rate) => rate.bare)).toFixed(0),
    median(rates.map((rate) => rate.app / rate.bare)).toFixed(2),
    `${median(calm.map((p99) => p99.app)).toFixed(1)} ms`,
    `${median(calm.map((p99) => p99.bare)).toFixed(1)} ms`,
  ]
  console.log(`| ${columns.join(' | ')} |`)
  for (const runner of [app, bare]) await place.end(runner.child)
}

const STORES = {
  sqlite: { name: 'SQLite', role: 'all' },
  redis: { name: 'Redis, with the worker', role: 'all' },
  web: { name: 'Redis, ROLE=web', role: 'web' },
}
export type IntakeStore = keyof typeof STORES
export const intakeStores = Object.keys(STORES) as IntakeStore[]

/** `npm run bench intake`: the door, beside its limit, in the same run. */
export async function intake(stores: IntakeStore[]): Promise<void> {
  const place = workplace()
  try {
    const { first: sandbox } = await place.node<Sandbox>('src/sandbox/main.ts', [
      '--json',
      '--no-app',
      '--empty',
      '--port',
      '0',
    ])
    console.log(
      '| store | Bellhop/s | bare/s | ratio | p99 at a tenth of the peak | bare p99 there |\n|---|---|---|---|---|---|',
    )
    for (const store of stores) {
      const { name, role } = STORES[store]
      const redis = store === 'sqlite' ? undefined : await place.redis()
      const urls = redis
        ? { app: `${redis}/0`, bare: `${redis}/1` }
        : { app: `sqlite:${join(place.folder, 'app.db')}`, bare: join(place.folder, 'bare.db') }
      await compare(name, place, sandbox, urls, role)
    }
  } finally {
    await place.close()
  }
}
