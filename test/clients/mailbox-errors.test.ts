import { describe, expect, test } from 'vitest'
import { mailboxCodes } from '../../src/clients/mailbox/error-codes.ts'
import { type MailboxClient, createMailboxClient } from '../../src/clients/mailbox/mailbox-client.ts'
import { explainError } from '../../src/clients/mailbox/explain-error.ts'
import { UpstreamError } from '../../src/core/errors.ts'
import { describeError } from '../../src/mail/cards/describe-problem.ts'
import { mailTextIn } from '../../src/mail/text/mail-text.ts'
import { type FakeAnswer, startFakeUpstream } from '../support/fake-upstream.ts'
import { clearedBody } from '../support/cleared-body.ts'

/** The English explanation of an error, with its parts. */
function explainInEnglish(error: UpstreamError) {
  const explanation = explainError(error)
  return { ...explanation, text: describeError(mailTextIn('en'), explanation) }
}

/** The Codes table of the mailbox's document. */
const documented: [code: string, status: number][] = [
  ['missing_authorization', 401],
  ['invalid_token_type', 401],
  ['unknown_api_key', 401],
  ['unauthorized', 401],
  ['missing_permission', 403],
  ['permission_escalation', 403],
  ['unrestricted_key_required', 403],
  ['forbidden', 403],
  ['already_exists', 403],
  ['resource_taken', 403],
  ['limit_exceeded', 403],
  ['domain_not_verified', 403],
  ['message_rejected', 403],
  ['account_suspended', 403],
  ['validation_error', 400],
  ['query_range_too_wide', 400],
  ['not_found', 404],
  ['conflict', 409],
  ['race_condition', 409],
  ['resource_deleting', 409],
  ['cannot_delete', 409],
  ['unprocessable', 422],
  ['rate_limit_exceeded', 429],
  ['internal_error', 500],
  ['service_unavailable', 503],
]
const retried = new Set(['race_condition', 'rate_limit_exceeded', 'internal_error', 'service_unavailable'])

async function findFailure(given: FakeAnswer, call: (client: MailboxClient) => Promise<unknown>) {
  await using service = await startFakeUpstream(() => given)
  const deadlineMs = given === 'silence' ? 1_000 : 20_000
  const client = createMailboxClient({
    baseUrl: `${service.url}/mail`,
    apiKey: 'secret-key',
    log: service.log,
    deadlineMs,
  })
  const error: unknown = await call(client).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof UpstreamError)) throw new Error(`no upstream error but ${String(error)}`)
  return { error, details: error.details, asked: service.asked, lines: service.lines }
}

const at = { inboxId: 'support@acme.test', messageId: '<m1@acme.test>' }
const reply = { ...at, body: clearedBody({ text: 'the words of a person' }), idempotencyKey: 'key-1' }

test('knows exactly the error codes that are documented', () => {
  expect(Object.entries(mailboxCodes).map(([code, { status }]) => [code, status])).toEqual(documented)
})

describe.each(documented)('%s', (code, status) => {
  const json = { code, name: 'N', message: 'M', fix: 'Do this', docs: 'https://docs.test/errors#x' }

  test('is mapped by its code, with its advice', async () => {
    const { details } = await findFailure({ status, json }, (client) => client.message(at))
    expect(details).toMatchObject({
      service: 'mailbox',
      code,
      status,
      fix: 'Do this',
      docs: json.docs,
      serviceMessage: 'M',
    })
    expect(details.outcome).toBe(retried.has(code) ? 'not_sent' : 'refused')
    expect(details).not.toHaveProperty('isCodeDerived')
  })

  test('is repeated on a send as documented', async () => {
    const { details } = await findFailure({ status, json }, (client) => client.reply(reply))
    expect(details.outcome).toBe(retried.has(code) ? 'not_sent' : 'refused')
  })

  test('has its own text and names who has to act', async () => {
    const { error } = await findFailure({ status, json }, (client) => client.message(at))
    const explanation = { text: expect.stringMatching(/^[^{}]{8,}$/), resolvedBy: expect.any(String) }
    expect(explainInEnglish(error)).toMatchObject({ ...explanation, fix: 'Do this', docs: json.docs })
    // The same text is shown where nothing is retried.
    expect(explainInEnglish(error).text).not.toMatch(/Bellhop (?:keeps|waits|reads|repeats)/)
  })
})

test('a conflict is repeated only for the identical stored send', async () => {
  const given = { status: 409, json: { code: 'conflict' } }
  expect((await findFailure(given, (client) => client.reply(reply))).details.outcome).toBe('refused')
  const identical = await findFailure(given, (client) => client.reply({ ...reply, identical: true }))
  expect(identical.details).toMatchObject({ code: 'conflict', outcome: 'not_sent' })
})

