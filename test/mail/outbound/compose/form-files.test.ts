import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { FileDownload } from '../../../../src/clients/download-file.ts'
import { createMailboxClient } from '../../../../src/clients/mailbox/mailbox-client.ts'
import { UpstreamError } from '../../../../src/core/errors.ts'
import type { Json } from '../../../../src/core/json.ts'
import { DEFAULT_LANGUAGE } from '../../../../src/core/language.ts'
import { openReplyForm } from '../../../../src/mail/outbound/compose/open-form.ts'
import { describeMailProblem } from '../../../../src/mail/cards/describe-problem.ts'
import { buildReply, type Reply, type ReplyContent } from '../../../../src/mail/records/replies/reply.ts'
import { threadHeadRef } from '../../../../src/mail/notify/thread-anchor.ts'
import { mailTextIn } from '../../../../src/mail/text/mail-text.ts'
import { updateCard } from '../../../../src/slack/outbox/card-tasks.ts'
import { log, openMemory } from '../../../support/mail-services.ts'
import { click, openFormSlice, picked, target, typed, typedText } from './open-form.ts'
import { sampleMail } from '../../sample-mail.ts'

const team = 'T1'
const text = { text: { 'mail.text': typedText('Hello') } }
const received = (id: string, name: string, more: object = {}) => ({ id, name, size: 5, isInline: false, ...more })
const attachments = [
  received('a1', 'order.txt'),
  received('a2', 'logo.png', { isInline: true }),
  received('a3', 'setup.exe'),
  { name: 'no id.pdf', isInline: false },
]
const choose = (...values: string[]) => ({ thread_files: { 'mail.thread_files': picked(...values) } })

/** The values and labels that a menu offers. */
const listChoices = (found: Awaited<ReturnType<Awaited<ReturnType<typeof openFormSlice>>['search']>>) =>
  found && 'groups' in found ? found.groups.flatMap(({ choices }) => choices.map((one) => [one.value, one.text])) : []

test('an answer offers the files of the thread’s mails, with size and sender, and no program, picture or restricted mail', async () => {
  const { services, search, submit, submitted } = await openFormSlice({
    attachments,
    from: { name: 'Anna', address: 'anna@customer.test' },
  })
  const { mailStore } = services
  const spam = { ...sampleMail, attachments: [received('s1', 'prize.pdf')], restriction: 'spam' as const }
  await mailStore.mails.put('spam', spam, 0)
  await mailStore.threads.update('thread', (known) => known && { ...known, mails: ['key', 'spam'] })
  await openReplyForm(services, click, target)
  expect(listChoices(await search('mail.thread_files'))).toEqual([['mail.key.0', 'order.txt 5 bytes · Anna']])
  expect(listChoices(await search('mail.thread_files', 'invoice'))).toEqual([])
  for (const forged of ['mail.spam.0', 'mail.key.2', 'mail.other.0', 'slack.F9', 'nonsense'])
    expect(await submit({ ...text, ...choose(forged) })).toEqual({
      errors: { thread_files: expect.stringContaining('no longer in the thread') },
    })
  expect(await submit(choose('mail.key.0', 'note.0'))).toEqual({ clear: true })
  expect(submitted()).toMatchObject([{ mailFiles: [{ mail: 'key', id: 'a1', name: 'order.txt', size: 5 }], files: [] }])
})

test('files posted in the Slack thread are attached under their names, once Slack confirms them', async () => {
  const memory = openMemory()
  let isSilent = false
  const { services, search, submit, submitted } = await openFormSlice(
    { attachments },
    {
      memory,
      slack: {
        listThreadFiles: async (...at: string[]) => {
          if (isSilent) throw new UpstreamError('away', { service: 'slack', code: 'broken', outcome: 'not_sent' })
          expect(at).toEqual([team, 'C1', '1.1'])
          return [{ id: 'F1', name: 'plan.pdf', size: 9, user: 'U2' }]
        },
      },
    },
  )
  const head = threadHeadRef(team, 'thread', 0)
  await services.cards.show(head, { channel: 'C1' })
  await updateCard(memory.store, head, (card) => card && { ...card, ts: '1.1' })
  await openReplyForm(services, click, target)
  expect(listChoices(await search('mail.thread_files', 'plan'))).toMatchObject([['slack.F1', /plan\.pdf 9 bytes/]])
  isSilent = true
  expect(listChoices(await search('mail.thread_files'))).toEqual([
    ['mail.key.0', expect.anything()],
    ['note.0', 'Slack isn’t responding, so files posted here aren’t listed.'],
  ])
  expect(await submit({ ...text, ...choose('slack.F1') })).toEqual({
    errors: { thread_files: expect.stringContaining('Try again in a moment') },
  })
  isSilent = false
  expect(await submit()).toEqual({ clear: true })
  expect(submitted()).toMatchObject([{ files: [{ id: 'F1', name: 'plan.pdf', size: 9, by: 'U2' }] }])
})

