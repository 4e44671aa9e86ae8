import { expect, test } from 'vitest'
import { renderListMenu } from '../../src/jobs/card/action-buttons.ts'
import { renderJobCard } from '../../src/jobs/card/job-card.ts'
import { describeState } from '../../src/jobs/card/status-line.ts'
import { renderFollowUpReply } from '../../src/jobs/follow-up/follow-up-message.ts'
import { jobVerbs } from '../../src/jobs/model/allowed-actions.ts'
import { followUpId, followUpSchema } from '../../src/jobs/model/follow-up.ts'
import { jobSchema } from '../../src/jobs/model/job.ts'
import { openJobSlice } from '../support/job-services.ts'
import { cardContext, jobRecord, english } from './job-record.ts'

const LATER = 'of_a_later_version'
const laterJob = jobSchema.parse({ ...jobRecord({ remoteId: 'job_1', cardTs: '1.2', statusBeat: 1 }), state: LATER })
const { team, id } = laterJob

const followUp = {
  n: 1,
  attempt: 1,
  text: 'more',
  users: ['U1'],
  sources: ['1'],
  texts: ['more'],
  verb: 'follow_up',
  state: 'waiting',
  at: 0,
}
const laterFollowUp = followUpSchema.parse({ ...followUp, state: LATER })

test('a job in a state of a later version is shown without buttons', () => {
  const { blocks } = renderJobCard(english, laterJob, cardContext)
  expect(blocks.filter(({ type }) => type === 'actions')).toEqual([])
  expect(describeState(english, laterJob, cardContext)).toMatch(/newer version/)
  const options = renderListMenu(english, laterJob).options.map(({ value }) => value)
  expect(options).toEqual([`prompt:${id}`, `more:${id}`])
})

test('no task changes a job in a state of a later version', async () => {
  const { services, runTask } = await openJobSlice()
  const store = services.jobs.store
  await store.add(laterJob, { instruction: 'Explain it', quotes: [] })
  await store.followUps(id).put(followUpId(1), followUpSchema.parse(followUp), 0)
  for (const verb of jobVerbs)
    await runTask('jobs.act', { team, id, user: 'U2', verb, eventId: verb, arg: '1', channel: 'C1' })
  await runTask('jobs.admit', { team, id, attempt: 1 })
  await runTask('jobs.create', { team, id, attempt: 1 })
  await runTask('jobs.watch', { team, id, beat: 1 })
  await runTask('jobs.native', { team, id, beat: 1 })
  await runTask('jobs.native_clear', { team, id, at: 0 })
  await runTask('jobs.adopt', { team, id, user: 'U2', eventId: 'V1', remoteId: 'job_2' })
  await runTask('jobs.follow', { team, id, n: 1, attempt: 1 })
  expect(await store.get(id)).toEqual(laterJob)
  expect((await store.followUps(id).get(followUpId(1)))?.value).toEqual(followUp)
})

test('a verb of a later version changes nothing', async () => {
  const { services, runTask } = await openJobSlice()
  const store = services.jobs.store
  const job = await store.add(jobRecord(), { instruction: 'Explain it', quotes: [] })
  await runTask('jobs.act', { team, id, user: 'U1', verb: LATER, eventId: 'E1', channel: 'C1' })
  expect(await store.get(id)).toEqual(job)
})

test('a follow-up in a state of a later version is left alone', async () => {
  const { services, runTask } = await openJobSlice()
  const store = services.jobs.store
  const job = await store.add(jobRecord({ remoteId: 'job_1' }), { instruction: 'Explain it', quotes: [] })
  await store.followUps(id).put(followUpId(1), laterFollowUp, 0)
  await runTask('jobs.follow', { team, id, n: 1, attempt: 1 })
  expect(await store.get(id)).toEqual(job)
  expect((await store.followUps(id).get(followUpId(1)))?.value).toEqual(laterFollowUp)
  expect(renderFollowUpReply(english, job, laterFollowUp, {}).blocks.some(({ type }) => type === 'actions')).toBe(false)
})
