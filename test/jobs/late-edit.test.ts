import { expect, test } from 'vitest'
import { applyEdit, keepEdit } from '../../src/jobs/actions/edit-job.ts'
import { openJobSlice } from '../support/job-services.ts'
import { jobRecord } from './job-record.ts'

test.each([
  ['a closed form', keepEdit],
  ['a submitted form', applyEdit],
])('%s changes nothing in a job that another person starts at the same moment', async (_, write) => {
  const { services } = await openJobSlice()
  const paused = jobRecord({ state: 'paused' })
  const { team, id } = paused
  const store = services.jobs.store
  const started = await store.add({ ...paused, state: 'creating' }, { instruction: 'Explain it', quotes: [] })
  const form = { team, id, user: 'U1', verb: 'edit', eventId: 'V1', arg: 'Explain more', project: 'other' } as const
  await write(services, paused, form)
  expect(await store.get(id)).toEqual(started)
  expect((await store.prompt(id))?.instruction).toBe('Explain it')
})
