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
