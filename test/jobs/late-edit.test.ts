import { expect, test } from 'vitest'
import { applyEdit, includeFollowUps, keepEdit } from '../../src/jobs/actions/edit-job.ts'
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

test('Try again keeps the text of a job that another person edits and starts at the same moment', async () => {
  const { services } = await openJobSlice()
  const failed = jobRecord({ state: 'failed', followUps: 1 })
  const { team, id } = failed
  const store = services.jobs.store
  await store.add(failed, { instruction: 'Explain it', quotes: [] })
  await store.followUps(id).update('000001', () => ({
    n: 1,
    text: 'add a table',
    users: ['U1'],
    sources: ['1'],
    texts: ['add a table'],
    state: 'sent',
    attempt: 1,
    at: 0,
    verb: 'follow_up',
  }))
  const form = { team, id, user: 'U2', verb: 'edit', eventId: 'V1', arg: 'Explain more' } as const
  await applyEdit(services, failed, form)
  await includeFollowUps(services, failed)
  expect((await store.prompt(id))?.instruction).toBe('Explain more')
})
