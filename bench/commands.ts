import { setTimeout as sleep } from 'node:timers/promises'
import { type StoreName, STORE_NAMES, waitUntil, createProcessGroup } from '../tools/processes.ts'
import type { Named } from '../tools/sandbox-types.ts'
import { formatHead, formatRow, type PrintLine, formatSpread } from './report.ts'
import { startApp, type BenchSandbox, openSandbox } from './sandbox.ts'

const COMMANDS = 50
/** Until the next command: the app has posted its card and rests. */
const PAUSE_MS = 500
const CHANNELS = ['docs', 'general', 'support', 'quarantine']
const PEOPLE = ['maria', 'tom', 'aiko', 'li']

/** Channels and people that any of them may act in, in all their pairs. */
export async function listPlaces({ client }: BenchSandbox): Promise<{ channel: string; user: string }[]> {
  const ids = (known: Named[], names: string[]): string[] =>
    names.map((name) => known.find((one) => one.name === name)?.id ?? name)
  const users = ids(await client.slack.users(), PEOPLE)
  const channels = ids(await client.slack.channels(), CHANNELS)
  return users.flatMap((user, turn) =>
    channels.map((_, index) => ({ user, channel: channels[(index + turn) % channels.length] ?? '' })),
  )
}

/** When Slack had a message that says this; the simulator and we read the same clock. */
async function waitForPost(world: BenchSandbox, text: string, method = 'chat.postMessage'): Promise<number> {
  let at = 0
  await waitUntil(`a message with "${text}"`, async () => {
    const found = (await world.client.slack.calls(method)).find(
      ({ ok, args }) => ok && JSON.stringify(args).includes(text),
    )
    at = found?.at ?? 0
    return found !== undefined
  })
  return at
}

/** One command after the other, each to an app at rest: until Slack has its answer, and until the card stands. */
export async function measureCommands(
  world: BenchSandbox,
  { count, from: first = 0 }: { count: number; from?: number },
): Promise<{ answers: number[]; cards: number[] }> {
  const where = await listPlaces(world)
  const answers: number[] = []
  const cards: number[] = []
  for (let index = first; index < first + count; index += 1) {
    const text = `explain the retry schedule of version 7.${index}.`
    const { channel = '', user = '' } = where[index % where.length] ?? {}
    const from = Date.now()
    const { status, ms } = await world.client.slack.sendCommand({ channel, user, command: '/docs', text })
    if (status !== 200) throw new Error(`the command was answered with ${status}`)
    answers.push(ms)
    cards.push((await waitForPost(world, text)) - from)
    await sleep(PAUSE_MS)
  }
  return { answers, cards }
}

/** `npm run bench commands`: what a person waits for after typing a command. */
export async function benchCommands(stores: StoreName[], say: PrintLine): Promise<void> {
  say(
    formatHead('store', `${COMMANDS} commands acknowledged: median / p95 / longest`, 'limit', 'card in Slack', 'limit'),
  )
  for (const store of stores) {
    const place = createProcessGroup()
    try {
      const world = await openSandbox(place)
      await startApp(place, { ...world.env, STORE_URL: await place.createStore(store) })
      const { answers, cards } = await measureCommands(world, { count: COMMANDS })
      say(formatRow(STORE_NAMES[store], formatSpread(answers), '100 ms', formatSpread(cards), '1000 ms'))
    } finally {
      await place.close()
    }
  }
}
