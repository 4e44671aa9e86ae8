import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { createJobUpdates } from '../../src/jobs/updates/job-updates.ts'
import { createJobId } from '../../src/jobs/model/job-ids.ts'
import { createThreadStatus } from '../../src/jobs/notify/thread-status.ts'
import { createLogger } from '../../src/core/log.ts'
import { createSqliteQueue } from '../../src/adapters/sqlite/queue/sqlite-queue.ts'
import { createSealer } from '../../src/encryption/sealer.ts'
import type { SlackApi } from '../../src/slack/api/web-api.ts'
import { openSqliteDatabase } from '../../src/adapters/sqlite/sqlite-database.ts'
import { createSqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'

const START = 1_800_000_000_000
const nothing = () => Promise.resolve()

/** Two processes on one store, and the threads that Slack was told of. */
function twoProcesses() {
  let now = START
  const clock = { now: () => now, scaled: (ms: number) => ms }
  const foundations = { sealer: createSealer([randomBytes(32)]), clock, log: createLogger({ level: 'silent' }) }
  const file = openSqliteDatabase(':memory:')
  const store = createSqliteStore(file, foundations)
  const queue = createSqliteQueue(file, foundations)
  onTestFinished(async () => {
    await queue.close()
    await store.close()
    file.close()
  })
  const cards = { show: nothing, refresh: nothing, findMessage: () => Promise.resolve(undefined), opId: () => '' }
  const board = createJobUpdates({ store, cards, projects: [], changed: nothing, idle: nothing })
  const said: string[] = []
  const api: SlackApi = {
    reserve: nothing,
    call: (_team, _method, { thread_ts, status }, schema) => {
      said.push(`${String(thread_ts)} ${String(status)}`)
      return Promise.resolve(schema.parse({}))
    },
  }
  const opened = () => {
    const [show, clear] = createThreadStatus({ desk: board, queue, api, clock }).tasks
    const run = (task: typeof show, data: { [name: string]: string | number }) =>
      task?.run(
        { kind: task.kind, version: 1, data: { team: 'T1', ...data } },
        { id: 't', attempt: 1, signal: new AbortController().signal },
      )
    return {
      show: (id: string) => run(show, { id, beat: 1 }),
      clear: (id: string) => run(clear, { id, at: now }),
    }
  }
  const started = async (n: number): Promise<string> => {
    const id = createJobId(now, `${n}`)
    const job = { id, team: 'T1', requester: 'U1', channel: 'C1', cardTs: `${n}`, title: 'a', project: 'b' }
    await board.storeOf('T1').add(
      {
        ...job,
        door: 'command',
        state: 'working',
        askedAt: now,
        pacedAt: now,
        attempt: 1,
        run: 1,
        beat: 1,
        sent: 0,
        followUps: 0,
      },
      { instruction: 'a', quotes: [] },
    )
    return id
  }
  const finished = (id: string) => board.storeOf('T1').update(id, (job) => ({ ...job, state: 'finished' }))
  return { one: opened(), other: opened(), started, finished, said, pass: (ms: number) => void (now += ms) }
}

test('a process whose jobs another one saw end goes on to say of further ones that they are at work', async () => {
  const { one, other, started, finished, said, pass } = twoProcesses()
  for (let n = 0; n < 15; n += 1) {
    const id = await started(n)
    await one.show(id)
    await finished(id)
    await other.clear(id)
  }
  expect(said).toHaveLength(30)
  pass(5 * 60_000)
  await one.show(await started(15))
  expect(said.at(-1)).toMatch(/^15 is waiting/)
})
