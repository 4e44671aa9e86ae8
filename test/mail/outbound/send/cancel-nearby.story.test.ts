import { expect } from 'vitest'
import { findButton, findElements, readText } from '../../../support/block-queries.ts'
import { type Harness, type Message, type MessageRef, until } from '../../../support/harness.ts'
import { testSending } from '../../../support/sending/sending-story.ts'
import { countDirect, setApproval, writeReply } from '../approval/approval-story.ts'
import { sendForm, writeMail } from '../compose/new-mail.ts'
import { lookAround } from '../../../support/until.ts'

const test = testSending()
const testWithLongHold = testSending({ env: { MAIL_UNDO_SECONDS: '600' } })

/** The message that only this person sees in a channel, or in its thread. */
const findPrivate = (app: Harness, user: string, channel: string, fits: RegExp, thread?: string) =>
  until(async () =>
    (await app.slack.messages(channel, thread)).find(
      (one) => one.ephemeral_for === user && (one.thread_ts ?? '') === (thread ?? '') && fits.test(readText(one)),
    ),
  )

async function reply(app: Harness, user: string, on: MessageRef & { thread?: string }): Promise<void> {
  const before = (await lookAround(() => app.slack.views(user))).at(-1)
  await app.slack.click(user, on, /^Reply$/)
  await app.slack.fillForm(user, await app.slack.findForm(user, before), [['mail.text', 'A new invoice.']])
}

testWithLongHold(
  'a reply from the channel can be cancelled in the channel, in private',
  { tags: 'smoke' },
  async ({ app, slack, mail, support, maria }) => {
    await mail.receive({ text: 'The total looks wrong.' })
    const head = await slack.findMessage(support, /The total looks wrong/)
    await reply(app, maria, head)
    const offer = await findPrivate(
      app,
      maria,
      support,
      /You can undo your reply to one@customer\.test until <!date[^>]+>\./,
    )
    await slack.click(maria, { ...offer, channel: support }, 'mail.cancel')
    const answer = await findPrivate(app, maria, support, /You stopped this email before it was sent\./)
    expect(answer.ts).toBe(offer.ts)
    expect(findButton(answer, /./)).toBeUndefined()
    await slack.findCard(support, 'cancelled', { kind: 'mail.reply', thread: head.ts })
    await app.settled()
    expect(await mail.sent()).toHaveLength(0)
  },
)

testWithLongHold(
  'a reply from a thread offers Undo in that thread, and an Undo after that of a colleague names the colleague there',
  async ({ app, slack, mail, support, maria, tom }) => {
    const inbound = await mail.receive({ text: 'The total looks wrong.' })
    const head = await slack.findMessage(support, /The total looks wrong/)
    await mail.receive({ thread_id: inbound.thread_id, text: 'Are you there?' })
    const later = await slack.findMessage(support, /Are you there/, head.ts)
    await reply(app, maria, { ...later, thread: head.ts })
    const offer: Message = await findPrivate(app, maria, support, /You can undo your reply/, head.ts)
    const card = await slack.findMessage(support, /Sending in 600 seconds/, head.ts)
    await slack.click(tom, { ...card, thread: head.ts }, 'mail.cancel')
    await slack.findCard(support, 'cancelled', { kind: 'mail.reply', thread: head.ts })
    await slack.click(maria, { ...offer, channel: support, thread: head.ts }, 'mail.cancel')
    const answer = await findPrivate(app, maria, support, /stopped in time by @?Tom Hadley/, head.ts)
    expect(answer.ts).toBe(offer.ts)
  },
)

testWithLongHold(
  'a reply from the full message closes the mail as well, and nothing hides Undo',
  async ({ app, slack, mail, support, maria }) => {
    await mail.receive({ text: 'The total looks wrong.\n\n-- \nAnn' })
    await slack.click(maria, await slack.findMessage(support, /The total looks wrong/), 'mail.read')
    const whole = await slack.findForm(maria)
    await slack.clickInView(maria, whole.id, 'mail.reply')
    await slack.fillForm(maria, await slack.findForm(maria, whole), [['mail.text', 'A new invoice.']])
    await findPrivate(app, maria, support, /You can undo your reply/)
    await app.settled()
    expect((await slack.views(maria)).filter((view) => view.type === 'modal')).toEqual([])
  },
)

testWithLongHold(
  'a new mail has its Undo where it was written once: on its head',
  async ({ app, slack, support, maria }) => {
    const head = await writeMail(app, maria, support)
    expect(findButton(head, /^Undo$/)).toBeDefined()
    await app.settled()
    expect((await slack.messages(support)).filter((one) => one.ephemeral_for === maria)).toEqual([])
  },
)

