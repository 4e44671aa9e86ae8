import { expect } from 'vitest'
import { readText } from '../support/block-queries.ts'
import { until } from '../support/until.ts'
import { test } from '../support/story-test.ts'

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
