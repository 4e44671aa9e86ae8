import { expect } from 'vitest'
import { findButton, readText } from '../support/block-queries.ts'
import { type Harness, until, type View } from '../support/harness.ts'
import { test } from '../support/story-test.ts'
import { pressInMore } from './mail-menu.ts'
import { addRule, findList, findView, openRules, pressIn } from './rule-story.ts'

/** What a person has open now, in its newest state. */
const readTop = async ({ slack }: Pick<Harness, 'slack'>, user: string): Promise<View | undefined> =>
  (await slack.views(user)).findLast(({ type }) => type === 'modal')

test('mail goes where the first rule says that fits, and “Why here?” names the rule and opens it', async ({
  app,
  slack,
  mail,
  support,
  leads,
  general,
  aiko,
  maria,
}) => {
  const list = await openRules(app, aiko, support)
  expect(readText(list)).toContain('There are no rules yet')
  await addRule(app, aiko, list, [
    [/^Sender$/, 'Acme Billing <billing@acme.test>, globex.test'],
    [/^Words in the subject$/, 'invoice, past due'],
    [/^Channel$/, leads],
    [/^Name$/, 'Money'],
  ])
  const one = await findList(app, aiko, /1\. Money/)
  expect(readText(one)).toContain(
    `A mail that is from billing@acme.test or globex.test and has “invoice” or “past due” in its subject → <#${leads}>`,
  )
  await addRule(app, aiko, one, [
    [/^Recipient/, 'support+sales@'],
    [/^Channel$/, general],
  ])
  const two = await findList(app, aiko, /2\. support\+sales@/)
  const may = { subject: 'Invoices of May', from: 'Ann <ann@mail.globex.test>' }
  const { thread_id: old } = await mail.receive({ ...may, text: 'Please pay' })
  await mail.receive({ subject: 'Prices', to: ['support+sales@acme.test'], text: 'How much is it?' })
  await mail.receive({ subject: 'Hello', from: 'Ann <ann@globex.test>', text: 'Nothing to pay' })
  const head = await slack.findMessage(leads, /Please pay/)
  await slack.findMessage(general, /How much is it/)
  await slack.findMessage(support, /Nothing to pay/)
  await pressInMore(slack, maria, head, 'mail.why')
  const why = await until(async () => {
    const view = await readTop(app, maria)
    return /matched the rule “Money” by/.test(readText(view)) ? view : undefined
  })
  expect(readText(why)).toContain('The rule now says: A mail that is from')
  // The rule can be opened by those who may change it; the others learn whom to ask.
  await pressIn(app, maria, why, /^Open the rule$/)
  await until(async () => /can’t set up inboxes here.*Ask them/.test(readText(await readTop(app, maria))))
  // Moved up, the second rule decides about mail that both fit; the old thread stays.
  await pressIn(app, aiko, two, /Down/)
  const moved = await findList(app, aiko, /1\. support\+sales@.*2\. Money/s)
  await mail.receive({
    subject: 'Invoice',
    from: 'Ann <ann@globex.test>',
    to: ['support+sales@acme.test'],
    text: 'Both fit',
  })
  await slack.findMessage(general, /Both fit/)
  await mail.receive({ ...may, thread_id: old, to: ['support+sales@acme.test'], text: 'Paid by now?' })
  await slack.findMessage(leads, /Paid by now/, head.ts)
  expect(findButton(moved, /^Delete$/)?.['confirm']).toMatchObject({ title: { text: 'Delete this rule?' } })
  await pressIn(app, aiko, moved, /^Delete$/)
  await findList(app, aiko, /1\. Money/)
  await app.settled()
  expect((await slack.messages(general)).map(readText).filter((text) => text.includes('Paid by now'))).toEqual([])
  await slack.command(aiko, support, '/mail audit')
  const audit = await until(async () => {
    const text = readText(await readTop(app, aiko))
    return /Delete a mail rule/.test(text) ? text : undefined
  })
  for (const verb of ['Add a mail rule', 'Move a mail rule']) expect(audit).toContain(verb)
})

