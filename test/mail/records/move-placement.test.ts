import { expect, test } from 'vitest'
import {
  buildThread,
  createThreadKey,
  type MailThread,
  mailThreadSchema,
} from '../../../src/mail/records/mail/mail-thread.ts'
import { movePlacement, type PlacementEvent } from '../../../src/mail/records/mail/move-placement.ts'
import {
  findChannel,
  findDigest,
  findPosted,
  findQueued,
  findReaderChannel,
  findWait,
  hasChannel,
  type Placement,
} from '../../../src/mail/records/mail/placement.ts'
import { withListing } from '../../../src/mail/records/mail/work-lists.ts'
import type { People } from '../../../src/slack/directory/people.ts'
import { allowEverything } from '../../support/allow-everything.ts'
import { openMailSlice } from '../../support/mail-services.ts'
import { sampleMail } from '../sample-mail.ts'

const [channel, head, at] = ['C1', 2, 7]
const moved = { to: 'C3', by: 'U1', at: 9 }
const wait = { code: 'is_archived', channel: 'C0' }
const last = { channel: 'C0', head: 1 }

const states: Record<string, Placement> = {
  parked: { is: 'parked', head, last, wait },
  queued: { is: 'queued', channel, head, at },
  listed: { is: 'listed', channel, head, at, digest: 'd' },
  posted: { is: 'posted', channel, head },
  'posted until Slack takes the head': { is: 'posted', channel, head, last, wait },
  later: { is: 'later:archived', channel, head },
}

const refused = { code: 'not_in_channel', channel }
const events: Record<string, PlacementEvent> = {
  route: { do: 'route', channel: 'C2', at: 8 },
  park: { do: 'park', code: 'no_route' },
  redirect: { do: 'redirect', ...moved },
  queue: { do: 'queue', at: 8 },
  list: { do: 'list', digest: 'e' },
  post: { do: 'post' },
  show: { do: 'show' },
  'delete the head': { do: 'lose_head', head, channel, code: 'message_not_found', isGone: true },
  'refuse the head': { do: 'lose_head', head, ...refused, isGone: false },
  'refuse the digest': { do: 'lose_digest', digest: 'd', ...refused },
}

/** The next placement by state and event; an event that is not listed changes nothing. */
const moves: Record<string, Record<string, Placement>> = {
  parked: {
    route: { is: 'posted', channel: 'C2', head, last, wait },
    park: { is: 'parked', head, last, wait: { code: 'no_route' } },
    redirect: { is: 'parked', head, last, wait: { ...wait, moved } },
    'delete the head': { is: 'parked', head: 3, last, wait },
    'refuse the head': { is: 'parked', head: 3, last, wait },
  },
  queued: {
    list: { is: 'listed', channel, head, at, digest: 'e' },
    post: { is: 'posted', channel, head },
    'delete the head': { is: 'queued', channel, head: 3, at },
    'refuse the head': { is: 'parked', head: 3, last: { channel }, wait: refused },
  },
  listed: {
    list: { is: 'listed', channel, head, at, digest: 'e' },
    post: { is: 'posted', channel, head, digest: 'd' },
    'delete the head': { is: 'listed', channel, head: 3, at, digest: 'd' },
    'refuse the head': { is: 'parked', head: 3, last: { channel }, wait: refused, digest: 'd' },
    'refuse the digest': { is: 'parked', head, last: { channel }, wait: refused },
  },
  posted: {
    queue: { is: 'queued', channel, head, at: 8 },
    list: { is: 'posted', channel, head, digest: 'e' },
    'delete the head': { is: 'posted', channel, head: 3 },
    'refuse the head': { is: 'parked', head: 3, last: { channel, head }, wait: refused },
  },
  'posted until Slack takes the head': {
    redirect: { is: 'posted', channel, head, last, wait: { ...wait, moved } },
    queue: { is: 'queued', channel, head, at: 8, last, wait },
    list: { is: 'posted', channel, head, last, wait, digest: 'e' },
    show: { is: 'posted', channel, head, last },
    'delete the head': { is: 'posted', channel, head: 3, wait },
    'refuse the head': { is: 'parked', head: 3, last: { channel, head }, wait: refused },
  },
}

const threadIn = (placement: Placement, more: Partial<MailThread> = {}): MailThread => ({
  ...buildThread({ inboxId: 'help@acme.test', threadId: 'th1' }),
  mails: ['key'],
  count: 1,
  ...more,
  placement,
})

const cases = Object.entries(states).flatMap(([state, placement]) =>
  Object.entries(events).map(([name, event]) => ({ state, placement, name, event, next: moves[state]?.[name] })),
)

test.each(cases)('a thread that is $state: $name', ({ placement, event, next }) => {
  const thread = threadIn(placement)
  expect(movePlacement(thread, event)).toEqual(next && { ...thread, placement: next })
})

