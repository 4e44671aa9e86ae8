import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from '../src/jobs/model/job.ts'
import { pollDelayMs } from '../src/jobs/run/poll-interval.ts'
import { createJobStore } from '../src/jobs/model/job-store.ts'
import { measureCommands } from './commands.ts'
import { median, quantile } from './load-generator.ts'
import { writeInGroups, type BenchStorage, openBenchStorage, createFinishedJob, PROJECT } from './seed-history.ts'
import { type StoreName, STORE_NAMES, createProcessGroup } from '../tools/processes.ts'
import { formatHead, formatRow, type PrintLine, formatSpread } from './report.ts'
import { startSandbox } from '../tools/sandbox-process.ts'
import { startApp, readUsage } from './running-app.ts'

const JOBS = 10_000
/** The latency of a service on the internet. */
const ANSWER_MS = 150
const DAY_MS = 24 * 3_600_000
const WARM_UP_MS = 75_000
const MEASURED_MS = 60_000
const CHECKED_WITHIN_MS = 300_000
/** Sent as soon as the app is ready, while all polls are due. */
const COMMANDS = 10

/** An agent whose jobs never end; it counts the polls in each second. */
async function startIdleAgent() {
  const perSecond = new Map<number, number>()
  const server = createServer((request, response) => {
    const second = Math.floor(Date.now() / 1000)
    perSecond.set(second, (perSecond.get(second) ?? 0) + 1)
    const id = request.url?.split('/').at(-1) ?? ''
    response.setHeader('content-type', 'application/json')
    const job = JSON.stringify({
      id,
      status: 'active',
      source: { repository: 'https://git.example.test/acme/docs', ref: 'docs/x' },
      model: 'writer-1',
      prLink: null,
      createdAt: new Date().toISOString(),
      archivedAt: null,
    })
    setTimeout(() => response.end(job), ANSWER_MS)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, perSecond, close: () => server.close() }
}

const ageOf = (index: number): number => Math.round((index / JOBS) * DAY_MS) + 1000

/** The polls per second that follow from the poll intervals of all jobs. */
function expectedPollsPerSecond(): number {
  const each = Array.from(
    { length: JOBS },
    (_one, index) => 1000 / pollDelayMs(`job${index}`, ageOf(index), (ms) => ms),
  )
  return each.reduce((sum, rate) => sum + rate, 0)
}

/** Jobs of every age up to a day, all with a poll that is due now (as after a night without Bellhop), and checked within the last five minutes. */
async function seedWorkingJobs({ store, queue, clock }: BenchStorage, team: string): Promise<void> {
  const kept = createJobStore(store, team)
  await writeInGroups(JOBS, async (index) => {
    const askedAt = clock.now() - ageOf(index)
    const job: Job = {
      ...createFinishedJob({ team, seed: `${index}`, askedAt }),
      state: 'working',
      remoteId: `job_${index}`,
      checkedAt: clock.now() - Math.round(((index % 1000) / 1000) * CHECKED_WITHIN_MS),
    }
    const { id, beat } = job
    await kept.add(job, { instruction: `job ${index}`, quotes: [] })
    await queue.send(
      { kind: 'jobs.watch', version: 1, data: { team, id, beat } },
      { id: `jobs.watch:${team}:${id}:${beat}`, isBackground: true },
    )
  })
}

/** The version of each job's record, which changes with every write. */
async function readVersions({ store }: BenchStorage, team: string): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (let after: string | undefined; ;) {
    const page = await store.list(`${team}/jobs`, { limit: 1000, ...(after !== undefined && { after }) })
    for (const { key, version } of page) found.set(key, version)
    after = page.at(-1)?.key
    if (page.length < 1000) return found
  }
}

interface Polls {
  total: number
  mean: string
  most: number
}

/** The polls in the whole seconds between two moments. */
function countPolls(perSecond: Map<number, number>, from: number, until: number): Polls {
  const first = Math.ceil(from / 1000)
  const counts = Array.from(
    { length: Math.floor(until / 1000) - first },
    (_one, index) => perSecond.get(first + index) ?? 0,
  )
  const total = counts.reduce((sum, count) => sum + count, 0)
  return { total, mean: (total / counts.length).toFixed(0), most: Math.max(...counts) }
}

/** The process id of the Redis server, whose load also counts; undefined on SQLite. */
function findRedisProcess(url: string): number | undefined {
  if (!url.startsWith('redis')) return undefined
  const { stdout } = spawnSync('redis-cli', ['-u', url, 'info', 'server'], { encoding: 'utf8' })
  return Number(/process_id:(\d+)/.exec(stdout)?.[1])
}

