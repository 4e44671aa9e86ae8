import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createThreadKey } from '../../../src/mail/records/mail/mail-thread.ts'
import { findDigest } from '../../../src/mail/records/mail/placement.ts'
import { holdsThread } from '../../../src/mail/records/mail/digest.ts'
import { createMailboxClient } from '../../../src/clients/mailbox/mailbox-client.ts'
import { messageSchema } from '../../../src/clients/mailbox/mailbox-schemas.ts'
import { isImportRunning, type MailImport } from '../../../src/mail/records/mail/mail-import.ts'
import { createImportId } from '../../../src/mail/tasks/import-task.ts'
import type { MailRule } from '../../../src/mail/records/routing/mail-rule.ts'
import type { People } from '../../../src/slack/directory/people.ts'
import type { Store } from '../../../src/store/store.ts'
import { allowWithAdmin } from '../../support/allow-everything.ts'
import { log, openMailSlice, openMemory } from '../../support/mail-services.ts'
import { changeRules } from '../../../src/mail/placement/rules/change-rules.ts'

const team = 'T1'
const inboxId = 'help@acme.test'
const data = { team, user: 'U1', inboxId, days: 7, at: 5, channel: 'C1' }
const shared = new Set<string>()
const people: People = {
  channel: (_, id) =>
    Promise.resolve({ id, name: id, isShared: shared.has(id), isPrivate: false, isArchived: false, isMember: true }),
  person: (_, id) => Promise.resolve({ id, name: id, kind: 'member', isMember: true, isAdmin: false }),
  names: () => Promise.resolve(new Map()),
}

interface ImportSetup {
  pageOf?: number
  rules?: MailRule[]
  /** The mailbox's id of the thread of the nth mail; by default, each mail has its own thread. */
  threadOf?: (n: number) => string
  /** Called before and after each write. */
  onWrite?: (moment: 'before' | 'after', key: string) => Promise<void>
}

/** An app and a mailbox with this many earlier mails, the newest first. */
async function openWithEarlierMail(
  count: number,
  { pageOf = 50, rules = [], threadOf = (n) => `th${n}`, onWrite }: ImportSetup = {},
) {
  const all = Array.from({ length: count }, (_, n) => ({
    inbox_id: inboxId,
    thread_id: threadOf(n),
    message_id: `m${n}`,
    from: `one${n}@${n % 10 === 0 ? 'shady' : 'customer'}.test`,
    subject: `Question ${n}`,
    text: 'Hello',
    attachments: [{ attachment_id: 'a', filename: 'ann.vcf', content_type: 'text/vcard' }],
  }))
  const given = all.map((one) => messageSchema.parse(one))
  const mailbox = {
    ...createMailboxClient({ baseUrl: 'http://127.0.0.1:9/', apiKey: 'am_test', log }),
    messages: {
      list: ({ pageToken = '0' }: { pageToken?: string }) => {
        const from = Number(pageToken)
        const next = from + pageOf < count ? String(from + pageOf) : undefined
        return Promise.resolve({ messages: given.slice(from, from + pageOf), next })
      },
    },
    message: ({ messageId }: { messageId: string }) => {
      const found = given.find((one) => one.message_id === messageId)
      return found
        ? Promise.resolve({ ...found, isPartial: false })
        : Promise.reject(new Error('no mail with this key'))
    },
  }
  const config = { defaultChannel: 'C1' }
  const memory = openMemory()
  const store: Store = {
    ...memory.store,
    put: async (key, value, options) => {
      await onWrite?.('before', key)
      const version = await memory.store.put(key, value, options)
      await onWrite?.('after', key)
      return version
    },
  }
  const opened = await openMailSlice({ memory: { ...memory, store }, access: allowWithAdmin, people, config, mailbox })
  const {
    routes,
    keyedHash,
    records: { imports },
  } = opened.services
  for (const rule of rules) await changeRules(routes, { do: 'add', rule })
  const table = imports
  const id = createImportId(keyedHash, inboxId)
  const read = async (): Promise<MailImport | undefined> => (await table.get(id))?.value
  /** The writes that a killed process had not made yet. */
  const restore = (record: MailImport) => table.update(id, () => record)
  return { ...opened, table, id, read, restore }
}

