import { setTimeout as sleep } from 'node:timers/promises'
import { STORE_NAMES, type StoreName, createProcessGroup, waitUntil } from '../tools/processes.ts'
import { type SandboxProcess, startSandbox } from '../tools/sandbox-process.ts'
import type { Message } from '../sandbox/control-types.ts'
import { createDeliveries } from './deliveries.ts'
import { generateLoad } from './load-generator.ts'
import { INBOXES, routeInboxes } from './routed-inboxes.ts'
import { formatHead, formatRow, type PrintLine, formatSpread } from './report.ts'
import { startApp } from './running-app.ts'

const MAILS = 1000
const SECONDS = 60
const READABLE_LIMIT_S = 60
const SHOWN_LIMIT_MS = 5000
/** Between two commands, and between two clicks. */
const PAUSE_MS = 4000
const LOOK_MS = 250
const GIVE_UP_MS = 300_000
/** The channel that gets all the mail, by its place among the inboxes of the bench. */
const BUSY = 2

const numbersIn = (message: Partial<Pick<Message, 'blocks' | 'text'>>): number[] =>
  [...JSON.stringify(message.blocks ?? message.text).matchAll(/Burst (\d+)\b/g)].map(([, number]) => Number(number))

const isDigest = ({ blocks }: Message): boolean => JSON.stringify(blocks ?? []).includes('mail.open_listed')

/** A busy channel, and its messages as people see them. */
class BusyChannel {
  readonly #client: SandboxProcess['client']
  readonly id: string
  readonly user: string

  constructor({ client }: SandboxProcess, id: string, user: string) {
    this.#client = client
    this.id = id
    this.user = user
  }

  messages = (): Promise<Message[]> => this.#client.slack.messages(this.id)

  /** The numbers of the mails that a card or a line of a digest shows. */
  async readable(): Promise<Set<number>> {
    return new Set((await this.messages()).flatMap(numbersIn))
  }

  async #waitFor(what: string, fits: (message: Message) => boolean): Promise<number> {
    const from = Date.now()
    await waitUntil(what, async () => (await this.messages()).some(fits), GIVE_UP_MS)
    return Date.now() - from
  }

  /** From a command in the channel to the card of its job. */
  async askForJob(number: number): Promise<number> {
    const text = `explain the retry schedule of version 9.${number}.`
    const from = Date.now()
    await this.#client.slack.sendCommand({ channel: this.id, user: this.user, command: '/docs', text })
    await this.#waitFor('the card of a job', (one) => JSON.stringify(one.blocks ?? []).includes(text))
    return Date.now() - from
  }

  /** From the click on a line of a digest to the window with its mail; undefined while there is no list. */
  async openListed(): Promise<number | undefined> {
    const digest = (await this.messages()).findLast(isDigest)
    const line = digest?.blocks?.find((block) => /"text":"Open"/.test(JSON.stringify(block)))
    const value = /"value":"([^"]+)"/.exec(JSON.stringify(line))?.[1]
    const [number] = line && digest ? numbersIn({ ...digest, blocks: [line] }) : []
    if (!digest || value === undefined || number === undefined) return undefined
    const from = Date.now()
    const { id: channel, user } = this
    await this.#client.slack.click({ user, channel, message_ts: digest.ts, action_id: 'mail.open_listed', value })
    await waitUntil(
      'the window of a mail',
      async () => (await this.#client.slack.views(user)).some(({ blocks }) => numbersIn({ blocks }).includes(number)),
      GIVE_UP_MS,
    )
    return Date.now() - from
  }
}

/** Measures how long people who work in the channel wait, until the mail is through. */
async function workInChannel(channel: BusyChannel, isOver: () => boolean) {
  const jobs: number[] = []
  const opened: number[] = []
  for (let number = 0; !isOver(); number += 1) {
    jobs.push(await channel.askForJob(number))
    const ms = await channel.openListed()
    if (ms !== undefined) opened.push(ms)
    await sleep(PAUSE_MS)
  }
  return { jobs, opened }
}

async function measureStore(store: StoreName): Promise<string> {
  const group = createProcessGroup()
  try {
    const sandbox = await startSandbox(group)
    const app = await startApp(group, { ...sandbox.env, STORE_URL: await group.createStore(store) })
    const id = (await routeInboxes(sandbox))[BUSY] ?? ''
    const user = (await sandbox.client.slack.users()).find(({ name }) => name === 'maria')?.id ?? ''
    const channel = new BusyChannel(sandbox, id, user)
    const requests = createDeliveries({
      secret: sandbox.env['MAIL_WEBHOOK_SECRET']?.split(',')[0] ?? '',
      host: '127.0.0.1',
      count: MAILS,
      inboxIds: [INBOXES[BUSY] ?? ''],
      subject: 'Burst',
    })
    let index = 0
    let isOver = false
    const work = workInChannel(channel, () => isOver)
    await generateLoad({
      port: app.port,
      connections: 8,
      perSecond: MAILS / SECONDS,
      next: () => requests[index++],
    })
    const lastAt = Date.now()
    const atEnd = (await channel.readable()).size
    await waitUntil(
      'all mails',
      async () => {
        await sleep(LOOK_MS)
        return (await channel.readable()).size === MAILS
      },
      GIVE_UP_MS,
    )
    const readable = (Date.now() - lastAt) / 1000
    isOver = true
    const { jobs, opened } = await work
    const posts = (await channel.messages()).length
    return formatRow(
      STORE_NAMES[store],
      `${atEnd} of ${MAILS}`,
      `${readable.toFixed(1)} s after the last one`,
      `${READABLE_LIMIT_S} s`,
      formatSpread(jobs),
      formatSpread(opened),
      `${SHOWN_LIMIT_MS} ms`,
      `${posts} messages; one by one: ${MAILS - 1} s`,
    )
  } finally {
    await group.close()
  }
}

/** `npm run bench burst`: a minute in which far more mail comes for one channel than Slack takes messages. */
export async function benchBurst(stores: StoreName[], print: PrintLine): Promise<void> {
  print(
    formatHead(
      'store',
      `readable when the last of ${MAILS} mails came (${SECONDS} s)`,
      'all readable',
      'limit',
      'job card: median / p95 / longest',
      'mail opened from the list',
      'limit',
      "posts in the channel; Slack's bound",
    ),
  )
  for (const store of stores) print(await measureStore(store))
}
