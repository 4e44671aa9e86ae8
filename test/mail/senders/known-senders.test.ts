import { expect, test } from 'vitest'
import { DAY_MS } from '../../../src/core/clock.ts'
import { createMailKey } from '../../../src/mail/records/mail/mail.ts'
import type { Store } from '../../../src/store/store.ts'
import { openMailSlice, openMemory } from '../../support/mail-services.ts'

const team = 'T1'
const inbox = 'help@acme.test'

/** Opens the slice with one inbox. `receive` resolves to the record's findings about the sender of the mail. */
async function openInbox(memory = openMemory()) {
  const { services, runTask } = await openMailSlice({ memory })
  let count = 0
  const receive = async (from: string, threadId = `th${count}`) => {
    const messageId = `m${count++}`
    const message = { inbox_id: inbox, thread_id: threadId, message_id: messageId, from, text: 'Hello' }
    await runTask('mail.event', { team, event: { event_id: messageId, event_type: 'message.received', message } })
    const mail = await services.mailStore.findMail(createMailKey(services.keyedHash, inbox, messageId))
    const { badges = [], looksLike, claims } = mail ?? {}
    return { badges: badges.filter((badge) => badge === 'look_alike' || badge === 'claimed_name'), looksLike, claims }
  }
  return { memory, receive }
}

const nothing = { badges: [], looksLike: undefined, claims: undefined }

test('a sender is compared with everyone known to the inbox, and an imitation stays one', async () => {
  const { receive } = await openInbox()
  expect(await receive('Ann <ann@northwindtraders.com>')).toEqual(nothing)
  const imitation = { badges: ['look_alike'], looksLike: 'northwindtraders.com', claims: undefined }
  expect(await receive('Ann <ann@northwindtaders.com>')).toEqual(imitation)
  expect(await receive('Ann <ann@northwindtaders.com>')).toEqual(imitation)
  const threadId = 'its-own-thread'
  expect(await receive('Bob <bob@northwindtaders.com>', threadId)).toEqual(imitation)
  expect(await receive('Eve <eve@northwindtaders.com>', threadId)).toEqual(imitation)
  expect(await receive('Ann <ann@northwindtraders.com>')).toEqual(nothing)
  expect(await receive('Northwind Traders <x@other.test>')).toEqual({
    badges: ['claimed_name'],
    looksLike: undefined,
    claims: 'northwindtraders.com',
  })
})

test('an earlier sender is not suspected when a domain that resembles theirs appears', async () => {
  const { receive } = await openInbox()
  await receive('Ann <ann@northwindtraders.com>')
  expect(await receive('Bob <bob@northwind-traders.com>')).toMatchObject({ badges: ['look_alike'] })
  expect(await receive('Ann <ann@northwindtraders.com>')).toEqual(nothing)
})

test('no key contains a domain', async () => {
  const { memory, receive } = await openInbox()
  await receive('Ann <ann@northwindtraders.com>')
  const rows = await memory.store.list(`${team}/mail.domains`)
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.filter(({ key }) => /northwind/.test(key))).toEqual([])
})

test('a domain is known for as long as it writes, and for two years after that', async () => {
  let now = Date.now()
  const { receive } = await openInbox(openMemory({ now: () => now, scaled: (ms) => ms }))
  for (let n = 0; n < 4; n++) {
    await receive(`${n}@northwindtraders.com`)
    now += 400 * DAY_MS
  }
  expect(await receive('Ann <ann@northwindtaders.com>')).toMatchObject({ badges: ['look_alike'] })
  now += 400 * DAY_MS
  expect(await receive('Ben <ben@northwindtaders.com>')).toEqual(nothing)
})

test('domains that resemble a new one are read once to compare it, and once to record it', async () => {
  const memory = openMemory()
  let reads = 0
  const store: Store = {
    ...memory.store,
    get: (key) => {
      if (key.startsWith(`${team}/mail.domains/`)) reads += 1
      return memory.store.get(key)
    },
  }
  const { receive } = await openInbox({ ...memory, store })
  await receive('Ann <ann@abcdef.com>')
  expect(reads).toBeLessThan(20)
})
