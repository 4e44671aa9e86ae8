import { expect, onTestFinished, test, vi } from 'vitest'
import { openReplyForm } from '../../../../src/mail/outbound/compose/open-form.ts'
import type { Mail } from '../../../../src/mail/records/mail/mail.ts'
import { buildReply, type ReplyContent } from '../../../../src/mail/records/replies/reply.ts'
import { sampleMail } from '../../sample-mail.ts'
import { click, openFormSlice, picked, target, typedText } from './open-form.ts'

const text = { text: { 'mail.text': typedText('Yes.') } }
const tomsReply: ReplyContent = {
  ...target,
  inboxId: sampleMail.inboxId,
  messageId: sampleMail.messageId,
  user: 'U2',
  userName: 'Tom',
  to: [sampleMail.from],
  cc: [],
  bcc: [],
  written: {},
  text: 'We ship on Friday',
  html: '<p>We ship on Friday</p>',
  files: [],
}

/** Opens the form that answers a mail from a known sender, and simulates changes while it is open. */
async function openForm() {
  const opened = await openFormSlice()
  const { mailStore, replyStore, records, clock } = opened.services
  await records.contacts.recordContacts(sampleMail.inboxId, [sampleMail.from], 'key')
  const receive = async (key: string, from = sampleMail.from, words = 'One more thing', more: Partial<Mail> = {}) => {
    await mailStore.mails.put(key, { ...sampleMail, from, text: words, ...more }, 0)
    await mailStore.threads.update('thread', (now) => now && { ...now, mails: [...now.mails, key] })
  }
  const replyAsTom = async (id: string) => {
    const at = clock.now()
    await replyStore.replies.put(id, { ...buildReply(id, tomsReply, at), state: 'sent', sentAt: at }, 0)
    const reply = { id, user: 'U2', at }
    await mailStore.threads.update('thread', (now) => now && { ...now, replies: [...now.replies, reply] })
  }
  return { ...opened, receive, replyAsTom, open: () => openReplyForm(opened.services, click, target) }
}

test.each([
  [{ address: 'one@customer.test', name: 'One' }, 'One <one@customer.test> has written again'],
  [{ address: 'one@evil.test', name: `Bank <help@bank.test>${' '.repeat(40)}.` }, 'one@evil.test has written since'],
  [{ address: '' }, 'unknown sender has written since'],
])('a notice about a newer mail from %j names its sender by the address', async (from, named) => {
  const { open, receive, readForm } = await openForm()
  await receive('newer', from, 'Hello')
  await open()
  expect(readForm()).toContain(`You’re replying to an older email. ${named}: “Hello”`)
})

test('a form for an older mail names the newer one above its text, asks before Send, and can answer the newest', async () => {
  const { open, receive, act, form, readForm, submit, submitted } = await openForm()
  await receive('newer', sampleMail.from, 'Wait, not Friday')
  await receive('away', sampleMail.from, 'I am away', { kinds: ['auto_reply'] })
  await open()
  const ids = form().blocks.map(({ type, block_id: id }) => id ?? type)
  expect(ids.indexOf('alert')).toBeLessThan(ids.indexOf('text'))
  expect(ids.indexOf('text')).toBeLessThan(ids.indexOf('mail.send_when'))
  expect(JSON.stringify(form().blocks.at(-1))).not.toContain('alert')
  expect(await submit(text)).toHaveProperty('update')
  expect(readForm()).toContain('one@customer.test has written again: “I am away”')
  expect(submitted()).toEqual([])
  const [, newest] = /"text":"Reply to the newest"[^{]*"value":"([^"]*)"/.exec(readForm()) ?? []
  expect(newest).toBe('newer')
  await act('mail.answer_newest', { pressed: newest })
  expect(readForm()).not.toContain('Reply to the newest')
  expect(readForm()).toContain('Wait, not Friday')
  expect(await submit()).toEqual({ clear: true })
  expect(submitted()).toMatchObject([{ mail: 'newer', to: [sampleMail.from] }])
})

test('a form that answers the newest mail has fields for its recipients if that mail names no sender', async () => {
  const { open, receive, act, fields } = await openForm()
  await receive('newer', { address: '' })
  await open()
  expect(fields()).not.toContain('to')
  await act('mail.answer_newest', { pressed: 'newer' })
  expect(fields().some((block) => block.startsWith('to'))).toBe(true)
})

