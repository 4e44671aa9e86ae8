import { expect, test } from 'vitest'
import { UpstreamError } from '../../../../src/core/errors.ts'
import { createMailboxClient } from '../../../../src/clients/mailbox/mailbox-client.ts'
import { openNewMailForm, openReplyForm } from '../../../../src/mail/outbound/compose/open-form.ts'
import { replyIdOf } from '../../../../src/mail/outbound/send/create-reply.ts'
import type { AccessPolicy } from '../../../../src/access/access-policy.ts'
import type { Json } from '../../../../src/core/json.ts'
import { markReplaced } from '../../../../src/mail/outbound/send/show-created-reply.ts'
import { buildReply, type ReplyContent } from '../../../../src/mail/records/replies/reply.ts'
import { allowEverything } from '../../../support/allow-everything.ts'
import { log } from '../../../support/mail-services.ts'
import { click, openFormSlice, picked, target, typed, typedText } from './open-form.ts'
import { sampleMail } from '../../sample-mail.ts'

const recipients = (field: 'to' | 'cc' | 'bcc', list: string) => ({
  [field]: { [`mail.recipients:${field}`]: typed(list) },
})
const addresses = (count: number, domain: string) =>
  Array.from({ length: count }, (_, index) => `person${index}@${domain}`)

type Opened = Awaited<ReturnType<typeof openFormSlice>>

/** The values that tick all boxes of the form. */
function tickAll({ form, fields }: Opened) {
  const block = fields().find((id) => id.startsWith('ticks:')) ?? 'none'
  const ids = JSON.stringify(form().blocks.find((one) => one.block_id === block)).matchAll(/"value":"([^"]*)"/g)
  return { [block]: { 'mail.ticks': picked(...[...ids].map(([, id = '']) => id)) } }
}

test('a forward begins with its subject, needs recipients but no text, and a tick for people who are new to it', async () => {
  const opened = await openFormSlice({ subject: 'Invoice' })
  const { services, form, readForm, submit, submitted } = opened
  await openReplyForm(services, click, target, { kind: 'forward' })
  expect(form()).toMatchObject({ callback_id: 'mail.reply', title: { text: 'Forward' } })
  expect(readForm()).not.toMatch(/people at|at least one recipient/)
  expect(readForm().match(/ann@example\.com/g)).toHaveLength(1)
  expect(readForm()).toMatch(/"elements":\[[^[\]]*"Preview"[^[\]]*"More"[^[\]]*\]/)
  expect(await submit()).toEqual({ errors: { to: 'An email needs at least one recipient.' } })
  expect(await submit(recipients('to', 'Rita <rita@partner.test>'))).toHaveProperty('update')
  // Beside the field and both instructions, only the tick names the new address, and it is not marked as optional.
  expect(readForm()).toContain('"Send it to rita@partner.test"')
  expect(readForm()).toContain('Nobody at this company has been part of this thread.')
  expect(readForm().match(/rita@partner\.test/g)).toHaveLength(4)
  expect(form().blocks.find((block) => block.block_id?.startsWith('ticks:'))?.type).toBe('actions')
  expect(await submit()).toHaveProperty('update')
  expect(readForm()).toContain('Not sent. Tick “Send it to rita@partner.test”, then press “Send”.')
  expect(await submit(tickAll(opened))).toEqual({ clear: true })
  expect(submitted()).toMatchObject([
    { kind: 'forward', thread: 'thread', mail: 'key', subject: 'Fwd: Invoice', to: [{ address: 'rita@partner.test' }] },
  ])
})

