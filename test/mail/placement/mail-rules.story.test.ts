import { expect } from 'vitest'
import { findButton, readText } from '../../support/block-queries.ts'
import { type Harness, until, type View } from '../../support/harness.ts'
import { test } from '../../support/story-test.ts'
import { pressInMore } from '../mail-menu.ts'
import { addRule, findList, findView, openRules, pressIn } from './rule-story.ts'

/** The view that a person has open, in its newest state. */
const readTop = async ({ slack }: Pick<Harness, 'slack'>, user: string): Promise<View | undefined> =>
  (await slack.views(user)).findLast(({ type }) => type === 'modal')

/** Two rules: mail about money goes to the leads, and mail to sales goes to #general. */
async function addTwoRules(app: Harness, { aiko, support, leads, general }: Places): Promise<View> {
  await addRule(app, aiko, await openRules(app, aiko, support), [
    [/^Sender$/, 'Acme Billing <billing@acme.test>, globex.test'],
    [/^Subject$/, 'invoice, past due'],
    [/^Channel$/, leads],
    [/^Name$/, 'Money'],
  ])
  await addRule(app, aiko, await findList(app, aiko, /1\. Money/), [
    [/^Recipient/, 'support+sales@'],
    [/^Channel$/, general],
  ])
  return findList(app, aiko, /2\. support\+sales@/)
}
type Places = Record<'aiko' | 'support' | 'leads' | 'general', string>

const INVOICE = { subject: 'Invoices of May', from: 'Ann <ann@mail.globex.test>' }
const TO_SALES = { to: ['support+sales@acme.test'] }

test(
  'the list of rules is empty at first, and then words each rule as a sentence',
  { tags: 'smoke' },
  async ({ app, support, leads, general, aiko }) => {
    expect(readText(await openRules(app, aiko, support))).toContain('There are no rules yet')
    expect(readText(await addTwoRules(app, { aiko, support, leads, general }))).toContain(
      `An email that is from billing@acme.test or globex.test and has “invoice” or “past due” in its subject → <#${leads}>`,
    )
  },
)

test('mail goes to the channel of the first matching rule', async ({
  app,
  slack,
  mail,
  support,
  leads,
  general,
  aiko,
}) => {
  await addTwoRules(app, { aiko, support, leads, general })
  await mail.receive({ ...INVOICE, text: 'Please pay' })
  await mail.receive({ subject: 'Prices', ...TO_SALES, text: 'How much is it?' })
  await mail.receive({ subject: 'Hello', from: 'Ann <ann@globex.test>', text: 'Nothing to pay' })
  await mail.receive({ ...INVOICE, ...TO_SALES, text: 'Both fit' })
  await slack.findMessage(leads, /Please pay/)
  await slack.findMessage(general, /How much is it/)
  await slack.findMessage(support, /Nothing to pay/)
  await slack.findMessage(leads, /Both fit/)
})

test('“Why here?” names the rule, which opens for admins only', async ({
  app,
  slack,
  mail,
  support,
  leads,
  general,
  aiko,
  maria,
}) => {
  await addTwoRules(app, { aiko, support, leads, general })
  await mail.receive({ ...INVOICE, text: 'Please pay' })
  await pressInMore(slack, maria, await slack.findMessage(leads, /Please pay/), 'mail.details')
  const why = await until(async () => {
    const view = await readTop(app, maria)
    return /matched the rule “Money” by/.test(readText(view)) ? view : undefined
  })
  expect(readText(why)).toContain('The rule now says: An email that is from')
  await pressIn(app, maria, why, /^Open the rule$/)
  await until(async () => /can set up inboxes here.*Request access/.test(readText(await readTop(app, maria))))
})

