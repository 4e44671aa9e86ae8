import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import type { MailboxClient } from '../src/clients/mailbox/mailbox-client.ts'
import type { ReplyBody } from '../src/clients/mailbox/mailbox-schemas.ts'
import type { SlackApi } from '../src/slack/api/web-api.ts'
import { clearedWrites } from '../src/slack/outbox/cleared-writes.ts'
import { listLoaded } from './run/loaded-files.ts'

/** An import, types included; `target` is a file of this repository, `library` the name of a package. */
interface Import {
  file: string
  target?: string
  library?: string
}

/**
 * The allowed imports, by the first folder (or loose file) below `src/`, from the top down. A file may import its own row and every row below it,
 * except for what `APP_EXCEPTIONS` forbids.
 */
const APP_LAYERS = [
  ['main'],
  ['command-line'],
  ['serve', 'cli'],
  ['app'],
  ['platform'],
  ['connections'],
  ['jobs', 'mail', 'workspace'],
  ['mail-content'],
  ['scoped-feature'],
  ['slice', 'workspace-scope'],
  ['access', 'slack', 'clients', 'http'],
  ['settings', 'audit'],
  ['adapters'],
  ['queue', 'store'],
  ['encryption'],
  ['core', 'config', 'bundle'],
]

/** Imports that the table above would allow, and the design does not. */
const APP_EXCEPTIONS: [from: string, to: string, why: string][] = [
  ['jobs', 'mail', 'slices meet in app.ts only'],
  ['mail', 'jobs', 'slices meet in app.ts only'],
  ['jobs', 'workspace', 'slices meet in app.ts only'],
  ['mail', 'workspace', 'slices meet in app.ts only'],
  ['workspace', 'jobs', 'slices meet in app.ts only'],
  ['workspace', 'mail', 'slices meet in app.ts only'],
  ['cli', 'app', 'a command runs next to the app, not inside it'],
  ['main', 'adapters', 'app.ts and the commands open the storage'],
  ['command-line', 'adapters', 'app.ts and the commands open the storage'],
  ...[
    'jobs',
    'mail',
    'workspace',
    'scoped-feature',
    'slice',
    'workspace-scope',
    'access',
    'slack',
    'clients',
    'http',
  ].flatMap((from): [string, string, string][] => [
    [from, 'adapters', 'only app.ts and the commands pick an adapter'],
    [from, 'config', 'app.ts hands each part the settings that it needs'],
  ]),
  ['queue', 'store', 'the two ports do not know each other'],
  ['store', 'queue', 'the two ports do not know each other'],
  ['clients', 'slack', 'clients know only the service that they call'],
]

/** The only files outside its own folder that the code reading and writing foreign bytes may import: nothing that stores, asks or sends. */
const CONTENT_USES =
  /^src\/(core\/|clients\/(mailbox\/mailbox-schemas|download-file)\.ts|slack\/blocks\/(slack-message|decode-text)\.ts)/

/** The folders of a slice, from the top down: each may import its own row and the rows below it. */
const SLICE_LAYERS: Record<string, string[][]> = {
  jobs: [
    ['index'],
    ['entrypoints'],
    ['actions', 'start', 'lists', 'follow-up'],
    ['form', 'run'],
    ['access', 'card', 'notify'],
    ['job-scope'],
    ['conversation', 'quota', 'updates'],
    ['model'],
    ['text', 'action-ids', 'language'],
  ],
  mail: [
    ['index'],
    ['retention'],
    ['entrypoints'],
    ['metrics'],
    ['inbound', 'desk', 'outbound'],
    ['placement'],
    ['cards'],
    ['access'],
    ['notify'],
    ['tasks'],
    ['mail-scope'],
    ['senders'],
    ['records'],
    ['text', 'action-ids'],
  ],
}

/** The wings of mail: what crosses them goes through `tasks/` or `entrypoints/`. */
const MAIL_WINGS = ['inbound', 'desk', 'outbound']

/** More files in one folder are grouped by what a person does. */
const FOLDER_FILES_MAX = 20

