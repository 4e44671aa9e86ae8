import { expect, onTestFinished, test } from 'vitest'
import { followUpActions } from '../../src/jobs/actions/follow-up-actions.ts'
import { renderFollowUpReply } from '../../src/jobs/follow-up/follow-up-message.ts'
import { addFollowUp } from '../../src/jobs/follow-up/keep-follow-up.ts'
import { type FollowUp, isFollowUpApplied, withFollowUpApplied } from '../../src/jobs/model/follow-up.ts'
import { startFakeUpstream } from '../support/fake-upstream.ts'
import { allowEverything } from '../support/allow-everything.ts'
import { openJobSlice } from '../support/job-services.ts'
import { english, jobRecord } from './job-record.ts'

const followUp = (n: number, attempt = 1): FollowUp => ({
  n,
  attempt,
  text: 'more',
  users: ['U1'],
  sources: [`${n}`],
  texts: ['more'],
  verb: 'follow_up',
  state: 'sent',
  at: 0,
})

test('each attempt counts once, in any order of arrival', () => {
  let now = jobRecord()
  for (const arrived of [followUp(2), followUp(1), followUp(1, 2)]) {
    expect(isFollowUpApplied(now, arrived)).toBe(false)
    now = { ...now, applied: withFollowUpApplied(now, arrived) }
    expect(isFollowUpApplied(now, arrived)).toBe(true)
  }
})

test('a follow-up to a dismissed job is called dismissed if the job may be running', () => {
  const refused: FollowUp = { ...followUp(1), state: 'refused', code: 'never' }
  const dropped = jobRecord({ state: 'dropped' })
  const unconfirmed = { ...dropped, trouble: { code: 'unknown', reference: '7F3A' } }
  const [never, dismissed] = [dropped, unconfirmed].map(
    (job) => renderFollowUpReply(english, job, refused, { code: 'never' }).text,
  )
  expect(never).toContain('never started')
  expect(dismissed).toContain('was dismissed, so this follow-up wasn’t sent')
})

test('gathered messages of two people become one follow-up, and an act of both', async () => {
  const agent = await startFakeUpstream(() => ({ json: { id: 'r1', status: 'active' } }))
  onTestFinished(() => agent.close())
  const { services, runTask } = await openJobSlice({ agentApi: agent.url })
  const job = jobRecord({ remoteId: 'r1' })
  const { team, id } = job
  const store = services.jobs.store
  await store.add(job, { instruction: 'Explain the merger', quotes: [] })
  for (const [user, text] of [
    ['U1', 'name the shareholders'],
    ['U2', 'and the date of the merger'],
  ] as const)
    await addFollowUp(services, (await store.get(id)) ?? job, { user, text, verb: 'follow_up', source: user })
  // The time to gather has passed.
  await runTask('jobs.follow', { team, id, n: 1, attempt: 1 })

  expect(agent.asked.map(({ body }) => body)).toEqual([
    { prompt: expect.stringMatching(/name the shareholders\s+and the date of the merger/) },
  ])
  const { records } = await services.audit.list(team, {})
  expect(new Set(records.map(({ user, verb, outcome }) => `${user} ${verb} ${outcome}`))).toEqual(
    new Set(['U1 follow_up done', 'U2 follow_up done']),
  )
  expect(records).toHaveLength(2)
  const [one, other] = records
  expect(one?.hash).toMatch(/./)
  expect(one?.hash).toBe(other?.hash)
  expect(one?.opId).not.toBe(other?.opId)
  expect(JSON.stringify(records)).not.toMatch(/merger|shareholders/)
})

test('an edited follow-up replaces the refused one once, with the quotes that its editor may read', async () => {
  const access = {
    ...allowEverything,
    mayRead: (_: string, __: string, channel: string) => Promise.resolve(channel !== 'C3'),
  }
  const { services } = await openJobSlice({ access })
  const job = jobRecord({ remoteId: 'r1', followUps: 1, unsent: [1] })
  const { team, id } = job
  const store = services.jobs.store
  await store.add(job, { instruction: 'Explain the merger', quotes: [] })
  const quote = { name: 'Tom', atMs: 0, text: 'three tries', channel: 'C2', by: 'U1' }
  const foreign = { ...quote, text: 'a secret', channel: 'C3', by: 'U2' }
  await store.followUps(id).update('000001', () => ({
    ...followUp(1),
    state: 'refused',
    code: 'validation_error',
    prompt: { instruction: 'more', quotes: [quote, foreign] },
  }))
  const edit = { team, id, user: 'U1', verb: 'say', eventId: 'V1', arg: 'less', edited: 1 } as const
  const read = async () => (await store.get(id)) ?? job
  // The task may run twice.
  expect(await followUpActions.say(services, await read(), edit)).toEqual({})
  expect(await followUpActions.say(services, await read(), edit)).toEqual({})
  const late = await followUpActions.say(services, await read(), { ...edit, user: 'U2', eventId: 'V2' })
  expect(late.refusal).toBeDefined()
  const { rows } = await store.followUps(id).list()
  expect(rows.map(({ value }) => value)).toMatchObject([
    { n: 2, text: 'less', state: 'waiting', sources: ['V1', '1'], prompt: { instruction: 'less', quotes: [quote] } },
    { n: 1, text: 'more', state: 'dropped', decided: 'V1' },
  ])
})
