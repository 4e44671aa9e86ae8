import { expect, test } from 'vitest'
import type { People } from '../../../src/slack/directory/people.ts'
import { allowEverything, allowWithAdmin } from '../../support/allow-everything.ts'
import type { Queue } from '../../../src/queue/queue.ts'
import type { Store } from '../../../src/store/store.ts'
import { openMailSlice, openMemory } from '../../support/mail-services.ts'
import { changeRules } from '../../../src/mail/placement/rules/change-rules.ts'

const team = 'T1'
const inbox = 'help@acme.test'
const channel = 'C1'

test('mail that was imported while no channel accepted it is posted once one does', async () => {
  const { services, runTask, sent } = await openMailSlice({ people: peopleWith() })
  const { mailStore } = services
  const message = { inbox_id: inbox, thread_id: 'th1', message_id: 'm1', from: 'ann@customer.test', text: 'Hello' }
  await runTask('mail.event', { team, event: { event_id: 'e1', event_type: 'message.received', message } })
  const [waiting] = (await mailStore.waitingThreads.list()).rows
  const id = waiting?.id ?? ''
  await mailStore.threads.update(id, (now) => now && { ...now, isImported: true })
  await services.routes.setRoute({ inboxId: inbox, channel, by: 'U1', at: 1 })

  await runTask('mail.place', { team, thread: id, round: 2 })
  expect(sent.filter(({ kind }) => kind === 'slack.card')).toHaveLength(1)
  expect(await mailStore.findThread(id)).toHaveProperty('placement.is', 'posted')
})

/** Channels that everyone can read; people of another organization also read those in `shared`. */
const peopleWith = (shared = new Set<string>()): People => ({
  channel: (_, id) =>
    Promise.resolve({ id, name: id, isShared: shared.has(id), isPrivate: false, isArchived: false, isMember: true }),
  person: () => Promise.reject(new Error('nobody is asked for')),
  names: () => Promise.resolve(new Map()),
})

test('a channel that becomes shared with another organization gets no more mail of its threads', async () => {
  const shared = new Set<string>()
  const config = { defaultChannel: 'CDEFAULT' }
  const people = peopleWith(shared)
  const { services, runTask, sent } = await openMailSlice({ access: allowWithAdmin, people, config })
  const receive = (n: number) => {
    const message = { inbox_id: inbox, thread_id: 'th1', message_id: `m${n}`, from: 'ann@customer.test', text: 'Hello' }
    return runTask('mail.event', { team, event: { event_id: `e${n}`, event_type: 'message.received', message } })
  }
  const listCards = () => sent.filter(({ kind }) => kind === 'slack.card').map(({ data }) => data)
  await receive(1)
  expect(listCards()).toHaveLength(1)
  shared.add('CDEFAULT')
  await receive(2)
  expect(listCards()).toHaveLength(1)
  expect(JSON.stringify(sent)).toContain('because the channel is shared with another organization')
  const change = { do: 'place_in', alarm: 'CDEFAULT', channel: 'CNEW' }
  await runTask('mail.setting', { team, user: 'UADMIN', at: 2, change })
  const [waiting] = (await services.mailStore.waitingThreads.list()).rows
  await runTask('mail.place', { team, thread: waiting?.id ?? '', round: 2 })
  expect(listCards().slice(1)).toMatchObject([
    { kind: 'mail.card', copy: '1' },
    { kind: 'mail.mail', copy: '1' },
  ])
})

test('a thread waits for another channel when its own is shared and its head is deleted at the same moment', async () => {
  const setup: { deleteHead?: () => Promise<unknown>; isShared: boolean } = { isShared: false }
  const people: People = {
    ...peopleWith(),
    channel: async (_, id) => {
      const { deleteHead, isShared } = setup
      delete setup.deleteHead
      await deleteHead?.()
      return { id, name: id, isShared, isPrivate: false, isArchived: false, isMember: true }
    },
  }
  const config = { defaultChannel: channel }
  const { services, slice, runTask, sent } = await openMailSlice({ access: allowWithAdmin, people, config })
  const receive = (n: number) => {
    const message = { inbox_id: inbox, thread_id: 'th1', message_id: `m${n}`, from: 'ann@customer.test', text: 'Hello' }
    return runTask('mail.event', { team, event: { event_id: `e${n}`, event_type: 'message.received', message } })
  }
  await receive(1)
  const [thread] = (await services.mailStore.threads.list()).rows
  const id = thread?.id ?? ''
  const head = slice.cards?.find(({ kind }) => kind === 'mail.card')
  setup.isShared = true
  setup.deleteHead = async () => head?.onLost?.(team, id, { code: 'message_not_found', channel })
  sent.splice(0)
  await receive(2)
  const wait = { code: 'shared', channel }
  expect(await services.mailStore.findThread(id)).toMatchObject({ count: 2, placement: { is: 'parked', wait } })
  expect((await services.mailStore.waitingThreads.get(id))?.value).toMatchObject(wait)
  expect(sent.map(({ kind }) => kind)).not.toContain('slack.card')
  expect(JSON.stringify(sent)).toContain('because the channel is shared with another organization')
})

