import { expect } from 'vitest'
import { findButton, readText } from '../support/block-queries.ts'
import { until } from '../support/until.ts'
import { openSettings } from '../support/app-settings.ts'
import type { Harness } from '../support/harness.ts'
import { test, testWith } from '../support/story-test.ts'
import { openReview, setApproval, writeReply } from '../mail/outbound/approval/approval-story.ts'

test('a shortcut is answered in a modal while Slack doesn’t show who the person is', async ({ app, slack, tom }) => {
  await app.addFault({ target: 'slack', match: 'users.info', mode: 'hang' })
  expect(await slack.useShortcut(tom, 'jobs.new')).toMatchObject({ status: 200 })
  const [answer] = await until(async () => {
    const views = await slack.views(tom)
    return views.length > 0 && views
  })
  expect(answer && readText(answer)).toContain('Slack took too long to respond, so nothing changed. Try again.')
  await app.clearFaults()
  await app.settled()
  expect(await slack.messages(tom)).toEqual([])
})

/** Slack answers the next question about this person too late. */
async function delayAnswerAbout(app: Harness, user: string): Promise<void> {
  await app.slack.changePerson(user, { title: 'Editor' })
  await app.settled()
  await app.addFault({ target: 'slack', match: 'users.info', mode: 'delay', delayMs: 3000, times: 1 })
}

const testAtOnce = testWith({ env: { MAIL_UNDO_SECONDS: '0' } })

testAtOnce(
  'an approval that Slack is too slow for is refused above its window, which stays open',
  async ({ app, slack, mail, tom }) => {
    await setApproval(app, `<@${tom}>`)
    await writeReply(app)
    const review = await openReview(app, tom)
    await app.settled()
    await delayAnswerAbout(app, tom)
    expect(await app.client.slack.submitView({ user: tom, view_id: review.id, values: {} })).toMatchObject({
      response_action: 'push',
    })
    const above = await until(async () => {
      const views = (await slack.views(tom)).filter(({ type }) => type === 'modal')
      return (
        views.some(({ id }) => id === review.id) && views.find((view) => readText(view).includes('nothing changed'))
      )
    })
    await app.settled()
    await slack.closeView(tom, above.id)
    await app.client.slack.submitView({ user: tom, view_id: review.id, values: {} })
    await mail.findSentMail(/A new invoice/)
  },
)

testAtOnce(
  'a decline keeps its reason, in its form if Slack is too slow, and in the refusal of a person who can no longer decide',
  async ({ app, slack, tom, li }) => {
    const group = await slack.changeGroup('create', { name: 'Editors', handle: 'editors', users: [tom, li] })
    await setApproval(app, `<!subteam^${group.id}|@editors>`)
    await writeReply(app)
    const review = await openReview(app, tom)
    await slack.clickInView(tom, review.id, 'mail.decline', findButton(review, /^Decline$/)?.['value'])
    const form = await slack.findForm(tom, review)
    await app.settled()
    const values = { reason: { 'mail.decline_reason': 'The total is wrong' } }
    await slack.changeGroup('members', { group: group.id, users: [tom] })
    await app.settled()
    await app.addFault({ target: 'slack', match: 'usergroups.users.list', mode: 'delay', delayMs: 3000, times: 1 })
    const late = await app.client.slack.submitView({ user: tom, view_id: form.id, values })
    expect(late).toMatchObject({ response_action: 'errors' })
    await app.clearFaults()
    await setApproval(app, `<@${li}>`)
    await app.settled()
    await app.client.slack.submitView({ user: tom, view_id: form.id, values })
    const refused = await until(async () =>
      (await slack.views(tom)).find((view) => readText(view).includes('You had written: “The total is wrong”')),
    )
    expect(readText(refused)).toContain('Ask @Li Wei')
  },
)

test('a refusal of a form with menus is shown at its first input', async ({ app, docs, maria }) => {
  const form = await openSettings(app, maria, docs, 'mine')
  await app.settled()
  await delayAnswerAbout(app, maria)
  const answer = await app.client.slack.submitView({ user: maria, view_id: form.id, values: {} })
  expect(answer).toMatchObject({ status: 200, response_action: 'errors' })
  expect(answer).not.toHaveProperty('error')
})
