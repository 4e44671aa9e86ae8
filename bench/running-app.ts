import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { findFreePort } from '../tools/servers.ts'
import { waitUntil, type ProcessGroup } from '../tools/processes.ts'

export interface RunningApp {
  child: ChildProcess
  pid: number
  port: number
  /** From the start of the process to its first 200 at `/readyz`. */
  startMs: number
}

const CLOCK_TICKS = 100
/** Its first tasks wait behind all that became due while it was down. */
const READY_WITHIN_MS = 180_000

/** Starts the app as an operator does, on the port that the simulators know unless `env` has another; resolves when it is ready. */
export async function startApp(group: ProcessGroup, env: Record<string, string>): Promise<RunningApp> {
  const started = performance.now()
  const child = group.startBellhop(env)
  const port = Number(env['PORT'])
  const isReady = async (): Promise<boolean> =>
    child.exitCode !== null || (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200
  await waitUntil('Bellhop', isReady, READY_WITHIN_MS)
  if (child.exitCode !== null) throw new Error(`Bellhop ended with ${child.exitCode}`)
  return { child, pid: child.pid ?? 0, port, startMs: performance.now() - started }
}

/** Another port, no webhook and no log: the app has no other work than the requests of the benchmark. */
export const createIntakeSettings = async (): Promise<Record<string, string>> => ({
  PORT: `${await findFreePort()}`,
  HOST: '127.0.0.1',
  PUBLIC_URL: '',
  LOG_LEVEL: 'error',
})

/** Processor seconds and resident memory of a process, as Linux reports them. */
export function readUsage(pid: number): { seconds: number; residentMb: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const resident = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0'
  return { seconds: (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS, residentMb: Number(resident) / 1024 }
}