async function measureWatching(store: StoreName): Promise<string> {
  const group = createProcessGroup()
  const agent = await startIdleAgent()
  try {
    const sandbox = await startSandbox(group)
    const url = await group.createStore(store)
    const storage = await openBenchStorage(url, sandbox.env)
    await seedWorkingJobs(storage, sandbox.team)
    await storage.close()
    const env = {
      ...sandbox.env,
      STORE_URL: url,
      AGENT_API_URL: agent.url,
      AGENT_PROJECT_ID: 'p',
      AGENT_PROJECT_NAME: PROJECT,
      AGENT_API_KEY: 'k',
    }
    const app = await startApp(group, env)
    const startedAt = Date.now()
    const { cards } = await measureCommands(sandbox, { count: COMMANDS })
    await sleep(startedAt + WARM_UP_MS - Date.now())
    const look = await openBenchStorage(url, sandbox.env, { admin: true })
    const old = await readVersions(look, sandbox.team)
    const server = findRedisProcess(url)
    const seconds = () => [app.pid, server].map((pid) => (pid === undefined ? 0 : readUsage(pid).seconds))
    const before = seconds()
    const from = Date.now()
    await sleep(MEASURED_MS)
    const { residentMb } = readUsage(app.pid)
    const until = Date.now()
    const [own = '', others = ''] = seconds().map((now, index) => {
      const share = ((now - (before[index] ?? 0)) / ((until - from) / 1000)) * 100
      return `${share.toFixed(1)} %`
    })
    const now = await readVersions(look, sandbox.team)
    await look.close()
    const written = [...now].filter(([key, version]) => old.get(key) !== version).length
    const calm = countPolls(agent.perSecond, from, until)

    await group.stop(app.child)
    await startApp(group, env)
    const restartedAt = Date.now()
    await sleep(WARM_UP_MS)
    const again = countPolls(agent.perSecond, restartedAt, Date.now())
    return formatRow(
      STORE_NAMES[store],
      server === undefined ? own : `${own}; Redis ${others}`,
      '25 %',
      `${residentMb.toFixed(0)} MB`,
      '250 MB',
      `${expectedPollsPerSecond().toFixed(0)} / ${calm.mean} / ${calm.most}`,
      `${again.mean} / ${again.most}`,
      `${(app.startMs / 1000).toFixed(1)} s; ${formatSpread(cards)}`,
      `${written} of ${calm.total}`,
    )
  } finally {
    agent.close()
    await group.close()
  }
}

/** The delay until the end of a job of this length is noticed, and the number of calls until then. */
function simulatePolling(lengthMs: number, next: (ageMs: number) => number): { delayMs: number; calls: number } {
  let at = 0
  let calls = 0
  while (at < lengthMs) {
    at += next(at)
    calls += 1
  }
  return { delayMs: at - lengthMs, calls }
}

function comparePollIntervals(print: PrintLine): void {
  print(formatHead('job of', 'Bellhop: delay p50 / p99', 'calls', 'every 5 s: delay p50 / p99', 'calls'))
  for (const minutes of [0.5, 2, 5, 15, 60, 240]) {
    const lengths = Array.from({ length: 1000 }, (_one, index) => minutes * 60_000 * (0.8 + index / 2500))
    const ours = lengths.map((length, index) =>
      simulatePolling(length, (age) => pollDelayMs(`job${index}`, age, (ms) => ms)),
    )
    const fixed = lengths.map((length) => simulatePolling(length, () => 5000))
    const cells = [ours, fixed].flatMap((runs) => {
      const delays = Float64Array.from(runs.map((run) => run.delayMs / 1000)).toSorted()
      return [
        `${quantile(delays, 0.5).toFixed(1)} / ${quantile(delays, 0.99).toFixed(1)} s`,
        median(runs.map((run) => run.calls)),
      ]
    })
    print(formatRow(`${minutes} min`, ...cells))
  }
}

/** `npm run bench watch`: the cost of polling long-running jobs, and delay and calls compared with polling at a fixed interval. */
export async function benchWatch(stores: StoreName[], print: PrintLine): Promise<void> {
  comparePollIntervals(print)
  print('')
  print(
    formatHead(
      `${JOBS} jobs on`,
      'of one core',
      'limit',
      'resident',
      'limit',
      'polls a second: due / mean / most',
      'after a restart: mean / most',
      'ready; then command → card',
      'records written of polls',
    ),
  )
  for (const store of stores) print(await measureWatching(store))
}
