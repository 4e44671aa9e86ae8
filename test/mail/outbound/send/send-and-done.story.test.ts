import { expect } from 'vitest'
import { findElements, readText } from '../../../support/block-queries.ts'
import { type Harness, type Message, type MessageRef, until } from '../../../support/harness.ts'
import { testSending } from '../../../support/sending/sending-story.ts'
import { chooseTime } from '../schedule/choose-time.ts'
import { findInThread, withoutHold } from './reply-sending.ts'

const test = testSending(withoutHold)
const testWithLongHold = testSending({ env: { MAIL_UNDO_SECONDS: '600' } })

/** Answers a mail as this person, and marks it as done with the same press. */
async function answerAndClose({ slack }: Harness, user: string, head: Message & MessageRef): Promise<void> {
  await slack.click(user, head, 'mail.reply')
  const form = await slack.findForm(user)
  const values = { text: { 'mail.text': 'A new invoice is on its way.' }, closes: { 'mail.closes': ['closes'] } }
  await slack.submit(user, form.id, values)
}

const isTicked = (form: unknown): boolean =>
  findElements(form).some(({ action_id: id, initial_options: ticked }) => id === 'mail.closes' && ticked !== undefined)

test(
  'a reply that was to close its mail does so once it was sent, and the next form remembers the choice',
  { tags: 'smoke' },
  async ({ app, slack, mail, support, maria }) => {
    const { thread_id: thread } = await mail.receive({ text: 'The total looks wrong.' })
    const head = await slack.findMessage(support, /The total looks wrong/)
    await answerAndClose(app, maria, head)
    const { message_id: sent } = await mail.findSentMail(/new invoice/)
    const done = await slack.findMessage(support, /✅ Done/)
    await slack.click(maria, done, 'mail.reply')
    expect(isTicked(await slack.findForm(maria))).toBe(true)
    await app.settled()

    // A reply that reached nobody has answered nothing.
    await mail.reportOutcome(sent, 'bounced')
    await slack.findCard(support, 'claimed', { kind: 'mail.card' })
    await mail.receive({ thread_id: thread, text: 'Are you there?' })
    await findInThread(app, head, /Are you there/)
  },
)

testWithLongHold(
  'a reply closes nothing while it can be undone, nor after it was undone',
  async ({ app, slack, mail, support, maria }) => {
    await mail.receive({ text: 'The total looks wrong.' })
    const head = await slack.findMessage(support, /The total looks wrong/)
    await answerAndClose(app, maria, head)
    const card = await findInThread(app, head, /Marks the email as done once it’s sent/)
    await slack.click(maria, { ...card, thread: head.ts }, 'mail.cancel')
    await slack.findCard(support, 'cancelled', { kind: 'mail.reply', thread: head.ts })
    await app.settled()
    expect(readText((await slack.messages(support))[0])).not.toContain('✅')
    expect(await mail.sent()).toEqual([])
  },
)

test('a scheduled reply no longer marks its email as done once the customer wrote again, even if it is sent then', async ({
  app,
  slack,
  mail,
  support,
  maria,
}) => {
  const { thread_id: thread } = await mail.receive({ text: 'The total looks wrong.' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  await slack.click(maria, head, 'mail.reply')
  const form = await chooseTime(app, maria, await slack.findForm(maria), 'own')
  const values = { text: { 'mail.text': 'A new invoice is on its way.' }, closes: { 'mail.closes': ['closes'] } }
  await slack.submit(maria, form.id, values)
  await findInThread(app, head, /Marks the email as done once it’s sent/)
  await mail.receive({ thread_id: thread, text: 'What about the date?' })
  const asked = await findInThread(app, head, /wrote again before your scheduled email was sent/)
  await app.settled()
  const below = (await slack.messages(support, head.ts)).map(readText).join('\n')
  expect(below).not.toContain('Marks the email as done')
  await slack.click(maria, { ...asked, thread: head.ts }, 'mail.send_now')
  await mail.findSentMail(/new invoice/)
  await slack.findMessage(support, /waiting for their reply/)
  await app.settled()
  expect(readText((await slack.messages(support)).find(({ ts }) => ts === head.ts))).not.toContain('✅ Done')
})

testSending({ env: { MAIL_UNDO_SECONDS: '3' } })(
  'a mail that comes before the reply was sent keeps its thread open, and is not shown as answered',
  async ({ app, slack, mail, support, maria }) => {
    const { thread_id: thread } = await mail.receive({ text: 'The total looks wrong.' })
    const head = await slack.findMessage(support, /The total looks wrong/)
    await answerAndClose(app, maria, head)
    await findInThread(app, head, /Marks the email as done once it’s sent/)
    await mail.receive({ thread_id: thread, text: 'And the date, too.' })
    await findInThread(app, head, /And the date/)
    await mail.findSentMail(/new invoice/)
    await app.settled()
    const crossed = readText((await slack.messages(support)).find(({ ts }) => ts === head.ts))
    expect(crossed).not.toContain('✅ Done')
    // Nobody has answered the newest email: its owner is named, and the reply as one to an earlier email.
    expect(crossed).toMatch(/👤 Claimed by @?Maria Torres · @?Maria Torres replied <.*> to an earlier email/)
    expect(crossed).not.toContain('waiting for their reply')
  },
)

testWithLongHold(
  'Edit beside Undo takes a reply back and opens it to be corrected; only the corrected one is sent',
  { tags: 'smoke' },
  async ({ app, slack, mail, support, maria, aiko }) => {
    await mail.receive({ text: 'The total looks wrong.' })
    const head = await slack.findMessage(support, /The total looks wrong/)
    await answerAndClose(app, maria, head)
    const offer = await until(async () =>
      (await slack.messages(support)).find((one) => one.ephemeral_for === maria && /You can undo/.test(readText(one))),
    )
    await slack.command(aiko, support, `/mail hold ${mail.inbox} 0`)
    await slack.click(maria, { ...offer, channel: support }, 'mail.undo_edit')
    const form = await slack.findForm(maria)
    expect(readText(form)).toContain('A new invoice is on its way.')
    expect(isTicked(form)).toBe(true)
    await slack.findCard(support, 'cancelled', { kind: 'mail.reply', thread: head.ts })
    await slack.fillForm(maria, form, [['mail.text', 'The corrected invoice is on its way.']])
    await mail.findSentMail(/corrected invoice/)
    await slack.findMessage(support, /✅ Done/)
    await app.settled()
    expect(await mail.sent()).toHaveLength(1)
  },
)

testWithLongHold(
  'a person who corrects the reply of a colleague keeps their own choice about marking as done',
  async ({ app, slack, mail, support, maria, tom }) => {
    await mail.receive({ text: 'The total looks wrong.' })
    const head = await slack.findMessage(support, /The total looks wrong/)
    await answerAndClose(app, maria, head)
    const card = await findInThread(app, head, /A new invoice/)
    await slack.click(tom, { ...card, thread: head.ts }, 'mail.undo_edit')
    const form = await slack.findForm(tom)
    expect(isTicked(form)).toBe(true)
    await slack.fillForm(tom, form, [['mail.text', 'The corrected invoice is on its way.']])
    await findInThread(app, head, /The corrected invoice/)
    await app.settled()

    await mail.receive({ text: 'How do I close my account?' })
    await slack.click(tom, await slack.findMessage(support, /close my account/), 'mail.reply')
    expect(isTicked(await slack.findForm(tom, form))).toBe(false)
  },
)
