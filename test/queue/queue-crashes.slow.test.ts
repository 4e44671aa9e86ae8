import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startOwnRedis } from '../support/redis-connections.ts'

const SIZES: { tags: 'rest'[]; tasks: number; kills: number }[] = [
  { tags: [], tasks: 500, kills: 2 },
  { tags: ['rest'], tasks: 3_000, kills: 12 },
]

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function createTempPaths() {
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-crash-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return { journal: join(folder, 'journal'), database: join(folder, 'bellhop.db') }
}

async function startWorker(...args: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['test/queue/crash-worker.ts', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

async function killWorker(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

function readJournal(journal: string): [string, string, string][] {
  if (!existsSync(journal)) return []
  const lines = readFileSync(journal, 'utf8').trim().split('\n')
  return lines.map((line) => {
    const [event = '', id = '', pid = ''] = line.split(' ')
    return [event, id, pid]
  })
}

const countIds = (journal: string, event: string) =>
  new Set(readJournal(journal).flatMap(([kind, id]) => (kind === event ? [id] : []))).size

/** A task may end before its sender learns that it is stored, so both have to be counted. */
const countFinished = (journal: string) => Math.min(countIds(journal, 'sent'), countIds(journal, 'end'))

/** Every acknowledged task ran; each lane started its tasks in order and one at a time; only kills made tasks run twice. */
function checkJournal(journal: string, { tasks, kills }: { tasks: number; kills: number }): void {
  const sent = new Set<string>()
  const ended = new Set<string>()
  const starts = new Map<string, number>()
  const last = new Map<string, number>()
  const running = new Map<string, [string, string]>()
  const problems: string[] = []
  for (const [event, id, pid] of readJournal(journal)) {
    const [lane = '', number = ''] = id.split(':')
    if (event === 'sent') sent.add(id)
    if (event === 'start') starts.set(id, (starts.get(id) ?? 0) + 1)
    if (event === 'start' && lane !== 'background') {
      const other = running.get(lane)
      if (other && other[0] !== id) problems.push(`${id} started during ${other[0]}`)
      running.set(lane, [id, pid])
      if (Number(number) < (last.get(lane) ?? -1)) problems.push(`${id} started after ${last.get(lane)}`)
      last.set(lane, Number(number))
    }
    if (event === 'end') {
      ended.add(id)
      running.delete(lane)
    }
  }
  for (const id of sent) if (!ended.has(id)) problems.push(`${id} was acknowledged and never ran`)
  const again = [...starts.values()].reduce((sum, times) => sum + times - 1, 0)
  expect(problems).toEqual([])
  expect(sent.size).toBe(tasks)
  // At each kill at most the heads of five lanes and two background tasks were active.
  expect(again).toBeLessThanOrEqual(kills * 7)
}

for (const { tags, tasks, kills } of SIZES) {
  test(`on SQLite ${kills} kills lose no acknowledged task, and lanes keep their order`, { tags }, async () => {
    const { journal, database } = createTempPaths()
    for (let n = 0; n < kills; n++) {
      const child = await startWorker(database, '', journal, `${countIds(journal, 'sent')}`, `${tasks}`)
      await pause(50 + Math.random() * 400)
      await killWorker(child)
    }
    await startWorker(database, '', journal, `${countIds(journal, 'sent')}`, `${tasks}`)
    await expect.poll(() => countFinished(journal), { timeout: 60_000, interval: 500 }).toBe(tasks)
    checkJournal(journal, { tasks, kills })
  })
}

test('on Redis kills of workers and of Redis lose no acknowledged task', { tags: 'rest' }, async () => {
  const { journal } = createTempPaths()
  const [tasks, rounds] = [3_000, 12]
  const redis = await startOwnRedis('--appendfsync', 'always')
  // The first process sends and works, the other one only works and is killed.
  await startWorker(redis.url, 'crash', journal, '0', `${tasks}`)
  let kills = 0
  for (let n = 0; n < rounds; n++) {
    const child = await startWorker(redis.url, 'crash', journal)
    await pause(100 + Math.random() * 500)
    if (n % 4 === 3) {
      await redis.kill()
      redis.start()
      kills++
    }
    await killWorker(child)
    kills++
  }
  await expect.poll(() => countFinished(journal), { timeout: 120_000, interval: 500 }).toBe(tasks)
  checkJournal(journal, { tasks, kills: kills * 2 })
})
