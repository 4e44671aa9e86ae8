import { withReading } from '../../../src/mail/records/mail/mail-reading.ts'
import { expect, test } from 'vitest'
import { createMailboxClient, type MailboxClient } from '../../../src/clients/mailbox/mailbox-client.ts'
import type { FetchedMessage } from '../../../src/clients/mailbox/message-reader.ts'
import { UpstreamError } from '../../../src/core/errors.ts'
import { buildMailCard } from '../../../src/mail/cards/mail-card.ts'
import { describeMailProblem } from '../../../src/mail/cards/describe-problem.ts'
import { mailTextIn } from '../../../src/mail/text/mail-text.ts'
import { buildMailModal } from '../../../src/mail/desk/viewer/viewer-modals.ts'
import { countOutcome } from '../../../src/mail/outbound/delivery/count-bounces.ts'
import { paginateMail, previewMail } from '../../../src/mail/records/mail/mail-preview.ts'
import { type Mail, createMailKey } from '../../../src/mail/records/mail/mail.ts'
import { bounceRateSchema } from '../../../src/mail/records/replies/bounce-rate.ts'
import { buildReply } from '../../../src/mail/records/replies/reply.ts'
import { createTable } from '../../../src/store/typed-table.ts'
import { UnreadableFile } from '../../../src/slack/api/slack-files.ts'
import { allowEverything } from '../../support/allow-everything.ts'
import { log, openMailSlice, openMemory } from '../../support/mail-services.ts'

const team = 'T1'

const notSent = (retryAfterMs?: number) =>
  new UpstreamError('away', {
    service: 'mailbox',
    code: 'rate_limit_exceeded',
    outcome: 'not_sent',
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })

/** A mailbox with this answer to a request for a body. */
const mailboxWith = (message: () => Promise<FetchedMessage>): MailboxClient => ({
  ...createMailboxClient({ baseUrl: 'http://127.0.0.1:9/', apiKey: 'am_test', log }),
  message,
})

const ref = { inboxId: 'help@acme.test', threadId: 'th1', messageId: 'm1' }
const large: Mail = {
  ...ref,
  thread: 'thread',
  at: 1,
  from: { address: 'one@customer.test' },
  replyTo: [],
  to: [],
  cc: [],
  subject: 'Large',
  isFetched: false,
  attachments: [],
  headers: {},
  badges: [],
}
const body = { text: 'the whole text', labels: [], attachments: [], references: [], headers: {}, isPartial: false }
const fetchBody = ['mail.fetch', { team, mail: 'key' }] as const

test('a large mail that is deleted while its body is being fetched stays deleted', async () => {
  const { services, runTask } = await openMailSlice({
    mailbox: mailboxWith(async () => {
      const row = await services.mailStore.mails.get('key')
      const held = { state: 'deleted', at: 2 } as const
      await services.mailStore.mails.put('key', { ...large, restriction: 'spam', held }, row?.version ?? 0)
      return body
    }),
  })
  const quarantined: Mail = { ...large, restriction: 'spam', held: { state: 'held', at: 1 } }
  await services.mailStore.mails.put('key', quarantined, 0)
  await runTask(...fetchBody)
  await runTask(...fetchBody)
  expect((await services.mailStore.findMail('key'))?.text).toBeUndefined()
})

test('a part of a huge body is kept, and its last page says so', async () => {
  const line = 'A line of words that goes on.\n'
  const { services, runTask } = await openMailSlice({
    mailbox: mailboxWith(async () => ({ ...body, text: line.repeat(100_000) })),
  })
  await services.mailStore.mails.put('key', large, 0)
  await runTask(...fetchBody)
  const mail = { ...large, ...(await services.mailStore.findMail('key')) }
  expect(mail.text?.length).toBe(1_000_000)
  const { pages } = paginateMail(mail)
  const window = buildMailModal({
    text: mailTextIn('en'),
    mail,
    at: { thread: 'thread' },
    pages,
    page: pages.length - 1,
  })
  expect(JSON.stringify(window)).toContain(mailTextIn('en').forms.bodyCut)
})

