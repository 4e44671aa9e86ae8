import type { Clock } from '../../../core/clock.ts'
import type { RedisConnection } from '../redis-connection.ts'
import { translateFailure } from '../redis-script.ts'
import { DEAD_LETTER_TTL_MS } from '../../../queue/worker/attempt-task.ts'

const SWEEP_MS = 60_000
const SWEEP_TASKS = 200

const EXPIRE = `
  local time = redis.call('TIME')
  local gone = redis.call('ZRANGEBYSCORE', KEYS[1] .. ':dead', '-inf', time[1] * 1000 - ARGV[1], 'LIMIT', 0, ARGV[2])
  for _, id in ipairs(gone) do
    redis.call('ZREM', KEYS[1] .. ':dead', id)
    redis.call('DEL', KEYS[1] .. ':task:' .. id)
  end
  return #gone`

/** Deletes old dead letters, a few every minute; the next round retries what fails. */
export function startDeadLetterExpiry({ client, prefix }: RedisConnection, clock: Clock): NodeJS.Timeout {
  const keptMs = clock.scaled(DEAD_LETTER_TTL_MS)
  const sweep = () => translateFailure(client.eval(EXPIRE, 1, `${prefix}:{queue}`, keptMs, SWEEP_TASKS)).catch(() => {})
  return setInterval(() => void sweep(), clock.scaled(SWEEP_MS)).unref()
}
