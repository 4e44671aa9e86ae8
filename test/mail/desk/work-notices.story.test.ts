import { expect } from 'vitest'
import { findElements, readText } from '../../support/block-queries.ts'
import { type Harness, until } from '../../support/harness.ts'
import { test } from '../../support/story-test.ts'
import { resubmitLastForm } from '../../support/resubmit-form.ts'
import { pickEntry, pressInMore } from '../mail-menu.ts'

/** Changes the person's own notices. */
async function choose({ slack, settled }: Harness, user: string, channel: string, level: string): Promise<void> {
  await slack.command(user, channel, '/docs settings')
  await slack.fillForm(user, await slack.findForm(user), [[/^Notify me about/, level]])
  await settled()
}

/** Hands a new mail over. Returns its card. */
async function handOver({ slack, mail }: Harness, channel: string, [from, to]: [string, string]) {
  const { thread_id: threadId } = await mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
  const head = await slack.findMessage(channel, /The total looks wrong/)
  await pickEntry(slack, from, head, 'hand_over')
  await slack.fillForm(from, await slack.findForm(from), [['person', to]])
  await slack.findCard(channel, 'claimed', { kind: 'mail.card' })
  return { head, threadId }
}

/** Receives a mail. Returns its card. */
async function openMail({ slack, mail }: Harness, channel: string, subject: string) {
  await mail.receive({ subject, text: `About ${subject}` })
  return slack.findMessage(channel, new RegExp(`About ${subject}`))
}

test(
  'a further mail mentions the person who claimed it, if they want to be notified, once a minute; other people never',
  { tags: 'smoke' },
  async ({ app, slack, mail, support, maria, tom }) => {
    const { head, threadId } = await handOver(app, support, [maria, tom])
    await slack.findPost(support, 'mail.handed', head.ts)
    const readCalls = async (person = tom) =>
      (await slack.messages(support, head.ts)).filter((one) => readText(one).includes(`"user_id":"${person}"`)).length
    await mail.receive({ thread_id: threadId, text: 'The second mail' })
    await slack.findMessage(support, /wrote again.*claimed by you/, head.ts)
    await mail.receive({ thread_id: threadId, text: 'The third mail' })
    await slack.findMessage(support, /The third mail/, head.ts)
    await app.settled()
    expect(await readCalls()).toBe(2)
    const others = (await slack.messages(support)).filter(({ ts }) => ts !== head.ts)
    expect(others.filter((one) => /The (second|third) mail/.test(readText(one)))).toHaveLength(1)

    await pickEntry(slack, tom, await slack.findMessage(support, /The third mail/), 'hand_over')
    await slack.fillForm(tom, await slack.findForm(tom), [['person', maria]])
    await until(async () => (await readCalls(maria)) === 1)
    await choose(app, maria, support, 'nothing')
    await mail.receive({ thread_id: threadId, text: 'The fourth mail' })
    await slack.findMessage(support, /The fourth mail/)
    await app.settled()
    expect([await readCalls(), await readCalls(maria)]).toEqual([2, 1])
    for (const person of [tom, maria]) expect((await slack.messages(person)).filter((one) => one.bot_id)).toEqual([])
  },
)

