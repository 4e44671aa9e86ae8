import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { buildReply } from '../../../../src/mail/records/replies/reply.ts'
import { UnreadableFile } from '../../../../src/slack/api/slack-files.ts'
import type { sampleMail } from '../../sample-mail.ts'
import { answerWith, content, mailFile, MEGABYTE, openOutgoing, team, upload } from './open-outgoing.ts'

test('uploads, files of received mails and addresses are attached, in this order', async () => {
  const { send, sent, baseUrl } = await openOutgoing({
    answers: { '/files/a1': answerWith('seats'), '/list.csv': answerWith('a,b') },
    uploads: { F1: upload('invoice.pdf', 'total') },
  })
  const link = { url: `${baseUrl}/list.csv`, name: 'list.csv' }
  const files = [{ id: 'F1', name: 'invoice.pdf' }]
  expect(await send({ files, mailFiles: [mailFile], links: [link] })).toMatchObject({ state: 'sent' })
  expect(sent).toEqual([
    [
      expect.objectContaining({ filename: 'invoice.pdf', content: Buffer.from('total').toString('base64') }),
      expect.objectContaining({ filename: 'order.txt', content: Buffer.from('seats').toString('base64') }),
      { filename: 'list.csv', url: link.url },
    ],
  ])
})

test.for<[string, string, (response: ServerResponse) => void]>([
  ['leads inward', 'link_redirects', (response) => response.writeHead(302, { location: 'http://127.0.0.1/' }).end()],
  ['needs a login', 'link_needs_login', (response) => response.writeHead(401).end()],
  ['serves nothing', 'link_gone', (response) => response.writeHead(404).end()],
  ['is a page', 'link_is_page', answerWith('<html>', { 'content-type': 'text/html; charset=utf-8' })],
  ['is too large', 'file_too_large', answerWith('', { 'content-length': `${65 * MEGABYTE}` })],
])('an address that %s is named, and nothing is sent', async ([, reason, answer]) => {
  const { send, sent, asked, baseUrl } = await openOutgoing({ answers: { '/list.csv': answer } })
  const outcome = await send({ links: [{ url: `${baseUrl}/list.csv`, name: 'list.csv' }] })
  expect(outcome).toMatchObject({ state: 'failed', reason, said: expect.stringContaining('list.csv') })
  expect(asked).toEqual(['/list.csv'])
  expect(sent).toEqual([])
})

test.each(['https://localhost:9/a.csv', 'https://10.0.0.1/a.csv', 'http://files.example.com/a.csv', 'ftp://x.test/a'])(
  'the host of %s is looked up right before the send, and is not public',
  async (url) => {
    const { send, sent } = await openOutgoing()
    const outcome = await send({ links: [{ url, name: 'a.csv' }] })
    expect(outcome).toMatchObject({ state: 'failed', reason: 'link_not_public' })
    expect(sent).toEqual([])
  },
)

test('an address from a person may not lead to the mailbox’s own host, which serves received files', async () => {
  const answers = { '/files/a1': answerWith('seats') }
  const { send, asked, sent, baseUrl } = await openOutgoing({ answers, mayLinkHere: false })
  const links = [{ url: `${baseUrl}/files/a1`, name: 'a.csv' }]
  expect(await send({ links })).toMatchObject({ state: 'failed', reason: 'link_not_public' })
  expect(asked).toEqual([])
  expect(await send({ mailFiles: [mailFile] })).toMatchObject({ state: 'sent' })
  expect(sent).toHaveLength(1)
})

test('an address whose server promises more than it sends is tried again for ten minutes', async () => {
  const lie = (response: ServerResponse) => {
    response.writeHead(200, { 'content-length': '100' }).write('short')
    setImmediate(() => response.destroy())
  }
  const { send, sent, baseUrl } = await openOutgoing({ answers: { '/list.csv': lie } })
  const links = [{ url: `${baseUrl}/list.csv`, name: 'list.csv' }]
  const first = await send({ links })
  expect(first).toMatchObject({ state: 'sending', retry: { againMs: 1000 }, reason: 'unfetched_file' })
  expect(first.said).toContain('list.csv')
  expect(await send({ links }, 11 * 60_000)).toMatchObject({ state: 'failed', reason: 'link_unreachable' })
  expect(sent).toEqual([])
})

test('a repeated attempt has the same bytes, whatever an address serves by then, and its failures make no earlier one harmless', async () => {
  let isGone = false
  const { send, sent, asked, silence, baseUrl, findReply } = await openOutgoing({
    answers: {
      '/files/a1': (response) => (isGone ? void response.writeHead(503).end() : answerWith('seats')(response)),
      '/list.csv': (response) => (isGone ? void response.writeHead(404).end() : answerWith('a,b')(response)),
    },
  })
  silence(true)
  const links = [{ url: `${baseUrl}/list.csv`, name: 'list.csv' }]
  expect(await send({ links, mailFiles: [mailFile] })).toMatchObject({ state: 'sending' })
  isGone = true
  expect(await send()).toMatchObject({ state: 'sending', reason: 'unfetched_file' })
  expect(await findReply()).toMatchObject({ tries: 1, harmlessTries: 0 })
  isGone = false
  silence(false)
  expect(await send()).toMatchObject({ state: 'sent' })
  expect(asked.filter((path) => path === '/list.csv')).toHaveLength(1)
  expect(sent).toHaveLength(2)
  expect(sent[1]).toEqual(sent[0])
})

