import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, waitUntil } from '../tools/processes.ts'
import { CANARIES, SAMPLE_WORD } from './canary.ts'
import { createLogScanner } from './log-scanner.ts'
import type { Observations } from './observations.ts'

/** The app as a process of its own, started again whenever it ends. */
export interface AppUnderTest {
  url: string
  port: number
  /** Resolves when the app is up again after it has ended; counts the end. Throws after too many. */
  ensureRunning(casesUnderWay: number[]): Promise<void>
  /** Whether the process ended since it was last started. */
  hasEnded(): boolean
  /** Whether it is up, and not just starting. */
  isUp(): boolean
  residentMb(): number
  close(): Promise<void>
}

const UP_WITHIN_MS = 60_000
/** An entrance is given up after this many ends. */
const MOST_ENDS = 10

const SECRETS = [
  'SLACK_BOT_TOKEN',
  'SLACK_SIGNING_SECRET',
  'SLACK_APP_TOKEN',
  'AGENT_API_KEY',
  'MAIL_API_KEY',
  'MAIL_WEBHOOK_SECRET',
  'ENCRYPTION_KEY',
  'SANDBOX_SOCKET_TOKEN',
]

/** Starts the app with these settings and reads its output; `folder` keeps the log. */
export async function startAppUnderTest(options: {
  env: Record<string, string>
  folder: string
  /** Where ends of the process and findings in its log are noted. */
  observed: () => Observations
}): Promise<AppUnderTest> {
  const { env, folder, observed } = options
  const port = Number(env['PORT'])
  const url = `http://127.0.0.1:${port}`
  const log = createWriteStream(join(folder, 'app.log'), { flags: 'a' })
  const scanner = createLogScanner({
    secrets: SECRETS.flatMap((name) => env[name]?.replace(/^whsec_/, '') ?? []).filter((value) => value.length > 8),
    contents: [...Object.values(CANARIES), SAMPLE_WORD],
    onFinding: (finding) => void observed().log.push(finding),
  })
  let child: ChildProcess | undefined
  let isStopping = false
  let isReady = false
  const killOnExit = (): void => void child?.kill('SIGKILL')
  process.on('exit', killOnExit)
  const hasEnded = (): boolean => !child || child.exitCode !== null || child.signalCode !== null

  async function start(): Promise<void> {
    const started = spawn(process.execPath, ['--max-semi-space-size=8', join(ROOT, 'src/main.ts')], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'] ?? '',
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(folder, 'compiled'),
        ...env,
      },
    })
    child = started
    isReady = false
    for (const stream of [started.stdout, started.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        log.write(chunk)
        scanner.write(chunk)
      })
    }
    const isUp = async (): Promise<boolean> =>
      hasEnded() || (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) })).status === 200
    await waitUntil('Bellhop', isUp, UP_WITHIN_MS)
    if (hasEnded())
      throw new Error(`Bellhop ended with ${started.exitCode} instead of starting; its log is in ${folder}`)
    isReady = true
  }

  await start()
  return {
    url,
    port,
    hasEnded,
    isUp: () => isReady && !hasEnded(),
    async ensureRunning(cases) {
      if (!hasEnded() || isStopping) return
      const end = child?.signalCode ?? `code ${child?.exitCode}`
      observed().exits.push({ line: `the app ended with ${end}`, cases })
      if (observed().exits.length >= MOST_ENDS) throw new Error(`the app ended ${MOST_ENDS} times`)
      await start()
    },
    residentMb: () =>
      hasEnded()
        ? 0
        : Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child?.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
    async close() {
      isStopping = true
      process.off('exit', killOnExit)
      if (!hasEnded() && child) {
        const gone = once(child, 'exit')
        child.kill('SIGKILL')
        await gone
      }
      scanner.end()
      log.end()
    },
  }
}