test('a tick covers only the addresses that it names: another address needs a new tick', async () => {
  const opened = await openFormSlice()
  const { services, act, enter, readForm, submit, submitted } = opened
  await openReplyForm(services, click, target)
  await act('mail.edit_recipients')
  const team = addresses(11, 'customer.test').join(', ')
  await enter('to', team)
  expect(readForm()).toMatch(/This email goes to 11 people: .*person10@customer\.test\./)
  await enter('bcc', 'law@else.test')
  const text = { text: { 'mail.text': typedText('Hello all') } }
  expect(
    await submit({ ...text, ...tickAll(opened), ...recipients('bcc', 'law@else.test, spy@rival.test') }),
  ).toHaveProperty('update')
  expect(readForm()).toContain('Send it to law@else.test and spy@rival.test')
  expect(await submit()).toHaveProperty('update')
  expect(submitted()).toEqual([])
  expect(await submit(tickAll(opened))).toEqual({ clear: true })
  expect(submitted()).toHaveLength(1)
})

test('Reply becomes Reply all and back, and keeps typed text and edited recipients', async () => {
  const mail = { to: ['help@acme.test', 'ann@customer.test'], cc: ['ben@customer.test'] }
  const lists = { to: mail.to.map((address) => ({ address })), cc: mail.cc.map((address) => ({ address })) }
  const { services, form, fields, type, act, enter, readForm, submit, submitted } = await openFormSlice(lists)
  await openReplyForm(services, click, target)
  expect(readForm()).toContain('Reply all instead')
  type({ text: { 'mail.text': typedText('Hello') } })
  await act('mail.switch_reply')
  expect(form().title.text).toBe('Reply all')
  expect(readForm()).toMatch(/To: one@customer\.test, ann@customer\.test.*Cc: ben@customer\.test/)
  await act('mail.edit_recipients')
  await act('mail.switch_reply')
  expect(fields()).toContain('to:2')
  const initial = () =>
    form().blocks.flatMap((block) =>
      'element' in block && 'initial_value' in block.element ? [block.element.initial_value] : [],
    )
  expect(initial()[0]).toBe('one@customer.test')
  await enter('bcc', 'boss@customer.test', 'bcc:2')
  await act('mail.switch_reply')
  expect(readForm()).toContain('Added ann@customer.test and ben@customer.test.')
  type({ 'to:3': { 'mail.recipients:to': typed('one@customer.test, ann@customer.test, eve@customer.test') } })
  await act('mail.switch_reply')
  expect(initial().slice(0, 2)).toEqual(['one@customer.test, eve@customer.test', 'boss@customer.test'])
  expect(await submit()).toEqual({ clear: true })
  expect(JSON.stringify(submitted())).toContain('"text":"Hello"')
})

test('too many recipients are refused at their field, and nothing is lost', async () => {
  const { services, form, act, submit, submitted } = await openFormSlice({
    cc: addresses(500, 'a.test').map((address) => ({ address })),
  })
  await openReplyForm(services, click, target, { isToAll: true })
  const text = { text: { 'mail.text': typedText('Hello all') } }
  const listed = await submit(text)
  expect(listed).toMatchObject({
    errors: { text: expect.stringContaining('An email goes to at most 50 people, and this one has ') },
  })
  await act('mail.edit_recipients')
  const refused = await submit({ ...recipients('cc', addresses(90, 'a.test').join(', ')) })
  expect(refused).toMatchObject({ errors: { to: expect.stringContaining('this one has 91. Remove 41') } })
  expect(JSON.stringify(form().blocks)).toContain('Hello all')
  expect(submitted()).toEqual([])
})

