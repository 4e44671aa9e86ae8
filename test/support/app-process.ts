import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { until } from './simulators.ts'

const MAIN = join(import.meta.dirname, '../../src/main.ts')

/** The only parts of our own environment that the app gets: where programs are, and the compile cache. */
const own = { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '' }

/** A folder that ends with the test. Tests that run side by side pass the `onTestFinished` of their own context. */
export function createTempFolder(whenFinished: (remove: () => void) => void = onTestFinished): string {
  const path = mkdtempSync(join(tmpdir(), 'bellhop-test-'))
  whenFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Starts the app as an operator does, `node src/main.ts` with this environment, and kills it after the test. */
export function startApp(env: Record<string, string>, ...flags: string[]) {
  const child = spawn(process.execPath, [...flags, MAIN], {
    cwd: tmpdir(),
    env: { ...own, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')))
  const ended = once(child, 'close').then(([code]): unknown => code)
  const url = `http://127.0.0.1:${env['PORT']}`
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return {
    child,
    url,
    ended,
    output: () => said,
    readiness: () =>
      fetch(`${url}/readyz`).then(
        (answer) => answer.status,
        () => 0,
      ),
    async ready() {
      await until(async () => {
        if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${said}`)
        return (await this.readiness()) === 200
      })
      return this
    },
  }
}

/** Runs an operator's command and returns its exit code and output. */
export async function runCommand(
  env: Record<string, string>,
  ...args: string[]
): Promise<{ code: unknown; output: string }> {
  const child = spawn(process.execPath, [MAIN, ...args], { cwd: tmpdir(), env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => void (said += String(chunk)))
  const [code] = await once(child, 'close')
  return { code, output: said }
}