/** Starts a server that answers as the test requires; it is the mailbox's own, so it counts as public. */
async function startServer(answers: Record<string, (response: ServerResponse) => void>): Promise<string> {
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? '']
    if (answer) answer(response)
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Opens a cancelled reply with these files to send it again. */
async function openAgain(content: Partial<ReplyContent>, baseUrl = 'http://127.0.0.1:9') {
  const mailbox = createMailboxClient({ baseUrl, linkOrigin: baseUrl, apiKey: 'am_test', log })
  const opened = await openFormSlice({ attachments }, { mailbox })
  const reply = buildReply(
    'r1',
    {
      thread: 'thread',
      mail: 'key',
      inboxId: sampleMail.inboxId,
      messageId: 'm1',
      user: 'U1',
      userName: 'Maria',
      to: [sampleMail.from],
      cc: [],
      bcc: [],
      written: typedText('Hello')['rich_text_value'] as ReplyContent['written'],
      text: 'Hello',
      html: '<p>Hello</p>',
      files: [],
      ...content,
    },
    1,
  )
  await opened.services.replyStore.replies.put('r1', { ...reply, state: 'cancelled' }, 0)
  await opened.act('mail.edit', { button: 'r1' })
  return opened
}

test('Edit and send again keeps files of all three kinds, and shows the sizes at addresses before anything is sent', async () => {
  const baseUrl = await startServer({ '/list.csv': (response) => void response.end('a,b') })
  const link = { url: `${baseUrl}/list.csv`, name: 'list.csv' }
  const mailFiles = [{ mail: 'key', id: 'a1', name: 'order.txt', size: 5 }]
  const files = [{ id: 'F1', name: 'invoice.pdf', size: 7 }]
  const { readForm, submit, submitted } = await openAgain({ files, mailFiles, links: [link] }, baseUrl)
  for (const shown of ['invoice.pdf 7 bytes', 'order.txt 5 bytes', link.url]) expect(readForm()).toContain(shown)
  expect(await submit()).toHaveProperty('update')
  expect(readForm()).toContain('📎 list.csv 3 bytes')
  expect(readForm()).toContain('At these addresses: list.csv 3 bytes. Press “Send” again')
  expect(submitted()).toEqual([])
  expect(await submit()).toEqual({ clear: true })
  expect(submitted()).toMatchObject([{ files: [{ ...files[0], by: 'U1' }], mailFiles, links: [link] }])
})

