import { setTimeout as sleep } from 'node:timers/promises'
import { listPosts } from './commands.ts'
import { createDeliveries } from './deliveries.ts'
import { generateLoad, quantile } from './load-generator.ts'
import { type StoreName, STORE_NAMES, waitUntil, createProcessGroup } from '../tools/processes.ts'
import { formatHead, formatRow, type PrintLine, formatSpread } from './report.ts'
import { startSandbox } from '../tools/sandbox-process.ts'
import { readTaskCounts } from '../tools/app-metrics.ts'
import { INBOXES, routeInboxes, routeToChannels } from './routed-inboxes.ts'
import { startApp, type RunningApp } from './running-app.ts'

const IDLE_MAILS = 40
const PAUSE_MS = 500
const LAST_MAIL_MS = 120_000

/** Slack takes one message per second and channel: with this many channels each gets one every two seconds. */
const STEADY_CHANNELS = 40
const STEADY_PER_SECOND = 20
/** As long as Slack takes that many from one app: 300 a minute in the simulator. */
const STEADY_SECONDS = 12
/** The first seconds after a start are slower. */
const STEADY_WARM_UP_SECONDS = 2

/** Sends webhooks as fast as the app answers; returns the time to each answer in milliseconds. */
async function sendWebhooks(app: RunningApp, requests: Buffer[], connections: number) {
  let index = 0
  const { refused, latenciesMs } = await generateLoad({ port: app.port, connections, next: () => requests[index++] })
  if (refused > 0) throw new Error(`${refused} webhooks were refused`)
  return [...latenciesMs]
}

/** From a mail's webhook to its message, while mails arrive evenly for many channels. */
async function measureSteadyMail(store: StoreName): Promise<string> {
  const group = createProcessGroup()
  try {
    const sandbox = await startSandbox(group)
    const { client } = sandbox
    const app = await startApp(group, { ...sandbox.env, STORE_URL: await group.createStore(store) })
    const { channels } = await client.slack.changeWorkspace<{ channels: string[] }>('add-channels', {
      count: STEADY_CHANNELS,
    })
    const inboxIds = await routeToChannels(sandbox, channels)
    const posts = () => listPosts(sandbox, /Steady (\d+)\b/)
    const secret = sandbox.env['MAIL_WEBHOOK_SECRET']?.split(',')[0] ?? ''
    const count = STEADY_PER_SECOND * STEADY_SECONDS
    const requests = createDeliveries({ count, secret, host: '127.0.0.1', inboxIds, subject: 'Steady' })
    await waitUntil('the routes', async () => {
      const { waiting, active } = await readTaskCounts(`http://127.0.0.1:${app.port}`)
      return waiting + active === 0
    })
    let index = 0
    const from = Date.now()
    await generateLoad({
      port: app.port,
      connections: 4,
      next: () => requests[index++],
      perSecond: STEADY_PER_SECOND,
    })
    await waitUntil('the last mail', async () => (await posts()).size === count, LAST_MAIL_MS)
    const measured = [...(await posts())].filter(([number]) => number >= STEADY_WARM_UP_SECONDS * STEADY_PER_SECOND)
    const shown = measured.map(([number, { at }]) => at - from - (number / STEADY_PER_SECOND) * 1000)
    const sorted = Float64Array.from(shown).toSorted()
    return formatRow(
      STORE_NAMES[store],
      `${quantile(sorted, 0.5).toFixed(0)} ms`,
      '150 ms',
      `${quantile(sorted, 0.99).toFixed(0)} ms`,
      '1000 ms',
    )
  } finally {
    await group.close()
  }
}

async function measureStore(store: StoreName): Promise<string> {
  const group = createProcessGroup()
  try {
    const sandbox = await startSandbox(group)
    const app = await startApp(group, { ...sandbox.env, STORE_URL: await group.createStore(store) })
    await routeInboxes(sandbox)
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
    return formatRow(STORE_NAMES[store], formatSpread(answered), formatSpread(shown))
  } finally {
    await group.close()
  }
}

/** `npm run bench mail`: from the webhook to the message in Slack, for single mails and for a steady stream; `bench burst` has the flood. */
export async function benchMail(stores: StoreName[], print: PrintLine): Promise<void> {
  print(formatHead('store', 'one mail acknowledged: median / p95 / longest', 'in Slack'))
  for (const store of stores) print(await measureStore(store))
  print('')
  print(
    formatHead(
      'store',
      `${STEADY_PER_SECOND} mails a second for ${STEADY_CHANNELS} channels: in Slack, p50`,
      'limit',
      'p99',
      'limit',
    ),
  )
  for (const store of stores) print(await measureSteadyMail(store))
}
