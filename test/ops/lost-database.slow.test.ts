import { openSync, closeSync, renameSync, rmSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import { openSqliteDatabase } from '../../src/adapters/sqlite/sqlite-database.ts'
import { createTempFolder, runCommand, startApp } from '../support/app-process.ts'
import { type Harness, until } from '../support/harness.ts'
import { testWith } from '../support/story-test.ts'

const PAGE_BYTES = 4096
const BEFORE_LOSS = 12
const MOST_COMMANDS = 80

const test = testWith({ app: false, store: 'sqlite' })

const databasePath = ({ sandbox }: Harness): string => (sandbox.env['STORE_URL'] ?? '').replace(/^sqlite:/, '')
const startHere = (app: Harness) => startApp({ ...app.sandbox.env, PORT: new URL(app.sandbox.app).port })

/** Sends commands until one is refused, and loses the file meanwhile. Returns the numbers of the accepted ones. */
async function sendUntilRefused({ slack }: Harness, lose: () => void): Promise<Set<number>> {
  const maria = await slack.user('maria')
  // Slack takes a card a second in each channel, and each job waits for its own.
  const channels = await Promise.all(['docs', 'general', 'support', 'leads'].map((name) => slack.channel(name)))
  const accepted = new Set<number>()
  let sent = 0
  let isLost = false
  let isRefused = false
  const sendOn = async (): Promise<void> => {
    while (!isRefused && sent < MOST_COMMANDS) {
      const number = sent++
      const channel = channels[number % channels.length] ?? ''
      const { status } = await slack.command(maria, channel, `/docs Write page number ${number}.`)
      if (status === 200) accepted.add(number)
      // A busy machine may answer too late before the loss.
      else isRefused = isLost
    }
  }
  const senders = [sendOn(), sendOn(), sendOn()]
  await until(() => accepted.size >= BEFORE_LOSS)
  isLost = true
  lose()
  await Promise.all(senders)
  expect(isRefused).toBe(true)
  return accepted
}

/** Every accepted command becomes one job; a refused one may also have been stored. */
async function expectEveryJobOnce(app: Harness, accepted: Set<number>): Promise<void> {
  const numbers = async (): Promise<number[]> =>
    (await app.agent.jobs()).map(({ prompt }) => Number(/page number (\d+)/.exec(prompt)?.[1]))
  await until(async () => accepted.isSubsetOf(new Set(await numbers())), { ms: 300_000 })
  await app.settled()
  const found = await numbers()
  expect(new Set(found).size).toBe(found.length)
}

const losses: [name: string, message: string, lose: (path: string) => void][] = [
  ['deleted', 'is no longer there', (path) => rmSync(path)],
  ['moved away', 'is no longer there', (path) => renameSync(path, `${path}-moved`)],
  [
    'replaced by an empty file',
    'has been replaced by another file',
    (path) => {
      rmSync(path)
      writeFileSync(path, '')
    },
  ],
  [
    'replaced by another database',
    'has been replaced by another file',
    (path) => {
      const other = join(createTempFolder(), 'other.db')
      openSqliteDatabase(other).close()
      renameSync(other, path)
    },
  ],
]

for (const [index, [name, message, lose]] of losses.entries()) {
  const tags = index === 0 ? [] : ['rest' as const]
  test(
    `a database file that is ${name} under load ends the app, and nothing acknowledged is lost`,
    { tags },
    async ({ app }) => {
      const path = databasePath(app)
      const first = await startHere(app).ready()
      const accepted = await sendUntilRefused(app, () => lose(path))
      // Readiness is looked up once a second at most.
      const readiness = async () => (await fetch(`${first.url}/readyz`)).text()
      await until(async () => (await readiness()).includes(`the database file ${path} ${message}`))
      expect(await first.ended).toBe(1)
      expect(first.output()).toContain(
        `Everything that Bellhop has acknowledged is in ${path}.rescued: move it to ${path}`,
      )

      // A supervisor starts it again: it does not begin with another database.
      const second = startHere(app)
      expect(await second.ended).toBe(1)
      expect(second.output()).toContain(`${path}.rescued has what Bellhop saved when its database was lost`)
      expect(second.output()).not.toContain('"stack"')
      renameSync(`${path}.rescued`, path)
      await startHere(app).ready()
      await expectEveryJobOnce(app, accepted)
    },
  )
}

test('a deleted file is noticed without a request', { tags: 'rest' }, async ({ app }) => {
  const path = databasePath(app)
  const first = await startHere(app).ready()
  rmSync(path)
  expect(await first.ended).toBe(1)
  expect(first.output()).toContain('is no longer there')
})

test('a file that is emptied in place ends the app', { tags: 'rest' }, async ({ app }) => {
  const path = databasePath(app)
  const first = await startHere(app).ready()
  await sendUntilRefused(app, () => truncateSync(path))
  expect(await first.ended).toBe(1)
  expect(first.output()).toMatch(/has been emptied\.|is damaged \(/)
})

test.for(['-wal', '-shm'])(
  'a %s file that is deleted under load ends the app, and the file has everything',
  { tags: 'rest' },
  async (suffix, { app }) => {
    const path = databasePath(app)
    const first = await startHere(app).ready()
    const accepted = await sendUntilRefused(app, () => rmSync(`${path}${suffix}`))
    expect(await first.ended).toBe(1)
    expect(first.output()).toContain(
      'has lost its -wal or -shm file. Everything that Bellhop has acknowledged is in the file',
    )
    await startHere(app).ready()
    await expectEveryJobOnce(app, accepted)
  },
)

test('a checkpoint of another program is no loss', { tags: 'rest' }, async ({ app, slack, docs, maria }) => {
  const path = databasePath(app)
  await startHere(app).ready()
  for (let time = 0; time < 3; time++) {
    await slack.command(maria, docs, '/docs help')
    const other = new DatabaseSync(path, { timeout: 10_000 })
    other.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    other.close()
  }
  await slack.command(maria, docs, '/docs Explain the checkpoint')
  await app.agent.findJob(/Explain the checkpoint/)
  expect((await fetch(`${app.sandbox.app}/readyz`)).status).toBe(200)
})

test(
  'a write-ahead log that is emptied in place ends the app, and leaves the file whole',
  { tags: 'rest' },
  async ({ app }) => {
    const path = databasePath(app)
    const first = await startHere(app).ready()
    await sendUntilRefused(app, () => truncateSync(`${path}-wal`))
    expect(await first.ended).toBe(1)
    expect(first.output()).toContain('has lost the content of its -wal file. What it acknowledged last is lost')
    const rest = new DatabaseSync(path)
    expect(rest.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    rest.close()
    await startHere(app).ready()
  },
)

/** Overwrites every page but the first, and makes the app read them again. */
function damageFile(path: string): void {
  const other = new DatabaseSync(path, { timeout: 10_000 })
  other.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const file = openSync(path, 'r+')
  for (let at = PAGE_BYTES; at < statSync(path).size; at += PAGE_BYTES)
    writeSync(file, Buffer.alloc(PAGE_BYTES, 7), 0, PAGE_BYTES, at)
  const { user_version: version } = other.prepare('PRAGMA user_version').get() ?? {}
  other.exec(`PRAGMA user_version = ${Number(version)}`)
  closeSync(file)
  other.close()
}

test(
  'a damaged file ends the app, the next start and the commands with one plain message',
  { tags: 'rest' },
  async ({ app }) => {
    const path = databasePath(app)
    const first = await startHere(app).ready()
    await sendUntilRefused(app, () => damageFile(path))
    expect(await first.ended).toBe(1)
    const fatal = first
      .output()
      .split('\n')
      .filter((line) => line.includes('"level":"fatal"'))
    expect(fatal).toHaveLength(1)
    expect(fatal[0]).toMatch(/the database file .* is damaged \(.*\)\. Restore a backup, then start Bellhop\./)
    expect(fatal[0]).not.toContain('"stack"')

    const second = startHere(app)
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain('is damaged')
    expect(second.output()).not.toContain('"stack"')
    for (const words of [['dead', 'list'], ['reseal']]) {
      const { code, output } = await runCommand(app.sandbox.env, ...words)
      expect(code).toBe(1)
      expect(output).toMatch(/^the database .*damaged/)
      expect(output).not.toMatch(/\n +at /)
    }
  },
)

test('a file that is no database is refused with one plain message', { tags: 'rest' }, async ({ app }) => {
  writeFileSync(databasePath(app), 'no database\n'.repeat(1_000))
  const first = startHere(app)
  expect(await first.ended).toBe(1)
  expect(first.output()).toContain('cannot be opened: it is damaged')
  expect(first.output()).not.toContain('"stack"')
})
