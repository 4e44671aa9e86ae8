import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from '../src/jobs/model/job.ts'
import { pollDelayMs } from '../src/jobs/run/poll-interval.ts'
import { createJobStore } from '../src/jobs/model/job-store.ts'
import { timeCommands } from './commands.ts'
import { median, quantile } from './load-generator.ts'
import { inGroups, type Opened, openStore, pastJob, PROJECT } from './seed-history.ts'
import { type Store, storeNames, workplace } from '../tools/processes.ts'
import { head, row, type Say, spread } from './report.ts'
import { openApp, sandbox, usage } from './sandbox.ts'

const JOBS = 10_000
/** As a service somewhere on the internet answers. */
const ANSWER_MS = 150
const DAY_MS = 24 * 3_600_000
const WARM_UP_MS = 75_000
const MEASURED_MS = 60_000
const BEAT_MS = 300_000
/** Asked for as soon as the app is ready, while all polls are due. */
const COMMANDS = 10

/** Jobs that never end, and how often each second they were asked for. */
async function restingAgent() {
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

/** How many polls a second the paces of all these jobs come to. */
function due(): number {
  const each = Array.from(
    { length: JOBS },
    (_one, index) => 1000 / pollDelayMs(`job${index}`, ageOf(index), (ms) => ms),
  )
  return each.reduce((sum, rate) => sum + rate, 0)
}

/** Jobs of every age up to a day, their polls all due at once as after a night without Bellhop, and last shown as checked within the last five minutes. */
async function seed({ store, queue, clock }: Opened, team: string): Promise<void> {
  const kept = createJobStore(store, team)
  await inGroups(JOBS, async (index) => {
    const askedAt = clock.now() - ageOf(index)
    const job: Job = {
      ...pastJob({ team, seed: `${index}`, askedAt }),
      state: 'working',
      remoteId: `job_${index}`,
      checkedAt: clock.now() - Math.round(((index % 1000) / 1000) * BEAT_MS),
    }
    const { id, beat } = job
    await kept.add(job, { instruction: `job ${index}`, quotes: [] })
    await queue.send(
      { kind: 'jobs.watch', version: 1, data: { team, id, beat } },
      { id: `jobs.watch:${team}:${id}:${beat}`, isBackground: true },
    )
  })
}

/** The version of every job's record: it changes with each write. */
async function versions({ store }: Opened, team: string): Promise<Map<string, number>> {
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

/** What the agent was asked in whole seconds between two moments. */
function pollsBetween(perSecond: Map<number, number>, from: number, until: number): Polls {
  const first = Math.ceil(from / 1000)
  const counts = Array.from(
    { length: Math.floor(until / 1000) - first },
    (_one, index) => perSecond.get(first + index) ?? 0,
  )
  const total = counts.reduce((sum, count) => sum + count, 0)
  return { total, mean: (total / counts.length).toFixed(0), most: Math.max(...counts) }
}

/** The process of a Redis, which works for the one that watches; SQLite has none. */
function serverOf(url: string): number | undefined {
  if (!url.startsWith('redis')) return undefined
  const { stdout } = spawnSync('redis-cli', ['-u', url, 'info', 'server'], { encoding: 'utf8' })
  return Number(/process_id:(\d+)/.exec(stdout)?.[1])
}

async function resting(store: Store): Promise<string> {
  const place = workplace()
  const agent = await restingAgent()
  try {
    const world = await sandbox(place)
    const url = await place.store(store)
    const beside = await openStore(url, world.env)
    await seed(beside, world.team)
    await beside.close()
    const env = {
      ...world.env,
      STORE_URL: url,
      AGENT_API_URL: agent.url,
      AGENT_PROJECT_ID: 'p',
      AGENT_PROJECT_NAME: PROJECT,
      AGENT_API_KEY: 'k',
    }
    const app = await openApp(place, env)
    const startedAt = Date.now()
    const { cards } = await timeCommands(world, { count: COMMANDS })
    await sleep(startedAt + WARM_UP_MS - Date.now())
    const look = await openStore(url, world.env, { admin: true })
    const old = await versions(look, world.team)
    const server = serverOf(url)
    const seconds = () => [app.pid, server].map((pid) => (pid === undefined ? 0 : usage(pid).seconds))
    const before = seconds()
    const from = Date.now()
    await sleep(MEASURED_MS)
    const { residentMb } = usage(app.pid)
    const until = Date.now()
    const [own = '', others = ''] = seconds().map((now, index) => {
      const share = ((now - (before[index] ?? 0)) / ((until - from) / 1000)) * 100
      return `${share.toFixed(1)} %`
    })
    const now = await versions(look, world.team)
    await look.close()
    const written = [...now].filter(([key, version]) => old.get(key) !== version).length
    const calm = pollsBetween(agent.perSecond, from, until)

    await place.end(app.child)
    await openApp(place, env)
    const restartedAt = Date.now()
    await sleep(WARM_UP_MS)
    const again = pollsBetween(agent.perSecond, restartedAt, Date.now())
    return row(
      storeNames[store],
      server === undefined ? own : `${own}; Redis ${others}`,
      '25 %',
      `${residentMb.toFixed(0)} MB`,
      '250 MB',
      `${due().toFixed(0)} / ${calm.mean} / ${calm.most}`,
      `${again.mean} / ${again.most}`,
      `${(app.startMs / 1000).toFixed(1)} s; ${spread(cards)}`,
      `${written} of ${calm.total}`,
    )
  } finally {
    agent.close()
    await place.close()
  }
}

/** When a job of this length is seen to have ended, and how many calls that took. */
function follow(lengthMs: number, next: (ageMs: number) => number): { delayMs: number; calls: number } {
  let at = 0
  let calls = 0
  while (at < lengthMs) {
    at += next(at)
    calls += 1
  }
  return { delayMs: at - lengthMs, calls }
}

function pace(say: Say): void {
  say(head('job of', 'Bellhop: delay p50 / p99', 'calls', 'every 5 s: delay p50 / p99', 'calls'))
  for (const minutes of [0.5, 2, 5, 15, 60, 240]) {
    const lengths = Array.from({ length: 1000 }, (_one, index) => minutes * 60_000 * (0.8 + index / 2500))
    const ours = lengths.map((length, index) => follow(length, (age) => pollDelayMs(`job${index}`, age, (ms) => ms)))
    const fixed = lengths.map((length) => follow(length, () => 5000))
    const cells = [ours, fixed].flatMap((runs) => {
      const delays = Float64Array.from(runs.map((run) => run.delayMs / 1000)).toSorted()
      return [
        `${quantile(delays, 0.5).toFixed(1)} / ${quantile(delays, 0.99).toFixed(1)} s`,
        median(runs.map((run) => run.calls)),
      ]
    })
    say(row(`${minutes} min`, ...cells))
  }
}

/** `npm run bench watch`: what watching costs at rest, and how late it sees an end for how many calls, beside fixed polling. */
export async function watch(stores: Store[], say: Say): Promise<void> {
  pace(say)
  say('')
  say(
    head(
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
  for (const store of stores) say(await resting(store))
}
