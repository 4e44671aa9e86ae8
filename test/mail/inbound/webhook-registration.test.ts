import { expect, onTestFinished, test } from 'vitest'
import { createMailboxClient } from '../../../src/clients/mailbox/mailbox-client.ts'
import { createClock } from '../../../src/core/clock.ts'
import { countOutcome } from '../../../src/mail/outbound/delivery/count-bounces.ts'
import { mailTextIn } from '../../../src/mail/text/mail-text.ts'
import { describeStatus } from '../../../src/mail/metrics/mail-status.ts'
import { createAcceptedSecrets } from '../../../src/mail/inbound/webhook/accepted-secrets.ts'
import { isWebhookReady, subscribedEvents } from '../../../src/mail/inbound/webhook/webhook-config.ts'
import { createTaskRunner } from '../../../src/queue/task-kinds.ts'
import { log, openMailSlice, openMemory } from '../../support/mail-services.ts'
import { startSimulators, until } from '../../support/simulators.ts'

const FIXED = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

interface Hook {
  webhook_id: string
  url: string
  client_id?: string
  event_types: string[]
  enabled: boolean
}

/** Runs the checks of the app's own webhook, one every half second, against the mailbox simulator. */
async function openWebhookChecks() {
  const sim = await startSimulators()
  onTestFinished(() => sim.close())
  const memory = openMemory(createClock(600))
  const alerts: { opId: string; text: string }[] = []
  return {
    sim,
    alerts,
    queue: memory.queue,
    async listHooks(): Promise<Hook[]> {
      return (await sim.control('/mail/webhooks')).body as unknown as Hook[]
    },
    async start(options: { publicUrl?: string; apiKey?: string; isAsleep?: boolean; alertsLost?: number } = {}) {
      let { alertsLost = 0 } = options
      const { services: other } = await openMailSlice({ memory })
      const apiKey = options.apiKey ?? sim.sandbox.env['MAIL_API_KEY'] ?? ''
      const { services, slice } = await openMailSlice({
        memory,
        mailbox: createMailboxClient({ baseUrl: sim.sandbox.mailApi, apiKey, log }),
        outbox: {
          ...other.outbox,
          postDirect: async ({ opId, message }) => {
            if (alertsLost-- > 0) throw new Error('the store is away')
            alerts.push({ opId, text: message.text })
          },
          replace: async ({ opId, message }) => {
            const alert = alerts.find((one) => one.opId === opId)
            if (alert) alert.text = message.text
          },
        },
        config: { publicUrl: options.publicUrl ?? 'https://bellhop.acme.test/', webhookSecrets: [FIXED] },
      })
      await slice.start?.()
      const work = () => memory.queue.work(createTaskRunner(slice.tasks ?? []), { concurrency: 4 })
      const worker = options.isAsleep ? undefined : work()
      return {
        isReady: () => isWebhookReady(services),
        untilReady: () => until(() => isWebhookReady(services)),
        readStatus: () => describeStatus(mailTextIn('en'), services),
        readAudit: async () => (await services.audit.list('T1', {})).records,
        readSecrets: () => createAcceptedSecrets(services.clock, services.inbound).read({ isFresh: true }),
        work,
        stop: async () => worker?.stop(1000),
      }
    },
  }
}

test('the app registers one webhook, reuses it after a restart, and accepts both secrets', async () => {
  const place = await openWebhookChecks()
  const first = await place.start()
  expect(await first.isReady()).toBe(false)
  await first.untilReady()
  await first.stop()
  const second = await place.start()
  await second.untilReady()
  const [hook, ...more] = await place.listHooks()
  expect(more).toEqual([])
  expect(hook).toMatchObject({ url: 'https://bellhop.acme.test/webhooks/mail', event_types: subscribedEvents })
  expect(hook?.client_id).toMatch(/^bellhop-hook-[0-9a-f]{16}-1$/)
  const { secret } = (await place.sim.mail('GET', `/v0/webhooks/${hook?.webhook_id}`)).body
  expect(await second.readSecrets()).toEqual([FIXED, secret])
  const records = await second.readAudit()
  expect(records).toMatchObject([{ action: 'webhook.replace', verb: 'register', outcome: 'done' }])
  expect(JSON.stringify(records)).not.toMatch(/acme|whsec/)
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
    'turned off after days without an answer',
    'disabled',
    async (_: string, sim: Awaited<ReturnType<typeof startSimulators>>) => {
      await sim.control('/mail/inbound', { inbox_id: sim.sandbox.env['SANDBOX_INBOX'], from: 'a@b.test', text: 'x' })
      return sim.control('/clock', { scale: 1_000_000 })
    },
  ],
] as const)(
  'a webhook that was %s is reported and replaced, and both secrets work for a while',
  async (_, about, spoil) => {
    const place = await openWebhookChecks()
    const checks = await place.start()
    await checks.untilReady()
    const [old] = await place.listHooks()
    const before = await checks.readSecrets()
    await spoil(old?.webhook_id ?? '', place.sim)
    const hook = await until(async () => (await place.listHooks()).find((one) => one.client_id?.endsWith('-2')))
    await until(async () => (await place.listHooks()).length === 1)
    expect(hook).toMatchObject({ enabled: true, event_types: subscribedEvents })
    expect(place.alerts.map(({ text }) => text)).toContain(mailTextIn('en').alerts.webhook[about])
    await until(async () => (await checks.readSecrets()).length === 3)
    expect(await checks.readSecrets()).toEqual(expect.arrayContaining(before))
    expect((await checks.readAudit()).map(({ action, verb }) => `${action} ${verb}`)).toEqual([
      'webhook.replace replace',
      'webhook.replace register',
    ])
  },
)