test('the owner is mentioned once when a colleague closes, assigns or unclaims their email, not for their own acts', async ({
  app,
  slack,
  support,
  maria,
  tom,
  li,
}) => {
  const readNotices = async (head: { ts: string }) => {
    await app.settled()
    const posts = await slack.messages(support, head.ts)
    return posts.map((one) => readText(one)).filter((text) => text.includes('of yours'))
  }
  const first = await openMail(app, support, 'First')
  await slack.click(tom, first, 'mail.claim')
  await app.settled()
  await slack.click(maria, first, 'mail.done')
  await slack.findPost(support, 'mail.taken', first.ts)
  expect(await readNotices(first)).toEqual([expect.stringMatching(/marked this email of yours as done: “First”/)])
  expect((await readNotices(first))[0]).toContain(`"user_id":"${tom}"`)
  await slack.click(tom, first, 'mail.reopen')
  await app.settled()
  await slack.click(tom, first, 'mail.done')
  expect(await readNotices(first)).toHaveLength(1)

  const second = await openMail(app, support, 'Second')
  await slack.click(li, second, 'mail.claim')
  await app.settled()
  await pickEntry(slack, maria, second, 'hand_over')
  await slack.fillForm(maria, await slack.findForm(maria), [['person', tom]])
  await slack.findPost(support, 'mail.taken', second.ts)
  expect(await readNotices(second)).toEqual([expect.stringMatching(/assigned this email of yours to @Tom/)])
  expect((await readNotices(second))[0]).toContain(`"user_id":"${li}"`)
  await pressInMore(slack, maria, await slack.findMessage(support, /About Second/), 'mail.unclaim')
  await slack.findMessage(support, /unclaimed this email of yours: “Second”/, second.ts)
  expect(await readNotices(second)).toHaveLength(2)
})

test('a colleague’s snooze, or its end, is announced once to the owner and to the person who snoozed', async ({
  app,
  slack,
  support,
  maria,
  tom,
  li,
}) => {
  const head = await openMail(app, support, 'First')
  const act = async (user: string, verb: string) => {
    await pickEntry(slack, user, await slack.findMessage(support, /About First/), verb)
    await app.settled()
  }
  const findNotice = async (user: string, words: RegExp) =>
    slack.findMessage(support, new RegExp(`<@${user}>, ${words.source}`), head.ts)
  await act(tom, 'snooze_tomorrow')
  await act(li, 'wake')
  await findNotice(tom, /@Li Wei ended your snooze of this email: “First”/)
  await slack.click(tom, head, 'mail.claim')
  await app.settled()
  await act(maria, 'snooze_tomorrow')
  await findNotice(tom, /@Maria Torres snoozed this email of yours until <!date/)
  await act(li, 'wake')
  await findNotice(tom, /@Li Wei ended the snooze of this email of yours/)
  await findNotice(maria, /@Li Wei ended your snooze/)
  await act(tom, 'snooze_tomorrow')
  await act(tom, 'wake')
  await act(maria, 'snooze_tomorrow')
  await slack.click(tom, head, 'mail.done')
  await findNotice(maria, /@Tom Hadley marked this email you snoozed as done/)
  await app.settled()
  const notices = (await slack.messages(support, head.ts)).filter((one) => one.text?.startsWith('<@'))
  expect(notices).toHaveLength(6)
})

test('a colleague who owned mail of the inbox before is assigned it with one button, and reads the note', async ({
  app,
  slack,
  support,
  maria,
  tom,
  li,
}) => {
  await handOver(app, support, [maria, tom])
  await slack.click(li, await openMail(app, support, 'Second'), 'mail.claim')
  await app.settled()
  const head = await openMail(app, support, 'Third')
  await pickEntry(slack, maria, head, 'hand_over')
  const form = await slack.findForm(maria)
  expect(readText(form)).toContain('Customer One · Third')
  const buttons = findElements(form).filter(({ action_id: id }) => id?.startsWith('mail.assign_to:'))
  expect(buttons.map(({ value }) => value)).toEqual([li, tom])
  const typed = { note: { note: { type: 'plain_text_input', value: 'He phoned twice' } } }
  await slack.clickInView(maria, form.id, 'mail.assign_to:1', tom, typed)
  await until(async () =>
    (await slack.views(maria)).some(
      (view) => view.id === form.id && /You assigned “\u2068?Third\u2069?” to @Tom/.test(readText(view)),
    ),
  )
  expect(readText(await slack.findPost(support, 'mail.handed', head.ts))).toContain('He phoned twice')
  await app.settled()
  expect((await slack.messages(support)).filter((one) => one.ephemeral_for)).toEqual([])
})

