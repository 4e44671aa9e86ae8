import { expect } from 'vitest'
import { findButton, readText } from '../../../support/block-queries.ts'
import type { Harness } from '../../../support/harness.ts'
import { testSending } from '../../../support/sending/sending-story.ts'

const noHold = { MAIL_UNDO_SECONDS: '0' }
const test = testSending({ env: noHold })
const testWithoutAdmins = testSending({ env: { ...noHold, ADMIN_USERS: '' } })

/** Sends a reply that the mailbox refuses for lack of a permission. Returns its card and its writer. */
async function refuseReply(app: Harness) {
  const { slack } = app
  const [support, maria] = await Promise.all([slack.channel('support'), slack.user('maria')])
  await app.mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  await app.addFault({ target: 'mail', match: '/reply', mode: 'status', status: 403, error: 'missing_permission' })
  await slack.click(maria, head, 'mail.reply')
  await slack.fillForm(maria, await slack.findForm(maria), [['mail.text', 'We are looking into it.']])
  const card = await slack.findMessage(support, /Not sent: /, head.ts)
  return { maria, support, head, card }
}

test(
  'an admin is asked once about a reply, and the person who asked gets an answer',
  { tags: 'smoke' },
  async ({ app, slack, aiko }) => {
    const { maria, support, head, card } = await refuseReply(app)
    expect(readText(card)).toContain('An admin can do this.')
    await slack.click(maria, card, 'mail.tell_admins')
    await slack.findEphemeral(support, maria, /Bellhop told the admins\./, head.ts)
    const told = await slack.findMessage(aiko, /The mailbox key lacks/)
    expect(told.text).toContain('@Maria Torres asks you')
    expect(told.text).not.toContain(`<@${maria}>`)
    await slack.click(maria, card, 'mail.tell_admins')
    await app.settled()
    const all = await slack.messages(aiko)
    expect(all.filter((one) => readText(one).includes('The mailbox key lacks'))).toHaveLength(1)
  },
)

test('the message to an admin leads to the email, and shows that its new version was sent', async ({
  app,
  slack,
  mail,
  tom,
  aiko,
}) => {
  const { maria, card } = await refuseReply(app)
  await slack.click(maria, card, 'mail.tell_admins')
  const asked = await slack.findMessage(aiko, /The mailbox key lacks.*Go to the email/s)
  await app.clearFaults()
  await slack.click(tom, card, 'mail.edit')
  await slack.submit(tom, (await slack.findForm(tom)).id)
  await mail.findSentMail(/We are looking into it/)
  const solved = await slack.findMessage(aiko, /Solved: the email from .* has been sent/)
  expect(solved.ts).toBe(asked.ts)
})

testWithoutAdmins('the person is referred to a workspace admin if no admin is appointed', async ({ app, slack }) => {
  const { maria, support, head, card } = await refuseReply(app)
  expect(findButton(card, /^Tell the admins$/)).toBeDefined()
  await slack.click(maria, card, 'mail.tell_admins')
  await slack.findEphemeral(support, maria, /Ask a workspace admin/, head.ts)
})

test('a notice about a reply that was not sent loses its buttons once a colleague has written a new version', async ({
  app,
  slack,
  mail,
  tom,
}) => {
  const { support, head, card } = await refuseReply(app)
  expect(findButton(await slack.findPost(support, 'mail.stopped', head.ts), /^Edit and send again$/)).toBeDefined()
  await app.clearFaults()
  await slack.click(tom, card, 'mail.edit')
  await slack.submit(tom, (await slack.findForm(tom)).id)
  await mail.findSentMail(/We are looking into it/)
  const notice = await slack.findMessage(support, /had a problem\. @Tom Hadley has written a new version/, head.ts)
  expect(findButton(notice, /./)).toBeUndefined()
})