test('a new mail is sent from the inbox chosen in its form, after a warning about new addresses', async () => {
  const { services, form, submit, submitted } = await openFormSlice()
  await services.routes.setRoute({ inboxId: 'sales@acme.test', channel: 'C2', by: 'U2', at: 1 })
  await openNewMailForm(services, click, { inboxId: 'help@acme.test', place: { channel: 'C1' } })
  expect(form().title).toMatchObject({ text: 'New email' })
  const menu = JSON.stringify(form().blocks.find(({ block_id: id }) => id === 'inbox'))
  expect(menu).toContain('"initial_option":{"text":{"type":"plain_text","text":"help@acme.test"')
  const [sales = ''] = menu.match(/(?<="text":"sales@acme.test"[^}]*},"value":")[^"]*/) ?? []
  const fields = {
    inbox: { 'mail.from_inbox': { type: 'static_select', selected_option: { value: sales } } },
    ...recipients('to', 'rita@partner.test'),
    subject: { 'mail.subject': typed('Our offer') },
    text: { 'mail.text': typedText('Hello Rita') },
  }
  expect(await submit(fields)).toHaveProperty('update')
  expect(await submit()).toEqual({ clear: true })
  expect(submitted()).toMatchObject([
    { kind: 'new', thread: '', mail: '', inboxId: 'sales@acme.test', subject: 'Our offer', place: { channel: 'C1' } },
  ])
})

/** Creates a mailbox that lists its inboxes and answers nothing else. */
function createListingMailbox(all: () => Promise<{ inbox_id: string }[]>) {
  const mailbox = createMailboxClient({ baseUrl: 'http://127.0.0.1:9/', apiKey: 'am_test', log })
  return { ...mailbox, inboxes: { ...mailbox.inboxes, all } }
}

test('a new mail can be sent from an inbox without mail, and from no other one while the mailbox is silent', async () => {
  let isSilent = false
  const list = async () => {
    if (isSilent) throw new UpstreamError('down', { service: 'mailbox', code: 'down', outcome: 'not_sent' })
    return [{ inbox_id: 'help@acme.test' }, { inbox_id: 'fresh@acme.test' }]
  }
  const { services, form, type, act, submit, submitted } = await openFormSlice(
    {},
    { mailbox: createListingMailbox(list) },
  )
  await openNewMailForm(services, click, { place: { channel: 'C1' } })
  const menu = JSON.stringify(form().blocks.find(({ block_id: id }) => id === 'inbox'))
  const [fresh = ''] = menu.match(/(?<="text":"fresh@acme.test"[^}]*},"value":")[^"]*/) ?? []
  type({
    inbox: { 'mail.from_inbox': { type: 'static_select', selected_option: { value: fresh } } },
    ...recipients('to', 'rita@partner.test'),
    subject: { 'mail.subject': typed('Our offer') },
    text: { 'mail.text': typedText('Hello Rita') },
  })
  isSilent = true
  expect(await submit()).toEqual({
    errors: { inbox: expect.stringContaining('can’t write from this inbox right now') },
  })
  isSilent = false
  await act('mail.from_inbox')
  isSilent = true
  expect(await submit()).toEqual({ clear: true })
  expect(submitted()).toMatchObject([{ kind: 'new', inboxId: 'fresh@acme.test' }])
})

test('the form keeps the chosen inbox while Slack is slow, and does not refuse the person', async () => {
  let isSlow = false
  const decide: AccessPolicy['decide'] = () =>
    isSlow ? new Promise(() => {}) : Promise.resolve({ isAllowed: true, subjects: [] })
  const opened = await openFormSlice({}, { access: { ...allowEverything, decide } })
  const { services, form, readForm, fillStack, type, act, sent } = opened
  for (const inboxId of ['sales@acme.test', 'help@acme.test'])
    await services.routes.setRoute({ inboxId, channel: 'C2', by: 'U2', at: 1 })
  await openNewMailForm(services, click, { inboxId: 'help@acme.test', place: { channel: 'C1' } })
  const menu = JSON.stringify(form().blocks.find(({ block_id: id }) => id === 'inbox'))
  const [sales = ''] = menu.match(/(?<="text":"sales@acme.test"[^}]*},"value":")[^"]*/) ?? []
  type({ inbox: { 'mail.from_inbox': { type: 'static_select', selected_option: { value: sales } } } })
  isSlow = true
  const before = readForm()
  // No window has room for the answer.
  fillStack()
  await act('mail.from_inbox')
  expect(readForm()).toBe(before)
  expect(JSON.stringify(sent.at(-1))).toContain('can’t write from this inbox right now')
  await openNewMailForm(services, click)
  expect(JSON.stringify(sent.at(-1))).toContain('Slack took too long')
})