/** The top folders of the repository, and which of them each may import. */
const REPOSITORY: Record<string, string[]> = {
  src: ['src'],
  sandbox: ['sandbox'],
  tools: ['tools', 'sandbox'],
  bench: ['bench', 'tools', 'src', 'sandbox'],
  chaos: ['chaos', 'tools', 'src', 'sandbox'],
  fuzz: ['fuzz', 'tools', 'sandbox'],
  test: ['test', 'tools', 'src', 'sandbox', 'bench', 'chaos', 'fuzz'],
}

/** Each foreign library has one home. */
const LIBRARY_HOMES: [library: RegExp, home: RegExp][] = [
  [/^@slack\//, /^src\/slack\//],
  [/^undici$/, /^src\/clients\/http-client\.ts$/],
  [/^(ioredis|bullmq)$/, /^src\/adapters\/redis\//],
  [/^node:sqlite$/, /^src\/adapters\/sqlite\//],
  [/^(preact|@preact\/.*|vite|ws|yaml)$/, /^sandbox\//],
]

const topFolder = (file: string): string => file.split('/')[0] ?? ''
const segment = (file: string, depth: number): string => file.split('/')[depth]?.replace(/\.tsx?$/, '') ?? ''

function mayImport(rows: string[][], from: string, to: string): boolean {
  const [upper, lower] = [from, to].map((name) => rows.findIndex((row) => row.includes(name)))
  return upper !== undefined && lower !== undefined && upper >= 0 && upper <= lower
}

function layerViolation({ file, target, library }: Import): string | undefined {
  if (library !== undefined) {
    const isAway = LIBRARY_HOMES.some(([name, home]) => name.test(library) && !home.test(file))
    return /^(src|sandbox)\//.test(file) && isAway ? `${file} imports ${library}, which has another home` : undefined
  }
  if (target === undefined) return undefined
  const forbidden = (why: string): string => `${file} imports ${target}: ${why}`
  if (!REPOSITORY[topFolder(file)]?.includes(topFolder(target)))
    return forbidden(`${topFolder(file)} may not use ${topFolder(target)}`)
  if (topFolder(file) !== 'src') return undefined
  const [from, to] = [segment(file, 1), segment(target, 1)]
  if (from !== to) {
    if (from === 'mail-content' && !CONTENT_USES.test(target))
      return forbidden('reading mail needs no store and no scope')
    const exception = APP_EXCEPTIONS.find(([one, other]) => one === from && other === to)
    if (exception) return forbidden(exception[2])
    return mayImport(APP_LAYERS, from, to) ? undefined : forbidden(`${from} may not use ${to}`)
  }
  const rows = SLICE_LAYERS[from]
  const [inner, used] = [segment(file, 2), segment(target, 2)]
  if (!rows || inner === used) return undefined
  if (from === 'mail' && MAIL_WINGS.includes(inner) && MAIL_WINGS.includes(used))
    return forbidden('the wings of mail must not import each other')
  if (mayImport(rows, inner, used)) return undefined
  return forbidden(`${inner} may not use ${used}`)
}

/** The members of every cycle, types counted; `nodeOf` returns the node of a file, or leaves it out. */
function findCycles(imports: Import[], nodeOf: (file: string) => string | undefined): string[][] {
  const edges = new Map<string, Set<string>>()
  for (const { file, target } of imports) {
    const [from, to] = [nodeOf(file), target === undefined ? undefined : nodeOf(target)]
    if (from !== undefined && to !== undefined && from !== to) edges.set(from, (edges.get(from) ?? new Set()).add(to))
  }
  const reachable = (start: string): Set<string> => {
    const seen = new Set<string>()
    const next = [...(edges.get(start) ?? [])]
    for (let node = next.pop(); node !== undefined; node = next.pop()) {
      if (seen.has(node)) continue
      seen.add(node)
      next.push(...(edges.get(node) ?? []))
    }
    return seen
  }
  const all = new Map([...edges.keys()].map((node) => [node, reachable(node)]))
  const found = new Map<string, string[]>()
  for (const [node, seen] of all) {
    if (!seen.has(node)) continue
    const members = [...seen].filter((other) => all.get(other)?.has(node)).toSorted()
    found.set(members.join(), members)
  }
  return [...found.values()]
}

/** A folder below `src/` or `sandbox/`; every other file is no node of the folder graph. */
const sourceFolder = (file: string): string | undefined =>
  /^(src|sandbox)\/.+\//.test(file) ? dirname(file) : undefined

const isInside = (folder: string, other: string): boolean => folder.startsWith(`${other}/`)

/** Imports between a folder and one inside it stay out of the folder graph: an `index.ts` imports what its folders hold. */
function isNested({ file, target = '' }: Import): boolean {
  const [from, to] = [dirname(file), dirname(target)]
  return isInside(from, to) || isInside(to, from)
}

function findViolations(imports: Import[]): string[] {
  return [
    ...imports.flatMap((one) => layerViolation(one) ?? []),
    ...findCycles(imports, (file) => file).map((files) => `a cycle of files: ${files.join(', ')}`),
    ...findCycles(
      imports.filter((one) => !isNested(one)),
      sourceFolder,
    ).map((folders) => `a cycle of folders: ${folders.join(', ')}`),
  ]
}

const SPECIFIER =
  /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?\bfrom\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]|(?:^|\n)import\s+['"]([^'"]+)['"]/g

function readImports(): Import[] {
  return globSync('{src,sandbox,tools,bench,chaos,fuzz,test}/**/*.{ts,tsx}').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(SPECIFIER)].map((match) => {
      const from = match[1] ?? match[2] ?? match[3] ?? ''
      return from.startsWith('.') ? { file, target: normalize(join(dirname(file), from)) } : { file, library: from }
    }),
  )
}

test('every folder imports only from lower layers, and there are no cycles', () => {
  const imports = readImports()
  expect(imports.length).toBeGreaterThan(1_000)
  expect(findViolations(imports)).toEqual([])
})

test('no folder of mail has more than 20 files', () => {
  const folders = globSync('src/{mail,mail-content}/**/*.ts').map((file) => dirname(file))
  const full = [...new Set(folders)].filter((one) => folders.filter((other) => other === one).length > FOLDER_FILES_MAX)
  expect(folders.length).toBeGreaterThan(400)
  expect(full).toEqual([])
})

const EXPORTED = /^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm

/** The exported names that more than one file defines. */
function findSharedNames(files: [name: string, source: string][]): (string | undefined)[] {
  // A function has one definition, although each of its overloads is exported.
  const names = files.flatMap(([, source]) => [...new Set([...source.matchAll(EXPORTED)].map(([, name]) => name))])
  return names.filter((name, at) => names.indexOf(name) < at)
}

test('no two files export the same name', () => {
  const files = globSync('src/**/*.ts').map((file): [string, string] => [file, readFileSync(file, 'utf8')])
  expect(findSharedNames(files)).toEqual([])
  const planted: [string, string] = ['src/mail/other.ts', 'export const createMail = () => undefined']
  expect(findSharedNames([...files, planted])).toEqual(['createMail'])
})

const PLANTED: [kind: string, imports: Import[]][] = [
  ['a slice that imports another slice', [{ file: 'src/jobs/model/job.ts', target: 'src/mail/records/mail/mail.ts' }]],
  ['a folder that imports one above it', [{ file: 'src/queue/queue.ts', target: 'src/slack/outbox/outbox.ts' }]],
  ['a folder that has no place', [{ file: 'src/helpers/text.ts', target: 'src/core/log.ts' }]],
  ['a slice that picks an adapter', [{ file: 'src/jobs/index.ts', target: 'src/adapters/open-storage.ts' }]],
  ['an app that imports the sandbox', [{ file: 'src/core/log.ts', target: 'sandbox/clock.ts' }]],
  ['a sandbox that imports the app', [{ file: 'sandbox/clock.ts', target: 'src/core/clock.ts' }]],
  ['a benchmark that imports the chaos run', [{ file: 'bench/main.ts', target: 'chaos/main.ts' }]],
  ['a model that imports a feature', [{ file: 'src/jobs/model/job.ts', target: 'src/jobs/start/start-job.ts' }]],
  ['a reader of mail that stores', [{ file: 'src/mail-content/reading/rich-text.ts', target: 'src/store/store.ts' }]],
  [
    'a reader of mail that sends requests',
    [{ file: 'src/mail-content/reading/rich-text.ts', target: 'src/clients/http-client.ts' }],
  ],
  [
    'a card of mail that decides where mail goes',
    [{ file: 'src/mail/cards/mail-card.ts', target: 'src/mail/placement/placement.ts' }],
  ],
  ['a task of mail that imports a wing', [{ file: 'src/mail/tasks/post-tasks.ts', target: 'src/mail/desk/desk.ts' }]],
  ...[
    ['inbound', 'desk'],
    ['inbound', 'outbound'],
    ['desk', 'inbound'],
    ['desk', 'outbound'],
    ['outbound', 'inbound'],
    ['outbound', 'desk'],
  ].map(([from, to]): [string, Import[]] => [
    `the ${from} wing importing ${to}`,
    [{ file: `src/mail/${from}/a.ts`, target: `src/mail/${to}/b.ts` }],
  ]),
  ['a library away from its home', [{ file: 'src/jobs/index.ts', library: '@slack/web-api' }]],
  [
    'two files that import each other',
    [
      { file: 'sandbox/a.ts', target: 'sandbox/b.ts' },
      { file: 'sandbox/b.ts', target: 'sandbox/a.ts' },
    ],
  ],
  [
    'two folders that import each other through different files',
    [
      { file: 'src/jobs/start/a.ts', target: 'src/jobs/lists/b.ts' },
      { file: 'src/jobs/lists/c.ts', target: 'src/jobs/start/d.ts' },
    ],
  ],
  [
    'three folders of the sandbox that import each other in a circle',
    [
      { file: 'sandbox/page/web/text/a.ts', target: 'sandbox/page/web/model/b.ts' },
      { file: 'sandbox/page/web/model/c.ts', target: 'sandbox/page/web/ui/d.ts' },
      { file: 'sandbox/page/web/ui/e.ts', target: 'sandbox/page/web/text/f.ts' },
    ],
  ],
]

test.each(PLANTED)('finds %s', (_kind, imports) => {
  expect(findViolations(imports)).toHaveLength(1)
})

/** No address that a person or a mail names is requested: these ask what the operator configured, the last three only hosts of Slack. */
test('only known files send requests', () => {
  const asking =
    /import \{[^}]*\bsendRequest\b[^}]*\} from '\.[^']*\/http-client\.ts'|\bfetch\(|import (?!type)[^'"]*from 'node:https?'/
  const found = globSync('src/**/*.ts').filter((file) => asking.test(readFileSync(file, 'utf8')))
  const places = [
    'clients/agent-client.ts',
    'clients/download-file.ts',
    'clients/mailbox/mailbox-request.ts',
    'http/http-server.ts',
    'slack/api/response-url.ts',
    'slack/api/slack-fetch.ts',
    'slack/api/slack-files.ts',
    'slack/api/upload-file.ts',
  ]
  expect(found.toSorted()).toEqual(places.map((file) => `src/${file}`))
})