test.each([undefined, 'The beginning'])(
  'every view of a mail says that its text was not reached (preview: %s)',
  async (preview) => {
    const { services, runTask } = await openMailSlice({
      mailbox: mailboxWith(async () => ({ ...body, text: undefined, preview, isPartial: true })),
    })
    await services.mailStore.mails.put('key', large, 0)
    await runTask(...fetchBody)
    const mail = { ...large, ...(await services.mailStore.findMail('key')) }
    const at = { thread: 'thread' }
    const card = buildMailCard({ text: mailTextIn('en'), mail, preview: previewMail(withReading(mail)), at })
    const modal = buildMailModal({ text: mailTextIn('en'), mail, at, ...paginateMail(mail), page: 0 })
    for (const shown of [card, modal].map((view) => JSON.stringify(view))) {
      expect(shown).toContain(mailTextIn('en').notReadWhole)
      expect(shown).toContain(preview ?? '')
      expect(shown).not.toContain(mailTextIn('en').noText)
      expect(shown).not.toContain(mailTextIn('en').forms.bodyCut)
    }
  },
)

test('a mail whose text was read before the rest was left out is shown as usual', async () => {
  const { services, runTask } = await openMailSlice({
    mailbox: mailboxWith(async () => ({ ...body, isPartial: true })),
  })
  await services.mailStore.mails.put('key', large, 0)
  await runTask(...fetchBody)
  expect(await services.mailStore.findMail('key')).not.toHaveProperty('isCut')
})

test('a body that was stored just before a crash is shown afterwards', async () => {
  const { services, runTask, sent } = await openMailSlice({
    mailbox: mailboxWith(() => Promise.reject(new Error('not asked again'))),
  })
  await services.mailStore.mails.put('key', { ...large, text: 'the whole text', isFetched: true }, 0)
  for (const kind of ['mail.card', 'mail.mail'])
    await services.cards.show({ team, kind, id: kind === 'mail.card' ? 'thread' : 'key' }, { channel: 'C1' })
  const before = sent.length
  await runTask(...fetchBody)
  const edits = sent.slice(before).filter(({ kind }) => kind === 'slack.edit')
  expect(edits).toHaveLength(2)
})

test('a mailbox that asks for a pause delays only the body, not the mail', async () => {
  const { services, runTask, sent } = await openMailSlice({
    mailbox: mailboxWith(() => Promise.reject(notSent(60_000))),
  })
  const { inboxId, threadId, messageId } = ref
  const message = { inbox_id: inboxId, thread_id: threadId, message_id: messageId }
  const event = { event_id: 'e1', event_type: 'message.received', message }
  await runTask('mail.event', { team, event })
  const key = createMailKey(services.keyedHash, inboxId, messageId)
  const mail = await services.mailStore.findMail(key)
  expect(mail).toMatchObject({ isFetched: false })
  expect((await services.mailStore.findThread(mail?.thread ?? ''))?.mails).toEqual([key])
  expect(sent).toContainEqual({ kind: 'mail.fetch', data: { team, mail: key } })
})

test('a bounce alert that could not be sent is sent when the event comes again', async () => {
  const alerts: string[] = []
  let isAway = true
  const { services: whole } = await openMailSlice()
  const { services } = await openMailSlice({
    outbox: {
      ...whole.outbox,
      postDirect: async ({ message }) => {
        if (isAway) throw notSent()
        alerts.push(message.text)
      },
    },
  })
  const count = (outcome: 'sent' | 'bounced', mail: string) => countOutcome(services, ref.inboxId, { outcome, mail })
  for (let n = 0; n < 49; n++) await count('sent', `m${n}`)
  await expect(count('bounced', 'm1')).rejects.toThrow('away')
  isAway = false
  await count('bounced', 'm1')
  await count('bounced', 'm1')
  expect(alerts).toEqual([expect.stringContaining('2% of the last')])
})

/** Counts mail, and returns the alerts that the admins get. */
async function openBounces(memory = openMemory()) {
  const alerts: string[] = []
  const { services: whole } = await openMailSlice()
  const { services } = await openMailSlice({
    memory,
    outbox: { ...whole.outbox, postDirect: async ({ message }) => void alerts.push(message.text) },
  })
  const count = (inboxId: string, outcome: 'sent' | 'bounced', mail: string) =>
    countOutcome(services, inboxId, { outcome, mail })
  return { count, alerts }
}

test('the bounces of all inboxes count together, because the mailbox judges the account', async () => {
  const { count, alerts } = await openBounces()
  for (let n = 0; n < 60; n++) await count(`${n % 6}@acme.test`, 'sent', `m${n}`)
  for (const n of [1, 2, 7, 13, 14, 19]) await count(`${n % 6}@acme.test`, 'bounced', `m${n}`)
  expect(alerts).toEqual([expect.stringContaining('is 1@acme.test. Keep the share under 2%')])
  await count('1@acme.test', 'bounced', 'm25')
  expect(alerts.slice(1)).toEqual([expect.stringContaining('is 1@acme.test. Above 10%')])
})

