import { expect } from 'vitest'
import { findButton, readText } from '../../support/block-queries.ts'
import { type Harness, until, type View } from '../../support/harness.ts'
import { test, testWith } from '../../support/story-test.ts'
import { testSending } from '../../support/sending/sending-story.ts'
import { pickEntry } from '../mail-menu.ts'
import { lookAround } from '../../support/until.ts'

/** Opens the page of `/mail find`. */
async function find({ slack }: Harness, user: string, channel: string, words: string): Promise<View> {
  const before = await lookAround(() => slack.views(user))
  await slack.command(user, channel, `/mail find ${words}`)
  return until(async () =>
    (await slack.views(user)).find(
      (view) => view.callback_id === 'mail.find' && !before.some(({ id }) => id === view.id),
    ),
  )
}

const subjectsIn = (view: View): string[] =>
  [...JSON.stringify(view.blocks).matchAll(/(?:Offer|Angebot|見積) ?[\w-]*/g)].map(([one]) => one)

/** The subjects of the results of a search. */
const search = async (app: Harness, user: string, channel: string, words: string): Promise<string[]> =>
  subjectsIn(await find(app, user, channel, words))

/** Receives this many offers about wheels from Anna. */
async function receiveOffers({ slack, mail }: Harness, channel: string, count: number): Promise<void> {
  for (let n = 1; n <= count; n++)
    await mail.receive({
      subject: `Offer ${n}`,
      from: 'Anna Müller <anna@nord.test>',
      text: 'A quotation about wheels',
    })
  await slack.findMessage(channel, new RegExp(`Offer ${count}`))
}

/** Waits until the view shows the words. */
const findShown = ({ slack }: Harness, user: string, { id }: View, words: string): Promise<View> =>
  until(async () => (await slack.views(user)).find((view) => view.id === id && readText(view).includes(words)))

async function openOlder(app: Harness, user: string, first: View, words: string): Promise<View> {
  await app.slack.clickInView(user, first.id, String(findButton(first, /^Older$/)?.action_id))
  return findShown(app, user, first, words)
}

test('results are listed newest first, in pages', { tags: 'smoke' }, async ({ app, support, maria }) => {
  await receiveOffers(app, support, 8)
  await app.settled()
  const first = await find(app, maria, support, 'WHEELS from:muller')
  expect(subjectsIn(first)).toEqual(['Offer 8', 'Offer 7', 'Offer 6', 'Offer 5', 'Offer 4', 'Offer 3'])
  expect(first.private_metadata).not.toMatch(/wheels|muller/i)
  const second = await openOlder(app, maria, first, 'Offer 2')
  expect(subjectsIn(second)).toEqual(['Offer 2', 'Offer 1'])
  expect(findButton(second, /^Older$/)).toBeUndefined()
})

test('a result links its card', async ({ app, support, maria }) => {
  await receiveOffers(app, support, 1)
  await app.settled()
  // A slow link is left out of a result.
  await until(async () =>
    /<https?:[^|]+\|Offer 1>/.test(JSON.stringify((await find(app, maria, support, 'wheels')).blocks)),
  )
})

