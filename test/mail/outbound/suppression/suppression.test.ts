import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { AccessPolicy } from '../../../../src/access/access-policy.ts'
import { allowed, type Authorizer } from '../../../../src/access/authorize.ts'
import { createMailboxClient } from '../../../../src/clients/mailbox/mailbox-client.ts'
import { createClock } from '../../../../src/core/clock.ts'
import {
  createSuppressionStore,
  listReasons,
  normalizeAddress,
  type SuppressionFact,
} from '../../../../src/mail/outbound/suppression/suppression.ts'
import { readSuppressedPage } from '../../../../src/mail/outbound/suppression/suppressed-page.ts'
import { plainTextMessage } from '../../../../src/slack/blocks/text-message.ts'
import { allowEverything } from '../../../support/allow-everything.ts'
import { log, openMailSlice, openMemory } from '../../../support/mail-services.ts'

const about = { inboxId: 'help@acme.test', thread: 'th1' }
const bounced = (at: number, messageId = 'm1'): SuppressionFact => ({
  bounced: { at, ...about, messageId, type: 'Permanent', subType: 'General' },
})
const delivered = (at: number, messageId = 'm2'): SuppressionFact => ({ delivered: { at, messageId } })
const complained = (at: number): SuppressionFact => ({ complained: { at, ...about, messageId: 'm1' } })

const open = () =>
  createSuppressionStore({ store: openMemory().store, team: 'T1' }, (...parts) => parts.join('|'), createClock())

const orders = <T>(list: T[]): T[][] =>
  list.length < 2 ? [list] : list.flatMap((one, at) => orders(list.toSpliced(at, 1)).map((rest) => [one, ...rest]))

test.each([
  ['a later mail that arrived clears a bounce', [bounced(10), delivered(20)], []],
  ['an earlier mail does not', [bounced(20), delivered(10)], ['bounced']],
  ['a delivery of the same mail does not either', [bounced(10, 'm1'), delivered(20, 'm1')], ['bounced']],
  ['a bounce after that counts again', [bounced(10), delivered(20), bounced(30, 'm3')], ['bounced']],
  ['a complaint stays', [complained(10), delivered(20)], ['complained']],
])('%s, for any order of the events', async (_, facts, reasons) => {
  for (const order of orders(facts)) {
    const store = open()
    for (const fact of order) await store.record('One@Customer.test', fact)
    const [found] = await store.find('one@customer.test', 'help@acme.test')
    expect(found && listReasons(found)).toEqual(reasons)
    const { rows } = await store.list(undefined)
    expect(rows.map(({ value }) => value.address)).toEqual(reasons.length > 0 ? ['one@customer.test'] : [])
  }
})

test('a cleared address stays cleared until a new event, and the list has each address once, newest first', async () => {
  const store = open()
  await store.record('one@customer.test', bounced(10))
  await store.record('two@customer.test', bounced(20))
  await store.record('one@customer.test', complained(30))
  const list = async () => (await store.list(undefined)).rows
  expect((await list()).map(({ value }) => value.address)).toEqual(['one@customer.test', 'two@customer.test'])
  const [first] = await list()
  await store.clear(first?.id ?? '', 'U1')
  await store.record('one@customer.test', complained(30))
  expect((await list()).map(({ value }) => value.address)).toEqual(['two@customer.test'])
  await store.record('one@customer.test', bounced(40))
  expect((await list()).map(({ value }) => listReasons(value))).toEqual([['bounced'], ['bounced']])
})

test('an entry for one inbox does not apply to another', async () => {
  const store = open()
  const blocked = { at: 10, scope: 'inbox', inboxId: 'help@acme.test' } as const
  await store.record('one@customer.test', { blocked }, 'help@acme.test')
  expect(await store.find('one@customer.test', 'Help@acme.test')).toHaveLength(1)
  expect(await store.find('one@customer.test', 'sales@acme.test')).toEqual([])
})

test('addresses are compared like in the mailbox', () => {
  expect(normalizeAddress('Ann+News@BÜCHER.example')).toBe('ann+news@xn--bcher-kva.example')
  expect(normalizeAddress('shop.TEST')).toBe('shop.test')
})

