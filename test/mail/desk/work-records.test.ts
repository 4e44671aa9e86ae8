import { expect, test } from 'vitest'
import { buildDigest } from '../../../src/mail/cards/digest-card.ts'
import { withDone } from '../../../src/mail/records/mail/digest.ts'
import type { MailThread } from '../../../src/mail/records/mail/mail-thread.ts'
import { buildReply } from '../../../src/mail/records/replies/reply.ts'
import { withArrival } from '../../../src/mail/records/mail/thread-changes.ts'
import { withListing } from '../../../src/mail/records/mail/work-lists.ts'
import { fitToLimits } from '../../../src/slack/blocks/block-builders.ts'
import { mailTextIn } from '../../../src/mail/text/mail-text.ts'
import { handleLostHead } from '../../../src/mail/placement/threads/repost-thread.ts'
import { postReply } from '../../../src/mail/placement/threads/repost-thread.ts'
import { changeThread } from '../../../src/mail/placement/threads/change-thread.ts'
import type { Store } from '../../../src/store/store.ts'
import {
  formatTrail,
  type PageTrail,
  parseTrail,
  previousPage,
  nextPage,
} from '../../../src/mail/records/page-trail.ts'
import { refreshWorkList } from '../../../src/mail/desk/work/work-list.ts'
import { readWorkPage } from '../../../src/mail/desk/work/work-page.ts'
import { buildWorkRows } from '../../../src/mail/desk/work/work-rows.ts'
import { readText } from '../../support/block-queries.ts'
import { allowEverything } from '../../support/allow-everything.ts'
import { openMailSlice, openMemory } from '../../support/mail-services.ts'
import { sampleMail } from '../sample-mail.ts'

const team = 'T1'
const thread: MailThread = {
  inboxId: sampleMail.inboxId,
  threadId: 'th1',
  placement: { is: 'posted', channel: 'C1', head: 0 },
  mails: ['key'],
  count: 1,
  replies: [],
  workAt: 1,
}

const { workAt: _, ...empty } = thread
const listed = { is: 'listed' as const, channel: 'C1', head: 0, at: 7, digest: 'd' }

async function openThread(stored: MailThread = thread) {
  const slice = await openMailSlice({ access: allowEverything })
  await slice.services.mailStore.threads.put('t', stored, 0)
  await slice.services.mailStore.mails.put('key', sampleMail, 0)
  const scope = { team, user: 'U1', channel: 'C1' }
  /** The threads in a list of the channel, as stored. */
  const readList = async (list: 'open' | 'snoozed') => {
    const page = await readWorkPage(slice.services, scope, { view: list })
    const entries = await slice.services.records.workIndex.entries({ scope: 'C1', list }).list()
    return [page.threads.length, entries.rows.length]
  }
  return { ...slice, readList }
}

test('a snooze that ends notifies once, however often its task runs', async () => {
  const { runTask, services, sent } = await openThread({ ...thread, snooze: { until: 5, by: 'U1', at: 3 } })
  for (let run = 0; run < 3; run++) await runTask('mail.wake', { team, thread: 't', at: 3 })
  expect(await services.mailStore.findThread('t')).toMatchObject({ returned: { by: 'U1', at: 3 } })
  const posts = sent.filter(({ kind, data }) => kind === 'slack.card' && JSON.stringify(data).includes('mail.returned'))
  expect(new Set(posts.map(({ data }) => JSON.stringify(data))).size).toBe(1)
  const cards = services.cards.opId({ team, kind: 'mail.returned', id: 't', copy: '3' })
  expect(cards).toContain('mail.returned')
})

test('an ended or replaced snooze notifies nobody at its time', async () => {
  const { runTask, services, sent } = await openThread({ ...thread, snooze: { until: 9, by: 'U1', at: 7 } })
  await runTask('mail.wake', { team, thread: 't', at: 3 })
  expect((await services.mailStore.findThread('t'))?.snooze?.at).toBe(7)
  expect(JSON.stringify(sent)).not.toContain('mail.returned')
})

test('a change interrupted between the record and the lists is completed when its task runs again', async () => {
  const { services, readList } = await openThread()
  await changeThread(services, 't', (now) => now)
  expect(await readList('open')).toEqual([1, 1])
  // Only the record shows the snooze, with a note of every entry that may exist.
  const snooze = { until: 9, by: 'U1', at: 7 }
  await services.mailStore.threads.update('t', (now) => now && withListing({ ...now, snooze }, 't'))
  expect(await readList('open')).toEqual([0, 1])
  await changeThread(services, 't', () => undefined)
  expect(await readList('open')).toEqual([0, 0])
  expect(await readList('snoozed')).toEqual([1, 1])
  expect((await services.mailStore.findThread('t'))?.listed).toHaveLength(2)
})