test('a forward or a new mail has Cc and Bcc after a click, or if a draft has content in one', async () => {
  const { services, act, enter, type, fields, readForm, close } = await openFormSlice()
  await openNewMailForm(services, click, { inboxId: 'help@acme.test', place: { channel: 'C1' } })
  expect(fields()).not.toContain('cc')
  type(recipients('to', 'rita@partner.test'))
  await act('mail.show_cc')
  expect(fields()).toEqual(expect.arrayContaining(['to', 'cc', 'bcc']))
  expect(readForm()).not.toContain('Add Cc or Bcc')
  await enter('cc', 'not an address')
  await enter('cc', '')
  expect(fields()).toContain('cc')
  await enter('bcc', 'law@else')
  await close()
  await openNewMailForm(services, click, { inboxId: 'help@acme.test', place: { channel: 'C1' } })
  expect(readForm()).toContain('"initial_value":"law@else"')
  await openReplyForm(services, click, target, { kind: 'forward' })
  expect(fields()).not.toContain('bcc')
})

test('Send reports a key that may not send, if the answer was too late for the form', async () => {
  let answer: (maySend: boolean) => void = () => {}
  const findSendPermission = () => new Promise<boolean>((done) => (answer = done))
  const { services, act, readForm, submit, submitted } = await openFormSlice(
    {},
    {
      mailbox: {
        ...createMailboxClient({ baseUrl: 'http://127.0.0.1:9/', apiKey: 'am_test', log }),
        findSendPermission,
      },
    },
  )
  await openReplyForm(services, click, target)
  await act('mail.show_more')
  expect(readForm()).not.toContain('lacks the permission')
  answer(false)
  const text = { text: { 'mail.text': typedText('Hello') } }
  expect(await submit(text)).toEqual({ errors: { text: expect.stringContaining('Not sent: the mailbox key lacks') } })
  expect(submitted()).toEqual([])
})

test('the form shows that mail needs approval instead of its send time', async () => {
  const { services, readForm } = await openFormSlice()
  await openReplyForm(services, click, target)
  expect(readForm()).toContain('Sends as soon as you press “Send”')
  await services.settings.write(
    { team: 'T1', scope: 'inbox', id: sampleMail.inboxId },
    { version: 0, values: { 'access.mail.approve': ['person:UTOM'] }, by: 'UAIKO' },
  )
  await openReplyForm(services, click, target)
  expect(readForm()).toContain('Needs approval by ')
  expect(readForm()).not.toContain('Sends as soon')
})

const colleagueReply: ReplyContent = {
  thread: 'thread',
  mail: 'key',
  inboxId: sampleMail.inboxId,
  messageId: sampleMail.messageId,
  user: 'U2',
  userName: 'Tom',
  to: [sampleMail.from],
  cc: [],
  bcc: [],
  written: {},
  text: 'Hello',
  html: '<p>Hello</p>',
  files: [],
}

test('a colleague’s reply that is sent tomorrow is named once, with its time', async () => {
  const { services, readForm } = await openFormSlice()
  const { mailStore, replyStore, clock } = services
  const at = clock.now()
  const reply = buildReply('r', colleagueReply, at)
  const dueAt = at + 86_400_000
  await replyStore.replies.put('r', { ...reply, state: 'scheduled', dueAt, sendAt: dueAt }, 0)
  await mailStore.threads.update(
    'thread',
    (now) => now && { ...now, replies: [{ id: 'r', user: 'U2', at }], scheduled: ['r'] },
  )
  await openReplyForm(services, click, target)
  expect(readForm()).toContain('Tom has an email in this thread scheduled for')
  expect(readForm()).not.toContain('hasn’t been sent yet')
})

