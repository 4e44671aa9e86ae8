import { expect, test } from 'vitest'
import { buildDigest } from '../../../src/mail/cards/digest-card.ts'
import { addToDigest, type Digest } from '../../../src/mail/records/mail/digest.ts'
import type { MailThread } from '../../../src/mail/records/mail/mail-thread.ts'
import { mailTextIn } from '../../../src/mail/text/mail-text.ts'
import type { People } from '../../../src/slack/directory/people.ts'
import { allowEverything } from '../../support/allow-everything.ts'
import { openMailSlice } from '../../support/mail-services.ts'
import { changeRules } from '../../../src/mail/placement/rules/change-rules.ts'

const team = 'T1'
const channel = 'C1'
const config = { defaultChannel: channel }
const people: People = {
  channel: (_, id) =>
    Promise.resolve({ id, name: id, isShared: false, isPrivate: false, isArchived: false, isMember: true }),
  person: () => Promise.reject(new Error('nobody is asked for')),
  names: () => Promise.resolve(new Map()),
}

test('new mail goes into a new list, even when the first mail of a burst belongs to an earlier one', async () => {
  const { services, runTask } = await openMailSlice()
  const {
    mailStore,
    placement: { digestStore },
  } = services
  const queue = async (id: string, at: number, { digest, work }: { digest?: string; work?: 'done' } = {}) => {
    const where = { channel, head: 0, at }
    const thread: MailThread = {
      inboxId: 'help@acme.test',
      threadId: id,
      placement: digest === undefined ? { is: 'queued', ...where } : { is: 'listed', ...where, digest },
      mails: [`m-${id}`],
      count: 1,
      replies: [],
      ...(work && { work }),
    }
    await mailStore.threads.put(id, thread, 0)
    const mail = { thread: id, mail: `m-${id}`, from: `${id}@a.test`, subject: id, at }
    await digestStore.queued(channel).put(`${99 - at}-m-${id}`, mail, 0)
  }
  const ended = { why: 'calm' as const, at: 1 }
  const line = { from: 'old@a.test', subject: 'old', threads: [{ thread: 'old', at: 1, mails: 1 }] }
  await digestStore.digests.put('C1-0', { channel, kind: 'burst', startedAt: 1, lines: [line], ended }, 0)
  await digestStore.loads.put(channel, { posting: [], isQueued: true, digests: 1, arrivals: [] }, 0)
  await queue('old', 10, { digest: 'C1-0' })
  for (let n = 11; n < 30; n++) await queue(`new${n}`, n)
  await queue('new30', 30, { work: 'done' })

  await runTask('mail.feed', { team, channel })
  const read = async (id: string) => (await digestStore.digests.get(id))?.value
  expect(await read('C1-0')).toMatchObject({ lines: [{ threads: [{ thread: 'old', at: 10 }] }], ended })
  expect((await read('C1-0'))?.lines).toHaveLength(1)
  expect((await read('C1-1'))?.lines).toHaveLength(20)
  // A thread was done before it was listed.
  const done = (await read('C1-1'))?.lines.filter(({ threads }) => threads.some(({ isDone }) => isDone))
  expect(done).toMatchObject([{ subject: 'new30' }])
  expect((await digestStore.loads.get(channel))?.value).toMatchObject({ digest: 'C1-1', digests: 2 })
})

test('mail of one sender with one subject shares a line, the newest line is on top, and a full list gets no further line', () => {
  let digest: Digest = { channel, kind: 'burst', startedAt: 1, lines: [] }
  const queued = { count: 1, placement: { is: 'queued', channel, head: 0, at: 1 } } as const
  const add = (thread: string, from: string, at: number): boolean => {
    const filled = addToDigest(digest, { thread, mail: `m-${thread}`, from, subject: 'Disk full', at }, queued)
    digest = filled ?? digest
    return filled !== undefined
  }
  add('t1', 'alerts@a.test', 1)
  add('t2', 'ann@a.test', 2)
  add('t3', 'alerts@a.test', 3)
  expect(digest.lines.map(({ threads }) => threads.map(({ thread }) => thread))).toEqual([['t1', 't3'], ['t2']])
  const rows = buildDigest(mailTextIn('en'), digest).blocks.map((block) => JSON.stringify(block))
  expect(rows[1]).toMatch(/Disk full \(2\).*alerts@a\.test.*"value":"t3"/)
  expect(rows[2]).toMatch(/ann@a\.test.*"value":"t2"/)
  for (let n = 4; n < 50; n++) add(`t${n}`, `one${n}@a.test`, n)
  expect(digest.lines).toHaveLength(48)
  expect(add('t50', 'other@a.test', 50)).toBe(false)
  expect(add('t51', 'alerts@a.test', 51)).toBe(true)
  expect(buildDigest(mailTextIn('en'), digest).blocks.length).toBeLessThanOrEqual(50)
})

test('new mail waits for its turn in a busy channel, unless someone is responsible for it or its thread is already there', async () => {
  const { services, runTask, sent } = await openMailSlice({ access: allowEverything, people, config })
  const rule = { id: 'r1', when: { words: ['urgent'] }, assign: 'group:S1', by: 'U1', at: 1, revision: 1 }
  await changeRules(services.routes, { do: 'add', rule })
  const isShown = async (thread: string, message: string, subject: string): Promise<boolean> => {
    const mail = { inbox_id: 'help@acme.test', thread_id: thread, message_id: message, from: 'ann@a.test', subject }
    const event = { event_id: message, event_type: 'message.received', message: { ...mail, text: 'Hello' } }
    await runTask('mail.event', { team, event })
    return sent.splice(0).some(({ kind }) => kind === 'slack.card')
  }
  expect(await isShown('th0', 'm0', 'Before the burst')).toBe(true)
  await services.placement.digestStore.loads.update(channel, () => ({
    posting: [],
    isQueued: true,
    digests: 0,
    arrivals: [],
  }))
  expect(await isShown('th1', 'm1', 'Newsletter')).toBe(false)
  expect(await isShown('th2', 'm2', 'Urgent: please call')).toBe(true)
  expect(await isShown('th0', 'm3', 'Re: Before the burst')).toBe(true)
  expect(await isShown('th1', 'm4', 'Re: Newsletter')).toBe(false)
})

test('a list is sorted by the arrival of mail, not by the order of reading', async () => {
  const { services, runTask } = await openMailSlice({ access: allowEverything, people, config })
  await services.placement.digestStore.loads.update(channel, () => ({
    posting: [],
    isQueued: true,
    digests: 0,
    arrivals: [],
  }))
  const receive = (number: number, second: number) =>
    runTask('mail.event', {
      team,
      event: {
        event_id: `e${number}`,
        event_type: 'message.received',
        message: {
          inbox_id: 'help@acme.test',
          thread_id: `th${number}`,
          message_id: `m${number}`,
          from: `ann${number}@a.test`,
          subject: `Ticket ${number}`,
          text: 'Hello',
          timestamp: `2026-11-24T09:00:${second}Z`,
        },
      },
    })
  await receive(12, 30)
  for (let number = 0; number < 12; number++) await receive(number, 10 + number)
  await receive(13, 30)
  await runTask('mail.feed', { team, channel })
  const digest = (await services.placement.digestStore.digests.get(`${channel}-0`))?.value
  const shown = digest && JSON.stringify(buildDigest(mailTextIn('en'), digest).blocks)
  const numbers = [...(shown ?? '').matchAll(/Ticket (\d+)/g)].map(([, number]) => Number(number))
  expect(numbers).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
})
