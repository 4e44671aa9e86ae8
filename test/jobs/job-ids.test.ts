import { expect, test } from 'vitest'
import { createJobId, failureReference, projectKey, shortName } from '../../src/jobs/model/job-ids.ts'
import { createJobStore } from '../../src/jobs/model/job-store.ts'
import { openMemory } from '../support/mail-services.ts'
import { jobRecord } from './job-record.ts'

const NOON = 1_760_000_000_000

test('a job is found by its short name, in either case, and by its id', async () => {
  const jobs = createJobStore(openMemory().store, 'T1')
  const [one, other] = [createJobId(NOON, 'one'), createJobId(NOON, 'other')]
  for (const id of [one, other]) await jobs.add(jobRecord({ id }), { instruction: 'Explain', quotes: [] })
  for (const id of [one, other]) {
    expect(shortName(id)).toHaveLength(6)
    for (const name of [shortName(id), shortName(id).toUpperCase(), id])
      expect((await jobs.findByName(name))?.id).toBe(id)
  }
  expect(await jobs.findByName('nobody')).toBeUndefined()
})

test('the ids of jobs sort by time, even when the number of digits grows', () => {
  const times = [1, 35, 36, NOON, NOON + 1, 36 ** 8 - 1, 36 ** 8]
  const ids = times.map((at) => createJobId(at, `${Math.cos(at)}`))
  expect(ids.toSorted()).toEqual(ids)
})

test('a repeated delivery of an event gives the same id, and another event a different one', () => {
  expect(createJobId(NOON, 'Ev1')).toBe(createJobId(NOON, 'Ev1'))
  expect(createJobId(NOON, 'Ev1')).not.toBe(createJobId(NOON, 'Ev2'))
})

test('the key of a project and the reference of a failure are short and reveal nothing', () => {
  expect(projectKey('Merger with Initech')).toMatch(/^[0-9a-f]{10}$/)
  expect(projectKey('Merger with Initech')).not.toBe(projectKey('Acme Docs'))
  expect(failureReference('j1', 2)).toMatch(/^[0-9A-F]{4}$/)
  expect(failureReference('j1', 2)).toBe(failureReference('j1', '2'))
  expect(failureReference('j1', 2)).not.toBe(failureReference('j1', 3))
})
