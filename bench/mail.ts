import { setTimeout as sleep } from 'node:timers/promises'
import { listPosts } from './commands.ts'
import { createDeliveries } from './deliveries.ts'
import { generateLoad } from './load-generator.ts'
import { type StoreName, STORE_NAMES, waitUntil, createProcessGroup } from '../tools/processes.ts'
import { formatHead, formatRow, type PrintLine, formatSpread } from './report.ts'
import { type SandboxProcess, startSandbox } from '../tools/sandbox-process.ts'
import { startApp, type RunningApp, readUsage } from './running-app.ts'

const IDLE_MAILS = 40
const PAUSE_MS = 500
const BURST = 300
const BURST_LIMIT_MS = 600_000
const SAMPLE_MS = 200
/** Each inbox has its own channel. */
const CHANNELS = ['docs', 'general', 'support', 'quarantine', 'leads']
const ADMIN = 'aiko'

export const INBOXES = CHANNELS.map((channel) => `${channel}@bench.test`)

/** Routes each inbox to its own channel, or to the one that is named; returns the ids of the channels. */
export async function routeInboxes({ client }: SandboxProcess, channel?: string): Promise<string[]> {
  const channels = await client.slack.channels()
  const user = (await client.slack.users()).find(({ name }) => name === ADMIN)?.id ?? ''
  const ids = CHANNELS.map((name) => channels.find((one) => one.name === (channel ?? name))?.id ?? '')
  for (const [index, inbox] of INBOXES.entries()) {
    const text = `route ${inbox} ${ids[index]}`
    await client.slack.sendCommand({ user, channel: ids[0] ?? '', command: '/mail', text })
  }
  return ids
}

/** Sends webhooks as fast as the app answers; returns the time to each answer in milliseconds. */
async function sendWebhooks(app: RunningApp, requests: Buffer[], connections: number) {
  let index = 0
  const { refused, latenciesMs } = await generateLoad({ port: app.port, connections, next: () => requests[index++] })
  if (refused > 0) throw new Error(`${refused} webhooks were refused`)
  return [...latenciesMs]
}

async function measureStore(store: StoreName): Promise<string> {
  const group = createProcessGroup()
  try {
    const sandbox = await startSandbox(group)
    const app = await startApp(group, { ...sandbox.env, STORE_URL: await group.createStore(store) })
    const channels = await routeInboxes(sandbox)
    const common = { secret: sandbox.env['MAIL_WEBHOOK_SECRET']?.split(',')[0] ?? '', host: '127.0.0.1' }
    const posts = (subject: string) => listPosts(sandbox, new RegExp(`${subject} (\\d+)\\b`))
    await sleep(PAUSE_MS)

    const answered: number[] = []
    const shown: number[] = []
    for (const [index, request] of createDeliveries({
      ...common,
      count: IDLE_MAILS,
      inboxIds: INBOXES,
      subject: 'Idle',
    }).entries()) {
      const from = Date.now()
      answered.push(...(await sendWebhooks(app, [request], 1)))
      await waitUntil('the mail', async () => (await posts('Idle')).has(index))
      shown.push(((await posts('Idle')).get(index)?.at ?? 0) - from)
      await sleep(PAUSE_MS)
    }

    const atRest = readUsage(app.pid).residentMb
    let most = atRest
    const sampling = setInterval(() => (most = Math.max(most, readUsage(app.pid).residentMb)), SAMPLE_MS)
    const from = Date.now()
    const burst = await sendWebhooks(
      app,
      createDeliveries({ ...common, count: BURST, inboxIds: INBOXES, subject: 'Burst' }),
      16,
    )
    await waitUntil('the burst', async () => (await posts('Burst')).size === BURST, BURST_LIMIT_MS)
    clearInterval(sampling)
    const all = await posts('Burst')
    const last = Math.max(...[...all.values()].map(({ at }) => at)) - from
    const perChannel = channels.map((id) => [...all.values()].filter(({ args }) => args['channel'] === id).length)
    return formatRow(
      STORE_NAMES[store],
      formatSpread(answered),
      formatSpread(shown),
      formatSpread(burst),
      `${(last / 1000).toFixed(1)} s`,
      `${Math.max(...perChannel) - 1} s`,
      `${most.toFixed(0)} MB (${atRest.toFixed(0)} before)`,
    )
  } finally {
    await group.close()
  }
}

/** `npm run bench mail`: from the webhook to the message in Slack, for single mails and for a burst. */
export async function benchMail(stores: StoreName[], print: PrintLine): Promise<void> {
  print(
    formatHead(
      'store',
      'one mail acknowledged: median / p95 / longest',
      'in Slack',
      `${BURST} mails at once acknowledged`,
      `all in Slack (${CHANNELS.length} channels)`,
      "Slack's bound",
      'resident at most',
    ),
  )
  for (const store of stores) print(await measureStore(store))
}
