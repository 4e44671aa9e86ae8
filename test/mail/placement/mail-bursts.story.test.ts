/** @module-tag redis */
import { expect } from 'vitest'
import { findButton, findElements, readText } from '../../support/block-queries.ts'
import { type Harness, type Message, until } from '../../support/harness.ts'
import { test } from '../../support/story-test.ts'
import { createInbox } from '../mailbox-calls.ts'

const LISTED = /new emails?\*? since/

/** The digests of a channel, the newest last. */
const findDigests = async ({ slack }: Harness, channel: string): Promise<Message[]> =>
  (await slack.messages(channel)).filter((one) => LISTED.test(readText(one)))

const numbersIn = (text: string): number[] => [...text.matchAll(/Ticket (\d+)\b/g)].map(([, number]) => Number(number))

/** Sends mails to one channel at the same time; the numbers in their subjects are in the order of arrival. */
const sendTicket = ({ mail }: Harness, n: number): Promise<unknown> =>
  mail.receive({
    subject: `Ticket ${n} is open`,
    from: `one${n}@customer.test`,
    text: `Please look at number ${n}`,
  })

async function sendTickets(app: Harness, count: number, from = 0): Promise<void> {
  for (let n = from; n < from + count; n++) await sendTicket(app, n)
}

/** Waits until all tickets are in the channel. Returns the numbers of those in a list, and of those with a card. */
const findTickets = (
  app: Harness,
  channel: string,
  count: number,
): Promise<{ listed: Set<number>; single: number[] }> =>
  until(async () => {
    const all = await app.slack.messages(channel)
    const listed = new Set((await findDigests(app, channel)).flatMap((one) => numbersIn(readText(one))))
    const single = all.filter((one) => !LISTED.test(readText(one))).flatMap((one) => numbersIn(readText(one)))
    return new Set([...listed, ...single]).size === count ? { listed, single } : undefined
  })

/** More mail than is posted as single cards. */
const BURST = 25

/** Sends a burst and waits for its list. */
async function openList(app: Harness, channel: string): Promise<Message & { channel: string }> {
  // Together: a busy machine receives one after another more slowly than the channel shows them.
  await Promise.all(Array.from({ length: BURST }, (_, n) => sendTicket(app, n)))
  await findTickets(app, channel, BURST)
  await app.settled()
  const [digest] = await findDigests(app, channel)
  if (!digest) throw new Error('no mail is in a list')
  return { ...digest, channel }
}

/** A line of a list: the number of its mail, and the value of its button. */
interface Line {
  number: number
  value: string
}

function readNewestLine(digest: Message): Line {
  const [number = -1] = numbersIn(readText(digest))
  const line = digest.blocks?.find((block) => readText({ blocks: [block] }).includes(`Ticket ${number} is open`))
  return { number, value: String(findButton(line, /^Open$/)?.['value']) }
}

/** More than one list holds, even if a busy machine receives mail so slowly that a third gets cards. */
const MANY = 80

test('more new mails than a channel can show become lists of at most 50 blocks, the newest on top', async ({
  app,
  support,
}) => {
  await sendTickets(app, MANY)
  const { listed, single } = await findTickets(app, support, MANY)
  // The first mails are posted as usual; each mail is shown in one of the two ways.
  expect(listed.size).toBeGreaterThan(40)
  expect(new Set(single).size).toBe(MANY - listed.size)
  await app.settled()
  const digests = await findDigests(app, support)
  expect(digests).toHaveLength(2)
  for (const digest of digests) {
    expect(digest.blocks?.length).toBeLessThanOrEqual(50)
    const order = numbersIn(readText(digest))
    expect(order).toEqual(order.toSorted((one, other) => other - one))
  }
  expect(readText(digests[0])).toContain('Continued below')
})

test('a deleted list is posted again with the next mail', async ({ app, slack, support }) => {
  const digest = await openList(app, support)
  // The next mail comes immediately, before it is calm.
  await slack.deleteMessage({ channel: support, ts: digest.ts })
  await sendTickets(app, 1, BURST)
  const again = await slack.findMessage(support, new RegExp(`Ticket ${BURST} is open`))
  expect(numbersIn(readText(again))).toEqual([BURST, ...numbersIn(readText(digest))])
})

test('a mail that follows in a listed thread is counted in its line', async ({ app, slack, mail, support }) => {
  await openList(app, support)
  const ticket = { from: 'one61@customer.test', thread_id: 'thd_61' }
  await mail.receive({ ...ticket, subject: 'Ticket 61 is open', text: 'Please look at number 61' })
  await mail.receive({ ...ticket, subject: 'Re: Ticket 61 is open', text: 'More' })
  await slack.findMessage(support, /Ticket 61 is open \(2\)/)
})

test('a burst of mail does not delay the card of a job', async ({ app, slack, support, maria }) => {
  await openList(app, support)
  await slack.command(maria, support, '/docs add a page about webhooks')
  await slack.findMessage(support, /page about webhooks/)
})

/** Opens a line of a list; resolves to the window with its mail. */
async function openLine(
  { client, slack }: Harness,
  user: string,
  digest: Message & { channel: string },
  { number, value }: Line,
) {
  const at = { channel: digest.channel, message_ts: digest.ts }
  await client.slack.click({ user, ...at, action_id: 'mail.open_listed', value })
  return until(async () =>
    (await slack.views(user)).findLast((view) => readText(view).includes(`Please look at number ${number}`)),
  )
}

