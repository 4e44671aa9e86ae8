import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bundleFolder, findBundle, FINGERPRINT, fingerprintSources } from '../../src/bundle.ts'
import { createTempFolder } from '../support/app-process.ts'
import { startSimulators, until } from '../support/simulators.ts'

const ROOT = join(import.meta.dirname, '../..')

/** A folder like the repository, with the same code and packages, and a compile cache of its own. */
function createCheckout(): { folder: string; cache: string } {
  const folder = createTempFolder()
  const packages = join(folder, 'node_modules')
  mkdirSync(packages)
  symlinkSync(join(ROOT, 'src'), join(folder, 'src'))
  for (const name of ['package.json', 'package-lock.json']) symlinkSync(join(ROOT, name), join(folder, name))
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((entry) => !entry.startsWith('.')))
    symlinkSync(join(ROOT, 'node_modules', name), join(packages, name))
  return { folder, cache: join(packages, '.cache') }
}

/**
 * Runs `node src/main.ts` there, or another `main`. Node reports on standard error what it reads from the cache, and drops lines that a full pipe does
 * not take while this process is busy: each stream goes to a file.
 */
function run(folder: string, { main = 'src/main.ts', ...env }: Record<string, string>, ...args: string[]) {
  const flags = ['--preserve-symlinks', '--preserve-symlinks-main', main]
  const files = ['stdout', 'stderr'].map((name) => join(createTempFolder(), name))
  const streams = files.map((file) => openSync(file, 'w'))
  const child = spawn(process.execPath, [...flags, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', NODE_DEBUG_NATIVE: 'COMPILE_CACHE', ...env },
    stdio: ['ignore', ...streams],
  })
  for (const stream of streams) closeSync(stream)
  const ended = once(child, 'close').then(([code]): unknown => code)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { child, ended, output: () => files.map((file) => readFileSync(file, 'utf8')).join('\n') }
}

/** The files of the app whose compiled code came from the cache. */
const readFromCache = (output: string): string[] =>
  [...output.matchAll(/cache for ESM file:\S+\/(src\/\S+) was accepted/g)].map(([, file = '']) => file)

async function startReadyApp(folder: string, env: Record<string, string>) {
  const app = run(folder, env)
  await until(async () => {
    if (app.child.exitCode !== null) throw new Error(`ended with ${app.child.exitCode}: ${app.output()}`)
    return (await fetch(`http://127.0.0.1:${env['PORT']}/readyz`).catch(() => undefined))?.status === 200
  })
  return app
}

async function openSimulators(): Promise<Record<string, string>> {
  const { sandbox, close } = await startSimulators()
  onTestFinished(close)
  return sandbox.env
}

test('an app that is killed has kept its compiled code for the next start', async () => {
  const env = await openSimulators()
  const { folder } = createCheckout()
  const first = await startReadyApp(folder, env)
  expect(readFromCache(first.output())).toEqual([])
  // The app is ready before it writes what it has compiled, in the turn that logs this line; the next answer comes after that turn.
  await until(() => first.output().includes('Bellhop is running'))
  await fetch(`http://127.0.0.1:${env['PORT']}/healthz`)
  first.child.kill('SIGKILL')
  await first.ended

  const second = await startReadyApp(folder, env)
  expect(readFromCache(second.output())).toEqual(
    expect.arrayContaining(['src/app.ts', 'src/mail/index.ts', 'src/adapters/sqlite/sqlite-storage.ts']),
  )
})

test('the app starts if its compiled code cannot be kept', async () => {
  const env = await openSimulators()
  const { folder, cache } = createCheckout()
  writeFileSync(cache, 'a file where the folder would be')
  const app = await startReadyApp(folder, env)
  app.child.kill('SIGTERM')
  expect(await app.ended).toBe(0)
})

test('a command keeps compiled code where NODE_COMPILE_CACHE says, and loads nothing of the app', async () => {
  const { folder, cache } = createCheckout()
  const env = { ...(await openSimulators()), NODE_COMPILE_CACHE: createTempFolder() }
  const app = await startReadyApp(folder, env)
  const command = run(folder, { ...env, NODE_COMPILE_CACHE: createTempFolder() }, 'dead', 'list')
  expect(await command.ended).toBe(0)
  expect(command.output()).toContain('No dead letters.')
  expect(command.output()).toMatch(/ for ESM file:\S+\/src\/cli\/dead-letters\.ts/)
  expect(command.output()).not.toMatch(/ for ESM file:\S+\/src\/(?:app|mail\/index|slack\/inbound\/bolt-app)\.ts/)
  app.child.kill('SIGKILL')
  await app.ended
  expect(existsSync(cache)).toBe(false)
})

/** A bundle of this checkout whose only command prints a line. */
function addBundle(folder: string): string {
  const bundle = bundleFolder(folder)
  mkdirSync(bundle, { recursive: true })
  writeFileSync(
    join(bundle, 'command-line.js'),
    "export const runCommand = async () => console.log('from the bundle')\n",
  )
  writeFileSync(join(bundle, FINGERPRINT), fingerprintSources(folder))
  return join(bundle, 'command-line.js')
}

test('the bundle that npm ci makes runs the app', async () => {
  const env = await openSimulators()
  const { folder } = createCheckout()
  symlinkSync(join(ROOT, 'make-bundle.ts'), join(folder, 'make-bundle.ts'))
  const made = run(folder, { main: 'make-bundle.ts' })
  expect(await made.ended, made.output()).toBe(0)
  const app = await startReadyApp(folder, env)
  expect(app.output()).toMatch(/bundle\/serve\.js/)
  expect(app.output()).not.toMatch(/ for ESM file:\S+\/src\/app\.ts/)
})

test('the bundle runs in place of the source that it was made from', async () => {
  const { folder } = createCheckout()
  addBundle(folder)
  const app = run(folder, {})
  expect(await app.ended).toBe(0)
  expect(app.output()).toContain('from the bundle')
})

test('under node --watch, the source runs, because only what was loaded is watched', async () => {
  const { folder } = createCheckout()
  addBundle(folder)
  const app = run(folder, { WATCH_REPORT_DEPENDENCIES: '1' })
  expect(await app.ended).toBe(78)
  expect(app.output()).not.toContain('from the bundle')
})

/** Possible changes of a source after the bundle was made. */
const CHANGES: Record<string, (folder: string) => void> = {
  'a file is written': (folder) => writeFileSync(join(folder, 'src/app.ts'), '// other'),
  'a file is added': (folder) => writeFileSync(join(folder, 'src/new-file.ts'), ''),
  'a file is removed': (folder) => rmSync(join(folder, 'src/jobs/index.ts')),
  'a package is upgraded': (folder) => writeFileSync(join(folder, 'package-lock.json'), '{}'),
  'its making was interrupted': (folder) => rmSync(join(bundleFolder(folder), FINGERPRINT)),
}

test.each(Object.entries(CHANGES))('a bundle is not used once %s', (_, change) => {
  const folder = createTempFolder()
  for (const file of ['src/app.ts', 'src/jobs/index.ts', 'package-lock.json'])
    cpSync(join(ROOT, file), join(folder, file), { recursive: true, preserveTimestamps: true })
  const entry = addBundle(folder)
  expect(findBundle(folder)).toBe(entry)
  change(folder)
  expect(findBundle(folder)).toBeUndefined()
})
