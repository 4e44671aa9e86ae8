import { afterEach, beforeEach, expect, test } from 'vitest'
import { simulators, type Fields } from '../support/simulators.ts'

let box: Awaited<ReturnType<typeof simulators>>
let at: string
beforeEach(async () => {
  box = await simulators()
  at = `/v0/inboxes/${encodeURIComponent(box.box.env['SANDBOX_INBOX'] ?? '')}`
})
afterEach(() => box.close())

const file = (filename: string) => ({ filename, content: Buffer.from(filename).toString('base64') })
const counted = async (path: string, query: Fields) =>
  (await box.mail('GET', `${path}?${new URLSearchParams(query as Record<string, string>).toString()}`)).body['count']

test('lists are filtered by label, sender, recipient and subject, however a client writes several values', async () => {
  await box.arrive({ from: 'Ann <ann@a.test>', subject: 'Invoice 4711', to: ['desk@x.test'] })
  await box.arrive({ from: 'Bob <bob@b.test>', subject: 'Other' })
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

test('a long thread is read whole, or a page at a time from its beginning', async () => {
  const first = await box.arrive({ subject: '1' })
  for (const subject of ['2', '3']) await box.arrive({ subject, thread_id: first.thread_id })
  const path = `${at}/threads/${first.thread_id}`
  const subjects = (body: Fields) => (body['messages'] as Fields[]).map(({ subject }) => subject)
  const whole = (await box.mail('GET', path)).body
  expect([whole['count'], whole.next_page_token, subjects(whole)]).toEqual([3, undefined, ['1', '2', '3']])
  const page = (await box.mail('GET', `${path}?limit=2`)).body
  expect([page['message_count'], page['count'], page['limit'], subjects(page)]).toEqual([3, 2, 2, ['1', '2']])
  const rest = (await box.mail('GET', `${path}?limit=2&page_token=${page.next_page_token}`)).body
  expect([subjects(rest), rest.next_page_token]).toEqual([['3'], undefined])
})

test('an inbox keeps plain values, changed by name and cleared by null', async () => {
  const metadata = { plan: 'pro', seats: 3, trial: true }
  const { inbox_id: id } = (await box.mail('POST', '/v0/inboxes', { username: 'meta', metadata })).body
  const path = `/v0/inboxes/${encodeURIComponent(id)}`
  const change = async (said: unknown) => (await box.mail('PATCH', path, { metadata: said })).body['metadata']
  expect(await change({ plan: null, owner: 'ann' })).toEqual({ seats: 3, trial: true, owner: 'ann' })
  expect((await box.mail('PATCH', path, { metadata: { deep: {} } })).body).toMatchObject({
    code: 'validation_error',
    errors: [{ path: ['metadata', 'deep'] }],
  })
  expect(await change(null)).toBeUndefined()
})

test('a draft carries its attachments until it is sent, and can pass a mail on', async () => {
  const arrived = await box.arrive({ attachments: [file('theirs.txt')] })
  const drafts = `${at}/drafts`
  const made = (
    await box.mail('POST', drafts, { to: ['z@x.test'], forward_of: arrived.message_id, attachments: [file('a.txt')] })
  ).body
  const [kept] = made['attachments'] as Fields[]
  expect(kept).toMatchObject({ filename: 'a.txt', size: 5 })
  const draft = `${drafts}/${made.draft_id}`
  const { download_url: url } = (await box.mail('GET', `${draft}/attachments/${String(kept?.['attachment_id'])}`)).body
  expect(await (await fetch(url)).text()).toBe('a.txt')
  const changed = await box.mail('PATCH', draft, {
    add_attachments: [file('b.txt')],
    remove_attachments: [kept?.['attachment_id']],
    add_labels: ['urgent'],
  })
  expect(changed.body).toMatchObject({ labels: ['draft', 'urgent'], attachments: [{ filename: 'b.txt' }] })
  expect((await box.mail('POST', `${draft}/send`, {})).status).toBe(200)
  const { body: sent } = await box.control('/mail/sent')
  expect(sent).toMatchObject([
    { to: ['z@x.test'], subject: 'Fwd: Hi', attachments: [{ filename: 'theirs.txt' }, { filename: 'b.txt' }] },
  ])
})

test('a list of one inbox names its pod and holds for that inbox alone; a domain tells its switches', async () => {
  const other = (await box.mail('POST', '/v0/inboxes', { username: 'other' })).body.inbox_id
  const entry = (await box.mail('POST', `${at}/lists/receive/block`, { entry: 'customer.test' })).body
  expect(entry).toMatchObject({ inbox_id: box.box.env['SANDBOX_INBOX'], pod_id: expect.stringMatching(/^pod_/) })
  const [blocked, open] = [await box.arrive(), await box.arrive({ inbox_id: other })]
  const labels = async (inbox: string, id: string) =>
    (await box.mail('GET', `${inbox}/messages/${encodeURIComponent(id)}`)).body['labels']
  expect(await labels(at, blocked.message_id)).toContain('blocked')
  expect(await labels(`/v0/inboxes/${other}`, open.message_id)).not.toContain('blocked')
  const made = (await box.mail('POST', '/v0/domains', { domain: 'acme.test', subdomains_enabled: true })).body
  expect(made).toMatchObject({ feedback_enabled: true, subdomains_enabled: true, tracking_enabled: false })
  const path = `/v0/domains/${String(made['domain_id'])}`
  expect((await box.mail('PATCH', path, { tracking_enabled: true })).body).toMatchObject({ tracking_enabled: true })
})
