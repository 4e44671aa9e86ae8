import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from '../tools/processes.ts'
import { findFreePort, startRedisServer } from '../tools/servers.ts'

/** A process of the app; it keeps its port over all its starts. */
export interface AppProcess {
  name: string
  url: string
  starts: number
  /** Resolves when the process is up, or when it was killed while starting. */
  start(): Promise<void>
  kill(): Promise<void>
  /** Stops it with SIGTERM, as an operator does; returns its exit code. */
  stop(): Promise<number | null>
  isUp(): Promise<boolean>
}

export interface Cluster {
  processes: AppProcess[]
  redis: RedisProcess | undefined
  /** Where the logs of the processes are. */
  folder: string
  close(): Promise<void>
}

export interface RedisProcess {
  url: string
  /** Stops it, by command or by signal, and starts it again on the same files. */
  restart(how: 'shutdown' | 'kill'): Promise<void>
  close(): Promise<void>
}

const UP_WITHIN_MS = 300_000

const children = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** Ends the child when this process exits. */
function trackChild(child: ChildProcess): ChildProcess {
  children.add(child)
  child.on('exit', () => children.delete(child))
  return child
}

const hasExited = (child: ChildProcess | undefined): boolean =>
  child === undefined || child.exitCode !== null || child.signalCode !== null

async function endChild(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<number | null> {
  if (!child || hasExited(child)) return child?.exitCode ?? null
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
  return child.exitCode
}

/** Starts a Redis that keeps what it has acknowledged (`appendfsync always`). */
async function startRedis(folder: string): Promise<RedisProcess> {
  const port = await findFreePort()
  const where = join(folder, 'redis')
  mkdirSync(where)
  let child: ChildProcess | undefined
  const ask = (...words: string[]): string =>
    spawnSync('redis-cli', ['-p', `${port}`, ...words], { encoding: 'utf8' }).stdout
  async function start(): Promise<void> {
    const server = startRedisServer({ port, folder: where })
    child = trackChild(server.child)
    await server.up()
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    async restart(how) {
      const gone = child && !hasExited(child) ? once(child, 'exit') : undefined
      if (how === 'shutdown') ask('shutdown')
      else child?.kill('SIGKILL')
      await gone
      await start()
    },
    close: async () => void (await endChild(child, 'SIGKILL')),
  }
}

function createAppProcess(name: string, env: Record<string, string>, folder: string): AppProcess {
  const url = `http://127.0.0.1:${env['PORT']}`
  const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' })
  let child: ChildProcess | undefined
  const isUp = async (): Promise<boolean> => {
    if (hasExited(child)) return false
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined)
    return answer?.status === 200
  }
  const self: AppProcess = {
    name,
    url,
    starts: 0,
    isUp,
    async start() {
      if (!hasExited(child)) return
      self.starts += 1
      log.write(`{"life":${self.starts}}\n`)
      const mine = spawn(process.execPath, [join(ROOT, 'src/main.ts')], {
        cwd: folder,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = trackChild(mine)
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
    kill: async () => void (await endChild(child, 'SIGKILL')),
    stop: () => endChild(child, 'SIGTERM'),
  }
  return self
}

/** The app as its operator runs it: one process on a SQLite file, a web process and a worker (or two that do both) on one Redis. */
export async function openCluster(options: {
  store: 'sqlite' | 'redis'
  /** On Redis: intake apart from work. */
  isSplit: boolean
  env: Record<string, string>
  folder: string
}): Promise<Cluster> {
  const { store, isSplit, env, folder } = options
  // Hundreds of starts: what Node has compiled once need not be compiled again. A process that is killed leaves nothing compiled.
  const cache = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(folder, 'compiled') }
  const base: Record<string, string> = { PATH: process.env['PATH'] ?? '', ...cache, ...env }
  const close = async (processes: AppProcess[], server?: RedisProcess): Promise<void> => {
    await Promise.all(processes.map((one) => one.kill()))
    await server?.close()
  }
  if (store === 'sqlite') {
    const processes = [createAppProcess('app', { ...base, STORE_URL: `sqlite:${join(folder, 'app.db')}` }, folder)]
    return { processes, redis: undefined, folder, close: () => close(processes) }
  }
  const server = await startRedis(folder)
  const shared = { ...base, STORE_URL: server.url }
  const [first, second] = isSplit ? ['web', 'worker'] : ['all', 'all']
  const processes = [
    createAppProcess('one', { ...shared, ROLE: first ?? 'all' }, folder),
    createAppProcess('two', { ...shared, ROLE: second ?? 'all', PORT: `${await findFreePort()}` }, folder),
  ]
  return { processes, redis: server, folder, close: () => close(processes, server) }
}
