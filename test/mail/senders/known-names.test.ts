import { expect, test } from 'vitest'
import { createMailKey } from '../../../src/mail/records/mail/mail.ts'
import { buildReply } from '../../../src/mail/records/replies/reply.ts'
import { recordRecipients } from '../../../src/mail/senders/record-recipients.ts'
import { listNameShapes, type NameFit, readsAsName } from '../../../src/core/name-shape.ts'
import { parseTypedAddresses } from '../../../src/mail/records/address.ts'
import { openMailSlice } from '../../support/mail-services.ts'

const team = 'T1'
const inbox = 'help@acme.test'

/** Opens the slice with one inbox in a workspace with Aiko Tanaka and Tom Berger. */
async function openInbox() {
  const members = ['Aiko Tanaka', 'Tom Berger', 'Support Team', 'Li Wei'].map(listNameShapes)
  const isMemberName = (_team: string, name: string, fit: NameFit) =>
    Promise.resolve(members.some((one) => readsAsName(listNameShapes(name), one, fit)))
  const { services, runTask } = await openMailSlice({ slack: { isMemberName } })
  let count = 0
  const receive = async (from: string) => {
    const messageId = `m${count++}`
    const message = { inbox_id: inbox, thread_id: messageId, message_id: messageId, from, text: 'Hello' }
    await runTask('mail.event', { team, event: { event_id: messageId, event_type: 'message.received', message } })
    const mail = await services.mailStore.findMail(createMailKey(services.keyedHash, inbox, messageId))
    return mail?.badges.includes('claimed_name') ? (mail.claims ?? mail.claimsMember) : undefined
  }
  const write = async (to: string) => {
    const { addresses } = parseTypedAddresses(to)
    const words = { written: {}, text: 'Hello', html: '', files: [] }
    const ids = { thread: 'th', mail: 'key', inboxId: inbox, messageId: 'm', user: 'U1', userName: 'Maria' }
    const reply = buildReply('r', { ...ids, ...words, to: addresses, cc: [], bcc: [] }, 0)
    await recordRecipients(services, `r${count++}`, reply)
  }
  return { receive, write }
}

test('a correspondent’s name on a stranger’s address is noticed, in any order of its words', async () => {
  const { receive, write } = await openInbox()
  expect(await receive('Olga Brandt <olga@bergbank.test>')).toBeUndefined()
  expect(await receive('Olga Brandt <o@early.test>')).toBeUndefined()
  await write('Olga Brandt <olga@bergbank.test>')
  expect(await receive('Olga Brandt <o@stranger1.test>')).toBe('bergbank.test')
  expect(await receive('"Brandt, Olga" <o@stranger2.test>')).toBe('bergbank.test')
  expect(await receive('OLGA BRANDT (Bergbank) <olga.brandt@gmail.com>')).toBe('bergbank.test')
  expect(await receive('Olga Brandt <brandt@mail.bergbank.test>')).toBeUndefined()
  expect(await receive('Olga Brand <o@stranger3.test>')).toBeUndefined()
})

test('a correspondent whose name came only with their reply is known by it', async () => {
  const { receive, write } = await openInbox()
  await write('olga@bergbank.test')
  await receive('Olga Brandt <olga@bergbank.test>')
  expect(await receive('Olga Brandt <o@stranger1.test>')).toBe('bergbank.test')
})

test('a stranger’s domain or address that was seen before does not end the check of names', async () => {
  const { receive, write } = await openInbox()
  await write('Olga Brandt <olga@bergbank.test>')
  await receive('Foo Bar <x@stranger1.test>')
  expect(await receive('Olga Brandt <o@stranger1.test>')).toBe('bergbank.test')
  expect(await receive('Olga Brandt <x@stranger1.test>')).toBe('bergbank.test')
  expect(await receive('Bergbank <service@stranger1.test>')).toBeUndefined()
  await receive('Ann <ann@northwindtraders.test>')
  expect(await receive('Northwind Traders <y@stranger1.test>')).toBe('northwindtraders.test')
})

test('a person with an address that everyone can have is known by the address', async () => {
  const { receive, write } = await openInbox()
  await write('Olga Brandt <olga77@gmail.com>')
  expect(await receive('Olga Brandt <olga77@gmail.com>')).toBeUndefined()
  expect(await receive('Olga Brandt <olga78@gmail.com>')).toBe('olga77@gmail.com')
})

test('a company’s role on a stranger’s address is noticed once the role has written', async () => {
  const { receive } = await openInbox()
  expect(await receive('Globex Billing <x@other.test>')).toBeUndefined()
  await receive('billing@globexpay.test')
  expect(await receive('Globex Billing <y@other.test>')).toBe('globexpay.test')
  expect(await receive('Globex Sales <y@more.test>')).toBeUndefined()
  expect(await receive('Globex Billing <billing@globexpay.test>')).toBeUndefined()
})

test('a colleague’s name from outside is noticed until we have written there', async () => {
  const { receive, write } = await openInbox()
  expect(await receive('Aiko Tanaka <aiko@gmail.com>')).toBe(true)
  expect(await receive('Aiko Tanaka <aiko@acme.test>')).toBeUndefined()
  expect(await receive('Aiko <aiko@other.test>')).toBeUndefined()
  await write('Aiko Tanaka <aiko@acme-group.test>')
  expect(await receive('Aiko Tanaka <aiko@acme-group.test>')).toBeUndefined()
  expect(await receive('Aiko Tanaka <tanaka@gmail.com>')).toBe('acme-group.test')
})

test('a colleague’s name is noticed in the letters of another script, and with words around it', async () => {
  const { receive } = await openInbox()
  const names = [
    'Аiko Tanaka',
    'Aik0 Tanaka',
    'Aiko Тanaka',
    'Aiko Tanaka, CEO',
    'Aiko Tanaka - Acme',
    'Dr. Aiko Tanaka',
    'AikoTanaka',
    'Aiko Tanaka via Slack for all of you at Acme',
    'Head Office (Aiko Tanaka)',
    'Ai\u200Bko Tanaka',
    'Li Wei',
    'Support Team',
  ]
  for (const [n, name] of names.entries()) expect(await receive(`"${name}" <x@s${n}.test>`), name).toBe(true)
  const others = ['Zenith Support Team', 'Li Wei Chen', 'Aiko Tan', 'Tanaka']
  for (const [n, name] of others.entries()) expect(await receive(`"${name}" <x@t${n}.test>`), name).toBeUndefined()
})

test('a domain that was written to under one colleague’s name is not trusted with another’s', async () => {
  const { receive, write } = await openInbox()
  await write('Aiko Tanaka <aiko@other.test>')
  expect(await receive('Aiko Tanaka <aiko@other.test>')).toBeUndefined()
  expect(await receive('Tom Berger <tom@other.test>')).toBe(true)
})

test('no name of a stranger’s domain makes it a domain of colleagues', async () => {
  const { receive } = await openInbox()
  await receive('Foo Bar <foo@colleagues.test>')
  expect(await receive('Aiko Tanaka <aiko@colleagues.test>')).toBe(true)
})
