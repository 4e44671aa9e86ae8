/** @module-tag redis */
import { expect } from 'vitest'
import { type AccessRecords, recordsFixture } from '../../../support/access-rules.ts'
import { findButton, readText } from '../../../support/block-queries.ts'
import { createForger } from '../../../support/forged-requests.ts'
import { until } from '../../../support/harness.ts'
import { testSending } from '../../../support/sending/sending-story.ts'
import { createInbox } from '../../mailbox-calls.ts'
import { openForwardForm, sendForm } from '../compose/new-mail.ts'
import {
  countDirect,
  findInThread,
  findView,
  openReview,
  openReviewOfReply,
  setApproval,
  writeReply,
} from './approval-story.ts'

const test = testSending({ file: true, env: { MAIL_UNDO_SECONDS: '0' } }).extend<{ records: AccessRecords }>({
  records: recordsFixture,
})

test('a reply waits until an approver has seen and approved its exact content', async ({
  app,
  slack,
  mail,
  records,
  tom,
}) => {
  await setApproval(app, `<@${tom}>`)
  const { maria, head } = await writeReply(app)
  const card = await findInThread(app, head, /@Tom Hadley can approve it until/)
  expect(findButton(card, /^Don’t send$/)).toBeDefined()
  await app.settled()
  expect(await mail.sent()).toEqual([])
  const asked = await slack.findPost(tom, 'mail.approval')
  expect(asked.text).toMatch(/^@Maria Torres asks you to approve \*Invoice 4711\* to \S+\nYou’re the only approver\. /)
  const window = await openReview(app, tom)
  for (const shown of ['one@customer.test', 'Invoice 4711', 'A new invoice is on its way.', 'The total looks wrong.'])
    expect(readText(window)).toContain(shown)
  await slack.submit(tom, window.id)
  const sent = await mail.findSentMail(/new invoice/)
  expect(sent.to).toEqual([expect.stringContaining('one@customer.test')])
  await findInThread(app, head, /Sent <.*Approved by @Tom Hadley/s)
  await slack.findMessage(tom, /Approved by @Tom Hadley/)
  await app.settled()
  expect(await mail.sent()).toHaveLength(1)
  expect(await countDirect(app, tom, /Review/)).toBe(0)
  const audit = (await records.readAudit()).filter(({ object }) => object.kind === 'reply').toReversed()
  expect(audit.map(({ user, verb, outcome }) => [user, verb, outcome])).toEqual([
    [maria, 'ask', 'done'],
    [tom, 'approve', 'done'],
    [maria, 'send', 'done'],
  ])
  expect(new Set(audit.map(({ hash }) => hash)).size).toBe(1)
})

test('the window shows all of a forward that another inbox forwards, as both its bodies have it', async ({
  app,
  slack,
  mail,
  leads,
  maria,
  aiko,
  tom,
}) => {
  const support = await slack.channel('support')
  const warehouse = await createInbox(app, 'warehouse')
  await slack.command(aiko, support, `/mail route ${warehouse} #leads`)
  await slack.command(aiko, support, `/mail approval ${warehouse} <@${tom}>`)
  await slack.findEphemeral(support, aiko, /now needs approval by/)
  await mail.receive({ subject: 'Crate 12', text: 'The crate arrived broken.' })
  const head = await slack.findMessage(support, /arrived broken/)
  await sendForm(app, maria, await openForwardForm(app, maria, head), [
    [/^To$/, warehouse],
    [/^Your message$/, 'Please check the stock.'],
  ])
  const copy = await slack.findMessage(leads, /check the stock/)
  await sendForm(app, maria, await openForwardForm(app, maria, copy), [
    [/^To$/, 'rita@partner.test'],
    [/^Your message$/, 'Can you send a new one?'],
  ])
  const window = await openReview(app, tom)
  for (const shown of ['Can you send a new one?', 'Please check the stock.', 'The crate arrived broken.'])
    expect(readText(window)).toContain(shown)
  expect(readText(window)).not.toContain('⚠️ The plain text')
  await slack.submit(tom, window.id)
  const sent = await mail.findSentMail(/send a new one/)
  for (const body of [sent.text, sent.html]) expect(body).toMatch(/Please check the stock[^]*arrived broken/)
})

test('the window warns of words that only the plain text of a forwarded mail has', async ({
  app,
  slack,
  mail,
  maria,
  tom,
}) => {
  await setApproval(app, `<@${tom}>`)
  const support = await slack.channel('support')
  await mail.receive({ text: 'Thanks for the offer. Pay 900 to account 12.', html: '<p>Thanks for the offer.</p>' })
  const head = await slack.findMessage(support, /Thanks for the offer/)
  await sendForm(app, maria, await openForwardForm(app, maria, head), [
    [/^To$/, 'rita@partner.test'],
    [/^Your message$/, 'For you.'],
  ])
  const window = await openReview(app, tom)
  expect(readText(window)).toContain(
    '⚠️ The plain text of the original email has words that its formatted text doesn’t have.',
  )
  const turn = findButton(window, /^Show plain text$/)
  await slack.clickInView(tom, window.id, 'mail.review_page:body', turn?.['value'])
  const plain = await findView(app, tom, /Pay 900 to account 12/)
  expect(readText(plain)).not.toContain('⚠️ The plain text')
})

