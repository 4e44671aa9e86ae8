import type { RedisConnection } from './redis-connection.ts'
import { translateFailure } from './redis-script.ts'
import type { SealedValue } from '../../encryption/reseal-walk.ts'
import { createQueueClient } from './queue/queue-client.ts'
import { reasonSealContext, taskSealContext } from '../../queue/worker/sealed-task.ts'

const PAGE = 100

const CHANGE = `
  if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
  return 1`

/** The body of every task in Redis and the reason of every dead letter, page by page, while workers change them. */
export async function* listRedisTasks(server: RedisConnection): AsyncGenerator<SealedValue[]> {
  const { client } = server
  const tasks = createQueueClient(server)
  const arrived = () => translateFailure(client.xlen(`${tasks.base}:arrivals`))
  // Arrivals cannot be changed in their stream: each count admits some of them.
  for (let left = await arrived(); left > 0 && (await arrived()) > 0; left--) await tasks.stats()
  const start = `${tasks.base}:task:`
  let cursor = '0'
  do {
    const [next, keys] = await translateFailure(client.scan(cursor, 'MATCH', `${start}*`, 'COUNT', PAGE))
    const found = await Promise.all(
      keys.map(async (key) => ({ key, fields: await translateFailure(client.hmgetBuffer(key, 'b', 'r')) })),
    )
    yield found.flatMap(({ key, fields: [body, reason] }) => {
      const id = key.slice(start.length)
      const value = (field: string, context: string, sealed: Buffer | null | undefined): SealedValue[] =>
        sealed?.length
          ? [
              {
                sealed,
                context,
                write: async (renewed) =>
                  (await translateFailure(client.eval(CHANGE, 1, key, field, sealed, Buffer.from(renewed)))) === 1,
              },
            ]
          : []
      return [...value('b', taskSealContext(id), body), ...value('r', reasonSealContext(id), reason)]
    })
    cursor = next
  } while (cursor !== '0')
}
