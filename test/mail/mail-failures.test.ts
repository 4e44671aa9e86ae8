import { expect, onTestFinished, test } from 'vitest'
import type { MailMessage } from '../../src/clients/mailbox/mailbox-schemas.ts'
import { createClock } from '../../src/core/clock.ts'
import { UpstreamError } from '../../src/core/errors.ts'
import { createLogger } from '../../src/core/log.ts'
import { type Mail } from '../../src/mail/model/mail.ts'
import { buildMailModal } from '../../src/mail/viewer/viewer-modals.ts'
import { buildReply } from '../../src/mail/model/reply.ts'
import { bounceRates } from '../../src/mail/model/bounce-rate.ts'
import { paginateMail } from '../../src/mail/content/mail-preview.ts'
import { receiver } from '../../src/mail/receive/receive-mail.ts'
import { createContacts } from '../../src/mail/model/contacts.ts'
import { sender } from '../../src/mail/reply/send-reply.ts'
import { createSqliteQueue } from '../../src/adapters/sqlite/queue/sqlite-queue.ts'
import { createSealer } from '../../src/encryption/sealer.ts'
import { openSqliteDatabase } from '../../src/adapters/sqlite/sqlite-database.ts'
import { createKeyedHash } from '../../src/store/keyed-hash.ts'
import { createSqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import { createMailStore } from '../../src/mail/model/mail-store.ts'
import { createReplyStore as outgoingMail } from '../../src/mail/model/reply-store.ts'

const log = createLogger({ level: 'silent' })
const team = 'T1'
const once = { id: 'task', attempt: 1, signal: new AbortController().signal }

const away = (retryAfterMs?: number) =>
  new UpstreamError('away', {
    service: 'mailbox',
    code: 'rate_limit_exceeded',
    outcome: 'not_sent',
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })

async function ground() {
  const file = openSqliteDatabase(':memory:')
  onTestFinished(() => file.close())
  const foundations = { sealer: createSealer([Buffer.alloc(32, 1)]), clock: createClock(), log }
  const store = createSqliteStore(file, foundations)
  return {
    ...foundations,
    store,
    queue: createSqliteQueue(file, foundations),
    fingerprint: await createKeyedHash(store),
  }
}

const at = { inboxId: 'help@acme.test', threadId: 'th1', messageId: 'm1' }
const large: Mail = {
  ...at,
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

/** Takes in mail whose body has to be asked for. */
async function taking(message: () => Promise<MailMessage>) {
  const { store, clock, fingerprint } = await ground()
  const bag = createMailStore(store)
  const placed: Mail[] = []
  const later: string[] = []
  const receive = receiver({
    bag,
    clock,
    log,
    fingerprint,
    message,
    known: createContacts(bag, fingerprint),
    addressOf: async () => undefined,
    place: async (_team, _key, mail) => void placed.push(mail),
    hold: async () => {},
    fetchLater: async (_team, key) => void later.push(key),
    seeInbox: async () => {},
  })
  return { bag, receive, placed, later }
}

const body = { text: 'the whole text', labels: [], attachments: [], references: [], headers: {} }

test('a large mail that was deleted while its body was asked for stays deleted', async () => {
  const { bag, receive } = await taking(async () => {
    const row = await bag.mails(team).get('key')
    const held = { state: 'deleted', at: 2 } as const
    await bag.mails(team).put('key', { ...large, restriction: 'spam', held }, row?.version ?? 0)
    return body
  })
  await bag.mails(team).put('key', { ...large, restriction: 'spam', held: { state: 'held', at: 1 } }, 0)
  await receive.complete(team, 'key')
  await receive.complete(team, 'key')
  expect((await bag.mails(team).get('key'))?.value.text).toBeUndefined()
})

test('a body beyond all measure is kept in part, and its last page says so', async () => {
  const line = 'A line of words that goes on.\n'
  const { bag, receive } = await taking(async () => ({ ...body, text: line.repeat(100_000) }))
  await bag.mails(team).put('key', large, 0)
  const mail = await receive.complete(team, 'key')
  expect(mail?.text?.length).toBe(1_000_000)
  const pages = paginateMail({ ...large, ...mail })
  const window = buildMailModal({
    mail: { ...large, ...mail },
    at: { thread: 'thread' },
    pages,
    page: pages.length - 1,
  })
  expect(JSON.stringify(window)).toContain('longer than what Bellhop stores')
})

test('a body that was stored just before a crash is still shown after it', async () => {
  const { bag, receive } = await taking(async () => body)
  await bag.mails(team).put('key', large, 0)
  await receive.complete(team, 'key')
  expect(await receive.complete(team, 'key')).toMatchObject({ text: 'the whole text', isFetched: true })
})

test('a mailbox that wants a pause does not hold the mail back, only its body', async () => {
  const { receive, placed, later } = await taking(() => Promise.reject(away(60_000)))
  const event = { event_id: 'e1', event_type: 'message.received', message: { ...body, text: undefined } }
  await receive.take(team, event, at, 1)
  expect(placed).toEqual([expect.objectContaining({ isFetched: false })])
  expect(later).toHaveLength(1)
})

test('a bounce alarm that could not be told is told when the event comes again', async () => {
  const { store, fingerprint } = await ground()
  const told: string[] = []
  let isAway = true
  const rates = bounceRates(store, fingerprint, async (_team, _occasion, { level }) => {
    if (isAway) throw away()
    told.push(level)
  })
  for (let n = 0; n < 49; n++) await rates.count(team, at.inboxId, 'sent', `m${n}`)
  await rates.count(team, at.inboxId, 'bounced', 'm1')
  await expect(rates.count(team, at.inboxId, 'bounced', 'm49')).rejects.toThrow('away')
  isAway = false
  await rates.count(team, at.inboxId, 'bounced', 'm49')
  await rates.count(team, at.inboxId, 'bounced', 'm49')
  expect(told).toEqual(['warn'])
})

test('bounces are known of every inbox, however many there are', async () => {
  const { store, fingerprint } = await ground()
  const rates = bounceRates(store, fingerprint, async () => {})
  for (let n = 0; n < 101; n++) await rates.count(team, `${n}@acme.test`, 'bounced', 'm1')
  expect(await rates.all(team)).toHaveLength(101)
})

/** Sends a reply with two files, which has waited for a while; nothing may leave. */
async function sending(file: () => Promise<{ name: string; type: string; bytes: Buffer }>) {
  const { store, queue, clock, fingerprint } = await ground()
  const outgoing = outgoingMail(store, fingerprint)
  const stopped: (string | undefined)[] = []
  const content = {
    thread: 'thread',
    mail: 'key',
    inboxId: at.inboxId,
    messageId: at.messageId,
    user: 'U1',
    userName: 'maria',
    to: [],
    cc: [],
    bcc: [],
    written: null,
    text: 'hello',
    html: '',
    files: [
      { id: 'F1', name: 'a.pdf' },
      { id: 'F2', name: 'b.pdf' },
    ],
  }
  const { task } = sender({
    outgoing,
    queue,
    clock,
    log,
    reply: () => Promise.reject(new Error('nothing may be sent')),
    file,
    changed: async () => {},
    sent: async () => {},
    deaths: { send: async () => {} },
    stopped: async (_team, _id, { state, trouble }) => void stopped.push(state, trouble?.text),
  })
  const run = async (id: string, waitedMs: number) => {
    await outgoing.replies(team).put(id, buildReply(id, content, Date.now() - waitedMs), 0)
    return task.run({ kind: task.kind, version: 1, data: { team, reply: id } }, once)
  }
  return { run, stopped }
}

test('a reply whose files cannot be had waits longer and longer, and is given up after a day', async () => {
  const { run, stopped } = await sending(() => Promise.reject(away()))
  expect(await run('fresh', 0)).toEqual({ againMs: 1000 })
  expect((await run('old', 100_000))?.againMs).toBeGreaterThanOrEqual(100_000)
  expect(await run('ancient', 25 * 3_600_000)).toBeUndefined()
  expect(stopped).toEqual(['failed', expect.any(String)])
})

test('files that are too much for one mail are said to be so', async () => {
  const bytes = Buffer.alloc(40 * 1024 * 1024)
  const { run, stopped } = await sending(async () => ({ name: 'a.pdf', type: 'application/pdf', bytes }))
  expect(await run('heavy', 0)).toBeUndefined()
  expect(stopped).toEqual(['failed', expect.stringContaining('together larger than 64 MB')])
})
