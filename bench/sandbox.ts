import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createSandboxClient, type SandboxClient } from '../tools/sandbox-client.ts'
import { findFreePort } from '../tools/servers.ts'
import { waitUntil, type ProcessGroup } from '../tools/processes.ts'

export interface BenchSandbox {
  env: Record<string, string>
  client: SandboxClient
  team: string
}

export interface RunningApp {
  child: ChildProcess
  pid: number
  port: number
  /** From the start of the process to its first 200 at `/readyz`. */
  startMs: number
}

const CLOCK_TICKS = 100
/** Its first tasks stand behind all that fell due while it was away. */
const READY_WITHIN_MS = 180_000

/** The simulators without a story and without an app of their own. */
export async function openSandbox(place: ProcessGroup): Promise<BenchSandbox> {
  const args = ['--json', '--no-app', '--empty', '--port', '0']
  const { first } = await place.startNode<{ env: Record<string, string>; control: string }>('sandbox/main.ts', args)
  const { SLACK_API_URL: slack = '', SLACK_BOT_TOKEN: token = '' } = first.env
  const identity = await fetch(`${slack}auth.test`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  const { team_id: team } = (await identity.json()) as { team_id: string }
  return { env: first.env, client: createSandboxClient(first.control), team }
}

/** The app as an operator runs it, on the port that the simulators know unless told otherwise; ready when it resolves. */
export async function startApp(place: ProcessGroup, env: Record<string, string>): Promise<RunningApp> {
  const started = performance.now()
  const child = place.startBellhop(env)
  const port = Number(env['PORT'])
  const isReady = async (): Promise<boolean> =>
    child.exitCode !== null || (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200
  await waitUntil('Bellhop', isReady, READY_WITHIN_MS)
  if (child.exitCode !== null) throw new Error(`Bellhop ended with ${child.exitCode}`)
  return { child, pid: child.pid ?? 0, port, startMs: performance.now() - started }
}

/** A port of its own, no webhook and no log: nothing but what a bench sends occupies the app. */
export const createIntakeSettings = async (): Promise<Record<string, string>> => ({
  PORT: `${await findFreePort()}`,
  HOST: '127.0.0.1',
  PUBLIC_URL: '',
  LOG_LEVEL: 'error',
})

/** Processor seconds and resident bytes of a process, as Linux accounts for them. */
export function readUsage(pid: number): { seconds: number; residentMb: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const resident = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0'
  return { seconds: (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS, residentMb: Number(resident) / 1024 }
}