test('a rule that is moved up applies to new threads, and old threads stay', async ({
  app,
  slack,
  mail,
  support,
  leads,
  general,
  aiko,
}) => {
  const list = await addTwoRules(app, { aiko, support, leads, general })
  const { thread_id: old } = await mail.receive({ ...INVOICE, text: 'Please pay' })
  const head = await slack.findMessage(leads, /Please pay/)
  await pressIn(app, aiko, list, /Down/)
  await findList(app, aiko, /1\. support\+sales@.*2\. Money/s)
  await mail.receive({ ...INVOICE, ...TO_SALES, text: 'Both fit' })
  await slack.findMessage(general, /Both fit/)
  await mail.receive({ ...INVOICE, ...TO_SALES, thread_id: old, text: 'Paid by now?' })
  await slack.findMessage(leads, /Paid by now/, head.ts)
  await app.settled()
  expect((await slack.messages(general)).map(readText).filter((text) => text.includes('Paid by now'))).toEqual([])
})

test('a rule is deleted after a confirmation, and the audit records each change', async ({
  app,
  slack,
  support,
  leads,
  general,
  aiko,
}) => {
  await pressIn(app, aiko, await addTwoRules(app, { aiko, support, leads, general }), /Down/)
  const moved = await findList(app, aiko, /1\. support\+sales@.*2\. Money/s)
  expect(findButton(moved, /^Delete$/)?.['confirm']).toMatchObject({ title: { text: 'Delete this rule?' } })
  await pressIn(app, aiko, moved, /^Delete$/)
  await findList(app, aiko, /1\. Money/)
  await slack.command(aiko, support, '/mail audit')
  const audit = await until(async () => {
    const text = readText(await readTop(app, aiko))
    return /deleted an email rule/.test(text) ? text : undefined
  })
  for (const verb of ['added an email rule', 'moved an email rule']) expect(audit).toContain(verb)
})

test('a rule assigns mail to a person and notifies them', async ({ app, slack, mail, support, aiko, maria }) => {
  await addRule(app, aiko, await openRules(app, aiko, support), [
    [/^Subject$/, 'contract'],
    [/^Assign to$/, [`person:${maria}`]],
  ])
  await findList(app, aiko, /1\. contract/)
  await mail.receive({ subject: 'The contract', text: 'Please sign' })
  const head = await slack.findMessage(support, /Please sign/)
  const notice = await slack.findMessage(support, /has assigned an email from .* to you: “The contract”/, head.ts)
  expect(readText(notice)).toContain(maria)
  expect(readText(await slack.findMessage(support, /Please sign/))).toContain('Assigned to @Maria')
})

test('a person whose assigned email waits for a channel reads which email it is, where it goes on, and who assigned it, and the audit where it was moved', async ({
  app,
  slack,
  mail,
  docs,
  general,
  aiko,
  maria,
}) => {
  await addRule(app, aiko, await openRules(app, aiko, general), [
    [/^Subject$/, 'refund'],
    [/^Channel$/, docs],
    [/^Assign to$/, [`person:${maria}`]],
  ])
  await findList(app, aiko, /1\. refund/)
  await slack.changeWorkspace('archive', { channel: docs })
  await mail.receive({ subject: 'Refund again', text: 'Please', from: 'ray@ray.example' })
  const notice = await slack.findMessage(
    maria,
    /“refund” has assigned an email from ray@ray\.example to you: “Refund again”/,
  )
  expect(readText(notice)).toContain('waiting until an admin chooses a channel')
  expect(findButton(notice, /^Show full message$/)).toBeDefined()
  const alarm = await slack.findPost(aiko, 'mail.homeless')
  await app.settled()
  await slack.click(aiko, alarm, `mail.place_in:${docs}`, general)
  expect(readText(await slack.findMessage(general, /Refund again/))).toContain('Assigned to @Maria')
  await slack.findMessage(maria, /“Refund again”, which a rule assigned to you, continues in/)
  await app.settled()
  const later = (await slack.messages(maria)).find(({ ts }) => ts === notice.ts)
  expect(readText(later)).not.toContain('waiting until')
  expect(readText(later)).toContain('Go to the email')
  await slack.command(aiko, general, '/mail audit')
  const audit = await until(async () => {
    const text = readText(await readTop(app, aiko))
    return /moved the waiting email/.test(text) ? text : undefined
  })
  expect(audit).toContain('moved the waiting email of #docs to #general')
  expect(audit).toContain('changed an email rule “refund”')
  expect(audit).toContain('added an email rule “refund”')
})

