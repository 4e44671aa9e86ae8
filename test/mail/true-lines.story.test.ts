import { expect } from 'vitest'
import { type Harness, type Message, type MessageRef, until } from '../support/harness.ts'
import { testSending } from '../support/sending/sending-story.ts'
import { type Facts, followLines, mailLines } from '../support/true-lines.ts'
import { pickEntry } from './mail-menu.ts'
import { findInThread, openReview, setApproval, writeReply } from './outbound/approval/approval-story.ts'
import { listTicks, sendTicked, withoutHold } from './outbound/send/reply-sending.ts'
import { scheduleReply } from './outbound/schedule/schedule-reply.ts'

const test = testSending({ env: { MAIL_UNDO_SECONDS: '600' } })

/** Follows a story by steps that each end with no false line. */
function followStory(app: Harness) {
  const lines = followLines(app, mailLines)
  let facts: Facts = {}
  return {
    step: async (changed: Facts, act: () => Promise<unknown>): Promise<void> => {
      facts = { ...facts, ...changed }
      expect(await lines.step(facts, act), JSON.stringify(facts)).toEqual([])
    },
  }
}

const inThread = (one: Message & MessageRef, head: MessageRef) => ({ ...one, thread: head.ts })

test('no line is false while a reply waits, is approved, sent, bounces and is sent again', async ({
  app,
  slack,
  mail,
  maria,
  tom,
  aiko,
  support,
}) => {
  await setApproval(app, `<@${tom}>`)
  const { step } = followStory(app)
  let head: Message & MessageRef
  await step({ reply: 'awaiting', work: 'open', owner: 'Maria Torres' }, async () => {
    ;({ head } = await writeReply(app))
    await slack.findPost(tom, 'mail.approval')
  })
  await step({ isApprovable: false }, async () => {
    await slack.deactivate(tom)
    await findInThread(app, head, /Nobody can approve this now/)
    await slack.findMessage(support, /Nobody can approve the reply now/)
  })
  await step({ isApprovable: true }, async () => {
    await slack.reactivate(tom)
    await findInThread(app, head, /Awaiting approval/)
    await slack.findMessage(support, /Reply awaiting approval/)
  })
  await step({ reply: 'held' }, async () => {
    const window = await openReview(app, tom)
    await slack.submit(tom, window.id)
    await findInThread(app, head, /Sending in 600 seconds/)
  })
  await step({ reply: 'stopped' }, async () => {
    const card = await findInThread(app, head, /Sending in 600 seconds/)
    await slack.click(maria, inThread(card, head), 'mail.cancel')
    await slack.findCard(support, 'cancelled', { kind: 'mail.reply', thread: head.ts })
  })
  await setApproval(app, 'off')
  await slack.command(aiko, support, `/mail hold ${mail.inbox} 1`)
  const edit = async (on: Message & MessageRef, text: string) => {
    await slack.click(maria, inThread(on, head), 'mail.edit')
    await slack.fillForm(maria, await slack.findForm(maria), [['mail.text', text]])
    return mail.findSentMail(new RegExp(text))
  }
  let sent = ''
  await step({ reply: 'sent', work: 'waiting' }, async () => {
    const card = await slack.findCard(support, 'cancelled', { kind: 'mail.reply', thread: head.ts })
    sent = (await edit(card, 'The second version.')).message_id
  })
  await step({ isLost: true, work: 'open' }, async () => {
    await mail.reportOutcome(sent, 'bounced', {
      recipients: [{ address: 'one@customer.test', status: 'mailbox doesn’t exist' }],
    })
    await slack.findPost(support, 'mail.loud', head.ts)
  })
  await step({ isLost: false, work: 'waiting' }, async () => {
    const ping = await slack.findPost(support, 'mail.loud', head.ts)
    await slack.click(maria, inThread(ping, head), 'mail.edit')
    const form = await slack.findForm(maria)
    await slack.fillForm(maria, form, [['mail.text', 'The third version.']])
    // The address that bounced requires a tick.
    const asked = await until(async () =>
      (await slack.views(maria)).find((view) => view.id === form.id && Object.keys(listTicks(view)).length > 0),
    )
    await sendTicked(app, maria, asked)
    await mail.findSentMail(/The third version/)
  })
})