test('a button for a colleague who has left meanwhile keeps the note, and names the reason', async ({
  app,
  slack,
  support,
  maria,
  tom,
}) => {
  await handOver(app, support, [maria, tom])
  const head = await openMail(app, support, 'Second')
  await pickEntry(slack, maria, head, 'hand_over')
  const form = await slack.findForm(maria)
  await slack.deactivate(tom)
  const typed = { note: { note: { type: 'plain_text_input', value: 'He phoned twice' } } }
  await slack.clickInView(maria, form.id, 'mail.assign_to:0', tom, typed)
  await until(async () =>
    (await slack.views(maria)).some(
      (view) => view.id === form.id && /can only be assigned to full members/.test(readText(view)),
    ),
  )
  await app.settled()
  expect((await slack.findMessage(support, /About Second/)).ts).toBe(head.ts)
})

test('a name with an ampersand is shown as it is in notices', async ({ app, slack, support, maria, tom }) => {
  await slack.changePerson(maria, { real_name: 'Maria & Co' })
  const { head } = await handOver(app, support, [maria, tom])
  expect(readText(await slack.findPost(support, 'mail.handed', head.ts))).toContain('"text":", @Maria & Co ')
})

test('an act from a list is answered there', async ({ app, slack, mail, support, maria, tom }) => {
  await mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
  const head = await slack.findMessage(support, /The total looks wrong/)
  await slack.command(maria, support, '/mail open')
  const list = await until(async () => (await slack.views(maria)).find((view) => readText(view).includes('Invoice')))
  await slack.click(tom, head, 'mail.claim')
  await slack.findCard(support, 'claimed', { kind: 'mail.card' })
  const claim = findElements(list).find(({ action_id: id }) => id === 'mail.claim')
  await slack.clickInView(maria, list.id, 'mail.claim', claim?.['value'])
  await until(async () =>
    (await slack.views(maria)).some((view) => /@Tom [^"]*has already claimed “Invoice”/.test(readText(view))),
  )
  await app.settled()
  expect((await slack.messages(support)).filter((one) => one.ephemeral_for)).toEqual([])
})

test('a form to assign a mail that is submitted again, and then as at first, ends with the first person', async ({
  app,
  slack,
  support,
  maria,
  tom,
}) => {
  const li = await slack.user('li')
  await handOver(app, support, [maria, tom])
  await slack.findMessage(support, /Claimed by @Tom/)
  await resubmitLastForm(app, (payload) => payload.replaceAll(tom, li))
  await slack.findMessage(support, /Claimed by @Li/)
  await resubmitLastForm(app, (payload) => payload)
  await slack.findMessage(support, /Claimed by @Tom/)
  await resubmitLastForm(app, (payload) => payload)
  await app.settled()
  await slack.findMessage(support, /Claimed by @Tom/)
})

test('a person who assigns an email reads that its new owner has notifications turned off', async ({
  app,
  slack,
  support,
  maria,
  tom,
}) => {
  await choose(app, tom, support, 'nothing')
  await handOver(app, support, [maria, tom])
  await slack.findEphemeral(support, maria, /Tom Hadley has notifications turned off, so nobody was notified/)
  await app.settled()
  expect((await slack.messages(tom)).filter((one) => one.bot_id)).toEqual([])
})

test('a person who is not in the public channel of an email is notified by direct message', async ({
  app,
  slack,
  mail,
  support,
  maria,
  tom,
}) => {
  await slack.leave(tom, support)
  await app.settled()
  const { threadId, head } = await handOver(app, support, [maria, tom])
  await slack.findMessage(tom, /assigned this email to you/)
  await mail.receive({ thread_id: threadId, text: 'A second look, please' })
  await slack.findMessage(tom, /claimed by you/)
  await app.settled()
  const below = (await slack.messages(support, head.ts)).map((one) => readText(one))
  expect(below.filter((one) => one.includes(`"user_id":"${tom}"`))).toEqual([])
})
