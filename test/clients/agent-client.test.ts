import { describe, expect, test } from 'vitest'
import { createAgentClient } from '../../src/clients/agent-client.ts'
import { type FakeAnswer, startFakeUpstream } from '../support/fake-upstream.ts'

const project = { projectId: 'prj/1', apiKey: 'secret-key' }
const job = {
  id: 'job_1',
  status: 'active',
  source: { repository: 'https://git.test/acme/docs', ref: null },
  model: 'm-1',
  prLink: null,
  createdAt: '2026-11-20T10:00:00Z',
  archivedAt: null,
}

async function startAgentClient(given: FakeAnswer, deadlineMs = 20_000) {
  const service = await startFakeUpstream(() => given)
  return { service, client: createAgentClient({ baseUrl: `${service.url}/agent/`, log: service.log, deadlineMs }) }
}

test('sends only the key and the prompt to the three routes', async () => {
  const { service, client } = await startAgentClient({ status: 201, json: job })
  await using _ = service
  expect(await client.createJob({ ...project, prompt: 'Explain' })).toMatchObject({ id: 'job_1', status: 'active' })
  await client.sendFollowUp({ ...project, id: 'job_1', prompt: 'More' })
  await client.getJob({ ...project, id: 'job_1' })
  expect(service.asked.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
    { method: 'POST', path: '/agent/v2/agent/prj%2F1/job', body: { prompt: 'Explain' } },
    { method: 'POST', path: '/agent/v2/agent/prj%2F1/job/job_1/message', body: { prompt: 'More' } },
    { method: 'GET', path: '/agent/v2/agent/prj%2F1/job/job_1', body: undefined },
  ])
  expect(service.asked.every(({ headers }) => headers['authorization'] === 'Bearer secret-key')).toBe(true)
})

test('keeps unknown fields and states, and treats null and unexpected types as absent', async () => {
  const { service, client } = await startAgentClient({
    json: { id: 'job_1', status: 'paused', prLink: 3, source: 'x', extra: 1 },
  })
  await using _ = service
  const found = await client.getJob({ ...project, id: 'job_1' })
  expect(found).toMatchObject({ id: 'job_1', status: 'paused', extra: 1 })
  expect([found.prLink, found.source, found.model]).toEqual([undefined, undefined, undefined])
})

test.each([
  ['429', '2700', 0],
  ['429', '7200', 1],
  ['503', '2700', 1],
])('of a %s that asks for %s seconds, the admins are notified %i times', async (status, seconds, times) => {
  const given = { status: Number(status), json: { error: 'No' }, headers: { 'retry-after': seconds } }
  const service = await startFakeUpstream(() => given)
  await using _ = service
  const waits: number[] = []
  const onLongWait = (_service: string, askedMs: number) => void waits.push(askedMs)
  const client = createAgentClient({ baseUrl: `${service.url}/agent/`, log: service.log, onLongWait })
  await expect(client.createJob({ ...project, prompt: 'Explain' })).rejects.toThrow()
  expect(waits).toHaveLength(times)
})