test('without a label permission the webhook covers all other events, and the permission is named', async () => {
  const place = await openWebhookChecks()
  const permissions = { label_blocked_read: true, label_unauthenticated_read: true, label_spam_read: false }
  const { api_key: apiKey } = (await place.sim.control('/mail/keys', { permissions: { ...all, ...permissions } })).body
  const checks = await place.start({ apiKey })
  await checks.untilReady()
  const [hook] = await place.listHooks()
  expect(hook?.event_types).toEqual(subscribedEvents.filter((event) => event !== 'message.received.spam'))
  expect(place.alerts.map(({ text }) => text)).toEqual([
    mailTextIn('en').alerts.missing({ event: 'message.received.spam', permission: 'label_spam_read' }),
  ])
})

test('a missing permission is reported even if the first report failed', async () => {
  const place = await openWebhookChecks()
  const permissions = { label_blocked_read: true, label_unauthenticated_read: true, label_spam_read: false }
  const { api_key: apiKey } = (await place.sim.control('/mail/keys', { permissions: { ...all, ...permissions } })).body
  const checks = await place.start({ apiKey, alertsLost: 1 })
  await checks.untilReady()
  await until(() => place.alerts.length > 0)
  expect(place.alerts.map(({ text }) => text)).toEqual([expect.stringContaining('label_spam_read')])
  expect(await place.listHooks()).toHaveLength(1)
})

const all = { webhook_create: true, webhook_read: true, webhook_update: true, webhook_delete: true }

test('a new address gets a new webhook before the old one is deleted', async () => {
  const place = await openWebhookChecks()
  const first = await place.start()
  await first.untilReady()
  await first.stop()
  const second = await place.start({ publicUrl: 'https://moved.acme.test' })
  await second.untilReady()
  await until(async () => (await place.listHooks()).length === 1)
  expect((await place.listHooks())[0]?.url).toBe('https://moved.acme.test/webhooks/mail')
})

test('a task for new settings waits for a process that has them', async () => {
  const place = await openWebhookChecks()
  const old = await place.start()
  await old.untilReady()
  const next = await place.start({ publicUrl: 'https://next.acme.test', isAsleep: true })
  await place.queue.send({ kind: 'test.last', version: 1, data: null }, { id: 'last' })
  await until(async () => (await place.queue.stats()).dead === 1)
  await old.stop()
  next.work()
  await next.untilReady()
})

test('while the mailbox is down the app is not ready, and it registers afterwards', async () => {
  const place = await openWebhookChecks()
  await place.sim.control('/faults', { target: 'mail', mode: 'status', status: 503, times: 2 })
  const checks = await place.start()
  await checks.untilReady()
  expect(await place.listHooks()).toHaveLength(1)
})

test('a key without permission to register alerts the admins once', async () => {
  const place = await openWebhookChecks()
  const checks = await place.start({ apiKey: 'am_wrong' })
  await until(() => place.alerts.length > 0)
  expect(place.alerts[0]?.opId).toMatch(/^mail\.webhook\.refused:[0-9a-f]+:unknown_api_key:/)
  expect(place.alerts[0]?.text).toBe(mailTextIn('en').alerts.keyRejected({ isRegistered: false }))
  expect(await checks.isReady()).toBe(false)
})

test('the alert about a rejected key says that email still comes in, and is closed by a valid key, as often as that happens', async () => {
  const place = await openWebhookChecks()
  const { alerts, command } = mailTextIn('en')
  const first = await place.start()
  await first.untilReady()
  await first.stop()
  for (const count of [1, 2]) {
    const rejected = await place.start({ apiKey: 'am_wrong' })
    // Each check asks for the same alert again; the outbox posts it once.
    await until(() => new Set(place.alerts.map(({ opId }) => opId)).size === count)
    expect(place.alerts.at(-1)?.text).toBe(alerts.keyRejected({ isRegistered: true }))
    expect(await until(async () => (await rejected.readStatus()).includes(command.keyRejected))).toBe(true)
    await rejected.stop()
    place.alerts.splice(count)
    const valid = await place.start()
    await until(() => place.alerts.every(({ text }) => text === alerts.webhookSolved))
    expect(await valid.readStatus()).not.toContain(command.keyRejected)
    await valid.stop()
  }
})

test('bounces above two per cent of ten sends and above ten per cent of fifty are alerted once each', async () => {
  const { services, sent } = await openMailSlice()
  /** The number of each alert. The outbox posts an `opId` once, however often it is requested. */
  const alerts = () => {
    const rises = sent.map(({ data }) => /"mail\.bounces:\w+:(\d):UADMIN"/.exec(JSON.stringify(data))?.[1])
    return [...new Set(rises)].filter((rise) => rise !== undefined)
  }
  const count = (outcome: 'sent' | 'bounced', from: number, to: number) =>
    Promise.all(
      Array.from({ length: to - from }, (_, n) =>
        countOutcome(services, 'a@acme.test', { outcome, mail: `m${from + n}` }),
      ),
    )
  await count('sent', 0, 9)
  await count('bounced', 0, 1)
  expect(alerts(), 'of nine').toEqual([])
  await count('sent', 9, 10)
  expect(alerts(), 'above two of ten').toEqual(['1'])
  await count('sent', 10, 60)
  await count('bounced', 1, 2)
  await count('bounced', 1, 2)
  expect(alerts(), 'above two of sixty').toEqual(['1', '2'])
  await count('bounced', 2, 12)
  expect(alerts(), 'above ten of sixty').toEqual(['1', '2', '3'])
})
