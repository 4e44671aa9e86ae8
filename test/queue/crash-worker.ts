/** A process for kill tests: it works on a queue, sends tasks to it, and logs each event on a line of the journal. */
import { appendFileSync } from 'node:fs'
import { createClock } from '../../src/core/clock.ts'
import { createRedisQueue } from '../../src/adapters/redis/queue/redis-queue.ts'
import { createSqliteQueue } from '../../src/adapters/sqlite/queue/sqlite-queue.ts'
import { connectRedis } from '../../src/adapters/redis/redis-connection.ts'
import { createSealer } from '../../src/encryption/sealer.ts'
import { openSqliteDatabase } from '../../src/adapters/sqlite/sqlite-database.ts'

const [where = '', prefix = '', journal = '', first = '0', total = '0'] = process.argv.slice(2)
const LANES = 5
const BULK_LANES = new Set(['L0', 'L1'])
const options = { sealer: createSealer([Buffer.alloc(32, 1)]), clock: createClock() }
const queue = where.startsWith('redis:')
  ? createRedisQueue(await connectRedis(where, { prefix }), options)
  : createSqliteQueue(openSqliteDatabase(where), options)

/** Appending a line is atomic and survives the process: everything in the journal has happened. */
const appendToJournal = (event: string, id: string) => appendFileSync(journal, `${event} ${id} ${process.pid}\n`)

queue.work(
  async (_task, { id }) => {
    appendToJournal('start', id)
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 5))
    appendToJournal('end', id)
  },
  { concurrency: 10, backgroundConcurrency: 2 },
)
console.log('up')

for (let n = Number(first); n < Number(total);) {
  // Every sixth task runs in the background.
  const place = n % (LANES + 1)
  const lane = place === LANES ? undefined : `L${place}`
  const id = `${lane ?? 'background'}:${n}`
  try {
    await queue.send(
      { kind: 'a', version: 1, data: n },
      { id, ...(lane === undefined ? { isBackground: true } : { lane, isBulk: BULK_LANES.has(lane) }) },
    )
    appendToJournal('sent', id)
    n++
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
