import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findFreePort, startRedisServer } from './servers.ts'

export const STORES = ['sqlite', 'redis'] as const
export type StoreName = (typeof STORES)[number]
export const STORE_NAMES: Record<StoreName, string> = { sqlite: 'SQLite', redis: 'Redis' }

export const ROOT = join(import.meta.dirname, '..')

/** The programs and folders of one run; `close` ends and removes all of them. */
export interface ProcessGroup {
  folder: string
  /** Starts a Node program and waits for its first line of JSON. */
  startNode<T>(script: string, args: string[], env?: Record<string, string>): Promise<{ child: ChildProcess; first: T }>
  /** Starts the app as `npm start` does; does not wait until it is ready. */
  startBellhop(env: Record<string, string>): ChildProcess
  startRedis(): Promise<string>
  /** The URL of a new store: a SQLite file, or a Redis with `appendfsync always`. */
  createStore(name: StoreName): Promise<string>
  /** Kills one of the programs, even if it is stopped. */
  stop(child: ChildProcess): Promise<void>
  close(): Promise<void>
}

export async function waitUntil(what: string, ask: () => Promise<boolean>, limitMs = 30_000): Promise<void> {
  const end = Date.now() + limitMs
  while (!(await ask().catch(() => false))) {
    if (Date.now() > end) throw new Error(`${what} took longer than ${limitMs} ms`)
    await new Promise((wake) => setTimeout(wake, 20))
  }
}

export function createProcessGroup(): ProcessGroup {
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-bench-'))
  const children: ChildProcess[] = []
  // No program is left behind when a signal ends this process.
  process.on('exit', () => {
    for (const child of children) child.kill('SIGKILL')
  })
  const keep = (child: ChildProcess): ChildProcess => {
    children.push(child)
    return child
  }
  async function end(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  async function redis(): Promise<string> {
    const port = await findFreePort()
    const server = startRedisServer({ port, folder: mkdtempSync(join(folder, 'redis-')) })
    keep(server.child)
    await server.up()
    return `redis://127.0.0.1:${port}`
  }
  return {
    folder,
    stop: end,
    async startNode(script, args, env = {}) {
      const child = keep(
        spawn(process.execPath, [join(ROOT, script), ...args], {
          cwd: folder,
          stdio: ['ignore', 'pipe', 'inherit'],
          env: { ...process.env, ...env },
        }),
      )
      if (!child.stdout) throw new Error('no standard output')
      const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
      return { child, first: JSON.parse(line) }
    },
    startBellhop: (env) =>
      keep(
        spawn(process.execPath, ['--max-semi-space-size=8', join(ROOT, 'src/main.ts')], {
          cwd: folder,
          stdio: ['ignore', 'ignore', 'inherit'],
          env: { PATH: process.env['PATH'] ?? '', ...env },
        }),
      ),
    startRedis: redis,
    createStore: async (name) =>
      name === 'redis' ? redis() : `sqlite:${join(mkdtempSync(join(folder, 'sqlite-')), 'app.db')}`,
    async close() {
      await Promise.all(children.map(end))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
