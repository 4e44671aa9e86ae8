import { setTimeout as sleep } from 'node:timers/promises'
import { pairs, timeCommands } from './commands.ts'
import { deliveries } from './deliveries.ts'
import { drive, median } from './load-generator.ts'
import { leavePast, openStore } from './seed-history.ts'
import { type Store, storeNames, until, type Workplace, workplace } from '../tools/processes.ts'
import { head, row, type Say } from './report.ts'
import { openApp, type Running, type Sandbox, sandbox } from './sandbox.ts'

const SMALL = 1000
const LARGE = 100_000
const ROUNDS = 16
const WEBHOOKS = 20
const REST_MS = 200

interface Side {
  world: Sandbox
  app: Running
}

/** An app on a store that has seen so many jobs and mails, in equal parts. */
async function grown(place: Workplace, store: Store, count: number): Promise<Side> {
  const world = await sandbox(place)
  const url = await place.store(store)
  const where = await pairs(world)
  const opened = await openStore(url, world.env)
  const of = (what: 'user' | 'channel'): string[] => [...new Set(where.map((one) => one[what]))]
  await leavePast(opened, { team: world.team, count: count / 2, users: of('user'), channels: of('channel') })
  await opened.close()
  return { world, app: await openApp(place, { ...world.env, STORE_URL: url }) }
}

type Time = (side: Side, round: number) => Promise<number[]>

const webhooks: Time = async ({ world, app }) => {
  const secret = world.env['MAIL_WEBHOOK_SECRET']?.split(',')[0] ?? ''
  const requests = deliveries({ count: WEBHOOKS, secret, inboxIds: ['growth@bench.test'], host: '127.0.0.1' })
  const { latenciesMs } = await drive({ port: app.port, connections: 1, next: () => requests.pop() })
  return [...latenciesMs]
}

const command =
  (text: string): Time =>
  async ({ world }, round) => {
    const where = await pairs(world)
    const started = performance.now()
    const { channel = '', user = '' } = where[round % where.length] ?? {}
    await world.client.slack.sendCommand({ channel, user, command: '/docs', text })
    return [performance.now() - started]
  }

const home: Time = async ({ world }, round) => {
  const where = await pairs(world)
  const before = (await world.client.slack.calls('views.publish')).length
  const from = Date.now()
  await world.client.slack.openHome(where[round % where.length]?.user ?? '')
  await until('Home', async () => (await world.client.slack.calls('views.publish')).length > before)
  return [((await world.client.slack.calls('views.publish'))[before]?.at ?? 0) - from]
}

const operations: { name: string; time: Time }[] = [
  { name: 'command → card', time: async ({ world }, from) => (await timeCommands(world, { count: 1, from })).cards },
  { name: '`/docs jobs`', time: command('jobs') },
  { name: '`/docs jobs failed` (none is)', time: command('jobs failed') },
  { name: 'Home', time: home },
  // Last: what the mails leave to do would stand in the way of the others.
  { name: 'mail webhook acknowledged', time: webhooks },
]

/** `npm run bench growth`: what people wait for, with a short past and with a long one, in turns. */
export async function growth(stores: Store[], say: Say): Promise<void> {
  const [few, many] = [SMALL, LARGE].map((count) => count.toLocaleString('en-US'))
  say(head('store', 'median of', `${few} jobs and mails`, `${many} jobs and mails`, 'limit'))
  for (const store of stores) {
    const place = workplace()
    try {
      const small = await grown(place, store, SMALL)
      const large = await grown(place, store, LARGE)
      for (const { name, time } of operations) {
        const [short, long]: [number[], number[]] = [[], []]
        for (let round = 0; round < ROUNDS; round += 1) {
          const early = round % 2 === 0 ? undefined : await time(large, round)
          short.push(...(await time(small, round)))
          long.push(...(early ?? (await time(large, round))))
          await sleep(REST_MS)
        }
        say(row(storeNames[store], name, `${median(short).toFixed(1)} ms`, `${median(long).toFixed(1)} ms`, 'the same'))
      }
    } finally {
      await place.close()
    }
  }
}
