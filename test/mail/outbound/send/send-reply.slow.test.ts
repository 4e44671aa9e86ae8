import { expect } from 'vitest'
import type { Fault } from '../../../../sandbox/control-types.ts'
import { findButton, readText } from '../../../support/block-queries.ts'
import { otherSends, sendOther } from '../compose/new-mail.ts'
import { unavailable, findInThread, withoutHold, sendReply } from './reply-sending.ts'
import { testWith } from '../../../support/story-test.ts'

const testWithoutHold = testWith(withoutHold)

const once: Omit<Fault, 'target'> = { mode: 'accept-then-drop', times: 1 }
const clash: Omit<Fault, 'target'> = { mode: 'status', status: 409, error: 'conflict', times: 2 }

const sends: [what: string, troubles: Omit<Fault, 'target'>[], tags?: 'rest'][] = [
  ['accepted, and the answer lost', [once]],
  ['accepted, the answer lost, and the repeat refused as still in flight', [once, clash], 'rest'],
  ['answered with half an answer', [{ mode: 'truncate', times: 1 }], 'rest'],
  ['turned away twice', [{ ...unavailable, times: 2 }], 'rest'],
  [
    'turned away for a while',
    [{ ...unavailable, status: 429, error: 'rate_limit_exceeded', retryAfterS: 1, times: 1 }],
    'rest',
  ],
]

for (const [what, troubles, tags = []] of sends) {
  testWithoutHold(`a send that is ${what} sends exactly one mail`, { tags }, async ({ app }) => {
    const { head } = await sendReply(app, ...troubles)
    await findInThread(app, head, /Sent </)
    await app.settled()
    expect(await app.mail.sent()).toHaveLength(1)
  })
}

for (const kind of otherSends) {
  for (const [what, troubles, tags = []] of [
    ['accepted, and the answer lost', [once]],
    ['accepted, the answer lost, and the repeat refused as still in flight', [once, clash], 'rest'],
    ['turned away twice', [{ ...unavailable, times: 2 }], 'rest'],
  ] as typeof sends) {
    testWithoutHold(`a ${kind} that is ${what} is sent exactly once`, { tags }, async ({ app }) => {
      const { head } = await sendOther(app, kind, ...troubles)
      await (kind === 'new mail' ? app.slack.findMessage(head.channel, /Sent </) : findInThread(app, head, /Sent </))
      await app.settled()
      expect(await app.mail.sent()).toHaveLength(1)
    })
  }
}

const refused: Omit<Fault, 'target'> = { mode: 'status', status: 403, error: 'missing_permission', times: 1 }

testWithoutHold(
  'a refusal after an attempt with a lost answer is not reported as not sent',
  { tags: 'rest' },
  async ({ app }) => {
    // The mailbox's own report would show the outcome, and so would its list of the mail that it sent.
    await app.addFault({ target: 'events', match: 'message.sent', mode: 'drop' })
    await app.addFault({ target: 'mail', match: 'GET', mode: 'status', status: 403, error: 'missing_permission' })
    const { maria, head } = await sendReply(app, once, refused)
    const unknown = await findInThread(app, head, /Couldn’t confirm delivery/)
    expect(findButton(unknown, /Edit and send again/)).toBeUndefined()
    expect(readText(unknown)).toContain('then the mailbox refused to send it again')
    expect(readText(unknown)).not.toContain('⚠️ Not sent')
    await app.slack.click(maria, { ...unknown, thread: head.ts }, /^Check again$/)
    await findInThread(app, head, /Sent </)
    await app.settled()
    expect(await app.mail.sent()).toHaveLength(1)
  },
)

testWithoutHold(
  'a refusal after the mailbox was too busy is reported as not sent',
  { tags: 'rest' },
  async ({ app }) => {
    const busy: Omit<Fault, 'target'> = {
      mode: 'status',
      status: 429,
      error: 'rate_limit_exceeded',
      retryAfterS: 1,
      times: 1,
    }
    const { head } = await sendReply(app, busy, refused)
    const failed = await findInThread(app, head, /⚠️ Not sent: /)
    expect(findButton(failed, /Edit and send again/)).toBeDefined()
    await app.settled()
    expect(await app.mail.sent()).toHaveLength(0)
  },
)

testWithoutHold('a conflict on the first attempt is reported as not sent', { tags: 'rest' }, async ({ app }) => {
  const { head } = await sendReply(app, clash)
  await findInThread(app, head, /⚠️ Not sent: /)
  await app.settled()
  expect(await app.mail.sent()).toHaveLength(0)
})

testWithoutHold(
  'a reply with an unknown outcome can be sent again as a new mail',
  { tags: 'rest' },
  async ({ app }) => {
    const { maria, head } = await sendReply(app, unavailable)
    const trying = await findInThread(app, head, /Checking whether this was sent/)
    await app.slack.click(maria, { ...trying, thread: head.ts }, /^Stop trying$/)
    const unknown = await findInThread(app, head, /Couldn’t confirm delivery/)
    await app.clearFaults()
    const place = { ...unknown, thread: head.ts }
    const tom = await app.slack.user('tom')
    await Promise.all([maria, tom].map((person) => app.slack.clickAndConfirm(person, place, 'mail.ask_again')))
    await findInThread(app, head, /Sent again by @(?:Maria Torres|Tom Hadley)/)
    await findInThread(app, head, /Sent </)
    await app.settled()
    expect(await app.mail.sent()).toHaveLength(1)
  },
)

testWithoutHold(
  'a temporary bounce is a warning, a rejection notifies the writer',
  { tags: 'rest' },
  async ({ app }) => {
    const { maria, head } = await sendReply(app)
    const sent = await app.mail.findSentMail(/new invoice/)
    await app.mail.reportOutcome(sent.message_id, 'bounced', { type: 'Transient', sub_type: 'MailboxFull' })
    const delayed = await findInThread(app, head, /Delayed for one@customer\.test/)
    expect(findButton(delayed, /Edit and send again/)).toBeUndefined()
    await app.mail.reportOutcome(sent.message_id, 'rejected', { reason: 'attachment link could not be read' })
    const loud = await findInThread(app, head, /your reply wasn’t sent: attachment link could not be read/)
    expect(loud.text).toContain(`<@${maria}>`)
  },
)

testWithoutHold('a refusal of the mailbox shows its advice and is not repeated', async ({ app }) => {
  await app.mail.changeAccount({ send_block: ['one@customer.test'] })
  await app.addFault({ ...unavailable, target: 'mail', match: '/lists/send/block' })
  const { head } = await sendReply(app)
  const loud = await findInThread(app, head, /your reply wasn’t sent/)
  expect(readText(loud)).toContain('/mail suppressed')
  await findInThread(app, head, /⚠️ Not sent: one@customer\.test is on the mailbox’s block list\./)
  await app.settled()
  expect(await app.mail.sent()).toHaveLength(0)
})
