import { expect } from 'vitest'
import { findElements, readText } from '../../support/block-queries.ts'
import { until } from '../../support/harness.ts'
import { testSending } from '../../support/sending/sending-story.ts'
import { scheduleReply } from '../outbound/schedule/schedule-reply.ts'

const test = testSending({ env: { MAIL_UNDO_SECONDS: '0' } })

test('Done names a scheduled reply of the thread, which the writer can still stop', async ({ app, slack, mail }) => {
  const { maria, support, head, find } = await scheduleReply(app)
  await find(/Scheduled · </)
  await slack.click(maria, head, 'mail.done')
  const answer = await slack.findEphemeral(
    support,
    maria,
    /“Done” doesn’t stop your email “Invoice 4711”, scheduled for </,
  )
  await slack.click(maria, { channel: support, ts: answer.ts }, 'mail.cancel')
  await find(/Not sent: stopped in time/)
  await until(async () => !(await slack.messages(support)).some((one) => readText(one).includes('doesn’t stop')))
  await app.settled()
  expect(await mail.sent()).toHaveLength(0)
})

test('Done names a paused reply as paused, and its question addresses the writer who stops it', async ({
  app,
  slack,
  mail,
}) => {
  const { maria, support, head, find, write } = await scheduleReply(app)
  await find(/Scheduled · </)
  await write('Never mind, it is solved.')
  await find(/wrote again before your scheduled email was sent/)
  await app.settled()
  await slack.click(maria, head, 'mail.done')
  const answer = await slack.findEphemeral(support, maria, /Your email “Invoice 4711” is still paused\./)
  await slack.click(maria, { channel: support, ts: answer.ts }, 'mail.cancel')
  await find(/your email to .* was paused\. You stopped it\./)
  await app.settled()
  expect(await mail.sent()).toHaveLength(0)
})

test('Done names a colleague’s scheduled reply, and asks before it is stopped', async ({ app, slack, mail, tom }) => {
  const { support, head, find } = await scheduleReply(app)
  await find(/Scheduled · </)
  await slack.click(tom, head, 'mail.done')
  const answer = await slack.findEphemeral(support, tom, /“Done” doesn’t stop @Maria Torres’s email “Invoice 4711”/)
  await slack.click(tom, { channel: support, ts: answer.ts }, 'mail.cancel')
  const asked = await until(async () =>
    (await slack.views(tom)).findLast((view) => readText(view).includes('a new invoice is on its way')),
  )
  await slack.submit(tom, asked.id)
  await find(/Not sent: stopped in time by @Tom/)
  await app.settled()
  expect(await mail.sent()).toHaveLength(0)
})

test('several emails that are done together name the scheduled replies among them', async ({
  app,
  slack,
  mail,
  maria,
}) => {
  const { support, find } = await scheduleReply(app)
  await find(/Scheduled · </)
  await mail.receive({ subject: 'Another question', text: 'Where is it?' })
  await slack.findMessage(support, /Another question/)
  await slack.command(maria, support, '/mail open')
  const findModal = (fits: RegExp) =>
    until(async () => (await slack.views(maria)).findLast((view) => fits.test(readText(view))))
  const list = await findModal(/mail\.listed/)
  const value = findElements(list).find((one) => one.action_id === 'mail.bulk')?.['value']
  await slack.clickInView(maria, list.id, 'mail.bulk', value)
  const form = await findModal(/mail\.bulk_act/)
  await slack.fillForm(maria, form, [
    ['mail.bulk_act', 'done'],
    ['mail.bulk_whole', ['all']],
  ])
  const after = await findModal(/2 emails marked as done/)
  expect(readText(after)).toContain('“Done” doesn’t stop your email “Invoice 4711”')
  await slack.clickInView(maria, after.id, 'mail.cancel')
  await find(/Not sent: stopped in time/)
})