test('an import whose steps are repeated lists each mail once, notifies nobody and reads the attachments', async () => {
  const rule = { by: 'U1', at: 1, revision: 1 }
  const rules = [
    { ...rule, id: 'r1', when: { senders: ['shady.test'] }, isQuarantined: true },
    { ...rule, id: 'r2', when: { words: ['question'] }, assign: 'person:U2' },
  ]
  const { services, runTask, read, restore, sent } = await openWithEarlierMail(25, { rules })
  for (let step = 0; (await read())?.state !== 'done'; step++) {
    const before = await read()
    await runTask('mail.import', data)
    if (before?.state !== 'fetching' || step > 10) continue
    await restore(before)
    await runTask('mail.import', data)
  }
  expect(await read()).toMatchObject({ imported: 22, held: 3, missing: 0 })
  const lines = (await Array.fromAsync(services.placement.digestStore.digests.all())).flatMap(
    ({ value }) => value.lines,
  )
  const listed = lines.flatMap(({ threads }) => threads.map(({ thread }) => thread))
  expect(new Set(listed).size).toBe(22)
  expect(listed).toHaveLength(22)
  // Rules can be tried on them.
  expect(await services.mailStore.listRecent(50)).toHaveLength(25)
  const thread = await services.mailStore.findThread(listed[0] ?? '')
  expect(thread).toMatchObject({ owner: { user: 'U2' } })
  // Also after the mail is opened from the list.
  const round = thread?.placement.is === 'listed' ? thread.placement.at : 0
  await runTask('mail.place', { team, thread: listed[0] ?? '', round })
  expect(await services.mailStore.findThread(listed[0] ?? '')).toHaveProperty('placement.is', 'posted')
  const kinds = new Set(sent.map(({ kind }) => kind))
  expect([...kinds]).not.toContain('mail.assigned')
  expect([...kinds]).toContain('mail.facts')
  // Mail that a rule holds back waits for a decision.
  const cards = sent.flatMap(({ kind, data: card }) => (kind === 'slack.card' ? [JSON.stringify(card)] : []))
  expect(new Set(cards.filter((card) => card.includes('"mail.held"'))).size).toBe(3)
})

test('an import takes the newest 500 mails, and knows that there are more', async () => {
  const { runTask, read } = await openWithEarlierMail(650, { pageOf: 200 })
  while ((await read())?.state !== 'fetching') await runTask('mail.import', data)
  const record = await read()
  expect(record?.found).toHaveLength(500)
  expect(record?.found.at(-1)?.messageId).toBe('m499')
  expect(record?.isCut).toBe(true)
})

test('an import that was given up keeps nobody from another one, and goes on when it is run again', async () => {
  const { slice, runTask, read, table, id } = await openWithEarlierMail(0)
  const started = { inboxId, by: 'U1', at: 5, days: 7, state: 'fetching' as const }
  await table.put(id, { ...started, found: [], through: 0, imported: 3, held: 0, missing: 0, digests: [] }, 0)

  const handler = slice.tasks?.find(({ kind }) => kind === 'mail.import')
  const failure = { id: 'task', attempts: 9, reason: 'the store is full' }
  expect(await handler?.onDeadLetter({ kind: 'mail.import', version: 1, data }, failure)).toBe(false)
  const stopped = await read()
  expect(stopped && isImportRunning(stopped)).toBe(false)

  await runTask('mail.import', data)
  expect(await read()).toMatchObject({ state: 'done', imported: 3 })
})

type OpenedImport = Awaited<ReturnType<typeof openWithEarlierMail>>

/** Runs the import to its end, and calls `between` after each step. */
async function runImport({ runTask, read }: OpenedImport, between?: () => Promise<unknown>): Promise<void> {
  for (let step = 0; (await read())?.state !== 'done'; step++) {
    expect(step).toBeLessThan(20)
    await runTask('mail.import', data)
    await between?.()
  }
}

/** Slack refuses a digest, because its channel is archived. */
const refuseDigest = async ({ slice }: OpenedImport, id: string): Promise<void> =>
  slice.cards
    ?.find(({ kind }) => kind === 'mail.digest')
    ?.onLost?.(team, id, { code: 'is_archived', channel: data.channel })

/** How many threads wait for a channel, and how many a digest that Slack takes lists. */
async function countThreads({ services }: OpenedImport) {
  const { mailStore, placement } = services
  const digests = new Map(
    (await Array.fromAsync(placement.digestStore.digests.all())).map(({ id, value }) => [id, value]),
  )
  const counts = { waiting: 0, listed: 0 }
  for await (const { id, value } of mailStore.threads.all()) {
    const digest = digests.get(findDigest(value) ?? '')
    if (await mailStore.waitingThreads.get(id)) counts.waiting++
    else if (value.placement.is === 'listed' && digest && holdsThread(digest, id) && !digest.copy) counts.listed++
  }
  return counts
}

