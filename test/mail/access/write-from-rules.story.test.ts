import { expect } from 'vitest'
import { createForger } from '../../support/forged-requests.ts'
import type { Harness } from '../../support/harness.ts'
import { testWith } from '../../support/story-test.ts'
import { openWriteForm, sendForm } from '../outbound/compose/new-mail.ts'
import { withoutHold } from '../outbound/send/reply-sending.ts'
import { addRule, findList, openRules } from '../placement/rule-story.ts'

const env = { ...withoutHold.env, MAIL_DEFAULT_CHANNEL: '' }
const test = testWith({ ...withoutHold, env })

const NO_CHANNEL = /No channel shows this inbox’s email yet/

/** Sends a new mail from the inbox as a person whose client made the form up. */
async function forgeNewMail(app: Harness, user: string, channel: string) {
  const { team } = await app.client.slack.app()
  const section = { type: 'rich_text_section', elements: [{ type: 'text', text: 'Words of an outsider' }] }
  const rich_text_value = { type: 'rich_text', elements: [section] }
  const state = { kind: 'new', thread: '', mail: '', inboxId: app.mail.inbox, place: { channel } }
  return createForger(app.sandbox, team.id).submit(user, 'mail.reply', JSON.stringify(state), {
    to: { 'mail.recipients:to': { type: 'plain_text_input', value: 'rita@partner.test' } },
    text: { 'mail.text': { type: 'rich_text_input', rich_text_value } },
  })
}

test(
  'the channel of a rule decides who may write from its inbox',
  { tags: 'smoke' },
  async ({ app, slack, mail, support, general, leads, aiko, tom, li }) => {
    await addRule(app, aiko, await openRules(app, aiko, support), [
      [/^Recipient/, mail.inbox],
      [/^Channel$/, leads],
      [/^Name$/, 'Leads'],
    ])
    await findList(app, aiko, /1\. Leads/)
    await mail.receive({ subject: 'Offer', text: 'For the leads' })
    await slack.findMessage(leads, /For the leads/)

    const { body } = await slack.command(li, general, `/mail write ${mail.inbox} rita@partner.test`)
    expect(JSON.stringify(body)).not.toContain('leads')
    await slack.findMessage(li, /You can’t write from any inbox yet/)
    const answer = await forgeNewMail(app, li, general)
    expect(answer.body).toContain('not in the channel this email is in now')

    // Without a place of its own, the thread of a new mail is in the rule's channel.
    const form = await openWriteForm(app, tom, tom, 'rita@partner.test')
    await sendForm(app, tom, form, [
      [/^Subject$/, 'Our offer'],
      [/^Your message$/, 'Hello Rita'],
    ])
    await slack.findMessage(leads, /Hello Rita/)
    await app.settled()
    expect(await mail.sent()).toHaveLength(1)
  },
)

test('only admins write from an inbox whose mail no channel shows', async ({ app, slack, mail, general, aiko, li }) => {
  await mail.receive({ subject: 'Offer', text: 'For nobody yet' })
  await app.settled()
  await slack.command(li, general, `/mail write rita@partner.test`)
  await slack.findMessage(li, /You can’t write from any inbox yet/)
  expect((await forgeNewMail(app, li, general)).body).toMatch(NO_CHANNEL)
  const form = await openWriteForm(app, aiko, general, 'rita@partner.test')
  await sendForm(app, aiko, form, [
    [/^Subject$/, 'Our offer'],
    [/^Your message$/, 'Hello Rita'],
  ])
  await slack.findMessage(general, /Hello Rita/)
  await app.settled()
  expect(await mail.sent()).toHaveLength(1)
})
