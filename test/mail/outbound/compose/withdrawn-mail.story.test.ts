/** @module-tag redis */
import { expect } from 'vitest'
import { findButton, readText } from '../../../support/block-queries.ts'
import { type Harness, type Message, type MessageRef, until, type View } from '../../../support/harness.ts'
import { testSending } from '../../../support/sending/sending-story.ts'
import { lookAround } from '../../../support/until.ts'
import { openReview, setApproval } from '../approval/approval-story.ts'
import { openForwardForm, openWriteForm, sendForm } from './new-mail.ts'

const withdrawn = 'We have to raise the price because of kerosene.'
const sent = 'Hello Rita, here is our offer about wheels.'

/** Opens a form with a click. */
async function openForm({ slack }: Harness, user: string, click: () => Promise<unknown>): Promise<View> {
  const before = (await lookAround(() => slack.views(user))).at(-1)
  await click()
  return slack.findForm(user, before)
}

/** Writes a new mail to Rita and Lena. */
async function writeFirst(app: Harness, user: string, channel: string): Promise<void> {
  await sendForm(app, user, await openWriteForm(app, user, channel, 'rita@partner.test'), [
    [/^To$/, 'rita@partner.test, lena@partner.test'],
    [/^Subject$/, 'Price increase'],
    [/^Your message$/, withdrawn],
  ])
}

/** Edits the mail that was not sent, and sends another text to Rita and Otto. */
async function editAndSend(app: Harness, user: string, card: Message & MessageRef): Promise<void> {
  const form = await openForm(app, user, () => app.slack.click(user, card, 'mail.edit'))
  expect(readText(form)).toContain('kerosene')
  await app.slack.clickInView(user, form.id, 'mail.edit_recipients')
  const editable = await until(async () =>
    (await app.slack.views(user)).find(
      ({ id, blocks }) => id === form.id && /mail\.recipients:to/.test(JSON.stringify(blocks)),
    ),
  )
  await sendForm(app, user, editable, [
    [/^To$/, 'rita@partner.test, otto@partner.test'],
    [/^Subject$/, 'Our offer'],
    [/^Your message$/, sent],
  ])
}

async function find({ slack }: Harness, user: string, channel: string, words: string): Promise<string> {
  const before = await lookAround(() => slack.views(user))
  await slack.command(user, channel, `/mail find ${words}`)
  const view = await until(async () =>
    (await slack.views(user)).find((one) => one.callback_id === 'mail.find' && !before.some(({ id }) => id === one.id)),
  )
  await slack.closeView(user, view.id)
  return readText(view)
}

/** Everything that reads the first mail of the thread has the sent version only. */
async function expectOnlySent(app: Harness, maria: string, channel: string): Promise<void> {
  const { slack, mail } = app
  const head = await slack.findMessage(channel, /here is our offer.*Sent </s)
  expect(readText(head)).not.toMatch(/kerosene|Price increase|lena@/)
  await app.settled()
  expect(await find(app, maria, channel, 'kerosene')).not.toMatch(/Price increase|Our offer/)
  expect(await find(app, maria, channel, 'wheels')).toContain('Our offer')
  const all = await openForm(app, maria, () => slack.click(maria, head, /^Reply all$/))
  expect(readText(all)).toContain('otto@partner.test')
  expect(readText(all)).not.toMatch(/kerosene|lena@/)
  await sendForm(app, maria, all, [[/^Your reply$/, 'One more thing about it.']])
  const second = await mail.findSentMail(/One more thing/)
  expect(second.text).toContain('offer about wheels')
  expect(`${second.text} ${second.html ?? ''} ${second.to.join()}`).not.toMatch(/kerosene|lena@/)
}

const test = testSending({ env: { MAIL_UNDO_SECONDS: '600' } })
const testWithoutHold = testSending({ env: { MAIL_UNDO_SECONDS: '0' } })

test('the text of a new mail that was cancelled is not quoted, found or offered', async ({ app, slack, mail }) => {
  const [general, maria, aiko] = await Promise.all([slack.channel('general'), slack.user('maria'), slack.user('aiko')])
  await writeFirst(app, maria, general)
  const head = await slack.findMessage(general, /kerosene/)
  await app.settled()
  expect(await find(app, maria, general, 'kerosene')).not.toContain('Price increase')
  await slack.click(maria, head, 'mail.cancel')
  const cancelled = await slack.findMessage(general, /kerosene.*Not sent/s)
  await slack.command(aiko, general, `/mail hold ${mail.inbox} 0`)
  await editAndSend(app, maria, cancelled)
  await mail.findSentMail(/offer about wheels/)
  await expectOnlySent(app, maria, general)
  await app.settled()
  expect((await mail.sent()).map(({ subject }) => subject)).toEqual(['Our offer', 'Re: Our offer'])
})

testWithoutHold(
  'the text of a new mail that was declined is not shown to the approver of a forward',
  async ({ app, slack, mail }) => {
    const [general, maria, tom] = await Promise.all([slack.channel('general'), slack.user('maria'), slack.user('tom')])
    await setApproval(app, `<@${tom}>`)
    await writeFirst(app, maria, general)
    const window = await openReview(app, tom)
    await slack.clickInView(tom, window.id, 'mail.decline', findButton(window, /^Decline$/)?.['value'])
    await slack.fillForm(tom, await slack.findForm(tom, window), [[/^Why\?$/, 'We do not raise it']])
    const declined = await slack.findMessage(general, /kerosene.*[Dd]eclined/s)
    await setApproval(app, 'off')
    await editAndSend(app, maria, declined)
    const head = await slack.findMessage(general, /here is our offer.*Sent </s)
    await setApproval(app, `<@${tom}>`)
    const form = await openForwardForm(app, maria, head)
    await sendForm(app, maria, form, [
      [/^To$/, 'legal@partner.test'],
      [/^Your message$/, 'Is this all right?'],
    ])
    const asked = await slack.findMessage(tom, /legal@partner\.test/)
    const review = await openForm(app, tom, () => slack.click(tom, asked, 'mail.review'))
    expect(readText(review)).toContain('offer about wheels')
    expect(readText(review)).not.toMatch(/kerosene|lena@/)
    await app.settled()
    expect(await mail.sent()).toHaveLength(1)
  },
)