test('a result names the person who claimed the mail and the end of its snooze, and a snoozed mail is not open', async ({
  app,
  slack,
  support,
  maria,
  tom,
}) => {
  await receiveOffers(app, support, 2)
  await slack.click(tom, await slack.findMessage(support, /Offer 2/), 'mail.claim')
  const claimed = await slack.findCard(support, 'claimed', { kind: 'mail.card' })
  await pickEntry(slack, tom, claimed, 'snooze')
  await slack.fillForm(tom, await slack.findForm(tom), [['mail.snooze_when', 'tomorrow']])
  await app.settled()
  expect(readText(await find(app, maria, support, 'wheels'))).toMatch(
    /Offer 2[^✉]*?@Tom [^"]*💤 snoozed until[^✉]*?Offer 1[^✉]*?Unclaimed"/,
  )
  expect(await search(app, maria, support, 'from:muller is:open')).toEqual(['Offer 1'])
})

test('mail is found by words in any script, its sender, its channel and its state', async ({
  app,
  mail,
  support,
  leads,
  maria,
}) => {
  await receiveOffers(app, support, 1)
  await mail.receive({
    subject: 'Angebot',
    from: 'bernd@sued.test',
    html: '<p>Die <b>Räder</b> sind da, from <i>wheels</i></p>',
    attachments: [{ filename: 'Lieferschein 7.pdf', content: Buffer.from('x').toString('base64') }],
  })
  await mail.receive({ subject: '見積', from: 'ken@tokyo.test', text: 'ご質問があります' })
  await mail.receive({ subject: 'A prize for wheels', from: 'prize@win.test', kind: 'spam' })
  await app.settled()
  for (const [words, subjects] of [
    ['rader', ['Angebot']],
    ['質問', ['見積']],
    ['from:sued.test', ['Angebot']],
    ['from:<mailto:bernd@sued.test|bernd@sued.test>', ['Angebot']],
    [`wheels in:<#${support}|support> from:bernd`, ['Angebot']],
    ['angebot in:#support', ['Angebot']],
    ['angebot is:open', ['Angebot']],
    ['angebot is:done', []],
    ['angeb is:unclaimed', ['Angebot']],
    ['lieferschein', ['Angebot']],
    ['prize', []],
    [`angebot in:<#${leads}|leads>`, []],
  ] as const)
    expect([words, await search(app, maria, support, words)]).toEqual([words, subjects])
})

test('the page shows an address without Slack’s markup, and names words that it cannot use', async ({
  app,
  support,
  maria,
}) => {
  await receiveOffers(app, support, 1)
  await app.settled()
  const typed = await find(app, maria, support, 'wheels from:<mailto:bernd@sued.test|bernd@sued.test>')
  expect(readText(typed)).toContain('"initial_value":"wheels from:bernd@sued.test"')
  expect(readText(await find(app, maria, support, 'the'))).toContain('in nearly every email')
  expect(readText(await find(app, maria, support, 'wheels to:bernd'))).toContain('There’s no filter to:')
  expect(readText(await find(app, maria, support, 'offer is:lost'))).toContain('is:lost')
  expect(readText(await find(app, maria, support, 'is:waiting'))).toContain('Add a word, a sender or an inbox')
})

test('a result of an older page opens with its text', async ({ app, slack, support, maria }) => {
  await receiveOffers(app, support, 7)
  await app.settled()
  const second = await openOlder(app, maria, await find(app, maria, support, 'wheels'), 'Offer 1')
  const open = findButton(second, /^Open$/)
  await slack.clickInView(maria, second.id, String(open?.action_id), open?.['value'])
  await until(async () =>
    (await slack.views(maria)).find(
      (view) => view.callback_id === 'mail.read' && readText(view).includes('A quotation about wheels'),
    ),
  )
})

test('a search without results can be changed in its page', async ({ app, slack, support, maria }) => {
  await receiveOffers(app, support, 1)
  await app.settled()
  const form = await find(app, maria, support, 'nothing')
  expect(readText(form)).toContain('has all of these words')
  await slack.fillForm(maria, form, [[/Words/, 'quotation']])
  await findShown(app, maria, form, 'Offer 1')
})

test('mail of a private channel is found only by its members', async ({
  app,
  slack,
  mail,
  support,
  leads,
  aiko,
  li,
}) => {
  await slack.command(aiko, support, `/mail route ${mail.inbox} #leads`)
  await until(async () => JSON.stringify((await slack.command(aiko, support, '/mail inboxes')).body).includes(leads))
  await mail.receive({ subject: 'Offer secret', from: 'anna@nord.test', text: 'Only for the leads' })
  await slack.findMessage(leads, /Only for the leads/)
  await app.settled()
  expect(await search(app, aiko, support, 'secret')).toEqual(['Offer secret'])
  expect(await search(app, li, support, 'secret')).toEqual([])
})

testWith({ env: { MAIL_DEFAULT_CHANNEL: '' } })(
  'the page shows that mail which waits for a channel may be missing',
  async ({ app, slack, support, maria, aiko }) => {
    await app.mail.receive({ subject: 'Offer 1', from: 'anna@nord.test', text: 'A quotation about wheels' })
    await slack.findMessage(aiko, /because it has no route/)
    await app.settled()
    expect(readText(await find(app, maria, support, 'wheels'))).toMatch(/waiting for a channel/)
    await slack.command(aiko, support, `/mail route ${app.mail.inbox} #support`)
    await slack.findMessage(support, /quotation about wheels/)
    await app.settled()
    const page = readText(await find(app, maria, support, 'wheels in:#support'))
    expect(page).toMatch(/Offer 1/)
    expect(page).not.toMatch(/waiting for a channel/)
  },
)

testSending({ env: { MAIL_UNDO_SECONDS: '0' } })(
  'an email is found by what we replied to it',
  async ({ app, slack, mail, support, maria }) => {
    await receiveOffers(app, support, 1)
    await slack.click(maria, await slack.findMessage(support, /Offer 1/), 'mail.reply')
    await slack.fillForm(maria, await slack.findForm(maria), [['mail.text', 'We take the turquoise ones.']])
    await mail.findSentMail(/turquoise/)
    await app.settled()
    expect(await search(app, maria, support, 'turquo')).toEqual(['Offer 1'])
  },
)

testSending({ env: { MAIL_UNDO_SECONDS: '0' } })(
  'a long email is found by the words of our reply to it',
  async ({ app, slack, mail, support, maria }) => {
    // Words are indexed by their first five letters.
    const words = Array.from({ length: 1000 }, (_, index) => (1_700_000 + index * 997).toString(36))
    await mail.receive({ subject: 'Offer of a long list', text: `Please read this. ${words.join(' ')}` })
    await slack.click(maria, await slack.findMessage(support, /Please read this/), 'mail.reply')
    await slack.fillForm(maria, await slack.findForm(maria), [['mail.text', 'We ship the xylophones tomorrow.']])
    await mail.findSentMail(/xylophones/)
    await app.settled()
    expect(await search(app, maria, support, 'xylophones')).toEqual(['Offer of'])
  },
)