test('a rule assigns mail to a group, and a member claims it', async ({ app, slack, mail, support, aiko }) => {
  await addRule(app, aiko, await openRules(app, aiko, support), [
    [/^Subject$/, 'offer'],
    [/^Assign to$/, [`group:${await slack.group('support')}`]],
  ])
  await findList(app, aiko, /1\. offer/)
  await mail.receive({ subject: 'Your offer', text: 'Sounds good' })
  await slack.findMessage(support, /Your offer.*For @support, unclaimed/s)
})

test('a rule mutes mail in its usual channel', async ({ app, slack, mail, support, aiko }) => {
  await addRule(app, aiko, await openRules(app, aiko, support), [
    [/^Kind of email$/, ['list']],
    [/^Also$/, ['mute']],
  ])
  await findList(app, aiko, /1\. List email.*An email that is list email → its usual channel, muted/s)
  await mail.receive({ subject: 'News', headers: { 'List-Id': '<news.shop.test>' }, text: 'Big sale' })
  await slack.findMessage(support, /News.*[Mm]uted/s)
})

test('a rule quarantines mail without its text, until an admin releases it', async ({
  app,
  slack,
  mail,
  support,
  aiko,
}) => {
  await addRule(app, aiko, await openRules(app, aiko, support), [
    [/^Sender$/, 'shady.test'],
    [/^Also$/, ['quarantine']],
  ])
  await findList(app, aiko, /1\. shady\.test/)
  await mail.receive({ subject: 'Offer', from: 'X <x@shady.test>', text: 'Secret text' })
  const held = await slack.findMessage(support, /Quarantined by the rule “shady\.test”/)
  expect(readText(held)).not.toContain('Secret text')
  await slack.clickAndConfirm(aiko, held, 'mail.ask_release')
  await slack.findMessage(support, /Secret text/)
})

test('the form refuses to assign mail to a person who cannot read its channel', async ({
  app,
  slack,
  support,
  leads,
  aiko,
  tom,
}) => {
  await slack.leave(tom, leads)
  const refused = await addRule(app, aiko, await openRules(app, aiko, support), [
    [/^Channel$/, leads],
    [/^Sender$/, 'late.test'],
    [/^Assign to$/, [`person:${tom}`]],
  ])
  expect(JSON.stringify(refused.errors)).toContain('can’t read that channel')
})

test('a rule assigns nobody once its person has left, and “Why here?” and the list of rules say so', async ({
  app,
  slack,
  mail,
  support,
  aiko,
  maria,
}) => {
  await addRule(app, aiko, await openRules(app, aiko, support), [
    [/^Subject$/, 'contract'],
    [/^Assign to$/, [`person:${maria}`]],
  ])
  await findList(app, aiko, /1\. contract/)
  await slack.deactivate(maria)
  await mail.receive({ subject: 'Contract two', text: 'Sign this too' })
  await pressInMore(slack, aiko, await slack.findMessage(support, /Sign this too/), 'mail.details')
  await until(async () => /who left, so nobody was assigned/.test(readText((await slack.views(aiko)).at(-1))))
  await openRules(app, aiko, support, new RegExp(`<@${maria}> left, so this rule assigns nobody`))
})

test('“Route mail like this…” opens a rule for the sender and address of the mail, above the rule that decides now', async ({
  app,
  slack,
  mail,
  support,
  leads,
  aiko,
}) => {
  await addRule(app, aiko, await openRules(app, aiko, support), [
    [/^Subject$/, 'price'],
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
  expect((await slack.fillForm(aiko, form, [['channel', leads]])).errors).toBeUndefined()
  await findList(app, aiko, /1\. .*globex.*2\. price/s)
  // Everyone can have an address at a free mail service.
  const free = await openLike('Pat <pat@gmail.com>', [mail.inbox], 'What does it cost', /gmail/)
  expect(readField(free, 'senders')).toContain('"initial_value":"pat@gmail.com"')
  expect(readField(free, 'recipients')).not.toContain('initial_value')
})
