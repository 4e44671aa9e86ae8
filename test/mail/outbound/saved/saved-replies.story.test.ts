import { expect } from 'vitest'
import { findButton, findElements, readText } from '../../../support/block-queries.ts'
import { type Harness, until, type View } from '../../../support/harness.ts'
import { readRepeatedAnswer } from '../../../support/resubmit-form.ts'
import { testSending } from '../../../support/sending/sending-story.ts'
import { withoutHold } from '../send/reply-sending.ts'

const test = testSending(withoutHold)

const findView = (app: Harness, user: string, callback: string, fits: RegExp): Promise<View> =>
  until(async () =>
    (await app.slack.views(user)).find((view) => view.callback_id.startsWith(callback) && fits.test(readText(view))),
  )

async function openSaved(app: Harness, user: string, channel: string, fits = /Yours/): Promise<View> {
  await app.slack.command(user, channel, '/mail saved')
  return findView(app, user, 'mail.saved', fits)
}

async function press(app: Harness, user: string, view: View, wanted: RegExp) {
  const button = findButton(view, wanted)
  await app.slack.clickInView(user, view.id, button?.action_id ?? '', button?.['value'])
}

async function save(app: Harness, user: string, list: View, button: RegExp, [name, text]: [string, string]) {
  await press(app, user, list, button)
  const form = await findView(app, user, 'mail.saved_form', /first recipient’s name/)
  return app.slack.fillForm(user, form, [
    [/^Name$/, name],
    [/^Text$/, text],
  ])
}

test(
  'a saved reply is inserted below the typed text, filled in; open placeholders must be replaced before Send',
  { tags: 'smoke' },
  async ({ app, slack, maria, support }) => {
    const list = await openSaved(app, maria, support)
    await save(app, maria, list, /^New, for yourself$/, ['Thanks', 'Dear {name}, about {ticket}: thank you. {foo}'])
    await findView(app, maria, 'mail.saved', /Dear \{name\}/)
    await save(app, maria, list, /^New, for this channel$/, ['Hours', 'We are open from 9 to 5.'])
    const both = await findView(app, maria, 'mail.saved', /We are open/)
    const again = await save(app, maria, both, /^New, for yourself$/, ['THANKS', 'x'])
    expect(again.errors).toEqual({ 'mail.saved_name': 'One with this name already exists. Choose another name.' })

    const open = await findView(app, maria, 'mail.saved_form', /first recipient’s name/)
    const slip = await slack.fillForm(maria, open, [
      [/^Name$/, 'Slip'],
      [/^Text$/, 'Dear {fistname}'],
    ])
    expect(slip.errors).toEqual({ 'mail.saved_text': expect.stringContaining('Did you mean {firstname}?') })

    await app.mail.receive({ from: 'Ann Lee <ann@customer.test>', subject: 'Printer', text: 'It is broken.' })
    await slack.click(maria, await slack.findMessage(support, /It is broken/), 'mail.reply')
    const form = await findView(app, maria, 'mail.', /Saved reply…/)
    const menu = findElements(form).find(({ action_id: id }) => id === 'mail.saved.insert')
    const groups = menu?.['option_groups'] as { label: { text: string }; options: { value: string }[] }[]
    expect(groups.map(({ label, options }) => [label.text, options.length])).toEqual([
      ['Yours', 1],
      ['This channel', 1],
    ])
    await slack.clickInView(maria, form.id, 'mail.saved.insert', groups[0]?.options[0]?.value)
    const filled = await findView(app, maria, 'mail.', /Dear Ann Lee, about \{ticket\}: thank you\. \{foo\}/)
    const refused = await slack.submit(maria, filled.id)
    expect(refused.errors).toEqual({ 'text:1': expect.stringMatching(/^Replace \{ticket\}, or take it out/) })
    // The inserted text is part of the draft.
    await slack.closeView(maria, filled.id)
    const offer = await slack.findEphemeral(support, maria, /Continue your draft/)
    await slack.click(maria, { ...offer, channel: support }, 'mail.continue_draft')
    const draft = await findView(app, maria, 'mail.', /Dear Ann Lee, about \{ticket\}/)
    const opened = await slack.findEphemeral(support, maria, /You’ve opened this draft/)
    expect([opened.ts, findButton(opened, /./)]).toEqual([offer.ts, undefined])
    await slack.clickInView(maria, draft.id, 'mail.saved.insert', groups[1]?.options[0]?.value)
    const longer = await findView(app, maria, 'mail.reply', /\{foo\}.*We are open from 9 to 5/)
    await slack.fillForm(maria, longer, [['mail.text', 'Dear Ann Lee: thank you. {foo}']])
    expect((await app.mail.findSentMail(/thank you\. \{foo\}/)).text).toContain('Dear Ann Lee: thank you. {foo}')
    await app.settled()
    expect(await app.mail.sent()).toHaveLength(1)
  },
)

test('a channel’s saved replies are for its readers who may reply; two people cannot overwrite each other', async ({
  app,
  slack,
  maria,
  li,
  tom,
  general,
}) => {
  const leads = await slack.channel('leads')
  await save(app, maria, await openSaved(app, maria, leads), /^New, for this channel$/, ['Offer', 'Our best offer.'])
  const list = await findView(app, maria, 'mail.saved', /Our best offer/)
  const hidden = await openSaved(app, li, general, /has none yet/)
  expect(readText(hidden)).not.toContain('Our best offer')
  const theirs = await openSaved(app, tom, leads, /Our best offer/)
  await press(app, maria, list, /^Edit$/)
  await press(app, tom, theirs, /^Edit$/)
  const [mine, other] = await Promise.all(
    [maria, tom].map((user) => findView(app, user, 'mail.saved_form', /Our best offer/)),
  )
  if (!mine || !other) throw new Error('no forms')
  await slack.fillForm(maria, mine, [['mail.saved_text', 'Our last offer.']])
  await findView(app, maria, 'mail.saved', /Our last offer/)
  const late = await slack.fillForm(tom, other, [['mail.saved_text', 'Another offer.']])
  expect(late.errors).toEqual({ 'mail.saved_text': expect.stringContaining('changed this saved reply while') })

  await press(app, maria, await findView(app, maria, 'mail.saved', /Our last offer/), /^Delete$/)
  await findView(app, maria, 'mail.saved', /has none yet/)
})

test('a saved reply that is saved again after a lost answer has the last text', async ({
  app,
  slack,
  maria,
  support,
}) => {
  const list = await openSaved(app, maria, support)
  await save(app, maria, list, /^New, for yourself$/, ['Thanks', 'The first thanks'])
  const resave = async (text: string) => {
    expect(await readRepeatedAnswer(app, (payload) => payload.replaceAll('The first thanks', text))).toBe('')
    await app.settled()
    await findView(app, maria, 'mail.saved', new RegExp(text))
  }
  await resave('The second thanks')
  await resave('The first thanks')
  const first = await findView(app, maria, 'mail.saved', /The first thanks/)
  await press(app, maria, first, /^Edit$/)
  const form = await findView(app, maria, 'mail.saved_form', /The first thanks/)
  await slack.fillForm(maria, form, [[/^Text$/, 'The third thanks']])
  expect(await readRepeatedAnswer(app, (payload) => payload.replaceAll('The third', 'The fourth'))).toBe('')
  await app.settled()
  await findView(app, maria, 'mail.saved', /The fourth thanks/)
})
