import { expect } from 'vitest'
import type { Fields, View } from '../../../../sandbox/control-types.ts'
import { findElements, findField, readText } from '../../../support/block-queries.ts'
import { type Harness, until } from '../../../support/harness.ts'
import { testSending } from '../../../support/sending/sending-story.ts'
import { claim, sendTicked } from '../send/reply-sending.ts'

const test = testSending({ env: { MAIL_UNDO_SECONDS: '0' } })

async function openForm(app: Harness, mail: Fields, label = /^Reply$/, who = 'maria') {
  const { slack } = app
  const [support, person] = await Promise.all([slack.channel('support'), slack.user(who)])
  await app.mail.receive({ subject: 'Invoice 4711', ...mail })
  const head = await slack.findMessage(support, /Invoice 4711/)
  await slack.click(person, label.test('Reply all') ? await claim(app, person, head) : head, label)
  return { support, person, head, form: await slack.findForm(person) }
}

const focused = (form: View) => findElements(form).find((element) => element['focus_on_load'])?.action_id
const alerts = (form: View) => form.blocks.filter((block) => block['type'] === 'alert')
const editRecipients = async ({ slack }: Harness, person: string, form: View): Promise<View> => {
  await slack.clickInView(person, form.id, 'mail.edit_recipients')
  return until(async () => (await slack.views(person)).find((view) => view.id === form.id && findField(view, /^Bcc$/)))
}

test(
  'the form shows the mail, the recipients as a list and the cursor in the text',
  { tags: 'smoke' },
  async ({ app }) => {
    const text = `The total <!channel> looks wrong.\n\n${'We ordered three seats. '.repeat(40)}\n\nOn Mon, Jan 5, 2026 Support <support@sandbox.test> wrote:\n> old words`
    const { person, form } = await openForm(app, { text, cc: ['two@customer.test'] }, /^Reply all$/)
    const shown = readText(form)
    expect(shown).toContain('The total <!channel> looks wrong.')
    expect(shown).not.toContain('old words')
    expect(shown).toContain('1 earlier email hidden')
    const quote = form.blocks.find((block) => block['type'] === 'rich_text')
    const words = JSON.stringify(quote).match(/"text":"(.*?)"/)?.[1] ?? ''
    expect(words.length).toBeLessThanOrEqual(610)
    expect(words.endsWith('…')).toBe(true)
    expect(shown).toContain('To: Customer One <one@customer.test>')
    expect(shown).toContain('Cc: two@customer.test')
    expect(focused(form)).toBe('mail.text')
    expect(findField(form, /^Your reply$/)).toBeDefined()
    expect(findField(form, /^To$/)).toBeUndefined()
    await app.slack.fillForm(person, form, [['mail.text', 'A new invoice.']])
    const sent = await app.mail.findSentMail(/A new invoice/)
    expect([sent.to, sent.cc]).toEqual([[expect.stringContaining('one@customer.test')], ['two@customer.test']])
  },
)

test('Edit recipients turns the list into fields, and a new company is ticked below them', async ({ app }) => {
  const { person, form } = await openForm(app, { text: 'The total looks wrong.' })
  const rich = {
    type: 'rich_text',
    elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'A new invoice.' }] }],
  }
  const fields = await editRecipients(app, person, form)
  expect(focused(fields)).toBe('mail.recipients:to')
  const to = findElements(fields).find(({ action_id }) => action_id === 'mail.recipients:to')
  expect(to?.['initial_value']).toBe('Customer One <one@customer.test>')
  await app.slack.submit(person, fields.id, {
    text: { 'mail.text': { type: 'rich_text_input', rich_text_value: rich } },
    bcc: { 'mail.recipients:bcc': 'one@customer.test, boss@acme.test' },
  })
  const warned = await app.slack.findForm(person)
  expect(readText(warned)).toContain('Send it to boss@acme.test')
  expect(alerts(warned)).toHaveLength(1)
  expect(readText(warned).match(/Not sent\. Tick/g)).toHaveLength(2)
  expect((await app.slack.submit(person, warned.id)).response_action).toBe('update')
  await sendTicked(app, person, warned)
  const sent = await app.mail.findSentMail(/A new invoice/)
  expect([sent.to, sent.bcc]).toEqual([[expect.stringContaining('one@customer.test')], ['boss@acme.test']])
})

test('the form shows that To differs from the sender', async ({ app }) => {
  const { person, form } = await openForm(app, { text: 'Hello.', reply_to: ['rita@elsewhere.test'] })
  const line = 'Your reply goes to rita@elsewhere.test, not to the sender, one@customer.test.'
  expect(readText(form)).toContain(line)
  const fields = await editRecipients(app, person, form)
  expect(readText(fields)).toContain(line)
  // Typed text, and then Enter.
  for (const _ of [1, 2]) await app.slack.clickInView(person, form.id, 'mail.recipients:to', 'one@customer.test')
  await until(async () => !readText((await app.slack.views(person)).at(-1)).includes('not to the sender'))
})

test('the form begins with the recipients if the sender is unknown, and explains why', async ({ app }) => {
  const { form } = await openForm(app, { text: 'Hello.', from: 'undisclosed sender' })
  expect(readText(form)).toContain('This email doesn’t name its sender.')
  expect(findField(form, /^To$/)).toBeDefined()
  expect(focused(form)).toBe('mail.recipients:to')
})

