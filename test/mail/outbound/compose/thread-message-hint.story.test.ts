import { expect } from 'vitest'
import { testSending } from '../../../support/sending/sending-story.ts'
import { withoutHold } from '../send/reply-sending.ts'

const test = testSending(withoutHold)

test(
  'a person who types in an email’s thread reads once that the message isn’t sent',
  { tags: 'smoke' },
  async ({ app, slack, mail, maria, gwen, docs, support }) => {
    await mail.receive({ subject: 'Order', text: 'Where is it?' })
    const head = await slack.findMessage(support, /Where is it/)
    await mail.receive({ subject: 'Invoice', text: 'It is too high.' })
    const other = await slack.findMessage(support, /It is too high/)
    // A guest who may not reply, a message to the agent, and one below something else.
    await slack.say(gwen, support, 'I have no idea', { thread_ts: head.ts })
    const question = await slack.say(maria, docs, 'Who knows?')
    await slack.say(maria, docs, 'I do', { thread_ts: question.ts })
    await slack.say(maria, support, 'It left yesterday', { thread_ts: head.ts })
    const hint = await slack.findEphemeral(support, maria, /nobody outside gets what you type/, head.ts)
    expect(hint.thread_ts).toBe(head.ts)
    await slack.say(maria, support, 'And arrives today', { thread_ts: head.ts })
    await slack.say(maria, support, 'Is it?', { thread_ts: other.ts })
    await app.settled()
    const hints = (await slack.calls('chat.postEphemeral')).filter(({ args }) =>
      /stays in Slack/.test(String(args['text'])),
    )
    expect(hints.map(({ args }) => args['user'])).toEqual([maria])
    expect(await mail.sent()).toEqual([])
  },
)
