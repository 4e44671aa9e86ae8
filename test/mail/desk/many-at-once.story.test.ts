import { expect } from 'vitest'
import { findElements, readText } from '../../support/block-queries.ts'
import { type Harness, until, type View } from '../../support/harness.ts'
import { test } from '../../support/story-test.ts'
import { pickEntry, pressInMore } from '../mail-menu.ts'

/** Receives emails of these senders, each in a thread of its own, with their numbers in the subjects. */
async function receiveAll({ mail, slack, settled }: Harness, channel: string, senders: string[]): Promise<void> {
  for (const [n, from] of senders.entries()) {
    await mail.receive({ subject: `Subject ${n}`, from, text: `First words of ${n}` })
    await slack.findMessage(channel, new RegExp(`Subject ${n}\\b`))
  }
  await settled()
}

const findModal = ({ slack }: Harness, user: string, fits: RegExp): Promise<View> =>
  until(async () => (await slack.views(user)).findLast((view) => view.type === 'modal' && fits.test(readText(view))))

/** Opens the form for several emails from a list. */
async function openForm(app: Harness, user: string, channel: string, of = 'open'): Promise<{ list: View; form: View }> {
  await app.slack.command(user, channel, `/mail ${of}`)
  const list = await findModal(app, user, /mail\.listed/)
  await app.slack.clickInView(user, list.id, 'mail.bulk', valueOf(list, 'mail.bulk'))
  return { list, form: await findModal(app, user, /mail\.bulk_act/) }
}

const valueOf = (view: View, id: string): unknown => findElements(view).find((one) => one.action_id === id)?.['value']

/** The values of the boxes whose words fit. */
const boxes = (form: View, fits: RegExp): string[] =>
  findElements(form)
    .flatMap((one) => (Array.isArray(one['options']) ? one['options'] : []))
    .filter((one) => fits.test(JSON.stringify(one)))
    .map((one) => String((one as { value: unknown }).value))

