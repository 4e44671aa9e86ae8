import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../tools/processes.ts'
import { freePort, redisServer } from '../tools/servers.ts'

/** One process of the app, on one port over all its lives. */
export interface Member {
  name: string
  url: string
  /** Counts its lives. */
  lives: number
  /** Cut short while it came up, as one that is killed then. */
  start(): Promise<void>
  kill(): Promise<void>
  /** As an operator ends it; answers its exit code. */
  stop(): Promise<number | null>
  isUp(): Promise<boolean>
}

export interface Fleet {
  members: Member[]
  redis: Redis | undefined
  /** Where the app's words are, for whoever has to find out what went wrong. */
  folder: string
  close(): Promise<void>
}

export interface Redis {
  url: string
  /** Ends it, by command or by force, and starts it again on the same files. */
  restart(how: 'shutdown' | 'kill'): Promise<void>
  close(): Promise<void>
}

const UP_WITHIN_MS = 300_000

const born = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of born) child.kill('SIGKILL')
})

/** A child that does not outlive us, whatever ends us. */
function mortal(child: ChildProcess): ChildProcess {
  born.add(child)
  child.on('exit', () => born.delete(child))
  return child
}

const over = (child: ChildProcess | undefined): boolean =>
  child === undefined || child.exitCode !== null || child.signalCode !== null

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<number | null> {
  if (!child || over(child)) return child?.exitCode ?? null
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
  return child.exitCode
}

/** A Redis of our own that keeps what it acknowledges (`appendfsync always`). */
async function redis(folder: string): Promise<Redis> {
  const port = await freePort()
  const where = join(folder, 'redis')
  mkdirSync(where)
  let child: ChildProcess | undefined
  const ask = (...words: string[]): string =>
    spawnSync('redis-cli', ['-p', `${port}`, ...words], { encoding: 'utf8' }).stdout
  async function start(): Promise<void> {
    const server = redisServer({ port, folder: where })
    child = mortal(server.child)
    await server.up()
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    async restart(how) {
      const gone = child && !over(child) ? once(child, 'exit') : undefined
      if (how === 'shutdown') ask('shutdown')
      else child?.kill('SIGKILL')
      await gone
      await start()
    },
    close: async () => void (await end(child, 'SIGKILL')),
  }
}

function member(name: string, env: Record<string, string>, folder: string): Member {
  const url = `http://127.0.0.1:${env['PORT']}`
  const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' })
  let child: ChildProcess | undefined
  const isUp = async (): Promise<boolean> => {
    if (over(child)) return false
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined)
    return answer?.status === 200
  }
  const self: Member = {
    name,
    url,
    lives: 0,
    isUp,
    async start() {
      if (!over(child)) return
      self.lives += 1
      log.write(`{"life":${self.lives}}\n`)
      const mine = spawn(process.execPath, [join(root, 'src/main.ts')], {
        cwd: folder,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = mortal(mine)
      mine.stdout.on('data', (chunk: Buffer) => void log.write(chunk))
      mine.stderr.on('data', (chunk: Buffer) => void log.write(chunk))
      const limit = Date.now() + UP_WITHIN_MS
      while (!(await isUp())) {
        if (child !== mine || mine.signalCode !== null) return
        if (mine.exitCode !== null) throw new Error(`${name} ended with ${mine.exitCode} instead of starting`)
        if (Date.now() > limit) throw new Error(`${name} did not come up within ${UP_WITHIN_MS} ms`)
        await sleep(25)
      }
    },
    kill: async () => void (await end(child, 'SIGKILL')),
    stop: () => end(child, 'SIGTERM'),
  }
  return self
}

/** The app as its operator runs it: one process on a SQLite file, a web process and a worker (or two that do both) on one Redis. */
export async function fleet(options: {
  store: 'sqlite' | 'redis'
  /** On Redis: intake apart from work. */
  isSplit: boolean
  env: Record<string, string>
  folder: string
}): Promise<Fleet> {
  const { store, isSplit, env, folder } = options
  // Hundreds of starts: what Node has compiled once need not be compiled again.
  const cache = { NODE_COMPILE_CACHE: join(folder, 'compiled') }
  const base: Record<string, string> = { PATH: process.env['PATH'] ?? '', ...cache, ...env }
  const close = async (members: Member[], server?: Redis): Promise<void> => {
    await Promise.all(members.map((one) => one.kill()))
    await server?.close()
  }
  if (store === 'sqlite') {
    const members = [member('app', { ...base, STORE_URL: `sqlite:${join(folder, 'app.db')}` }, folder)]
    return { members, redis: undefined, folder, close: () => close(members) }
  }
  const server = await redis(folder)
  const shared = { ...base, STORE_URL: server.url }
  const [first, second] = isSplit ? ['web', 'worker'] : ['all', 'all']
  const members = [
    member('one', { ...shared, ROLE: first ?? 'all' }, folder),
    member('two', { ...shared, ROLE: second ?? 'all', PORT: `${await freePort()}` }, folder),
  ]
  return { members, redis: server, folder, close: () => close(members, server) }
}
