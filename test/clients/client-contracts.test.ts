import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAgentClient } from '../../src/clients/agent-client.ts'
import { parseMailEvent } from '../../src/clients/mailbox/event-schemas.ts'
import { createMailboxClient } from '../../src/clients/mailbox/mailbox-client.ts'
import { explainError } from '../../src/clients/mailbox/explain-error.ts'
import { UpstreamError } from '../../src/core/errors.ts'
import { createLogger } from '../../src/core/log.ts'
import { startSimulators } from '../support/simulators.ts'
import { clearedBody } from '../support/cleared-body.ts'

/** The app's own clients against simulators that share no line with them. */
let simulators: Awaited<ReturnType<typeof startSimulators>>
beforeAll(async () => {
  simulators = await startSimulators()
})
afterAll(() => simulators.close())

const log = createLogger({ level: 'silent' })
const mail = (apiKey = simulators.sandbox.env['MAIL_API_KEY'] ?? '') =>
  createMailboxClient({ baseUrl: simulators.sandbox.mailApi, apiKey, log })
const docs = () => createAgentClient({ baseUrl: simulators.sandbox.agentApi, log })
const project = () => ({
  projectId: simulators.sandbox.env['AGENT_PROJECT_ID'] ?? '',
  apiKey: simulators.sandbox.env['AGENT_API_KEY'] ?? '',
})
const inboxId = () => simulators.sandbox.env['SANDBOX_INBOX'] ?? ''

async function findFailure(asked: Promise<unknown>): Promise<UpstreamError> {
  const error: unknown = await asked.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof UpstreamError)) throw new Error(`no upstream error but ${String(error)}`)
  return error
}

async function receiveMail(more: object = {}) {
  const { body } = await simulators.control('/mail/inbound', {
    inbox_id: inboxId(),
    from: 'Ana <ana@customer.test>',
    subject: 'Invoice',
    text: 'Hello',
    ...more,
  })
  return { inboxId: inboxId(), messageId: body.message_id, threadId: body.thread_id }
}

test('a job is created, followed up and read', async () => {
  const job = await docs().createJob({ ...project(), prompt: 'Explain retries' })
  expect(job).toMatchObject({ status: 'active', id: expect.any(String) })
  await docs().sendFollowUp({ ...project(), id: job.id, prompt: 'Shorter' })
  const read = await docs().getJob({ ...project(), id: job.id })
  expect(read).toMatchObject({ id: job.id, source: { repository: expect.stringContaining('https://') } })
  const unknown = await findFailure(docs().getJob({ ...project(), id: 'nope' }))
  expect(unknown.details).toMatchObject({ code: 'not_found', outcome: 'refused' })
  const locked = await findFailure(docs().createJob({ ...project(), apiKey: 'nope', prompt: 'x' }))
  expect(locked.details).toMatchObject({ code: 'unauthorized', outcome: 'refused' })
})

test('webhooks can be created, read, changed and deleted', async () => {
  const { webhooks } = mail()
  const wanted = {
    url: 'https://hooks.example.test/mail',
    event_types: ['message.received', 'message.bounced'],
    client_id: 'bellhop-hook-test-1',
    headers: { 'x-one': '1' },
  }
  const made = await webhooks.create(wanted)
  expect(made).toMatchObject({ url: wanted.url, enabled: true, client_id: wanted.client_id })
  expect(made.secret).toMatch(/^whsec_/)
  expect((await webhooks.create({ ...wanted, url: 'https://else.example.test' })).webhook_id).toBe(made.webhook_id)
  expect((await webhooks.get(made.webhook_id)).secret).toBe(made.secret)
  await webhooks.update(made.webhook_id, { event_types: ['message.sent'] })
  await webhooks.updateHeaders(made.webhook_id, { set: { 'x-two': '2' }, remove: ['x-one'] })
  expect(await webhooks.headerNames(made.webhook_id)).toEqual(['x-two'])
  const listed = (await webhooks.all()).find(({ webhook_id }) => webhook_id === made.webhook_id)
  expect(listed).toMatchObject({ event_types: ['message.sent'], secret: undefined })
  expect(await webhooks.delete(made.webhook_id)).toBe(true)
  expect(await webhooks.delete(made.webhook_id)).toBe(false)
  const scoped = await webhooks.create({ url: wanted.url, event_types: ['message.sent'] }, { inboxId: inboxId() })
  expect((await webhooks.all({ inboxId: inboxId() })).map(({ webhook_id }) => webhook_id)).toEqual([scoped.webhook_id])
  const refused = await findFailure(webhooks.create({ url: 'http://plain.test', event_types: ['message.sent'] }))
  expect(refused.details).toMatchObject({ code: 'validation_error', errors: [{ path: 'url' }] })
})

