import { expect } from 'vitest'
import { findButton, findElements, readText } from '../support/block-queries.ts'
import { type Harness, type Message, until } from '../support/harness.ts'
import { test } from '../support/story-test.ts'

const LISTED = /new mails?\*? since/

/** The digests of a channel, the newest last. */
const findDigests = async ({ slack }: Harness, channel: string): Promise<Message[]> =>
  (await slack.messages(channel)).filter((one) => LISTED.test(readText(one)))

const numbersIn = (text: string): number[] => [...text.matchAll(/Ticket (\d+)\b/g)].map(([, number]) => Number(number))

/** Sends mails to one channel at the same time; the numbers in their subjects are in the order in which they came. */
async function sendTickets(app: Harness, count: number, from = 0): Promise<void> {
  for (let n = from; n < from + count; n++)
    await app.mail.receive({
      subject: `Ticket ${n} is open`,
      from: `one${n}@customer.test`,
      text: `Please look at number ${n}`,
    })
}

test('more new mails than a channel can show become a list, from which each one opens with its buttons', async ({
  app,
  slack,
  mail,
  support,
  maria,
  tom,
}) => {
  await sendTickets(app, 60)
  const seen = await until(async () => {
    const all = await slack.messages(support)
    const listed = new Set((await findDigests(app, support)).flatMap((one) => numbersIn(readText(one))))
    const single = all.filter((one) => !LISTED.test(readText(one))).flatMap((one) => numbersIn(readText(one)))
    return new Set([...listed, ...single]).size === 60 ? { listed, single } : undefined
  })
  // The first ones are posted as ever, the others are in lists of at most 50 blocks, the newest on top.
  expect(seen.listed.size).toBeGreaterThan(40)
  expect([...new Set(seen.single)]).toEqual(Array.from({ length: 60 - seen.listed.size }, (_, n) => n))
  const digests = await findDigests(app, support)
  expect(digests).toHaveLength(2)
  for (const digest of digests) {
    expect(digest.blocks?.length).toBeLessThanOrEqual(50)
    const order = numbersIn(readText(digest))
    expect(order).toEqual(order.toSorted((one, other) => other - one))
  }
  expect(readText(digests[0])).toContain('The next one is below')

  // A list that somebody deletes comes again with the next mail. At once, before it is calm.
  const [, last] = digests
  await slack.deleteMessage({ channel: support, ts: last?.ts ?? '' })
  await sendTickets(app, 1, 60)
  const again = await slack.findMessage(support, /Ticket 60 is open/)
  expect(numbersIn(readText(again))).toEqual([60, ...numbersIn(readText(last))])

  // A mail that follows in a listed thread belongs to its line.
  await mail.receive({
    subject: 'Ticket 61 is open',
    from: 'one61@customer.test',
    thread_id: 'thd_61',
    text: 'Please look at number 61',
  })
  await mail.receive({
    subject: 'Re: Ticket 61 is open',
    from: 'one61@customer.test',
    thread_id: 'thd_61',
    text: 'More',
  })
  await slack.findMessage(support, /Ticket 61 is open \(2\)/)

  const [digest] = digests
  const line = digest?.blocks?.find((block) => readText({ blocks: [block] }).includes('Ticket 30 is open'))
  const value = String(findButton(line, /^Open$/)?.['value'])
  const at = { channel: support, message_ts: digest?.ts ?? '' }
  // A card of a job is not kept waiting by the mails.
  await slack.command(maria, support, '/docs add a page about webhooks')
  await slack.findMessage(support, /page about webhooks/)
  const open = () => app.client.slack.click({ user: maria, ...at, action_id: 'mail.open_listed', value })
  await open()
  const head = await slack.findMessage(support, /Please look at number 30\b/)
  expect(findButton(head, /^Reply$/)).toBeDefined()
  await until(async () =>
    findElements((await findDigests(app, support))[0]).some(
      (one) => one['value'] === value && JSON.stringify(one).includes('Opened'),
    ),
  )
  await open()
  await slack.findEphemeral(support, maria, /This mail is open already/)

  // Handed over from the list of what is open, a mail gets its card, below which the other person is told.
  await slack.command(maria, support, '/mail open')
  const list = await until(async () => (await slack.views(maria)).findLast((view) => view.type === 'modal'))
  const row = list.blocks.map((block) => JSON.stringify(block)).find((one) => /\*Ticket \d+ is open/.test(one)) ?? ''
  const entry = /hand_over:[0-9a-f]+/.exec(row)?.[0]
  await slack.clickInView(maria, list.id, 'mail.listed', entry)
  const form = await slack.findForm(maria, list)
  await slack.fillForm(maria, form, [[/^Who takes care/, tom]])
  const handed = await slack.findMessage(support, new RegExp(`Please look at number ${numbersIn(row)[0]}\\b`))
  const told = await slack.findMessage(support, /handed this mail over to you/, handed.ts)
  expect(readText(told)).toContain(`"user_id":"${tom}"`)

  // Once it is calm, single cards are posted again, and the list says so.
  await slack.findMessage(support, /Single cards again since/)
  await mail.receive({ subject: 'A calm mail', text: 'No hurry' })
  const calm = await slack.findMessage(support, /No hurry/)
  expect(findButton(calm, /^Reply$/)).toBeDefined()
  await app.settled()
  const all = (await slack.messages(support)).map(readText)
  expect(all.filter((text) => text.includes('Please look at number 30'))).toHaveLength(1)

  // Nothing edits the list any more: it comes again all the same.
  const complete = await slack.findMessage(support, /Single cards again since/)
  await slack.deleteMessage(complete)
  const copy = await until(async () =>
    (await findDigests(app, support)).find((one) => one.ts > complete.ts && /Single cards/.test(readText(one))),
  )
  expect(numbersIn(readText(copy))).toEqual(numbersIn(readText(complete)))
})
