import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort, redisServer } from './servers.ts'

export const stores = ['sqlite', 'redis'] as const
export type Store = (typeof stores)[number]
export const storeNames: Record<Store, string> = { sqlite: 'SQLite', redis: 'Redis' }

export const root = join(import.meta.dirname, '..')

/** Started programs and folders of one bench run; `close` leaves nothing behind. */
export interface Workplace {
  folder: string
  /** Starts a Node program and waits for its first line of JSON. */
  node<T>(script: string, args: string[], env?: Record<string, string>): Promise<{ child: ChildProcess; first: T }>
  /** Starts the app as `npm start` does; the caller waits until it answers. */
  bellhop(env: Record<string, string>): ChildProcess
  redis(): Promise<string>
  /** Where the app keeps its records: a new file, or a Redis of its own under `appendfsync always`. */
  store(name: Store): Promise<string>
  /** Kills one of them, whether it runs or stands still. */
  end(child: ChildProcess): Promise<void>
  close(): Promise<void>
}

export async function until(what: string, ask: () => Promise<boolean>, limitMs = 30_000): Promise<void> {
  const end = Date.now() + limitMs
  while (!(await ask().catch(() => false))) {
    if (Date.now() > end) throw new Error(`${what} took longer than ${limitMs} ms`)
    await new Promise((wake) => setTimeout(wake, 20))
  }
}

export function workplace(): Workplace {
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-bench-'))
  const children: ChildProcess[] = []
  // Also when a signal ends us: nothing stays behind.
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
    const port = await freePort()
    const server = redisServer({ port, folder: mkdtempSync(join(folder, 'redis-')) })
    keep(server.child)
    await server.up()
    return `redis://127.0.0.1:${port}`
  }
  return {
    folder,
    end,
    async node(script, args, env = {}) {
      const child = keep(
        spawn(process.execPath, [join(root, script), ...args], {
          cwd: folder,
          stdio: ['ignore', 'pipe', 'inherit'],
          env: { ...process.env, ...env },
        }),
      )
      if (!child.stdout) throw new Error('no standard output')
      const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
      return { child, first: JSON.parse(line) }
    },
    bellhop: (env) =>
      keep(
        spawn(process.execPath, ['--max-semi-space-size=8', join(root, 'src/main.ts')], {
          cwd: folder,
          stdio: ['ignore', 'ignore', 'inherit'],
          env: { PATH: process.env['PATH'] ?? '', ...env },
        }),
      ),
    redis,
    store: async (name) =>
      name === 'redis' ? redis() : `sqlite:${join(mkdtempSync(join(folder, 'sqlite-')), 'app.db')}`,
    async close() {
      await Promise.all(children.map(end))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
