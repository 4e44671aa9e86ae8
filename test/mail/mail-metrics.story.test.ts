import { expect } from 'vitest'
import { readText } from '../support/block-queries.ts'
import { test } from '../support/story-test.ts'

test('members can read the mailbox metrics over any range, guests cannot', async ({
  app,
  slack,
  mail,
  support,
  maria,
  gwen,
}) => {
  const ask = (user: string, days = '') => slack.command(user, support, `/mail metrics ${days}`)
  await mail.receive({ subject: 'First', text: 'hello' })
  await mail.receive({ subject: 'Second', text: 'hello again' })

  expect(JSON.stringify((await ask(maria)).body)).toContain('Checking the last 7 days…')
  expect(readText(await slack.findEphemeral(support, maria, /last 7 days, all inboxes/))).toContain(
    '• Received: 2\\n• Sent: 0\\n',
  )

  // The service looks at two days in one go: 30 days are asked for in parts, and nothing is counted twice.
  await mail.changeAccount({ metrics_range_days: 2 })
  await ask(maria, '30')
  expect(readText(await slack.findEphemeral(support, maria, /last 30 days, all inboxes/))).toContain('• Received: 2\\n')

  await app.addFault({ target: 'mail', match: '/v0/metrics', mode: 'status', status: 503 })
  await ask(maria, '1')
  await slack.findEphemeral(support, maria, /The mailbox isn’t answering\./)

  expect(JSON.stringify((await ask(gwen, '2')).body)).toContain('Only full members')
})