test('when the channel of a rule is replaced, its inbox still sends everything else where it did', async () => {
  const config = { defaultChannel: 'CDEFAULT' }
  const { services, runTask } = await openMailSlice({ access: allowEverything, people: peopleWith(), config })
  const { routes, mailStore } = services
  const rule = { id: 'r1', when: { senders: ['bank.test'] }, channel: 'CGONE', by: 'U1', at: 1, revision: 1 }
  await changeRules(routes, { do: 'add', rule })
  await mailStore.waitingThreads.put('th1', { inboxId: inbox, code: 'is_archived', channel: 'CGONE' }, 0)
  const change = { do: 'place_in', alarm: 'CGONE', channel: 'CNEW' }
  await runTask('mail.setting', { team, user: 'UADMIN', at: 2, change })
  expect(await routes.read()).toMatchObject({ rules: [], mailRules: [{ channel: 'CNEW' }] })
})

test('mail that comes while its inbox gets a route does not wait for the next mail', async () => {
  const memory = openMemory()
  const setup: { addRoute?: () => Promise<unknown> } = {}
  const store: Store = {
    ...memory.store,
    put: async (key, value, options) => {
      if (key.startsWith(`${team}/mail.unplaced/`)) await setup.addRoute?.()
      return memory.store.put(key, value, options)
    },
  }
  const { services, runTask, sent } = await openMailSlice({ memory: { ...memory, store }, people: peopleWith() })
  setup.addRoute = () => services.routes.setRoute({ inboxId: inbox, channel, by: 'U1', at: 1 })
  const message = { inbox_id: inbox, thread_id: 'th1', message_id: 'm1', from: 'ann@customer.test', text: 'Hello' }
  await runTask('mail.event', { team, event: { event_id: 'e1', event_type: 'message.received', message } })
  expect(sent.map(({ kind }) => kind)).toContain('mail.place')
})

/** Receives the first mail of a thread while no channel takes it, then sets a route. Returns the id of the thread. */
async function receiveBeforeRoute({ services, runTask }: Awaited<ReturnType<typeof openMailSlice>>): Promise<string> {
  const message = { inbox_id: inbox, thread_id: 'th1', message_id: 'm1', from: 'ann@customer.test', text: 'Hello' }
  await runTask('mail.event', { team, event: { event_id: 'e1', event_type: 'message.received', message } })
  const [waiting] = (await services.mailStore.waitingThreads.list()).rows
  await services.routes.setRoute({ inboxId: inbox, channel, by: 'U1', at: 1 })
  return waiting?.id ?? ''
}

test.each(['the queue', 'the task that empties it'])(
  'a thread counts as waiting until a busy channel has queued it: a crash before %s is stored loses no mail',
  async (failing) => {
    const memory = openMemory()
    const setup = { isFailing: false }
    const failOnce = (isHere: boolean) => {
      if (!isHere || !setup.isFailing) return
      setup.isFailing = false
      throw new Error('the process ends')
    }
    const store: Store = {
      ...memory.store,
      put: async (key, value, options) => {
        failOnce(failing === 'the queue' && key.startsWith(`${team}/mail.queued-${channel}/`))
        return memory.store.put(key, value, options)
      },
    }
    const queue: Queue = {
      ...memory.queue,
      send: async (task, options) => {
        failOnce(failing !== 'the queue' && task.kind === 'mail.feed')
        return memory.queue.send(task, options)
      },
    }
    const opened = await openMailSlice({ memory: { ...memory, store, queue }, people: peopleWith() })
    const { services, runTask, sent } = opened
    const {
      mailStore,
      placement: { digestStore },
    } = services
    const id = await receiveBeforeRoute(opened)
    await digestStore.loads.put(channel, { posting: [], isQueued: true, digests: 0, arrivals: [] }, 0)
    setup.isFailing = true
    await expect(runTask('mail.place', { team, thread: id, round: 2 })).rejects.toThrow('the process ends')
    expect(await mailStore.findThread(id)).toMatchObject({ placement: { is: 'queued', wait: { code: 'no_route' } } })
    expect(await mailStore.waitingThreads.get(id)).toBeDefined()

    sent.splice(0)
    await runTask('mail.place', { team, thread: id, round: 2 }, 2)
    const { rows } = await digestStore.queued(channel).list()
    expect(new Set(rows.map(({ value }) => value.thread))).toEqual(new Set([id]))
    expect(sent.map(({ kind }) => kind)).toContain('mail.feed')
    expect(await mailStore.findThread(id)).not.toHaveProperty('placement.wait')
    expect(await mailStore.waitingThreads.get(id)).toBeUndefined()
  },
)

