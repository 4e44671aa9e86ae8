/** @module-tag redis */
import { expect, onTestFinished } from 'vitest'
import { openAccessRecords } from '../../../support/access-rules.ts'
import { findButton, readText } from '../../../support/block-queries.ts'
import { until } from '../../../support/harness.ts'
import { untilHeld } from '../../../support/held-requests.ts'
import { unavailable, findInThread, withoutHold, sendReply } from './reply-sending.ts'
import { testSending } from '../../../support/sending/sending-story.ts'

const testWithoutHold = testSending({ ...withoutHold, file: true })

testWithoutHold(
  'a send without an answer is retried until a person stops it, and Check again finds it',
  async ({ app }) => {
    // The mailbox’s own reports do not come, and it cannot be read until the faults are cleared.
    for (const match of ['message.sent', 'message.delivered'])
      await app.addFault({ target: 'events', match, mode: 'drop' })
    await app.addFault({ target: 'mail', match: 'GET', mode: 'status', status: 503 })
    const { maria, head } = await sendReply(app, { mode: 'accept-then-drop', times: 1 }, unavailable)
    const trying = await findInThread(app, head, /Checking whether this was sent…/)
    await app.slack.click(maria, { ...trying, thread: head.ts }, 'mail.stop')
    const unknown = await findInThread(app, head, /Couldn’t confirm delivery to the mailbox/)
    await app.clearFaults()
    await app.slack.click(maria, { ...unknown, thread: head.ts }, 'mail.look')
    await findInThread(app, head, /Sent </)
    await app.settled()
    expect(await app.mail.sent()).toHaveLength(1)
  },
)

testWithoutHold(
  'a reply whose writer lost permission before it was sent is offered to the others, and the writer reads which one it is',
  async ({ app, slack, mail }) => {
    const records = await openAccessRecords(app)
    onTestFinished(records.close)
    const busy = { ...unavailable, status: 429, error: 'rate_limit_exceeded', retryAfterS: 1 }
    const { maria, head } = await sendReply(app, busy)
    await findInThread(app, head, /Not sent yet/)
    await records.allow('mail.reply', `person:${await slack.user('tom')}`)
    const stopped = await slack.findMessage(
      head.channel,
      /An email by @Maria Torres wasn’t sent\..*Who can take this over\?/s,
    )
    expect(readText(stopped)).not.toContain(`<@${maria}>`)
    const direct = await slack.findMessage(
      maria,
      /Your email wasn’t sent.*Invoice 4711.*people can reply to email.*Ask @Tom/s,
    )
    expect(findButton(direct, /^Request access$/)).toBeDefined()
    await app.settled()
    expect(await mail.sent()).toEqual([])
    const audit = (await records.readAudit()).filter(({ object }) => object.kind === 'reply')
    expect(audit.map(({ user, verb, outcome }) => [user, verb, outcome])).toEqual([[maria, 'send', 'refused']])
    await app.clearFaults()
    const tom = await slack.user('tom')
    await slack.click(tom, { ...stopped, thread: head.ts }, 'mail.edit')
    const form = await slack.findForm(tom)
    expect(readText(form)).toContain('A new invoice is on its way.')
    expect((await slack.submit(tom, form.id)).errors).toBeUndefined()
    await findInThread(app, head, /Sent </)
    await app.settled()
    expect(await mail.sent()).toHaveLength(1)
  },
)

testSending({ ...withoutHold, ownProcess: true }).for([
  ['before the mailbox has sent it', 'hang'],
  ['after the mailbox has sent it', 'accept-then-hang'],
] as const)('a reply whose sender is killed %s is still sent once', async ([, mode], { app }) => {
  const { head } = await sendReply(app, { mode })
  await untilHeld(app)
  await app.kill()
  await app.clearFaults()
  await app.start()
  await findInThread(app, head, /Sent </)
  await app.settled()
  expect(await app.mail.sent()).toHaveLength(1)
  await until(async () => {
    const thread = await app.slack.messages(head.channel, head.ts)
    return thread.filter((one) => /(replied|wrote a reply) to/.test(readText(one))).length === 1
  })
})
