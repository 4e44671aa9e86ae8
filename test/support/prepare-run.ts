import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createTestFolder } from './test-folder.ts'

const ROOT = join(import.meta.dirname, '../..')
const MODULES = ['src/app.ts', 'sandbox/create-sandbox.ts']

/** The day as a number: properties meet other values each day and the same ones all day. */
const seedOfToday = (): string => new Date().toISOString().slice(0, 10).replaceAll('-', '')

/** Sets the seed of the run, shares compiled code between workers, apps and runs, and gives them one folder for their files. Returns what removes it. */
export function setup(): () => void {
  // A failure of another day is repeated with its seed in the environment.
  process.env['FAST_CHECK_SEED'] ||= seedOfToday()
  console.log(`FAST_CHECK_SEED=${process.env['FAST_CHECK_SEED']}`)
  const folder = createTestFolder()
  process.env['TMPDIR'] = folder.path
  const cache = (process.env['NODE_COMPILE_CACHE'] ??= join(ROOT, 'node_modules/.cache/bellhop'))
  // Only a process that ends by itself writes what it compiled, and most of a first run are killed.
  if (!existsSync(cache)) compileModules(folder.path)
  return () => folder.remove()
}

function compileModules(cwd: string): void {
  const imports = MODULES.map((path) => `await import(${JSON.stringify(join(ROOT, path))})`)
  spawnSync(process.execPath, ['--input-type=module', '--eval', imports.join('\n')], { cwd, stdio: 'ignore' })
}
