import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

const UP_WITHIN_MS = 300_000

/** Finds a port that is free now. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/**
 * Starts a redis-server with the persistence that the promises assume (`appendfsync always`). `up` resolves when it answers; the caller
 * ends it. `detached`: it leads a process group of its own.
 */
export function startRedisServer(options: { port: number; folder: string; program?: string; detached?: boolean }): {
  child: ChildProcess
  up: () => Promise<void>
} {
  const { port, folder, program = 'redis-server', detached = false } = options
  const persistence = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', '']
  const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, ...persistence]
  const child = spawn(program, args, { stdio: 'ignore', detached })
  const answers = (): boolean =>
    spawnSync('redis-cli', ['-p', `${port}`, 'ping'], { encoding: 'utf8' }).stdout?.includes('PONG') ?? false
  return {
    child,
    async up() {
      const end = Date.now() + UP_WITHIN_MS
      while (!answers()) {
        if (Date.now() > end) throw new Error(`redis-server did not come up within ${UP_WITHIN_MS} ms`)
        await new Promise((wake) => setTimeout(wake, 50))
      }
    },
  }
}
