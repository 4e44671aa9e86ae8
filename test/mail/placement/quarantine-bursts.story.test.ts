/** @module-tag redis */
import { expect } from 'vitest'
import { findButton, findElements, readText } from '../../support/block-queries.ts'
import { createForger } from '../../support/forged-requests.ts'
import { type Harness, type Message, type MessageRef, until } from '../../support/harness.ts'
import { testWith } from '../../support/story-test.ts'

const LISTED = /quarantined emails?\*? since/
/** More than is posted as single cards within the ten seconds that a minute takes here. */
const BURST = 30
const options = { scale: 6 }
const test = testWith(options)

const isList = (one: Message): boolean => LISTED.test(readText(one))
type Shown = Message & MessageRef

const findLists = async ({ slack }: Harness, channel: string): Promise<Shown[]> =>
  (await slack.messages(channel)).filter(isList).map((one) => ({ ...one, channel }))

const numbersIn = (text: string): number[] => [...text.matchAll(/Prize (\d+)\b/g)].map(([, number]) => Number(number))

const kinds = ['spam', 'blocked', 'unauthenticated'] as const

async function sendPrizes(app: Harness, count: number, from = 0): Promise<void> {
  for (let n = from; n < from + count; n++)
    await app.mail.receive({
      kind: kinds[n % kinds.length] ?? 'spam',
      subject: `Prize ${n} http://win.test/${n}`,
      from: `one${n}@win.test`,
      text: `Secret words ${n}`,
    })
}

/** Waits until all prizes are in the channel. Returns those in lists and those with a card; a prize that is there twice is in it twice. */
const findPrizes = (app: Harness, channel: string, count: number): Promise<{ listed: number[]; single: number[] }> =>
  until(async () => {
    const all = await app.slack.messages(channel)
    const listed = all.filter(isList).flatMap((one) => numbersIn(readText(one)))
    const single = all.filter((one) => !isList(one)).flatMap((one) => numbersIn(readText(one)))
    return new Set([...listed, ...single]).size >= count ? { listed, single } : undefined
  })

const sorted = (numbers: number[]): number[] => numbers.toSorted((one, other) => one - other)
const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n)

async function openList(app: Harness, channel: string): Promise<Shown> {
  await sendPrizes(app, BURST)
  await findPrizes(app, channel, BURST)
  await app.settled()
  const [list] = await findLists(app, channel)
  if (!list) throw new Error('no mail is in a list')
  return list
}

/** The newest line of a list: the number of its prize, and its button. */
function readNewestLine(list: Message): { number: number; value: string } {
  const [number = -1] = numbersIn(readText(list))
  const line = list.blocks?.find((block) => readText({ blocks: [block] }).includes(`Prize ${number} `))
  return { number, value: String(findButton(line, /^Open$/)?.['value']) }
}

const clickOpen = ({ client }: Harness, user: string, list: Shown, value: string): Promise<unknown> =>
  client.slack.click({ user, channel: list.channel, message_ts: list.ts, action_id: 'mail.open_listed', value })

test('in a burst, quarantined mail is listed without text and links, and a customer’s mail does not stand behind it', async ({
  app,
  slack,
  mail,
  support,
}) => {
  await sendPrizes(app, BURST)
  await mail.receive({ subject: 'My order', from: 'ann@customer.test', text: 'Where is it?' })
  const { listed, single } = await findPrizes(app, support, BURST)
  await slack.findMessage(support, /Where is it\?/)
  await app.settled()
  // On a busy machine the burst is slower, so more are shown singly.
  expect(single.length).toBeGreaterThanOrEqual(10)
  expect(listed.length).toBeGreaterThan(single.length / 2)
  const order = (await slack.messages(support)).toSorted((one, other) => (one.ts < other.ts ? -1 : 1))
  expect(order.findIndex((one) => /Where is it\?/.test(readText(one)))).toBeLessThanOrEqual(single.length + 1)
  expect(sorted([...listed, ...single])).toEqual(upTo(BURST))
  const lists = await findLists(app, support)
  expect(lists).toHaveLength(1)
  expect(readText(lists[0])).toContain('one29@win.test')
  expect(readText(lists[0])).not.toContain('Secret words')
  // As plain text, an address in a subject is no link.
  const lines = lists[0]?.blocks?.filter((block) => numbersIn(readText({ blocks: [block] })).length > 0) ?? []
  for (const line of lines) expect(line).toMatchObject({ text: { type: 'plain_text' } })

  const calm = await slack.findMessage(support, /Back to single cards at/)
  expect(numbersIn(readText(calm))).toHaveLength(BURST - 10)
  await sendPrizes(app, 1, BURST)
  const after = await findPrizes(app, support, BURST + 1)
  expect(after.single).toContain(BURST)
})

