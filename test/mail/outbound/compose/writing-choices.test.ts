import { expect, test } from 'vitest'
import type { Json } from '../../../../src/core/json.ts'
import { openReplyForm } from '../../../../src/mail/outbound/compose/open-form.ts'
import { buildReplyContent } from '../../../../src/mail/outbound/send/build-content.ts'
import type { SubmittedReply } from '../../../../src/mail/tasks/reply-task.ts'
import { joinBodies } from '../../../../src/mail/records/replies/reply-content.ts'
import { click, openFormSlice, picked, target, typedText, writer } from './open-form.ts'
import { sampleMail } from '../../sample-mail.ts'

const mail = { ...sampleMail, own: 'help@acme.test' }

async function openWithSettings(settings: { person?: object; inbox?: object }, answered = mail) {
  const { services } = await openFormSlice()
  const save = (scope: 'person' | 'inbox', id: string, values: object = {}) =>
    services.settings.write({ team: 'T1', scope, id }, { version: 0, values: { ...values }, by: 'U9' })
  await save('person', writer.user, settings.person)
  await save('inbox', mail.inboxId, settings.inbox)
  return async (written: Partial<SubmittedReply> = {}) => {
    const own = typedText('Yes.')['rich_text_value'] as Json
    const form = { ...writer, thread: 'thread', mail: 'key', to: [], cc: [], bcc: [], written: own, files: [] }
    return buildReplyContent(services, { ...form, ...written }, answered)
  }
}

test('a person’s own signature comes before that of the inbox, unless the writer chooses', async () => {
  const write = await openWithSettings({ person: { signature: ' Maria <x>\nAcme ' }, inbox: { signature: 'Support' } })
  const own = await write()
  expect(joinBodies(own)).toEqual({
    text: 'Yes.\n\n-- \nMaria <x>\nAcme',
    html: '<p>Yes.</p>\n<div class="moz-signature">-- <br>\nMaria &lt;x&gt;<br>\nAcme</div>',
  })
  expect((await write({ signature: 'inbox' })).signature?.text).toBe('-- \nMaria\nSupport')
  expect((await write({ signature: 'none' })).signature).toBeUndefined()
  expect(own.replyTo).toBeUndefined()
})

const type = (text: string) => ({ written: typedText(text)['rich_text_value'] as Json })

test('people sign with their name unless it is there already, they choose none, or the inbox’s settings turn it off', async () => {
  const plain = await openWithSettings({})
  expect((await plain()).signature?.text).toBe('-- \nMaria')
  expect((await plain({ signature: 'none' })).signature).toBeUndefined()
  expect((await plain(type('It is on its way.\n\nBest,\nMaria'))).signature).toBeUndefined()
  expect((await plain({ written: null, kind: 'forward' })).signature).toBeUndefined()
  const below = await openWithSettings({ inbox: { signature: 'Support' } })
  expect((await below()).signature?.text).toBe('-- \nMaria\nSupport')
  expect((await below(type('Yes.\nMaria'))).signature?.text).toBe('-- \nSupport')
  expect((await below({ signature: 'none' })).signature).toBeUndefined()
  const named = await openWithSettings({ person: { signature: 'Maria Torres' } })
  expect((await named()).signature?.text).toBe('-- \nMaria Torres')
  const off = await openWithSettings({ inbox: { writerName: 'off' } })
  expect((await off()).signature).toBeUndefined()
  const address = await openWithSettings({ inbox: { writerName: 'reply_to' } })
  expect((await address()).replyTo).toEqual([{ name: 'Maria', address: 'help@acme.test' }])
  expect((await address({ replyTo: [{ address: 'a@b.test' }] })).replyTo).toEqual([{ address: 'a@b.test' }])
})

test('a form shows how the mail ends, and lets its writer choose no signature', async () => {
  const { services, readForm, act, type } = await openFormSlice()
  await openReplyForm(services, click, target)
  expect(readForm()).toContain('Ends with: Maria (the name only if your text doesn’t end with it)')
  await act('mail.show_more')
  type({ signature: { 'mail.signature': { type: 'static_select', selected_option: { value: 'none' } } } })
  await act('mail.signature')
  expect(readForm()).not.toContain('Ends with')
})

test('the answered mail is quoted if the form requests it, and never with a forward', async () => {
  const write = await openWithSettings({})
  expect((await write({ isQuoted: true })).quoted?.text).toMatch(/ one@customer\.test wrote:\n> Hello$/)
  expect((await write()).quoted).toBeUndefined()
  expect((await write({ isQuoted: true, kind: 'forward' })).quoted).toBeUndefined()
})

test('the words around a quotation are in the language of the answered mail', async () => {
  const german = { ...mail, text: 'Guten Tag, die Rechnung ist noch nicht bei uns angekommen. Vielen Dank!' }
  const { quoted } = await (await openWithSettings({}, german))({ isQuoted: true })
  expect(quoted?.text).toMatch(/^Am .+ um \d\d:\d\d schrieb \S*.*one@customer\.test>?:\n> Guten Tag/)
})

test('a form asks whether to quote with the inbox’s default, and keeps the choice', async () => {
  const { services, readForm, type, act, submit, submitted } = await openFormSlice()
  await openReplyForm(services, click, target)
  expect(readForm()).toMatch(/"initial_options":[^\]]*Quote the earlier email below your text/)
  expect(readForm()).toContain('{"type":"actions","block_id":"quote"')
  type({ quote: { 'mail.quote': picked() } })
  await act('mail.edit_recipients')
  await submit({ text: { 'mail.text': typedText('Yes.') } })
  const inbox = { team: 'T1', scope: 'inbox', id: mail.inboxId } as const
  await services.settings.write(inbox, { version: 0, values: { quotesOriginal: false }, by: 'U9' })
  await openReplyForm(services, click, target)
  expect(readForm()).not.toContain('initial_options')
  await submit({ text: { 'mail.text': typedText('No.') }, quote: { 'mail.quote': picked('quoted') } })
  expect(submitted()).toMatchObject([{ isQuoted: false }, { isQuoted: true }])
})

test('the chosen signature stays chosen when a reply is edited and sent again', async () => {
  const { services, form, submit, submitted, runTask, act } = await openFormSlice()
  const inbox = { team: 'T1', scope: 'inbox', id: mail.inboxId } as const
  await services.settings.write(inbox, { version: 0, values: { signature: 'Support' }, by: 'U9' })
  await openReplyForm(services, click, target)
  await submit({ text: { 'mail.text': typedText('Yes.') } }, 'S1')
  await runTask('mail.reply', { ...(submitted()[0] as { form: string }), signature: 'none' })
  const id = services.keyedHash('reply', 'S1')
  expect((await services.replyStore.findReply(id))?.signature).toBeUndefined()
  await act('mail.edit', { button: id })
  expect(JSON.parse(form().private_metadata ?? '{}')).toMatchObject({ instead: id, signature: 'none' })
})
