import { expect, test } from 'vitest'
import { createJobId, shortName } from '../../src/jobs/model/job-ids.ts'
import { jobRecord } from './job-record.ts'

test('a short name is enough to find a job', () => {
  expect(shortName(jobRecord().id)).toHaveLength(6)
  expect(createJobId(1, 'a') < createJobId(2, 'a')).toBe(true)
})
