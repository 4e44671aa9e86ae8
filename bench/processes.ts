import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export const root = join(import.meta.dirname, '..')

/** Started programs and folders of one bench run; `close` leaves nothing behind. */
export interface Workplace {
  folder: string
  /** Starts a Node program and waits for its first line of JSON. */
  node<T>(script: string, args: string[], env?: Record<string, string>): Promise<{ child: ChildProcess; first: T }>
  /** Starts the app as `npm start` does; the caller waits until it answers. */
  bellhop(env: Record<string, string>): ChildProcess
  redis(): Promise<string>
  /** Kills one of them, whether it runs or stands still. */
  end(child: ChildProcess): Promise<void>
  close(): Promise<void>
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

export async function until(what: string, ask: () => Promise<boolean>, limitMs = 30_000): Promise<void> {
  const end = Date.now() + limitMs
  while (!(await ask().catch(() => false))) {
    if (Date.now() > end) throw new Error(`${what} took longer than ${limitMs} ms`)
    await new Promise((wake) => setTimeout(wake, 50))
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
    async redis() {
      const port = await freePort()
      keep(
        spawn(
          'redis-server',
          [
            '--port',
            `${port}`,
            '--bind',
            '127.0.0.1',
            '--dir',
            mkdtempSync(join(folder, 'redis-')),
            '--appendonly',
            'yes',
            '--appendfsync',
            'always',
            '--save',
            '',
          ],
          { stdio: 'ignore' },
        ),
      )
      await until('redis-server', async () =>
        spawnSync('redis-cli', ['-p', `${port}`, 'ping'], { encoding: 'utf8' }).stdout.includes('PONG'),
      )
      return `redis://127.0.0.1:${port}`
    },
    async close() {
      await Promise.all(children.map(end))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