test('a draft still answers the mail it was written for after someone else wrote, until its writer chooses the newest', async () => {
  const { services, open, receive, act, close, readForm, form, submit, submitted } = await openForm()
  const bob = { address: 'bob@other.test' }
  await open()
  await act('mail.text', { block: 'text', ...typedText('Dear One') })
  await close()
  await receive('newer', bob, 'I disagree')
  await openReplyForm(services, click, { thread: 'thread', mail: 'newer' })
  expect(readForm()).toContain('Dear One')
  expect(readForm()).toContain('You’re replying to an older email. bob@other.test has written since: “I disagree”')
  expect(JSON.parse(form().private_metadata ?? '')).toMatchObject({ mail: 'key' })
  expect(readForm()).toContain('To: one@customer.test')
  await act('mail.answer_newest', { pressed: 'newer' })
  expect(readForm()).not.toContain('older email')
  expect(await submit()).toEqual({ clear: true })
  expect(submitted()).toMatchObject([{ mail: 'newer', to: [bob] }])
})

test('Send asks once whether to answer an older mail, also if the form showed it from the beginning', async () => {
  const { open, receive, submit } = await openForm()
  await receive('newer')
  await open()
  expect(await submit(text)).toHaveProperty('update')
  expect(await submit()).toEqual({ clear: true })
})

test('Send asks once while a colleague writes to the same thread, and the owner is named without a question', async () => {
  const { services, open, submit, readForm } = await openForm()
  const until = services.clock.now() + 60_000
  const { threads } = services.mailStore
  await threads.update(
    'thread',
    (now) => now && { ...now, owner: { user: 'U3', at: 1 }, writing: { user: 'U2', until } },
  )
  await open()
  expect(readForm()).toMatch(/has claimed this email\..*is also writing a reply\./)
  expect(await submit(text)).toHaveProperty('update')
  expect(readForm()).toContain('Press “Send” again to go ahead.')
  expect(await submit()).toEqual({ clear: true })
})

test('Send asks once about a claim and a Done of a colleague since the form was opened', async () => {
  const { services, open, submit, readForm } = await openForm()
  await open()
  const at = services.clock.now() + 1
  await services.mailStore.threads.update(
    'thread',
    (now) => now && { ...now, owner: { user: 'U3', at }, work: 'done', workAt: at, doneBy: 'U2' },
  )
  expect(await submit(text)).toHaveProperty('update')
  expect(readForm()).toMatch(/This email is now claimed by .*has marked this email as done\. Send yours anyway\?/)
  expect(readForm()).not.toContain('has claimed this email')
  expect(await submit()).toEqual({ clear: true })
})

test('a writer who quotes an email between colleagues to people outside is warned, unless the quotation is left out', async () => {
  const billing = { address: 'billing@acme.test' }
  const slice = await openFormSlice({ own: 'support@acme.test', from: billing, replyTo: [], cc: [] })
  await openReplyForm(slice.services, click, target)
  expect(slice.readForm()).not.toContain('will also read')
  await slice.act('mail.edit_recipients')
  await slice.enter('to', 'one@customer.test')
  expect(slice.readForm()).toContain(
    'one@customer.test will also read the email from billing@acme.test below your text. To leave it out,',
  )
  await slice.act('mail.quote', { block: 'quote', ...picked() })
  expect(slice.readForm()).not.toContain('will also read')
})

test('the customer whose email stays open is not named once the reply to a forwardee goes to them as well', async () => {
  const { services, receive, act, enter, readForm } = await openForm()
  await receive('newer', { address: 'bank@partner.test' }, 'No such invoice')
  const asides = [{ mail: 'newer', at: 2, by: 'forward' as const }]
  await services.mailStore.threads.update('thread', (now) => now && { ...now, asides })
  await openReplyForm(services, click, { thread: 'thread', mail: 'newer' })
  expect(readForm()).toContain('This doesn’t go to one@customer.test, whose email stays open.')
  await act('mail.edit_recipients')
  await enter('to', 'bank@partner.test, one@customer.test')
  expect(readForm()).not.toContain('stays open')
})

test('a mail that comes while the form is open is shown before Send, once', async () => {
  const { open, receive, submit, readForm, submitted } = await openForm()
  await open()
  expect(readForm()).not.toContain('older email')
  await receive('newer')
  expect(await submit(text)).toHaveProperty('update')
  expect(readForm()).toContain('one@customer.test has written again: “One more thing”')
  expect(await submit()).toEqual({ clear: true })
  expect(submitted()).toHaveLength(1)
})

/** Chooses the approvers of the inbox. */
async function chooseApprovers({ services }: Awaited<ReturnType<typeof openForm>>, ...users: string[]) {
  const inbox = { team: 'T1', scope: 'inbox', id: sampleMail.inboxId } as const
  const { version } = await services.settings.read(inbox)
  const values = { 'access.mail.approve': users.map((user) => `person:${user}`) }
  await services.settings.write(inbox, { version, values, by: 'UAIKO' })
}

