import { setTimeout as sleep } from 'node:timers/promises'
import { deliveries } from './deliveries.ts'
import { drive } from './load-generator.ts'
import { type Store, storeNames, until, workplace } from '../tools/processes.ts'
import type { SlackCall } from '../tools/sandbox-types.ts'
import { head, row, type Say, spread } from './report.ts'
import { openApp, type Running, type Sandbox, sandbox, usage } from './sandbox.ts'

const IDLE_MAILS = 40
const REST_MS = 500
const BURST = 300
const BURST_LIMIT_MS = 600_000
const SAMPLE_MS = 200
/** Each inbox has its channel. */
const CHANNELS = ['docs', 'general', 'support', 'quarantine', 'leads']
const ADMIN = 'aiko'

const inboxes = CHANNELS.map((channel) => `${channel}@bench.test`)

/** An inbox for each channel; answers the channels' ids. */
async function routed({ client }: Sandbox): Promise<string[]> {
  const channels = await client.slack.channels()
  const user = (await client.slack.users()).find(({ name }) => name === ADMIN)?.id ?? ''
  const ids = CHANNELS.map((name) => channels.find((one) => one.name === name)?.id ?? '')
  for (const [index, inbox] of inboxes.entries()) {
    const text = `route ${inbox} ${ids[index]}`
    await client.slack.sendCommand({ user, channel: ids[0] ?? '', command: '/mail', text })
  }
  return ids
}

/** Sends signed webhooks as fast as they are taken; answers when each was sent and how long its answer took. */
async function deliver(app: Running, requests: Buffer[], connections: number) {
  let index = 0
  const { refused, latenciesMs } = await drive({ port: app.port, connections, next: () => requests[index++] })
  if (refused > 0) throw new Error(`${refused} webhooks were refused`)
  return [...latenciesMs]
}

/** Posts by the number in their subject. */
function bySubject(calls: SlackCall[], prefix: string): Map<number, SlackCall> {
  const found = new Map<number, SlackCall>()
  for (const call of calls) {
    const number = call.ok ? new RegExp(`${prefix} (\\d+)\\b`).exec(JSON.stringify(call.args))?.[1] : undefined
    if (number !== undefined && !found.has(Number(number))) found.set(Number(number), call)
  }
  return found
}

async function measure(store: Store): Promise<string> {
  const place = workplace()
  try {
    const world = await sandbox(place)
    const app = await openApp(place, { ...world.env, STORE_URL: await place.store(store) })
    const channels = await routed(world)
    const common = { secret: world.env['MAIL_WEBHOOK_SECRET']?.split(',')[0] ?? '', host: '127.0.0.1' }
    const posts = (prefix: string) =>
      world.client.slack.calls('chat.postMessage').then((calls) => bySubject(calls, prefix))
    await sleep(REST_MS)

    const answered: number[] = []
    const shown: number[] = []
    for (const [index, request] of deliveries({
      ...common,
      count: IDLE_MAILS,
      inboxIds: inboxes,
      subject: 'Idle',
    }).entries()) {
      const from = Date.now()
      answered.push(...(await deliver(app, [request], 1)))
      await until('the mail', async () => (await posts('Idle')).has(index))
      shown.push(((await posts('Idle')).get(index)?.at ?? 0) - from)
      await sleep(REST_MS)
    }

    const atRest = usage(app.pid).residentMb
    let most = atRest
    const sampling = setInterval(() => (most = Math.max(most, usage(app.pid).residentMb)), SAMPLE_MS)
    const from = Date.now()
    const burst = await deliver(app, deliveries({ ...common, count: BURST, inboxIds: inboxes, subject: 'Burst' }), 16)
    await until('the burst', async () => (await posts('Burst')).size === BURST, BURST_LIMIT_MS)
    clearInterval(sampling)
    const all = await posts('Burst')
    const last = Math.max(...[...all.values()].map(({ at }) => at)) - from
    const perChannel = channels.map((id) => [...all.values()].filter(({ args }) => args['channel'] === id).length)
    return row(
      storeNames[store],
      spread(answered),
      spread(shown),
      spread(burst),
      `${(last / 1000).toFixed(1)} s`,
      `${Math.max(...perChannel) - 1} s`,
      `${most.toFixed(0)} MB (${atRest.toFixed(0)} before)`,
    )
  } finally {
    await place.close()
  }
}

/** `npm run bench mail`: from the webhook to the message in Slack, at rest and when many come at once. */
export async function mail(stores: Store[], say: Say): Promise<void> {
  say(
    head(
      'store',
      'one mail acknowledged: median / p95 / longest',
      'in Slack',
      `${BURST} mails at once acknowledged`,
      `all in Slack (${CHANNELS.length} channels)`,
      "Slack's bound",
      'resident at most',
    ),
  )
  for (const store of stores) say(await measure(store))
}
