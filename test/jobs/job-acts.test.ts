import { expect, test } from 'vitest'
import type { AccessPolicy } from '../../src/access/access-policy.ts'
import type { Json } from '../../src/core/json.ts'
import { findJobForForm, findSubmissionProblem } from '../../src/jobs/access/authorize-requester.ts'
import { jobActionList } from '../../src/jobs/model/allowed-actions.ts'
import { type FollowUp, followUpId } from '../../src/jobs/model/follow-up.ts'
import { resolveNeed } from '../../src/jobs/model/job-action.ts'
import { projectKey } from '../../src/jobs/model/job-ids.ts'
import type { Job } from '../../src/jobs/model/job.ts'
import { allowEverything } from '../support/allow-everything.ts'
import { openJobSlice } from '../support/job-services.ts'
import { english, jobRecord } from './job-record.ts'

const PROJECT = 'acme docs'
const PROMPT = 'Explain the merger'
/** The person who acts is not the requester. */
const USER = 'U7'
const working = { state: 'working', remoteId: 'r1' } as const

const nobody = {
  ...allowEverything,
  decide: () => Promise.resolve({ isAllowed: false, subjects: ['admins' as const] }),
}

interface Case {
  job: Partial<Job>
  arg?: string
  /** The project picked in the form. */
  project?: string
  /** Whether a text is sent. */
  hasText?: boolean
}

/** Each verb of a task that records its effect, with a job that it changes. */
const CASES: Record<string, Case> = {
  undo: { job: { state: 'held', heldUntil: 1 } },
  cancel: { job: { state: 'waiting' } },
  drop: { job: { state: 'asking' } },
  anyway: { job: { state: 'asking' }, hasText: true },
  retry: { job: { state: 'failed', remoteId: 'r1' }, hasText: true },
  edit: { job: { state: 'failed', remoteId: 'r1' }, arg: PROMPT, hasText: true },
  put_back: { job: { state: 'paused', pausedBy: USER }, arg: PROMPT },
  pick: { job: { state: 'picking', project: '' }, arg: projectKey(PROJECT), hasText: true },
  watch: { job: { state: 'unwatched', remoteId: 'r1' } },
  check: { job: working },
  unwatch: { job: working },
  hand: { job: working, arg: 'U5' },
  post_here: { job: { ...working, lost: 'message_not_found' } },
  show_direct: { job: { ...working, lost: 'message_not_found', requester: USER } },
}

/** The permission that a verb needs for this job. */
const findNeed = (verb: string, job: Job) =>
  resolveNeed(jobActionList.find(([, { task }]) => task === verb)?.[1].needs ?? 'read', job)

const steps = Object.entries(CASES)

async function openCase(verb: string, { job: more, arg, project }: Case, access = allowEverything) {
  const slice = await openJobSlice({ access })
  const job = jobRecord({ project: PROJECT, ...more })
  const { team, id } = job
  await slice.services.jobs.store.add(job, { instruction: PROMPT, quotes: [] })
  const act = (eventId: string): Promise<unknown> => {
    const where = { channel: 'C1', threadTs: '1.2' }
    const data: Json = {
      team,
      id,
      user: USER,
      verb,
      eventId,
      ...where,
      ...(arg && { arg }),
      ...(project && { project }),
    }
    return slice.runTask('jobs.act', data)
  }
  return {
    job,
    act,
    sent: slice.sent,
    audit: () => slice.services.audit.list(team, {}),
    read: () => slice.services.jobs.store.get(id),
  }
}

test.each(steps)(
  '%s leaves one record, however often its task runs, and a late click leaves none',
  async (verb, one) => {
    const { job, act, audit } = await openCase(verb, one)
    await act('e1')
    await act('e1')
    if (verb !== 'hand') await act('e2').catch(() => undefined)
    const { records } = await audit()
    const needs = findNeed(verb, job)
    const late = records.filter(({ opId }) => opId.endsWith(':e2'))
    expect(records.filter(({ opId }) => !opId.endsWith(':e2'))).toEqual([
      expect.objectContaining({
        user: USER,
        action: needs,
        verb,
        outcome: 'done',
        object: expect.objectContaining({ kind: 'job', id: job.id }),
        location: { channel: 'C1', ts: '1.2' },
      }),
    ])
    // Each check and each closed form counts.
    expect(late).toHaveLength(['check', 'put_back'].includes(verb) ? 1 : 0)
    expect(records[0]?.hash !== undefined).toBe(one.hasText ?? false)
    expect(JSON.stringify(records)).not.toContain('merger')
  },
)

test.each(steps)('%s by a person without permission changes nothing, and leaves one record', async (verb, one) => {
  const { act, audit, read } = await openCase(verb, one, nobody)
  const before = await read()
  await act('e1')
  await act('e1')
  expect(await read()).toEqual(before)
  expect((await audit()).records).toEqual([expect.objectContaining({ user: USER, verb, outcome: 'refused' })])
})

