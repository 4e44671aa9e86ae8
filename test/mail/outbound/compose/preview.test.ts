import { expect, test } from 'vitest'
import { openNewMailForm, openReplyForm } from '../../../../src/mail/outbound/compose/open-form.ts'
import { hashReplyContent } from '../../../../src/mail/records/replies/reply-content.ts'
import { click, openFormSlice, people, picked, target, typed, typedText, writer } from './open-form.ts'

/** The values that tick all boxes before Send. */
function tickAll({ form, fields }: Awaited<ReturnType<typeof openFormSlice>>) {
  const block = fields().find((id) => id.startsWith('ticks:')) ?? 'none'
  const ids = JSON.stringify(form().blocks.find((one) => one.block_id === block)).matchAll(/"value":"([^"]*)"/g)
  return { [block]: { 'mail.ticks': picked(...[...ids].map(([, id = '']) => id)) } }
}

const text = { text: { 'mail.text': typedText('Yes.') } }

async function openPreview() {
  const opened = await openFormSlice({ subject: 'Invoice 4711' })
  const { services, type, act } = opened
  await openReplyForm(services, click, target)
  type(text)
  await act('mail.preview')
  const sign = async (signature: string): Promise<void> => {
    const person = { team: 'T1', scope: 'person', id: writer.user } as const
    const { version } = await services.settings.read(person)
    await services.settings.write(person, { version, values: { signature }, by: writer.user })
  }
  return { ...opened, sign }
}

test('a mail that has changed since its preview is not sent silently', async () => {
  const { submit, submitted, readForm, sign } = await openPreview()
  await sign('Acme')
  expect(await submit()).toHaveProperty('update')
  expect(readForm()).toContain('This email changed since its preview')
  expect(submitted()).toEqual([])
  expect(await submit()).toEqual({ clear: true })
  expect(submitted()).toMatchObject([{ previewed: expect.stringMatching(/^[0-9a-f]{64}$/) }])
})

test('a change after Send stops the mail as well: the writer gets the text back', async () => {
  const { services, submit, submitted, runTask, sent, sign } = await openPreview()
  await submit()
  await sign('Acme')
  const [task] = submitted()
  await runTask('mail.reply', task as never)
  await runTask('mail.reply', task as never)
  const id = services.keyedHash('reply', (task as { form: string }).form)
  expect(await services.replyStore.findReply(id)).toMatchObject({
    state: 'cancelled',
    refusal: 'changedLater',
    text: 'Yes.',
  })
  expect(JSON.stringify(sent)).toContain('a name, a signature or a setting in it changed')
  expect(JSON.stringify(sent)).not.toContain('don’t have permission')
})

test('a task that runs again for a stored reply does not refuse it because its mail was quarantined since', async () => {
  const { services, submit, submitted, runTask, sent } = await openPreview()
  await submit()
  const [task] = submitted()
  await runTask('mail.reply', task as never)
  const held = { state: 'held' as const, at: Date.now() }
  await services.mailStore.mails.update('key', (now) => now && { ...now, restriction: 'rule', held })
  await runTask('mail.reply', task as never)
  expect(JSON.stringify(sent)).not.toContain('original email is no longer here')
})

test('an unchanged mail is stored as shown, and a text edited since needs no preview', async () => {
  const { services, submit, submitted, runTask, above } = await openPreview()
  expect(JSON.stringify(above)).toMatch(/Subject: Re: Invoice 4711.*wrote:.*Hello/)
  await submit({}, 'S1')
  await runTask('mail.reply', submitted()[0] as never)
  const stored = await services.replyStore.findReply(services.keyedHash('reply', 'S1'))
  expect(stored && hashReplyContent(stored)).toBe((submitted()[0] as { previewed: string }).previewed)
  await submit({ text: { 'mail.text': typedText('No.') } }, 'S2')
  expect(submitted()[1]).not.toHaveProperty('previewed')
})

test('the preview explains why a form cannot be sent yet, and appears in the form if the screen is full', async () => {
  const { services, act, type, above, fillStack, readForm, form } = await openPreview()
  await openReplyForm(services, click, target)
  await act('mail.preview')
  expect(JSON.stringify(above)).toContain('This email can’t be sent yet:')
  type(text)
  fillStack()
  await act('mail.preview')
  expect(readForm()).toMatch(/"Yes\."[^]*Yes\.\\n\\n-- \\nMaria\\n\\nOn .* wrote:\\n> Hello/)
  expect(form().submit).toBeDefined()
})

test('neither the preview nor Send waits long for names: nothing is sent before its content is known', async () => {
  let named = Promise.resolve(new Map<string, string>())
  const slow = { ...people, names: () => named }
  const { services, type, act, above, submit, submitted } = await openFormSlice({}, { people: slow })
  await openReplyForm(services, click, target)
  type(text)
  await act('mail.preview')
  named = new Promise(() => {})
  expect(JSON.stringify(await submit())).toContain('Slack took too long to name the people')
  await act('mail.preview')
  expect(JSON.stringify(above.at(-1))).toContain('Slack took too long to name the people')
  expect(submitted()).toEqual([])
  named = Promise.resolve(new Map())
  expect(await submit()).toEqual({ clear: true })
  expect(submitted()).toMatchObject([{ previewed: expect.any(String) }])
})