test('the card and the window show words of a forwarded mail that only seem to be hidden', async ({
  app,
  slack,
  mail,
  maria,
  tom,
}) => {
  await setApproval(app, `<@${tom}>`)
  const support = await slack.channel('support')
  const style = '.m{color:#fff} .box .m{color:#000} .t{text-indent:-9999px} .box .t{text-indent:0}'
  await mail.receive({
    text: 'Thanks for the offer.',
    html: `<style>${style}</style><div class=box><p>Thanks for the offer.</p><p class=m>Our account changed.</p><p class=t>Pay today.</p></div>
      <div style="visibility:hidden"><p style="visibility:visible">Pay all of it.</p></div>
      <p style="color:transparent;-webkit-text-fill-color:#000">Pay twice.</p><p style="display:none">Preview</p>`,
  })
  const words = ['Our account changed.', 'Pay today.', 'Pay all of it.', 'Pay twice.']
  const head = await slack.findMessage(support, /Thanks for the offer/)
  for (const one of words) expect(readText(head)).toContain(one)
  expect(readText(head)).not.toContain('Preview')
  await sendForm(app, maria, await openForwardForm(app, maria, head), [
    [/^To$/, 'rita@partner.test'],
    [/^Your message$/, 'For you.'],
  ])
  const window = await openReview(app, tom)
  for (const one of words) expect(readText(window)).toContain(one)
})

test('nobody approves their own reply: not by the settings, not through a group, not by a forged click', async ({
  app,
  slack,
  mail,
  records,
  maria,
  tom,
}) => {
  const group = await slack.changeGroup('create', { name: 'Editors', handle: 'editors', users: [maria, tom] })
  await setApproval(app, `<!subteam^${group.id}|@editors> <@${maria}>`)
  const { head } = await writeReply(app)
  // The writer is not among the people that the card names.
  const card = await findInThread(app, head, /Awaiting approval\. @editors can approve it until/)
  await slack.findPost(tom, 'mail.approval')
  await slack.click(maria, card, 'mail.review')
  await slack.findEphemeral(head.channel, maria, /someone else has to approve it/, head.ts)
  const review = await openReview(app, tom)
  const { team } = await app.client.slack.app()
  const forger = createForger(app.sandbox, team.id)
  await forger.submit(maria, 'mail.approve', String(review['private_metadata']), {})
  await app.settled()
  expect(await mail.sent()).toEqual([])
  expect(await countDirect(app, maria, /Expires </)).toBe(0)
  const refused = (await records.readAudit()).filter(({ user, outcome }) => user === maria && outcome === 'refused')
  expect(refused.map(({ action, verb }) => [action, verb])).toEqual([
    ['mail.approve', 'approve'],
    ['mail.approve', 'review'],
  ])
  await slack.submit(tom, review.id)
  await mail.findSentMail(/new invoice/)
})

test('two approvals at the same time send once', async ({ app, slack, mail, tom, li }) => {
  await setApproval(app, `<@${tom}> <@${li}>`)
  await writeReply(app)
  for (const user of [tom, li]) await slack.findMessage(user, /One approval is enough/)
  const windows = [await openReview(app, tom), await openReview(app, li)]
  await Promise.all([tom, li].map((user, index) => slack.submit(user, windows[index]?.id ?? '')))
  await mail.findSentMail(/new invoice/)
  await app.settled()
  expect(await mail.sent()).toHaveLength(1)
  // The second person loses the race for the record, and their task runs again a second later.
  const countLate = () =>
    Promise.all(
      [tom, li].map((user) => countDirect(app, user, /Invoice 4711\*.*@.* approved it first\..*Go to the email>/s)),
    )
  await until(async () => (await countLate()).includes(1))
  expect((await countLate()).toSorted((one, other) => one - other)).toEqual([0, 1])
})

test('an edit voids the approval: the editor becomes the writer, and the window shows the new text first', async ({
  app,
  slack,
  mail,
  maria,
  tom,
  li,
}) => {
  await setApproval(app, `<@${tom}> <@${li}> <@${maria}>`)
  const { head } = await writeReply(app)
  const [toms, lis] = [await openReview(app, tom), await openReview(app, li)]
  await slack.clickInView(tom, toms.id, 'mail.edit', findButton(toms, /^Edit$/)?.['value'])
  const form = await slack.findForm(tom, toms)
  expect(readText(form)).not.toContain('Send yours too?')
  await slack.fillForm(tom, form, [['mail.text', 'The invoice was right.']])
  await findInThread(app, head, /Tom Hadley wrote a reply.*The invoice was right/s)
  const told = await slack.findPost(maria, 'mail.approval_ended')
  expect(readText(told)).toMatch(/Edited by @Tom Hadley\. This version won’t be sent.*A new invoice is on/s)
  expect(findButton(told, /^Edit and send again$/)).toBeUndefined()
  await app.settled()
  const stale = await slack.submit(li, lis.id)
  expect(stale.response_action).toBe('update')
  await app.settled()
  const fresh = (await slack.views(li)).at(-1)
  expect(readText(fresh)).toMatch(/This email was changed after you opened it.*The invoice was right/s)
  await app.settled()
  expect(await mail.sent()).toEqual([])
  // Maria wrote the first version of what Tom sends now.
  expect(await countDirect(app, maria, /Expires </)).toBe(0)
  await slack.submit(li, String(fresh?.id))
  await mail.findSentMail(/The invoice was right/)
  await app.settled()
  expect(await mail.sent()).toHaveLength(1)
})

