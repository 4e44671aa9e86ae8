import { onTestFinished } from 'vitest'
import { Redis } from 'ioredis'
import { openApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { createLogger } from '../../src/core/log.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/create-sandbox.ts'
import { createSandboxClient } from '../../tools/sandbox-client.ts'
import {
  type ActionAnswer,
  type AgentJob,
  type Fields,
  isFields,
  type Message,
  type Named,
  type SentMail,
  type View,
} from '../../tools/sandbox-types.ts'
import { untilSettled } from './settled.ts'
import { until } from './simulators.ts'

export type { ActionAnswer, Fields, Message, View } from '../../tools/sandbox-types.ts'
export { until } from './simulators.ts'

export interface HarnessOptions extends SandboxOptions {
  /** The default is TEST_STORE, or else SQLite. */
  store?: 'sqlite' | 'redis'
  /** Runs the app in a process of its own, which can be killed, even if TEST_APP allows to run it in this one. */
  ownProcess?: boolean
}

export interface MessageRef {
  channel: string
  ts: string
}

const DATABASES = 15

/** Claims an empty database of the tests' Redis for this harness alone. */
async function claimRedisDatabase(url: string): Promise<{ url: string; release(): Promise<void> }> {
  const claims = new Redis(url)
  for (let database = 1; database <= DATABASES; database += 1) {
    const claim = `bellhop-test-database-${database}`
    if ((await claims.set(claim, process.pid, 'PX', 600_000, 'NX')) !== 'OK') continue
    const mine = new URL(url)
    mine.pathname = `/${database}`
    const emptied = new Redis(mine.href)
    await emptied.flushdb()
    return {
      url: mine.href,
      async release() {
        await emptied.flushdb()
        emptied.disconnect()
        await claims.del(claim)
        claims.disconnect()
      },
    }
  }
  throw new Error('every database of the tests’ Redis is in use')
}

const collectObjects = (value: unknown): Fields[] =>
  isFields(value) ? [...(Array.isArray(value) ? [] : [value]), ...Object.values(value).flatMap(collectObjects)] : []
const readLabel = (value: unknown): string =>
  isFields(value) && typeof value['text'] === 'string' ? value['text'] : ''

/** All text and blocks of a message or view, as one text to search in. */
export const readText = (shown: { text?: string; blocks?: Fields[] } | undefined): string =>
  JSON.stringify([shown?.text, shown?.blocks])

export interface BlockElement extends Fields {
  action_id: string
  block_id: string
}

/** The elements (buttons, menus, inputs) of a message or view, each with the id of its block. */
export const findElements = (holder: unknown): BlockElement[] =>
  collectObjects(holder)
    .filter((block) => typeof block['block_id'] === 'string' && typeof block['type'] === 'string')
    .flatMap((block) =>
      collectObjects(block).flatMap((one) =>
        typeof one['action_id'] === 'string'
          ? [{ ...one, action_id: one['action_id'], block_id: String(block['block_id']) }]
          : [],
      ),
    )

export const findButton = (holder: unknown, wanted: RegExp): BlockElement | undefined =>
  findElements(holder).find((one) => one['type'] === 'button' && wanted.test(readLabel(one['text'])))

/** The first input of a form with a matching label. */
export function findField(view: View, wanted: RegExp): { block_id: string; action_id: string } | undefined {
  const block = view.blocks.find((one) => one['type'] === 'input' && wanted.test(readLabel(one['label'])))
  const element = block?.['element']
  if (!block || !isFields(element)) return undefined
  return { block_id: String(block['block_id']), action_id: String(element['action_id']) }
}

function createDriver(sandbox: Sandbox, output: () => string) {
  const client = createSandboxClient(sandbox.control)
  const named = (list: Named[], name: string): string => {
    const found = list.find((one) => one.id === name || one.name === name)
    if (!found) throw new Error(`the sandbox has no ${name}`)
    return found.id
  }

  const slack = {
    /** The id of a channel or a person, by name. */
    channel: async (name: string) => named(await client.slack.channels(), name.replace(/^#/, '')),
    user: async (name: string) => named(await client.slack.users(), name),
    messages: client.slack.messages,
    views: client.slack.views,
    calls: client.slack.calls,
    /** A person types. */
    async say(user: string, channel: string, text: string, more: Fields = {}): Promise<MessageRef> {
      const { ts } = await client.slack.sendMessage({ user, channel, text, ...more })
      return { channel, ts }
    },
    deleteMessage: ({ channel, ts }: MessageRef) => client.slack.editMessage({ channel, ts }),
    command: (user: string, channel: string, line: string) => {
      const [command = '', ...rest] = line.split(' ')
      return client.slack.sendCommand({ user, channel, command, text: rest.join(' ') })
    },
    useShortcut: (user: string, callbackId: string, on?: MessageRef) =>
      client.slack.useShortcut({
        user,
        callback_id: callbackId,
        ...(on && { channel: on.channel, message_ts: on.ts }),
      }),
    /** Clicks an element of a message: a button by its label, or any element by its `action_id`. */
    async click(
      user: string,
      on: MessageRef & { thread?: string },
      what: RegExp | string,
      value?: unknown,
    ): Promise<ActionAnswer> {
      const shown = [
        ...(await slack.messages(on.channel)),
        ...(await slack.messages(on.channel, on.thread ?? on.ts).catch(() => [])),
      ]
      const message = shown.find((one) => one.ts === on.ts)
      const element =
        typeof what === 'string'
          ? findElements(message).find((one) => one.action_id === what)
          : findButton(message, what)
      if (!element) throw new Error(`no element ${String(what)} on ${readText(message)}`)
      return client.slack.click({
        user,
        channel: on.channel,
        message_ts: on.ts,
        action_id: element.action_id,
        block_id: element.block_id,
        value: value ?? element['value'],
      })
    },
    clickInView: (user: string, viewId: string, actionId: string, value?: unknown) =>
      client.slack.click({ user, view_id: viewId, action_id: actionId, value }),
    /** Waits for a form that the person can fill in, other than `not`. */
    findForm: (user: string, not?: { id: string }): Promise<View> =>
      until(async () =>
        (await slack.views(user)).findLast(
          (view) =>
            view.type === 'modal' &&
            view.id !== not?.id &&
            view.blocks.some((block) => block['type'] === 'input' || block['type'] === 'actions'),
        ),
      ),
    submit: (user: string, viewId: string, values: Fields = {}) =>
      client.slack.submitView({ user, view_id: viewId, values }),
    /** Fills inputs by their labels and submits. */
    async fillForm(user: string, view: View, answers: [RegExp, unknown][]): Promise<ActionAnswer> {
      const values: Record<string, Fields> = {}
      for (const [wanted, value] of answers) {
        const input = findField(view, wanted)
        if (!input) throw new Error(`no field ${String(wanted)} in ${readText(view)}`)
        values[input.block_id] = { [input.action_id]: value }
      }
      return slack.submit(user, view.id, values)
    },
    closeView: client.slack.closeView,
    openHome: client.slack.openHome,
    addReaction: (user: string, on: MessageRef, name: string) =>
      client.slack.addReaction({ user, channel: on.channel, ts: on.ts, name }),
    changeWorkspace: client.slack.changeWorkspace,
    redeliver: client.slack.redeliver,
    disconnectSockets: client.slack.disconnectSockets,
    /** Waits for the first matching message of an app, in the channel or in a thread of it. */
    findMessage: (channel: string, fits: RegExp, thread?: string): Promise<Message & MessageRef> =>
      until(async () => {
        const found = (await slack.messages(channel, thread)).find(
          (one) => one.bot_id && !one.ephemeral_for && fits.test(readText(one)),
        )
        return found && { ...found, channel }
      }),
    /** Waits for a message that only this person sees. */
    findEphemeral: (channel: string, user: string, fits: RegExp): Promise<Message> =>
      until(async () =>
        (await slack.messages(channel)).find((one) => one.ephemeral_for === user && fits.test(readText(one))),
      ),
  }

  return {
    sandbox,
    client,
    slack,
    agent: {
      jobs: client.agent.jobs,
      /** Waits until the agent has a job with a matching prompt. */
      findJob: (fits: RegExp): Promise<AgentJob> =>
        until(async () => (await client.agent.jobs()).find((job) => fits.test(job.prompt))),
      changeJob: client.agent.changeJob,
    },
    mail: {
      inbox: sandbox.env['SANDBOX_INBOX'] ?? '',
      /** A customer writes to the seeded inbox. */
      receive: (fields: Fields) =>
        client.mail.receive({
          inbox_id: sandbox.env['SANDBOX_INBOX'],
          from: 'Customer One <one@customer.test>',
          ...fields,
        }),
      sent: client.mail.sent,
      /** Waits for a sent mail with matching text. */
      findSentMail: (fits: RegExp): Promise<SentMail> =>
        until(async () =>
          (await client.mail.sent()).find((mail) => fits.test(`${mail.subject} ${mail.text} ${mail.html}`)),
        ),
      reportOutcome: client.mail.reportOutcome,
      sendEvent: client.mail.sendEvent,
      deliveries: client.mail.deliveries,
      redeliver: client.mail.redeliver,
      changeAccount: client.mail.changeAccount,
    },
    addFault: client.addFault,
    clearFaults: client.clearFaults,
    setClock: client.setClock,
    start: () => client.controlApp('start'),
    stop: () => client.controlApp('stop'),
    /** Ends the app as a crash does; it needs a process of its own. */
    kill: () => client.controlApp('kill'),
    exchanges: client.exchanges,
    /** Precedes every assertion that something happened once or never. */
    settled: () => untilSettled(sandbox.app),
    /** The output of the app so far. */
    output,
  }
}

export type Harness = ReturnType<typeof createDriver>

/** Opens the app in this process, which takes a tenth of the time of starting one; `npm test` also runs each story with a process. */
async function openAppInProcess(
  env: Record<string, string>,
  log: (line: string) => void,
): Promise<{ close(): Promise<void> }> {
  const settings = readConfig(env)
  const app = await openApp(settings, createLogger({ level: settings.logLevel, destination: { write: log } }))
  await until(() => fetch(`${app.url}/readyz`).then(({ status }) => status === 200))
  return app
}

/** Opens a sandbox and the app for one test and closes them after it; jobs and mails change only when the test says so. */
export async function openHarness({
  store,
  ownProcess: alone,
  env = {},
  ...options
}: HarnessOptions = {}): Promise<Harness> {
  const redisUrl = process.env['TEST_REDIS_URL']
  const onRedis = (store ?? process.env['TEST_STORE']) === 'redis'
  if (onRedis && !redisUrl) throw new Error('TEST_REDIS_URL is not set: `npm test` starts a Redis and sets it')
  const redis = onRedis && redisUrl ? await claimRedisDatabase(redisUrl) : undefined
  const lines: string[] = []
  const log = (text: string): void => void lines.push(text)
  const isHere = process.env['TEST_APP'] === 'here' && !alone
  try {
    const sandbox = await createSandbox({
      empty: true,
      ...(redis && { redis: redis.url }),
      log,
      ...(isHere && { app: false }),
      // A job starts at once, unless the test needs a hold.
      env: (given) => ({
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
        JOB_UNDO_SECONDS: '0',
        ...(typeof env === 'function' ? env(given) : env),
      }),
      ...options,
    })
    let app: { close(): Promise<void> } | undefined
    onTestFinished(async ({ task }) => {
      await app?.close()
      await sandbox.close()
      await redis?.release()
      if (task.result?.state === 'fail') console.error(`the app wrote:\n${lines.join('').slice(-8000)}`)
    })
    if (isHere) app = await openAppInProcess(sandbox.env, log)
    return createDriver(sandbox, () => lines.join(''))
  } catch (error) {
    await redis?.release()
    throw error
  }
}
