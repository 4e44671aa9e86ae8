/** The baseline for intake: verify the same signature, make one durable write per event under its id, answer. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { Redis } from 'ioredis'

const [, , storeUrl = '', secret = ''] = process.argv
const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')

/** Group commit: the events of one turn of the event loop share one transaction. */
function sqliteWriter(path: string): (id: string, body: Buffer) => Promise<void> {
  const db = new DatabaseSync(path)
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY, body BLOB) STRICT',
  )
  const insert = db.prepare('INSERT OR IGNORE INTO events (id, body) VALUES (?, ?)')
  let waiting: { id: string; body: Buffer; done: () => void }[] = []
  return (id, body) =>
    new Promise((done) => {
      waiting.push({ id, body, done })
      if (waiting.length > 1) return
      setImmediate(() => {
        const group = waiting
        waiting = []
        db.exec('BEGIN IMMEDIATE')
        for (const entry of group) insert.run(entry.id, entry.body)
        db.exec('COMMIT')
        for (const entry of group) entry.done()
      })
    })
}

function redisWriter(url: string): (id: string, body: Buffer) => Promise<void> {
  const redis = new Redis(url, { enableAutoPipelining: true })
  return async (id, body) => {
    await Promise.all([
      redis.set(`baseline:${id}`, '1', 'EX', 3600, 'NX'),
      redis.xadd('baseline:events', '*', 'body', body),
    ])
  }
}

const write = storeUrl.startsWith('redis') ? redisWriter(storeUrl) : sqliteWriter(storeUrl)

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks)
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = request.headers
    const expected = createHmac('sha256', key)
      .update(`${String(id)}.${String(timestamp)}.`)
      .update(body)
      .digest()
    const given = Buffer.from(String(signature).slice(3), 'base64')
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return void response.writeHead(401).end()
    const event = JSON.parse(body.toString('utf8')) as { event_id: string }
    void write(event.event_id, body).then(() => response.writeHead(200, { 'content-length': 2 }).end('ok'))
  })
})
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })))