test('an unclaimed mail is in the list of the person who snoozed it, until the snooze ends', async () => {
  const { services } = await openThread({ ...thread, snooze: { until: 9, by: 'U1', at: 7 } })
  await changeThread(services, 't', (now) => now)
  const readMine = async () =>
    (await readWorkPage(services, { user: 'U1', channel: undefined }, { view: 'mine' })).threads.length
  expect(await readMine()).toBe(1)
  await changeThread(services, 't', ({ snooze: __, ...awake }) => awake)
  expect(await readMine()).toBe(0)
})

test.each([
  ['a person', {}, 'open'],
  ['a program', { kinds: ['auto_reply' as const] }, 'waiting'],
])('mail from %s that comes between Send and the sending is not answered by the reply', async (_, mail, work) => {
  const { runTask, services } = await openThread({ ...thread, work: 'open', lastAt: 1 })
  const content = {
    thread: 't',
    mail: 'key',
    inboxId: sampleMail.inboxId,
    messageId: sampleMail.messageId,
    user: 'U1',
    userName: 'Maria',
  }
  const written = { to: [sampleMail.from], cc: [], bcc: [], written: null, text: 'Hello', html: 'Hello', files: [] }
  const reply = { ...buildReply('r', { ...content, ...written }, 10), state: 'sent' as const, sentAt: 30 }
  await services.replyStore.replies.put('r', reply, 0)
  await services.mailStore.threads.update(
    't',
    (now) => now && withArrival(now, { key: 'k', mail: { ...sampleMail, ...mail }, now: 20 }),
  )
  await runTask('mail.replied', { team, thread: 't', reply: 'r' })
  expect(await services.mailStore.findThread('t')).toMatchObject({ work })
})

test('a reply that marks its thread as done notes the owner and the person whose snooze that ends', async () => {
  const asked = { ...thread, work: 'open' as const, lastAt: 1, owner: { user: 'U2', at: 2 } }
  const { runTask, services } = await openThread({ ...asked, snooze: { until: 99, by: 'U3', at: 3 } })
  const content = {
    thread: 't',
    mail: 'key',
    inboxId: sampleMail.inboxId,
    messageId: sampleMail.messageId,
    user: 'U1',
    userName: 'Maria',
  }
  const written = { to: [sampleMail.from], cc: [], bcc: [], written: null, text: 'Hello', html: 'Hello', files: [] }
  const reply = { ...buildReply('r', { ...content, ...written }, 10), state: 'sent' as const, sentAt: 30, closes: true }
  await services.replyStore.replies.put('r', reply, 0)
  for (let n = 0; n < 2; n++) await runTask('mail.replied', { team, thread: 't', reply: 'r' })
  expect(await services.mailStore.findThread('t')).toMatchObject({
    work: 'done',
    formerOwner: { user: 'U2', click: 'r' },
    formerSnoozer: { user: 'U3', click: 'r' },
  })
})

test('a repeated click changes nothing, even after others', async () => {
  const { runTask, services } = await openThread()
  const click = (verb: string, event: string, user = 'U1', more = {}) =>
    runTask('mail.work', { team, user, thread: 't', verb, event, ...more })
  const read = async () => services.mailStore.findThread('t')
  await click('hand_over', 'e1', 'U1', { to: 'U2' })
  const handed = await read()
  await click('hand_over', 'e1', 'U1', { to: 'U2' })
  expect(await read()).toEqual(handed)
  await click('done', 'e2')
  await click('reopen', 'e3', 'U2')
  const reopened = await read()
  await click('done', 'e2')
  expect(await read()).toEqual(reopened)
  expect(reopened).toMatchObject({ work: 'open', owner: { user: 'U2' }, earlierClicks: ['e1', 'e2'] })
})

test('a claimed thread that waits for a channel stays in the lists of its owner and its last channel', async () => {
  const owner = { user: 'U1', at: 2 }
  const { services, readList } = await openThread({ ...thread, owner })
  await changeThread(services, 't', (now) => now)
  await handleLostHead(services, 't', { code: 'is_archived', channel: 'C1' })
  expect(await readList('open')).toEqual([1, 1])
  const scope = { team, user: 'U1', channel: undefined }
  const { threads } = await readWorkPage(services, scope, { view: 'mine' })
  const text = readText({ blocks: await buildWorkRows(services, mailTextIn('en'), scope.user, threads) } as object)
  expect(text).toContain('waiting until an admin chooses a channel')
})

