import { expect, test } from 'vitest'
import type { Store } from '../../../src/store/store.ts'
import { openMailSlice, openMemory } from '../../support/mail-services.ts'

const [team, inbox] = ['T1', 'help@acme.test']

test('the routes are read once per mail, and again only when a new thread gets its channel', async () => {
  const memory = openMemory()
  let reads = 0
  const store: Store = {
    ...memory.store,
    get: (key) => {
      if (key.startsWith(`${team}/mail.routes/`)) reads += 1
      return memory.store.get(key)
    },
  }
  const { runTask } = await openMailSlice({
    memory: { ...memory, store },
    people: {
      person: () => Promise.reject(new Error('unused')),
      channel: (_, id) =>
        Promise.resolve({ id, name: id, isShared: false, isPrivate: false, isArchived: false, isMember: true }),
      names: () => Promise.resolve(new Map()),
    },
    config: { defaultChannel: 'C1' },
  })
  const receive = async (id: string, thread: string) => {
    reads = 0
    const message = { inbox_id: inbox, thread_id: thread, message_id: id, from: `${id}@customer.test`, text: 'Hello' }
    await runTask('mail.event', { team, event: { event_id: id, event_type: 'message.received', message } })
    return reads
  }
  // The first mail of an inbox makes the inbox known.
  await receive('m1', 'th1')
  expect([await receive('m2', 'th2'), await receive('m3', 'th2')]).toEqual([2, 1])
})