test('the warning of 2 % comes before the fifty mails of the alarm', async () => {
  const { count, alerts } = await openBounces()
  await count('help@acme.test', 'bounced', 'm0')
  for (let n = 1; n < 9; n++) await count('help@acme.test', 'sent', `m${n}`)
  expect(alerts).toEqual([])
  await count('help@acme.test', 'sent', 'm9')
  expect(alerts).toEqual([expect.stringContaining('10% of the last 10 emails bounced')])
})

test('mail that an earlier version counted by inbox counts for the account', async () => {
  const memory = openMemory()
  const rates = createTable(memory.store, { partition: `${team}/mail.rates`, schema: bounceRateSchema })
  for (const [inbox, bounces] of [
    ['one@acme.test', 0],
    ['two@acme.test', 8],
  ] as const) {
    const recent = Array.from({ length: 30 }, (_, n) => ({ mail: `${inbox}-${n}`, hasBounced: n < bounces }))
    await rates.put(`hash-of-${inbox}`, { inboxId: inbox, recent, level: 'calm', rises: 0 }, 0)
  }
  const { count, alerts } = await openBounces(memory)
  await count('one@acme.test', 'sent', 'm1')
  expect(alerts).toEqual([
    expect.stringContaining('13.1% of the last 61 emails bounced. The inbox with the most bounces is two@'),
  ])
})

/** Sends a reply with two files that has waited for a while; nothing may be sent. */
async function sendWithFiles(
  readFile: () => Promise<{ name: string; type: string; bytes: Buffer }>,
  names = ['a.pdf', 'b.pdf'],
) {
  const { services, runTask, sent } = await openMailSlice({ slack: { readFile }, access: allowEverything })
  const content = {
    thread: 'thread',
    mail: 'key',
    inboxId: ref.inboxId,
    messageId: ref.messageId,
    user: 'U1',
    userName: 'maria',
    to: [],
    cc: [],
    bcc: [],
    written: null,
    text: 'hello',
    html: '',
    files: names.map((name, index) => ({ id: `F${index}`, name })),
  }
  const send = async (id: string, waitedMs: number) => {
    await services.replyStore.replies.put(id, buildReply(id, content, Date.now() - waitedMs), 0)
    return runTask('mail.send', { team, user: 'U1', reply: id })
  }
  return { send, services, sent }
}

test('a reply with unreadable files waits longer and longer, and fails after a day', async () => {
  const { send, services, sent } = await sendWithFiles(() => Promise.reject(notSent()))
  expect(await send('fresh', 0)).toEqual({ againMs: 1000 })
  expect((await send('old', 20_000))?.againMs).toBeGreaterThanOrEqual(20_000)
  expect(await send('older', 100_000)).toEqual({ againMs: 60_000 })
  expect(await send('ancient', 25 * 3_600_000)).toBeUndefined()
  expect(await services.replyStore.findReply('ancient')).toMatchObject({ state: 'failed' })
  expect(sent).toContainEqual({
    kind: 'slack.direct',
    data: expect.objectContaining({ user: 'U1', opId: 'mail.stopped:ancient:failed:0:direct' }),
  })
})

test('a reply with files too large for one mail fails with the reason', async () => {
  const bytes = Buffer.alloc(40 * 1024 * 1024)
  const { send, services } = await sendWithFiles(async () => ({ name: 'a.pdf', type: 'application/pdf', bytes }))
  expect(await send('heavy', 0)).toBeUndefined()
  expect(await services.replyStore.findReply('heavy')).toMatchObject({
    state: 'failed',
    trouble: { text: expect.stringContaining('add up to more than 64 MB') },
  })
})

test('the problem of a file that its writer must attach differently is kept as a reason with its name, for each reader’s language', async () => {
  const { send, services } = await sendWithFiles(
    () => Promise.reject(new UnreadableFile('file_elsewhere', 'secret.pdf')),
    ['<plans>.pdf'],
  )
  expect(await send('elsewhere', 0)).toBeUndefined()
  const { trouble } = (await services.replyStore.findReply('elsewhere')) ?? {}
  expect(trouble).toMatchObject({ reason: 'file_elsewhere', facts: { file: '<plans>.pdf' }, who: 'writer' })
  const english = mailTextIn('en')
  const bracketed = { ...english, problems: { ...english.problems, file_elsewhere: ({ file = '' }) => `[${file}]` } }
  expect(trouble && [english, bracketed].map((text) => describeMailProblem(text, trouble))).toEqual([
    '<plans>.pdf isn’t stored in Slack, so it can’t be attached. Put a link in the text.',
    '[<plans>.pdf]',
  ])
})