test('a page of a list costs the same for any number of threads', async () => {
  const countReads = async (threads: number) => {
    const memory = openMemory()
    let reads = 0
    const store: Store = {
      ...memory.store,
      get: (key) => (reads++, memory.store.get(key)),
      list: (...page) => (reads++, memory.store.list(...page)),
    }
    const { services } = await openMailSlice({ access: allowEverything, memory: { ...memory, store } })
    for (let n = 0; n < threads; n++) {
      const id = `t${n}`
      await services.mailStore.threads.put(id, { ...thread, workAt: n }, 0)
      await changeThread(services, id, (now) => ({ ...now, lastAt: n }))
    }
    reads = 0
    const page = await readWorkPage(services, { user: 'U1', channel: 'C1' }, { view: 'open' })
    expect(page.threads[0]?.id).toBe(`t${threads - 1}`)
    return reads
  }
  expect(await countReads(60)).toBe(await countReads(20))
})

test.each([
  ['claim', {}],
  ['hand_over', { to: 'U2' }],
  ['snooze', { until: Date.now() + 60_000 }],
])('mail in a digest gets its own card when a person waits for it: %s', async (verb, more) => {
  const { runTask, services } = await openThread({ ...thread, placement: listed })
  await runTask('mail.work', { team, user: 'U1', thread: 't', verb, event: 'e1', ...more })
  expect(await services.mailStore.findThread('t')).toHaveProperty('placement.is', 'posted')
})

test('a digest shows that a mail is done, without a new card', async () => {
  const { runTask, services, sent } = await openThread({ ...thread, placement: listed })
  const line = (id: string, at: number) => ({ thread: id, at, mails: 1 })
  const lines = [{ from: 'one@customer.test', subject: 'Invoice', threads: [line('t', 2), line('other', 1)] }]
  await services.placement.digestStore.digests.put('d', { channel: 'C1', kind: 'burst', startedAt: 1, lines }, 0)
  const act = (verb: string) => runTask('mail.work', { team, user: 'U1', thread: 't', verb, event: verb })
  const readLine = async () => {
    const digest = (await services.placement.digestStore.digests.get('d'))?.value
    return JSON.stringify(digest && buildDigest(mailTextIn('en'), digest).blocks[1])
  }
  expect(await readLine()).toMatch(/"Open newest".*"value":"t"/)
  const named = {
    from: 'Alerts <alerts@customer.test>',
    subject: 'Disk nearly full '.repeat(20),
    threads: lines[0]?.threads ?? [],
  }
  const long = buildDigest(mailTextIn('en'), { channel: 'C1', kind: 'burst', startedAt: 1, lines: [named] })
  expect(JSON.stringify(long.blocks[1])).toContain('… (2)* · Alerts &lt;alerts@customer.test&gt;')
  // The whole list still fits in a message, and a long name does not cut its address.
  const wide = { ...named, from: `${'Jo'.repeat(16)} <jo@customer.test>`, subject: '<&>'.repeat(40) }
  const full = buildDigest(mailTextIn('en'), {
    channel: 'C1',
    kind: 'burst',
    startedAt: 1,
    lines: Array(48).fill(wide),
  })
  expect(JSON.stringify(fitToLimits(full).blocks.at(-2))).toContain('&lt;jo@customer.test&gt;')
  expect(fitToLimits(full).blocks).toHaveLength(50)
  await act('done')
  expect(await readLine()).toMatch(/\*Invoice \(2, 1 done\)\*.*"Open".*"value":"other"/)
  expect(await readLine()).not.toContain('✅ Done')
  await services.placement.digestStore.digests.update('d', (known) => known && withDone(known, 'other', true))
  expect(await readLine()).toContain('✅ Done: *Invoice (2)* · one@customer.test')
  await act('reopen')
  expect(await readLine()).not.toContain('✅ Done')
  expect(sent.filter(({ kind }) => kind === 'mail.place')).toEqual([])
})

test('the next page of the oldest mail continues there although the last mail of this page is done by then', async () => {
  const { services } = await openThread()
  for (let n = 1; n <= 4; n++) {
    await services.mailStore.threads.put(`t${n}`, { ...thread, workAt: n }, 0)
    await changeThread(services, `t${n}`, (now) => ({ ...now, lastAt: n }))
  }
  const readPage = (after?: string) =>
    readWorkPage(services, { user: 'U1', channel: 'C1' }, { view: 'open', order: 'oldest', limit: 2, after })
  const first = await readPage()
  expect(first.threads.map(({ id }) => id)).toEqual(['t1', 't2'])
  await changeThread(services, 't2', (now) => ({ ...now, work: 'done' }))
  expect((await readPage(first.next)).threads.map(({ id }) => id)).toEqual(['t3', 't4'])
})