const error = { error: 'No' }
describe.each([
  ['create and follow-up', ['createJob', 'sendFollowUp'], 'unknown'],
  ['get', ['getJob'], 'not_sent'],
] as const)('%s', (_, calls, silent) => {
  test.each<[string, FakeAnswer, string, string]>([
    ['429', { status: 429, json: error, headers: { 'retry-after': '60' } }, 'not_sent', 'rate_limit_exceeded'],
    ['400', { status: 400, json: error }, 'refused', 'validation_error'],
    ['401', { status: 401, json: error }, 'refused', 'unauthorized'],
    ['403', { status: 403, json: error }, 'refused', 'forbidden'],
    ['404', { status: 404, json: error }, 'refused', 'not_found'],
    ['418', { status: 418, json: error }, 'refused', 'bad_response'],
    ['an empty 403', { status: 403 }, silent, 'bad_response'],
    ['a 404 with a page', { status: 404, json: '<html>' }, silent, 'bad_response'],
    ['a 401 of another service', { status: 401, json: { detail: 'No' } }, silent, 'bad_response'],
    ['a refusal of wrong types', { status: 400, json: { error: 7 } }, silent, 'bad_response'],
    ['a 429 with a page', { status: 429, json: '<html>' }, 'not_sent', 'rate_limit_exceeded'],
    ['500', { status: 500, json: error }, silent, 'internal_error'],
    ['502', { status: 502, json: '<html>' }, silent, 'service_unavailable'],
    ['503 with Retry-After', { status: 503, headers: { 'retry-after': '1' } }, silent, 'service_unavailable'],
    ['a redirect', { status: 302, headers: { location: '/x' } }, silent, 'bad_response'],
    ['an unreadable success', { status: 201, json: '<html>' }, silent, 'bad_response'],
    ['a success of wrong types', { status: 201, json: { id: 7, status: ['active'] } }, silent, 'bad_response'],
    ['a success that is a list', { status: 201, json: [] }, silent, 'bad_response'],
    ['silence', 'silence', silent, 'timeout'],
    ['a reset', 'reset', silent, 'broken'],
  ])('%s', async (_name, given, outcome, code) => {
    const { service, client } = await startAgentClient(given, given === 'silence' ? 1_000 : 20_000)
    await using _service = service
    for (const call of calls) {
      const asked = client[call]({ ...project, id: 'job_1', prompt: 'the prompt' })
      await expect(asked).rejects.toMatchObject({ details: { service: 'agent', outcome, code } })
    }
    expect(service.asked).toHaveLength(calls.length)
    expect(service.lines).toHaveLength(calls.length)
    expect(service.lines.join()).not.toMatch(/secret-key|the prompt/)
  })
})

test('a create that is answered without an id has an unknown outcome', async () => {
  const { service, client } = await startAgentClient({ status: 201, json: { status: 'active' } })
  await using _ = service
  await expect(client.createJob({ ...project, prompt: 'x' })).rejects.toMatchObject({ details: { outcome: 'unknown' } })
})

test.each([{ id: 'job_2', status: 'completed' }, { status: 'ok' }, {}])(
  'an answer about something else is no answer: %j',
  async (json) => {
    const { service, client } = await startAgentClient({ json })
    await using _ = service
    await expect(client.getJob({ ...project, id: 'job_1' })).rejects.toMatchObject({
      details: { code: 'bad_response', outcome: 'not_sent' },
    })
    await expect(client.sendFollowUp({ ...project, id: 'job_1', prompt: 'x' })).rejects.toMatchObject({
      details: { code: 'bad_response', outcome: 'unknown' },
    })
  },
)

test('an error has the time to wait and the message of the service', async () => {
  const { service, client } = await startAgentClient({
    status: 429,
    json: { error: 'Slow down' },
    headers: { 'retry-after': '90' },
  })
  await using _ = service
  await expect(client.createJob({ ...project, prompt: 'x' })).rejects.toMatchObject({
    details: { retryAfterMs: 90_000, serviceMessage: 'Slow down', isCodeDerived: true },
  })
})

test('a refused connection counts as not sent', async () => {
  const { service, client } = await startAgentClient({})
  await service[Symbol.asyncDispose]()
  await expect(client.createJob({ ...project, prompt: 'x' })).rejects.toMatchObject({
    details: { outcome: 'not_sent', code: 'unreachable' },
  })
})

test.each(['', '  ', '.', '..'])('sends no request for the id "%s"', async (id) => {
  const { service, client } = await startAgentClient({ json: job })
  await using _ = service
  await expect(client.getJob({ ...project, id })).rejects.toMatchObject({ details: { code: 'invalid_id' } })
  await expect(client.createJob({ ...project, projectId: id, prompt: 'x' })).rejects.toThrow('no usable id')
  expect(service.asked).toEqual([])
})
