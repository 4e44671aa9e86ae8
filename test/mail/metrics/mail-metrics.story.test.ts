import { expect } from 'vitest'
import { readText } from '../../support/block-queries.ts'
import { testWith } from '../../support/story-test.ts'

testWith({ env: { MAIL_UNDO_SECONDS: '0' } })(
  'members can read the mailbox metrics over any range, guests cannot',
  { tags: 'smoke' },
  async ({ app, slack, mail, support, maria, gwen }) => {
    const ask = (user: string, days = '') => slack.command(user, support, `/mail metrics ${days}`)
    await mail.receive({ subject: 'First', text: 'hello' })
    await mail.receive({ subject: 'Second', text: 'hello again' })

    expect(JSON.stringify((await ask(maria)).body)).toContain('Checking the last 7 days…')
    const week = readText(await slack.findEphemeral(support, maria, /last 7 days, all inboxes/))
    expect(week).toContain('• Received: 2\\n• Sent: 0\\n')
    expect(week).toContain('No first responses in that time.')

    // The service covers two days per request: 30 days are requested in parts, and nothing is counted twice.
    await mail.changeAccount({ metrics_range_days: 2 })
    await ask(maria, '30')
    expect(readText(await slack.findEphemeral(support, maria, /last 30 days, all inboxes/))).toContain(
      '• Received: 2\\n',
    )

    const head = await slack.findMessage(support, /hello again/)
    const reply = async (text: string) => {
      await slack.click(maria, head, 'mail.reply')
      await slack.fillForm(maria, await slack.findForm(maria), [['mail.text', text]])
    }
    await app.addFault({ target: 'mail', match: '/reply', mode: 'status', status: 403, error: 'message_rejected' })
    await reply('Refused')
    await slack.findMessage(support, /Refused.*Not sent/s, head.ts)
    await app.clearFaults()
    await app.settled()
    await ask(maria, '3')
    await slack.findEphemeral(support, maria, /last 3 days.*No first responses/s)

    await reply('Good morning')
    await slack.findMessage(support, /waiting for their reply/)
    await ask(maria, '2')
    const answered = readText(await slack.findEphemeral(support, maria, /last 2 days, all inboxes/))
    const [speed] = /First response times:\\n• [^ ]+: 1 conversation, first response after \d+ sec/.exec(answered) ?? []
    expect(speed).toBeDefined()
    expect(answered).toContain('including nights and weekends')
    await reply('One thing more')
    await slack.findMessage(support, /One thing more.*(Sent|Delivered)/s, head.ts)
    await app.settled()
    await ask(maria, '4')
    expect(readText(await slack.findEphemeral(support, maria, /last 4 days, all inboxes/))).toContain(speed)

    await app.addFault({ target: 'mail', match: '/v0/metrics', mode: 'status', status: 503 })
    await ask(maria, '1')
    await slack.findEphemeral(support, maria, /The mailbox isn’t responding\./)

    expect(JSON.stringify((await ask(gwen, '2')).body)).toContain('Only full members')
  },
)
