import { expect } from 'vitest'
import { readText } from '../../../support/block-queries.ts'
import { testSending } from '../../../support/sending/sending-story.ts'
import { openWriteForm } from './new-mail.ts'

testSending()('an email without its subject or the file that it mentions is asked about once', async ({ app }) => {
  const { slack, mail } = app
  const [support, maria] = await Promise.all([slack.channel('support'), slack.user('maria')])
  await mail.receive({ subject: 'Offer', from: 'rita@partner.test', text: 'Please send your offer.' })
  const head = await slack.findMessage(support, /Please send your offer/)
  const form = await openWriteForm(app, maria, support, 'rita@partner.test')
  const asked = await slack.fillForm(maria, form, [[/^Your message$/, 'Our offer is attached.']])
  expect(asked.response_action).toBe('update')
  const shown = readText(await slack.findForm(maria))
  expect(shown).toContain('This email has no subject.')
  expect(shown).toContain('no file is attached')
  await app.settled()
  expect(await mail.sent()).toEqual([])
  expect((await slack.submit(maria, form.id)).response_action).toBe('clear')
  await mail.findSentMail(/Our offer is attached/)

  await slack.click(maria, head, 'mail.reply')
  const reply = await slack.findForm(maria)
  const again = await slack.fillForm(maria, reply, [['mail.text', 'Anbei das Angebot.']])
  expect(again.response_action).toBe('update')
  expect(readText(await slack.findForm(maria))).toContain('no file is attached')
  expect((await slack.submit(maria, reply.id)).response_action).toBe('clear')
  await mail.findSentMail(/Anbei das Angebot/)
})

testSending({ env: { MAIL_UNDO_SECONDS: '600' } })(
  'a version that is taken back and corrected is not asked about again, unless something else is missing',
  async ({ slack, mail, support, maria }) => {
    await mail.receive({ text: 'Please send your offer.' })
    const head = await slack.findMessage(support, /Please send your offer/)
    await slack.click(maria, head, 'mail.reply')
    const form = await slack.findForm(maria)
    await slack.fillForm(maria, form, [['mail.text', 'The offer was attached to the letter.']])
    expect((await slack.submit(maria, form.id)).response_action).toBe('clear')
    const card = await slack.findMessage(support, /attached to the letter/, head.ts)
    await slack.click(maria, { ...card, thread: head.ts }, 'mail.undo_edit')
    const edited = await slack.findForm(maria)
    const answer = await slack.fillForm(maria, edited, [['mail.text', 'The offer was attached to our letter.']])
    expect(answer.response_action).toBe('clear')
    const second = await slack.findMessage(support, /attached to our letter/, head.ts)
    await slack.click(maria, { ...second, thread: head.ts }, 'mail.undo_edit')
    const last = await slack.findForm(maria)
    await slack.fillForm(maria, last, [['mail.text', 'The offer is on its way.']])
    const third = await slack.findMessage(support, /offer is on its way/, head.ts)
    await slack.click(maria, { ...third, thread: head.ts }, 'mail.undo_edit')
    const asked = await slack.fillForm(maria, await slack.findForm(maria), [['mail.text', 'The offer is attached.']])
    expect(asked.response_action).toBe('update')
  },
)
