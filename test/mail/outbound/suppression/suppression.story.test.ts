import { expect } from 'vitest'
import type { Fault } from '../../../../sandbox/control-types.ts'
import { findButton, findElements, readText } from '../../../support/block-queries.ts'
import { type Harness, until, type View } from '../../../support/harness.ts'
import { testSending } from '../../../support/sending/sending-story.ts'
import { sendReply, sendTicked, withoutHold } from '../send/reply-sending.ts'

const test = testSending(withoutHold)

const refused: Fault = { target: 'mail', mode: 'status', status: 403, error: 'missing_permission' }

const findList = (app: Harness, user: string, fits: RegExp): Promise<View> =>
  until(async () =>
    (await app.slack.views(user)).find((view) => view.callback_id === 'mail.suppressed' && fits.test(readText(view))),
  )

async function openList(app: Harness, user: string, channel: string, fits: RegExp): Promise<View> {
  await app.slack.command(user, channel, '/mail suppressed')
  return findList(app, user, fits)
}

async function bounceReply(app: Harness) {
  const { support, maria, head } = await sendReply(app)
  const { message_id: id } = await app.mail.findSentMail(/A new invoice/)
  await app.mail.reportOutcome(id, 'bounced', {
    recipients: [{ address: 'Customer One <ONE@customer.test>', status: '5.1.1' }],
  })
  await app.slack.findMessage(support, /Not delivered to one@/i, head.ts)
  await app.settled()
  return { support, maria }
}

const blockEntries = async (app: Harness): Promise<string[]> => {
  const { lists } = (await app.mail.changeAccount({})) as { lists: { entry: string; direction: string }[] }
  return lists.filter(({ direction }) => direction === 'send').map(({ entry }) => entry)
}

test(
  'a bounced address is listed for people who may read its mail; an admin clears it, also in the mailbox',
  { tags: 'smoke' },
  async ({ app, slack, aiko }) => {
    const { support, maria } = await bounceReply(app)
    await app.mail.receive({ subject: 'Another', text: 'Did you get this?' })
    await slack.click(maria, await slack.findMessage(support, /Did you get this/), 'mail.reply')
    const form = await slack.findForm(maria)
    expect(readText(form)).toMatch(/one@customer\.test\*: Email bounced \(mailbox doesn’t exist\).*<!date/)
    const refused = await slack.fillForm(maria, form, [['mail.text', 'Once more.']])
    expect(refused.response_action).toBe('update')
    expect(readText(await slack.findForm(maria))).toContain('Not sent. Tick')
    await sendTicked(app, maria, form)
    await app.mail.findSentMail(/Once more/)
    await app.mail.changeAccount({ send_block: ['one@customer.test', 'spam.test'] })
    const shown = await openList(app, maria, support, /one@customer\.test/)
    expect(readText(shown)).toMatch(
      /Email bounced \(mailbox doesn’t exist\).*<!date\^.*support@sandbox\.test · <.*\|the email>/,
    )
    expect(readText(shown)).not.toContain('spam.test')
    expect(findButton(shown, /^Clear$/)).toBeUndefined()

    const list = await openList(app, aiko, support, /Everyone at spam\.test/)
    const clear = findElements(list).filter(({ action_id: id }) => id === 'mail.suppressed.clear')
    expect(clear).toHaveLength(2)
    const own = clear.find(({ confirm }) => JSON.stringify(confirm).includes('one@customer.test'))
    await slack.clickInView(aiko, list.id, own?.action_id ?? '', own?.['value'])
    const after = await findList(
      app,
      aiko,
      /one@customer\.test can be emailed again, and is off the mailbox’s block list/,
    )
    expect(readText(after)).not.toContain('Email bounced')
    expect(await blockEntries(app)).toEqual(['spam.test'])
  },
)

test('a refused address is listed; a key that may not change its list is named', async ({ app, slack, aiko }) => {
  await app.mail.changeAccount({ send_block: ['customer.test'] })
  // The form opens although the lists answer late; the send's own answer then names the entry.
  await app.addFault({ target: 'mail', match: 'GET /v0/lists', mode: 'delay', delayMs: 4000 })
  const { support, head } = await sendReply(app)
  await slack.findMessage(support, /Not sent.*clear it in \/mail suppressed/, head.ts)
  await app.clearFaults()
  await app.settled()
  const list = await openList(app, aiko, support, /Everyone at customer\.test/)
  const button = findButton(list, /^Clear$/)
  await app.addFault({ ...refused, match: 'DELETE /v0/lists/send' })
  await slack.clickInView(aiko, list.id, button?.action_id ?? '', button?.['value'])
  await findList(app, aiko, /is still on the mailbox’s block list.*The mailbox key lacks/)
  expect(await blockEntries(app)).toEqual(['customer.test'])
})

test('nobody sees addresses of an inbox whose channel they may not read', async ({ app, li, aiko, general }) => {
  await app.slack.command(aiko, general, `/mail route ${app.mail.inbox} #leads`)
  await app.settled()
  const { message_id: messageId } = await app.mail.receive({ subject: 'Hi', text: 'Hello' })
  await app.mail.sendEvent({
    event_type: 'message.complained',
    event_id: 'c1',
    complaint: { inbox_id: 'support@sandbox.test', thread_id: 'th9', message_id: messageId, recipients: ['x@y.test'] },
  })
  await app.settled()
  const list = await openList(app, li, general, /No suppressed addresses that you can see/)
  expect(readText(list)).not.toContain('x@y.test')
  await openList(app, aiko, general, /x@y\.test.*Marked email as spam/)
})

test('a complaint and a block list entry each need a tick; until then the form keeps the typed text', async ({
  app,
  slack,
  mail,
  support,
  maria,
}) => {
  await mail.changeAccount({ send_block: ['blocked.test'] })
  const { message_id: messageId } = await mail.receive({ subject: 'Hi', text: 'Please help.' })
  await mail.sendEvent({
    event_type: 'message.complained',
    event_id: 'c2',
    complaint: { inbox_id: mail.inbox, thread_id: 'th9', message_id: messageId, recipients: ['one@customer.test'] },
  })
  await app.settled()
  const sendTyped = async (question: RegExp, text: string): Promise<string> => {
    await slack.click(maria, await slack.findMessage(support, question), 'mail.reply')
    const form = await slack.findForm(maria)
    const answer = await slack.fillForm(maria, form, [['mail.text', text]])
    expect(answer.response_action).toBe('update')
    expect(readText(await slack.findForm(maria))).toContain('Not sent. Tick')
    await app.settled()
    expect((await mail.sent()).filter((sent) => sent.text?.includes(text))).toEqual([])
    await sendTicked(app, maria, form)
    return readText(form)
  }
  expect(await sendTyped(/Please help/, 'We are sorry.')).toMatch(/one@customer\.test\*: Marked email as spam · <!date/)
  await mail.findSentMail(/We are sorry/)
  await mail.receive({ subject: 'Order', text: 'Where is it?', from: 'ann@blocked.test' })
  expect(await sendTyped(/Where is it/, 'On its way.')).toMatch(
    /ann@blocked\.test\*: On the mailbox’s block list · Everyone at blocked\.test · <!date/,
  )
  // The mailbox decides, and keeps its list.
  const card = await slack.findMessage(support, /Where is it/)
  await slack.findMessage(support, /On its way.*Not sent.*clear it in \/mail suppressed/s, card.ts)
})
