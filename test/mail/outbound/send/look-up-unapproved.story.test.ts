/** @module-tag redis */
import { expect } from 'vitest'
import type { Fault } from '../../../../sandbox/control-types.ts'
import { findElements, readText } from '../../../support/block-queries.ts'
import type { Harness, Message, MessageRef } from '../../../support/harness.ts'
import { openAccessRecords } from '../../../support/access-rules.ts'
import { untilHeld } from '../../../support/held-requests.ts'
import { testSending } from '../../../support/sending/sending-story.ts'
import { openReview, setApproval } from '../approval/approval-story.ts'
import { findInThread, sendReply, unavailable, withoutHold } from './reply-sending.ts'

const testWithoutHold = testSending({ ...withoutHold, file: true })

/** Switches approval on, then lets the mailbox answer again. */
async function approveFromNowOn(app: Harness): Promise<void> {
  await setApproval(app, '@tom')
  await app.clearFaults()
}

/** Sends the reply a second time, which Tom approves. */
async function sendAgainWithApproval(app: Harness, head: Message & MessageRef, maria: string): Promise<void> {
  const unknown = await findInThread(app, head, /Couldn’t confirm delivery to the mailbox/)
  await app.slack.clickAndConfirm(maria, { ...unknown, thread: head.ts }, 'mail.ask_again')
  const tom = await app.slack.user('tom')
  const review = await openReview(app, tom)
  await app.settled()
  expect(await app.mail.sent()).toEqual([])
  expect((await app.slack.submit(tom, review.id)).errors).toBeUndefined()
  await findInThread(app, head, /Sent </)
  await app.settled()
  expect(await app.mail.sent()).toHaveLength(1)
}

testWithoutHold(
  'automatic repeats of a reply send nothing without approval once approval is switched on',
  async ({ app }) => {
    const { maria, head } = await sendReply(app, unavailable)
    await findInThread(app, head, /Checking whether this was sent…/)
    await approveFromNowOn(app)
    const unknown = await findInThread(app, head, /Couldn’t confirm delivery to the mailbox/)
    expect(readText(unknown)).toContain('now needs approval')
    expect(readText(unknown)).not.toContain('too late')
    // A look found nothing, so only a person can go on.
    expect(findElements(unknown.blocks).map(({ action_id: id }) => id)).toEqual(['mail.ask_again', 'mail.ask_drop'])
    await app.settled()
    expect(await app.mail.sent()).toEqual([])
    await sendAgainWithApproval(app, head, maria)
  },
)

testWithoutHold('Check again sends nothing without approval once approval is switched on', async ({ app }) => {
  const { maria, head } = await sendReply(app, unavailable)
  const trying = await findInThread(app, head, /Checking whether this was sent…/)
  await app.slack.click(maria, { ...trying, thread: head.ts }, 'mail.stop')
  const unknown = await findInThread(app, head, /Couldn’t confirm delivery to the mailbox/)
  await approveFromNowOn(app)
  await app.slack.click(maria, { ...unknown, thread: head.ts }, 'mail.look')
  await app.settled()
  expect(await app.mail.sent()).toEqual([])
  await sendAgainWithApproval(app, head, maria)
})

testWithoutHold(
  'Check again finds a reply that was sent before approval was switched on, by reading',
  async ({ app }) => {
    // The mailbox’s own reports do not come, and it cannot be read until the faults are cleared.
    for (const match of ['message.sent', 'message.delivered'])
      await app.addFault({ target: 'events', match, mode: 'drop' })
    await app.addFault({ target: 'mail', match: 'GET', mode: 'status', status: 503 })
    const { maria, head } = await sendReply(app, { mode: 'accept-then-drop', times: 1 })
    const trying = await findInThread(app, head, /Checking whether this was sent…/)
    await app.slack.click(maria, { ...trying, thread: head.ts }, 'mail.stop')
    const unknown = await findInThread(app, head, /Couldn’t confirm delivery to the mailbox/)
    await approveFromNowOn(app)
    await app.slack.click(maria, { ...unknown, thread: head.ts }, 'mail.look')
    await findInThread(app, head, /Sent </)
    await app.settled()
    expect(await app.mail.sent()).toHaveLength(1)
    const sends = (await app.exchanges()).filter(({ method, path }) => method === 'POST' && path.endsWith('/reply'))
    expect(sends).toHaveLength(1)
  },
)

testWithoutHold('a repeat sends nothing for a writer who lost permission in between', async ({ app, slack }) => {
  const records = await openAccessRecords(app)
  const { head } = await sendReply(app, unavailable)
  await findInThread(app, head, /Checking whether this was sent…/)
  await records.allow('mail.reply', `person:${await slack.user('tom')}`)
  await records.close()
  await app.clearFaults()
  const unknown = await findInThread(app, head, /Couldn’t confirm delivery to the mailbox/)
  expect(readText(unknown)).toContain('no longer has permission')
  await app.settled()
  expect(await app.mail.sent()).toEqual([])
})

testSending({ ...withoutHold, ownProcess: true }).for([
  ['before the mailbox has sent it', 'hang', 0],
  ['after the mailbox has sent it', 'accept-then-hang', 1],
] as const)(
  'a reply whose sender is killed %s is not sent without approval after the start',
  async ([, mode, sent], { app }) => {
    const hanging: Omit<Fault, 'target'> = { mode }
    const { head } = await sendReply(app, hanging)
    await untilHeld(app)
    await setApproval(app, '@tom')
    await app.kill()
    await app.clearFaults()
    await app.start()
    await findInThread(app, head, sent === 1 ? /Sent </ : /Couldn’t confirm delivery to the mailbox/)
    await app.settled()
    expect(await app.mail.sent()).toHaveLength(sent)
  },
)