test('an Undo after the reply was sent is answered there', async ({ app, slack, mail, support, maria }) => {
  const aiko = await slack.user('aiko')
  await slack.command(aiko, support, `/mail hold ${mail.inbox} 1`)
  await mail.receive({ text: 'The total looks wrong.' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  await reply(app, maria, head)
  const offer = await findPrivate(app, maria, support, /You can undo your reply/)
  await mail.findSentMail(/A new invoice/)
  await slack.click(maria, { ...offer, channel: support }, 'mail.cancel')
  const answer = await findPrivate(app, maria, support, /Too late: this email can no longer be stopped/)
  expect(answer.ts).toBe(offer.ts)
  expect(readText(answer)).toMatch(/can no longer be stopped.*Sent /)
  expect(readText(answer)).not.toContain('card')
})

testSending({ env: { MAIL_UNDO_SECONDS: '0' } })(
  'a reply that is sent immediately offers no Undo',
  async ({ app, slack, mail, support, maria }) => {
    await mail.receive({ text: 'The total looks wrong.' })
    await reply(app, maria, await slack.findMessage(support, /The total looks wrong/))
    await mail.findSentMail(/A new invoice/)
    await app.settled()
    expect((await slack.messages(support)).filter((one) => one.ephemeral_for === maria)).toEqual([])
  },
)

testWithLongHold(
  'the writer of a reply that waits for approval edits it from the private message about it',
  async ({ app, slack, mail, support, maria, tom }) => {
    await setApproval(app, `<@${tom}>`)
    const { head } = await writeReply(app)
    const offer = await findPrivate(app, maria, support, /mail\.edit/)
    expect(findButton(offer, /^Don’t send$/)).toBeDefined()
    await slack.click(maria, { ...offer, channel: support }, 'mail.edit')
    const form = await slack.findForm(maria)
    expect(readText(form)).toContain('A new invoice is on its way.')
    await slack.fillForm(maria, form, [['mail.text', 'The corrected invoice is on its way.']])
    await slack.findMessage(support, /corrected invoice/, head.ts)
    await app.settled()
    expect(await mail.sent()).toEqual([])
    expect(await countDirect(app, tom, /"mail\.review"/)).toBe(1)
    expect(await countDirect(app, tom, /Edited by @Maria Torres\. This version won’t be sent/)).toBe(1)
    await slack.click(tom, await slack.findMessage(tom, /"mail\.review"/), 'mail.review')
    expect(readText(await slack.findForm(tom))).toContain('@Maria Torres edited the earlier version')
  },
)

test('the writer of a reply that waits for approval edits it from its card', async ({
  app,
  slack,
  mail,
  support,
  maria,
  tom,
}) => {
  await setApproval(app, `<@${tom}>`)
  const { head } = await writeReply(app)
  const card = await slack.findCard(support, 'awaiting', { kind: 'mail.reply', thread: head.ts })
  await slack.click(maria, { ...card, channel: support, thread: head.ts }, 'mail.edit')
  const form = await slack.findForm(maria)
  expect(readText(form)).toContain('A new invoice is on its way.')
  // Until there is a new version, this one can be approved.
  await slack.findCard(support, 'awaiting', { kind: 'mail.reply', thread: head.ts })
  await slack.fillForm(maria, form, [['mail.text', 'The corrected invoice is on its way.']])
  await slack.findMessage(tom, /asks you to approve a new version/)
  await app.settled()
  expect(await countDirect(app, tom, /"mail\.review"/)).toBe(1)
  expect(await mail.sent()).toEqual([])
})

testWithLongHold(
  'the writer of a reply that a colleague takes back and edits is notified once',
  async ({ app, slack, mail, support, maria, tom }) => {
    await mail.receive({ text: 'The total looks wrong.' })
    const head = await slack.findMessage(support, /The total looks wrong/)
    await reply(app, maria, head)
    const card = await slack.findMessage(support, /A new invoice/, head.ts)
    await slack.click(tom, { ...card, thread: head.ts }, 'mail.undo_edit')
    const form = await slack.findForm(tom)
    await slack.findPost(support, 'mail.acted', head.ts)
    await sendForm(app, tom, form, [['mail.text', 'A corrected invoice.']])
    await slack.findMessage(support, /edited your email to/, head.ts)
    await app.settled()
    const notices = (await slack.messages(support, head.ts)).filter(({ metadata }) =>
      String(metadata?.event_payload['op_id']).startsWith('mail.acted:'),
    )
    expect(notices).toHaveLength(1)
  },
)

testWithLongHold(
  'a correction after Edit is kept as a draft if the form is closed before it reported a change, and an uncorrected text is not',
  async ({ app, slack, mail, support, maria }) => {
    await mail.receive({ text: 'The total looks wrong.' })
    const head = await slack.findMessage(support, /The total looks wrong/)
    await reply(app, maria, head)
    const card = await slack.findMessage(support, /A new invoice/, head.ts)
    await slack.click(maria, { ...card, thread: head.ts }, 'mail.undo_edit')
    const close = async (words: string) => {
      const form = await slack.findForm(maria)
      const field = findElements(form).find(({ action_id: id }) => id === 'mail.text')
      await slack.closeView(maria, form.id, { [field?.block_id ?? '']: { 'mail.text': words } })
      await app.settled()
    }
    const countOffers = async () =>
      (await slack.messages(support, head.ts)).filter((one) => /Draft of your reply/.test(readText(one))).length
    await close('A new invoice.')
    expect(await countOffers()).toBe(0)
    await slack.click(maria, { ...card, thread: head.ts }, /^Edit and send again$/)
    await close('A new invoice, and a credit note.')
    expect(await countOffers()).toBe(1)
    await slack.click(maria, { ...card, thread: head.ts }, /^Edit and send again$/)
    expect(readText(await slack.findForm(maria))).toContain('and a credit note')
  },
)

testWithLongHold(
  'Edit for which Slack opens no form says that the reply is stopped, and offers the form again',
  async ({ app, slack, mail, support, maria }) => {
    await mail.receive({ text: 'The total looks wrong.' })
    const head = await slack.findMessage(support, /The total looks wrong/)
    await reply(app, maria, head)
    const card = await slack.findMessage(support, /A new invoice/, head.ts)
    await app.addFault({ target: 'slack', match: 'views.open', mode: 'status', status: 500, times: 1 })
    await slack.click(maria, { ...card, thread: head.ts }, 'mail.undo_edit')
    const answer = await findPrivate(app, maria, support, /didn’t open its form/, head.ts)
    await slack.click(maria, { ...answer, channel: support, thread: head.ts }, 'mail.edit')
    expect(readText(await slack.findForm(maria))).toContain('A new invoice.')
  },
)
