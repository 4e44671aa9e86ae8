import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { connectRedis, type RedisConnection } from '../../src/adapters/redis/redis-connection.ts'

export const redisUrl = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379'

/** Opens a connection whose keys have their own prefix and are removed after the test. */
export async function connectWithOwnKeys(prefix = `test-${randomUUID()}`, url = redisUrl): Promise<RedisConnection> {
  const server = await connectRedis(url, { prefix })
  onTestFinished(async () => {
    for (let cursor = '0', first = true; first || cursor !== '0'; first = false) {
      const [next, keys] = await server.client.scan(cursor, 'MATCH', `*${prefix}*`, 'COUNT', 1_000)
      if (keys.length > 0) await server.client.unlink(...keys)
      cursor = next
    }
    await server.close()
  })
  return server
}

/** Starts a Redis that the test may stop, kill and change. */
export async function startOwnRedis(...args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-redis-'))
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  const start = () =>
    spawn('redis-server', ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--appendonly', 'yes', ...args])
  let child = start()
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
    kill: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    start: () => void (child = start()),
  }
}
