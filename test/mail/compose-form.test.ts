import { expect, test } from 'vitest'
import { openNewMailForm, openReplyForm } from '../../src/mail/compose/open-form.ts'
import { click, openFormSlice, richText } from './open-form.ts'

const target = { thread: 'thread', mail: 'key' }
const to = { 'mail.recipients:to': { type: 'plain_text_input', value: 'Rita <rita@partner.test>' } }

test('a forward begins with its subject, needs recipients but no words, and warns about new addresses once', async () => {
  const { services, form, fill, submit, submitted } = await openFormSlice({ subject: 'Invoice' })
  await openReplyForm(services, click, target, { kind: 'forward' })
  expect(form()).toMatchObject({ callback_id: 'mail.compose', title: { text: 'Forward' } })
  expect(await submit(fill({}))).toEqual({ errors: { to: 'A mail needs at least one recipient.' } })
  const warned = await submit(fill({ to }))
  if (!warned || !('update' in warned)) throw new Error('it was sent at once')
  const { private_metadata: privateMetadata = '' } = warned.update
  expect(await submit({ ...fill({ to }), privateMetadata })).toEqual({ clear: true })
  expect(submitted()).toMatchObject([
    { kind: 'forward', thread: 'thread', mail: 'key', subject: 'Fwd: Invoice', to: [{ address: 'rita@partner.test' }] },
  ])
})

test('a new mail leaves from the inbox that is chosen in its form', async () => {
  const { services, form, fill, submit, submitted } = await openFormSlice()
  await services.routes.setRoute('T1', { inboxId: 'sales@acme.test', channel: 'C2', by: 'U2', at: 1 })
  await openNewMailForm(services, click, { inboxId: 'help@acme.test', place: { channel: 'C1' } })
  expect(form().title).toMatchObject({ text: 'New mail' })
  const menu = form().blocks.find((block) => 'block_id' in block && block.block_id === 'inbox')
  expect(JSON.stringify(menu)).toContain('"initial_option":{"text":{"type":"plain_text","text":"help@acme.test"')
  const [sales] = JSON.stringify(menu).match(/(?<="text":"sales@acme.test"[^}]*},"value":")[^"]*/) ?? []
  const fields = {
    inbox: { 'mail.from_inbox': { type: 'static_select', selected_option: { value: sales } } },
    to,
    subject: { 'mail.subject': { type: 'plain_text_input', value: 'Our offer' } },
    text: { 'mail.text': richText('Hello Rita') },
  }
  const warned = await submit(fill(fields))
  if (!warned || !('update' in warned)) throw new Error('it was sent at once')
  const { private_metadata: privateMetadata = '' } = warned.update
  expect(await submit({ ...fill(fields), privateMetadata })).toEqual({ clear: true })
  expect(submitted()).toMatchObject([
    { kind: 'new', thread: '', mail: '', inboxId: 'sales@acme.test', subject: 'Our offer', place: { channel: 'C1' } },
  ])
})