test('each address that cannot be attached is named with a remedy, and the form keeps everything', async () => {
  let slow = 0
  const baseUrl = await startServer({
    '/moved.pdf': (response) => void response.writeHead(302, { location: 'http://127.0.0.1/' }).end(),
    '/secret.pdf': (response) => void response.writeHead(401).end(),
    '/page.pdf': (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    '/good.pdf': (response) => void response.end('good'),
    '/slow.pdf': () => slow++,
  })
  const at = (path: string) => `${baseUrl}${path}`
  const { submit, submitted } = await openAgain({ links: [{ url: at('/good.pdf'), name: 'good.pdf' }] }, baseUrl)
  const enter = (...urls: string[]) => submit({ links: { 'mail.links': typed(urls.join('\n')) } })
  const many = Array.from({ length: 11 }, (_, index) => at(`/none.pdf?${index}`))
  expect(await enter(...many)).toEqual({ errors: { links: expect.stringContaining('at most 10 files') } })
  expect(await enter('good.pdf', at('/good.pdf'))).toEqual({
    errors: { links: 'Not an https address: good.pdf. Paste the whole address, one in each line.' },
  })
  const bad = [at('/moved.pdf'), at('/secret.pdf'), at('/page.pdf'), at('/none.pdf')]
  const private_ = ['http://files.example.com/a.pdf', 'https://localhost/a.pdf', 'https://[::1]/a.pdf']
  const answer = (await enter(at('/good.pdf'), ...bad, ...private_)) as { errors: { links: string } }
  expect(answer.errors.links.match(/\/(?:moved|secret|page|none|a)\.pdf[. ] ?[^.]*/g)).toEqual([
    expect.stringContaining('leads on to another one'),
    expect.stringContaining('opens only after a login'),
    expect.stringContaining('is a web page'),
    expect.stringContaining('Check the address'),
    ...private_.map(() => expect.stringContaining('isn’t at a public https address')),
  ])
  expect(answer.errors.links).not.toContain('good.pdf')
  expect(submitted()).toEqual([])
  // A slow address is checked before the mail is sent.
  expect(await enter(at('/slow.pdf'))).toHaveProperty('update')
  expect(await submit()).toEqual({ clear: true })
  expect(submitted()).toMatchObject([{ links: [{ url: at('/slow.pdf'), name: 'slow.pdf' }] }])
  expect(slow).toBe(1)
})

test('an address that leads inward only when the mail is sent is refused by name, and the text stays', async () => {
  const asked: string[] = []
  let isMoved = false
  const inward = (response: ServerResponse) => void response.writeHead(302, { location: '/metadata' }).end()
  const baseUrl = await startServer({
    '/list.csv': (response) => {
      asked.push('list')
      if (isMoved) inward(response)
      else response.end('a,b')
    },
    '/metadata': () => asked.push('metadata'),
  })
  const link = { url: `${baseUrl}/list.csv`, name: 'list.csv' }
  const { services, readForm, runTask, submit, submitted, act } = await openAgain({ links: [link] }, baseUrl)
  expect(await submit()).toHaveProperty('update')
  expect(await submit({}, 'S1')).toEqual({ clear: true })
  isMoved = true
  await runTask('mail.reply', submitted()[0] as Json)
  const id = services.keyedHash('reply', 'S1')
  await runTask('mail.send', { team, user: 'U1', reply: id })
  const { trouble, ...refused } = (await services.replyStore.findReply(id)) as Reply
  expect(refused).toMatchObject({ state: 'failed', tries: 0, text: 'Hello' })
  expect(trouble && describeMailProblem(mailTextIn(DEFAULT_LANGUAGE), trouble)).toContain(
    'The address of list.csv leads on to another one.',
  )
  // Twice by the form, and right before the mail is sent.
  expect(asked).toEqual(['list', 'list', 'list'])
  await act('mail.edit', { button: id })
  for (const kept of ['"text":"Hello"', link.url]) expect(readForm()).toContain(kept)
})

test('all services are asked at the same time before a mail is sent', async () => {
  const open = new Set(['link', 'lists', 'file'])
  const everybody = Promise.withResolvers<undefined>()
  let isSending = false
  const ask = async <T>(name: string, answer: T): Promise<T> => {
    if (isSending) {
      open.delete(name)
      if (open.size === 0) everybody.resolve(undefined)
      await everybody.promise
    }
    return answer
  }
  const mailbox = createMailboxClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'am_test', log })
  const found: FileDownload = { length: 5, type: 'text/plain', content: Readable.from([]), close: () => {} }
  const { services, act, close, type, submit, readForm } = await openFormSlice(
    {},
    {
      slack: { isFileThere: () => ask('file', true) },
      mailbox: {
        ...mailbox,
        inboxes: { ...mailbox.inboxes, get: () => Promise.resolve(undefined) },
        sendBlocks: {
          ...mailbox.sendBlocks,
          list: () => Promise.resolve({ entries: [], isWhole: false }),
          find: () => ask('lists', undefined),
        },
        downloadLink: () => ask('link', found),
      },
    },
  )
  await openReplyForm(services, click, target)
  type({ files: { 'mail.files': { type: 'file_input', files: [{ id: 'F1', name: 'plan.pdf', size: 10 }] } } })
  await act('mail.text', { block: 'text', ...typedText('Hello') })
  await close({ hasValues: false })
  await openReplyForm(services, click, target)
  await act('mail.show_more')
  await act('mail.edit_recipients')
  isSending = true
  // No call is abandoned: a call made only after another answer would never be made.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const link = { 'mail.links': typed('https://files.test/a.pdf') }
  const cc = { 'mail.recipients:cc': typed('ann@customer.test') }
  expect(await submit({ links: link, cc })).toHaveProperty('update')
  expect(readForm()).toContain('a.pdf 5 bytes')
})

