import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createDeliveries } from './deliveries.ts'
import { generateLoad, median, type LoadResult, quantile } from './load-generator.ts'
import { createProcessGroup, type ProcessGroup } from '../tools/processes.ts'
import { formatHead, formatRow, type PrintLine } from './report.ts'
import { startSandbox, type SandboxProcess } from '../tools/sandbox-process.ts'
import { createIntakeSettings, startApp } from './running-app.ts'

const ROUNDS = 9
const PER_ROUND = 8000
/** The first seconds after a start are slower: code is compiled, the file grows. */
const WARM_UP_SECONDS = 3
const WARM_UP = 4000
const LATENCY_ROUNDS = 5
const LATENCY_SECONDS = 3
/** A process that was stopped runs all its timers together; it gets this time to recover before latencies count. */
const LEAD_IN_SECONDS = 1
const CONNECTIONS = 64

/** A server that takes turns with another one, and is stopped (SIGSTOP) while the other is measured. */
interface Server {
  port: number
  child: ChildProcess
}

/** Measures verified, stored and acknowledged webhooks per second, in turns with a baseline server that does the minimum for the same promise. */
async function compareWithBaseline(
  { name, role, least }: (typeof SETUPS)[IntakeStore],
  group: ProcessGroup,
  sandbox: SandboxProcess,
  urls: { app: string; baseline: string },
): Promise<string> {
  const secret = sandbox.env['MAIL_WEBHOOK_SECRET']?.split(',')[0] ?? ''
  const inboxId = sandbox.env['SANDBOX_INBOX'] ?? ''
  const env = { ...sandbox.env, ...(await createIntakeSettings()), STORE_URL: urls.app, ROLE: role }
  const app: Server = await startApp(group, env)
  const { child, first } = await group.startNode<{ port: number }>('bench/baseline-server.ts', [urls.baseline, secret])
  const baseline: Server = { port: first.port, child }
  for (const runner of [app, baseline]) runner.child.kill('SIGSTOP')

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
  /** Takes the median ratio of many short rounds; other load on the machine then hardly counts. */
  async function inTurns<T>(
    rounds: number,
    measure: (runner: Server) => Promise<T>,
  ): Promise<{ app: T; baseline: T }[]> {
    const results: { app: T; baseline: T }[] = []
    for (let round = 0; round < rounds; round++) {
      const early = round % 2 === 0 ? undefined : await measure(app)
      const limit = await measure(baseline)
      results.push({ app: early ?? (await measure(app)), baseline: limit })
    }
    return results
  }

  await inTurns(1, async (runner) => {
    for (let seconds = 0; seconds < WARM_UP_SECONDS;) seconds += (await run(runner, WARM_UP)).seconds
  })
  const saturated = await inTurns(ROUNDS, async (runner) => {
    const { accepted, seconds, latenciesMs } = await run(runner, PER_ROUND)
    return { rate: accepted / seconds, p99: quantile(latenciesMs, 0.99) }
  })
  const peak = median(saturated.map(({ app: { rate } }) => rate))
  const p99s = await inTurns(LATENCY_ROUNDS, async (runner) => {
    const { latenciesMs } = await run(runner, Math.ceil((peak / 10) * (LEAD_IN_SECONDS + LATENCY_SECONDS)), peak / 10)
    return quantile(latenciesMs, 0.99)
  })
  for (const runner of [app, baseline]) await group.stop(runner.child)
  return formatRow(
    name,
    peak.toFixed(0),
    median(saturated.map((round) => round.baseline.rate)).toFixed(0),
    median(saturated.map((round) => round.app.rate / round.baseline.rate)).toFixed(2),
    least,
    `${median(saturated.map((round) => round.app.p99)).toFixed(0)} ms`,
    '250 ms',
    `${median(saturated.map((round) => round.baseline.p99)).toFixed(0)} ms`,
    `${median(p99s.map((p99) => p99.app)).toFixed(1)} ms`,
    '50 ms',
    `${median(p99s.map((p99) => p99.baseline)).toFixed(1)} ms`,
  )
}

const SETUPS = {
  sqlite: { name: 'SQLite', role: 'all', least: 0.8 },
  redis: { name: 'Redis, with the worker', role: 'all', least: 0.5 },
  web: { name: 'Redis, ROLE=web', role: 'web', least: 0.8 },
}
export type IntakeStore = keyof typeof SETUPS
export const INTAKE_STORES = Object.keys(SETUPS) as IntakeStore[]

/** `npm run bench intake`: webhook intake compared with the baseline server in the same run. */
export async function benchIntake(stores: IntakeStore[], print: PrintLine): Promise<void> {
  const group = createProcessGroup()
  try {
    const sandbox = await startSandbox(group)
    print(
      formatHead(
        'store',
        'Bellhop/s',
        'bare/s',
        'ratio',
        'at least',
        'p99 there (saturated)',
        'limit',
        'bare',
        'p99 at a tenth of that rate (calm)',
        'limit',
        'bare',
      ),
    )
    for (const store of stores) {
      const redis = store === 'sqlite' ? undefined : await group.startRedis()
      const urls = redis
        ? { app: `${redis}/0`, baseline: `${redis}/1` }
        : { app: `sqlite:${join(group.folder, 'app.db')}`, baseline: join(group.folder, 'baseline.db') }
      print(await compareWithBaseline(SETUPS[store], group, sandbox, urls))
    }
  } finally {
    await group.close()
  }
}