/**
 * The doors through which something leaves the app for people, and the only files that open each: whatever goes through them has been asked about
 * there. `inside` is a folder that is the door itself. `clearConversation` guards what is shown in Slack, `clearReply` the mail that is sent.
 */
const DOORS: [door: string, opens: RegExp, files: string[], inside?: string][] = [
  [
    'a message or a file in Slack',
    /'(chat\.(post\w+|update|scheduleMessage|meMessage|\w+Stream)|files\.(complete\w+|upload\w*|remote\.\w+))'(?!:)/,
    ['slack/api/method-rate-limits.ts', 'slack/outbox/cleared-writes.ts'],
  ],
  ['a conversation that nobody has cleared', /\bas ClearedConversation\b/, ['slack/outbox/cleared-writes.ts']],
  ['an answer to one person by its address', /\bpostToResponseUrl\(\w+,/, ['slack/outbox/outbox.ts']],
  [
    'a form or a Home',
    /'views\.(open|push|update|publish)', /,
    ['slack/api/method-rate-limits.ts', 'slack/api/slack-views.ts'],
  ],
  [
    'the Web API outside its folder',
    /\bapi\.call\(/,
    ['jobs/conversation/thread-pages.ts', 'jobs/notify/thread-status.ts'],
    'src/slack/',
  ],
  ['a mail', /\bmailbox(\.(send|reply|forward)\b|\[)/, ['mail/outbound/send/send-reply.ts']],
  ['a mail that nobody has cleared', /\bas (unknown as )?ClearedBody\b/, ['mail/outbound/send/clear-reply.ts']],
  [
    'the mailbox’s API',
    /\bcreateMailboxCaller\b/,
    ['clients/mailbox/mailbox-client.ts', 'clients/mailbox/mailbox-request.ts'],
  ],
]

const findOpeners = (files: [name: string, source: string][], [, opens, , inside]: (typeof DOORS)[number]): string[] =>
  files
    .filter(([name]) => inside === undefined || !name.startsWith(inside))
    .filter(([, source]) => opens.test(source))
    .map(([name]) => name)
    .toSorted()

test.each(DOORS)('%s leaves through known files only', (...door) => {
  const files = globSync('src/**/*.ts').map((file): [string, string] => [file, readFileSync(file, 'utf8')])
  const [, , known] = door
  expect(findOpeners(files, door)).toEqual(known.map((file) => `src/${file}`))
})

test.each([
  ["await api.call(team, 'chat.postMessage', { channel }, schema)", 2],
  ["await slack.api.call(team, 'files.completeUploadExternal', args, schema)", 2],
  ['const cleared = channel as ClearedConversation', 1],
  ['await postToResponseUrl(url, apiUrl, body)', 1],
  ['await scope.mailbox.send({ inboxId, body })', 1],
  ["await mailbox[isForward ? 'forward' : 'reply'](request)", 1],
  ['const post = scope.mailbox.send', 1],
  ['await client.send({ inboxId, body: body as ClearedBody })', 1],
  ["createMailboxCaller(options).call({ method: 'POST', route, json: body }, schema)", 1],
])('finds a way around the doors: %s', (source, count) => {
  const planted: [string, string] = ['src/mail/desk/other.ts', source]
  expect(DOORS.filter((door) => findOpeners([planted], door).length > 0)).toHaveLength(count)
})

test('sending or posting without the guard is a type error', () => {
  const around = [
    // @ts-expect-error Nobody has asked whether the mail may be sent.
    (mailbox: MailboxClient, body: ReplyBody) => mailbox.send({ inboxId: 'docs@acme.test', body }),
    // @ts-expect-error Nobody has asked who reads the channel.
    (api: SlackApi, channel: string) => clearedWrites.edit(api, 'T1', channel, { ts: '1.1' }),
  ]
  expect(around).toHaveLength(2)
})

test('an app on SQLite loads nothing of Redis', () => {
  const loaded = listLoaded('src/serve.ts')
  expect(loaded).toContain('src/adapters/open-storage.ts')
  expect(loaded.filter((path) => /redis|bullmq/.test(path))).toEqual([])
})

test('the environment is read in one place', () => {
  const readers = globSync('src/**/*.ts').filter((file) => /\bprocess\.env\b/.test(readFileSync(file, 'utf8')))
  expect(readers).toEqual(['src/main.ts'])
})

/** The members of an interface of the source, with those that it inherits. */
function listMembers(name: string, sources: ReadonlyMap<string, string>): Set<string> {
  const [, bases = '', body = ''] =
    new RegExp(`interface ${name}(?: extends ([^{]+))? [{]([}]|\\n.*?\\n[}])`, 's').exec(sources.get(name) ?? '') ?? []
  const own = [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??:/gm)].map(([, member = '']) => member)
  const inherited = [...bases.matchAll(/\w+(?:Scope|Services)\b/g)].flatMap(([base]) => [...listMembers(base, sources)])
  return new Set([...own, ...inherited])
}

test('no scope has more than 25 members, and functions take the scope instead of a team', () => {
  const files = globSync('src/**/*.ts').map((file) => [file, readFileSync(file, 'utf8')] as const)
  const sources = new Map(
    files.flatMap(([, text]) =>
      [...text.matchAll(/interface (\w+(?:Scope|Services))\b/g)].map(([, name = '']) => [name, text] as const),
    ),
  )
  expect(listMembers('EntrypointScope', sources)).toContain('outbound')
  expect(listMembers('JobScope', sources)).toContain('team')
  for (const name of sources.keys()) expect([name, listMembers(name, sources).size <= 25]).toEqual([name, true])
  const countTeams = (slice: string): number =>
    files
      .filter(([file]) => file.startsWith(`src/${slice}/`))
      .reduce((sum, [, text]) => sum + text.split('team: string').length - 1, 0)
  expect(countTeams('mail')).toBeLessThan(40)
  expect(countTeams('jobs')).toBeLessThan(30)
})