test('an approver who has not seen the newest mail is shown it before their approval counts', async ({
  app,
  slack,
  mail,
  tom,
}) => {
  const { head, inbound, window } = await openReviewOfReply(app, tom)
  await mail.receive({ thread_id: inbound.thread_id, text: 'Never mind, it is paid.' })
  await findInThread(app, head, /Never mind/)
  const stale = await slack.submit(tom, window.id)
  expect(stale.response_action).toBe('update')
  await app.settled()
  const fresh = (await slack.views(tom)).at(-1)
  expect(readText(fresh)).toMatch(/Since you opened this email.*Newer in this thread.*Never mind, it is paid/s)
  await app.settled()
  expect(await mail.sent()).toEqual([])
  await slack.submit(tom, String(fresh?.id))
  await mail.findSentMail(/new invoice/)
})

test('a decline returns the text to the writer with the reason, and nothing is sent', async ({
  app,
  slack,
  mail,
  tom,
}) => {
  const { maria, head, window } = await openReviewOfReply(app, tom)
  await slack.clickInView(tom, window.id, 'mail.decline', findButton(window, /^Decline$/)?.['value'])
  await slack.fillForm(tom, await slack.findForm(tom, window), [[/^Why\?$/, 'The total is *wrong*']])
  const told = await slack.findMessage(maria, /Reason: The total is \*wrong\*/)
  expect(readText(told)).toContain('A new invoice is on its way.')
  expect(readText(told)).toMatch(/Your email “[^”]+” to .* Declined by @Tom Hadley/)
  await findInThread(app, head, /Declined by @Tom Hadley.*Reason: The total is \*wrong\*/s)
  await slack.click(maria, told, 'mail.edit')
  const form = await slack.findForm(maria)
  expect(readText(form)).toMatch(/Declined by @Tom Hadley.*Reason: The total is \*wrong\*/s)
  await slack.fillForm(maria, form, [['mail.text', 'A corrected invoice is on its way.']])
  const closed = await slack.findMessage(maria, /Declined by @Tom Hadley.*A new version by @Maria Torres replaces it/s)
  expect(closed.ts).toBe(told.ts)
  expect(readText(closed)).toContain('Reason: The total is *wrong*')
  expect(findButton(closed, /^Edit and send again$/)).toBeUndefined()
  await app.settled()
  expect(await mail.sent()).toEqual([])
})

test('a user group that was created a moment ago is shown by its name', async ({ app, slack, maria, tom }) => {
  // The groups are known from here on.
  await setApproval(app, `<!subteam^${await slack.group('docs-team')}|@docs-team>`)
  await app.settled()
  const group = await slack.changeGroup('create', { name: 'Editors', handle: 'editors', users: [maria, tom] })
  await app.settled()
  await setApproval(app, `<!subteam^${group.id}|@editors>`)
  await app.settled()
  const { head } = await writeReply(app)
  await findInThread(app, head, /Awaiting approval\. @editors can approve it until/)
})

test('an admin who types `/mail approval` sees who approves now, and others only how it is typed', async ({
  app,
  slack,
  mail,
  docs,
  aiko,
  maria,
  tom,
}) => {
  await setApproval(app, `<@${tom}>`)
  await app.settled()
  // The command itself is answered once, by its result.
  expect((await slack.messages(docs)).filter((one) => one.ephemeral_for === aiko)).toHaveLength(1)
  await slack.command(aiko, docs, '/mail approval')
  const shown = readText(await slack.findEphemeral(docs, aiko, /Who approves outgoing email/))
  expect(shown).toContain(`• ${mail.inbox}: @Tom Hadley`)
  expect(shown).toContain('Enter an inbox, and choose people')
  await slack.command(maria, docs, '/mail approval')
  expect(readText(await slack.findEphemeral(docs, maria, /Enter an inbox/))).not.toContain('Tom Hadley')
  await slack.deactivate(tom)
  await app.settled()
  await slack.command(aiko, docs, '/mail approval')
  await slack.findEphemeral(
    docs,
    aiko,
    /Who approves outgoing email.*@Tom Hadley can’t approve anything: they have left/s,
  )
})
