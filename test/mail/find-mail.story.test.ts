import { expect } from 'vitest'
import { findButton, readText } from '../support/block-queries.ts'
import { type Harness, until, type View } from '../support/harness.ts'
import { test } from '../support/story-test.ts'
import { pickEntry } from './mail-menu.ts'

/** The page that `/mail find` opens. */
async function find({ slack }: Harness, user: string, channel: string, words: string): Promise<View> {
  const before = await slack.views(user)
  await slack.command(user, channel, `/mail find ${words}`)
  return until(async () =>
    (await slack.views(user)).find(
      (view) => view.callback_id === 'mail.find' && !before.some(({ id }) => id === view.id),
    ),
  )
}

const subjectsIn = (view: View): string[] =>
  [...JSON.stringify(view.blocks).matchAll(/(?:Offer|Angebot|見積) ?[\w-]*/g)].map(([one]) => one)

test('mail is found by its words, newest first, by those who may read its channel', async ({
  app,
  slack,
  mail,
  support,
  leads,
  aiko,
  maria,
  tom,
  li,
}) => {
  for (let n = 1; n <= 8; n++)
    await mail.receive({
      subject: `Offer ${n}`,
      from: 'Anna Müller <anna@nord.test>',
      text: `A quotation about wheels`,
    })
  await slack.findMessage(support, /Offer 8/)
  await slack.click(tom, await slack.findMessage(support, /Offer 7/), /^Claim$/)
  const claimed = await slack.findMessage(support, /Claimed by/)
  await pickEntry(slack, tom, claimed, 'snooze')
  await slack.fillForm(tom, await slack.findForm(tom), [[/^Until when/, 'tomorrow']])
  await mail.receive({
    subject: 'Angebot',
    from: 'bernd@sued.test',
    html: '<p>Die <b>Räder</b> sind da, from <i>wheels</i></p>',
  })
  await mail.receive({ subject: '見積', from: 'ken@tokyo.test', text: 'ご質問があります' })
  await mail.receive({ subject: 'A prize for wheels', from: 'prize@win.test', kind: 'spam' })
  await app.settled()

  // A link that comes too late is left out of a result.
  const first = await until(async () => {
    const view = await find(app, maria, support, 'WHEELS from:muller')
    return /<https?:[^|]+\|Offer 8>/.test(JSON.stringify(view.blocks)) ? view : undefined
  })
  expect(subjectsIn(first)).toEqual(['Offer 8', 'Offer 7', 'Offer 6', 'Offer 5', 'Offer 4', 'Offer 3'])
  // Each says who takes care of it and how far it is.
  expect(readText(first)).toMatch(
    /Offer 7[^✉]*?Claimed by @Tom [^"]*💤 snoozed until[^✉]*?Offer 6[^✉]*?Nobody has claimed it/,
  )
  expect(first.private_metadata).not.toMatch(/wheels|muller/i)
  await slack.clickInView(maria, first.id, String(findButton(first, /^Older$/)?.action_id))
  const second = await until(async () =>
    (await slack.views(maria)).find((view) => view.id === first.id && readText(view).includes('Offer 2')),
  )
  expect(subjectsIn(second)).toEqual(['Offer 2', 'Offer 1'])
  expect(findButton(second, /^Older$/)).toBeUndefined()

  for (const [words, subjects] of [
    ['rader', ['Angebot']],
    ['質問', ['見積']],
    ['from:sued.test', ['Angebot']],
    ['from:<mailto:bernd@sued.test|bernd@sued.test>', ['Angebot']],
    [`wheels in:<#${support}|support> from:bernd`, ['Angebot']],
    ['angebot in:#support', ['Angebot']],
    ['angebot is:open', ['Angebot']],
    ['angebot is:done', []],
    // As in the list of what is open, which has nothing that somebody put aside.
    ['from:muller 7 is:open', []],
    ['prize', []],
    [`angebot in:<#${leads}|leads>`, []],
  ] as const)
    expect([words, [...new Set(subjectsIn(await find(app, maria, support, words)).slice(0, 3))]]).toEqual([
      words,
      subjects,
    ])
  // A result is read where it was found, whoever else looks at its channel.
  const open = findButton(second, /^Open$/)
  await slack.clickInView(maria, second.id, String(open?.action_id), open?.['value'])
  await until(async () =>
    (await slack.views(maria)).find(
      (view) => view.callback_id === 'mail.read' && readText(view).includes('A quotation about wheels'),
    ),
  )
  const typed = await find(app, maria, support, 'wheels from:<mailto:bernd@sued.test|bernd@sued.test>')
  expect(readText(typed)).toContain('"initial_value":"wheels from:bernd@sued.test"')
  expect(readText(await find(app, maria, support, 'the'))).toContain('in nearly every mail')
  expect(readText(await find(app, maria, support, 'offer is:lost'))).toContain('is:lost')

  // Another search in the open page; and somebody who is not in the channel finds nothing of it.
  const form = await find(app, maria, support, 'nothing')
  expect(readText(form)).toContain('has all of these words')
  await slack.fillForm(maria, form, [[/Words/, 'quotation']])
  await until(async () =>
    (await slack.views(maria)).some((view) => view.id === form.id && readText(view).includes('Offer 8')),
  )
  await slack.command(aiko, support, `/mail route ${mail.inbox} #leads`)
  await until(async () => JSON.stringify((await slack.command(aiko, support, '/mail inboxes')).body).includes(leads))
  await mail.receive({ subject: 'Offer secret', from: 'anna@nord.test', text: 'Only for the leads' })
  await slack.findMessage(leads, /Only for the leads/)
  await app.settled()
  expect(subjectsIn(await find(app, aiko, support, 'secret'))).toEqual(['Offer secret'])
  expect(subjectsIn(await find(app, li, support, 'secret'))).toEqual([])
})
