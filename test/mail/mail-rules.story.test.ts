import { expect } from 'vitest'
import { findButton, readText } from '../support/block-queries.ts'
import { type Harness, until, type View } from '../support/harness.ts'
import { test } from '../support/story-test.ts'
import { pressInMore } from './mail-menu.ts'

/** What a person has open now, in its newest state. */
const readTop = async ({ slack }: Pick<Harness, 'slack'>, user: string): Promise<View | undefined> =>
  (await slack.views(user)).findLast(({ type }) => type === 'modal')

/** Waits for the list of rules to say something. */
const findList = (app: Harness, user: string, fits: RegExp): Promise<View> =>
  until(async () =>
    (await app.slack.views(user)).findLast((view) => view['callback_id'] === 'mail.rules' && fits.test(readText(view))),
  )

const openRules = async (app: Harness, user: string, channel: string): Promise<View> => {
  await app.slack.command(user, channel, '/mail rules')
  return findList(app, user, /rules/)
}

const press = async ({ slack }: Harness, user: string, view: View, label: RegExp): Promise<void> => {
  const button = findButton(view, label)
  if (!button) throw new Error(`no button ${String(label)} in ${readText(view)}`)
  await slack.clickInView(user, view.id, button.action_id, button['value'])
}

/** Opens the form from the list, fills it and saves it. */
async function addRule(app: Harness, user: string, list: View, answers: [RegExp, unknown][]) {
  await press(app, user, list, /^Add a rule$/)
  const form = await app.slack.findForm(user, list)
  return { form, answer: await app.slack.fillForm(user, form, answers) }
}

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
  await mail.receive({ subject: 'Invoices of May', from: 'Ann <ann@mail.globex.test>', text: 'Please pay' })
  await mail.receive({ subject: 'Prices', to: ['support+sales@acme.test'], text: 'How much is it?' })
  await mail.receive({ subject: 'Hello', from: 'Ann <ann@globex.test>', text: 'Nothing to pay' })
  const head = await slack.findMessage(leads, /Please pay/)
  await slack.findMessage(general, /How much is it/)
  await slack.findMessage(support, /Nothing to pay/)
  await pressInMore(slack, maria, head, 'mail.why')
  const why = await until(async () => {
    const view = await readTop(app, maria)
    return /fitted the rule “Money” of/.test(readText(view)) ? view : undefined
  })
  expect(readText(why)).toContain('The rule now says: A mail that is from')
  // The rule can be opened by those who may change it; the others learn whom to ask.
  await press(app, maria, why, /^Open the rule$/)
  await until(async () => /can’t set up inboxes here.*Ask them/.test(readText(await readTop(app, maria))))
  // Moved up, the second rule decides about mail that both fit; the old thread stays.
  await press(app, aiko, two, /Down/)
  const moved = await findList(app, aiko, /1\. support\+sales@.*2\. Money/s)
  await mail.receive({
    subject: 'Invoice',
    from: 'Ann <ann@globex.test>',
    to: ['support+sales@acme.test'],
    text: 'Both fit',
  })
  await slack.findMessage(general, /Both fit/)
  expect(findButton(moved, /^Delete$/)?.['confirm']).toMatchObject({ title: { text: 'Delete this rule?' } })
  await press(app, aiko, moved, /^Delete$/)
  await findList(app, aiko, /1\. Money/)
  await app.settled()
  expect(await slack.messages(leads)).toHaveLength(1)
  await slack.command(aiko, support, '/mail audit')
  const audit = await until(async () => {
    const text = readText(await readTop(app, aiko))
    return /Delete a mail rule/.test(text) ? text : undefined
  })
  for (const verb of ['Add a mail rule', 'Move a mail rule']) expect(audit).toContain(verb)
})