test('an import whose digest Slack refuses lists its further mail in another digest', async () => {
  const opened = await openWithEarlierMail(25)
  let isRefused = false
  await runImport(opened, async () => {
    const id = (await opened.read())?.digests[0]?.id
    if (id === undefined || isRefused) return
    isRefused = true
    await refuseDigest(opened, id)
  })
  expect(await countThreads(opened)).toEqual({ waiting: 10, listed: 15 })
  expect(await opened.read()).toMatchObject({ imported: 25 })
})

test.each([
  ['before', { waiting: 10, listed: 5 }],
  ['after', { waiting: 11, listed: 4 }],
] as const)(
  'each mail of an import waits or is listed when Slack refuses its digest just %s it gets a line',
  async (moment, counts) => {
    const setup: { refuse?: (() => Promise<unknown>) | undefined } = {}
    const onWrite = async (now: string, key: string) => {
      const { refuse } = setup
      if (!refuse || now !== moment || !key.startsWith(`${team}/mail.digests/`)) return
      setup.refuse = undefined
      await refuse()
    }
    const opened = await openWithEarlierMail(15, { onWrite })
    await runImport(opened, async () => {
      const record = await opened.read()
      const id = record?.digests[0]?.id
      if (id !== undefined && record?.state === 'fetching') setup.refuse = () => refuseDigest(opened, id)
    })
    expect(await countThreads(opened)).toEqual(counts)
  },
)

test('an import whose repeated step has lost its digest lists the next mail in another one', async () => {
  const opened = await openWithEarlierMail(25)
  const { runTask, read, restore } = opened
  while ((await read())?.through !== 10) await runTask('mail.import', data)
  const before = await read()
  const first = before?.digests[0]?.id ?? ''
  await refuseDigest(opened, first)
  await runTask('mail.import', data)
  await refuseDigest(opened, first.replace(/0$/, '1'))
  if (before) await restore(before)
  await runImport(opened)
  expect(await countThreads(opened)).toEqual({ waiting: 20, listed: 5 })
})

test.each([
  ['digest', 'mail.digest'],
  ['head', 'mail.card'],
])(
  'a mail that an import brings joins its thread, which waits for a channel because Slack refused its %s',
  async (_, kind) => {
    const opened = await openWithEarlierMail(25, { threadOf: (n) => (n === 0 ? 'th24' : `th${n}`) })
    const { services, slice, runTask, read, sent } = opened
    const id = createThreadKey(services.keyedHash, inboxId, 'th24')
    while ((await read())?.through !== 10) await runTask('mail.import', data)
    const refused = kind === 'mail.card' ? id : ((await read())?.digests[0]?.id ?? '')
    const lost = { code: 'is_archived', channel: data.channel }
    await slice.cards?.find((one) => one.kind === kind)?.onLost?.(team, refused, lost)
    await runImport(opened)
    expect(await services.mailStore.findThread(id)).toMatchObject({ count: 2, placement: { is: 'parked', wait: lost } })

    sent.splice(0)
    await runTask('mail.place', { team, thread: id, round: 2 })
    const cards = sent.flatMap((task) => (task.kind === 'slack.card' ? [task.data] : []))
    expect(cards).toMatchObject([{ kind: 'mail.card' }, { kind: 'mail.mail' }])
  },
)

test('an import whose channel takes no mail reports how many emails wait and why, and reads them like all others', async () => {
  shared.add(data.channel)
  onTestFinished(() => shared.clear())
  const opened = await openWithEarlierMail(12, { threadOf: (n) => (n === 1 ? 'th2' : `th${n}`) })
  const { services, read, sent } = opened
  await runImport(opened)
  expect(await read()).toMatchObject({ imported: 0, held: 0, missing: 0 })
  expect(await countThreads(opened)).toEqual({ waiting: 11, listed: 0 })
  const answers = sent.flatMap((task) => (task.kind === 'slack.note' ? [JSON.stringify(task.data)] : []))
  expect(answers).toHaveLength(1)
  expect(answers[0]).toMatch(/12 emails for \S+ are waiting for a channel\./)
  expect(answers[0]).not.toContain('Nothing new')
  expect(answers[0]).toContain('because the channel is shared with another organization')
  expect(answers[0]).toContain('mail.place_in')
  expect(await services.mailStore.listRecent(50)).toHaveLength(12)
  const listRead = (kind: string) => sent.flatMap((task) => (task.kind === kind ? [JSON.stringify(task.data)] : []))
  expect(new Set(listRead('mail.facts')).size).toBe(12)
  expect(new Set(listRead('mail.index')).size).toBe(12)
})