test('a file renamed in Slack since it was shown is sent under the shown name', async () => {
  const program = Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0])
  const uploads = { F1: upload('run.exe', 'total'), F2: upload('run.exe', program), F3: upload('unnamed.txt') }
  const files = [
    { id: 'F1', name: 'invoice.pdf' },
    { id: 'F3', name: 'F3' },
  ]
  const { send, sent } = await openOutgoing({ uploads })
  expect(await send({ files })).toMatchObject({ state: 'sent' })
  expect(sent[0]?.map(({ filename }) => filename)).toEqual(['invoice.pdf', 'unnamed.txt'])
  const renamed = await openOutgoing({ uploads })
  const outcome = await renamed.send({ files: [{ id: 'F2', name: 'invoice.pdf' }] })
  expect(outcome).toMatchObject({ state: 'failed', reason: 'file_disguised' })
})

test.for<[string, string, { body?: string; attachment?: object; mail?: Partial<typeof sampleMail> }]>([
  ['has shrunk', 'received_file_changed', { body: 'sea' }],
  ['has grown', 'received_file_changed', { body: 'seats for all' }],
  ['is a program', 'received_file_unsafe', { body: 'MZ\0\0\x01' }],
  ['no longer has an address', 'received_file_gone', { attachment: { download_url: undefined } }],
  ['is at an address inside', 'received_file_gone', { attachment: { download_url: 'https://10.0.0.1/a' } }],
  ['belongs to a restricted mail', 'received_file_gone', { mail: { restriction: 'spam' } }],
  ['belongs to another thread', 'received_file_gone', { mail: { thread: 'other' } }],
])('a received file that %s is not attached', async ([, reason, { body = 'seats', attachment = {}, mail }]) => {
  const { send, sent, services } = await openOutgoing({ answers: { '/files/a1': answerWith(body) }, attachment })
  if (mail) await services.mailStore.mails.update('key', (now) => now && { ...now, ...mail })
  expect(await send({ mailFiles: [mailFile] })).toMatchObject({
    state: 'failed',
    reason,
    said: expect.stringContaining('order.txt'),
  })
  expect(sent).toEqual([])
})

test('a missing file and one of another person among ten are named, and the text is kept', async () => {
  const files = Array.from({ length: 10 }, (_, index) => ({ id: `F${index}`, name: `page-${index}.pdf` }))
  const { send, sent, findReply } = await openOutgoing({
    uploads: { F3: new UnreadableFile('file_gone'), F7: upload('page-7.pdf', 'x', 'U2') },
  })
  expect(await send({ files })).toMatchObject({
    state: 'failed',
    said: 'Bellhop can no longer read page-3.pdf in Slack. Attach it again, or send without it. page-7.pdf can’t be attached either.',
  })
  expect(sent).toEqual([])
  expect(await findReply()).toMatchObject({ text: 'Hello', files })
})

test('a program with a disguised name is not sent, and one with its own name is', async () => {
  const program = 'MZ\x90\0 a program'
  const files = [{ id: 'F1', name: 'F1' }]
  const disguised = await openOutgoing({ uploads: { F1: upload('invoice.pdf', program) } })
  expect(await disguised.send({ files })).toMatchObject({ state: 'failed', reason: 'file_disguised' })
  const honest = await openOutgoing({ uploads: { F1: upload('setup.exe', program) } })
  expect(await honest.send({ files })).toMatchObject({ state: 'sent' })
  const text = await openOutgoing({ uploads: { F1: upload('report.txt', 'MZ is not much') } })
  expect(await text.send({ files })).toMatchObject({ state: 'sent' })
})

test('replies with files that find no place come back later, although all were due at the same moment', async () => {
  const release = Promise.withResolvers<void>()
  const answers = {
    '/slow.csv': (response: ServerResponse) => void release.promise.then(() => answerWith('a,b')(response)),
  }
  const { services, runTask, sent, baseUrl } = await openOutgoing({ answers })
  const links = [{ url: `${baseUrl}/slow.csv`, name: 'slow.csv' }]
  const ids = ['r1', 'r2', 'r3', 'r4']
  for (const id of ids) await services.replyStore.replies.put(id, buildReply(id, { ...content, links }, Date.now()), 0)
  const settled = Promise.withResolvers<unknown[]>()
  const results: unknown[] = []
  const sends = ids.map(async (reply) => {
    results.push(await runTask('mail.send', { team, user: 'U1', reply }))
    if (results.length === 2) settled.resolve([...results])
  })
  // Two attempts wait for the file; the other tasks have ended.
  expect(await settled.promise).toEqual([{ againMs: 2000 }, { againMs: 2000 }])
  release.resolve()
  await Promise.all(sends)
  expect(sent).toHaveLength(2)
})
