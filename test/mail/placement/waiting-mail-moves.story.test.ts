import { expect } from 'vitest'
import { readText } from '../../support/block-queries.ts'
import { type Harness, type Message, type MessageRef, until } from '../../support/harness.ts'
import { test } from '../../support/story-test.ts'
import { createInbox } from '../mailbox-calls.ts'

const ALARM = /is shared with another organization\. Choose another channel/

/** Routes the inbox to #leads, which is private, posts a mail there, and shares the channel. Resolves to the alarm of the mail that waits then. */
async function receiveWaiting(
  app: Harness,
  { leads, docs, aiko }: Record<'leads' | 'docs' | 'aiko', string>,
): Promise<Message & MessageRef> {
  const { slack, mail } = app
  await slack.command(aiko, docs, `/mail route ${mail.inbox} #leads`)
  await app.settled()
  await mail.receive({ subject: 'Salaries', text: 'in private' })
  await slack.findMessage(leads, /in private/)
  await slack.changeWorkspace('share', { channel: leads })
  await app.settled()
  await mail.receive({ subject: 'Bonus', text: 'must wait' })
  const alarm = await slack.findMessage(aiko, ALARM)
  await app.settled()
  return alarm
}

const listAlarms = async ({ slack }: Harness, admin: string): Promise<string[]> =>
  (await slack.messages(admin))
    .map((one) => readText(one))
    .filter((one) => ALARM.test(one) && !one.includes('Still waiting'))

const readDirect = async ({ slack }: Harness, admin: string): Promise<string> =>
  (await slack.messages(admin)).map((one) => readText(one)).join('\n')

test('moving waiting email names the inboxes whose new email goes to the other channel for good, before and after', async ({
  app,
  slack,
  mail,
  leads,
  general,
  docs,
  aiko,
}) => {
  const alarm = await receiveWaiting(app, { leads, docs, aiko })
  expect(JSON.stringify(alarm.blocks)).toMatch(
    /all new email for the old channel from now on, even once it works again/,
  )
  await slack.click(aiko, alarm, `mail.place_in:${leads}`, general)
  const answer = readText(await slack.findEphemeral(String(alarm.channel), aiko, /The waiting email now goes to/))
  const stays = `New email to ${mail.inbox} goes to <#${general}> until someone changes that with \`/mail route\`, even once <#${leads}>`
  expect(answer).toContain(stays)
  await slack.findMessage(general, /must wait/)
  await app.settled()
  const solved = await slack.findMessage(aiko, /✅ Solved: no email that goes to/)
  expect(readText(solved)).toContain(stays)
  // The email that is in the channel stays readable.
  expect(readText(solved)).toContain('that organization can read any email already posted')

  await slack.changeWorkspace('unshare', { channel: leads })
  await app.settled()
  await mail.receive({ subject: 'Later', text: 'a new thread' })
  await slack.findMessage(general, /a new thread/)
  await app.settled()
  expect(readText((await slack.messages(aiko)).find(({ ts }) => ts === solved.ts))).toContain(`<#${general}> until`)
  await slack.command(aiko, docs, `/mail route ${mail.inbox} #leads`)
  await app.settled()
  await mail.receive({ subject: 'Back', text: 'in private again' })
  await slack.findMessage(leads, /in private again/)
})

test('an alarm that is solved because its channel is no longer shared names neither other readers nor another channel', async ({
  app,
  slack,
  leads,
  docs,
  aiko,
}) => {
  await receiveWaiting(app, { leads, docs, aiko })
  await slack.changeWorkspace('unshare', { channel: leads })
  const solved = readText(await slack.findMessage(aiko, /✅ Solved/))
  expect(solved).not.toMatch(/other organization|until someone|mail route/)
  await app.settled()
})

test('trying again while the channel is still shared is answered privately, without a second alarm', async ({
  app,
  slack,
  leads,
  docs,
  aiko,
}) => {
  const alarm = await receiveWaiting(app, { leads, docs, aiko })
  await slack.click(aiko, alarm, 'mail.place')
  const answer = await slack.findEphemeral(String(alarm.channel), aiko, /Still waiting/)
  expect(readText(answer)).toContain('is shared with another organization')
  await app.settled()
  // Two threads are posted, one after the other, before the alarm is solved.
  await until(async () => (await listAlarms(app, aiko)).length === 1)
  await slack.changeWorkspace('unshare', { channel: leads })
  await slack.findMessage(leads, /must wait/)
})

test('moving the email of one channel does not repeat the alarm of another one', async ({
  app,
  slack,
  mail,
  leads,
  support,
  docs,
  general,
  aiko,
}) => {
  const alarm = await receiveWaiting(app, { leads, docs, aiko })
  const billing = await createInbox(app, 'billing')
  await slack.command(aiko, docs, `/mail route ${billing} #support`)
  await app.settled()
  await slack.changeWorkspace('share', { channel: support })
  await app.settled()
  await mail.receive({ inbox_id: billing, subject: 'Invoice', text: 'of the other inbox' })
  await slack.findMessage(aiko, new RegExp(`<#${support}> is waiting`))
  await app.settled()
  expect(await listAlarms(app, aiko)).toHaveLength(2)
  await slack.click(aiko, alarm, `mail.place_in:${leads}`, general)
  await slack.findMessage(general, /must wait/)
  await app.settled()
  // Two threads are posted, one after the other, before the alarm is solved.
  await until(async () => (await listAlarms(app, aiko)).length === 1)
  expect(await readDirect(app, aiko)).toContain(`<#${support}> is waiting`)
})
