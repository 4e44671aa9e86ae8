import { Redis } from 'ioredis'
import { permanentProblem, parseRedisUrl, type RedisOptions, unreachableReason } from './redis-url.ts'

const CONNECT_MS = 10_000
/** Below the 3 s that Slack waits, so the sender learns of the failure. */
const ANSWER_MS = 2_500
const LAST_RETRY_MS = 2_000
/** A hung server or a black-holed network never closes the socket; without these timeouts we would wait 15 minutes for TCP to give up. */
const SILENT_MS = 5_000
/** Longer than any blocking command of ours or of BullMQ. */
const BLOCKING_SILENT_MS = 20_000
const OLDEST = [6, 2]

export interface RedisConnection {
  /** Prefix of every key. */
  readonly prefix: string
  /** Answers soon or fails; no request waits for a Redis that is away. */
  readonly client: Redis
  /** Opens another connection, for commands that block; it waits for the server however long it takes. */
  blockingConnection(): Redis
  close(): Promise<void>
}

interface Options {
  /** Separates several apps on one Redis. */
  prefix?: string
  /** Called when the server turns out to be unfit after a reconnect, or does not keep what it acknowledges. */
  onWarning?: (error: Error) => void
  connectMs?: number
}

/**
 * Connects to `redis://`, `rediss://` or `redis+sentinel://host,host/name`. Refuses a server that is too old or that evicts records when its
 * memory is full.
 */
export async function connectRedis(
  url: string,
  { prefix = 'bellhop', onWarning, connectMs = CONNECT_MS }: Options = {},
): Promise<RedisConnection> {
  const { target, description } = parseRedisUrl(url)
  const connect = (options: RedisOptions) =>
    'url' in target ? new Redis(target.url, options) : new Redis({ ...target.sentinel, ...options })
  const client = connect({
    lazyConnect: true,
    retryStrategy,
    reconnectOnError,
    enableOfflineQueue: false,
    // If ioredis resent a compare-and-swap, it could meet its own first write and report it as another writer's.
    autoResendUnfulfilledCommands: false,
    commandTimeout: ANSWER_MS,
    socketTimeout: SILENT_MS,
    enableAutoPipelining: true,
  })
  const blocking: Redis[] = []
  // `waitUntilReady` listens while it waits; afterwards every command reports its own failure.
  client.on('error', () => {})
  try {
    await waitUntilReady(client, connectMs, description)
    await checkServer(client, onWarning)
  } catch (cause) {
    client.disconnect()
    throw cause
  }
  client.on('ready', () => {
    checkServer(client, onWarning).catch((error: unknown) => error instanceof Error && onWarning?.(error))
  })

  return {
    prefix,
    client,
    blockingConnection() {
      const connection = connect({
        lazyConnect: true,
        retryStrategy,
        reconnectOnError,
        maxRetriesPerRequest: null,
        socketTimeout: BLOCKING_SILENT_MS,
      })
      // The main connection reports failures; this one only waits.
      connection.on('error', () => {})
      blocking.push(connection)
      return connection
    },
    async close() {
      for (const connection of blocking) connection.disconnect()
      client.disconnect()
    },
  }
}

const retryStrategy = (times: number): number => Math.min(50 * 2 ** Math.min(times, 10), LAST_RETRY_MS)

/** A former primary that is now a replica refuses writes: connecting again finds the new primary. */
const reconnectOnError = (error: Error): boolean => error.message.startsWith('READONLY')

async function waitUntilReady(client: Redis, connectMs: number, description: string): Promise<void> {
  let lastError: Error | undefined
  let limit: NodeJS.Timeout | undefined
  const failed = new Promise<never>((_, reject) => {
    client.on('error', (error) => {
      lastError = error
      const reason = permanentProblem(error)
      if (reason) reject(new Error(`Redis at ${description} cannot be used: ${reason}`, { cause: error }))
    })
    limit = setTimeout(
      () =>
        reject(
          new Error(`Redis cannot be reached at ${description}: ${unreachableReason(lastError)}`, { cause: lastError }),
        ),
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

async function checkServer(client: Redis, onWarning?: (error: Error) => void): Promise<void> {
  const info = new Map((await client.info()).split('\r\n').map((line) => splitLine(line)))
  const version = info.get('redis_version') ?? ''
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor))
    throw new Error(`Bellhop needs Redis ${OLDEST.join('.')} or newer, this one is ${version}`)
  const policy = info.get('maxmemory_policy')
  if (policy !== 'noeviction')
    throw new Error(
      `this Redis drops records when its memory is full; set maxmemory-policy noeviction (it is ${policy})`,
    )
  if (info.get('aof_enabled') === '0')
    onWarning?.(new Error('this Redis keeps no append-only file: a crash of Redis loses what it acknowledged'))
}

function splitLine(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon), line.slice(colon + 1)]
}
