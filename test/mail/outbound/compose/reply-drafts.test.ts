import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openNewMailForm, openReplyForm } from '../../../../src/mail/outbound/compose/open-form.ts'
import { openDrafts } from '../../../../src/mail/outbound/compose/drafts/drafts-list.ts'
import { readRichText } from '../../../../src/mail-content/writing/slack-to-mail.ts'
import type { Json } from '../../../../src/core/json.ts'
import { replyIdOf } from '../../../../src/mail/outbound/send/create-reply.ts'
import { click, openFormSlice, people, picked, target, typed, typedText, writer } from './open-form.ts'

const command = { ...click, command: '/mail', text: 'drafts', channel: 'C1', channelName: 'c', responseUrl: '' }

type Opened = Awaited<ReturnType<typeof openFormSlice>>

/** Opens a reply form with a text that was typed and reported. */
async function openAndType(text: string, opened?: Opened) {
  const slice = opened ?? (await openFormSlice())
  await openReplyForm(slice.services, click, target)
  const typeText = (said: string, at?: number, block = 'text') =>
    slice.act('mail.text', { block, ...typedText(said), ...(at !== undefined && { at }) })
  await typeText(text)
  return { ...slice, typeText }
}

const draftOf = ({ services }: Opened, slot = 'reply:thread:') =>
  services.outbound.replyDrafts.find({ ...writer, slot })
const offers = ({ sent }: Opened) => sent.filter(({ data }) => JSON.stringify(data).includes('Continue your draft'))
const withText = (text: string) => expect.stringContaining(`"text":"${text}"`)

test('a draft is kept when the form closes without its values, offered to its writer, and filled in again', async () => {
  const opened = await openAndType('Hello Rita', await openFormSlice({ subject: 'Seats <5>' }))
  await opened.act('mail.edit_recipients')
  await opened.enter('cc', 'ann@customer.test, not an address')
  await opened.act('mail.text', {
    block: 'text',
    ...typedText('Hello Rita and Ann'),
  })
  await opened.close({ hasValues: false })
  expect(offers(opened)).toHaveLength(1)
  expect(JSON.stringify(offers(opened))).toContain(
    'Draft of your reply to “Seats &lt;5&gt;”: kept until you send or delete it',
  )
  expect(JSON.stringify(offers(opened))).toContain('"value":"reply:thread:"')
  await opened.act('mail.continue_draft', { button: 'reply:thread:' })
  expect(opened.readForm()).toContain('*Your draft*')
  expect(opened.readForm()).toEqual(withText('Hello Rita and Ann'))
  expect(opened.readForm()).toContain('"initial_value":"ann@customer.test, not an address"')
  expect(await opened.submit({ cc: { 'mail.recipients:cc': typed('') } })).toHaveProperty('update')
  expect(await opened.submit()).toEqual({ clear: true })
  expect(JSON.stringify(opened.submitted())).toContain('Hello Rita and Ann')
  expect(await draftOf(opened)).toBeUndefined()
})

test('an older keystroke that arrives late does not replace a newer one, and none restores a sent text', async () => {
  const opened = await openAndType('Hello')
  await opened.typeText('Hello Rita', 900)
  await opened.typeText('Hello R', 800)
  expect(JSON.stringify(await draftOf(opened))).toEqual(withText('Hello Rita'))
  await opened.submit({ text: { 'mail.text': typedText('Hello Rita') } })
  await opened.submit()
  expect(opened.submitted().length).toBeGreaterThan(0)
  await opened.typeText('Hello Rita!', 950)
  expect(await draftOf(opened)).toBeUndefined()
})

test('the content at closing is the last report of a form, and a later form continues from there', async () => {
  const opened = await openAndType('Hello')
  opened.type({ text: { 'mail.text': typedText('Hello Rita') } })
  await opened.close()
  await opened.typeText('Hello R', 900)
  expect(JSON.stringify(await draftOf(opened))).toEqual(withText('Hello Rita'))
  await openReplyForm(opened.services, click, target)
  await opened.typeText('Hello Rita and Ann')
  expect(JSON.stringify(await draftOf(opened))).toEqual(withText('Hello Rita and Ann'))
})