test.each<[string, SuppressionFact, boolean]>([
  ['the address bounced mail of their inbox', {}, true],
  [
    'it also complained about mail of another inbox',
    { complained: { at: 5, ...about, inboxId: 'sales@acme.test', messageId: 'm2' } },
    false,
  ],
  ['the whole account sends it nothing', { blocked: { at: 5, scope: 'account', inboxId: about.inboxId } }, false],
])('the admin of one inbox clears only suppressions of that inbox: %s', async (_, fact, isCleared) => {
  const decide: AccessPolicy['decide'] = ({ inbox }) =>
    Promise.resolve({ isAllowed: inbox === about.inboxId, subjects: [] })
  const ask: Authorizer['ask'] = (act) =>
    decide(act).then(({ isAllowed }) =>
      isAllowed ? allowed : { is: 'refused', message: plainTextMessage('Ask somebody else') },
    )
  const { services, runTask, sent } = await openMailSlice({
    access: { ...allowEverything, decide },
    authorizer: { ask, askToRead: () => Promise.resolve(allowed), recordAct: () => Promise.resolve() },
  })
  const {
    outbound: { suppressions },
  } = services
  const facts: SuppressionFact = {
    bounced: { at: 9, ...about, messageId: 'm1', type: 'Permanent', subType: 'General' },
    ...fact,
  }
  await suppressions.record('one@customer.test', facts)
  const [row] = (await suppressions.list(undefined)).rows
  const { rows } = await readSuppressedPage(services, { user: 'U1' }, undefined)
  expect(rows.map(({ mayClear }) => mayClear)).toEqual([isCleared])
  // The mailbox cannot be reached; after this attempt the person is notified.
  await runTask('mail.unsuppress', { team: 'T1', user: 'U1', event: 'e1', id: row?.id ?? '' }, 4)
  expect(JSON.stringify(sent).includes('Ask somebody else')).toBe(!isCleared)
})

/** Opens a mailbox that has one address in the lists of the account and of every inbox. */
async function openBlockLists() {
  const removed: string[] = []
  const server = createServer(({ method, url = '' }, response) => {
    const isEntry = url.endsWith('/lists/send/block/one%40customer.test')
    if (method === 'DELETE' && isEntry) removed.push(url.slice(0, url.indexOf('/lists')))
    const found = isEntry ? { entry: 'one@customer.test' } : {}
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { mailbox: createMailboxClient({ baseUrl, apiKey: 'am_test', log }), removed }
}

test.each([
  ['of one inbox leaves the block of the whole account, and names the people who can remove it', 'inbox', ['inbox']],
  ['of all mail removes both', 'all', ['account', 'inbox']],
] as const)('clearing a bounce as admin %s', async (_, administers, gone) => {
  const decide: AccessPolicy['decide'] = ({ inbox }) =>
    Promise.resolve({ isAllowed: administers === 'all' || inbox === about.inboxId, subjects: [] })
  const { mailbox, removed } = await openBlockLists()
  const ask = () => Promise.resolve(allowed)
  const { services, runTask, sent } = await openMailSlice({
    mailbox,
    access: { ...allowEverything, decide },
    authorizer: { ask, askToRead: ask, recordAct: () => Promise.resolve() },
  })
  await services.outbound.suppressions.record('one@customer.test', bounced(9))
  const [row] = (await services.outbound.suppressions.list(undefined)).rows
  await runTask('mail.unsuppress', { team: 'T1', user: 'U1', event: 'e1', id: row?.id ?? '' })
  const paths = { account: '/v0', inbox: '/v0/inboxes/help%40acme.test' }
  expect(removed.toSorted()).toEqual(gone.map((one) => paths[one]))
  const isLeft = administers === 'inbox'
  expect(JSON.stringify(sent).includes('block list for all inboxes, which you can’t change')).toBe(isLeft)
  const { rows } = await services.outbound.suppressions.list(undefined)
  expect(rows.map(({ value }) => listReasons(value))).toEqual(isLeft ? [['blocked']] : [])
})

test('an older page is offered only if the person may see an entry on it', async () => {
  const decide: AccessPolicy['decide'] = ({ inbox }) =>
    Promise.resolve({ isAllowed: inbox === about.inboxId, subjects: [] })
  const { services } = await openMailSlice({ access: { ...allowEverything, decide } })
  const {
    outbound: { suppressions },
  } = services
  const read = (after?: string) => readSuppressedPage(services, { user: 'U1' }, after)
  const hidden = { inboxId: 'sales@acme.test', thread: 'th2', messageId: 'm3' }
  for (let at = 1; at <= 310; at += 1)
    await suppressions.record(`hidden${at}@customer.test`, { complained: { at, ...hidden } })
  expect(await read()).toEqual({ rows: [], next: undefined })
  for (let at = 401; at <= 410; at += 1) await suppressions.record(`seen${at}@customer.test`, complained(at))
  const whole = await read()
  expect([whole.rows.length, whole.next]).toEqual([10, undefined])
  await suppressions.record('oldest@customer.test', complained(0))
  const first = await read()
  const second = await read(first.next)
  expect(second.rows.map(({ address }) => address)).toEqual(['oldest@customer.test'])
})