test('a mail is read, answered once under its key, and counted', async () => {
  const at = await receiveMail({ attachments: [{ filename: 'a.txt', content_type: 'text/plain', content: 'YWJj' }] })
  const message = await mail().message(at)
  expect(message).toMatchObject({ message_id: at.messageId, subject: 'Invoice' })
  const reply = { ...at, body: clearedBody({ text: 'On its way', reply_all: true }), idempotencyKey: 'reply-1' }
  const sent = await mail().reply(reply)
  expect(sent.thread_id).toBe(at.threadId)
  expect(await mail().reply({ ...reply, identical: true })).toEqual(sent)
  const clash = await findFailure(mail().reply({ ...reply, body: clearedBody({ text: 'Something else' }) }))
  expect(clash.details).toMatchObject({ code: 'conflict', outcome: 'refused' })
  const metrics = await mail().metrics({ startAt: Date.now() - 3_600_000, endAt: Date.now() + 60_000 })
  expect(metrics.sent.length + metrics.received.length).toBeGreaterThan(1)
})

test('an attachment has an address for people to open', async () => {
  const at = await receiveMail({ attachments: [{ filename: 'a.txt', content_type: 'text/plain', content: 'YWJj' }] })
  const [entry] = (await mail().message(at)).attachments
  const found = await mail().attachment({ ...at, attachmentId: entry?.attachment_id ?? '' })
  expect(await (await fetch(found?.download_url ?? '')).text()).toBe('abc')
})

test('inboxes are created once, listed and read', async () => {
  const made = await mail().inboxes.create({ username: 'sales', client_id: 'inbox-test-1' })
  expect(await mail().inboxes.create({ username: 'other', client_id: 'inbox-test-1' })).toEqual(made)
  expect((await mail().inboxes.all())?.map(({ inbox_id }) => inbox_id)).toContain(made.inbox_id)
  expect(await mail().inboxes.get(made.inbox_id)).toMatchObject({ inbox_id: made.inbox_id })
  expect(await mail().inboxes.get('nobody@nowhere.test')).toBeUndefined()
  const { threadId } = await receiveMail()
  expect(await mail().thread({ inboxId: inboxId(), threadId })).toMatchObject({ thread_id: threadId })
})

test('a wrong key and a wrong address are different errors', async () => {
  const key = await findFailure(mail('am_wrong').webhooks.all())
  expect([key.details.status, explainError(key).resolvedBy]).toEqual([401, 'admin'])
  const astray = createMailboxClient({
    baseUrl: `${simulators.sandbox.mailApi}/elsewhere`,
    apiKey: simulators.sandbox.env['MAIL_API_KEY'] ?? '',
    log,
  })
  const address = await findFailure(astray.webhooks.all())
  expect(address.details.code).toBe('route_not_found')
})

test.each([
  [{ mode: 'status', status: 500 }, 'internal_error', 'not_sent'],
  [{ mode: 'status', status: 429, retryAfterS: 9 }, 'rate_limit_exceeded', 'not_sent'],
  [{ mode: 'truncate' }, 'broken', 'not_sent'],
  [{ mode: 'reset' }, 'broken', 'not_sent'],
  [{ mode: 'accept-then-drop' }, 'broken', 'not_sent'],
])('under the fault %j a reply with a key may be repeated', async (fault, code, outcome) => {
  const at = await receiveMail()
  await simulators.control('/faults', { target: 'mail', match: '/reply', times: 1, ...fault })
  const reply = { ...at, body: clearedBody({ text: 'Hi' }), idempotencyKey: `weather-${fault.mode}-${code}` }
  expect((await findFailure(mail().reply(reply))).details).toMatchObject({ code, outcome })
  expect((await mail().reply({ ...reply, identical: true })).thread_id).toBe(at.threadId)
})

test('a delivery of the mailbox parses as an event', async () => {
  const at = await receiveMail()
  const message = await mail().message(at)
  const event = parseMailEvent({ type: 'event', event_type: 'message.received', event_id: 'e', message })
  expect(event?.message?.message_id).toBe(at.messageId)
})
