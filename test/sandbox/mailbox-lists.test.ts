import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSimulators, type Fields } from '../support/simulators.ts'

let simulators: Awaited<ReturnType<typeof startSimulators>>
let at: string
beforeEach(async () => {
  simulators = await startSimulators()
  at = `/v0/inboxes/${encodeURIComponent(simulators.sandbox.env['SANDBOX_INBOX'] ?? '')}`
})
afterEach(() => simulators.close())

const file = (filename: string) => ({ filename, content: Buffer.from(filename).toString('base64') })
const counted = async (path: string, query: Fields) =>
  (await simulators.mail('GET', `${path}?${new URLSearchParams(query as Record<string, string>).toString()}`)).body[
    'count'
  ]

test('lists are filtered by label, sender, recipient and subject, however a client writes several values', async () => {
  await simulators.receiveMail({ from: 'Ann <ann@a.test>', subject: 'Invoice 4711', to: ['desk@x.test'] })
  await simulators.receiveMail({ from: 'Bob <bob@b.test>', subject: 'Other' })
  const messages = `${at}/messages`
  for (const [query, count] of [
    [{ labels: '["received","unread"]' }, 2],
    [{ labels: 'received,sent' }, 0],
    [{ 'labels[0]': 'received' }, 2],
    [{ from: '["ANN"]' }, 1],
    [{ to: 'desk@x.test' }, 1],
    [{ subject: '["invoice"]' }, 1],
    [{ subject: 'nowhere' }, 0],
  ] as const)
    expect([query, await counted(messages, query)]).toEqual([query, count])
  for (const [query, count] of [
    [{ senders: '["bob"]' }, 1],
    [{ recipients: 'desk@x.test' }, 1],
    [{ subject: 'o' }, 2],
    [{ senders: 'nobody' }, 0],
  ] as const)
    expect([query, await counted(`${at}/threads`, query)]).toEqual([query, count])
})

test('a long thread is read in full, or page by page from its beginning', async () => {
  const first = await simulators.receiveMail({ subject: '1' })
  for (const subject of ['2', '3']) await simulators.receiveMail({ subject, thread_id: first.thread_id })
  const path = `${at}/threads/${first.thread_id}`
  const subjects = (body: Fields) => (body['messages'] as Fields[]).map(({ subject }) => subject)
  const whole = (await simulators.mail('GET', path)).body
  expect([whole['count'], whole.next_page_token, subjects(whole)]).toEqual([3, undefined, ['1', '2', '3']])
  const page = (await simulators.mail('GET', `${path}?limit=2`)).body
  expect([page['message_count'], page['count'], page['limit'], subjects(page)]).toEqual([3, 2, 2, ['1', '2']])
  const rest = (await simulators.mail('GET', `${path}?limit=2&page_token=${page.next_page_token}`)).body
  expect([subjects(rest), rest.next_page_token]).toEqual([['3'], undefined])
})

test('an inbox keeps plain metadata values, changed by name and cleared by null', async () => {
  const metadata = { plan: 'pro', seats: 3, trial: true }
  const { inbox_id: id } = (await simulators.mail('POST', '/v0/inboxes', { username: 'meta', metadata })).body
  const path = `/v0/inboxes/${encodeURIComponent(id)}`
  const change = async (said: unknown) => (await simulators.mail('PATCH', path, { metadata: said })).body['metadata']
  expect(await change({ plan: null, owner: 'ann' })).toEqual({ seats: 3, trial: true, owner: 'ann' })
  expect((await simulators.mail('PATCH', path, { metadata: { deep: {} } })).body).toMatchObject({
    code: 'validation_error',
    errors: [{ path: ['metadata', 'deep'] }],
  })
  expect(await change(null)).toBeUndefined()
})

test('a draft keeps its attachments until it is sent, and can forward a mail', async () => {
  const arrived = await simulators.receiveMail({ attachments: [file('theirs.txt')] })
  const drafts = `${at}/drafts`
  const made = (
    await simulators.mail('POST', drafts, {
      to: ['z@x.test'],
      forward_of: arrived.message_id,
      attachments: [file('a.txt')],
    })
  ).body
  const [kept] = made['attachments'] as Fields[]
  expect(kept).toMatchObject({ filename: 'a.txt', size: 5 })
  const draft = `${drafts}/${made.draft_id}`
  const { download_url: url } = (
    await simulators.mail('GET', `${draft}/attachments/${String(kept?.['attachment_id'])}`)
  ).body
  expect(await (await fetch(url)).text()).toBe('a.txt')
  const changed = await simulators.mail('PATCH', draft, {
    add_attachments: [file('b.txt')],
    remove_attachments: [kept?.['attachment_id']],
    add_labels: ['urgent'],
  })
  expect(changed.body).toMatchObject({ labels: ['draft', 'urgent'], attachments: [{ filename: 'b.txt' }] })
  expect((await simulators.mail('POST', `${draft}/send`, {})).status).toBe(200)
  const { body: sent } = await simulators.control('/mail/sent')
  expect(sent).toMatchObject([
    { to: ['z@x.test'], subject: 'Fwd: Hi', attachments: [{ filename: 'theirs.txt' }, { filename: 'b.txt' }] },
  ])
})

test('a list entry of an inbox names its pod and applies to that inbox only, and a domain shows its settings', async () => {
  const other = (await simulators.mail('POST', '/v0/inboxes', { username: 'other' })).body.inbox_id
  const entry = (await simulators.mail('POST', `${at}/lists/receive/block`, { entry: 'customer.test' })).body
  expect(entry).toMatchObject({
    inbox_id: simulators.sandbox.env['SANDBOX_INBOX'],
    pod_id: expect.stringMatching(/^pod_/),
  })
  const [blocked, open] = [await simulators.receiveMail(), await simulators.receiveMail({ inbox_id: other })]
  const labels = async (inbox: string, id: string) =>
    (await simulators.mail('GET', `${inbox}/messages/${encodeURIComponent(id)}`)).body['labels']
  expect(await labels(at, blocked.message_id)).toContain('blocked')
  expect(await labels(`/v0/inboxes/${other}`, open.message_id)).not.toContain('blocked')
  const made = (await simulators.mail('POST', '/v0/domains', { domain: 'acme.test', subdomains_enabled: true })).body
  expect(made).toMatchObject({ feedback_enabled: true, subdomains_enabled: true, tracking_enabled: false })
  const path = `/v0/domains/${String(made['domain_id'])}`
  expect((await simulators.mail('PATCH', path, { tracking_enabled: true })).body).toMatchObject({
    tracking_enabled: true,
  })
})
