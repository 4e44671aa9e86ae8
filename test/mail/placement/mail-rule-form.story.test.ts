import { expect } from 'vitest'
import { findButton, findField, readText } from '../../support/block-queries.ts'
import { type Fields, until, type View } from '../../support/harness.ts'
import { resubmitLastForm } from '../../support/resubmit-form.ts'
import { test } from '../../support/story-test.ts'
import { pickEntry, pressInMore } from '../mail-menu.ts'
import { addRule, findList, findView, openRuleForm, openRules, pressIn } from './rule-story.ts'

/** Builds the values that a person has typed into a form, for a click in it. */
function typed(view: View, answers: [RegExp | string, unknown][]): Fields {
  const values: Record<string, Fields> = {}
  for (const [wanted, value] of answers) {
    const field = findField(view, wanted)
    if (!field) throw new Error(`no field ${String(wanted)}`)
    values[field.block_id] = { [field.action_id]: value }
  }
  return values
}

test(
  'the form refuses bad input and a shared channel at their field, and asks about a rule for every mail',
  { tags: 'smoke' },
  async ({ app, slack, support, general, aiko }) => {
    const shared = await slack.channel('with-globex')
    const form = await openRuleForm(app, aiko, await openRules(app, aiko, support))
    const submit = (answers: [RegExp | string, unknown][]) => slack.fillForm(aiko, form, answers)
    const wrong = await submit([
      [/^Sender$/, 'ac me.com, tom@acme.com'],
      [/^Subject$/, Array.from({ length: 51 }, (_, n) => `w${n}`).join(',')],
    ])
    expect(wrong.errors).toEqual({
      senders: 'Not an email address or a domain: ac me.com',
      words: 'At most 50 values. Make a second rule for the others.',
      channel: 'Choose a channel, someone to assign to, or what else should happen.',
    })
    const elsewhere = await submit([
      [/^Sender$/, ''],
      [/^Subject$/, ''],
      [/^Channel$/, shared],
    ])
    expect(elsewhere.errors).toEqual({ channel: expect.stringContaining('shared with another organization') })
    await submit([[/^Channel$/, general]])
    const asked = await findView(app, aiko, 'mail.rule', /takes every email that no rule above it takes/)
    expect(readText(asked)).toContain(`"initial_conversation":"${general}"`)
    expect((await slack.fillForm(aiko, asked, [])).errors).toBeUndefined()
    const list = await findList(app, aiko, /1\. Every email/)
    await addRule(app, aiko, list, [
      [/^Sender$/, 'a.test b.test; "Doe, Jane" <JANE@C.test>\n@d.test'],
      [/^Channel$/, support],
    ])
    const two = await findList(app, aiko, /is from jane@c\.test, a\.test, b\.test or d\.test/)
    expect(readText(two)).toContain('No email gets this far')
  },
)

test('a person tries a rule on past mail before saving it; mail that they cannot read is only counted', async ({
  app,
  slack,
  mail,
  support,
  leads,
  general,
  aiko,
}) => {
  await slack.command(aiko, support, `/mail route ${mail.inbox} #leads`)
  await app.settled()
  await mail.receive({ subject: 'Hidden invoice', text: 'In leads' })
  await slack.findMessage(leads, /In leads/)
  await slack.command(aiko, support, `/mail route ${mail.inbox} #support`)
  await app.settled()
  await mail.receive({ subject: 'Open invoice', from: 'Ann <ann@pay.test>', text: 'One' })
  await mail.receive({ subject: 'Greetings', text: 'Two' })
  await slack.findMessage(support, /Two/)
  await slack.leave(aiko, leads)
  const form = await openRuleForm(app, aiko, await openRules(app, aiko, support))
  const answers: [RegExp | string, unknown][] = [
    [/^Subject$/, 'invoice'],
    [/^Channel$/, general],
    [/^Name$/, 'Bills'],
  ]
  await pressIn(app, aiko, form, /^Try on the last 50 emails$/, typed(form, answers))
  const tried = await findView(app, aiko, 'mail.rule', /If the last 3 emails came in now/)
  const text = readText(tried)
  expect(text).toContain(`*<#${support}> → <#${general}>*`)
  expect(text).toContain('because of the rule “Bills”')
  expect(text).toContain('Open invoice')
  expect(text).not.toContain('Hidden invoice')
  expect(text).toContain('1 email would go where it went.')
  expect(text).toContain('1 email is in a channel you can’t read, so it’s only counted. It would go elsewhere.')
  // Nothing was saved.
  expect(findButton(await openRules(app, aiko, support, /There are no rules yet/), /^Try/)).toBeUndefined()
  expect((await slack.fillForm(aiko, tried, answers)).errors).toBeUndefined()
  await findList(app, aiko, /1\. Bills/)
})

