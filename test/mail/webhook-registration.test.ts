import { expect, onTestFinished, test } from 'vitest'
import { createMailboxClient } from '../../src/clients/mailbox/mailbox-client.ts'
import { createClock } from '../../src/core/clock.ts'
import { createLogger } from '../../src/core/log.ts'
import { bounceRates } from '../../src/mail/model/bounce-rate.ts'
import { registration, subscribedEvents, type WebhookAlert } from '../../src/mail/webhook/webhook-registration.ts'
import { createSqliteQueue } from '../../src/adapters/sqlite/queue/sqlite-queue.ts'
import { createTaskRunner } from '../../src/queue/task-kinds.ts'
import { createSealer } from '../../src/encryption/sealer.ts'
import { openSqliteDatabase } from '../../src/adapters/sqlite/sqlite-database.ts'
import { createKeyedHash } from '../../src/store/keyed-hash.ts'
import { createSqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import { startSimulators, until } from '../support/simulators.ts'

const log = createLogger({ level: 'silent' })
const PATH = '/webhooks/mail'
const FIXED = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

interface Hook {
  webhook_id: string
  url: string
  client_id?: string
  event_types: string[]
  enabled: boolean
}

/** The watch over the app's own webhook, a look every half second, against the mailbox simulator. */
async function watched() {
  const sim = await startSimulators()
  const file = openSqliteDatabase(':memory:')
  const sealer = createSealer([Buffer.alloc(32, 1)])
  const quick = createClock(600)
  const queue = createSqliteQueue(file, { sealer, clock: quick, log })
  const store = createSqliteStore(file, { sealer, clock: quick })
  const alarms: WebhookAlert[] = []
  onTestFinished(async () => {
    await queue.close()
    file.close()
    await sim.close()
  })
  return {
    sim,
    alarms,
    queue,
    async hooks(): Promise<Hook[]> {
      return (await sim.control('/mail/webhooks')).body as unknown as Hook[]
    },
    async start(options: { publicUrl?: string; apiKey?: string; isAsleep?: boolean; alarmsLost?: number } = {}) {
      let { alarmsLost = 0 } = options
      const watch = registration({
        store,
        queue,
        clock: quick,
        log,
        webhooks: createMailboxClient({
          baseUrl: sim.sandbox.mailApi,
          apiKey: options.apiKey ?? sim.sandbox.env['MAIL_API_KEY'] ?? '',
          log,
        }).webhooks,
        publicUrl: options.publicUrl ?? 'https://bellhop.acme.test/',
        path: PATH,
        secrets: [FIXED],
        alarm: async (_team, _opId, alarm) => {
          if (alarmsLost-- > 0) throw new Error('the store is away')
          alarms.push(alarm)
        },
      })
      await watch.start('T1')
      const work = () => queue.work(createTaskRunner([watch.task]), { concurrency: 4 })
      const worker = options.isAsleep ? undefined : work()
      return { watch, work, stop: async () => worker?.stop(1000) }
    },
  }
}

const ready = (watch: ReturnType<typeof registration>) => until(() => watch.ready('T1'))

test('the app registers one webhook, finds it again after a restart, and accepts its secret beside the fixed one', async () => {
  const place = await watched()
  const first = await place.start()
  expect(await first.watch.ready('T1')).toBe(false)
  await ready(first.watch)
  await first.stop()
  const second = await place.start()
  await ready(second.watch)
  const [hook, ...more] = await place.hooks()
  expect(more).toEqual([])
  expect(hook).toMatchObject({ url: 'https://bellhop.acme.test/webhooks/mail', event_types: subscribedEvents })
  expect(hook?.client_id).toMatch(/^bellhop-hook-[0-9a-f]{16}-1$/)
  const { secret } = (await place.sim.mail('GET', `/v0/webhooks/${hook?.webhook_id}`)).body
  expect(await second.watch.accepted('T1', { isFresh: true })).toEqual([FIXED, secret])
})

test.each([
  [
    'deleted',
    'gone',
    (id: string, sim: Awaited<ReturnType<typeof startSimulators>>) => sim.mail('DELETE', `/v0/webhooks/${id}`),
  ],
  [
    'changed by hand',
    'changed',
    (id: string, sim: Awaited<ReturnType<typeof startSimulators>>) =>
      sim.mail('PATCH', `/v0/webhooks/${id}`, { event_types: ['message.sent'] }),
  ],
  [
    'switched off after days without an answer',
    'disabled',
    async (_: string, sim: Awaited<ReturnType<typeof startSimulators>>) => {
      await sim.control('/mail/inbound', { inbox_id: sim.sandbox.env['SANDBOX_INBOX'], from: 'a@b.test', text: 'x' })
      return sim.control('/clock', { scale: 1_000_000 })
    },
  ],
] as const)(
  'a webhook that was %s is reported and replaced, and both secrets count for a while',
  async (_, about, spoil) => {
    const place = await watched()
    const { watch } = await place.start()
    await ready(watch)
    const [old] = await place.hooks()
    const before = await watch.accepted('T1', { isFresh: true })
    await spoil(old?.webhook_id ?? '', place.sim)
    const hook = await until(async () => (await place.hooks()).find((one) => one.client_id?.endsWith('-2')))
    await until(async () => (await place.hooks()).length === 1)
    expect(hook).toMatchObject({ enabled: true, event_types: subscribedEvents })
    expect(place.alarms).toContainEqual({ about })
    await until(async () => (await watch.accepted('T1', { isFresh: true })).length === 3)
    expect(await watch.accepted('T1', { isFresh: true })).toEqual(expect.arrayContaining(before))
  },
)

test('without a label permission the webhook stands for everything else, and the permission is named', async () => {
  const place = await watched()
  const permissions = { label_blocked_read: true, label_unauthenticated_read: true, label_spam_read: false }
  const { api_key: apiKey } = (await place.sim.control('/mail/keys', { permissions: { ...all, ...permissions } })).body
  const { watch } = await place.start({ apiKey })
  await ready(watch)
  const [hook] = await place.hooks()
  expect(hook?.event_types).toEqual(subscribedEvents.filter((event) => event !== 'message.received.spam'))
  expect(place.alarms).toEqual([{ about: 'missing', event: 'message.received.spam', permission: 'label_spam_read' }])
})

test('a missing permission is named also when the first try to say so failed', async () => {
  const place = await watched()
  const permissions = { label_blocked_read: true, label_unauthenticated_read: true, label_spam_read: false }
  const { api_key: apiKey } = (await place.sim.control('/mail/keys', { permissions: { ...all, ...permissions } })).body
  const { watch } = await place.start({ apiKey, alarmsLost: 1 })
  await ready(watch)
  await expect.poll(() => place.alarms).toMatchObject([{ about: 'missing', permission: 'label_spam_read' }])
  expect(await place.hooks()).toHaveLength(1)
})

const all = { webhook_create: true, webhook_read: true, webhook_update: true, webhook_delete: true }

test('a new address gets a new webhook before the old one goes', async () => {
  const place = await watched()
  const first = await place.start()
  await ready(first.watch)
  await first.stop()
  const second = await place.start({ publicUrl: 'https://moved.acme.test' })
  await ready(second.watch)
  await until(async () => (await place.hooks()).length === 1)
  expect((await place.hooks())[0]?.url).toBe('https://moved.acme.test/webhooks/mail')
})

test('a new watch that a process with the old settings takes first is kept for one with the new ones', async () => {
  const place = await watched()
  const old = await place.start()
  await ready(old.watch)
  const next = await place.start({ publicUrl: 'https://next.acme.test', isAsleep: true })
  await place.queue.send({ kind: 'test.last', version: 1, data: null }, { id: 'last' })
  await until(async () => (await place.queue.stats()).dead === 1)
  await old.stop()
  next.work()
  await ready(next.watch)
})

test('while the mailbox cannot be asked the app is not ready, and it registers as soon as it can', async () => {
  const place = await watched()
  await place.sim.control('/faults', { target: 'mail', mode: 'status', status: 503, times: 2 })
  const { watch } = await place.start()
  await ready(watch)
  expect(await place.hooks()).toHaveLength(1)
})

test('a key that may not register anything is told to the admins once', async () => {
  const place = await watched()
  const { watch } = await place.start({ apiKey: 'am_wrong' })
  await until(() => place.alarms.length > 0)
  expect(place.alarms[0]).toMatchObject({ about: 'refused', error: { details: { code: 'unknown_api_key' } } })
  expect(await watch.ready('T1')).toBe(false)
})

test('bounces above two and above ten per cent of fifty sends are told once each', async () => {
  const file = openSqliteDatabase(':memory:')
  onTestFinished(() => file.close())
  const store = createSqliteStore(file, { sealer: createSealer([Buffer.alloc(32, 1)]), clock: createClock() })
  const told: [string, number][] = []
  const rates = bounceRates(store, await createKeyedHash(store), async (_team, occasion, { level, rises }) => {
    expect(occasion).toContain('mail.bounces:')
    told.push([level, rises])
  })
  const count = (what: 'sent' | 'bounced', from: number, to: number) =>
    Promise.all(Array.from({ length: to - from }, (_, n) => rates.count('T1', 'a@acme.test', what, `m${from + n}`)))
  await count('sent', 0, 49)
  await count('bounced', 0, 1)
  expect(told).toEqual([])
  await count('sent', 49, 60)
  await count('bounced', 1, 2)
  await count('bounced', 1, 2)
  expect(told).toEqual([['warn', 1]])
  await count('bounced', 2, 12)
  expect(told).toEqual([
    ['warn', 1],
    ['alarm', 2],
  ])
})