test.each<[string, FakeAnswer, string]>([
  ['500', { status: 500 }, 'internal_error'],
  ['502', { status: 502, json: '<html>' }, 'service_unavailable'],
  ['503', { status: 503, json: { code: 'service_unavailable' } }, 'service_unavailable'],
  ['silence', 'silence', 'timeout'],
  ['a reset', 'reset', 'broken'],
  ['an unreadable answer', { json: { thread_id: 'thr_1' } }, 'bad_response'],
])('%s on a send is repeatable under a key, and unknown without', async (_, given, code) => {
  const keyed = await findFailure(given, (client) => client.reply(reply))
  expect(keyed.details).toMatchObject({ code, outcome: 'not_sent' })
  const { idempotencyKey: _key, ...bare } = reply
  const unkeyed = await findFailure(given, (client) => client.reply(bare))
  expect(unkeyed.details).toMatchObject({ code, outcome: 'unknown' })
})

test.each([
  [400, 'validation_error'],
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [409, 'conflict'],
  [422, 'unprocessable'],
  [429, 'rate_limit_exceeded'],
  [500, 'internal_error'],
  [503, 'service_unavailable'],
])('a %s without a code gets %s, marked as derived', async (status, code) => {
  const { details } = await findFailure({ status, json: { message: 'Forbidden' } }, (client) => client.message(at))
  expect(details).toMatchObject({ status, code, isCodeDerived: true })
})

test.each([undefined, 'not_found'])('"Route not found" (code %s) means a wrong address', async (code) => {
  const json = { code, name: 'NotFound', message: 'Route not found' }
  const { error, details } = await findFailure({ status: 404, json }, (client) => client.webhooks.all())
  expect(details).toMatchObject({ code: 'route_not_found', outcome: 'refused' })
  expect(explainInEnglish(error)).toMatchObject({ text: expect.stringContaining('MAIL_API_URL'), resolvedBy: 'admin' })
})

test.each<[string, FakeAnswer]>([
  ['a page with 401', { status: 401, json: '<html>' }],
  ['a page with 403', { status: 403, json: '<html>' }],
  ['a page with 404', { status: 404, json: '<html>' }],
  ['an empty 404', { status: 404 }],
  ['a cut-off 422', { status: 422, json: '{"code":"unprocess' }],
  ['a redirect to a login', { status: 302, headers: { location: '/login' } }],
  ['the refusal of another service', { status: 403, json: { error: 'denied' } }],
  ['a refusal of wrong types', { status: 400, json: { code: 7, name: [], message: {} } }],
  ['a page with 200', { json: '<html>' }],
  ['a success of wrong types', { json: { message_id: 7, thread_id: 7, text: [], html: 7 } }],
  ['a success that is a list', { json: [] }],
])('%s is an outage, not a refusal', async (_, given) => {
  const outage = { code: 'bad_response', outcome: 'not_sent' }
  expect((await findFailure(given, (client) => client.message(at))).details).toMatchObject(outage)
  expect((await findFailure(given, (client) => client.reply(reply))).details).toMatchObject(outage)
  const { idempotencyKey: _key, ...bare } = reply
  const unkeyed = await findFailure(given, (client) => client.reply(bare))
  expect(unkeyed.details).toMatchObject({ ...outage, outcome: 'unknown' })
  const attachment = { ...at, attachmentId: 'a1' }
  expect((await findFailure(given, (client) => client.attachment(attachment))).details).toMatchObject(outage)
})

test('only the mailbox can say that something does not exist', async () => {
  const thread = { inboxId: 'support@acme.test', threadId: 'thr_1' }
  const page = await findFailure({ status: 404, json: '<html>' }, (client) => client.thread(thread))
  expect(page.details).toMatchObject({ code: 'bad_response', outcome: 'not_sent' })
  await using service = await startFakeUpstream(() => ({ status: 404, json: { name: 'NotFound', message: 'None' } }))
  const client = createMailboxClient({ baseUrl: service.url, apiKey: 'secret-key', log: service.log })
  expect(await client.thread(thread)).toBeUndefined()
})

test('a page in place of an answer deletes nothing', async () => {
  const page = await findFailure({ json: '<html>' }, (client) => client.webhooks.delete('wh_1'))
  expect(page.details).toMatchObject({ code: 'bad_response', outcome: 'not_sent' })
})

test('an unknown code is classified by its status', async () => {
  const future = await findFailure({ status: 403, json: { code: 'moon_phase' } }, (client) => client.message(at))
  expect(future.details).toMatchObject({ code: 'moon_phase', outcome: 'refused' })
  expect(explainInEnglish(future.error).text).toContain('moon_phase')
})