test('a rule assigns, mutes or quarantines mail, and says so if it cannot', async ({
  app,
  slack,
  mail,
  support,
  leads,
  aiko,
  maria,
  tom,
}) => {
  await slack.leave(tom, leads)
  const list = await openRules(app, aiko, support)
  await addRule(app, aiko, list, [
    [/^Words in the subject$/, 'contract'],
    [/^Assign to$/, [`person:${maria}`]],
  ])
  const one = await findList(app, aiko, /1\. contract/)
  await addRule(app, aiko, one, [
    [/^Kind of mail$/, ['list']],
    [/^Also$/, ['mute']],
  ])
  const two = await findList(app, aiko, /2\. List mail.*A mail that is list mail → its usual channel, muted/s)
  await addRule(app, aiko, two, [
    [/^Sender$/, 'shady.test'],
    [/^Also$/, ['quarantine']],
  ])
  const three = await findList(app, aiko, /3\. shady\.test/)
  await addRule(app, aiko, three, [
    [/^Words in the subject$/, 'offer'],
    [/^Assign to$/, [`group:${await slack.group('support')}`]],
  ])
  const four = await findList(app, aiko, /4\. offer/)
  await mail.receive({ subject: 'The contract', text: 'Please sign' })
  const head = await slack.findMessage(support, /Please sign/)
  const notice = await slack.findMessage(support, /has assigned this mail to you/, head.ts)
  expect(readText(notice)).toContain(maria)
  expect(readText(await slack.findMessage(support, /Please sign/))).toContain('Assigned to @Maria')
  await mail.receive({ subject: 'Your offer', text: 'Sounds good' })
  await slack.findMessage(support, /Your offer.*For @support, not claimed yet/s)
  await mail.receive({ subject: 'News', headers: { 'List-Id': '<news.shop.test>' }, text: 'Big sale' })
  await slack.findMessage(support, /News.*[Mm]uted/s)
  await mail.receive({ subject: 'Offer', from: 'X <x@shady.test>', text: 'Secret text' })
  const held = await slack.findMessage(support, /Quarantined by the rule “shady\.test”/)
  expect(readText(held)).not.toContain('Secret text')
  await slack.click(aiko, held, /^Release from quarantine$/)
  await slack.findMessage(support, /Secret text/)
  // Nobody is assigned who cannot read the channel; the form refuses it, and so does a rule that was made before.
  const refused = await addRule(app, aiko, four, [
    [/^Channel$/, leads],
    [/^Sender$/, 'late.test'],
    [/^Assign to$/, [`person:${tom}`]],
  ])
  expect(JSON.stringify(refused.errors)).toContain('can’t read that channel')
  await slack.deactivate(maria)
  await mail.receive({ subject: 'Contract two', text: 'Sign this too' })
  const second = await slack.findMessage(support, /Sign this too/)
  await pressInMore(slack, aiko, second, 'mail.why')
  await until(async () => /who has left, so nobody was assigned/.test(readText((await slack.views(aiko)).at(-1))))
})

test('“Route mail like this…” opens a rule for its sender and the address that it was sent to, above the one that decides now', async ({
  app,
  slack,
  mail,
  support,
  leads,
  aiko,
}) => {
  await addRule(app, aiko, await openRules(app, aiko, support), [
    [/^Words in the subject$/, 'price'],
    [/^Channel$/, support],
  ])
  await findList(app, aiko, /1\. price/)
  const openLike = async (from: string, to: string[], said: string, fits: RegExp): Promise<View> => {
    await mail.receive({ subject: 'Price', from, to, text: said })
    await pressInMore(slack, aiko, await slack.findMessage(support, new RegExp(said)), 'mail.rules.like')
    return findView(app, aiko, 'mail.rule', fits)
  }
  const readField = (view: View, id: string) => JSON.stringify(view.blocks.find((one) => one['block_id'] === id))
  const tagged = mail.inbox.replace('@', '+sales@')
  const form = await openLike('Ann <ann@mail.globex.test>', [tagged], 'How much', /globex/)
  expect(readField(form, 'senders')).toContain('"initial_value":"mail.globex.test"')
  expect(readField(form, 'recipients')).toContain(`"initial_value":"${tagged}"`)
  expect(readField(form, 'inboxes')).toContain(mail.inbox)
  expect((await slack.fillForm(aiko, form, [[/^Channel$/, leads]])).errors).toBeUndefined()
  await findList(app, aiko, /1\. .*globex.*2\. price/s)
  // Everybody can have an address at a free mail service.
  const free = await openLike('Pat <pat@gmail.com>', [mail.inbox], 'What does it cost', /gmail/)
  expect(readField(free, 'senders')).toContain('"initial_value":"pat@gmail.com"')
  expect(readField(free, 'recipients')).not.toContain('initial_value')
})