test('changes after a stored submission without an answer neither vanish nor are sent twice', async () => {
  const { services, act, submit, submitted, runTask } = await openFormSlice()
  await openReplyForm(services, click, target)
  await act('mail.show_more')
  const first = { text: { 'mail.text': typedText('Hello') }, labels: { 'mail.labels': typed('offer') } }
  expect(await submit(first)).toEqual({ clear: true })
  await runTask('mail.reply', submitted()[0] as Json)
  expect(await submit()).toEqual({ clear: true })
  const isKnown = { errors: { text: expect.stringContaining('Bellhop already has the version you sent first') } }
  expect(await submit({ labels: { 'mail.labels': typed('') } })).toEqual(isKnown)
  expect(await submit({ ...first, quote: { 'mail.quote': picked() } })).toEqual(isKnown)
  for (const later of submitted().slice(1)) await runTask('mail.reply', later as Json)
  const { rows } = await services.replyStore.replies.list({ limit: 10 })
  expect(rows.map(({ value }) => value.refusal)).toEqual(
    expect.arrayContaining([undefined, 'secondVersion', 'secondVersion']),
  )
})

test.each([undefined, 'notAllowed'] as const)(
  'other content that is submitted before the first task has run is kept, or sent if the first one was refused (%s)',
  async (refusal) => {
    const { services, submit, submitted, runTask, sent } = await openFormSlice()
    await openReplyForm(services, click, target)
    for (const text of ['First', 'Second', 'First'])
      expect(await submit({ text: { 'mail.text': typedText(text) } })).toEqual({ clear: true })
    const [first = null, second = null] = submitted() as Json[]
    await runTask('mail.reply', first)
    const id = replyIdOf(services, 'V1')
    if (refusal) await services.replyStore.replies.update(id, (now) => now && { ...now, state: 'cancelled', refusal })
    await runTask('mail.reply', second)
    await runTask('mail.reply', second)
    const { rows } = await services.replyStore.replies.list({ limit: 10 })
    expect(rows).toHaveLength(2)
    expect(rows.find((one) => one.id !== id)?.value).toMatchObject(
      refusal
        ? { text: 'Second', state: 'sending' }
        : { text: 'Second', state: 'cancelled', refusal: 'secondVersion', user: 'U1' },
    )
    expect(JSON.stringify(sent).includes('Bellhop took the first version (“First”)')).toBe(!refusal)
  },
)

test('an older notice opens the form of a mail that has a newer version, with a warning', async () => {
  const { services, act, readForm } = await openFormSlice()
  const replies = services.replyStore.replies
  const reply = buildReply('old', colleagueReply, 1)
  await replies.put('old', { ...reply, state: 'failed', again: 'new' }, 0)
  await replies.put('new', { ...reply, state: 'cancelled' }, 0)
  await act('mail.edit', { button: 'old' })
  expect(readForm()).not.toContain('newer version')
  await replies.update('new', (now) => now && { ...now, state: 'sent' })
  await act('mail.edit', { button: 'old' })
  expect(readForm()).toContain('There is a newer version of this email by @Maria, which has been sent.')
})

test('an older notice warns of the version that was sent, although the one that replaced its mail was not', async () => {
  const { services, act, readForm } = await openFormSlice()
  const replies = services.replyStore.replies
  const reply = buildReply('old', colleagueReply, 1)
  await replies.put('old', { ...reply, state: 'failed', again: 'second' }, 0)
  await replies.put('second', { ...reply, state: 'failed' }, 0)
  await replies.put('third', { ...reply, state: 'sent' }, 0)
  await markReplaced(services, { old: 'old', thread: reply.thread, by: 'third' })
  expect(await services.replyStore.findReply('second')).toMatchObject({ again: 'third' })
  await act('mail.edit', { button: 'old' })
  expect(readForm()).toContain('There is a newer version of this email by @Maria, which has been sent.')
})
