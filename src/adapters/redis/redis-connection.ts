import { Redis } from 'ioredis'
import { permanentProblem, parseRedisUrl, type RedisOptions, unreachableReason } from './redis-url.ts'

const CONNECT_MS = 10_000
/** Below the 3 s that Slack waits: whoever sent hears of the failure. */
const ANSWER_MS = 2_500
const LAST_RETRY_MS = 2_000
/** A server that hangs, or a network that swallows, never closes a connection: without these it would be waited for for a quarter of an hour. */
const SILENT_MS = 5_000
/** Longer than any blocking command of ours or of BullMQ. */
const PATIENT_SILENT_MS = 20_000
const OLDEST = [6, 2]

export interface RedisConnection {
  /** Begins every key. */
  readonly prefix: string
  /** Answers soon or fails: nobody at the door waits for a Redis that is away. */
  readonly client: Redis
  /** A further connection that waits for the server however long it takes. */
  blockingConnection(): Redis
  close(): Promise<void>
}

interface Options {
  /** Keeps apps on one Redis apart. */
  prefix?: string
  /** Told when the server turns out unfit after a reconnect, or keeps less than a 2xx promises. */
  onWarning?: (error: Error) => void
  connectMs?: number
}

/**
 * Connects to `redis://`, `rediss://` or `redis+sentinel://host,host/name` and refuses a server that is too old or forgets
 * records when its memory is full.
 */
export async function connectRedis(
  url: string,
  { prefix = 'bellhop', onWarning: report, connectMs = CONNECT_MS }: Options = {},
): Promise<RedisConnection> {
  const { target: to, description: words } = parseRedisUrl(url)
  const connect = (options: RedisOptions) =>
    'url' in to ? new Redis(to.url, options) : new Redis({ ...to.sentinel, ...options })
  const common: RedisOptions = {
    lazyConnect: true,
    retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 10), LAST_RETRY_MS),
    // A replica that was the primary refuses writes: connecting again finds the new one.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  }
  const client = connect({
    ...common,
    enableOfflineQueue: false,
    // Sent again by itself, a compare-and-swap would find its own first write and call it somebody else's.
    autoResendUnfulfilledCommands: false,
    commandTimeout: ANSWER_MS,
    socketTimeout: SILENT_MS,
    enableAutoPipelining: true,
  })
  const patient: Redis[] = []
  // Heard by `ready` while it waits; afterwards every command tells.
  client.on('error', () => {})
  try {
    await ready(client, connectMs, words)
    await check(client, report)
  } catch (cause) {
    client.disconnect()
    throw cause
  }
  client.on('ready', () => {
    check(client, report).catch((error: unknown) => error instanceof Error && report?.(error))
  })

  return {
    prefix,
    client,
    blockingConnection() {
      const connection = connect({ ...common, maxRetriesPerRequest: null, socketTimeout: PATIENT_SILENT_MS })
      // Whoever asks is told by the main connection; this one only waits.
      connection.on('error', () => {})
      patient.push(connection)
      return connection
    },
    async close() {
      for (const connection of patient) connection.disconnect()
      client.disconnect()
    },
  }
}

async function ready(client: Redis, connectMs: number, words: string): Promise<void> {
  let lastError: Error | undefined
  let limit: NodeJS.Timeout | undefined
  const failed = new Promise<never>((_, reject) => {
    client.on('error', (error) => {
      lastError = error
      const reason = permanentProblem(error)
      if (reason) reject(new Error(`Redis at ${words} cannot be used: ${reason}`, { cause: error }))
    })
    limit = setTimeout(
      () =>
        reject(new Error(`Redis cannot be reached at ${words}: ${unreachableReason(lastError)}`, { cause: lastError })),
      connectMs,
    )
  })
  const connected = new Promise<void>((resolve) => client.once('ready', () => resolve()))
  // The first attempt may fail while the retries go on.
  client.connect().catch(() => {})
  try {
    await Promise.race([connected, failed])
  } finally {
    clearTimeout(limit)
  }
}

async function check(client: Redis, report?: (error: Error) => void): Promise<void> {
  const facts = new Map((await client.info()).split('\r\n').map((line) => pair(line)))
  const version = facts.get('redis_version') ?? ''
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor))
    throw new Error(`Bellhop needs Redis ${OLDEST.join('.')} or newer, this one is ${version}`)
  const policy = facts.get('maxmemory_policy')
  if (policy !== 'noeviction')
    throw new Error(
      `this Redis drops records when its memory is full; set maxmemory-policy noeviction (it is ${policy})`,
    )
  if (facts.get('aof_enabled') === '0')
    report?.(new Error('this Redis keeps no append-only file: a crash of Redis loses what it acknowledged'))
}

function pair(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon), line.slice(colon + 1)]
}