test('files that mail servers refuse need a tick that names them, and all files together are at most ten', async () => {
  const baseUrl = await startServer({})
  const upload = (count: number) => ({
    files: {
      'mail.files': {
        type: 'file_input',
        files: Array.from({ length: count }, (_, index) => ({ id: `F${index}`, name: `page-${index}.bat`, size: 1 })),
      },
    },
  })
  const { submit, submitted, readForm, fields } = await openAgain(
    { mailFiles: [{ mail: 'key', id: 'a1', name: 'order.txt', size: 5 }] },
    baseUrl,
  )
  expect(await submit(upload(10))).toEqual({ errors: { files: expect.stringContaining('this one has 11') } })
  expect(await submit(upload(2))).toHaveProperty('update')
  expect(readForm()).toContain('Mail servers often refuse files such as page-0.bat and page-1.bat.')
  const block = fields().find((id) => id.startsWith('ticks:')) ?? ''
  expect(await submit()).toHaveProperty('update')
  const id = /"value":"([^"]*)"/.exec(
    JSON.stringify(readForm()).replaceAll('\\', '').slice(readForm().indexOf('ticks:')),
  )
  expect(await submit({ [block]: { 'mail.ticks': picked(id?.[1] ?? '') } })).toEqual({ clear: true })
  expect(submitted()).toHaveLength(1)
})

test('a forward of more than ten files names and includes all of them', async () => {
  const files = Array.from({ length: 100 }, (_, index) => received(`a${index}`, `${'long '.repeat(90)}${index}.pdf`))
  const { services, form, submit, submitted } = await openFormSlice({ attachments: files })
  await openReplyForm(services, click, { ...target, mail: 'key' }, { kind: 'forward' })
  const lines = form().blocks.flatMap((block) =>
    'elements' in block && block.type === 'context' ? block.elements : [],
  )
  const said = lines.map((line) => ('text' in line ? line.text : '')).join('')
  expect(said).toContain('All 100 attachments are included. With more than ten, you can’t leave any out')
  expect(said.match(/\.pdf/g)).toHaveLength(100)
  const to = { to: { 'mail.recipients:to': typed('anna@customer.test') } }
  expect(await submit(to)).toHaveProperty('update')
  expect(await submit()).toEqual({ clear: true })
  expect(submitted()).toMatchObject([{ mailFiles: files.map(({ id, name }) => ({ id, name })) }])
})

test('a forward needs a tick for files with a refused name, or that an inspection kept from Slack', async () => {
  const files = [received('a1', 'setup.exe'), received('a2', 'report.pdf'), received('a3', 'order.txt')]
  const { services, submit, submitted, readForm } = await openFormSlice({ attachments: files })
  const shared = { thread: 'thread', head: 0, by: 'U1', at: 1, click: 'c', round: 1 }
  const unsafe = { state: 'failed' as const, reason: 'unsafe' as const, detail: 'program' }
  await services.mailStore.sharedFiles.put('key', { ...shared, files: { 1: unsafe } }, 0)
  await openReplyForm(services, click, target, { kind: 'forward' })
  expect(readForm()).toContain('such as setup.exe and report.pdf.')
  const to = { to: { 'mail.recipients:to': typed('anna@customer.test') } }
  const keep = (...ids: string[]) => ({ forwarded: { 'mail.forwarded': picked(...ids) } })
  expect(await submit({ ...to, ...keep('a2', 'a3') })).toHaveProperty('update')
  expect(readForm()).toContain('such as report.pdf.')
  expect(await submit()).toHaveProperty('update')
  expect(await submit(keep('a3'))).toEqual({ clear: true })
  expect(submitted()).toMatchObject([{ kind: 'forward', mailFiles: [{ id: 'a3' }] }])
})