test('several emails are done together, all of one sender with one box, and one line counts them', async ({
  app,
  slack,
  support,
  maria,
}) => {
  await receiveAll(app, support, ['ann@one.test', 'monitor@two.test', 'monitor@two.test', 'bo@three.test'])
  const { form } = await openForm(app, maria, support)
  expect(readText(form)).toContain('First words of 0')
  const others = { 'mail.bulk_whole': { 'mail.bulk_whole': boxes(form, /^\{.*"text":"monitor@two.test"/) } }
  await slack.fillForm(maria, form, [['mail.bulk_mails:0', boxes(form, /Subject 0/)]], {
    ...others,
    'mail.bulk_act': { 'mail.bulk_act': 'done' },
  })
  const after = await findModal(app, maria, /3 emails marked as done/)
  expect(readText(after)).not.toMatch(/Subject [012]/)
  expect(readText(after)).toContain('Subject 3')
})

test('a hand-over of several emails notifies the other person once', async ({ app, slack, support, maria, tom }) => {
  await receiveAll(app, support, ['ann@one.test', 'bo@three.test'])
  const { form } = await openForm(app, maria, support)
  await slack.clickInView(maria, form.id, 'mail.bulk_act', 'hand_over')
  const asked = await findModal(app, maria, /mail\.bulk_person/)
  await slack.fillForm(maria, asked, [
    ['mail.bulk_act', 'hand_over'],
    ['mail.bulk_person', tom],
    ['mail.bulk_whole', ['all']],
  ])
  await findModal(app, maria, /2 emails assigned to @Tom/)
  await app.settled()
  const told = (await slack.messages(tom)).map(readText).filter((text) => text.includes('assigned 2 emails to you'))
  expect(told).toHaveLength(1)
})

test('the owner of emails that a colleague marks as done together is notified once', async ({
  app,
  slack,
  mail,
  support,
  maria,
  tom,
}) => {
  await receiveAll(app, support, ['ann@one.test', 'bo@three.test', 'cy@four.test'])
  await mail.receive({ subject: `Subject 3 ${'and more '.repeat(50)}`, from: 'di@five.test' })
  for (const n of [0, 1, 3])
    await slack.click(tom, await slack.findMessage(support, new RegExp(`Subject ${n}\\b`)), 'mail.claim')
  await app.settled()
  const { form } = await openForm(app, maria, support)
  await slack.fillForm(maria, form, [['mail.bulk_mails:0', boxes(form, /Subject/)]], {
    'mail.bulk_act': { 'mail.bulk_act': 'done' },
  })
  await findModal(app, maria, /4 emails marked as done/)
  await app.settled()
  const notices = (await slack.messages(tom)).map((one) => readText(one)).filter((text) => text.includes('as done'))
  expect(notices).toHaveLength(1)
  expect(notices[0]).toContain('marked 3 emails of yours as done')
  // Emails that arrive together are named in either order.
  for (const subject of ['|Subject 0>', '|Subject 1>']) expect(notices[0]).toContain(subject)
  expect(notices[0]).toMatch(/\|[^|]?Subject 3 (and more )+[^|<]*…[^|]?>/)
  expect(notices[0]).not.toContain('Subject 2')
  expect((await slack.messages(maria)).filter((one) => readText(one).includes('of yours'))).toEqual([])
})

test('a person whose snoozes a colleague ends for several emails together is notified once', async ({
  app,
  slack,
  support,
  maria,
  tom,
  li,
}) => {
  await receiveAll(app, support, ['ann@one.test', 'bo@three.test'])
  await slack.click(tom, await slack.findMessage(support, /Subject 0\b/), 'mail.claim')
  for (const n of [0, 1])
    await pickEntry(slack, li, await slack.findMessage(support, new RegExp(`Subject ${n}\\b`)), 'snooze_tomorrow')
  await app.settled()
  const { form } = await openForm(app, maria, support, 'snoozed')
  await slack.fillForm(maria, form, [['mail.bulk_mails:0', boxes(form, /Subject/)]], {
    'mail.bulk_act': { 'mail.bulk_act': 'done' },
  })
  await findModal(app, maria, /2 emails marked as done/)
  await slack.findMessage(li, /marked 2 emails of yours as done/)
  await slack.findMessage(tom, /marked 1 email of yours as done/)
})

test('an email that somebody else claimed meanwhile is counted with the reason', async ({
  app,
  slack,
  support,
  maria,
  tom,
}) => {
  await receiveAll(app, support, ['ann@one.test', 'bo@three.test'])
  const { form } = await openForm(app, maria, support)
  await slack.click(tom, await slack.findMessage(support, /Subject 1\b/), 'mail.claim')
  await app.settled()
  await slack.fillForm(maria, form, [
    ['mail.bulk_act', 'claim'],
    ['mail.bulk_whole', ['all']],
  ])
  const list = readText(await findModal(app, maria, /1 email claimed/))
  expect(list).toContain('1 unchanged: someone got there first')
})

test('an email of which a newer one has come since the form opened stays open and is named, like one that somebody has claimed', async ({
  app,
  slack,
  mail,
  support,
  maria,
  tom,
}) => {
  const { thread_id: thread } = await mail.receive({ subject: 'Server', from: 'ann@one.test', text: 'It is slow' })
  await slack.findMessage(support, /It is slow/)
  await receiveAll(app, support, ['bo@three.test', 'cy@four.test'])
  const { form } = await openForm(app, maria, support)
  await mail.receive({ thread_id: thread, subject: 'Re: Server', from: 'ann@one.test', text: 'Now it is down' })
  await slack.findMessage(support, /Now it is down/)
  await slack.click(tom, await slack.findMessage(support, /First words of 0/), 'mail.claim')
  await app.settled()
  await slack.fillForm(maria, form, [
    ['mail.bulk_act', 'done'],
    ['mail.bulk_whole', ['all']],
  ])
  const list = readText(await findModal(app, maria, /1 email marked as done/))
  expect(list).toMatch(/1 left open, because a new email came meanwhile: <[^|]*\|Re: Server>/)
  expect(list).toMatch(/1 unchanged: someone else claimed it meanwhile: <[^|]*\|Subject 0>/)
  await app.settled()
  const cards = (await slack.messages(support)).map(readText)
  expect(cards.filter((card) => card.includes('Done by'))).toHaveLength(1)
  expect(cards.find((card) => card.includes('Now it is down'))).toContain('Unclaimed')
})

test('a list begins with the oldest on request, and Reply opens the form', async ({ app, slack, support, maria }) => {
  await receiveAll(app, support, ['ann@one.test', 'bo@three.test', 'cy@four.test'])
  await slack.command(maria, support, '/mail open')
  const list = await findModal(app, maria, /mail\.listed/)
  const read = (view: View) => [...readText(view).matchAll(/Subject \d/g)].map(([subject]) => subject)
  expect(read(list)).toEqual(['Subject 2', 'Subject 1', 'Subject 0'])
  await slack.clickInView(maria, list.id, 'mail.list_order', valueOf(list, 'mail.list_order'))
  const oldest = await findModal(app, maria, /Newest first/)
  expect(read(oldest)).toEqual(['Subject 0', 'Subject 1', 'Subject 2'])
  const [entry = ''] = /reply:[0-9a-f]+/.exec(readText(oldest)) ?? []
  await slack.clickInView(maria, list.id, 'mail.listed', entry)
  expect(readText(await findModal(app, maria, /mail\.text/))).toContain('ann@one.test')
})

test('the senders of the most emails have a box, and a line says so if there are more', async ({
  app,
  support,
  maria,
}) => {
  const often = ['often@two.test', 'often@two.test', 'often@two.test']
  const twice = Array.from({ length: 9 }, (_, n) => [`p${n}@one.test`, `p${n}@one.test`])
  await receiveAll(app, support, [...twice.flat(), ...often])
  const { form } = await openForm(app, maria, support)
  expect(boxes(form, /^\{.*"text":"often@two.test"/)).toHaveLength(1)
  expect(readText(form)).toContain('Only the senders of the most emails have a box.')
})

test('an open list and an open window of a private channel’s email answer a person who has left it', async ({
  app,
  slack,
  mail,
  docs,
  leads,
  aiko,
  tom,
}) => {
  await slack.join(tom, leads)
  await slack.command(aiko, docs, `/mail route ${mail.inbox} #leads`)
  await app.settled()
  await receiveAll(app, leads, ['ann@one.test', 'bob@two.test'])
  await pressInMore(slack, tom, await slack.findMessage(leads, /Subject 1\b/), 'mail.details')
  const details = await findModal(app, tom, /mail\.original/)
  await slack.command(tom, leads, '/mail open')
  const list = await findModal(app, tom, /mail\.listed/)
  await slack.leave(tom, leads)
  await app.settled()
  await slack.clickInView(tom, list.id, 'mail.bulk', valueOf(list, 'mail.bulk'))
  await findModal(app, tom, /no open email here that you can read now/)
  await slack.clickInView(tom, details.id, 'mail.original')
  await findModal(app, tom, /You’re not in the channel this email is in now/)
  await app.settled()
  expect(await slack.messages(tom)).toEqual([])
})