test.each([
  ['its requester', undefined, { user: 'U1', action: 'jobs.start' }],
  ['a colleague who pressed Try again', { user: USER, needs: 'jobs.steer' }, { user: USER, action: 'jobs.steer' }],
] as const)('a job that %s may no longer start is not sent, and leaves one record', async (_who, startedBy, asked) => {
  const { services, runTask } = await openJobSlice({ access: nobody })
  const job = jobRecord({ project: PROJECT, requester: 'U1', state: 'creating', ...(startedBy && { startedBy }) })
  const { team, id, attempt } = job
  await services.jobs.store.add(job, { instruction: PROMPT, quotes: [] })
  for (let run = 0; run < 2; run++) await runTask('jobs.create', { team, id, attempt })
  const now = await services.jobs.store.get(id)
  expect(now).toMatchObject({ state: 'refused', trouble: { code: 'not_allowed' } })
  expect(now?.attempted).toBeUndefined()
  const { records } = await services.audit.list(team, {})
  expect(records).toEqual([expect.objectContaining({ ...asked, verb: 'start', outcome: 'refused' })])
})

test.each(['retry', 'anyway', 'pick', 'edit'])(
  '%s starts the job in the name of the person who clicked',
  async (verb) => {
    const one = CASES[verb]
    if (!one) throw new Error(`no case ${verb}`)
    const { job, act, read } = await openCase(verb, one)
    await act('e1')
    const needs = findNeed(verb, job)
    expect((await read())?.startedBy).toEqual({ user: USER, needs })
  },
)

test.each(['retry', 'edit'])('%s of a job that the agent never had needs permission to start jobs', async (verb) => {
  const access: AccessPolicy = {
    ...nobody,
    decide: ({ action }) => Promise.resolve({ isAllowed: action === 'jobs.steer', subjects: ['admins'] }),
  }
  const job = { state: 'refused', trouble: { code: 'not_allowed', reference: 'r' } } as const
  const { act, read, audit } = await openCase(verb, { job, arg: 'Another text' }, access)
  const before = await read()
  await act('e1')
  expect(await read()).toEqual(before)
  expect((await audit()).records).toEqual([expect.objectContaining({ action: 'jobs.start', verb, outcome: 'refused' })])
})

test('a job that was found, and had ended when the task was repeated after a crash, leaves its record', async () => {
  const { services, runTask } = await openJobSlice()
  const job = jobRecord({ ...working, project: PROJECT, state: 'finished' })
  const { team, id } = job
  const store = services.jobs.store
  await store.add({ ...job, decisions: [`jobs.adopt:${id}:e1:r1`] }, { instruction: PROMPT, quotes: [] })
  await runTask('jobs.adopt', { team, id, user: USER, eventId: 'e1', remoteId: 'r1' })
  const { records } = await services.audit.list(team, {})
  expect(records).toEqual([expect.objectContaining({ user: USER, verb: 'found', outcome: 'done' })])
})

test('a click of a person who may not use Bellhop puts no text of their client into the audit', async () => {
  const { services, runTask } = await openJobSlice({ access: { ...nobody, mayUse: () => Promise.resolve(false) } })
  const data = { team: 'T1', id: 'Call me: +1 555 0100', user: USER, verb: 'stop', eventId: 'e1' }
  await runTask('jobs.act', data)
  const { records } = await services.audit.list('T1', {})
  expect(records).toEqual([
    expect.objectContaining({ user: USER, verb: 'stop', object: { kind: 'job', id: 'unknown' } }),
  ])
})

test.each([
  ['tell', working],
  ['untell', working],
  ['tell_admins', { state: 'refused' } as const],
])('%s only needs permission to read the job, and is no act', async (verb, job) => {
  const { act, audit } = await openCase(verb, { job }, nobody)
  await act('e1')
  expect((await audit()).records).toEqual([])
})

test('a job that the person may not read is refused like an unknown one, and recorded', async () => {
  const access = { ...allowEverything, filterReaders: () => Promise.resolve([]) }
  const { act, audit, read } = await openCase('stop', { job: working }, access)
  const before = await read()
  await act('e1')
  expect(await read()).toEqual(before)
  expect((await audit()).records).toEqual([
    expect.objectContaining({ action: 'jobs.steer', verb: 'stop', outcome: 'refused' }),
  ])
})

test.each([
  ['anyway', 'jobs.start', 'picking'],
  ['drop', 'jobs.steer', 'dropped'],
] as const)('%s of a job without a project needs permission in any project', async (verb, needs, state) => {
  const access: AccessPolicy = {
    ...nobody,
    decide: ({ action, project }) =>
      Promise.resolve({ isAllowed: action === needs && project === 'guides', subjects: ['admins'] }),
  }
  const { services, runTask } = await openJobSlice({ access, projects: [PROJECT, 'guides'] })
  const job = jobRecord({ project: '', state: 'asking' })
  await services.jobs.store.add(job, { instruction: PROMPT, quotes: [] })
  await runTask('jobs.act', { team: job.team, id: job.id, user: USER, verb, eventId: 'e1' })
  expect(await services.jobs.store.get(job.id)).toMatchObject({ state })
})

