import { expect } from 'vitest'
import { testSending } from '../../../support/sending/sending-story.ts'
import { findButton, readText } from '../../../support/block-queries.ts'
import { countDirect, findInThread, openReview, openReviewOfReply, setApproval, writeReply } from './approval-story.ts'

const test = testSending({ env: { MAIL_UNDO_SECONDS: '0' } })

test('a colleague who sends refused words again makes nobody the approver of their own words', async ({
  app,
  slack,
  mail,
  maria,
  tom,
  li,
}) => {
  await setApproval(app, `<@${tom}> <@${maria}>`)
  await app.addFault({ target: 'mail', match: '/reply', mode: 'status', status: 403, error: 'forbidden', times: 1 })
  const { head } = await writeReply(app)
  await slack.submit(tom, (await openReview(app, tom)).id)
  const stopped = await findInThread(app, head, /your reply wasn’t sent/)
  await slack.click(li, { ...stopped, thread: head.ts }, 'mail.edit')
  await slack.submit(li, (await slack.findForm(li)).id)
  const card = await findInThread(app, head, /Li Wei wrote a reply.*Awaiting approval\. @Tom Hadley can approve/s)
  await app.settled()
  expect(await countDirect(app, maria, /Expires </)).toBe(0)
  const before = (await slack.views(tom)).at(-1)
  await slack.click(tom, { ...card, thread: head.ts }, 'mail.review')
  await slack.submit(tom, (await slack.findForm(tom, before)).id)
  await mail.findSentMail(/new invoice/)
})

test('the only other approver reads in the form that nobody could approve their version, and who can act', async ({
  app,
  slack,
  tom,
  aiko,
}) => {
  const { head, window: review } = await openReviewOfReply(app, tom)
  await slack.clickInView(tom, review.id, 'mail.edit', findButton(review, /^Edit$/)?.['value'])
  const form = await slack.findForm(tom, review)
  expect(readText(form)).toContain('If you send your version, nobody will be able to approve it')
  const asked = await slack.fillForm(tom, form, [['mail.text', 'The invoice was right.']])
  expect(asked.response_action).toBe('update')
  await slack.submit(tom, form.id)
  await findInThread(app, head, /Tom Hadley wrote a reply.*Nobody can approve this now/s)
  await slack.findMessage(tom, /needs approval, but nobody can approve it now/)
  await slack.findMessage(aiko, /Choose others with/)
})
