import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { openSqliteDatabase } from '../../src/adapters/sqlite/sqlite-database.ts'

function createTempPath() {
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'bellhop.db')
}

function openDatabase(path: string) {
  const file = openSqliteDatabase(path)
  onTestFinished(() => file.close())
  return file
}

function openDatabaseWithTable() {
  const file = openDatabase(createTempPath())
  file.db.exec('CREATE TABLE t (n INTEGER PRIMARY KEY, text TEXT)')
  const insert = file.db.prepare('INSERT INTO t VALUES (?, ?)')
  const count = () => file.db.prepare('SELECT count(*) AS n FROM t').get()?.['n']
  return { file, insert, count }
}

test('a second app on one file is refused until the first one ends', () => {
  const path = createTempPath()
  const first = openSqliteDatabase(path)
  expect(() => openSqliteDatabase(path)).toThrow(
    /bellhop\.db cannot be opened: another Bellhop is running on it; one file serves one process/,
  )
  first.close()
  openDatabase(path)
})

test('a killed app releases the file', async () => {
  const path = createTempPath()
  const script = `import { openSqliteDatabase } from './src/adapters/sqlite/sqlite-database.ts'
    openSqliteDatabase(${JSON.stringify(path)}); console.log('open'); setInterval(() => {}, 1e6)`
  const other = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(other.stdout, 'data')
  expect(() => openSqliteDatabase(path)).toThrow('another Bellhop is running')
  other.kill('SIGKILL')
  await once(other, 'exit')
  openDatabase(path)
})

test('changes of one turn share a commit, and a failing one is rolled back alone', async () => {
  const { file, insert, count } = openDatabaseWithTable()
  const answers = await Promise.allSettled([
    file.write(() => insert.run(1, 'a').changes),
    file.write(() => {
      insert.run(2, 'b')
      throw new Error('on second thought')
    }),
    file.write(() => insert.run(3, 'c').changes),
    file.write(() => insert.run(3, 'd').changes),
  ])
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
  expect(file.db.prepare('SELECT n FROM t').all()).toEqual([{ n: 1 }, { n: 3 }])
  expect(count()).toBe(2)
})

test('a full disk and a locked file are reported, and writing continues afterwards', async () => {
  const { file, insert, count } = openDatabaseWithTable()
  const { page_count: pages } = file.db.prepare('PRAGMA page_count').get() ?? {}
  file.db.exec(`PRAGMA max_page_count = ${Number(pages) + 2}`)
  const full = file.write(() => insert.run(1, 'x'.repeat(100_000)))
  await expect(full).rejects.toMatchObject({
    message: 'the database cannot be written: the disk is full',
    details: { service: 'store', code: 'unavailable', outcome: 'not_sent' },
  })
  file.db.exec('PRAGMA max_page_count = 1000000')
  await file.write(() => insert.run(1, 'x'.repeat(100_000)))

  const other = new DatabaseSync(file.db.location() ?? '')
  other.exec('BEGIN IMMEDIATE')
  await expect(file.write(() => insert.run(2, 'y'))).rejects.toThrow('the database is locked by another program')
  other.exec('COMMIT')
  other.close()
  await file.write(() => insert.run(2, 'y'))
  expect(count()).toBe(2)
})

test('a file that another program locks for a moment delays nothing else', async () => {
  const { file, insert, count } = openDatabaseWithTable()
  const other = new DatabaseSync(file.db.location() ?? '')
  other.exec('BEGIN IMMEDIATE')
  const waiting = Promise.all([file.write(() => insert.run(1, 'x')), file.write(() => insert.run(2, 'y'))])
  // These turns of the event loop could not run if the change waited inside SQLite.
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setTimeout(resolve))
  expect(file.read(count)).toBe(0)
  other.exec('COMMIT')
  other.close()
  await waiting
  expect(count()).toBe(2)
})

test('a transaction that cannot be rolled back is reported, and rolled back before the next one', async () => {
  const { file, insert, count } = openDatabaseWithTable()
  const allowAll = () => constants.SQLITE_OK
  file.db.setAuthorizer((action, detail) =>
    action === constants.SQLITE_TRANSACTION && detail === 'ROLLBACK' ? constants.SQLITE_DENY : constants.SQLITE_OK,
  )
  const fail = () =>
    file.write(() => {
      insert.run(1, 'a')
      throw new Error('on second thought')
    })
  for (let round = 0; round < 2; round++)
    await expect(fail()).rejects.toMatchObject({
      message: 'the database cannot undo a failed change (not authorized)',
      details: { service: 'store', code: 'unavailable', outcome: 'not_sent' },
    })
  file.db.setAuthorizer(allowAll)
  await file.write(() => insert.run(2, 'b'))
  expect(file.db.prepare('SELECT n FROM t').all()).toEqual([{ n: 2 }])
  expect(count()).toBe(1)
})

test('closing writes pending changes and refuses later ones', async () => {
  const path = createTempPath()
  const file = openSqliteDatabase(path)
  file.db.exec('CREATE TABLE t (n INTEGER)')
  const last = file.write(() => file.db.exec('INSERT INTO t VALUES (1)'))
  file.close()
  await last
  await expect(file.write(() => 1)).rejects.toThrow('the database is closed')
  expect(() => file.read(() => 1)).toThrow('the database is closed')
  expect(openDatabase(path).db.prepare('SELECT n FROM t').all()).toEqual([{ n: 1 }])
})

test('the file is private and synchronous, and a newer schema version is refused', () => {
  const path = createTempPath()
  const file = openSqliteDatabase(path)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(file.db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
  expect(file.db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
  file.db.exec('PRAGMA user_version = 1000')
  file.close()
  expect(() => openSqliteDatabase(path)).toThrow('it was written by a newer Bellhop')
})

test('a missing folder is created, or the start fails immediately', () => {
  openDatabase(join(createTempPath(), 'deeper', 'still', 'bellhop.db'))
  expect(() => openSqliteDatabase('/proc/nothing/bellhop.db')).toThrow(
    /folder of the database cannot be created: .* mkdir '\/proc/,
  )
  expect(() => openSqliteDatabase('/dev/null/bellhop.db')).toThrow('/dev/null')
})

test('a database that was lost behind a link is not forgotten', async () => {
  const [target, link] = [createTempPath(), createTempPath()]
  openSqliteDatabase(target).close()
  symlinkSync(target, link)
  const file = openSqliteDatabase(link)
  rmSync(target)
  await expect(file.write(() => {})).rejects.toThrow(`${target}.rescued: move it to ${target}`)
  file.close()
  expect(() => openSqliteDatabase(link)).toThrow(`${target}.rescued has what Bellhop saved`)
})

test('an admin command needs a file that an app has created', () => {
  const path = createTempPath()
  expect(() => openSqliteDatabase(path, { admin: true })).toThrow('start Bellhop once')
})

test.each(['no file', 'a file with content'])('beside a copy of a lost database, %s is opened by nobody', (found) => {
  const path = createTempPath()
  if (found !== 'no file') openSqliteDatabase(path).close()
  writeFileSync(`${path}.rescued`, 'what was saved')
  for (const admin of [false, true])
    expect(() => openSqliteDatabase(path, { admin })).toThrow(`${path}.rescued has what Bellhop saved`)
})