/** Opens the app with a thread that waits for a channel, and runs `inBetween` at its `read`th read of the index after that. */
async function openRacing(read: number) {
  const memory = openMemory()
  const setup: { reads: number; inBetween?: () => Promise<unknown> } = { reads: 0 }
  const store: Store = {
    ...memory.store,
    get: async (key) => {
      const { inBetween } = setup
      if (inBetween && key.startsWith(`${team}/mail.unplaced/`) && ++setup.reads === read) {
        delete setup.inBetween
        await inBetween()
      }
      return memory.store.get(key)
    },
  }
  const opened = await openMailSlice({ memory: { ...memory, store }, access: allowEverything, people: peopleWith() })
  const id = await receiveBeforeRoute(opened)
  await opened.runTask('mail.place', { team, thread: id, round: 2 })
  return { ...opened, setup, id, head: opened.slice.cards?.find(({ kind }) => kind === 'mail.card') }
}

test('a thread that Slack shows is in no alarm, although its task has seen it waiting', async () => {
  const { services, runTask, setup, id, head } = await openRacing(1)
  setup.inBetween = async () => head?.onPosted?.(team, id, { channel, ts: '1.1' })
  await runTask('mail.place', { team, thread: id, round: 3 })
  expect(await services.mailStore.findThread(id)).not.toHaveProperty('placement.wait')
  expect(await services.mailStore.waitingThreads.get(id)).toBeUndefined()
})

test('a thread whose channel is archived is in an alarm, although its head was posted just before', async () => {
  const { services, setup, id, head } = await openRacing(2)
  setup.inBetween = async () => head?.onLost?.(team, id, { code: 'is_archived', channel })
  await head?.onPosted?.(team, id, { channel, ts: '1.1' })
  const wait = { code: 'is_archived', channel }
  expect(await services.mailStore.findThread(id)).toMatchObject({ placement: { is: 'parked', wait } })
  expect((await services.mailStore.waitingThreads.get(id))?.value).toMatchObject(wait)
})

test('a thread that Slack shows is in no alarm, although a task was stopped after it had seen the thread waiting', async () => {
  const memory = openMemory()
  const setup: { inBetween?: () => Promise<unknown> } = {}
  const store: Store = {
    ...memory.store,
    put: async (key, value, options) => {
      const { inBetween } = setup
      if (!inBetween || !key.startsWith(`${team}/mail.unplaced/`)) return memory.store.put(key, value, options)
      delete setup.inBetween
      await inBetween()
      await memory.store.put(key, value, options)
      throw new Error('the process is killed')
    },
  }
  const opened = await openMailSlice({ memory: { ...memory, store }, access: allowEverything, people: peopleWith() })
  const { services, slice, runTask } = opened
  const { mailStore, routes } = services
  const id = await receiveBeforeRoute(opened)
  const head = slice.cards?.find(({ kind }) => kind === 'mail.card')
  await runTask('mail.place', { team, thread: id, round: 2 })
  await head?.onPosted?.(team, id, { channel, ts: '1.1' })
  // The channel is archived, and the thread goes to another one before its row is written.
  const lost = { code: 'is_archived', channel }
  setup.inBetween = async () => {
    await routes.setRoute({ inboxId: inbox, channel: 'C2', by: 'U1', at: 2 })
    await runTask('mail.place', { team, thread: id, round: 3 })
    await head?.onPosted?.(team, id, { channel: 'C2', ts: '2.1' })
  }
  await expect(head?.onLost?.(team, id, lost)).rejects.toThrow('killed')
  await head?.onLost?.(team, id, lost)
  expect(await mailStore.findThread(id)).toMatchObject({ placement: { is: 'posted', channel: 'C2' } })
  expect(await mailStore.waitingThreads.get(id)).toBeUndefined()
})

test('the cards of other mail do not cause a look at all that waits, and the mail that was the last to wait closes its alarm', async () => {
  const memory = openMemory()
  let looks = 0
  const store: Store = {
    ...memory.store,
    list: (partition, options) => {
      if (partition === `${team}/mail.unplaced`) looks += 1
      return memory.store.list(partition, options)
    },
  }
  const opened = await openMailSlice({ memory: { ...memory, store }, access: allowWithAdmin, people: peopleWith() })
  const { slice, runTask, sent } = opened
  const id = await receiveBeforeRoute(opened)
  const head = slice.cards?.find(({ kind }) => kind === 'mail.card')
  await runTask('mail.place', { team, thread: id, round: 2 })
  looks = 0
  for (let n = 0; n < 10; n++) await head?.onPosted?.(team, 'other', { channel, ts: `2.${n}` })
  expect(looks).toBeLessThan(3)
  const closed = () => sent.filter(({ kind }) => kind === 'slack.replace').length
  expect(closed()).toBe(0)
  await head?.onPosted?.(team, id, { channel, ts: '1.1' })
  expect(closed()).toBe(1)
})