describe('the text for people', () => {
  test.each<[string, object, Partial<ReturnType<typeof explainInEnglish>>]>([
    [
      'a missing permission is named',
      { code: 'missing_permission', message: 'label_spam_read is forbidden' },
      { text: 'The mailbox key lacks the permission label_spam_read.', resolvedBy: 'admin' },
    ],
    [
      'a missing permission that nobody names is still a sentence',
      { code: 'missing_permission', message: 'Forbidden' },
      { text: 'The mailbox key lacks a permission.' },
    ],
    [
      'a refusal does not say twice that nothing was sent',
      { code: 'domain_not_verified', message: 'Domain is not verified' },
      { text: expect.stringMatching(/^The sending domain isn’t verified\./) },
    ],
    [
      'a plan cap shows its limit and where to raise it',
      { code: 'limit_exceeded', resource: 'webhooks', limit: 50, upgrade_url: 'https://plans.test' },
      {
        text: 'The mailbox has reached its limit (50 webhooks). Remove one, or have the limit raised.',
        upgradeUrl: 'https://plans.test',
      },
    ],
    [
      'a taken name comes with up to three others',
      { code: 'resource_taken', suggestions: ['a', 'b', 'c', 'd'] },
      { suggestions: ['a', 'b', 'c'], resolvedBy: 'writer' },
    ],
    [
      'an address on the block list is named',
      {
        code: 'message_rejected',
        message: 'Recipient noor@northwind.test is blocked',
        fix: 'Remove it with DELETE /v0/pods/p_1/lists/send/block/noor%40northwind.test.',
      },
      { text: 'noor@northwind.test is on the mailbox’s block list.', resolvedBy: 'admin' },
    ],
    [
      'a refused send says why',
      { code: 'message_rejected', message: 'An attachment could not be read.', fix: 'Use a public link.' },
      { text: 'The mailbox refused to send this: An attachment could not be read.' },
    ],
    [
      'a suspension says why',
      { code: 'account_suspended', message: 'Message rejected', suspended_reason: 'bounce rate' },
      {
        text: 'The mailbox account is suspended (bounce rate). An admin needs to ask the mailbox’s support team to lift that.',
      },
    ],
    [
      'an invalid field is named',
      { code: 'validation_error', errors: [{ path: ['to', 0], message: 'is no address' }] },
      { text: 'The mailbox doesn’t accept this: To (is no address).' },
    ],
    [
      'an unverified organization says whose step is next',
      { code: 'forbidden', message: 'Organization is not verified' },
      { resolvedBy: 'admin', text: expect.stringContaining('Its owner needs to finish that first') },
    ],
    [
      'a link that is not https is not shown',
      { code: 'forbidden', docs: 'javascript:alert(1)' },
      { resolvedBy: 'admin' },
    ],
  ])('%s', async (_, json, expected) => {
    const { error } = await findFailure({ status: 403, json }, (client) => client.reply(reply))
    const explanation = explainInEnglish(error)
    expect(explanation).toMatchObject(expected)
    expect(JSON.stringify(explanation)).not.toContain('javascript')
  })
})

test('a failure is logged with its fix, and without keys or content', async () => {
  const json = { code: 'rate_limit_exceeded', message: 'the words of a person', fix: 'Wait' }
  const given = { status: 429, json, headers: { 'retry-after': '7' } }
  const { lines } = await findFailure(given, (client) => client.reply(reply))
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toMatch(/secret-key|words of a person/)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    route: 'POST /v0/inboxes/{inbox_id}/messages/{message_id}/reply',
    ids: { inbox_id: 'support@acme.test', message_id: expect.stringMatching(/^<\[address [0-9a-f]{8}\]>$/) },
    status: 429,
    code: 'rate_limit_exceeded',
    fix: 'Wait',
    retryAfterMs: 7000,
  })
})

test('an entry of a block list is not logged, neither as an id nor in the words of the mailbox', async () => {
  const fix = 'Call DELETE /v0/lists/send/block/one%40customer.test, or /v0/inboxes/i1/lists/send/block/customer.test.'
  const given = { status: 403, json: { code: 'message_rejected', fix } }
  const find = (client: MailboxClient) => client.sendBlocks.remove({ is: 'account' }, 'customer.test')
  const { lines, details } = await findFailure(given, find)
  expect(details.fix).toBe(fix)
  expect(lines.join('')).not.toContain('customer')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    route: 'DELETE /v0/lists/send/block/{entry}',
    fix: 'Call DELETE /v0/lists/send/block/…, or /v0/inboxes/i1/lists/send/block/…',
  })
})

test.each([
  ['missing_scope', 'admin'],
  ['token_revoked', 'admin'],
  ['http_503', 'service'],
  ['ratelimited', 'service'],
  ['UND_ERR_SOCKET', 'service'],
] as const)('a file that Slack refuses with %s is a matter for: %s', (code, resolvedBy) => {
  const error = new UpstreamError('', { service: 'slack', outcome: 'not_sent', code })
  expect(explainInEnglish(error)).toMatchObject({ resolvedBy })
})

test('each code has a sentence of its own', () => {
  const sentences = documented.map(([code]) => {
    const details = { service: 'mailbox', code, outcome: 'refused' } as const
    return explainInEnglish(new UpstreamError('', details)).text
  })
  // A failed and an unavailable service read the same.
  expect(new Set(sentences).size).toBe(documented.length - 1)
})
