import { expect } from 'vitest'
import { readText } from '../support/block-queries.ts'
import { until } from '../support/harness.ts'
import { unavailable, findInThread, withoutHold, sendReply } from './reply-sending.ts'
import { testWith } from '../support/story-test.ts'

const testWithoutHold = testWith(withoutHold)

testWithoutHold(
  'a send without an answer is retried until a person stops it, and Look again finds it',
  async ({ app }) => {
    const { maria, head } = await sendReply(app, { mode: 'accept-then-drop', times: 1 }, unavailable)
    const trying = await findInThread(app, head, /We don’t know yet whether it left\. Checking/)
    await app.slack.click(maria, { ...trying, thread: head.ts }, /^Stop trying$/)
    const unknown = await findInThread(app, head, /We can’t tell whether this was sent/)
    await app.clearFaults()
    await app.slack.click(maria, { ...unknown, thread: head.ts }, /^Look again$/)
    await findInThread(app, head, /Sent </)
    await app.settled()
    expect(await app.mail.sent()).toHaveLength(1)
  },
)

testWith({ ...withoutHold, ownProcess: true })(
  'a reply whose send is cut short by a kill is still sent once',
  async ({ app }) => {
    const { head } = await sendReply(app, { mode: 'delay', delayMs: 400, times: 1 })
    await app.kill()
    await app.start()
    await findInThread(app, head, /Sent </)
    await app.settled()
    expect(await app.mail.sent()).toHaveLength(1)
    await until(async () => {
      const thread = await app.slack.messages(head.channel, head.ts)
      return thread.filter((one) => /(replied|wrote a reply) to/.test(readText(one))).length === 1
    })
  },
)
