import { expect } from 'vitest'
import { findButton, readText } from '../../../support/block-queries.ts'
import { createForger } from '../../../support/forged-requests.ts'
import { type Harness, until } from '../../../support/harness.ts'
import { readRepeatedAnswer } from '../../../support/resubmit-form.ts'
import { testSending } from '../../../support/sending/sending-story.ts'
import { pickEntry } from '../../mail-menu.ts'
import { withoutHold } from '../send/reply-sending.ts'

const test = testSending(withoutHold)

/** Opens Maria's reply form; `submit` sends it as another person, with other fields and metadata. */
async function openForm(app: Harness) {
  const { slack, mail } = app
  const [support, maria] = await Promise.all([slack.channel('support'), slack.user('maria')])
  await mail.receive({ text: 'The total looks wrong.' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  await slack.click(maria, head, 'mail.reply')
  const form = await slack.findForm(maria)
  const { team } = await app.client.slack.app()
  const forger = createForger(app.sandbox, team.id)
  const section = { type: 'rich_text_section', elements: [{ type: 'text', text: 'Here it is' }] }
  const rich_text_value = { type: 'rich_text', elements: [section] }
  const text = { 'mail.text': { type: 'rich_text_input', rich_text_value } }
  const submit = (user: string, metadata: object, values: Record<string, Record<string, object>> = {}) =>
    forger.submit(user, form.callback_id, JSON.stringify({ ...JSON.parse(form.private_metadata), ...metadata }), {
      text,
      ...(values as Record<string, never>),
    })
  return { support, head, maria, form, submit }
}

test('a form with forged metadata sends nothing and breaks nothing', { tags: 'smoke' }, async ({ app, mail, tom }) => {
  const { submit } = await openForm(app)
  for (const metadata of [{ place: { channel: 5 } }, { place: 'x' }, { instead: {} }, { thread: [] }, { seen: [5] }]) {
    const answer = await submit(tom, metadata)
    expect(answer).toMatchObject({ status: 200, body: expect.stringMatching(/errors/) })
  }
  await app.settled()
  expect(await mail.sent()).toEqual([])
  expect(app.output()).not.toMatch(/"level":"error"/)
})

test('nobody can send a file that another person shared in a private channel', async ({
  app,
  slack,
  mail,
  leads,
  tom,
  li,
}) => {
  const { support, head, maria, form, submit } = await openForm(app)
  await slack.closeView(maria, form.id)
  const secret = { name: 'salaries.pdf', content_type: 'application/pdf', content: 'aGVsbG8=' }
  const said = await slack.say(tom, leads, 'For us only', { files: [secret] })
  await app.settled()
  const shared = (await slack.messages(leads)).find(({ ts }) => ts === said.ts)
  const [file] = (shared as unknown as { files: { id: string }[] }).files
  const id = String(file?.id)
  await submit(
    li,
    { instead: 'x' },
    { kept: { 'mail.kept': { type: 'checkboxes', selected_options: [{ value: id }] } } },
  )
  await submit(li, {}, { files: { 'mail.files': { type: 'file_input', files: [{ id, name: 'mine.pdf' }] } } })
  await app.settled()
  expect(JSON.stringify(await mail.sent())).not.toContain('salaries')
  // Not even the name is shown.
  const refused = await slack.findMessage(support, /Someone else uploaded mine\.pdf/, head.ts)
  expect(readText(refused)).not.toContain('salaries')
})

test('nobody can mark a delivered reply as replaced by their own', async ({ app, slack, mail, tom }) => {
  const { support, head, maria, form, submit } = await openForm(app)
  await slack.fillForm(maria, form, [['mail.text', 'A new invoice.']])
  await mail.findSentMail(/A new invoice/)
  const card = await slack.findCard(support, 'sent', { kind: 'mail.reply', thread: head.ts })
  const instead = String(card.metadata?.event_payload['op_id']).split(':').at(-1)
  // The form is shown once more, because a colleague has replied.
  const { view } = JSON.parse((await submit(tom, { instead })).body)
  await submit(tom, JSON.parse(view.private_metadata))
  await mail.findSentMail(/Here it is/)
  await app.settled()
  const later = (await slack.messages(support, head.ts)).find(({ ts }) => ts === card.ts)
  expect(readText(later)).not.toContain('Tom Hadley')
})

test('nobody can turn on the links of quarantined mail', async ({ app, slack, mail, support, maria }) => {
  await mail.receive({ kind: 'spam', subject: 'You won', text: 'Click https://win.test/now' })
  const held = await slack.findMessage(support, /You won/)
  await slack.click(maria, held, 'mail.show')
  const { id } = await until(async () => (await slack.views(maria)).find(({ type }) => type === 'modal'))
  const { team } = await app.client.slack.app()
  const value = `${String(findButton(held, /^Show text$/)?.['value'])}.0.links`
  await app.settled()
  const before = (await app.exchanges()).length
  await createForger(app.sandbox, team.id).click(maria, { actionId: 'mail.page:links', value, view: { id } })
  await until(async () => (await app.exchanges()).slice(before).some(({ path }) => path.endsWith('views.update')))
  await app.settled()
  const shown = readText((await slack.views(maria)).at(-1))
  expect(shown).toContain('https: //win.test/now')
  expect(shown).not.toContain('"type":"link"')
})

test('nobody can put their own list into another person’s view', async ({ app, slack, mail, support, maria, tom }) => {
  await slack.command(maria, support, '/mail saved')
  const list = await slack.findForm(maria)
  await mail.receive({ text: 'The total looks wrong.' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  await pickEntry(slack, tom, head, 'snooze')
  const snooze = await slack.findForm(tom)
  const { team } = await app.client.slack.app()
  const forger = createForger(app.sandbox, team.id)
  const section = { type: 'rich_text_section', elements: [{ type: 'text', text: 'Here it is' }] }
  await forger.submit(
    tom,
    'mail.saved_form',
    JSON.stringify({ scope: tom, list: { view: list.id, channel: support, page: 0 } }),
    {
      'mail.saved_name': { 'mail.saved_name': { type: 'plain_text_input', value: 'From Tom' } },
      'mail.saved_text': {
        'mail.saved_text': { type: 'rich_text_input', rich_text_value: { type: 'rich_text', elements: [section] } },
      },
    },
  )
  await forger.submit(
    tom,
    snooze.callback_id,
    JSON.stringify({ ...JSON.parse(snooze.private_metadata), view: { id: list.id, metadata: 'mine::' } }),
    { 'mail.snooze_when': { 'mail.snooze_when': { type: 'static_select', selected_option: { value: 'tomorrow' } } } },
  )
  await slack.findMessage(tom, /“From Tom” is saved/)
  await app.settled()
  expect(await slack.views(maria)).toEqual([list])
})

test('a new mail from an inbox that does not exist is refused in its form, with everything typed', async ({
  app,
  slack,
  mail,
}) => {
  const [support, maria] = await Promise.all([slack.channel('support'), slack.user('maria')])
  await mail.receive({ text: 'The total looks wrong.' })
  await slack.findMessage(support, /The total looks wrong/)
  await slack.command(maria, support, '/mail write rita@partner.test')
  const form = await slack.findForm(maria)
  await slack.fillForm(maria, form, [
    [/^Subject$/, 'Our offer'],
    [/^Your message$/, 'Hello Rita'],
  ])
  await mail.findSentMail(/Hello Rita/)
  const answer = await readRepeatedAnswer(app, (payload) =>
    payload.replaceAll(String(mail.inbox), 'nowhere@sandbox.test').replaceAll(form.id, 'V0OTHER'),
  )
  expect(JSON.parse(answer)).toEqual({
    response_action: 'errors',
    errors: { text: expect.stringContaining('Everything you typed stays here.') },
  })
  await app.settled()
  expect(await mail.sent()).toHaveLength(1)
})
