import { expect } from 'vitest'
import { readText } from '../../support/block-queries.ts'
import { type Harness, until } from '../../support/harness.ts'
import { testSending } from '../../support/sending/sending-story.ts'

const test = testSending({ env: { MAIL_UNDO_SECONDS: '0' } })
const MINUTE_MS = 60_000

/** Sends a mail of the same thread that the mailbox receives `minutes` from now. Returns the id of its event. */
async function receiveLater(app: Harness, threadId: string, minutes: number, text: string) {
  const sent = (await app.mail.sendEvent({
    event_type: 'message.received',
    message: {
      inbox_id: app.mail.inbox,
      thread_id: threadId,
      message_id: `<${text.replaceAll(' ', '-')}@customer.test>`,
      from: 'Customer One <one@customer.test>',
      to: [app.mail.inbox],
      subject: 'Re: Invoice',
      text,
      timestamp: new Date(Date.now() + minutes * MINUTE_MS).toISOString(),
    },
  })) as { event_id: string }
  return sent.event_id
}

test(
  'a further mail is also shown in the channel, and the writer of the last reply is mentioned; once for several within a minute',
  { tags: 'smoke' },
  async ({ app, slack, support, maria }) => {
    const { thread_id: threadId } = await app.mail.receive({ subject: 'Invoice', text: 'The first mail' })
    const head = await slack.findMessage(support, /The first mail/)
    const inChannel = async () =>
      (await slack.messages(support))
        .filter(({ ts }) => ts !== head.ts)
        .map((one) => /The \w+ mail/.exec(readText(one))?.[0])
    const listCalls = async () =>
      (await slack.messages(support, head.ts)).filter((one) => readText(one).includes('(claimed by you)'))
    const { event_id: again } = await app.mail.receive({ thread_id: threadId, text: 'The second mail' })
    await slack.findMessage(support, /The second mail/, head.ts)
    await app.settled()
    expect(await inChannel()).toEqual(['The second mail'])

    await slack.click(maria, head, 'mail.reply')
    const form = await slack.findForm(maria)
    await slack.fillForm(maria, form, [['mail.text', 'We are looking into it.']])
    await slack.findCard(support, 'sent', { kind: 'mail.reply', thread: head.ts })
    await receiveLater(app, threadId, 1.2, 'The third mail')
    await slack.findMessage(support, /The third mail/, head.ts)
    // The time of receipt counts, not the mail's own.
    await receiveLater(app, threadId, 2.6, 'The fourth mail')
    await slack.findMessage(support, /The fourth mail/, head.ts)
    await app.settled()
    const [call, ...others] = await listCalls()
    expect(others).toEqual([])
    expect(readText(call)).toContain(`"user_id":"${maria}"`)
    await app.mail.redeliver(again, 2)
    await app.settled()
    expect(await listCalls()).toHaveLength(1)
    expect(await inChannel()).toEqual(['The second mail', 'The third mail'])
    await until(async () => readText((await slack.messages(support))[0]).includes('3 earlier emails'))
  },
)
