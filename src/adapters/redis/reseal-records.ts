import type { RedisConnection } from './redis-connection.ts'
import { translateFailure } from './redis-script.ts'
import type { SealedValue } from '../../encryption/reseal-walk.ts'
import { recordSealContext } from '../../encryption/record-sealer.ts'

const PAGE = 100

/** A record is its version, a space and the sealed value; its time to live stays. */
const CHANGE = `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  redis.call('SET', KEYS[1], ARGV[2], 'KEEPTTL')
  return 1`

/** Every record in Redis, page by page, while other writers change it. */
export async function* listRedisRecords({ client, prefix }: RedisConnection): AsyncGenerator<SealedValue[]> {
  const shape = /:\{(.+?)\}:record:(.+)$/s
  let cursor = '0'
  do {
    const [next, keys] = await translateFailure(client.scan(cursor, 'MATCH', `${prefix}:{*}:record:*`, 'COUNT', PAGE))
    const found = await Promise.all(keys.map(async (key) => ({ key, raw: await translateFailure(client.get(key)) })))
    yield found.flatMap(({ key, raw }) => {
      if (raw === null) return []
      const [, partition = '', id = ''] = shape.exec(key) ?? []
      const value = raw.indexOf(' ') + 1
      const write = async (renewed: Uint8Array) => {
        const changed = raw.slice(0, value) + Buffer.from(renewed).toString('utf8')
        return (await translateFailure(client.eval(CHANGE, 1, key, raw, changed))) === 1
      }
      return [{ sealed: Buffer.from(raw.slice(value)), context: recordSealContext(`${partition}/${id}`), write }]
    })
    cursor = next
  } while (cursor !== '0')
}
