import { expect } from 'vitest'
import { readText } from '../../support/block-queries.ts'
import { type Harness, until } from '../../support/harness.ts'
import { test } from '../../support/story-test.ts'
import { testSending } from '../../support/sending/sending-story.ts'
import { listEntries, pickEntry, pressInMore } from '../mail-menu.ts'

const DAY_MS = 24 * 60 * 60_000

/** Receives a mail and snoozes it. Returns its card. */
async function snooze({ slack, mail }: Harness, user: string, channel: string, answers: [RegExp | string, unknown][]) {
  const { thread_id: threadId } = await mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
  const head = await slack.findMessage(channel, /The total looks wrong/)
  await pickEntry(slack, user, head, 'snooze')
  const form = await slack.findForm(user)
  const answer = await slack.fillForm(user, form, answers)
  return { head, threadId, answer, form }
}

// A day passes in less than a second.
testSending({ env: { CLOCK_SCALE: '100000' } })(
  'a snoozed mail comes back to its channel once, and mentions the person who snoozed it',
  { tags: 'smoke' },
  async ({ app, slack, support, maria, tom }) => {
    const { head } = await snooze(app, maria, support, [['mail.snooze_when', 'tomorrow']])
    const returned = await slack.findMessage(support, /the email you snoozed is back/)
    expect(readText(returned)).toContain(`"user_id":"${maria}"`)
    expect(returned.thread_ts).toBe(head.ts)
    await until(async () => !readText((await slack.messages(support))[0]).includes('Snoozed by'))
    await slack.click(tom, returned, /^Claim$/)
    await slack.findCard(support, 'claimed', { kind: 'mail.card' })
    await until(async () => {
      const now = (await slack.messages(support)).find(({ ts }) => ts === returned.ts)
      return readText(now).includes('is back') && !readText(now).includes('mail.done')
    })
    await app.settled()
    const inChannel = (await slack.messages(support)).map((one) => readText(one))
    expect(inChannel.filter((one) => one.includes('is back'))).toHaveLength(1)
  },
)

testSending({ env: { CLOCK_SCALE: '20000', MAIL_UNDO_SECONDS: '0' } })(
  'a person whose snooze ends reads that a colleague has replied to the email',
  async ({ app, slack, mail, support, maria, tom }) => {
    const { head } = await snooze(app, maria, support, [['mail.snooze_when', 'tomorrow']])
    await slack.click(tom, head, 'mail.reply')
    await slack.fillForm(tom, await slack.findForm(tom), [['mail.text', 'A new invoice is on its way.']])
    await mail.findSentMail(/new invoice/)
    const returned = await slack.findMessage(support, /the email you snoozed is back/)
    expect(readText(returned)).toMatch(/@Tom Hadley replied <[^>]+> · waiting for their reply/)
  },
)

test('a mail is snoozed until the next morning of the person who asks, without a form', async ({
  app,
  slack,
  mail,
  support,
  maria,
}) => {
  await mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  expect(listEntries(head)).toEqual(['snooze_tomorrow', 'snooze', 'hand_over', 'forward', 'more'])
  await pickEntry(slack, maria, head, 'snooze_tomorrow')
  const snoozed = await until(async () =>
    (await slack.messages(support)).find((one) => /Snoozed by @Maria Torres until/.test(readText(one))),
  )
  const until9 = Number(/until <!date\^(\d+)/.exec(readText(snoozed))?.[1]) * 1000
  const hour = new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: 'Europe/Madrid' })
  expect(hour.format(until9)).toBe('09')
  expect(until9 - Date.now()).toBeLessThan(2 * DAY_MS)
  await app.settled()
  expect((await slack.views(maria)).filter(({ type }) => type === 'modal')).toEqual([])
  expect(listEntries(snoozed)).toEqual(['wake', 'hand_over', 'mute', 'forward', 'more'])
})

test('a mail in a snoozed or finished thread wakes the thread and is shown in the channel; an automatic one does neither', async ({
  app,
  slack,
  mail,
  support,
  maria,
}) => {
  const { head, threadId, form } = await snooze(app, maria, support, [[/^Until when/, 'tomorrow']])
  expect(readText(form)).toContain('Your time zone')
  const readHead = async () => readText((await slack.messages(support)).find(({ ts }) => ts === head.ts))
  const inChannel = async () =>
    (await slack.messages(support))
      .filter(({ ts }) => ts !== head.ts)
      .map((one) => /The \w+ mail/.exec(readText(one))?.[0])
  await until(async () => (await readHead()).includes('💤 Snoozed by @Maria Torres until'))
  await mail.receive({
    thread_id: threadId,
    text: 'The automatic email',
    headers: { 'Auto-Submitted': 'auto-replied' },
  })
  await slack.findMessage(support, /The automatic email/, head.ts)
  await app.settled()
  expect(await readHead()).toContain('Snoozed by')
  await mail.receive({ thread_id: threadId, text: 'The second mail' })
  await slack.findMessage(support, /The second mail/)
  const told = await slack.findMessage(support, /wrote again/, head.ts)
  expect(readText(told)).toContain(`"user_id":"${maria}"`)
  await until(async () => !(await readHead()).includes('Snoozed by'))

  await slack.click(maria, await slack.findMessage(support, /The second mail/), 'mail.done')
  await until(async () => (await readHead()).includes('✅ Done'))
  await mail.receive({ thread_id: threadId, text: 'The third mail' })
  await slack.findMessage(support, /The third mail/)
  await until(async () => !(await readHead()).includes('✅ Done'))

  await pressInMore(slack, maria, await slack.findMessage(support, /The third mail/), 'mail.mute')
  await slack.findMessage(support, /Muted by @Maria Torres/)
  await mail.receive({ thread_id: threadId, text: 'The fourth mail' })
  await slack.findMessage(support, /The fourth mail/, head.ts)
  await app.settled()
  expect((await inChannel()).filter(Boolean)).toEqual(['The second mail', 'The third mail'])
  // Only the mail that ended the snooze mentions the person who snoozed it.
  const below = (await slack.messages(support, head.ts)).filter((one) => readText(one).includes('wrote again'))
  expect(below).toHaveLength(1)
})