test('an imported thread waits for its line in a digest, unless a channel has shown it before', () => {
  const route: PlacementEvent = { do: 'route', channel, at }
  const fresh = movePlacement(threadIn({ is: 'parked', head: 0 }, { isImported: true }), route)
  expect(fresh?.placement).toEqual({ is: 'queued', channel, head: 0, at })
  const unplaced = movePlacement(threadIn({ is: 'parked', head: 0, wait }, { isImported: true }), route)
  expect(unplaced && findWait(unplaced)).toEqual(wait)
  expect(unplaced && movePlacement(unplaced, { do: 'list', digest: 'd' })?.placement).toEqual({
    is: 'listed',
    channel,
    head: 0,
    at,
    digest: 'd',
  })
  const again = threadIn({ is: 'parked', head: 0, last: { channel: 'C0' }, wait }, { isImported: true })
  expect(movePlacement(again, route)?.placement).toMatchObject({ is: 'posted' })
})

test('a thread that is queued again leaves the digest that shows it as opened', () => {
  const queue = (placement: Placement) => movePlacement(threadIn(placement), { do: 'queue', at: 8 })?.placement
  const posted: Placement = { is: 'posted', channel, head, digest: 'd' }
  expect(queue(posted)).toEqual({ is: 'queued', channel, head, at: 8 })
  expect(queue({ ...posted, wait })).toEqual({ is: 'queued', channel, head, at: 8, wait })
})

test('a head that was replaced, or that another channel had, parks nothing', () => {
  const thread = threadIn({ is: 'posted', channel, head })
  const lose = (changes: object) =>
    movePlacement(thread, { do: 'lose_head', head, ...refused, isGone: false, ...changes })?.placement
  expect(lose({ head: 1 })).toBeUndefined()
  expect(lose({ channel: 'C9' })).toEqual({ is: 'posted', channel, head: 3 })
  const listed = threadIn({ is: 'listed', channel, head, at, digest: 'e' })
  expect(movePlacement(listed, { do: 'lose_digest', digest: 'd', ...refused })).toBeUndefined()
})

test('a parked thread goes where a person sent it unless that channel does not accept it either', () => {
  const thread = threadIn({ is: 'parked', head, wait: { ...wait, moved } })
  const park = (refusedBy: string) => {
    const next = movePlacement(thread, { do: 'park', code: 'shared', channel: refusedBy })
    return next && findWait(next)
  }
  expect(park('C2')).toEqual({ code: 'shared', channel: 'C2', moved })
  expect(park('C3')).toEqual({ code: 'shared', channel: 'C3' })
})

test('the placement of a thread decides who may read it and where it is listed', () => {
  const rows = Object.entries(states).map(([state, placement]) => {
    const thread = threadIn(placement, { workAt: 1 })
    const lists = (withListing(thread, 't').listed ?? []).map((one) => one.split('/')[0])
    return [state, findChannel(thread), findReaderChannel(thread), lists]
  })
  expect(rows).toEqual([
    ['parked', undefined, 'C0', ['C0']],
    ...Object.keys(states)
      .slice(1)
      .map((state) => [state, channel, channel, [channel]]),
  ])
})

test('a thread in a state of a later version is read, no task changes it, and its mail waits for that version', async () => {
  const last = { channel, head: 0 }
  const placement = { is: 'archived', head: 1, channel, last, since: 5 }
  const thread = mailThreadSchema.parse({ ...threadIn({ is: 'parked', head: 0 }), placement })
  expect(hasChannel(thread)).toBe(false)
  expect([findPosted, findQueued, findDigest, findWait].map((find) => find(thread))).toEqual(Array(4).fill(undefined))
  expect(findReaderChannel(thread)).toBe(channel)

  const asked: string[] = []
  const people: People = {
    channel: (_, id) => {
      asked.push(id)
      return Promise.resolve({ id, name: id, isShared: false, isPrivate: false, isArchived: false, isMember: true })
    },
    person: () => Promise.reject(new Error('nobody is asked for')),
    names: () => Promise.resolve(new Map()),
  }
  const config = { defaultChannel: channel }
  const { services, runTask, sent } = await openMailSlice({ access: allowEverything, people, config })
  const { mailStore, keyedHash } = services
  const id = createThreadKey(keyedHash, thread.inboxId, thread.threadId)
  const row = { inboxId: thread.inboxId, code: 'kept', channel }
  await mailStore.threads.put(id, thread, 0)
  await mailStore.waitingThreads.put(id, row, 0)
  await mailStore.mails.put('key', { ...sampleMail, thread: id }, 0)
  await runTask('mail.place', { team: 'T1', thread: id, round: 1 })
  await runTask('mail.gone', { team: 'T1', thread: id, channel, ts: '1.1' })
  const message = { inbox_id: thread.inboxId, thread_id: thread.threadId, message_id: 'm2', from: 'ann@a.test' }
  const event = { event_id: 'e1', event_type: 'message.received', message: { ...message, text: 'Hello' } }
  // The queue retries the task for a process of the later version.
  await expect(runTask('mail.event', { team: 'T1', event })).rejects.toMatchObject({ details: { outcome: 'not_sent' } })
  expect(await mailStore.findThread(id)).toEqual(thread)
  expect((await mailStore.waitingThreads.get(id))?.value).toEqual(row)
  expect(asked).toEqual([])
  expect(sent).toEqual([])
})