test('a list of one channel shows no mail of another, although the route has changed since a stopped step', async () => {
  const setup = { isKilled: false }
  const onWrite = (moment: string, key: string) => {
    if (setup.isKilled || moment === 'before' || !key.startsWith(`${team}/mail.digests/`)) return Promise.resolve()
    setup.isKilled = true
    return Promise.reject(new Error('the process is killed'))
  }
  const opened = await openWithEarlierMail(3, { onWrite })
  const { services, runTask, read } = opened
  const { mailStore, placement, routes } = services
  while ((await read())?.state !== 'fetching') await runTask('mail.import', data)
  await expect(runTask('mail.import', data)).rejects.toThrow('killed')
  const [first] = (await mailStore.threads.list()).rows
  const round = first?.value.placement.is === 'listed' ? first.value.placement.at : 0
  await runTask('mail.place', { team, thread: first?.id ?? '', round })
  await routes.setRoute({ inboxId, channel: 'C2', by: 'U1', at: 1 })
  await runImport(opened)
  for await (const { value } of placement.digestStore.digests.all())
    for (const { thread } of value.lines.flatMap(({ threads }) => threads))
      expect(await mailStore.findThread(thread)).toMatchObject({ placement: { channel: value.channel } })
  expect(await read()).toMatchObject({ imported: 2, digests: [{ channel: 'C2' }] })
})

test('an import that was given up shows what it has listed, because another one leaves those threads alone', async () => {
  const opened = await openWithEarlierMail(25)
  const { slice, runTask, read, restore, sent, services } = opened
  while ((await read())?.state !== 'fetching') await runTask('mail.import', data)
  const before = await read()
  await runTask('mail.import', data)
  // The step was stopped before its record was written.
  if (before) await restore(before)
  const handler = slice.tasks?.find(({ kind }) => kind === 'mail.import')
  const failure = { id: 'task', attempts: 9, reason: 'the mailbox does not answer' }
  await handler?.onDeadLetter({ kind: 'mail.import', version: 1, data }, failure)
  const listShown = () =>
    new Set(
      sent.flatMap((task) => (task.kind === 'slack.card' ? [z.object({ id: z.string() }).parse(task.data).id] : [])),
    )
  const digests = await Array.fromAsync(services.placement.digestStore.digests.all())
  expect([...listShown()]).toEqual(digests.map(({ id }) => id))
  // An operator runs it again.
  await runImport(opened)
  expect(await countThreads(opened)).toEqual({ waiting: 0, listed: 25 })
  const all = await Array.fromAsync(services.placement.digestStore.digests.all())
  expect(listShown()).toEqual(new Set(all.map(({ id }) => id)))
})

test('a thread that a person opens while an import adds a mail stays marked as opened in its list', async () => {
  const setup: { open?: (() => Promise<unknown>) | undefined } = {}
  const onWrite = async (moment: string, key: string) => {
    const { open } = setup
    if (!open || moment === 'before' || !key.startsWith(`${team}/mail.threads/`)) return
    setup.open = undefined
    await open()
  }
  const opened = await openWithEarlierMail(11, { threadOf: (n) => (n === 0 ? 'th10' : `th${n}`), onWrite })
  const { services, runTask, read } = opened
  const id = createThreadKey(services.keyedHash, inboxId, 'th10')
  while ((await read())?.through !== 10) await runTask('mail.import', data)
  const thread = await services.mailStore.findThread(id)
  const round = thread?.placement.is === 'listed' ? thread.placement.at : 0
  setup.open = () => runTask('mail.place', { team, thread: id, round })
  await runImport(opened)
  expect(await services.mailStore.findThread(id)).toMatchObject({ count: 2, placement: { is: 'posted' } })
  const digests = await Array.fromAsync(services.placement.digestStore.digests.all())
  const listed = digests.flatMap(({ value }) => value.lines.flatMap(({ threads }) => threads))
  expect(listed.find((one) => one.thread === id)).toMatchObject({ mails: 2, isOpened: true })
})
