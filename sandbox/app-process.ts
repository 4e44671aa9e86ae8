import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { AppState } from './control-types.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const READY_WITHIN_MS = 60_000
/** The app drains within 25 s; after this time it is killed. */
const DRAINED_WITHIN_MS = 26_000
const LINES_KEPT = 60

export const PROCESS_ACTIONS = ['start', 'stop', 'restart', 'kill'] as const

export interface AppProcess extends Record<(typeof PROCESS_ACTIONS)[number], () => Promise<void>> {
  state(): AppState
}

interface Options {
  env: Record<string, string>
  url: string
  /** Its working directory, which contains no `.env`. */
  folder: string
  log: (text: string) => void
  changed: () => void
}

/** Runs the app as an ordinary process: `node src/main.ts` with this environment only. */
export function createAppProcess({ env, url, folder, log, changed }: Options): AppProcess {
  let child: ChildProcess | undefined
  let last: string[] = []

  const running = (): ChildProcess | undefined =>
    child && child.exitCode === null && child.signalCode === null ? child : undefined

  async function ready(mine: ChildProcess): Promise<void> {
    const end = Date.now() + READY_WITHIN_MS
    for (;;) {
      if (mine.exitCode !== null || mine.signalCode !== null)
        throw new Error(`the app ended with ${mine.exitCode ?? mine.signalCode} before it was ready:\n${last.join('')}`)
      const status = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
        async (answer) => {
          await answer.body?.cancel()
          return answer.status
        },
        () => 0,
      )
      if (status === 200) return
      if (Date.now() > end) throw new Error(`${url}/readyz did not answer 200 within 60 s:\n${last.join('')}`)
      await new Promise((wake) => setTimeout(wake, 40))
    }
  }

  async function start(): Promise<void> {
    if (running()) return
    const mine = spawn(process.execPath, [MAIN], { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    child = mine
    last = []
    const hear = (chunk: Buffer): void => {
      last = [...last, chunk.toString('utf8')].slice(-LINES_KEPT)
      log(chunk.toString('utf8'))
    }
    mine.stdout.on('data', hear)
    mine.stderr.on('data', hear)
    // The app ends with this process, even if an uncaught error ends it.
    const along = (): void => void mine.kill('SIGKILL')
    process.once('exit', along)
    mine.on('exit', () => {
      process.off('exit', along)
      changed()
    })
    changed()
    await ready(mine)
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const mine = running()
    if (!mine) return
    const gone = once(mine, 'exit')
    mine.kill(signal)
    const late = setTimeout(() => mine.kill('SIGKILL'), DRAINED_WITHIN_MS)
    await gone
    clearTimeout(late)
  }

  return {
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    async restart() {
      await end('SIGTERM')
      await start()
    },
    state: () => ({ state: running() ? 'running' : 'stopped', pid: running()?.pid ?? null, url }),
  }
}