test('a listed mail opens in a window, where it is done with the second click', async ({
  app,
  slack,
  support,
  maria,
}) => {
  const digest = await openList(app, support)
  const line = readNewestLine(digest)
  const window = await openLine(app, maria, digest, line)
  const ids = findElements(window).map(({ action_id: id }) => id)
  expect(ids).toEqual(expect.arrayContaining(['mail.reply', 'mail.claim', 'mail.done', 'mail.post_listed']))
  await slack.clickInView(maria, window.id, 'mail.done', findElements(window).find(isNamed('mail.done'))?.['value'])
  await until(async () => findElements(await findView(app, maria, window.id)).some(isNamed('mail.reopen')))
  await slack.findMessage(support, new RegExp(`Done: \\*Ticket ${line.number} `))
  await app.settled()
  const all = (await slack.messages(support)).map(readText)
  expect(all.filter((text) => text.includes(`Please look at number ${line.number}`))).toEqual([])
})

const isNamed =
  (wanted: string) =>
  ({ action_id: id }: { action_id: string }): boolean =>
    id === wanted

const findView = async ({ slack }: Harness, user: string, id: string) =>
  (await slack.views(user)).find((view) => view.id === id)

test('all mail of a list is done with one form, privately counted below it', async ({ app, slack, support, maria }) => {
  const digest = await openList(app, support)
  await slack.click(maria, digest, 'mail.bulk')
  const form = await slack.findForm(maria)
  await slack.fillForm(maria, form, [
    ['mail.bulk_act', 'done'],
    ['mail.bulk_whole', ['all']],
  ])
  await slack.findEphemeral(support, maria, /emails marked as done/)
  await slack.findMessage(support, /0 open · \d+ done/)
  await app.settled()
  expect(findElements((await findDigests(app, support))[0]).some(isNamed('mail.bulk'))).toBe(false)
})

test('a listed mail is shown in its channel once, and its line says so', async ({ app, slack, support, maria }) => {
  const digest = await openList(app, support)
  const line = readNewestLine(digest)
  const { number, value } = line
  const window = await openLine(app, maria, digest, line)
  const post = () => slack.clickInView(maria, window.id, 'mail.post_listed', value)
  await post()
  const head = await slack.findMessage(support, new RegExp(`Please look at number ${number}\\b`))
  expect(findButton(head, /^Reply$/)).toBeDefined()
  await until(async () =>
    findElements((await findDigests(app, support))[0]).some(
      (one) => one['value'] === value && JSON.stringify(one).includes('Opened'),
    ),
  )
  await post()
  await until(async () => (await slack.views(maria)).some((view) => /This email is here/.test(readText(view))))
  await app.settled()
  const all = (await slack.messages(support)).map(readText)
  expect(all.filter((text) => text.includes(`Please look at number ${number}`))).toHaveLength(1)
})

test('a listed mail that is handed over gets its card, and the other person is notified below it', async ({
  app,
  slack,
  support,
  maria,
  tom,
}) => {
  await openList(app, support)
  await slack.command(maria, support, '/mail open')
  const list = await until(async () => (await slack.views(maria)).findLast((view) => view.type === 'modal'))
  const row = list.blocks.map((block) => JSON.stringify(block)).find((one) => /\*Ticket \d+ is open/.test(one)) ?? ''
  const entry = /hand_over:[0-9a-f.]+/.exec(row)?.[0]
  await slack.clickInView(maria, list.id, 'mail.listed', entry)
  const form = await slack.findForm(maria, list)
  await slack.fillForm(maria, form, [['person', tom]])
  const handed = await slack.findMessage(support, new RegExp(`Please look at number ${numbersIn(row)[0]}\\b`))
  const told = await slack.findPost(support, 'mail.handed', handed.ts)
  expect(readText(told)).toContain(`"user_id":"${tom}"`)
})

test('single cards are posted again after a burst, and the complete list says so, even after it was deleted', async ({
  app,
  slack,
  mail,
  support,
}) => {
  await openList(app, support)
  const complete = await slack.findMessage(support, /Back to single cards at/)
  await mail.receive({ subject: 'A calm mail', text: 'No hurry' })
  const calm = await slack.findMessage(support, /No hurry/)
  expect(findButton(calm, /^Reply$/)).toBeDefined()

  // The list comes again although nothing edits it.
  await slack.deleteMessage(complete)
  const copy = await until(async () =>
    (await findDigests(app, support)).find((one) => one.ts > complete.ts && /Back to single cards/.test(readText(one))),
  )
  expect(numbersIn(readText(copy))).toEqual(numbersIn(readText(complete)))
})

test('a search has no link to the old channel of mail that a list of its new one shows', async ({
  app,
  slack,
  mail,
  support,
  leads,
  aiko,
}) => {
  const inbox = await createInbox(app, 'partners')
  await slack.command(aiko, leads, `/mail route ${inbox} #leads`)
  await app.settled()
  const inbound = await mail.receive({ subject: 'Contract', text: 'Please sign this.' })
  await slack.findMessage(support, /Please sign this/)
  await app.settled()
  await slack.changeWorkspace('share', { channel: support })
  await app.settled()
  await mail.receive({ thread_id: inbound.thread_id, subject: 'Re: Contract', text: 'One more thing.' })
  const alarm = await slack.findMessage(aiko, /is shared with another organization\. Choose another channel/)
  await app.settled()
  for (let n = 0; n < 25; n++)
    await mail.receive({ inbox_id: inbox, subject: `Ticket ${n}`, from: `one${n}@customer.test`, text: `Number ${n}` })
  await slack.click(aiko, alarm, `mail.place_in:${support}`, leads)
  await slack.findMessage(leads, /new emails?\*? since/)
  await app.settled()
  await slack.command(aiko, leads, '/mail find Contract')
  const found = await until(async () =>
    (await slack.views(aiko)).find(
      ({ callback_id: page, blocks }) => page === 'mail.find' && /Contract/.test(JSON.stringify(blocks)),
    ),
  )
  expect(readText(found)).not.toContain(support)
})
