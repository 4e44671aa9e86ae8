/** @module-tag redis */
import { expect } from 'vitest'
import { readText } from '../../../support/block-queries.ts'
import { resubmitLastForm } from '../../../support/resubmit-form.ts'
import { testSending } from '../../../support/sending/sending-story.ts'
import { openWriteForm, sendForm } from '../compose/new-mail.ts'
import { findInThread, sendReply, withoutHold } from './reply-sending.ts'

const test = testSending(withoutHold)

const changeText = (payload: string) => payload.replaceAll('A new invoice', 'A corrected invoice')

test('a reply submitted again with another text is sent as it was first, and the other text is returned', async ({
  app,
  slack,
  mail,
}) => {
  const { maria } = await sendReply(app)
  // Nothing is waited for: the first task may be waiting, running or done.
  expect(await resubmitLastForm(app, changeText)).toBe(200)
  await mail.findSentMail(/A new invoice/)
  const told = await slack.findMessage(maria, /pressed Send twice/)
  expect(readText(told)).toMatch(
    /first version \(“A new invoice is on its way\.”\).*A corrected invoice is on its way/s,
  )
  expect(await resubmitLastForm(app, (payload) => payload)).toBe(200)
  expect(await resubmitLastForm(app, changeText)).toBe(200)
  await app.settled()
  expect(await mail.sent()).toHaveLength(1)

  await slack.click(maria, told, 'mail.edit')
  const form = await slack.findForm(maria)
  expect(readText(form)).toContain('A corrected invoice is on its way')
  await sendForm(app, maria, form, [])
  await mail.findSentMail(/A corrected invoice/)
  await app.settled()
  const direct = (await slack.messages(maria)).map((one) => readText(one)).join('\n')
  expect(direct).not.toContain('pressed Send twice')
  expect(direct.match(/A new version by .* replaces it/g)).toHaveLength(1)
  expect(await mail.sent()).toHaveLength(2)
})

test('a new mail submitted again with another text keeps its thread as it was sent', async ({ app, slack, mail }) => {
  const [general, maria] = await Promise.all([slack.channel('general'), slack.user('maria')])
  await sendForm(app, maria, await openWriteForm(app, maria, general, 'rita@partner.test'), [
    [/^Subject$/, 'Our offer'],
    [/^Your message$/, 'A new invoice is on its way.'],
  ])
  expect(await resubmitLastForm(app, changeText)).toBe(200)
  const told = await slack.findMessage(maria, /A corrected invoice/)
  const head = await slack.findMessage(general, /A new invoice.*Sent </s)
  await slack.click(maria, told, 'mail.edit')
  await sendForm(app, maria, await slack.findForm(maria), [])
  await findInThread(app, head, /A corrected invoice.*Sent </s)
  await app.settled()
  expect(await mail.sent()).toHaveLength(2)
})
