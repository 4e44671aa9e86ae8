import { expect, test } from 'vitest'
import { changeRules } from '../../../src/mail/placement/rules/change-rules.ts'
import type { People } from '../../../src/slack/directory/people.ts'
import type { Store } from '../../../src/store/store.ts'
import { allowEverything } from '../../support/allow-everything.ts'
import { openMailSlice, openMemory } from '../../support/mail-services.ts'

const team = 'T1'
const channel = 'C1'
const people: People = {
  channel: (_, id) =>
    Promise.resolve({ id, name: id, isShared: false, isPrivate: false, isArchived: false, isMember: true }),
  person: () => Promise.reject(new Error('nobody is asked for')),
  names: () => Promise.resolve(new Map()),
}

/** Opens the slice on storage that refuses everything from its write number `last` on, until `restart`. */
async function openStopping(last: number) {
  const memory = openMemory()
  let left = Infinity
  let wasStopped = false
  const write = <T>(act: () => Promise<T>): Promise<T> => {
    left -= 1
    wasStopped ||= left < 0
    return left < 0 ? Promise.reject(new Error('stopped')) : act()
  }
  const store: Store = {
    ...memory.store,
    put: (...args) => write(() => memory.store.put(...args)),
    delete: (...args) => write(() => memory.store.delete(...args)),
  }
  const cards = new Set<string>()
  const queue: typeof memory.queue = {
    ...memory.queue,
    send: (task, options) =>
      write(() => {
        if (task.kind === 'slack.card') cards.add(JSON.stringify(task.data))
        return memory.queue.send(task, options)
      }),
  }
  const slice = await openMailSlice({
    memory: { ...memory, store, queue },
    people,
    access: allowEverything,
    config: { defaultChannel: channel },
  })
  return {
    ...slice,
    /** The cards that Slack is asked to post. */
    readCards: (kind: string): string[] =>
      [...cards].map((one) => JSON.parse(one)).flatMap((one) => (one.kind === kind ? [String(one.id)] : [])),
    begin: () => (left = last),
    restart: () => (left = Infinity),
    isStopped: () => left < 0,
    wasStopped: () => wasStopped,
  }
}

const buildEvent = (number: number, type: string) => ({
  event_id: `e${number}`,
  event_type: type,
  message: {
    inbox_id: 'help@acme.test',
    thread_id: `th${number}`,
    message_id: `m${number}`,
    from: `ann${number}@a.test`,
    subject: `Prize ${number}`,
    text: 'Hello',
  },
})

test('each quarantined mail of a burst is shown once, wherever the app is stopped', { timeout: 60_000 }, async () => {
  // The ninth single card of the last minute was posted just now, and the current list has room for one more line.
  const lines = Array.from({ length: 47 }, (_, n) => ({
    from: `${n}@b.test`,
    subject: 'Old',
    threads: [{ thread: `t${n}.m${n}`, at: 1, mails: 1 }],
  }))
  const types = ['message.received.spam', 'message.received.blocked', 'message.received.unauthenticated']
  let writes = 0
  for (let isDone = false; !isDone; writes++) {
    const app = await openStopping(writes)
    const { digestStore } = app.services.placement
    const rule = { id: 'r1', when: { words: ['prize'] }, isQuarantined: true, by: 'U1', at: 1, revision: 1 }
    await changeRules(app.services.routes, { do: 'add', rule })
    await digestStore.digests.put('held-C1-0', { channel, kind: 'quarantine', startedAt: 1, lines }, 0)
    const load = { posting: [], isQueued: false, digest: 'held-C1-0', digests: 1 }
    await digestStore.loads.put('held-C1', { ...load, arrivals: [[Date.now(), 9]] }, 0)
    app.begin()
    const run = async (kind: string, data: Parameters<typeof app.runTask>[1]) => {
      try {
        await app.runTask(kind, data)
      } catch (error) {
        if (!app.isStopped()) throw error
        app.restart()
        await app.runTask(kind, data)
      }
    }
    for (const [number, type] of [...types, 'message.received'].entries())
      await run('mail.event', { team, event: buildEvent(number, type) })
    for (let n = 0; n < 3; n++) await run('mail.list_held', { team, channel })
    isDone = !app.wasStopped()
    app.restart()
    const single = app.readCards('mail.held')
    const listed: string[] = []
    for (const id of ['held-C1-0', 'held-C1-1', 'held-C1-2']) {
      const digest = (await digestStore.digests.get(id))?.value
      const targets = digest?.lines.flatMap(({ threads }) => threads.map(({ thread }) => thread)) ?? []
      listed.push(...targets.flatMap((target) => target.split('.')[1] ?? []).filter((key) => !/^m\d/.test(key)))
      if (targets.length > 0 && id !== 'held-C1-0') expect(app.readCards('mail.digest')).toContain(id)
    }
    const subjects: string[] = []
    for (const key of [...single, ...listed]) subjects.push((await app.services.mailStore.findMail(key))?.subject ?? '')
    expect(
      subjects.toSorted((one, other) => one.localeCompare(other)),
      `stopped at write ${writes}`,
    ).toEqual(['Prize 0', 'Prize 1', 'Prize 2', 'Prize 3'])
    expect((await digestStore.queued('held-C1').list()).rows).toEqual([])
  }
  expect(writes).toBeGreaterThan(50)
})