test('a snooze uses the time zone of the person who snoozes', async ({ app, slack, support, maria }) => {
  await slack.changePerson(maria, { tz: 'Pacific/Auckland' })
  const { form } = await snooze(app, maria, support, [[/^Until when/, 'tomorrow']])
  expect(readText(form)).toContain('Your time zone, Pacific/Auckland')
  const shown = readText(await slack.findMessage(support, /Snoozed by/))
  const until = Number(/Snoozed by [^"]*?<!date\^(\d+)/.exec(shown)?.[1]) * 1000
  // 9:00 in that zone, in summer or in winter.
  expect(['20:00', '21:00']).toContain(new Date(until).toISOString().slice(11, 16))
})

test('a past or incomplete time is refused in the form', async ({ app, slack, support, maria }) => {
  const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10)
  const pick = [/^Until when/, 'pick'] as [RegExp, unknown]
  const { form, answer } = await snooze(app, maria, support, [pick])
  expect(JSON.stringify(answer)).toContain('Choose a day and a time')
  // The fields for day and time appear once they are needed.
  expect(readText(form)).not.toContain('"Day"')
  await slack.clickInView(maria, form.id, 'mail.snooze_when', 'pick')
  const asked = await until(async () =>
    (await slack.views(maria)).find((view) => view.id === form.id && readText(view).includes('"Day"')),
  )
  const late = await slack.fillForm(maria, asked, [pick, [/^Day/, yesterday], [/^Time/, '09:00']])
  expect(JSON.stringify(late)).toContain('time has passed')
})

testSending({ env: { MAIL_UNDO_SECONDS: '0' } })(
  'a sent reply makes its thread wait for an answer, and the answer opens it again',
  async ({ app, slack, mail, support, maria }) => {
    const { thread_id: threadId } = await mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
    const head = await slack.findMessage(support, /The total looks wrong/)
    await slack.click(maria, head, 'mail.reply')
    await slack.fillForm(maria, await slack.findForm(maria), [['mail.text', 'We are looking into it.']])
    await mail.findSentMail(/looking into it/)
    await slack.findMessage(support, /waiting for their reply/)
    await mail.receive({ thread_id: threadId, text: 'Thank you' })
    await slack.findMessage(support, /Thank you/, head.ts)
    await app.settled()
    expect(readText((await slack.messages(support))[0])).not.toContain('waiting for their reply')
  },
)

test('a mail is handed over to a person who can read it, and they are notified', async ({
  app,
  slack,
  mail,
  leads,
  maria,
  tom,
  li,
  gwen,
  aiko,
  support,
}) => {
  await slack.command(aiko, support, `/mail route ${mail.inbox} #leads`)
  await app.settled()
  await mail.receive({ subject: 'Offer', text: 'For the leads' })
  const head = await slack.findMessage(leads, /For the leads/)
  await pickEntry(slack, maria, head, 'hand_over')
  const form = await slack.findForm(maria)
  const refused = await slack.fillForm(maria, form, [['person', li]])
  expect(JSON.stringify(refused)).toContain('can’t read this email’s channel')
  await slack.join(gwen, leads)
  const guest = await slack.fillForm(maria, form, [['person', gwen]])
  expect(JSON.stringify(guest)).toContain('only be assigned to full members')
  await slack.fillForm(maria, form, [
    ['person', tom],
    ['note', 'They want *10 %* <!channel>.'],
  ])
  await slack.findCard(leads, 'claimed', { kind: 'mail.card' })
  const told = await slack.findPost(leads, 'mail.handed', head.ts)
  expect(readText(told)).toContain(`"user_id":"${tom}"`)
  // The note is quoted as it was typed, and mentions nobody.
  expect(told.blocks?.at(-1)).toMatchObject({
    elements: [{ type: 'rich_text_quote', elements: [{ type: 'text', text: 'They want *10 %* <!channel>.' }] }],
  })

  // In a muted thread, the person is notified by direct message, with a link to the mail.
  await pressInMore(slack, tom, head, 'mail.mute')
  await slack.findMessage(leads, /Muted by @Tom/)
  await pickEntry(slack, tom, head, 'hand_over')
  await slack.fillForm(tom, await slack.findForm(tom), [
    ['person', maria],
    ['note', 'Please call them.'],
  ])
  const direct = readText(await slack.findPost(maria, 'mail.handed'))
  expect(direct).toContain('Please call them.')
  expect(readText(await slack.findMessage(leads, /with a note/, head.ts))).toContain('Please call them.')
  expect(direct).toMatch(new RegExp(`p${head.ts.replace('.', '')}[^>]*\\|Go to the email>`))
})