test('the fields behind More reach the mailbox unchanged; a value that would break the mail is named first', async ({
  app,
  slack,
  mail,
}) => {
  const { person, form } = await openForm(app, { text: 'How many seats?' })
  await slack.clickInView(person, form.id, 'mail.show_more')
  const more = await until(async () => (await slack.views(person)).find((view) => findField(view, /^Headers$/)))
  const refused = await slack.fillForm(person, more, [
    [/^Your reply$/, 'You have five.'],
    [/^Labels$/, 'Invoice, urgent'],
    [/^Reply-To$/, 'desk@acme.test, the desk'],
    [/^Headers$/, 'X-Ticket: 4711\nX-Team: sales\rBcc: spy@rival.test'],
  ])
  expect(refused.errors).toEqual({
    reply_to: 'Not an email address: the desk',
    headers: expect.stringMatching(/^Line 2 \(“X-Team: sales.*”\) contains a line break/),
  })
  await slack.fillForm(person, more, [
    [/^Reply-To$/, 'Help Desk <desk@acme.test>'],
    [/^Headers$/, 'X-Ticket: 4711\nX-Team: sales, EMEA (north)'],
  ])
  const sent = await mail.findSentMail(/You have five/)
  expect(sent.labels).toEqual(expect.arrayContaining(['Invoice', 'urgent']))
  expect(sent.reply_to).toEqual(['"Help Desk" <desk@acme.test>'])
  expect(sent.headers).toMatchObject({ 'X-Ticket': '4711', 'X-Team': 'sales, EMEA (north)' })
  await app.settled()
  expect(await mail.sent()).toHaveLength(1)
})

test('a colleague’s reply is quoted before Send', async ({ app }) => {
  const { slack, mail } = app
  const { person: tom, head, form } = await openForm(app, { text: 'How many seats?' }, /^Reply$/, 'tom')
  const maria = await slack.user('maria')
  await slack.click(maria, head, 'mail.reply')
  const marias = await slack.findForm(maria)
  const aiko = await slack.user('aiko')
  await slack.command(aiko, head.channel, `/mail hold ${mail.inbox} 600`)
  await app.settled()
  // Maria has a form open as well, so Send asks first.
  const asked = await slack.fillForm(tom, form, [['mail.text', `You have 5 seats.\n${'More words. '.repeat(50)}`]])
  expect(asked.response_action).toBe('update')
  await slack.submit(tom, form.id)
  await slack.findMessage(head.channel, /Tom Hadley wrote a reply to/, head.ts)
  const held = await slack.fillForm(maria, marias, [['mail.text', 'Five.']])
  expect(held.response_action).toBe('update')
  expect(JSON.stringify(alerts(await slack.findForm(maria)))).toMatch(
    /Send yours too\? Tom Hadley’s reply hasn’t been sent yet: “You have 5 seats\. .*…”/,
  )
})

test('a bounce while the form is open shows the remaining recipients before anything is sent', async ({ app }) => {
  const { slack, mail } = app
  const { person, head, form } = await openForm(app, { text: 'Hello.', cc: ['two@customer.test'] }, /^Reply all$/)
  await slack.fillForm(person, form, [['mail.text', 'Thank you.']])
  const { message_id: id } = await mail.findSentMail(/Thank you/)
  await mail.reportOutcome(id, 'bounced', { recipients: [{ address: 'one@customer.test' }] })
  const loud = await slack.findPost(head.channel, 'mail.loud', head.ts)
  await slack.click(person, { ...loud, thread: head.ts }, 'mail.edit')
  const again = await slack.findForm(person, form)
  expect(readText(again)).not.toContain('people at')
  await mail.reportOutcome(id, 'bounced', { recipients: [{ address: 'two@customer.test' }] })
  await slack.findMessage(head.channel, /Not delivered to one@customer\.test and two@customer\.test/, head.ts)
  const answer = await slack.submit(person, again.id)
  expect(answer.response_action).toBe('update')
  const shown = await slack.findForm(person)
  expect(readText(shown)).toContain('"2 people at customer.test.')
  await app.settled()
  expect(await mail.sent()).toHaveLength(1)
})

test('a mail that only a Cc recipient did not get can be sent again unchanged', async ({ app }) => {
  const { slack, mail } = app
  const { person, head, form } = await openForm(app, { text: 'Hello.', cc: ['two@customer.test'] }, /^Reply all$/)
  await slack.fillForm(person, form, [['mail.text', 'Thank you.']])
  const { message_id: id } = await mail.findSentMail(/Thank you/)
  await mail.reportOutcome(id, 'bounced', { recipients: [{ address: 'two@customer.test' }] })
  const loud = await slack.findPost(head.channel, 'mail.loud', head.ts)
  await slack.click(person, { ...loud, thread: head.ts }, 'mail.edit')
  const again = await slack.findForm(person, form)
  expect(readText(again)).toContain('To: two@customer.test')
  await sendTicked(app, person, again)
  const sent = await until(async () => (await mail.sent()).find((one) => one.message_id !== id))
  expect([sent.to, sent.cc]).toEqual([['two@customer.test'], []])
})
