import { request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { Webhook } from 'standardwebhooks'
import type { AcceptedSecrets } from '../../../src/mail/inbound/webhook/accepted-secrets.ts'
import { createWebhookRoute } from '../../../src/mail/inbound/webhook/webhook-endpoint.ts'
import type { Task } from '../../../src/queue/queue.ts'
import { createHttpServer } from '../../../src/http/http-server.ts'
import { log, openMailSlice, openMemory } from '../../support/mail-services.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const OLD = `whsec_${Buffer.alloc(24, 8).toString('base64')}`

const event = (id: string, more: object = {}) =>
  JSON.stringify({
    type: 'event',
    event_type: 'message.received',
    event_id: id,
    message: { inbox_id: 'in@acme.test', thread_id: 't1', message_id: '<1@x.test>', text: 'hello', ...more },
  })

/** Opens the webhook endpoint on a real server with a real queue. */
async function openWebhookEndpoint() {
  const memory = openMemory()
  const { file, queue } = memory
  const { services } = await openMailSlice({ memory })
  const secrets: AcceptedSecrets = {
    read: ({ isFresh }) => Promise.resolve(isFresh ? [OLD, SECRET] : [OLD]),
    forget: () => {},
  }
  const scope = { ...services, inbound: { ...services.inbound, secrets } }
  const workspaces = { of: (team: string) => Promise.resolve(team === scope.team ? scope : undefined) }
  const route = createWebhookRoute(workspaces, { ...services, findHomeTeam: () => Promise.resolve(scope.team) })
  const http = createHttpServer({ routes: [route], log })
  const { port } = await http.listen(0, '127.0.0.1')
  onTestFinished(async () => {
    await http.close(0)
  })
  const url = `http://127.0.0.1:${port}/webhooks/mail`
  const post = async (body: string | Buffer, headers: Record<string, string>): Promise<number> =>
    (await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })).status
  return {
    file,
    queue,
    port,
    post,
    deliver: (
      body: string,
      options: { id?: string; secret?: string; at?: number; more?: Record<string, string> } = {},
    ) => {
      const { id = 'msg_1', secret = SECRET, at = Date.now(), more } = options
      const stamp = new Date(at)
      return post(body, {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at / 1000)),
        'webhook-signature': new Webhook(secret).sign(id, stamp, body),
        ...more,
      })
    },
    /** All stored tasks. */
    async stored(): Promise<Task[]> {
      const tasks: Task[] = []
      const worker = queue.work(async (task) => void tasks.push(task), { concurrency: 8 })
      await expect.poll(async () => (await queue.stats()).waiting + (await queue.stats()).active).toBe(0)
      await worker.stop(1000)
      return tasks
    },
  }
}

test('a signed event is stored once over all its deliveries', async () => {
  const app = await openWebhookEndpoint()
  const statuses = await Promise.all([
    ...Array.from({ length: 20 }, () => app.deliver(event('evt_1'))),
    app.deliver(event('evt_1'), { id: 'msg_other' }),
    app.deliver(event('evt_2'), { secret: OLD }),
  ])
  expect(new Set(statuses)).toEqual(new Set([200]))
  const stored = await app.stored()
  expect(stored.map(({ kind }) => kind)).toEqual(['mail.event', 'mail.event'])
  expect(await app.deliver(event('evt_1'))).toBe(200)
  expect(await app.stored()).toEqual([])
})

test('a forged event is refused before anything is stored', async () => {
  const app = await openWebhookEndpoint()
  const body = event('evt_1')
  const stranger = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
  const hour = 3_600_000
  expect(
    await Promise.all([
      app.deliver(body, { secret: stranger }),
      app.deliver(body, { at: Date.now() - hour }),
      app.deliver(body, { at: Date.now() + hour }),
      app.deliver(body, { more: { 'webhook-timestamp': '12abc' } }),
      app.deliver(body, { more: { 'webhook-signature': 'v1,AAAA' } }),
      app.post(body, {}),
      app.deliver(body, { more: { 'content-type': 'text/plain' } }),
      app.deliver(event('evt_2', { text: 'x'.repeat(1024 * 1024) })),
    ]),
  ).toEqual([401, 401, 401, 401, 401, 401, 415, 413])
  expect(await app.stored()).toEqual([])
})

test('a body that exceeds the limit without declaring it is cut off', async () => {
  const app = await openWebhookEndpoint()
  const status = await new Promise<number | undefined>((done, fail) => {
    const sending = request(
      {
        port: app.port,
        host: '127.0.0.1',
        path: '/webhooks/mail',
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'transfer-encoding': 'chunked',
          'webhook-id': 'msg_1',
          'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
          'webhook-signature': 'v1,AAAA',
        },
      },
      (answer) => {
        done(answer.statusCode)
        answer.resume()
        sending.destroy()
      },
    )
    sending.on('error', fail)
    for (let part = 0; part < 20; part += 1) sending.write(Buffer.alloc(100_000, 'x'))
    sending.end()
  })
  expect(status).toBe(413)
})

test('an unknown signed event is stored once and acknowledged', async () => {
  const app = await openWebhookEndpoint()
  const strange = ['not json', '[]', '{"event_id":"evt_1"}', '{"event_type":"message.received","event_id":"evt_9"}']
  for (const [n, body] of strange.entries())
    for (let round = 0; round < 2; round += 1) expect(await app.deliver(body, { id: `msg_${n}` })).toBe(200)
  const stored = await app.stored()
  expect(stored.map(({ kind }) => kind)).toEqual(strange.map(() => 'mail.unreadable'))
})

test('an event that cannot be stored is not acknowledged', async () => {
  const app = await openWebhookEndpoint()
  app.file.close()
  expect(await app.deliver(event('evt_1'))).toBe(503)
})

test('addresses and texts are encrypted on disk', async () => {
  const app = await openWebhookEndpoint()
  await app.deliver(event('evt_secret', { subject: 'Quarterly numbers' }))
  const rows = JSON.stringify(app.file.db.prepare('SELECT id, lane, CAST(body AS TEXT) AS body FROM arrivals').all())
  expect(rows).toContain('mail.event:T1:')
  for (const word of ['acme.test', 'Quarterly', 'hello', 'evt_secret']) expect(rows).not.toContain(word)
})