test('an act on several mails is answered although one of its tasks was given up', async () => {
  const { runTask, services, slice, sent } = await openThread()
  await services.mailStore.threads.put('t2', thread, 0)
  const act = { user: 'U1', verb: 'hand_over' as const, to: 'U2', location: {}, total: 2, outcomes: {} }
  await services.desk.bulkActs.put('b1', act, 0)
  const part = (id: string) => ({ team, ...act, thread: id, event: `b1:${id}`, bulk: 'b1' })
  await runTask('mail.work', part('t'))
  sent.splice(0)
  const failed = { kind: 'mail.work', version: 1, data: part('t2') }
  const failure = { id: 'task', attempts: 9, reason: 'the store is full' }
  await slice.tasks?.find(({ kind }) => kind === 'mail.work')?.onDeadLetter(failed, failure)
  const noted = sent.splice(0)
  expect(noted).toMatchObject([{ kind: 'mail.work', data: { thread: 't2', isFailed: true } }])
  await runTask('mail.work', { ...part('t2'), isFailed: true })
  expect(sent).toMatchObject([{ kind: 'slack.direct', data: { user: 'U2', opId: 'mail.bulk:b1' } }, {}])
  expect(JSON.stringify(sent[1]?.data)).toContain('1 failed. Check it and try again.')
  expect((await services.mailStore.findThread('t2'))?.owner).toBeUndefined()
})

test('a person who takes over a snoozed mail finds it in their list', async () => {
  const { runTask, services } = await openThread({ ...thread, snooze: { until: 9, by: 'U1', at: 7 } })
  await runTask('mail.work', { team, user: 'U1', thread: 't', verb: 'hand_over', event: 'e1', to: 'U2' })
  const page = await readWorkPage(services, { user: 'U2', channel: undefined }, { view: 'now' })
  expect(page.threads.map(({ id }) => id)).toEqual(['t'])
})

test.each([
  ['a mail', 3_600_000 - 1, 1],
  ['a mail that claims to be old', 3_600_001, 3_600_001],
])('%s is open since its arrival', (_, now, since) => {
  const opened = withArrival({ ...empty, mails: [] }, { key: 'k', mail: { ...sampleMail, at: 1 }, now })
  expect(opened).toMatchObject({ work: 'open', workAt: since })
})

test('a list turns back by one page, up to the number of turned pages', () => {
  const [second, third, fourth] = ['0.2', '0.3', '0.4'].reduce<PageTrail[]>(
    (trails, next) => [...trails, nextPage(parseTrail(formatTrail(trails.at(-1) ?? { before: [] })), next)],
    [],
  )
  expect(fourth && previousPage(fourth)).toEqual(third)
  expect(third && previousPage(third)).toEqual(second)
  expect(second && previousPage(second)).toBeUndefined()
  expect(parseTrail('0.2')).toEqual({ after: '0.2', before: [] })
  let last = parseTrail('')
  for (let page = 0; page < 1000; page++) last = nextPage(last, `12.${'9'.repeat(13)}.${'f'.repeat(24)}${page}`)
  expect(formatTrail(last).length).toBeLessThan(1500)
})

test('the third page of a list leads back to the second, and keeps its place after an act there', async () => {
  const { services } = await openThread()
  let shown = ''
  const update = (_team: string, _id: string, view: unknown) => {
    shown = JSON.stringify(view)
    return Promise.resolve({ hash: '1' })
  }
  const spied = { ...services, views: { ...services.views, update } }
  const metadata = 'open:C1:0.3:0.2'
  expect(await refreshWorkList(spied, 'U1', { id: 'V1', metadata })).toBe(true)
  expect(shown).toContain(`"private_metadata":"${metadata}"`)
  expect(shown).toMatch(/"action_id":"mail.list_newer".*?"value":"open:C1:0.2"/)
})

test('a mail answered from a list is posted, and its digest shows that', async () => {
  const { services } = await openThread({
    ...thread,
    placement: { ...listed, digest: 'C1-0' },
    replies: [{ id: 'r', user: 'U1', at: 4 }],
  })
  const lines = [{ from: 'a', subject: 's', threads: [{ thread: 't', at: 1, mails: 1 }] }]
  const digests = services.placement.digestStore.digests
  await digests.put('C1-0', { channel: 'C1', kind: 'burst', startedAt: 1, lines }, 0)
  await postReply(services, 't', 'r')
  expect((await digests.get('C1-0'))?.value.lines[0]?.threads[0]).toMatchObject({ isOpened: true })
  expect(await services.mailStore.findThread('t')).toHaveProperty('placement.is', 'posted')
})
