import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** The import rules of the design, as a table: who may import whom, by the first folder (or the file) below `src/`. */
const slices = ['jobs', 'mail', 'workspace']
const platform = ['slack', 'clients', 'store', 'queue', 'server', 'slice']
const ground = ['errors', 'log', 'clock', 'json', 'inert', 'within']
const storage = ['seal', 'renewal', 'sqlite', 'migrations', 'redis']
const allowed: Record<string, string[]> = {
  main: ['app', 'dead', 'reseal', 'config', 'log'],
  app: ['config', 'health', 'stores', ...slices, ...platform, ...ground, 'seal'],
  dead: ['beside', 'config', 'queue', ...ground],
  reseal: ['beside', 'config'],
  beside: ['stores', 'config', 'seal', ...ground],
  stores: ['store', 'queue', ...ground, ...storage],
  config: [],
  health: ['server', 'store', 'queue', ...ground],
  ...Object.fromEntries(slices.map((slice) => [slice, [slice, ...platform, ...ground]])),
  slice: ['slack', 'queue', 'server', ...ground],
  slack: ['slack', 'store', 'queue', 'server', ...ground],
  clients: ['clients', ...ground],
  store: ['store', ...ground, ...storage],
  queue: ['queue', ...ground, ...storage],
  server: ground,
  seal: ground,
  renewal: ['seal', ...ground],
  sqlite: [...ground, 'migrations'],
  redis: [...ground, 'redis-address'],
  'redis-address': ground,
  migrations: ground,
  errors: [],
  log: ['errors'],
  clock: [],
  json: [],
  inert: [],
  within: [],
  sandbox: ['sandbox'],
}

const SPECIFIER =
  /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?\bfrom\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]|(?:^|\n)import\s+['"]([^'"]+)['"]/g

interface Import {
  file: string
  from: string
}

function imports(): Import[] {
  return globSync('{src,sandbox}/**/*.{ts,tsx}').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(SPECIFIER)].map((match) => ({
      file: file.replace(/^src\//, ''),
      from: match[1] ?? match[2] ?? match[3] ?? '',
    })),
  )
}

const place = (path: string): string => path.split('/')[0]?.replace(/\.tsx?$/, '') ?? ''
const local = ({ file, from }: Import): string | undefined =>
  from.startsWith('.') ? normalize(join(dirname(file), from)) : undefined
const written = (found: Import[]): string[] => found.map(({ file, from }) => `${file} imports ${from}`)

test('every folder imports only what lies below it', () => {
  const wrong = imports().filter((one) => {
    const target = local(one)
    return target !== undefined && !allowed[place(one.file)]?.includes(place(target))
  })
  expect(written(wrong)).toEqual([])
})

test('one file imports the adapters', () => {
  const adapter = /^(store|queue)\/(sqlite|redis)\.ts$/
  const wrong = imports().filter(
    (one) => adapter.test(local(one) ?? '') && one.file !== 'stores.ts' && !adapter.test(one.file),
  )
  expect(written(wrong)).toEqual([])
})

test('each foreign library has one home', () => {
  const homes: [RegExp, RegExp][] = [
    [/^@slack\//, /^slack\//],
    [/^undici$/, /^clients\/http\.ts$/],
    [/^(ioredis|bullmq)$/, /^(redis(-address)?\.ts|(store|queue)\/)/],
    [/^node:sqlite$/, /^(sqlite|migrations)\.ts$|^(store|queue)\//],
    [/^(preact|@preact\/|vite$|ws$|yaml$)/, /^sandbox\//],
  ]
  const wrong = imports().filter(({ file, from }) =>
    homes.some(([library, home]) => library.test(from) && !home.test(file)),
  )
  expect(written(wrong)).toEqual([])
})

/** No address that a person or a mail names is asked (promise 11): these ask what the operator configured, the last two only hosts of Slack. */
test('requests leave from few places', () => {
  const asking =
    /import \{[^}]*\brequest\b[^}]*\} from '\.[^']*\/http\.ts'|\bfetch\(|import (?!type)[^'"]*from 'node:https?'/
  const found = globSync('src/**/*.ts').filter((file) => asking.test(readFileSync(file, 'utf8')))
  const places = ['clients/agent.ts', 'clients/mail-call.ts', 'server.ts', 'slack/files.ts', 'slack/respond.ts']
  expect(found.toSorted()).toEqual(places.map((file) => `src/${file}`))
})

test('an app on SQLite loads nothing of Redis', () => {
  const loaded = new Set<string>()
  const load = (path: string): void => {
    if (loaded.has(path)) return
    loaded.add(path)
    if (!path.endsWith('.ts')) return
    const statics = /(?:^|\n)(?:import|export)(?! type\b)[^'"`;()]*?\bfrom '([^']+)'/g
    for (const [, from = ''] of readFileSync(join('src', path), 'utf8').matchAll(statics))
      load(local({ file: path, from }) ?? from)
  }
  load('main.ts')
  expect(loaded).toContain('stores.ts')
  expect([...loaded].filter((path) => /redis|bullmq/.test(path))).toEqual([])
})

test('the environment is read in one place', () => {
  const readers = globSync('src/**/*.ts').filter((file) => /\bprocess\.env\b/.test(readFileSync(file, 'utf8')))
  expect(readers).toEqual(['src/main.ts'])
})