/** Opens the newest mail of a list and waits for its card. */
async function openListed(app: Harness, support: string, maria: string) {
  const list = await openList(app, support)
  const { number, value } = readNewestLine(list)
  await clickOpen(app, maria, list, value)
  const card = await until(async () =>
    (await app.slack.messages(support)).find((one) => !isList(one) && numbersIn(readText(one)).includes(number)),
  )
  return { list, number, value, card }
}

test('a listed mail opens once as its card, from which it is released to its thread', async ({
  app,
  slack,
  support,
  maria,
  aiko,
}) => {
  const { list, number, value, card } = await openListed(app, support, maria)
  expect(readText(card)).not.toContain('Secret words')
  await until(async () =>
    findElements((await findLists(app, support))[0]).some(
      (one) => one['value'] === value && JSON.stringify(one).includes('Opened'),
    ),
  )
  await clickOpen(app, maria, list, value)
  await slack.findEphemeral(support, maria, /This email is here/)
  await slack.clickAndConfirm(aiko, { ...card, channel: support }, 'mail.ask_release')
  const head = await slack.findMessage(support, new RegExp(`Secret words ${number}\\b`))
  await app.settled()
  await clickOpen(app, aiko, list, value)
  const link = await slack.findEphemeral(support, aiko, /This email is here/)
  expect(readText(link)).toContain(head.ts.replace('.', ''))
  await app.settled()
  const cards = (await slack.messages(support)).filter(
    (one) => !isList(one) && one.bot_id && numbersIn(readText(one)).includes(number) && one.ephemeral_for === undefined,
  )
  expect(cards.map(({ ts }) => ts).toSorted()).toEqual([card.ts, head.ts].toSorted())
})

test('a list no longer shows a mail that was deleted, and its button says so', async ({
  app,
  slack,
  support,
  maria,
  aiko,
}) => {
  const { list, number, value, card } = await openListed(app, support, maria)
  await slack.clickAndConfirm(aiko, { ...card, channel: support }, 'mail.ask_discard')
  await until(async () => !numbersIn(readText((await findLists(app, support))[0])).includes(number))
  await app.settled()
  expect((await slack.messages(support)).some((one) => numbersIn(readText(one)).includes(number))).toBe(false)
  // The person had the list in front of them as it was before.
  const forger = createForger(app.sandbox, (await app.client.slack.app()).team.id)
  await forger.click(maria, { actionId: 'mail.open_listed', value, message: list })
  await slack.findEphemeral(support, maria, /Someone deleted this email/)
})

test('a deleted list with unopened mail is posted again, and new mail waits while its channel is archived', async ({
  app,
  slack,
  mail,
  support,
  docs,
  aiko,
}) => {
  const list = await openList(app, support)
  await slack.deleteMessage({ channel: support, ts: list.ts })
  const again = await until(async () => (await findLists(app, support)).find(({ ts }) => ts > list.ts))
  expect(numbersIn(readText(again))).toEqual(numbersIn(readText(list)))
  await app.settled()
  await slack.changeWorkspace('archive', { channel: support })
  await sendPrizes(app, 1, BURST)
  await slack.findPost(aiko, 'mail.homeless')
  await app.settled()
  await slack.command(aiko, docs, `/mail route ${mail.inbox} #docs`)
  const moved = await until(async () => {
    const shown = (await slack.messages(docs)).flatMap((one) => numbersIn(readText(one)))
    return shown.includes(BURST) ? shown : undefined
  })
  expect(moved).toContain(BURST)
})

testWith({ ...options, ownProcess: true })(
  'quarantined mail is shown once although the app is killed while it is being listed',
  async ({ app, support }) => {
    await sendPrizes(app, BURST)
    await until(async () => (await findLists(app, support)).length > 0)
    await sendPrizes(app, BURST, BURST)
    await app.kill()
    await app.start()
    await findPrizes(app, support, 2 * BURST)
    await app.settled()
    const { listed, single } = await findPrizes(app, support, 2 * BURST)
    expect(sorted([...listed, ...single])).toEqual(upTo(2 * BURST))
  },
)