test.each(['say', 'edit'])('a refused %s returns the text of its closed form', async (verb) => {
  const { act, sent } = await openCase(verb, { job: { state: 'failed' }, arg: PROMPT }, nobody)
  await act('e1')
  expect(JSON.stringify(sent)).toContain(PROMPT)
})

test('an edit refused for its new project returns the text', async () => {
  const access: AccessPolicy = {
    ...allowEverything,
    decide: ({ action }) => Promise.resolve({ isAllowed: action === 'jobs.steer', subjects: ['admins'] }),
  }
  const { act, sent } = await openCase('edit', { job: { state: 'failed' }, arg: PROMPT, project: 'guides' }, access)
  await act('e1')
  expect(JSON.stringify(sent)).toContain(PROMPT)
})

test.each([
  ['command', true],
  ['form', true],
  ['mention', false],
])('a refused start by %s returns the text, unless it is in a message: %s', async (door, isKept) => {
  const { runTask, sent } = await openJobSlice({ access: nobody })
  const request = { team: 'T1', user: USER, channel: 'C1', eventId: 'e1', at: 1, door, text: PROMPT, isRaw: false }
  await runTask('jobs.start', request)
  expect(JSON.stringify(sent).includes(PROMPT)).toBe(isKept)
})

/** A working job with a follow-up of one person, and the task that sends it. */
async function openFollowUp(access: AccessPolicy, more: Partial<FollowUp>) {
  const { services, runTask, sent } = await openJobSlice({ access })
  const job = jobRecord({ ...working, project: PROJECT, followUps: 1 })
  const { team, id } = job
  const store = services.jobs.store
  await store.add(job, { instruction: 'x', quotes: [] })
  const waiting: FollowUp = {
    n: 1,
    text: PROMPT,
    users: [USER],
    sources: ['s'],
    texts: [PROMPT],
    verb: 'follow_up',
    state: 'waiting',
    attempt: 1,
    at: 1,
  }
  await store.followUps(id).update(followUpId(1), () => ({ ...waiting, ...more }))
  return { sent, send: () => runTask('jobs.follow', { team, id, n: 1, attempt: 1 }) }
}

test.each([
  ['from a form', true, 2],
  ['from the thread', false, 1],
])(
  'a follow-up %s that waited and is refused is offered to the others, and a form returns its text',
  async (_, isForm, times) => {
    const { send, sent } = await openFollowUp(nobody, { isForm })
    await send()
    expect(sent.filter((message) => JSON.stringify(message).includes(PROMPT))).toHaveLength(times)
  },
)

test('a follow-up found refused after a crash returns its text, even if its writer may send it by now', async () => {
  const refused = { state: 'refused', code: 'not_allowed', isForm: true } as const
  const { send, sent } = await openFollowUp(allowEverything, refused)
  await send()
  expect(JSON.stringify(sent)).toContain(PROMPT)
})

test('a form about a job that the person may not read is refused like one about an unknown job, and recorded', async () => {
  const { services } = await openJobSlice({ access: { ...allowEverything, filterReaders: () => Promise.resolve([]) } })
  const job = jobRecord(working)
  const { team, id } = job
  await services.jobs.store.add(job, { instruction: PROMPT, quotes: [] })
  const message = { channel: 'C2', ts: '1.2' }
  const click = { team, user: USER, eventId: 'e1', triggerId: 't', actionId: 'a', blockId: 'b', value: id, message }
  const wanted = { verb: 'hand', needs: 'jobs.steer' as const }
  expect(await findJobForForm(services, click, id, wanted)).toBe(undefined)
  const requester = { team, user: USER, channel: 'C2', opId: 'f1' }
  expect(await findSubmissionProblem(services, requester, job, wanted)).toBe(english.noJob)
  const { records } = await services.audit.list(team, {})
  expect(new Set(records.map(({ opId }) => opId))).toEqual(new Set(['refused:jobs.open:hand:e1', 'refused:f1']))
  expect(records).toHaveLength(2)
  for (const record of records) expect(record).toMatchObject({ verb: 'hand', outcome: 'refused' })
})

test('every other verb becomes a follow-up, shares the card or only needs permission to read the job', () => {
  const verbs = jobActionList.flatMap(([, { task }]) => task ?? [])
  const elsewhere = [
    'tell',
    'untell',
    'tell_admins',
    'mirror',
    'say',
    'stop',
    'send_reply',
    'send_again',
    'instead',
    'drop_follow_up',
  ]
  expect(new Set([...Object.keys(CASES), ...elsewhere])).toEqual(new Set(verbs))
})