test('nobody turns the pages of another person’s preview', async () => {
  const { services, above } = await openPreview()
  const id = /"value":"([0-9a-f]+)\.plain\.0"/.exec(JSON.stringify(above))?.[1] ?? ''
  expect(await services.outbound.previews.find(writer.user, id)).toBeDefined()
  expect(await services.outbound.previews.find('U2', id)).toBeUndefined()
})

test('a forward’s preview shows the parts that the mailbox adds, and the quotation instead once a file is left out', async () => {
  const files = ['a.pdf', 'b.pdf'].map((name) => ({ id: name, name, size: 1, isInline: false }))
  const opened = await openFormSlice({ subject: 'Invoice 4711', attachments: files })
  const { services, enter, act, type, above, submit, submitted } = opened
  await openReplyForm(services, click, target, { kind: 'forward' })
  await enter('to', 'rita@partner.test')
  await act('mail.preview')
  const whole = JSON.stringify(above.at(-1))
  expect(whole).toMatch(
    /Subject: Fwd: Invoice 4711\\nFrom: [^"]+\\nTo: rita@partner\.test\\nFiles: .*Below this, the mailbox adds the email from one@customer\.test, with its 2 files\. Its text, in the mailbox’s own layout:.*Hello/,
  )
  expect(whole).not.toMatch(/plain text|formatted text/)
  type({ forwarded: { 'mail.forwarded': picked('a.pdf') } })
  await act('mail.preview')
  const part = JSON.stringify(above.at(-1))
  expect(part).toContain('Hello')
  expect(part).toContain('Show plain text')
  expect(part).not.toMatch(/mailbox adds|b\.pdf/)
  expect(await submit(tickAll(opened))).toEqual({ clear: true })
  expect(submitted()).toMatchObject([{ kind: 'forward', previewed: expect.any(String) }])
})

test('a forward’s preview shows both parts of the original unchanged', async () => {
  const parts = { text: 'Plain line.\n> Quoted *as typed*', html: '<p>Formatted <b>line</b>.</p>' }
  const { services, enter, act, above, fillStack, readForm } = await openFormSlice(parts)
  await openReplyForm(services, click, target, { kind: 'forward' })
  await enter('to', 'rita@partner.test')
  await act('mail.preview')
  const formatted = JSON.stringify(above.at(-1))
  expect(formatted).toMatch(/Formatted .*"bold":true.*This is the formatted text/)
  expect(formatted).not.toContain('Plain line')
  expect(formatted).toContain('Show plain text')
  // Below the form, the preview shows the plain text.
  fillStack()
  await act('mail.preview')
  const plain = readForm().slice(readForm().indexOf('the mailbox adds the email'))
  expect(plain).toMatch(
    /"rich_text_preformatted","elements":\[{"type":"text","text":"Plain line\.\\n> Quoted \*as typed\*"/,
  )
  expect(plain).not.toContain('Formatted')
})

test.each([
  ['its end was not kept', { isCut: true }, true],
  ['it has not been fetched', { isFetched: false }, true],
  ['all of it is shown', {}, false],
])('a forward’s preview notes an incomplete original: %s', async (_name, fields, isNoted) => {
  const { services, enter, act, above } = await openFormSlice(fields)
  await openReplyForm(services, click, target, { kind: 'forward' })
  await enter('to', 'rita@partner.test')
  await act('mail.preview')
  expect(JSON.stringify(above.at(-1)).includes('more is sent than you see here')).toBe(isNoted)
})

test('a new mail is also compared with its preview', async () => {
  const { services, enter, act, type, submit, submitted, runTask } = await openFormSlice()
  await services.routes.setRoute({ inboxId: 'help@acme.test', channel: 'C2', by: 'U2', at: 1 })
  await openNewMailForm(services, click, { inboxId: 'help@acme.test', place: { channel: 'C1' } })
  await enter('to', 'rita@partner.test')
  type({ ...text, subject: { 'mail.subject': typed('Our offer') } })
  await act('mail.preview')
  expect(await submit({}, 'S1')).toEqual({ clear: true })
  expect(submitted()).toMatchObject([{ kind: 'new', previewed: expect.any(String) }])
  await runTask('mail.reply', submitted()[0] as never)
  const stored = await services.replyStore.findReply(services.keyedHash('reply', 'S1'))
  expect([stored?.text, stored?.refusal]).toEqual(['Yes.', undefined])
})

test('a forward of many files names every one, and shows every page of the original', async () => {
  const files = Array.from({ length: 40 }, (_, index) => {
    const name = `a file with a long name, number ${index}.pdf`
    return { id: `f${index}`, name, size: 1, isInline: false }
  })
  const body = Array.from({ length: 900 }, (_, index) => `Line ${index} of the original.`).join('\n\n')
  const { services, enter, act, above, readForm } = await openFormSlice({ attachments: files, text: body, html: '' })
  await openReplyForm(services, click, target, { kind: 'forward' })
  for (const { name } of files) expect(readForm()).toContain(name)
  await enter('to', 'rita@partner.test')
  await act('mail.preview')
  const first = JSON.stringify(above.at(-1))
  for (const { name } of files) expect(first).toContain(name)
  expect(first).toMatch(/Line 0 of.*"text":"Page 1 of [2-9]/)
})
