import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createJobId } from '../../src/jobs/model/job-ids.ts'
import { createProjects } from '../../src/jobs/model/projects.ts'
import { createAgentQuota } from '../../src/jobs/quota/agent-quota.ts'
import { createSealer } from '../../src/encryption/sealer.ts'
import { openSqliteDatabase } from '../../src/adapters/sqlite/sqlite-database.ts'
import { createRateLimits } from '../../src/store/rate-limits.ts'
import { createSqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'

const HOUR_MS = 3_600_000
const START = 1_800_000_000_000

const project = (name: string, projectId: string) => ({ name, projectId, apiKey: 'key' })

/** The quota of two workspaces with different names for one project, on one store with a stopped clock. */
function twoWorkspaces() {
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-'))
  const file = openSqliteDatabase(join(folder, 'bellhop.db'))
  onTestFinished(async () => {
    file.close()
    await rm(folder, { recursive: true })
  })
  let now = START
  const clock = { now: () => now, scaled: (ms: number) => ms }
  const store = createSqliteStore(file, { sealer: createSealer([Buffer.alloc(32, 1)]), clock })
  const opened = (...projects: ReturnType<typeof project>[]) =>
    createAgentQuota({
      store,
      rateLimits: createRateLimits(store, { clock }),
      clock,
      projects: createProjects(projects),
      hourlyLimit: 100,
    })
  return { opened, pass: (ms: number) => void (now += ms) }
}

async function takes(room: ReturnType<typeof createAgentQuota>, name: string, times: number): Promise<number> {
  let taken = 0
  for (let n = 0; n < times; n += 1) if ((await room.take(name, 'create')) === 0) taken += 1
  return taken
}

test('one project has one quota under all its names and in all workspaces', async () => {
  const { opened, pass } = twoWorkspaces()
  const one = opened(project('docs', 'prj_1'), project('guides', 'prj_2'))
  const other = opened(project('handbook', 'prj_1'))
  expect(await takes(one, 'docs', 60)).toBe(60)
  pass(HOUR_MS / 2)
  expect(await takes(other, 'handbook', 60)).toBe(40)
  expect(await one.peek('docs', 'create')).toMatchObject({ left: 0, limit: 100 })
  expect(await one.peek('guides', 'create')).toMatchObject({ left: 100 })
  expect(await one.peek('docs', 'follow_up')).toMatchObject({ left: 100 })

  // A new process reads the taken requests. The first sixty leave the window in half an hour, give or take a minute.
  const again = opened(project('docs', 'prj_1'))
  expect(await takes(again, 'docs', 1)).toBe(0)
  const { nextSlotAt = 0 } = await again.peek('docs', 'create')
  expect(Math.abs(nextSlotAt - (START + HOUR_MS))).toBeLessThanOrEqual(60_000)
  pass(HOUR_MS / 2 + 60_000)
  expect(await takes(again, 'docs', 70)).toBe(60)
  pass(HOUR_MS / 2)
  expect(await takes(other, 'handbook', 70)).toBe(40)
})

test('jobs that wait for one project form one line in the order of their requests', async () => {
  const { opened } = twoWorkspaces()
  const one = opened(project('docs', 'prj_1')).waitingLine('docs')
  const other = opened(project('handbook', 'prj_1')).waitingLine('handbook')
  const jobs = ['T1', 'T2', 'T1'].map((team, index) => ({ team, id: createJobId(START + index, `${team}${index}`) }))
  const [first, second, third] = jobs as [(typeof jobs)[0], (typeof jobs)[0], (typeof jobs)[0]]
  await other.join(second)
  await one.join(third)
  expect(await one.join(first)).toBe(true)
  expect(await one.join(first)).toBe(false)
  expect(await other.list()).toEqual(jobs)
  expect(await other.listAhead(third)).toEqual([second, first])
  expect(await other.listAhead(third, 1)).toEqual([second])
  expect(await one.listAhead(first)).toEqual([])
  await other.leave(second)
  expect(await one.list()).toEqual([first, third])
  expect(await one.listAhead(second)).toEqual([first])
})

test('a new job has the first free time after the jobs that wait', async () => {
  const { opened, pass } = twoWorkspaces()
  const quota = opened(project('docs', 'prj_1'))
  expect(await quota.peekForNewJob('docs')).toMatchObject({ left: 100, waiting: 0 })
  expect(await takes(quota, 'docs', 98)).toBe(98)
  pass(HOUR_MS / 2)
  expect(await takes(quota, 'docs', 2)).toBe(2)
  const line = quota.waitingLine('docs')
  const { nextSlotAt: first = 0 } = await quota.peekForNewJob('docs')
  for (let n = 0; n < 99; n += 1) await line.join({ team: 'T1', id: createJobId(START + n, `${n}`) })
  const { nextSlotAt: later = 0, left, waiting } = await quota.peekForNewJob('docs')
  expect({ left, waiting }).toEqual({ left: 0, waiting: 99 })
  expect(later - first).toBeGreaterThan(HOUR_MS / 3)
  await line.join({ team: 'T1', id: createJobId(START + 99, '99') })
  expect(await quota.peekForNewJob('docs')).toMatchObject({ left: 0, waiting: 100, nextSlotAt: undefined })
})