test('mail that waits for another channel is tried only for people who could read its previous channel', async ({
  app,
  slack,
  mail,
  support,
  leads,
  aiko,
  li,
}) => {
  await addRule(app, aiko, await openRules(app, aiko, support), [
    [/^Subject$/, 'quotation'],
    [/^Channel$/, support],
  ])
  await findList(app, aiko, /1\. “?quotation/)
  await slack.command(aiko, support, `/mail route ${mail.inbox} #leads`)
  await app.settled()
  const { thread_id: thread } = await mail.receive({ subject: 'Hidden invoice', text: 'In leads' })
  await slack.findMessage(leads, /In leads/)
  await slack.changeWorkspace('archive', { channel: leads })
  await mail.receive({ thread_id: thread, subject: 'Re: Hidden invoice', text: 'More' })
  await slack.findPost(aiko, 'mail.homeless')
  await app.settled()
  for (const [user, isReader] of [
    [li, false],
    [aiko, true],
  ] as const) {
    await pressIn(app, user, await openRules(app, user, support, /1\. “?quotation/), /^Try on/)
    const tried = readText(await findView(app, user, 'mail.rules.tried', /last 2 emails/))
    expect(tried.includes('Hidden invoice')).toBe(isReader)
    expect(tried.includes('2 emails are in channels you can’t read')).toBe(!isReader)
  }
  // A moment ago, Slack reported that the channel of this rule exists.
  await slack.changeWorkspace('archive', { channel: support })
  await openRules(app, aiko, await slack.channel('docs'), /#support is archived\. Choose another channel/)
})

test('mail that a rule quarantines is tried only for people who can read the channel that shows it', async ({
  app,
  slack,
  mail,
  support,
  leads,
  general,
  aiko,
  li,
}) => {
  await slack.command(aiko, support, '/mail quarantine #leads')
  await app.settled()
  await addRule(app, aiko, await openRules(app, aiko, support), [
    [/^Subject$/, 'payroll'],
    [/^Also$/, ['quarantine']],
  ])
  const list = await findList(app, aiko, /1\. “?payroll/)
  await mail.receive({ subject: 'Payroll of June', text: 'Held' })
  await slack.findMessage(leads, /Payroll of June/)
  await pressIn(app, aiko, list, /^Delete$/)
  await findList(app, aiko, /There are no rules yet/)
  await addRule(app, aiko, await openRules(app, aiko, support), [[/^Channel$/, general]])
  await slack.submit(aiko, (await findView(app, aiko, 'mail.rule', /takes every email/)).id)
  await app.settled()
  for (const [user, isReader] of [
    [li, false],
    [aiko, true],
  ] as const) {
    await pressIn(app, user, await openRules(app, user, support, /1\. Every email/), /^Try on/)
    const tried = readText(await findView(app, user, 'mail.rules.tried', /newest email/))
    expect(tried.includes('Payroll of June')).toBe(isReader)
  }
})

test('the second of two admins who change the same rule sees the first change and loses nothing', async ({
  app,
  slack,
  support,
  general,
  aiko,
  maria,
}) => {
  await slack.changeRole(maria, 'admin')
  await addRule(app, aiko, await openRules(app, aiko, support), [
    [/^Sender$/, 'acme.test'],
    [/^Channel$/, support],
  ])
  const before = await findList(app, aiko, /1\. acme\.test/)
  await addRule(app, aiko, before, [
    [/^Sender$/, 'globex.test'],
    [/^Channel$/, support],
  ])
  const mine = await findList(app, aiko, /2\. globex\.test/)
  const theirs = await openRules(app, maria, support)
  await pressIn(app, aiko, mine, /^Edit$/)
  const form = await findView(app, aiko, 'mail.rule', /acme\.test/)
  await pressIn(app, maria, theirs, /^Edit$/)
  const other = await findView(app, maria, 'mail.rule', /acme\.test/)
  await slack.fillForm(maria, other, [['channel', general]])
  const changed = await findList(app, maria, /Changed by/)
  // Aiko sees the earlier state, which must change neither the order nor the rule by mistake.
  await slack.fillForm(aiko, form, [[/^Subject/, 'mine']])
  const asked = await findView(app, aiko, 'mail.rule', /changed this rule while you had it open/)
  expect(readText(asked)).toContain(`It now says: An email that is from acme.test → <#${general}>`)
  expect(readText(asked)).toContain('"initial_value":"mine"')
  await slack.closeView(aiko, asked.id)
  await pressIn(app, aiko, mine, /^Delete$/)
  const kept = await findList(app, aiko, /changed that rule, so it wasn’t deleted/)
  await pressIn(app, maria, changed, /Down/)
  await findList(app, maria, /1\. globex\.test.*2\. acme\.test/s)
  await pressIn(app, aiko, kept, /Down/)
  await app.settled()
  const now = await findList(app, aiko, /1\. globex\.test.*2\. acme\.test/s)
  expect(readText(now)).toContain(`<#${general}>`)
  // A rule that was deleted meanwhile can be added again from the form that is still open.
  await pressIn(app, aiko, now, /^Edit$/)
  const last = await findView(app, aiko, 'mail.rule', /globex\.test/)
  await pressIn(app, maria, await openRules(app, maria, support, /1\. globex/), /^Delete$/)
  await app.settled()
  await slack.fillForm(aiko, last, [['name', 'Again']])
  const lost = await findView(app, aiko, 'mail.rule', /Someone deleted this rule/)
  expect((await slack.fillForm(aiko, lost, [])).errors).toBeUndefined()
  await findList(app, aiko, /Again/)
})

test('everyone sees the rules; people who may not change them see who can help', async ({
  app,
  slack,
  mail,
  support,
  general,
  aiko,
  maria,
}) => {
  await mail.receive({ subject: 'Hello', from: 'Ann <ann@pay.test>', to: ['support+billing@acme.com'], text: 'A bill' })
  const head = await slack.findMessage(support, /A bill/)
  await pickEntry(slack, maria, head, 'more')
  const more = await until(async () => (await slack.views(maria)).findLast((view) => findButton(view, /^Details$/)))
  expect(readText(more)).not.toContain('mail.rules.like')
  await pressInMore(slack, aiko, head, 'mail.rules.like')
  const form = await findView(app, aiko, 'mail.rule', /pay\.test/)
  expect(readText(form)).toContain(mail.inbox)
  await slack.fillForm(aiko, form, [['channel', general]])
  await findList(app, aiko, /1\. pay\.test/)
  await app.settled()
  await slack.openHome(maria)
  const home = await until(async () =>
    (await slack.views(maria)).find((view) => view.type === 'home' && findButton(view, /^Email rules$/)),
  )
  await pressIn(app, maria, home, /^Email rules$/)
  const seen = await findList(app, maria, /1\. pay\.test/)
  expect(readText(seen)).toContain('You can see the rules but not change them')
  expect(findButton(seen, /^(Add a rule|Edit|Delete)$/)).toBeUndefined()
  expect(findButton(seen, /^Request access$/)).toBeDefined()
  expect(findButton(seen, /^Try on/)).toBeDefined()
})

test('the form of a rule that is sent again counts once, and counts again with other words', async ({
  app,
  slack,
  support,
  general,
  aiko,
}) => {
  await addRule(app, aiko, await openRules(app, aiko, support), [
    [/^Sender$/, 'first.test'],
    [/^Channel$/, general],
  ])
  await findList(app, aiko, /1\. first\.test/)
  expect(await resubmitLastForm(app, (payload) => payload)).toBe(200)
  expect(await resubmitLastForm(app, (payload) => payload.replaceAll('first.test', 'second.test'))).toBe(200)
  const list = await findList(app, aiko, /1\. second\.test/)
  expect(readText(list)).not.toContain('2. ')
  await app.settled()
  expect(await resubmitLastForm(app, (payload) => payload)).toBe(200)
  expect(readText(await findList(app, aiko, /1\. first\.test/))).not.toContain('2. ')
  await app.settled()
  await slack.command(aiko, support, '/mail audit')
  const audit = await findView(app, aiko, 'workspace.audit', /added an email rule/)
  expect(readText(audit).split('added an email rule')).toHaveLength(2)
  expect(readText(audit).split('changed an email rule')).toHaveLength(3)
})
