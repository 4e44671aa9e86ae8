import { expect } from 'vitest'
import { findButton, readText } from '../../support/block-queries.ts'
import { type Harness, type MessageRef, until } from '../../support/harness.ts'
import { test } from '../../support/story-test.ts'

/** The mailbox's list entries for mail to the inbox. */
async function listEntries(app: Harness, type: 'allow' | 'block') {
  const account = (await app.mail.changeAccount({})) as { lists: { entry: string; list_type: string }[] }
  return account.lists.filter(({ list_type: of }) => of === type).map(({ entry }) => entry)
}

/** Opens More… of a mail, which offers this row. */
async function openMore(app: Harness, user: string, head: MessageRef, row: RegExp) {
  const { slack } = app
  await app.settled()
  const message = (await slack.messages(head.channel)).find(({ ts }) => ts === head.ts)
  const more = JSON.stringify(message)
    .match(/"more:[0-9a-f.]+"/)?.[0]
    .replaceAll('"', '')
  await slack.click(user, head, 'mail.more', more)
  return until(async () => (await slack.views(user)).find((view) => findButton(view, row)))
}

/** Opens More… of a mail, and one of its rows. */
async function openRow(app: Harness, user: string, head: MessageRef, row: RegExp) {
  const { slack } = app
  const modal = await openMore(app, user, head, row)
  const button = findButton(modal, row)
  await slack.clickInView(user, modal.id, button?.action_id ?? '', button?.['value'])
}

test(
  'an admin blocks a sender’s domain, whose next mail is quarantined, and unblocks it',
  { tags: 'smoke' },
  async ({ app, slack, support, aiko, maria }) => {
    const from = 'Spammer <sell@shop.test>'
    await app.mail.receive({ from, subject: 'Buy', text: 'Buy our things' })
    const head = await slack.findMessage(support, /Buy our things/)
    const more = await openMore(app, maria, head, /^Details$/)
    expect(findButton(more, /^Block sender$/)).toBeUndefined()
    await openRow(app, aiko, head, /^Block sender$/)
    const form = await until(async () =>
      (await slack.views(aiko)).find((view) => findButton(view, /^Block the domain$/)),
    )
    const button = findButton(form, /^Block the domain$/)
    expect(button?.['confirm']).toBeDefined()
    await slack.clickInView(aiko, form.id, button?.action_id ?? '', button?.['value'])
    await until(async () => (await slack.views(aiko)).some((view) => /Blocked\. From now on/.test(readText(view))))
    expect(await listEntries(app, 'block')).toEqual(['shop.test'])

    await app.mail.receive({ from, subject: 'Again', text: 'Buy more things' })
    const card = await slack.findMessage(support, /Blocked sender/)
    await slack.clickAndConfirm(aiko, card, 'mail.ask_not_spam')
    const released = await slack.findMessage(support, /Buy more things/)
    expect(readText(released)).not.toContain('Blocked sender')
    await slack.findEphemeral(support, aiko, /shop\.test.* is no longer on/)
    expect(await listEntries(app, 'block')).toEqual([])
    // The first allowed sender would block everyone else.
    expect(await listEntries(app, 'allow')).toEqual([])
    const after = await openMore(app, aiko, released, /^Block sender$/)
    expect(findButton(after, /^Not spam$/)).toBeUndefined()
  },
)

test('Not spam is offered behind More until the mailbox has accepted it', async ({ app, slack, support, aiko }) => {
  await app.mail.receive({ kind: 'spam', from: 'Ann <ann@globex.test>', subject: 'Offer', text: 'Our offer' })
  await slack.clickAndConfirm(aiko, await slack.findMessage(support, /Offer/), 'mail.ask_release')
  const head = await slack.findMessage(support, /Our offer/)
  await app.addFault({
    target: 'mail',
    match: 'PATCH',
    mode: 'status',
    status: 403,
    error: 'missing_permission',
    times: 1,
  })
  await openRow(app, aiko, head, /^Not spam$/)
  await until(async () => (await slack.views(aiko)).some((view) => /mailbox key lacks/.test(readText(view))))
  await openRow(app, aiko, head, /^Not spam$/)
  await until(async () => (await slack.views(aiko)).some((view) => /may be marked as spam again/.test(readText(view))))
  const more = await openMore(app, aiko, head, /^Block sender$/)
  expect(findButton(more, /^Not spam$/)).toBeUndefined()
})

test('a key that may not change the lists is named, and a free mail service cannot be blocked as a domain', async ({
  app,
  slack,
  support,
  aiko,
}) => {
  await app.addFault({ target: 'mail', match: '/lists/', mode: 'status', status: 403, error: 'missing_permission' })
  await app.mail.receive({ from: 'Bob <bob@gmail.com>', subject: 'Hi', text: 'Hello there' })
  await openRow(app, aiko, await slack.findMessage(support, /Hello there/), /^Block sender$/)
  const form = await until(async () =>
    (await slack.views(aiko)).find((view) => findButton(view, /^Block this address$/)),
  )
  expect(readText(form)).toContain('Anyone can have an address at gmail.com')
  expect(findButton(form, /^Block the domain$/)).toBeUndefined()
  const button = findButton(form, /^Block this address$/)
  await slack.clickInView(aiko, form.id, button?.action_id ?? '', button?.['value'])
  await until(async () =>
    (await slack.views(aiko)).some((view) => /isn’t blocked\. The mailbox key lacks/.test(readText(view))),
  )
})

test('Details explains each badge and the comparison behind it', async ({ app, slack, support, maria }) => {
  await app.mail.receive({ from: 'Ann <ann@northwindtraders.com>', subject: 'First', text: 'The real one' })
  await slack.findMessage(support, /The real one/)
  await app.mail.receive({ from: 'Ann <ann@northwindtaders.com>', subject: 'Second', text: 'The other one' })
  const head = await slack.findMessage(support, /The other one/)
  expect(readText(head)).toContain('looks like northwindtraders.com')
  await openRow(app, maria, head, /^Details$/)
  const shown = await until(async () =>
    (await slack.views(maria)).find((view) => /differs from northwindtraders\.com/.test(readText(view))),
  )
  expect(readText(shown)).toMatch(/First contact:\* .*your own domains \(sandbox\.test\)/s)
})

test('an admin blocks the sender of a quarantined email without releasing it; nobody else is offered that', async ({
  app,
  slack,
  support,
  aiko,
  maria,
}) => {
  await app.mail.receive({ from: 'Spammer <sell@shop.test>', subject: 'Buy', text: 'Buy our things', kind: 'spam' })
  const held = await slack.findMessage(support, /shop\.test/)
  const read = async (user: string) => {
    await slack.click(user, held, 'mail.show')
    return until(async () => (await slack.views(user)).find((view) => readText(view).includes('Buy our things')))
  }
  expect(findButton(await read(maria), /^Block sender$/)).toBeUndefined()
  const window = await read(aiko)
  const block = findButton(window, /^Block sender$/)
  await slack.clickInView(aiko, window.id, 'mail.block', block?.['value'])
  const choice = await until(async () =>
    (await slack.views(aiko)).find((view) => findButton(view, /^Block this address$/)),
  )
  const button = findButton(choice, /^Block this address$/)
  await slack.clickInView(aiko, choice.id, button?.action_id ?? '', button?.['value'])
  await until(async () => (await listEntries(app, 'block')).includes('sell@shop.test'))
  await app.settled()
  expect(readText((await slack.messages(support)).find(({ ts }) => ts === held.ts))).not.toContain('Buy our things')
})
