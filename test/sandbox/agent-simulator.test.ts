import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSimulators, until } from '../support/simulators.ts'

let simulators: Awaited<ReturnType<typeof startSimulators>>
let jobs: string
beforeEach(async () => {
  simulators = await startSimulators()
  jobs = `/v2/agent/${simulators.sandbox.env['AGENT_PROJECT_ID']}/job`
})
afterEach(() => simulators.close())

test('a job has every documented field and is read back unchanged', async () => {
  const made = await simulators.agent('POST', jobs, { prompt: 'Explain retries' })
  expect(made.status).toBe(201)
  expect(Object.keys(made.body).toSorted()).toEqual(
    ['archivedAt', 'createdAt', 'id', 'model', 'prLink', 'source', 'status'].toSorted(),
  )
  expect(made.body).toMatchObject({
    status: 'active',
    prLink: null,
    archivedAt: null,
    source: { ref: 'agent/explain-retries' },
  })
  const read = await simulators.agent('GET', `${jobs}/${made.body.id}`)
  expect([read.status, read.body]).toEqual([200, made.body])
})

test('a job ends as the script says, and a follow-up makes it active and runs the script again', async () => {
  await simulators.control('/agent/script', { outcome: 'completed', afterMs: 100 })
  const { id } = (await simulators.agent('POST', jobs, { prompt: 'One' })).body
  const status = async () => (await simulators.agent('GET', `${jobs}/${id}`)).body
  const done = await until(async () => (await status())['status'] === 'completed' && status())
  expect(done['prLink']).toMatch(/^https:\/\/.+\/pull\/\d+$/)
  await simulators.control('/agent/script', { outcome: 'nothing-changed', afterMs: 300 })
  const followed = await simulators.agent('POST', `${jobs}/${id}/message`, { prompt: 'And two' })
  expect([followed.status, followed.body['status'], followed.body['prLink']]).toEqual([200, 'active', null])
  await until(async () => (await status())['status'] === 'completed')
  expect((await status())['prLink']).toBeNull()
  expect((await simulators.control('/agent/jobs')).body).toMatchObject([
    { id, prompt: 'One', projectId: simulators.sandbox.env['AGENT_PROJECT_ID'], followUps: [{ prompt: 'And two' }] },
  ])
})

test.each([
  ['failed', 'failed'],
  ['archived', 'archived'],
])('the outcome %s ends a job', async (outcome, status) => {
  await simulators.control('/agent/script', { outcome, afterMs: 0 })
  const { id } = (await simulators.agent('POST', jobs, { prompt: 'x' })).body
  const job = await until(async () => {
    const { body } = await simulators.agent('GET', `${jobs}/${id}`)
    return body['status'] === status && body
  })
  expect(typeof job['archivedAt']).toBe(status === 'archived' ? 'string' : 'object')
})

test('a job that is moved by hand is no longer moved by the script', async () => {
  await simulators.control('/agent/script', { outcome: 'failed', afterMs: 200 })
  const { id } = (await simulators.agent('POST', jobs, { prompt: 'x' })).body
  const prLink = 'https://git.example.test/acme/docs/pull/7'
  await simulators.control(`/agent/jobs/${id}`, { status: 'completed', prLink, ref: null, model: 'm2' })
  await new Promise((wake) => setTimeout(wake, 300))
  expect((await simulators.agent('GET', `${jobs}/${id}`)).body).toMatchObject({
    status: 'completed',
    prLink,
    model: 'm2',
    source: { ref: null },
  })
})

test.each(['slow', 'failing', 'pull-request', 'nothing-changed', 'archived'])(
  'the story %s ends on a faster clock',
  async (story) => {
    await simulators.control('/agent/script', { story })
    await simulators.control('/clock', { scale: 10_000 })
    const { id } = (await simulators.agent('POST', jobs, { prompt: 'x' })).body
    const ends = { failing: 'failed', archived: 'archived' }[story] ?? 'completed'
    await until(async () => (await simulators.agent('GET', `${jobs}/${id}`)).body['status'] === ends)
  },
)

test('every refusal is an object with one field, error', async () => {
  const other = (await simulators.control('/agent/keys', { projectId: 'prj_sandboxguides' })).body.key
  const reader = (await simulators.control('/agent/keys', { admin: false })).body.key
  const answers = [
    await simulators.agent('POST', jobs, {}),
    await simulators.agent('POST', jobs, { prompt: '' }),
    await simulators.agent('POST', jobs, 'not json'),
    await simulators.agent('GET', jobs.replace('/job', '/job/none')),
    await simulators.agent('POST', `${jobs}/none/message`, { prompt: 'x' }),
    await simulators.agent('POST', '/v2/agent/prj_none/job', { prompt: 'x' }),
    await simulators.agent('POST', jobs, { prompt: 'x' }, 'wrong'),
    await simulators.agent('POST', jobs, { prompt: 'x' }, reader),
    await simulators.agent('POST', jobs, { prompt: 'x' }, other),
    await simulators.agent('DELETE', `${jobs}/none`),
  ]
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 404, 404, 404, 401, 403, 403, 404])
  for (const { body } of answers) expect([Object.keys(body), typeof body['error']]).toEqual([['error'], 'string'])
})

test('the 101st create within an hour is refused with Retry-After, and follow-ups and projects are counted separately', async () => {
  const first = await simulators.agent('POST', jobs, { prompt: 'x' })
  await Promise.all(Array.from({ length: 99 }, () => simulators.agent('POST', jobs, { prompt: 'x' })))
  const limited = await simulators.agent('POST', jobs, { prompt: 'x' })
  expect([limited.status, Object.keys(limited.body)]).toEqual([429, ['error']])
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(3500)
  expect((await simulators.agent('POST', `${jobs}/${first.body.id}/message`, { prompt: 'y' })).status).toBe(200)
  expect((await simulators.agent('POST', '/v2/agent/prj_sandboxguides/job', { prompt: 'x' })).status).toBe(201)
  await simulators.control('/clock', { scale: 3600 })
  expect(
    Number((await simulators.agent('POST', jobs, { prompt: 'x' })).headers.get('retry-after')),
  ).toBeLessThanOrEqual(1)
  await until(async () => (await simulators.agent('POST', jobs, { prompt: 'x' })).status === 201)
})

test('an injected failure uses the words of the agent', async () => {
  await simulators.control('/faults', {
    target: 'agent',
    match: 'POST',
    mode: 'status',
    status: 503,
    error: 'overloaded',
    times: 1,
  })
  const answer = await simulators.agent('POST', jobs, { prompt: 'x' })
  expect([answer.status, answer.body]).toEqual([503, { error: 'overloaded' }])
  expect((await simulators.agent('POST', jobs, { prompt: 'x' })).status).toBe(201)
})
