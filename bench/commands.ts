import { setTimeout as sleep } from 'node:timers/promises'
import { type StoreName, STORE_NAMES, waitUntil, createProcessGroup } from '../tools/processes.ts'
import type { Named, SlackCall } from '../sandbox/control-types.ts'
import { formatHead, formatRow, type PrintLine, formatSpread } from './report.ts'
import { type SandboxProcess, startSandbox } from '../tools/sandbox-process.ts'
import { startApp } from './running-app.ts'

const COMMANDS = 50
/** Pause between two commands; the app is idle again after it. */
const PAUSE_MS = 500
const CHANNELS = ['docs', 'general', 'support', 'quarantine']
const PEOPLE = ['maria', 'tom', 'aiko', 'li']

/** All pairs of the people and the channels in which they may act, or those of the channels that are chosen. */
export async function listPlaces(
  { client }: SandboxProcess,
  isChosen: (name: string) => boolean = () => true,
): Promise<{ channel: string; user: string }[]> {
  const ids = (known: Named[], names: string[]): string[] =>
    names.map((name) => known.find((one) => one.name === name)?.id ?? name)
  const users = ids(await client.slack.users(), PEOPLE)
  const channels = ids(await client.slack.channels(), CHANNELS.filter(isChosen))
  return users.flatMap((user, turn) =>
    channels.map((_, index) => ({ user, channel: channels[(index + turn) % channels.length] ?? '' })),
  )
}

/** The posts that match, by the number that the pattern's group finds in each. */
export async function listPosts({ client }: SandboxProcess, pattern: RegExp): Promise<Map<number, SlackCall>> {
  const found = new Map<number, SlackCall>()
  for (const call of await client.slack.calls('chat.postMessage')) {
    const number = call.ok ? pattern.exec(JSON.stringify(call.args))?.[1] : undefined
    if (number !== undefined && !found.has(Number(number))) found.set(Number(number), call)
  }
  return found
}

/** When Slack had a message with this text, by the clock that the simulator shares with this process. */
async function waitForPost(sandbox: SandboxProcess, text: string, method = 'chat.postMessage'): Promise<number> {
  let at = 0
  await waitUntil(`a message with "${text}"`, async () => {
    const found = (await sandbox.client.slack.calls(method)).find(
      ({ ok, args }) => ok && JSON.stringify(args).includes(text),
    )
    at = found?.at ?? 0
    return found !== undefined
  })
  return at
}

/** Sends one command after the other to an idle app: the time until the answer, and until the card is posted. */
export async function measureCommands(
  sandbox: SandboxProcess,
  { count, from: first = 0 }: { count: number; from?: number },
): Promise<{ answers: number[]; cards: number[] }> {
  const where = await listPlaces(sandbox)
  const answers: number[] = []
  const cards: number[] = []
  for (let index = first; index < first + count; index += 1) {
    const text = `explain the retry schedule of version 7.${index}.`
    const { channel = '', user = '' } = where[index % where.length] ?? {}
    const from = Date.now()
    const { status, ms } = await sandbox.client.slack.sendCommand({ channel, user, command: '/docs', text })
    if (status !== 200) throw new Error(`the app answered the command with ${status}`)
    answers.push(ms)
    cards.push((await waitForPost(sandbox, text)) - from)
    await sleep(PAUSE_MS)
  }
  return { answers, cards }
}

/** `npm run bench commands`: how long a person waits after typing a command. */
export async function benchCommands(stores: StoreName[], print: PrintLine): Promise<void> {
  print(
    formatHead('store', `${COMMANDS} commands acknowledged: median / p95 / longest`, 'limit', 'card in Slack', 'limit'),
  )
  for (const store of stores) {
    const group = createProcessGroup()
    try {
      const sandbox = await startSandbox(group)
      await startApp(group, { ...sandbox.env, STORE_URL: await group.createStore(store) })
      const { answers, cards } = await measureCommands(sandbox, { count: COMMANDS })
      print(formatRow(STORE_NAMES[store], formatSpread(answers), '100 ms', formatSpread(cards), '1000 ms'))
    } finally {
      await group.close()
    }
  }
}