test('the only approver reads before Send that nobody could approve what they write', async () => {
  const opened = await openForm()
  await chooseApprovers(opened, 'U1')
  await opened.open()
  expect(opened.readForm()).toContain('Nobody could approve this')
  expect(await opened.submit(text)).toEqual({ clear: true })
})

test('the form is shown once more if the other approver is removed while it is open', async () => {
  const opened = await openForm()
  await chooseApprovers(opened, 'U1', 'U2')
  await opened.open()
  expect(opened.readForm()).not.toContain('Nobody could approve this')
  await chooseApprovers(opened, 'U1')
  expect(await opened.submit(text)).toHaveProperty('update')
  expect(opened.readForm()).toContain('Nobody could approve this')
  expect(await opened.submit()).toEqual({ clear: true })
})

test('all new facts are shown at the same time, and each one then counts as seen', async () => {
  const { open, receive, replyAsTom, submit, readForm, submitted } = await openForm()
  await open()
  await receive('newer')
  await replyAsTom('r1')
  expect(await submit(text)).toHaveProperty('update')
  expect(readForm()).toContain('One more thing')
  expect(readForm()).toContain('We ship on Friday')
  await receive('newest', sampleMail.from, 'And another')
  expect(await submit()).toHaveProperty('update')
  expect(readForm()).toContain('one@customer.test has written again: “And another”')
  expect(readForm()).toContain('Also newer, from one@customer.test: “One more thing”')
  expect(submitted()).toEqual([])
  expect(await submit()).toEqual({ clear: true })
})

test('every mail that comes while the form is open is quoted or counted before Send', async () => {
  const { open, receive, submit, readForm, submitted } = await openForm()
  await open()
  for (const at of [1, 2, 3, 4, 5]) await receive(`mail${at}`, sampleMail.from, `Change ${at}`)
  expect(await submit(text)).toHaveProperty('update')
  expect(readForm()).toMatch(/“Change 5”.*“Change 4”.*“Change 3”.*There are 2 other newer emails in this thread\./)
  expect(readForm()).toContain('Nothing has been sent yet. Press “Send” again to go ahead.')
  await receive('mail6', sampleMail.from, 'Change 6')
  expect(await submit()).toHaveProperty('update')
  expect(await submit()).toEqual({ clear: true })
  expect(submitted()).toHaveLength(1)
})

test('a customer’s mail is quoted although fifty automatic ones came after it', async () => {
  const { open, receive, readForm } = await openForm()
  await receive('cancelled', sampleMail.from, 'Please cancel my order')
  for (let n = 1; n <= 50; n++)
    await receive(`away${n}`, { address: 'desk@customer.test' }, `Away ${n}`, { kinds: ['auto_reply'] })
  await open()
  expect(readForm()).toMatch(/“Away 50”.*“Away 49”.*“Please cancel my order”.*There are 48 other newer emails/)
})

test('an instruction names the button of the form, which is another one for a later time', async () => {
  const { open, act, form, receive, submit, readForm } = await openForm()
  await open()
  const time = form().blocks.find((block) => block.block_id === 'mail.send_when')
  const tomorrow = (time as { element: { options: { value: string }[] } }).element.options[1]
  await act('mail.send_when', { block: 'mail.send_when', type: 'static_select', selected_option: tomorrow })
  expect(form().submit?.text).toBe('Schedule')
  await receive('newer')
  expect(await submit(text)).toHaveProperty('update')
  expect(readForm()).toContain('Press “Schedule” again to go ahead.')
})

test('a colleague’s reply is shown although another one was cancelled, scheduled or forwarded after it', async () => {
  const { services, open, replyAsTom, submit, readForm } = await openForm()
  await open()
  await replyAsTom('r1')
  for (const [id, change] of [
    ['r2', { state: 'cancelled' }],
    ['r3', { kind: 'forward' }],
    ['r4', { state: 'scheduled' }],
  ] as const) {
    await replyAsTom(id)
    await services.replyStore.replies.update(id, (now) => now && { ...now, text: `Not ${id}`, ...change })
  }
  expect(await submit(text)).toHaveProperty('update')
  expect(readForm()).toContain('We ship on Friday')
  expect(readForm()).not.toMatch(/Not r[234]/)
  expect(await submit()).toEqual({ clear: true })
})

