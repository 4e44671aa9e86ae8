import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { clock as appClock } from '../src/clock.ts'
import { jobId, type Job } from '../src/jobs/job.ts'
import { pauseMs } from '../src/jobs/pace.ts'
import { records } from '../src/jobs/records.ts'
import { sqliteQueue } from '../src/queue/sqlite.ts'
import { sealer as keyring } from '../src/seal.ts'
import { sqliteFile } from '../src/sqlite.ts'
import { sqliteStore } from '../src/store/sqlite.ts'
import { median, quantile } from './load.ts'
import { freePort, until, workplace } from './processes.ts'

const JOBS = 10_000
const DAY_MS = 24 * 3_600_000
const WARM_UP_MS = 75_000
const MEASURED_MS = 60_000
const CLOCK_TICKS = 100

interface Sandbox {
  env: Record<string, string>
}

/** Jobs that never end, and how often each second they were asked for. */
async function restingAgent() {
  const perSecond = new Map<number, number>()
  const server = createServer((request, response) => {
    const second = Math.floor(Date.now() / 1000)
    perSecond.set(second, (perSecond.get(second) ?? 0) + 1)
    const id = request.url?.split('/').at(-1) ?? ''
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        id,
        status: 'active',
        source: { repository: 'https://git.example.test/acme/docs', ref: 'docs/x' },
        model: 'writer-1',
        prLink: null,
        createdAt: new Date().toISOString(),
        archivedAt: null,
      }),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, perSecond, close: () => server.close() }
}

async function seed(path: string, key: string, team: string): Promise<void> {
  const clock = appClock()
  const file = sqliteFile(path)
  const foundations = { sealer: keyring([Buffer.from(key, 'base64')]), clock }
  const store = sqliteStore(file, foundations)
  const queue = sqliteQueue(file, foundations)
  const kept = records(store, team)
  const add = async (index: number): Promise<void> => {
    const askedAt = clock.now() - Math.round((index / JOBS) * DAY_MS) - 1000
    const id = jobId(askedAt, `bench${index}`)
    const facts = { branch: 'docs/x', model: 'writer-1', repository: 'https://git.example.test/acme/docs' }
    const job: Job = {
      id,
      team,
      requester: 'U1',
      channel: 'C1',
      door: 'command',
      project: 'bench',
      title: `job ${index}`,
      state: 'working',
      askedAt,
      attempt: 1,
      remoteId: `job_${index}`,
      run: 1,
      beat: 1,
      startedAt: askedAt,
      checkedAt: clock.now(),
      sent: 0,
      followUps: 0,
      ...facts,
    }
    await kept.add(job, { instruction: `job ${index}`, quotes: [] })
    await queue.send(
      { kind: 'jobs.watch', version: 1, data: { team, id, beat: 1 } },
      { id: `jobs.watch:${team}:${id}:1` },
    )
  }
  for (let index = 0; index < JOBS; index += 500)
    await Promise.all(Array.from({ length: 500 }, (_one, more) => add(index + more)))
  await queue.close()
  await store.close()
  file.close()
}

/** Processor seconds and resident bytes of a process, as Linux accounts for them. */
function usage(pid: number): { seconds: number; residentMb: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const resident = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0'
  return { seconds: (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS, residentMb: Number(resident) / 1024 }
}

async function resting(): Promise<void> {
  const place = workplace()
  const agent = await restingAgent()
  try {
    const { first: sandbox } = await place.node<Sandbox>('src/sandbox/main.ts', [
      '--json',
      '--no-app',
      '--empty',
      '--port',
      '0',
    ])
    const { SLACK_API_URL: slack = '', SLACK_BOT_TOKEN: token = '', ENCRYPTION_KEY: key = '' } = sandbox.env
    const identity = await fetch(`${slack}auth.test`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
    const { team_id: team } = (await identity.json()) as { team_id: string }
    const path = join(place.folder, 'watch.db')
    await seed(path, key, team)
    const port = await freePort()
    const child = place.bellhop({
      ...sandbox.env,
      PORT: `${port}`,
      HOST: '127.0.0.1',
      STORE_URL: `sqlite:${path}`,
      LOG_LEVEL: 'error',
      AGENT_API_URL: agent.url,
      AGENT_PROJECT_ID: 'p',
      AGENT_PROJECT_NAME: 'bench',
      AGENT_API_KEY: 'k',
    })
    await until('Bellhop', async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200)
    await new Promise((wake) => setTimeout(wake, WARM_UP_MS))
    const pid = child.pid ?? 0
    const before = usage(pid)
    const from = Math.floor(Date.now() / 1000)
    await new Promise((wake) => setTimeout(wake, MEASURED_MS))
    const after = usage(pid)
    const seconds = [...agent.perSecond]
      .filter(([second]) => second > from && second < from + MEASURED_MS / 1000)
      .map(([, count]) => count)
    const share = ((after.seconds - before.seconds) / (MEASURED_MS / 1000)) * 100
    console.log(
      `${JOBS} watched jobs, nothing changes: ${share.toFixed(1)} % of one core (limit 25), ${after.residentMb.toFixed(0)} MB resident (limit 250)`,
    )
    console.log(`polls a second: median ${median(seconds)}, most ${Math.max(...seconds)}`)
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

function pace(): void {
  console.log(
    '| job of | Bellhop: delay p50 / p99 | calls | every 5 s: delay p50 / p99 | calls |\n|---|---|---|---|---|',
  )
  for (const minutes of [0.5, 2, 5, 15, 60, 240]) {
    const lengths = Array.from({ length: 1000 }, (_one, index) => minutes * 60_000 * (0.8 + index / 2500))
    const ours = lengths.map((length, index) => follow(length, (age) => pauseMs(`job${index}`, age, (ms) => ms)))
    const fixed = lengths.map((length) => follow(length, () => 5000))
    const row = [ours, fixed].flatMap((runs) => {
      const delays = Float64Array.from(runs.map((run) => run.delayMs / 1000)).toSorted()
      return [
        `${quantile(delays, 0.5).toFixed(1)} / ${quantile(delays, 0.99).toFixed(1)} s`,
        median(runs.map((run) => run.calls)),
      ]
    })
    console.log(`| ${minutes} min | ${row.join(' | ')} |`)
  }
}

/** `npm run bench watch`: what watching costs at rest, and how late it sees an end for how many calls, beside fixed polling. */
export async function watch(): Promise<void> {
  pace()
  await resting()
}
