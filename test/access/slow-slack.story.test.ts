import { expect } from 'vitest'
import { readText } from '../support/block-queries.ts'
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

test('a refusal of a form with menus is shown at its first input', async ({ app, docs, maria }) => {
  const form = await openSettings(app, maria, docs, 'mine')
  await app.settled()
  await delayAnswerAbout(app, maria)
  const answer = await app.client.slack.submitView({ user: maria, view_id: form.id, values: {} })
  expect(answer).toMatchObject({ status: 200, response_action: 'errors' })
  expect(answer).not.toHaveProperty('error')
})
