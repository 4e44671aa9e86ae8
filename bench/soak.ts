import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDeliveries } from './deliveries.ts'
import { generateLoad, quantile } from './load-generator.ts'
import { type StoreName, STORE_NAMES, createProcessGroup } from '../tools/processes.ts'
import { formatHead, formatRow, type PrintLine } from './report.ts'
import { startSandbox } from '../tools/sandbox-process.ts'
import { INBOXES, routeInboxes } from './routed-inboxes.ts'
import { readUsage, startApp } from './running-app.ts'

const PER_SECOND = 19
const CONNECTIONS = 4
/** After the caches have filled and the heap has found its size. */
const WARM_UP_SHARE = 0.25
const SHOWN_ROWS = 12
const FORGED_SHARE = 3 / PER_SECOND

interface Workload {
  host: string
  secret: string
  signingSecret: string
  team: string
  user: string
  channels: string[]
}

function buildRequest(path: string, headers: Record<string, string>, body: string): Buffer {
  const head = Object.entries({ ...headers, 'content-length': `${Buffer.byteLength(body)}` })
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines}\r\n${body}`)
}

/** A request as Slack signs it. */
function signSlackRequest({ host, signingSecret }: Workload, type: string, body: string): Buffer {
  const timestamp = `${Math.floor(Date.now() / 1000)}`
  const digest = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex')
  const headers = {
    host,
    'content-type': type,
    'x-slack-request-timestamp': timestamp,
    'x-slack-signature': `v0=${digest}`,
  }
  return buildRequest('/slack/events', headers, body)
}

const pick = (values: string[], index: number): string => values[index % values.length] ?? ''

function createCommand(load: Workload, index: number, text: string): Buffer {
  const form = new URLSearchParams({
    command: '/docs',
    text,
    team_id: load.team,
    user_id: load.user,
    user_name: 'maria',
    channel_id: pick(load.channels, index),
    channel_name: 'docs',
    trigger_id: `1.${index}.soak`,
    response_url: 'https://hooks.slack.com/commands/soak',
    api_app_id: 'A0',
    token: 'none',
  })
  return signSlackRequest(load, 'application/x-www-form-urlencoded', form.toString())
}

/** A message that is not about a job, as most of what people write. */
function createMessageEvent(load: Workload, index: number): Buffer {
  const seconds = Math.floor(Date.now() / 1000)
  const event = {
    type: 'message',
    channel: pick(load.channels, index),
    channel_type: 'channel',
    user: load.user,
    text: `Lunch at ${index}?`,
    ts: `${seconds}.${`${index}`.padStart(6, '0').slice(-6)}`,
    event_ts: `${seconds}.000000`,
  }
  const body = {
    type: 'event_callback',
    team_id: load.team,
    api_app_id: 'A0',
    event_id: `EvSOAK${index}`,
    event_time: seconds,
    event,
  }
  return signSlackRequest(load, 'application/json', JSON.stringify(body))
}

/** Below the agent's 100 new jobs an hour. */
const SECONDS_PER_JOB = 40

/** Work for a second: three mails, each delivered twice, three forged deliveries, two commands and eight messages between people. */
function createSecond(load: Workload, second: number): Buffer[] {
  const mails = createDeliveries({ count: 3, secret: load.secret, inboxIds: INBOXES, host: load.host, subject: 'Soak' })
  const forged = createDeliveries({
    count: 3,
    secret: 'whsec_Zm9yZ2VkZm9yZ2VkZm9yZ2Vk',
    inboxIds: INBOXES,
    host: load.host,
  })
  const prompt = second % SECONDS_PER_JOB === 0 ? `explain the limits of version ${second}` : 'help'
  const commands = ['quota', prompt].map((text, index) => createCommand(load, second * 2 + index, text))
  const messages = Array.from({ length: 8 }, (_one, index) => createMessageEvent(load, second * 8 + index))
  return [...mails, ...commands, ...messages, ...forged, ...mails]
}

interface Minute {
  residentMb: number
  latenciesMs: Float64Array
  accepted: number
  refused: number
}

async function runMinute(load: Workload, port: number, pid: number, minute: number): Promise<Minute> {
  const pending: Buffer[] = []
  let seconds = 0
  const { latenciesMs, accepted, refused } = await generateLoad({
    port,
    connections: CONNECTIONS,
    perSecond: PER_SECOND,
    next() {
      // Requests are signed shortly before they are sent.
      if (pending.length === 0 && seconds < 60) pending.push(...createSecond(load, minute * 60 + seconds++))
      return pending.shift()
    },
  })
  return { residentMb: readUsage(pid).residentMb, latenciesMs, accepted, refused }
}

/** The slope of the least-squares line through the values, one per minute. */
function slopePerMinute(values: number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const [above, below] = values.reduce(
    ([up, down], value, index) => [up + (index - middle) * (value - mean), down + (index - middle) ** 2],
    [0, 0],
  )
  return below === 0 ? 0 : above / below
}

function printMinutes(minutes: Minute[], print: PrintLine): void {
  const step = Math.max(1, Math.ceil(minutes.length / SHOWN_ROWS))
  for (let from = 0; from < minutes.length; from += step) {
    const part = minutes.slice(from, from + step)
    const latencies = Float64Array.from(part.flatMap(({ latenciesMs }) => [...latenciesMs])).toSorted()
    print(
      formatRow(
        from + part.length,
        `${part.at(-1)?.residentMb.toFixed(0)} MB`,
        `${quantile(latencies, 0.5).toFixed(1)} / ${quantile(latencies, 0.99).toFixed(0)} / ${(latencies.at(-1) ?? 0).toFixed(0)} ms`,
        latencies.filter((ms) => ms > 1000).length,
      ),
    )
  }
}

async function soakStore(store: StoreName, minutes: number, print: PrintLine): Promise<void> {
  const group = createProcessGroup()
  try {
    const sandbox = await startSandbox(group)
    const { env, client, team } = sandbox
    const app = await startApp(group, { ...env, STORE_URL: await group.createStore(store), LOG_LEVEL: 'error' })
    const channels = await routeInboxes(sandbox)
    const user = (await client.slack.users()).find(({ name }) => name === 'maria')?.id ?? ''
    const secret = env['MAIL_WEBHOOK_SECRET']?.split(',')[0] ?? ''
    const signingSecret = env['SLACK_SIGNING_SECRET'] ?? ''
    const load: Workload = { host: '127.0.0.1', secret, signingSecret, team, user, channels }
    await sleep(1000)

    print(`\n${STORE_NAMES[store]}:\n`)
    print(formatHead('minute', 'resident', 'answered: median / p99 / longest', 'over 1 s'))
    const done: Minute[] = []
    for (let minute = 0; minute < minutes; minute += 1) {
      done.push(await runMinute(load, app.port, app.pid, minute))
      const last = done.at(-1)
      console.error(
        `minute ${minute + 1}: ${last?.residentMb.toFixed(0)} MB, longest ${last?.latenciesMs.at(-1)?.toFixed(0)} ms`,
      )
    }
    printMinutes(done, print)
    const steady = done.slice(Math.floor(minutes * WARM_UP_SHARE))
    const half = steady.slice(Math.floor(steady.length / 2))
    const slopes = [steady, half].map((part) => slopePerMinute(part.map(({ residentMb }) => residentMb)).toFixed(2))
    print(
      `\nResident memory after the first quarter: ${slopes[0]} MB a minute; in the last part: ${slopes[1]} MB a minute.`,
    )
    const sent = done.reduce((sum, { accepted, refused }) => sum + accepted + refused, 0)
    const refused = done.reduce((sum, one) => sum + one.refused, 0)
    print(`${sent} requests, ${refused} refused, of which ${Math.round(sent * FORGED_SHARE)} were forged.`)
  } finally {
    await group.close()
  }
}

/** `npm run bench soak`: memory and latencies under a steady load for a long time. */
export async function benchSoak(
  stores: StoreName[],
  print: PrintLine,
  { minutes = 60 }: { minutes?: number },
): Promise<void> {
  for (const store of stores) await soakStore(store, minutes, print)
}
