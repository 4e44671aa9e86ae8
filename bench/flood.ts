import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createProcessGroup, STORE_NAMES, type StoreName, waitUntil } from '../tools/processes.ts'
import { type SandboxProcess, startSandbox } from '../tools/sandbox-process.ts'
import { listPlaces, listPosts } from './commands.ts'
import { createDeliveries } from './deliveries.ts'
import { generateLoad, type LoadResult, quantile } from './load-generator.ts'
import { INBOXES, routeInboxes } from './routed-inboxes.ts'
import { formatHead, formatRow, type PrintLine, formatSpread } from './report.ts'
import { startApp } from './running-app.ts'

const RATES = [300, 1_000]
const SECONDS = 60
const CONNECTIONS = 64
/** Every tenth delivery is a new mail, the others are delivery reports. */
const MAIL_EACH = 10
const WARM_UP = 3
const LAST_CARD_MS = 120_000
/** The channel that takes all the mail; people give their commands in the others. */
const MAIL_CHANNEL = 'support'

/** No two jobs may ask for nearly the same: Bellhop would point from one to the other. */
const inventWords = (count: number): string =>
  Array.from({ length: count }, () => randomBytes(4).toString('hex').replaceAll(/\d/g, 'k')).join(' ')

/** Somebody gives a command every second; returns the times to the answers, and from the command to its card in Slack. */
async function giveCommands(sandbox: SandboxProcess, first: number, count: number) {
  const where = await listPlaces(sandbox, (name) => name !== MAIL_CHANNEL)
  const answers: number[] = []
  const sentAt: number[] = []
  const began = Date.now()
  const sending: Promise<void>[] = []
  for (let index = 0; index < count; index += 1) {
    const { channel = '', user = '' } = where[index % where.length] ?? {}
    const text = `explain ${inventWords(5)} in chapter${first + index}`
    sentAt.push(Date.now())
    sending.push(
      sandbox.client.slack.sendCommand({ channel, user, command: '/docs', text }).then(({ status, ms }) => {
        if (status !== 200) throw new Error(`the app answered the command with ${status}`)
        answers.push(ms)
      }),
    )
    await sleep(Math.max(began + (index + 1) * 1_000 - Date.now(), 0))
  }
  await Promise.all(sending)
  const posts = () => listPosts(sandbox, /in chapter(\d+)/)
  await waitUntil('the last card', async () => (await posts()).size >= first + count, LAST_CARD_MS)
  const found = await posts()
  return { answers, cards: sentAt.map((at, index) => (found.get(first + index)?.at ?? 0) - at) }
}

interface FloodResult extends LoadResult {
  answers: number[]
  cards: number[]
}

async function measureFlood(store: StoreName, perSecond: number, seconds: number): Promise<FloodResult> {
  const group = createProcessGroup()
  try {
    const sandbox = await startSandbox(group)
    const app = await startApp(group, {
      ...sandbox.env,
      STORE_URL: await group.createStore(store),
      LOG_LEVEL: 'error',
    })
    await routeInboxes(sandbox, MAIL_CHANNEL)
    await giveCommands(sandbox, 0, WARM_UP)
    const requests = createDeliveries({
      count: perSecond * (seconds + 1),
      secret: sandbox.env['MAIL_WEBHOOK_SECRET']?.split(',')[0] ?? '',
      host: '127.0.0.1',
      inboxIds: INBOXES,
      mailEach: MAIL_EACH,
    })
    let index = 0
    const next = () => requests[index++]
    const [load, commands] = await Promise.all([
      generateLoad({ port: app.port, connections: CONNECTIONS, next, perSecond }),
      giveCommands(sandbox, WARM_UP, seconds),
    ])
    if (load.refused > 0) throw new Error(`${load.refused} webhooks were refused`)
    return { ...load, ...commands }
  } finally {
    await group.close()
  }
}

/** `npm run bench flood`: how long people wait while the mailbox sends far more than usual. */
export async function benchFlood(
  stores: StoreName[],
  print: PrintLine,
  { seconds = SECONDS }: { seconds?: number },
): Promise<void> {
  print(
    formatHead(
      'store',
      'webhooks a second',
      'command → card: median / p95 / longest',
      'limit (median)',
      'command acknowledged',
      'webhook acknowledged: p99',
    ),
  )
  for (const perSecond of RATES)
    for (const store of stores) {
      const { answers, cards, latenciesMs } = await measureFlood(store, perSecond, seconds)
      print(
        formatRow(
          STORE_NAMES[store],
          perSecond,
          formatSpread(cards),
          '1000 ms',
          formatSpread(answers),
          `${quantile(latenciesMs, 0.99).toFixed(0)} ms`,
        ),
      )
    }
}
