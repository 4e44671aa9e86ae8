import { onTestFinished } from 'vitest'
import { Redis } from 'ioredis'
import { openApp } from '../../src/app.ts'
import { config } from '../../src/config.ts'
import { logger } from '../../src/core/log.ts'
import { sandbox, type Sandbox, type SandboxOptions } from '../../sandbox/create-sandbox.ts'
import { ask, until, type Answered, type Fields } from './simulators.ts'

export { until, type Fields } from './simulators.ts'

export interface HarnessOptions extends SandboxOptions {
  /** Without it: what TEST_STORE says, else SQLite. */
  store?: 'sqlite' | 'redis'
  /** The app as a process of its own, which can be killed, even where TEST_APP says that this one is enough. */
  alone?: boolean
}

export interface Where {
  channel: string
  ts: string
}

const DATABASES = 15

/** An emptied database of the tests' Redis that no other harness uses. */
async function freshRedis(url: string): Promise<{ url: string; release(): Promise<void> }> {
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

/** The shapes of sandbox-contract.md, as far as tests read them. */
export interface Message {
  ts: string
  thread_ts?: string
  user?: string
  bot_id?: string
  text: string
  blocks?: Fields[]
  metadata?: { event_type: string; event_payload: Fields }
  files?: Fields[]
  edited?: Fields
  reactions?: { name: string; count: number; users: string[] }[]
  ephemeral_for?: string
}

export interface View {
  id: string
  type: 'modal' | 'home'
  callback_id: string
  private_metadata: string
  hash: string
  blocks: Fields[]
  state: Fields
}

interface Job {
  id: string
  status: string
  prompt: string
  projectId: string
  prLink: string | null
  followUps: { prompt: string; at: number }[]
}

interface SentMail {
  message_id: string
  thread_id: string
  inbox_id: string
  from: string
  reply_to: string[]
  to: string[]
  cc: string[]
  bcc: string[]
  subject: string
  text: string | null
  html: string | null
  attachments: { filename?: string; content_type?: string; size: number; content?: string }[]
  labels: string[]
  headers: Record<string, string>
  in_reply_to: string | null
  idempotency_key: string | null
  at: number
}

interface Delivery {
  webhook_id: string
  delivery_id: string
  event_id: string
  event_type: string
  attempts: { at: number; status: number }[]
}

/** How the app answered a person's act. */
export interface Acted {
  status: number
  ms: number
  body?: unknown
  response_action?: string
  errors?: Record<string, string>
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const parts = (value: unknown): Fields[] =>
  isFields(value) ? [...(Array.isArray(value) ? [] : [value]), ...Object.values(value).flatMap(parts)] : []
const label = (value: unknown): string => (isFields(value) && typeof value['text'] === 'string' ? value['text'] : '')

/** Everything a message or view says, as one text to search in. */
export const whole = (shown: { text?: string; blocks?: Fields[] } | undefined): string =>
  JSON.stringify([shown?.text, shown?.blocks])

export interface Element extends Fields {
  action_id: string
  block_id: string
}

/** The elements (buttons, menus, inputs) of a message or view, each with the block it stands in. */
export const elements = (holder: unknown): Element[] =>
  parts(holder)
    .filter((block) => typeof block['block_id'] === 'string' && typeof block['type'] === 'string')
    .flatMap((block) =>
      parts(block).flatMap((one) =>
        typeof one['action_id'] === 'string'
          ? [{ ...one, action_id: one['action_id'], block_id: String(block['block_id']) }]
          : [],
      ),
    )

export const button = (holder: unknown, wanted: RegExp): Element | undefined =>
  elements(holder).find((one) => one['type'] === 'button' && wanted.test(label(one['text'])))

/** The first input of a form whose label fits. */
export function field(view: View, wanted: RegExp): { block_id: string; action_id: string } | undefined {
  const block = view.blocks.find((one) => one['type'] === 'input' && wanted.test(label(one['label'])))
  const element = block?.['element']
  if (!block || !isFields(element)) return undefined
  return { block_id: String(block['block_id']), action_id: String(element['action_id']) }
}

function driver(box: Sandbox, output: () => string) {
  const call = async (method: string, path: string, body?: unknown): Promise<Answered> => {
    const answer = await ask(`${box.control}${path}`, { method, body })
    if (answer.status >= 500)
      throw new Error(`${method} /control${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer
  }
  /** The body of a control call that must succeed. */
  const sure = async <T = Fields>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await call(method, path, body)
    if (answer.status >= 400)
      throw new Error(`${method} /control${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body as T
  }
  const list = <T>(path: string): Promise<T[]> => sure<T[]>('GET', path)
  const named = async (path: string, name: string): Promise<string> => {
    const found = (await list<{ id: string; name: string }>(path)).find((one) => one.id === name || one.name === name)
    if (!found) throw new Error(`nothing at ${path} is called ${name}`)
    return found.id
  }
  const act = (path: string, body: Fields): Promise<Acted> => sure<Acted>('POST', path, body)

  const slack = {
    /** The id of a channel or a person, by name. */
    channel: (name: string) => named('/slack/channels', name.replace(/^#/, '')),
    user: (name: string) => named('/slack/users', name),
    messages: (channel: string, thread?: string) =>
      list<Message>(`/slack/messages?channel=${channel}${thread ? `&thread_ts=${thread}` : ''}`),
    views: (user: string) => list<View>(`/slack/views?user=${user}`),
    calls: (method?: string) => list<Fields>(`/slack/calls${method ? `?method=${method}` : ''}`),
    /** A person types. */
    async say(user: string, channel: string, text: string, more: Fields = {}): Promise<Where> {
      const { ts } = await sure<{ ts: string }>('POST', '/slack/message', { user, channel, text, ...more })
      return { channel, ts }
    },
    command: (user: string, channel: string, line: string) => {
      const [command, ...rest] = line.split(' ')
      return act('/slack/command', { user, channel, command, text: rest.join(' ') })
    },
    shortcut: (user: string, callbackId: string, on?: Where) =>
      act('/slack/shortcut', {
        user,
        callback_id: callbackId,
        ...(on && { channel: on.channel, message_ts: on.ts }),
      }),
    /** Clicks what is on a message: a button by its label, or any element by its `action_id`. */
    async click(user: string, on: Where & { thread?: string }, what: RegExp | string, value?: unknown): Promise<Acted> {
      const shown = [
        ...(await slack.messages(on.channel)),
        ...(await slack.messages(on.channel, on.thread ?? on.ts).catch(() => [])),
      ]
      const message = shown.find((one) => one.ts === on.ts)
      const element =
        typeof what === 'string' ? elements(message).find((one) => one.action_id === what) : button(message, what)
      if (!element) throw new Error(`nothing to click like ${String(what)} on ${whole(message)}`)
      return act('/slack/click', {
        user,
        channel: on.channel,
        message_ts: on.ts,
        action_id: element.action_id,
        block_id: element.block_id,
        value: value ?? element['value'],
      })
    },
    clickIn: (user: string, viewId: string, actionId: string, value?: unknown) =>
      act('/slack/click', { user, view_id: viewId, action_id: actionId, value }),
    /** The form on top of the person's screen, once it can be filled in. */
    form: (user: string, not?: { id: string }): Promise<View> =>
      until(async () =>
        (await slack.views(user)).findLast(
          (view) =>
            view.type === 'modal' &&
            view.id !== not?.id &&
            view.blocks.some((block) => block['type'] === 'input' || block['type'] === 'actions'),
        ),
      ),
    submit: (user: string, viewId: string, values: Fields = {}) =>
      act('/slack/submit', { user, view_id: viewId, values }),
    /** Fills inputs by their labels and submits. */
    async fill(user: string, view: View, answers: [RegExp, unknown][]): Promise<Acted> {
      const values: Record<string, Fields> = {}
      for (const [wanted, value] of answers) {
        const input = field(view, wanted)
        if (!input) throw new Error(`no field ${String(wanted)} in ${whole(view)}`)
        values[input.block_id] = { [input.action_id]: value }
      }
      return slack.submit(user, view.id, values)
    },
    close: (user: string, viewId: string) => sure('POST', '/slack/close', { user, view_id: viewId }),
    home: (user: string) => act('/slack/home', { user }),
    react: (user: string, on: Where, name: string) =>
      act('/slack/react', { user, channel: on.channel, ts: on.ts, name }),
    workspace: (action: string, more: Fields = {}) => sure('POST', '/slack/workspace', { action, ...more }),
    redeliver: (times: number, eventId?: string) =>
      sure('POST', '/slack/redeliver', { times, ...(eventId && { event_id: eventId }) }),
    /** The first message of an app that fits, once it is there: in the channel, or in a thread of it. */
    saw: (channel: string, fits: RegExp, thread?: string): Promise<Message & Where> =>
      until(async () => {
        const found = (await slack.messages(channel, thread)).find(
          (one) => one.bot_id && !one.ephemeral_for && fits.test(whole(one)),
        )
        return found && { ...found, channel }
      }),
    /** A note that only this person sees. */
    told: (channel: string, user: string, fits: RegExp): Promise<Message> =>
      until(async () =>
        (await slack.messages(channel)).find((one) => one.ephemeral_for === user && fits.test(whole(one))),
      ),
  }

  return {
    box,
    call,
    slack,
    agent: {
      jobs: () => list<Job>('/agent/jobs'),
      /** The job with this prompt, once the agent has it. */
      job: (fits: RegExp): Promise<Job> =>
        until(async () => (await list<Job>('/agent/jobs')).find((job) => fits.test(job.prompt))),
      move: (id: string, change: Fields) => sure('POST', `/agent/jobs/${id}`, change),
      script: (outcome: string, afterMs = 0) => sure('POST', '/agent/script', { outcome, afterMs }),
    },
    mail: {
      inbox: box.env['SANDBOX_INBOX'] ?? '',
      /** A customer writes to the seeded inbox. */
      inbound: (fields: Fields) =>
        sure<{ message_id: string; thread_id: string; event_id: string }>('POST', '/mail/inbound', {
          inbox_id: box.env['SANDBOX_INBOX'],
          from: 'Customer One <one@customer.test>',
          ...fields,
        }),
      sent: () => list<SentMail>('/mail/sent'),
      /** The mail that left with this text. */
      left: (fits: RegExp): Promise<SentMail> =>
        until(async () =>
          (await list<SentMail>('/mail/sent')).find((mail) => fits.test(`${mail.subject} ${mail.text} ${mail.html}`)),
        ),
      script: (outcome: string, afterMs = 0) => sure('POST', '/mail/script', { outcome, afterMs }),
      outcome: (messageId: string, event: string, more: Fields = {}) =>
        sure('POST', '/mail/outcome', { message_id: messageId, event, ...more }),
      event: (fields: Fields) => sure('POST', '/mail/event', fields),
      deliveries: () => list<Delivery>('/mail/deliveries'),
      redeliver: (eventId: string, times: number) => sure('POST', '/mail/redeliver', { event_id: eventId, times }),
      account: (fields: Fields) => sure('POST', '/mail/account', fields),
    },
    fault: (fields: Fields) => sure('POST', '/faults', fields),
    fair: () => sure('DELETE', '/faults'),
    clock: (scale: number) => sure('POST', '/clock', { scale }),
    app: (action: 'start' | 'stop' | 'restart' | 'kill') => sure('POST', '/app', { action }),
    /** What the app has written so far. */
    output,
  }
}

export type Harness = ReturnType<typeof driver>

/** The app in this process, ready: a tenth of the work of starting one; where everything is tested, each story has a process too. */
async function here(env: Record<string, string>, log: (line: string) => void): Promise<{ close(): Promise<void> }> {
  const settings = config(env)
  const app = await openApp(settings, logger({ level: settings.logLevel, destination: { write: log } }))
  await until(() => fetch(`${app.url}/readyz`).then(({ status }) => status === 200))
  return app
}

/** Sandbox and app for one test, closed when it is over; scripts are manual until the test says otherwise. */
export async function harness({ store, alone, env = {}, ...options }: HarnessOptions = {}): Promise<Harness> {
  const redisUrl = process.env['TEST_REDIS_URL']
  const onRedis = (store ?? process.env['TEST_STORE']) === 'redis'
  if (onRedis && !redisUrl) throw new Error('TEST_REDIS_URL is not set: `npm test` starts a Redis and sets it')
  const redis = onRedis && redisUrl ? await freshRedis(redisUrl) : undefined
  const lines: string[] = []
  const log = (text: string): void => void lines.push(text)
  const isHere = process.env['TEST_APP'] === 'here' && !alone
  try {
    const box = await sandbox({
      empty: true,
      ...(redis && { redis: redis.url }),
      log,
      ...(isHere && { app: false }),
      // A job starts at once unless the test is about its hold.
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
      await box.close()
      await redis?.release()
      if (task.result?.state === 'fail') console.error(`the app wrote:\n${lines.join('').slice(-8000)}`)
    })
    if (isHere) app = await here(box.env, log)
    return driver(box, () => lines.join(''))
  } catch (error) {
    await redis?.release()
    throw error
  }
}
