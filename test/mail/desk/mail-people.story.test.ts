import { expect } from 'vitest'
import { findButton, findElements, readText } from '../../support/block-queries.ts'
import { type Harness, type Message, until } from '../../support/harness.ts'
import { listTicks } from '../outbound/send/reply-sending.ts'
import { test } from '../../support/story-test.ts'
import { testSending } from '../../support/sending/sending-story.ts'
import { listEntries, pickEntry, pressInDetails } from '../mail-menu.ts'

const testWithoutHold = testSending({ env: { MAIL_UNDO_SECONDS: '0' } })
/** The texts of a message's blocks of one type. */
const textsOf = (message: Message, type: string) =>
  (message.blocks ?? []).filter((block) => block['type'] === type).map((block) => JSON.stringify(block))
const lastView = async (app: Harness, user: string) => readText((await app.slack.views(user)).at(-1))

test(
  'a card names three of its other recipients and counts the rest; Headers names everyone',
  { tags: 'smoke' },
  async ({ app, slack, support, maria }) => {
    const others = Array.from({ length: 150 }, (_, n) => `person-with-a-long-name-${n}@company${n}.test`)
    await app.mail.receive({ text: 'To many', to: [app.mail.inbox, ...others], cc: ['Two <two@customer.test>'] })
    const head = await slack.findMessage(support, /To many/)
    expect(readText(head)).toContain(
      `Also to ${others.slice(0, 3).join(', ')} and 147 more · cc Two &lt;two@customer.test&gt;`,
    )
    expect(readText(head)).not.toContain(others[3])
    await app.mail.receive({ text: 'To two', cc: ['Two <two@customer.test>', 'three@customer.test'] })
    expect(readText(await slack.findMessage(support, /To two/))).toContain(
      'cc Two &lt;two@customer.test&gt;, three@customer.test',
    )
    // A count of one says no more than the address.
    await app.mail.receive({ text: 'To four', cc: others.slice(0, 4) })
    expect(readText(await slack.findMessage(support, /To four/))).toContain(`cc ${others.slice(0, 4).join(', ')}"`)

    await pressInDetails(slack, maria, head, 'mail.headers')
    const seen = new Set<string>()
    for (const page of [1, 2]) {
      const text = await until(async () => {
        const shown = await lastView(app, maria)
        return shown.includes(`Page ${page} of 2`) ? shown : undefined
      })
      for (const one of text.match(/[\w-]+@company\d+\.test/g) ?? []) seen.add(one)
      await app.settled()
      const view = (await slack.views(maria)).at(-1)
      if (view && page === 1) await slack.clickInView(maria, view.id, 'mail.page:on')
    }
    expect([...seen].sort()).toEqual([...others].sort())
  },
)

test('the suspicious facts about a sender have their own line, and the links of a look-alike are dead', async ({
  app,
  slack,
  support,
  maria,
}) => {
  const own = app.mail.inbox.split('@')[1] ?? ''
  const html = '<p>Pay <a href="https://pay.evil.test/now">here</a>, please. See https://plain.evil.test</p>'
  await app.mail.receive({
    from: `Ann <ann@${own.replace('.', 's.')}>`,
    reply_to: ['Rita <rita@elsewhere.test>'],
    html,
  })
  const head = await slack.findMessage(support, /please/)
  expect(textsOf(head, 'section')).toEqual([
    expect.stringContaining(`⚠️ The sender’s domain ${own.replace('.', 's.')} looks like ${own}, but isn’t`),
    expect.stringContaining('⚠️ Replies go to rita@elsewhere.test'),
  ])
  // The warning stands above the subject, and Reply is not a button.
  expect((head.blocks ?? []).map(({ type }) => type).slice(0, 3)).toEqual(['section', 'header', 'section'])
  expect(textsOf(head, 'context').join()).toMatch(/External.*Links are off/)
  expect([/^Reply$/, /^Read safely$/].map((label) => findButton(head, label) !== undefined)).toEqual([false, true])
  expect(listEntries(head)).toEqual(['snooze_tomorrow', 'snooze', 'hand_over', 'reply', 'more'])
  const links = (shown: unknown) => JSON.stringify(shown).match(/"type":"link"/g)?.length ?? 0
  expect(links(head.blocks)).toBe(0)
  expect(readText(head)).toContain('here (https: //pay.evil.test/now)')
  // An address that is its own label is shown once.
  expect(readText(head)).toContain('https: //plain.evil.test')
  expect(readText(head)).not.toContain('(https: //plain.evil.test')
  await slack.click(maria, head, 'mail.read')
  const form = await slack.findForm(maria)
  expect(links(form)).toBe(0)
  await slack.clickInView(maria, form.id, 'mail.page:links')
  await until(async () => links((await slack.views(maria)).at(-1)) === 2)
  await pickEntry(slack, maria, head, 'reply')
  const reply = await slack.findForm(maria, form)
  expect(readText(reply)).toMatch(
    /The sender’s domain \S+ looks like .*Your reply goes to rita@elsewhere\.test, not to/s,
  )

  await app.mail.receive({ from: 'ann@customer.test', html: html.replace('please', 'thanks') })
  const other = await slack.findMessage(support, /thanks/)
  expect(links(other.blocks)).toBe(2)
  expect(textsOf(other, 'section')).toEqual([])
})

testWithoutHold(
  'the card begins with a bounce until it is mended from there, and then shows who replied',
  async ({ app, slack, support, maria }) => {
    await app.mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
    const head = await slack.findMessage(support, /The total looks wrong/)
    const readHead = async () => (await slack.messages(support)).find(({ ts }) => ts === head.ts) ?? head
    const write = async (text: string) => {
      const form = await slack.findForm(maria)
      await slack.fillForm(maria, form, [['mail.text', text]], listTicks(form))
      return app.mail.findSentMail(new RegExp(text))
    }
    await slack.click(maria, head, 'mail.reply')
    const { message_id: id } = await write('A first answer')
    await until(async () => /@Maria Torres replied .* waiting for their reply/.test(readText(await readHead())))
    await app.mail.reportOutcome(id, 'bounced')
    const [line] = await until(async () => {
      const found = textsOf(await readHead(), 'section')
      return found.length > 0 && found
    })
    expect(line).toMatch(/^"?.*Reply not delivered to one@customer\.test: mailbox doesn’t exist"/)
    await app.settled()
    const greens = findElements(await readHead()).filter(({ style }) => style === 'primary')
    expect(greens.map(({ action_id: id }) => id)).toEqual(['mail.edit'])
    await app.settled()
    expect(readText(await readHead())).not.toContain('waiting for their reply')
    await slack.click(maria, { ...(await readHead()), channel: support }, 'mail.edit')
    expect(readText(await slack.findForm(maria))).toContain('A first answer')
    await write('A corrected answer')
    await until(async () => /replied .* waiting for their reply/.test(readText(await readHead())))
    await app.settled()
    expect(readText(await readHead())).not.toContain('not delivered')
  },
)