test('a colleague’s reply is shown however long the form has been open', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { open, replyAsTom, submit, readForm } = await openForm()
  await replyAsTom('earlier')
  vi.setSystemTime(Date.now() + 20 * 60_000)
  await open()
  expect(readForm()).not.toContain('We ship on Friday')
  await replyAsTom('r1')
  vi.setSystemTime(Date.now() + 60 * 60_000)
  expect(await submit(text)).toHaveProperty('update')
  expect(readForm()).toContain('Tom has already replied: “We ship on Friday”')
  expect(await submit()).toEqual({ clear: true })
})

test('a colleague’s reply that is approved, or sent before its time, while the form is open is shown again', async () => {
  const { services, open, replyAsTom, submit, readForm } = await openForm()
  const { replies } = services.replyStore
  await replyAsTom('r1')
  await replies.update('r1', (now) => now && { ...now, at: now.at - 3 * 3_600_000, state: 'awaiting' })
  await replyAsTom('r2')
  const dueAt = Date.now() + 86_400_000
  await replies.update('r2', (now) => now && { ...now, at: now.at - 3 * 3_600_000, state: 'scheduled', dueAt })
  await services.mailStore.threads.update('thread', (now) => now && { ...now, scheduled: ['r2'] })
  await open()
  expect(readForm()).toMatch(/Tom’s reply is awaiting approval.*Tom has .* scheduled/)
  for (const id of ['r1', 'r2']) {
    await replies.update(id, (now) => now && { ...now, state: 'sent', text: `Sent as ${id}`, sentAt: Date.now() })
    expect(await submit(text)).toHaveProperty('update')
    expect(readForm()).toContain(`Sent as ${id}`)
  }
  expect(await submit()).toEqual({ clear: true })
})

test('a fact that the form has shown stays seen when a button rebuilds the form', async () => {
  const { open, receive, submit, act, readForm } = await openForm()
  await open()
  await receive('newer')
  expect(await submit(text)).toHaveProperty('update')
  await act('mail.show_more')
  expect(readForm()).toContain('One more thing')
  expect(await submit()).toEqual({ clear: true })
})

test('changed recipients in a list are shown before Send, with a sentence', async () => {
  const { services, open, submit, readForm, submitted } = await openForm()
  await open()
  const replyTo = [{ address: 'desk@customer.test' }]
  await services.records.contacts.recordContacts(sampleMail.inboxId, replyTo, 'key')
  await services.mailStore.mails.update('key', (now) => now && { ...now, replyTo })
  expect(await submit(text)).toHaveProperty('update')
  expect(readForm()).toContain('desk@customer.test')
  expect(readForm()).toContain('The recipients or files have changed. Check them, then press “Send” again.')
  expect(await submit()).toEqual({ clear: true })
  expect(submitted()).toMatchObject([{ to: replyTo }])
})

test('the metadata of a form contains no address and no word of a mail', async () => {
  const { open, receive, replyAsTom, submit, form } = await openForm()
  await open()
  for (let at = 0; at < 70; at++) {
    await receive(`mail${at}`)
    await replyAsTom(`reply${at}`)
    expect(await submit(text)).toHaveProperty('update')
  }
  const { private_metadata: metadata = '' } = form()
  expect(metadata.length).toBeLessThan(1500)
  expect(metadata).not.toMatch(/customer\.test|Friday|thing|reply69|mail69/)
})

test('a mail that comes while a forward is open is shown before Send, and counts as seen for the time that was chosen', async () => {
  const { services, receive, enter, submit, readForm, submitted } = await openForm()
  await openReplyForm(services, click, target, { kind: 'forward' })
  await enter('to', 'rita@customer.test')
  await receive('newer')
  expect(await submit(text)).toHaveProperty('update')
  expect(readForm()).toContain('You’re forwarding an older email. one@customer.test has written since')
  expect(submitted()).toEqual([])
})

test('an address that is entered twice is counted and asked about once, and its box lets the mail be sent', async () => {
  const { open, act, enter, form, readForm, type, submit, submitted } = await openForm()
  await open()
  await act('mail.edit_recipients')
  await enter('cc', 'boss@other.test')
  await enter('bcc', 'Boss@other.test')
  expect(readForm()).toContain('2 people at 2 companies.')
  const block = form().blocks.find(({ block_id: id }) => id?.startsWith('ticks:'))
  const [, id = ''] = /"value":"([^"]*)"/.exec(JSON.stringify(block)) ?? []
  type({ [String(block?.block_id)]: { 'mail.ticks': picked(id) } })
  expect(await submit(text)).toEqual({ clear: true })
  expect(submitted()).toHaveLength(1)
})
