import { expect, test } from 'vitest'
import { type AuditEntry, createAuditLog } from '../../src/audit/audit-log.ts'
import { DAY_MS } from '../../src/core/clock.ts'
import { createKeyedHash } from '../../src/store/keyed-hash.ts'
import type { Store } from '../../src/store/store.ts'
import { jobRecord } from '../jobs/job-record.ts'
import { openJobSlice } from '../support/job-services.ts'
import { openMemory } from '../support/mail-services.ts'

/** A key in one of the audit's partitions. */
const AUDIT_KEY = /^[^/]+\/audit(-(person|action|object|op)\b[^/]*)?(\/|$)/

/** The real store, with the number of times that each key was written, and what else was done. */
function countWrites(store: Store) {
  const written = new Map<string, number>()
  const deleted: string[] = []
  const read = new Set<string>()
  const counting: Store = {
    ...store,
    async put(key, value, options) {
      const version = await store.put(key, value, options)
      if (version !== undefined) written.set(key, (written.get(key) ?? 0) + 1)
      return version
    },
    delete(key, options) {
      deleted.push(key)
      return store.delete(key, options)
    },
    get(key) {
      read.add(key)
      return store.get(key)
    },
    list(partition, page) {
      read.add(partition)
      return store.list(partition, page)
    },
  }
  return { store: counting, written, deleted, read }
}

const stopped: AuditEntry = {
  team: 'T1',
  user: 'U1',
  action: 'jobs.steer',
  verb: 'stop',
  object: { kind: 'job', id: 'j1' },
  outcome: 'done',
  opId: 'op1',
  text: 'Please stop',
}

test('the audit log writes each record once into each of its lists, and deletes none', async () => {
  const { store: real, clock } = openMemory()
  const { store, written, deleted } = countWrites(real)
  const audit = createAuditLog({ store, clock, keyedHash: await createKeyedHash(real), retentionMs: DAY_MS })
  await audit.record(stopped)
  const lists = [...written.keys()].map((key) => key.slice(0, key.lastIndexOf('/')))
  const partition = (list: string) => expect.stringMatching(new RegExp(`^T1/${list}$`))
  expect(lists.toSorted()).toEqual([
    'T1/audit',
    'T1/audit-action-jobs.steer',
    partition('audit-object-\\w+'),
    'T1/audit-op',
    'T1/audit-person-U1',
  ])

  // The task runs again, ends otherwise, and runs twice at the same time.
  await audit.record(stopped)
  await audit.record({ ...stopped, outcome: 'failed' })
  await Promise.all([audit.record(stopped), audit.record({ ...stopped, outcome: 'refused' })])
  for (const filter of [{}, { user: 'U1' }, { action: 'jobs.steer' }]) await audit.list('T1', filter)
  expect([...written.values()]).toEqual([1, 1, 1, 1, 1])

  await audit.record({ ...stopped, opId: 'op2' })
  expect([...written.values()]).toEqual(Array.from({ length: 10 }, () => 1))
  expect(deleted).toEqual([])
})

test('acts on a job reach the audit through its log alone', async () => {
  let watched: ReturnType<typeof countWrites> | undefined
  const { services, runTask } = await openJobSlice({ watch: (store) => (watched = countWrites(store)).store })
  const job = jobRecord({ remoteId: 'r1' })
  const { team, id } = job
  await services.jobs.store.add(job, { instruction: 'Explain the merger', quotes: [] })
  for (const [verb, arg] of [['check'], ['unwatch'], ['watch'], ['hand', 'U5']])
    for (const eventId of ['e1', 'e1', 'e2'])
      await runTask('jobs.act', { team, id, user: 'U1', verb: `${verb}`, eventId, ...(arg && { arg }) })

  const { records } = await services.audit.list(team, {})
  expect(new Set(records.map(({ verb }) => verb))).toEqual(new Set(['check', 'unwatch', 'watch', 'hand']))
  const touched = [...(watched?.written.keys() ?? []), ...(watched?.deleted ?? []), ...(watched?.read ?? [])]
  expect(touched.length).toBeGreaterThan(records.length)
  expect(touched.filter((key) => AUDIT_KEY.test(key))).toEqual([])
})
