import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS } from '../../../src/core/clock.ts'
import { createMailKey } from '../../../src/mail/records/mail/mail.ts'
import { skeletonOf } from '../../../src/core/name-shape.ts'
import { DAILY_PEOPLE } from '../../../src/mail/senders/contacts.ts'
import { DAILY_DOMAINS } from '../../../src/mail/senders/known-domains.ts'
import type { Store } from '../../../src/store/store.ts'
import { openMailSlice, openMemory } from '../../support/mail-services.ts'

const team = 'T1'
const inbox = 'help@acme.test'

/** Opens the slice with one inbox. `receive` resolves to the record's findings about the sender of the mail. */
async function openInbox(memory = openMemory()) {
  const { services, runTask } = await openMailSlice({ memory })
  let count = 0
  const receive = async (from: string, threadId = `th${count}`, cc: string[] = []) => {
    const messageId = `m${count++}`
    const message = { inbox_id: inbox, thread_id: threadId, message_id: messageId, from, cc, text: 'Hello' }
    await runTask('mail.event', { team, event: { event_id: messageId, event_type: 'message.received', message } })
    const mail = await services.mailStore.findMail(createMailKey(services.keyedHash, inbox, messageId))
    const { badges = [], looksLike, claims } = mail ?? {}
    return { badges: badges.filter((badge) => badge === 'look_alike' || badge === 'claimed_name'), looksLike, claims }
  }
  return { memory, receive, contacts: services.records.contacts }
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
  expect(rows.length).toBeGreaterThan(5)
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

const countRows = async ({ store }: ReturnType<typeof openMemory>, partition = 'mail.domains'): Promise<number> => {
  let rows = 0
  for (let after: string | undefined; ;) {
    const page = await store.list(`${team}/${partition}`, { limit: 100, ...(after !== undefined && { after }) })
    rows += page.length
    after = page.at(-1)?.key
    if (page.length < 100) return rows
  }
}

test('the domain of a stranger takes a few records, however long its name is', async () => {
  const { memory, receive } = await openInbox()
  await receive('ann@the-longest-name-of-a-domain-that-strangers-may-register-at-all.com')
  const rows = await countRows(memory)
  expect([rows > 2, rows <= 9]).toEqual([true, true])
})

test('strangers from ever new domains fill the store up to a number a day', async () => {
  let now = Date.UTC(2026, 10, 20)
  const { memory, receive } = await openInbox(openMemory({ now: () => now, scaled: (ms) => ms }))
  await receive('ann@northwindtraders.com')
  for (let n = 0; n < DAILY_DOMAINS + 20; n++) await receive(`x@a${n}b.com`)
  expect(await countRows(memory)).toBeLessThan(DAILY_DOMAINS * 3 + 10)
  // The domains that were known before are compared still, and more are recorded tomorrow.
  expect(await receive('bob@northwindtaders.com')).toMatchObject({ badges: ['look_alike'] })
  expect(await receive('ann@tailspinwheels.com')).toEqual(nothing)
  expect(await receive('bob@tailspinwheals.com')).toEqual(nothing)
  now += DAY_MS
  await receive('ann@tailspinwheels.com')
  expect(await receive('eve@tailspinwheelz.com')).toMatchObject({ badges: ['look_alike'] })
})

test('mail with ever new recipients fills the store up to a number a day', async () => {
  let now = Date.UTC(2026, 10, 20)
  const { memory, receive, contacts } = await openInbox(openMemory({ now: () => now, scaled: (ms) => ms }))
  const copy = (mail: number) => Array.from({ length: 300 }, (_, n) => `p${mail}-${n}@many.test`)
  const findNew = async (address: string) => (await contacts.findNewRecipients(inbox, [{ address }])).length > 0
  for (let mail = 0; mail * 300 < 2 * DAILY_PEOPLE; mail++) await receive(`s${mail}@other.test`, undefined, copy(mail))
  expect(await countRows(memory, 'mail.contacts')).toBeLessThan(DAILY_PEOPLE + 20)
  // Senders are known, whatever else came that day.
  await receive('ann@customer.test', undefined, ['bob@customer.test'])
  expect([await findNew('p0-7@many.test'), await findNew('ann@customer.test')]).toEqual([false, false])
  expect(await findNew('bob@customer.test')).toBe(true)
  now += DAY_MS
  await receive('ann@customer.test', undefined, ['bob@customer.test'])
  expect(await findNew('bob@customer.test')).toBe(false)
})

test('strangers push out no domain that was known long before', async () => {
  let now = Date.UTC(2026, 10, 20)
  const { services } = await openMailSlice({ memory: openMemory({ now: () => now, scaled: (ms) => ms }) })
  const { knownDomains } = services.records
  const resembles = () => false
  const record = (domain: string) =>
    knownDomains.record('in@box.test', { domain, shape: 'northwind', isStranger: false, resembles })
  for (let n = 0; n < 20; n++) await record(`known${n}.com`)
  now += 400 * DAY_MS
  await record('known0.com')
  for (let n = 0; n < 5; n++) await record(`stranger${n}.com`)
  const similar = await knownDomains.findSimilar('in@box.test', 'northwind')
  expect(similar).toHaveLength(20)
  expect(similar.slice(0, 19)).toEqual(Array.from({ length: 19 }, (_, n) => `known${n}.com`))
})

test('each slip of one letter, and each swap of two, in a known name is found', async () => {
  const { services } = await openMailSlice()
  const { knownDomains } = services.records
  const resembles = () => false
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'm', 'o'), minLength: 6, maxLength: 63 }),
      fc.nat(),
      fc.constantFrom('add', 'remove', 'replace', 'swap'),
      async (name, place, slip) => {
        const domain = `${name}.com`
        const shape = skeletonOf(name)
        await knownDomains.record(domain, { domain, shape, isStranger: false, resembles })
        const letters = Array.from(name)
        const at = place % (letters.length - 1)
        const [one = '', two = ''] = [letters[at], letters[at + 1]]
        const other = {
          add: letters.toSpliced(at, 0, 'x'),
          remove: letters.toSpliced(at, 1),
          replace: letters.toSpliced(at, 1, 'x'),
          swap: letters.toSpliced(at, 2, two, one),
        }[slip]
        // Of short names, only swaps are compared.
        fc.pre(slip === 'swap' || name.length >= 9)
        // The shape of `m` is two letters.
        fc.pre(slip === 'swap' || slip === 'add' || one !== 'm')
        expect(await knownDomains.findSimilar(domain, skeletonOf(other.join('')))).toEqual([domain])
      },
    ),
  )
})