test('words added to a continued draft are kept although its form closes before they are reported', async () => {
  const opened = await openAndType('one')
  await opened.close()
  await openReplyForm(opened.services, click, target, { isToAll: true })
  opened.type({ text: { 'mail.text': typedText('one two') } })
  await opened.close()
  expect(JSON.stringify(await draftOf(opened))).toEqual(withText('one two'))
  await opened.act('mail.continue_draft', { button: 'reply:thread:' })
  expect(JSON.parse(opened.form().private_metadata ?? '')).toMatchObject({ all: true })
})

test('a draft that is opened and closed unchanged keeps its time', async () => {
  const opened = await openAndType('one')
  await opened.close()
  const before = await draftOf(opened)
  await setTimeout(5)
  await openReplyForm(opened.services, click, target)
  await opened.close()
  expect((await draftOf(opened))?.at).toBe(before?.at)
  await openReplyForm(opened.services, click, target)
  opened.type({ text: { 'mail.text': typedText('one two') } })
  await opened.close()
  expect((await draftOf(opened))?.at).toBeGreaterThan(before?.at ?? Infinity)
})

test('Reply keeps the text of a Reply all draft and writes only to the sender, and the reverse', async () => {
  const opened = await openFormSlice({ cc: [{ address: 'ann@customer.test' }] })
  const { services } = opened
  await openReplyForm(services, click, target, { isToAll: true })
  await opened.act('mail.edit_recipients')
  await opened.enter('bcc', 'ben@customer.test')
  await opened.act('mail.text', { block: 'text', ...typedText('Hello all') })
  await opened.close()
  await openReplyForm(services, click, target)
  expect(opened.form().title.text).toBe('Reply')
  expect(opened.readForm()).toEqual(withText('Hello all'))
  expect(opened.readForm()).toContain('Your draft was a reply to everyone.')
  expect(opened.readForm()).not.toMatch(/To: [^"]*ann@customer|ben@customer\.test/)
  await opened.act('mail.text', { block: 'text', ...typedText('Hello you') })
  await opened.close()
  await openReplyForm(services, click, target, { isToAll: true })
  expect(opened.readForm()).toEqual(withText('Hello you'))
  expect(opened.readForm()).toMatch(/Cc: ann@customer\.test/)
  await openReplyForm(services, click, target)
  expect(await opened.submit()).toEqual({ clear: true })
  expect(opened.submitted()).toMatchObject([{ to: [{ address: 'one@customer.test' }], cc: [], bcc: [] }])
})

test('closing a form that has not changed a draft does not undo what another window added to it', async () => {
  const opened = await openAndType('one')
  const first = opened.minimize()
  await openReplyForm(opened.services, click, target)
  const second = opened.minimize()
  first.restore()
  await opened.typeText('one two', 2_000_000_000)
  second.restore()
  await opened.close()
  expect(JSON.stringify(await draftOf(opened))).toEqual(withText('one two'))
})

test('a draft in two windows is sent once, unless the person wants a second mail', async () => {
  const opened = await openAndType('Hello Rita')
  const first = opened.minimize()
  await openReplyForm(opened.services, click, target)
  expect(opened.readForm()).toEqual(withText('Hello Rita'))
  const second = opened.minimize()
  first.restore()
  expect(await opened.submit()).toEqual({ clear: true })
  second.restore()
  expect(await opened.submit()).toHaveProperty('update')
  expect(opened.readForm()).toContain('already submitted in another window')
  expect(opened.submitted()).toHaveLength(1)
  expect(await opened.submit()).toEqual({ clear: true })
  expect(opened.submitted()).toHaveLength(2)
})

test('the window where a draft began can still send after another one has sent the draft', async () => {
  const opened = await openAndType('Hello Rita')
  const first = opened.minimize()
  await openReplyForm(opened.services, click, target)
  expect(await opened.submit()).toEqual({ clear: true })
  first.restore()
  expect(await opened.submit({ text: { 'mail.text': typedText('Hello again') } })).toHaveProperty('update')
  expect(await opened.submit()).toEqual({ clear: true })
  expect(opened.submitted()).toHaveLength(2)
})

test.each([
  ['the same text in two windows is sent once, unless the person wants a second mail', 'Hello Rita', 1],
  ['two texts in two windows are two answers', 'Hello Ann', 2],
])('%s', async (_, words, count) => {
  const opened = await openFormSlice()
  const windows = []
  for (const text of ['Hello Rita', words]) {
    await openReplyForm(opened.services, click, target)
    windows.push({ text, ...opened.minimize() })
  }
  for (const { restore, text } of windows) {
    restore()
    await opened.submit({ text: { 'mail.text': typedText(text) } })
  }
  expect(opened.submitted()).toHaveLength(count)
  if (count === 1) {
    expect(opened.readForm()).toContain('This email was already submitted in another window.')
    expect(await opened.submit()).toEqual({ clear: true })
  }
  expect(opened.submitted()).toHaveLength(2)
})

test('a text typed after the notice that the mail was already sent is kept as a draft', async () => {
  const opened = await openFormSlice()
  await openReplyForm(opened.services, click, target)
  await opened.submit({ text: { 'mail.text': typedText('Yes.') } })
  await openReplyForm(opened.services, click, target)
  expect(await opened.submit({ text: { 'mail.text': typedText('Yes.') } })).toHaveProperty('update')
  await opened.act('mail.text', { block: 'text', ...typedText('A long explanation') })
  await opened.close()
  await openReplyForm(opened.services, click, target)
  expect(opened.readForm()).toEqual(withText('A long explanation'))
})

test('a text given to two windows is sent again only if the first mail was cancelled', async () => {
  const opened = await openFormSlice()
  const written = readRichText(typedText('Done')['rich_text_value'])
  const send = async () => {
    await openReplyForm(opened.services, click, target, { written })
    return opened.submit()
  }
  expect(await send()).toEqual({ clear: true })
  expect(await send()).toHaveProperty('update')
  await opened.runTask('mail.reply', opened.submitted()[0] as Json)
  await opened.services.replyStore.replies.update(
    replyIdOf(opened.services, 'V1'),
    (reply) => reply && { ...reply, state: 'cancelled' },
  )
  expect(await send()).toEqual({ clear: true })
  expect(opened.submitted()).toHaveLength(2)
})

test('a draft in two windows is not sent twice while its mail is deleted', async () => {
  let removeMail: () => Promise<unknown> = async () => {}
  const names = async () => {
    await removeMail()
    return new Map<string, string>()
  }
  const opened = await openAndType('Hello Rita', await openFormSlice({}, { people: { ...people, names } }))
  const first = opened.minimize()
  await openReplyForm(opened.services, click, target)
  await opened.act('mail.preview')
  const second = opened.minimize()
  first.restore()
  expect(await opened.submit()).toEqual({ clear: true })
  second.restore()
  const mails = opened.services.mailStore.mails
  removeMail = async () => mails.delete('key', (await mails.get('key'))?.version ?? 0)
  expect(await opened.submit()).toEqual({
    errors: { text: 'Bellhop no longer has this email. Look for it in the mailbox.' },
  })
  expect(opened.submitted()).toHaveLength(1)
})

test('Start empty restores the initial form, and deletes the draft', async () => {
  const opened = await openFormSlice({ subject: 'Invoice' })
  await openReplyForm(opened.services, click, target, { kind: 'forward' })
  await opened.act('mail.subject', { block: 'subject', ...typed('Look at this') })
  await opened.act('mail.text', { block: 'text', ...typedText('For you') })
  await opened.close()
  await openReplyForm(opened.services, click, target, { kind: 'forward' })
  expect(opened.readForm()).toContain('"initial_value":"Look at this"')
  await opened.act('mail.start_empty')
  expect(opened.readForm()).not.toMatch(/Look at this|For you|Your draft/)
  expect(opened.fields()).toContain('text:1')
  expect(opened.readForm()).toContain('"initial_value":"Fwd: Invoice"')
  expect(await draftOf(opened, 'forward:thread:')).toBeUndefined()
  await opened.act('mail.text', { block: 'text:1', ...typedText('Anew') })
  expect(JSON.stringify(await draftOf(opened, 'forward:thread:'))).toEqual(withText('Anew'))
})

test('the files of a draft are listed with a tick, and attached once', async () => {
  const opened = await openAndType('See the file')
  const file = { type: 'file_input', files: [{ id: 'F1', name: 'plan.pdf', size: 10 }] }
  opened.type({ files: { 'mail.files': file } })
  await opened.typeText('See the file.')
  await opened.close({ hasValues: false })
  await openReplyForm(opened.services, click, target)
  expect(opened.readForm()).toContain('plan.pdf')
  await opened.typeText('See this file.')
  expect(await opened.submit()).toEqual({ clear: true })
  expect(opened.submitted()).toMatchObject([{ files: [{ id: 'F1', name: 'plan.pdf', size: 10 }] }])
})

test('a form without typed text makes no draft, and does not show another person’s draft', async () => {
  const opened = await openFormSlice()
  await openReplyForm(opened.services, click, target)
  await opened.close()
  await openNewMailForm(opened.services, click)
  await opened.act('mail.text', { block: 'text', ...typedText('A new mail') })
  await opened.close({ hasValues: false })
  expect(offers(opened)).toHaveLength(1)
  await openNewMailForm(opened.services, { ...click, user: 'U2' })
  expect(opened.readForm()).not.toContain('A new mail')
  await openNewMailForm(opened.services, click)
  expect(opened.readForm()).toEqual(withText('A new mail'))
})

test.each([
  ['subject', 'mail.subject', 'A long and careful subject'],
  ['labels', 'mail.labels', 'billing'],
  ['headers', 'mail.headers_typed', 'X-Ticket: 4711'],
  ['links', 'mail.links', 'https://a.test/x.pdf'],
])('a draft with only %s is kept', async (block, actionId, value) => {
  const opened = await openFormSlice()
  await openNewMailForm(opened.services, click)
  await opened.act('mail.show_more')
  await opened.act(actionId, { block, ...typed(value) })
  await opened.close({ hasValues: false })
  expect(offers(opened)).toHaveLength(1)
  await opened.act('mail.continue_draft', { button: 'new::' })
  expect(opened.readForm()).toContain(`"initial_value":"${value}"`)
})

test('the initial subject of a forward is no draft', async () => {
  const opened = await openFormSlice({ subject: 'Invoice' })
  await openReplyForm(opened.services, click, target, { kind: 'forward' })
  await opened.act('mail.show_more')
  await opened.close()
  expect(offers(opened)).toHaveLength(0)
})

test('a forward that nobody wrote is not listed, and one whose subject somebody changed is', async () => {
  const opened = await openFormSlice({ subject: 'Invoice' })
  await openReplyForm(opened.services, click, target, { kind: 'forward' })
  await opened.act('mail.show_more')
  await opened.close({ hasValues: false })
  await openDrafts(opened.services, command)
  expect(opened.readForm()).not.toContain('Forward of')
  await openReplyForm(opened.services, click, target, { kind: 'forward' })
  await opened.act('mail.subject', { block: 'subject', ...typed('Invoice of May') })
  await opened.close()
  await openDrafts(opened.services, command)
  // The slice has no channel in which the person could read the email.
  expect(opened.readForm()).toContain('Forward of an email you can’t read')
})

test('the newest drafts are listed, and the others are counted', async () => {
  const opened = await openFormSlice()
  const { replyDrafts } = opened.services.outbound
  for (let at = 0; at < 60; at++) {
    const draft = { at, order: '1', session: `s${at}`, form: 'f', kind: 'new' as const, thread: '', mail: '' }
    const fields = at < 57 ? { subject: `Number ${at}.` } : {}
    // The ids are not in the order of the times.
    const slot = `new::${(at * 37) % 60}`
    await replyDrafts.keep({ ...writer, slot }, { ...draft, written: null, fields, files: [] })
  }
  await openDrafts(opened.services, command)
  const listed = [...opened.readForm().matchAll(/Number (\d+)\./g)].map(([, number]) => Number(number))
  expect(listed).toEqual(Array.from({ length: 30 }, (_, index) => 56 - index))
  expect(opened.readForm()).toContain('and 27 more')
})

test('choices are kept with the click that makes them', async () => {
  const opened = await openAndType('Hello')
  const time = opened.form().blocks.find((block) => block.block_id === 'mail.send_when')
  const option = (time as { element: { options: { value: string }[] } }).element.options[1]
  await opened.act('mail.send_when', {
    block: 'mail.send_when',
    type: 'static_select',
    selected_option: option,
  })
  await opened.act('mail.show_more')
  await opened.act('mail.quote', { block: 'quote', ...picked() })
  await opened.close({ hasValues: false })
  const draft = await draftOf(opened)
  expect(draft).toMatchObject({ isMore: true, isQuoted: false })
  expect(draft?.fields['send']).toMatch(/^own/)
})

test('a draft continues as an answer to everyone if it was one', async () => {
  const opened = await openFormSlice({ cc: [{ address: 'ann@customer.test' }] })
  await openReplyForm(opened.services, click, target)
  await opened.act('mail.text', { block: 'text', ...typedText('Hello both') })
  await opened.act('mail.switch_reply')
  await opened.close({ hasValues: false })
  await opened.act('mail.continue_draft', { button: 'reply:thread:' })
  expect(opened.readForm()).toContain('Cc: ann@customer.test')
})

test('a sent form ends only its own draft', async () => {
  const opened = await openFormSlice()
  await openReplyForm(opened.services, click, target)
  const first = opened.minimize()
  await openReplyForm(opened.services, click, target)
  await opened.act('mail.text', { block: 'text', ...typedText('Second text') })
  first.restore()
  expect(await opened.submit({ text: { 'mail.text': typedText('First') } })).toEqual({ clear: true })
  expect(JSON.stringify(await draftOf(opened))).toEqual(withText('Second text'))
})

test('two new mails at the same time are two drafts, and both can be continued', async () => {
  const opened = await openFormSlice()
  await openNewMailForm(opened.services, click)
  const first = opened.minimize()
  await openNewMailForm(opened.services, click)
  await opened.act('mail.text', { block: 'text', ...typedText('To the bank') })
  await opened.close({ hasValues: false })
  first.restore()
  await opened.act('mail.text', { block: 'text', ...typedText('To the landlord') })
  await opened.close({ hasValues: false })
  const slots = offers(opened).map(({ data }) => /"value":"(new:[^"]*)"/.exec(JSON.stringify(data))?.[1])
  expect(slots).toEqual(['new::', 'new::V1'])
  for (const [slot, text] of [
    ['new::', 'To the bank'],
    ['new::V1', 'To the landlord'],
  ] as const) {
    await opened.act('mail.continue_draft', { button: slot })
    expect(opened.readForm()).toEqual(withText(text))
    await opened.act('mail.text', { block: 'text', ...typedText(`${text} again`) })
    expect(JSON.stringify(await draftOf(opened, slot))).toEqual(withText(`${text} again`))
  }
})

test('a draft with more than ten added files lists them all, and shows that they are too many before it is sent', async () => {
  const opened = await openAndType('See the files')
  const attach = (from: number, count: number) => {
    const files = Array.from({ length: count }, (_, at) => ({
      id: `F${from + at}`,
      name: `f${from + at}.pdf`,
      size: 3,
    }))
    opened.type({ files: { 'mail.files': { type: 'file_input', files } } })
  }
  attach(0, 10)
  await opened.typeText('See the files.')
  await opened.close({ hasValues: false })
  await openReplyForm(opened.services, click, target)
  attach(10, 3)
  await opened.typeText('See all the files')
  await opened.close({ hasValues: false })
  await openReplyForm(opened.services, click, target)
  expect(opened.readForm()).toContain('f12.pdf')
  expect(await opened.submit()).toEqual({ errors: { files: expect.stringContaining('13') } })
  opened.type({ 'kept:1': { 'mail.kept': picked() } })
  expect(await opened.submit()).toEqual({ clear: true })
  expect(opened.submitted()).toMatchObject([{ files: Array.from({ length: 10 }, (_, at) => ({ id: `F${at}` })) }])
})

test('every draft is listed, although its writer has sent or discarded many others since', async () => {
  const { services } = await openFormSlice()
  const { replyDrafts } = services.outbound
  const ids = { session: 's', form: 'V1', thread: 'a', mail: 'key' }
  const draft = { ...ids, at: 1, order: '1', written: null, fields: { subject: 'Seats' }, files: [] }
  await replyDrafts.keep({ user: 'U1', slot: 'reply:a:' }, draft)
  await replyDrafts.keep({ user: 'U0', slot: 'reply:a:' }, draft)
  for (let at = 0; at < 220; at++) await replyDrafts.drop({ user: 'U1', slot: `reply:b${at}:` }, 's')
  expect((await replyDrafts.list('U1')).map(({ slot }) => slot)).toEqual(['reply:a:'])
})