testSending(withoutHold)(
  'no line is false while a reply is scheduled, paused, kept and sent before its time',
  async ({ app, slack, mail, support }) => {
    const { step } = followStory(app)
    const owned: Facts = { work: 'open', owner: 'Maria Torres' }
    let story: Awaited<ReturnType<typeof scheduleReply>> | undefined
    const written = () => {
      if (!story) throw new Error('nothing is scheduled yet')
      return story
    }
    await step({ ...owned, reply: 'scheduled' }, async () => {
      story = await scheduleReply(app)
      await story.find(/Scheduled · </)
    })
    await step({ reply: 'paused' }, async () => {
      await written().write('Never mind, it is solved.')
      await written().find(/Paused: a new email arrived/)
    })
    await step({ reply: 'scheduled' }, async () => {
      const { head, maria, find } = written()
      await slack.click(maria, inThread(await find(/wrote again before/), head), 'mail.send_planned')
      await find(/Scheduled · </)
    })
    await step({ reply: 'sent', work: 'waiting' }, async () => {
      const { head, maria, find } = written()
      await slack.click(maria, inThread(await find(/Scheduled · </), head), 'mail.send_now')
      await mail.findSentMail(/new invoice/)
      await slack.findMessage(support, /waiting for their reply/)
    })
  },
)

test('no line is false while an email is claimed, assigned, snoozed, done and reopened', async ({
  app,
  slack,
  mail,
  maria,
  tom,
  support,
}) => {
  const { step } = followStory(app)
  let head: Message & MessageRef
  await step({ work: 'open' }, async () => {
    await mail.receive({ subject: 'Invoice 4711', text: 'The total looks wrong.' })
    head = await slack.findMessage(support, /The total looks wrong/)
  })
  const findHead = () => slack.findMessage(support, /Invoice 4711/)
  await step({ owner: 'Maria Torres' }, () => slack.click(maria, head, 'mail.claim'))
  await step({ owner: 'Tom Hadley' }, async () => {
    await pickEntry(slack, maria, await findHead(), 'hand_over')
    await slack.fillForm(maria, await slack.findForm(maria), [['person', tom]])
    await slack.findPost(support, 'mail.handed', head.ts)
  })
  await step({ isSnoozed: true }, async () => pickEntry(slack, tom, await findHead(), 'snooze_tomorrow'))
  await step({ isSnoozed: false }, async () => pickEntry(slack, tom, await findHead(), 'wake'))
  await step({ work: 'done' }, async () => slack.click(maria, await findHead(), 'mail.done'))
  await step({ work: 'open' }, async () => slack.click(tom, await findHead(), 'mail.reopen'))
})

testSending(withoutHold)(
  'a reply that was approved after another mail came answers only the earlier one',
  async ({ app, slack, mail, tom, support }) => {
    await setApproval(app, `<@${tom}>`)
    const { step } = followStory(app)
    let head: Message & MessageRef
    await step({ reply: 'awaiting', work: 'open', owner: 'Maria Torres' }, async () => {
      const written = await writeReply(app)
      ;({ head } = written)
      await slack.findPost(tom, 'mail.approval')
      await mail.receive({ thread_id: written.inbound.thread_id, text: 'One more thing.' })
      await findInThread(app, head, /One more thing/)
    })
    await step({ reply: 'sent' }, async () => {
      const window = await openReview(app, tom)
      await slack.submit(tom, window.id)
      await mail.findSentMail(/A new invoice/)
      await slack.findCard(support, 'sent', { kind: 'mail.reply', thread: head.ts })
    })
  },
)
