import { expect } from 'vitest'
import { readText } from '../support/block-queries.ts'
import { testWith } from '../support/story-test.ts'

testWith({ env: { MAIL_UNDO_SECONDS: '0' } })(
  'members can read the mailbox metrics over any range, guests cannot',
  async ({ app, slack, mail, support, maria, gwen }) => {
    const ask = (user: string, days = '') => slack.command(user, support, `/mail metrics ${days}`)
    await mail.receive({ subject: 'First', text: 'hello' })
    await mail.receive({ subject: 'Second', text: 'hello again' })

    expect(JSON.stringify((await ask(maria)).body)).toContain('Checking the last 7 days…')
    const week = readText(await slack.findEphemeral(support, maria, /last 7 days, all inboxes/))
    expect(week).toContain('• Received: 2\\n• Sent: 0\\n')
    expect(week).toContain('Nobody got a first answer in that time.')

    // The service looks at two days in one go: 30 days are asked for in parts, and nothing is counted twice.
    await mail.changeAccount({ metrics_range_days: 2 })
    await ask(maria, '30')
    expect(readText(await slack.findEphemeral(support, maria, /last 30 days, all inboxes/))).toContain(
      '• Received: 2\\n',
    )

    await slack.click(maria, await slack.findMessage(support, /hello again/), /^Reply$/)
    await slack.fillForm(maria, await slack.findForm(maria), [[/^Your reply$/, 'Good morning']])
    await slack.findMessage(support, /Waiting for an answer since/)
    await ask(maria, '2')
    const answered = readText(await slack.findEphemeral(support, maria, /last 2 days, all inboxes/))
    expect(answered).toMatch(/How soon people got a first answer:\\n• [^ ]+: 1 conversation answered, after \d+ sec/)
    expect(answered).toContain('nights and weekends included')

    await app.addFault({ target: 'mail', match: '/v0/metrics', mode: 'status', status: 503 })
    await ask(maria, '1')
    await slack.findEphemeral(support, maria, /The mailbox isn’t answering\./)

    expect(JSON.stringify((await ask(gwen, '2')).body)).toContain('Only full members')
  },
)
