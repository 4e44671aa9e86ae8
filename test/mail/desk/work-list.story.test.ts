import { expect } from 'vitest'
import { findButton, findElements, readText } from '../../support/block-queries.ts'
import { type Harness, until, type View } from '../../support/harness.ts'
import { test } from '../../support/story-test.ts'
import { pickEntry } from '../mail-menu.ts'

/** Waits for the open list with this content. */
const findList = ({ slack }: Harness, user: string, fits: (text: string) => boolean): Promise<View> =>
  until(async () =>
    (await slack.views(user)).findLast(
      (view) => view.type === 'modal' && /mail\.listed|You have no email/.test(readText(view)) && fits(readText(view)),
    ),
  )

/** The subjects in a list or on Home, in order. */
const subjectsIn = (view: View): string[] => [...readText(view).matchAll(/Subject \d+/g)].map(([subject]) => subject)

/** The id of the thread in a row. */
const idOf = (view: View, subject: string): string => {
  const row = view.blocks.find((block) => readText({ blocks: [block] }).includes(subject))
  return /"value":"open:([^"]+)"/.exec(JSON.stringify(row))?.[1] ?? ''
}

/** Picks an entry of a row's menu. */
async function pick({ client }: Harness, user: string, view: View, subject: string, verb: string) {
  const row = view.blocks.find((block) => readText({ blocks: [block] }).includes(subject))
  const [menu] = findElements(row)
  const values = [...JSON.stringify(menu).matchAll(/"value":"([^"]+)"/g)].map(([, one = '']) => one)
  await client.slack.click({
    user,
    view_id: view.id,
    action_id: 'mail.listed',
    block_id: menu?.block_id ?? '',
    value: values.find((one) => one.startsWith(`${verb}:`)),
  })
}

test(
  '/mail lists mail that waits for a person and for the channel, in pages, with actions in place',
  { tags: 'smoke' },
  async ({ app, slack, mail, support, maria }) => {
    for (let n = 1; n <= 10; n++) {
      await mail.receive({ subject: `Subject ${n}`, text: 'Hello' })
      await slack.findMessage(support, new RegExp(`Subject ${n}\\b`))
    }
    await app.settled()
    await slack.command(maria, support, '/mail')
    const list = await findList(app, maria, (text) => text.includes('Subject 10'))
    expect(subjectsIn(list)).toEqual([10, 9, 8, 7, 6, 5, 4, 3].map((n) => `Subject ${n}`))
    expect(readText(list)).toContain('`/mail help`')
    expect(readText(list)).toContain(' · 10')
    await slack.clickInView(maria, list.id, 'mail.claim', idOf(list, 'Subject 7'))
    const claimed = await findList(app, maria, (text) => text.includes('Needs your reply'))
    expect(readText(claimed)).toMatch(/Needs your reply.{0,9} · 1".* · 9"/)
    expect(subjectsIn(claimed)).toEqual([7, 10, 9, 8, 6, 5, 4, 3].map((n) => `Subject ${n}`))
    await slack.clickInView(maria, claimed.id, 'mail.list_older')
    const second = await findList(app, maria, (text) => text.includes('Newest'))
    expect(subjectsIn(second)).toEqual(['Subject 2', 'Subject 1'])
    await pick(app, maria, second, 'Subject 2', 'done')
    await until(async () => {
      const view = (await slack.views(maria)).at(-1)
      return view && !subjectsIn(view).includes('Subject 2')
    })

    await slack.openHome(maria)
    const home = await until(async () =>
      (await slack.views(maria)).find((view) => view.type === 'home' && subjectsIn(view).length > 0),
    )
    // Below it, the oldest emails that nobody has claimed.
    expect(subjectsIn(home)).toEqual(['Subject 7', 'Subject 1', 'Subject 3', 'Subject 4'])
    await pick(app, maria, home, 'Subject 7', 'done')
    await until(async () =>
      (await slack.views(maria)).some(
        (view) =>
          view.type === 'home' &&
          !subjectsIn(view).includes('Subject 7') &&
          readText(view).includes('You have no email'),
      ),
    )
  },
)

test('a list shows only threads that its reader may read', async ({
  app,
  slack,
  mail,
  leads,
  support,
  aiko,
  maria,
  tom,
}) => {
  await slack.command(aiko, support, `/mail route ${mail.inbox} #leads`)
  await app.settled()
  await mail.receive({ subject: 'Subject 1', text: 'For the leads' })
  const head = await slack.findMessage(leads, /For the leads/)
  await slack.click(tom, head, 'mail.claim')
  await slack.findCard(leads, 'claimed', { kind: 'mail.card' })
  await slack.command(tom, support, '/mail mine')
  expect(subjectsIn(await findList(app, tom, (text) => text.includes('Subject')))).toEqual(['Subject 1'])
  await slack.command(tom, leads, '/mail open')
  const own = readText(await findList(app, tom, (text) => text.includes('Open in')))
  expect(own).toContain('Claimed by you')
  expect(own.match(new RegExp(`<#${leads}>`, 'g'))).toHaveLength(1)
  await slack.leave(tom, leads)
  await app.settled()
  await slack.command(tom, support, '/mail mine')
  await findList(app, tom, (text) => text.includes('You have no email'))
  await slack.command(maria, leads, '/mail open')
  expect(subjectsIn(await findList(app, maria, (text) => text.includes('Subject')))).toEqual(['Subject 1'])
})

test('without an answer from Slack, the list does not claim that a channel has no open mail', async ({
  app,
  slack,
  maria,
  general,
}) => {
  await app.settled()
  await app.addFault({ target: 'slack', match: 'conversations.info', mode: 'hang' })
  await slack.command(maria, general, '/mail open')
  const list = readText(await slack.findForm(maria))
  expect(list).toContain('Slack took too long to respond')
  expect(list).not.toContain('No open email')
  await app.clearFaults()
})

test('Done and Snooze on an older view leave a thread open to which a newer email has come, and quote it', async ({
  app,
  slack,
  mail,
  support,
  maria,
  tom,
}) => {
  const { thread_id: thread } = await mail.receive({ subject: 'Subject 1', text: 'It is slow' })
  await pickEntry(slack, tom, await slack.findMessage(support, /It is slow/), 'snooze')
  const form = await slack.findForm(tom)
  await slack.command(maria, support, '/mail open')
  const list = await findList(app, maria, (text) => text.includes('It is slow'))
  await pick(app, maria, list, 'Subject 1', 'open')
  const window = await until(async () =>
    (await slack.views(maria)).find((one) => /Claim/.test(readText(one)) && one.id !== list.id),
  )
  await mail.receive({ thread_id: thread, subject: 'Re: Subject 1', text: 'Now it is down' })
  const card = await slack.findMessage(support, /Now it is down/)
  await slack.clickInView(maria, window.id, 'mail.done', findButton(window, /^Done$/)?.['value'])
  const asked = await until(async () =>
    (await slack.views(maria)).find((one) => /Not marked as done/.test(readText(one))),
  )
  expect(readText(asked)).toContain('Now it is down')
  await pick(app, maria, list, 'Subject 1', 'done')
  await findList(app, maria, (text) => text.includes('Not marked as done'))
  await slack.fillForm(tom, form, [['mail.snooze_when', 'tomorrow']])
  await slack.findEphemeral(support, tom, /Not snoozed.*Now it is down/)
  await app.settled()
  const readCard = async () => readText((await slack.messages(support)).find(({ ts }) => ts === card.ts))
  expect(await readCard()).toContain('Unclaimed')
  // The button below the quotation is for the email that the person reads there.
  await slack.clickInView(maria, asked.id, 'mail.done', findButton(asked, /^Done$/)?.['value'])
  await until(async () => (await readCard()).includes('✅ Done by @Maria Torres'))
})

test('a row shows a customer’s words literally, and offers no Reply to a person who imitates a colleague', async ({
  app,
  slack,
  mail,
  support,
  tom,
}) => {
  await mail.receive({ subject: 'Subject 1', from: 'Maria Torres <one@evil.test>', text: ':rotating_light: *Pay* now' })
  await slack.click(tom, await slack.findMessage(support, /Subject 1/), 'mail.claim')
  await app.settled()
  await slack.command(tom, support, '/mail mine')
  const list = await findList(app, tom, (text) => text.includes('Subject 1'))
  expect(readText(list)).toContain('∶rotating_light: ∗Pay∗ now')
  expect(findButton(list, /^Read safely$/)).toBeDefined()
  expect(findButton(list, /^Reply$/)).toBeUndefined()
})

test('the snooze of an email is ended in the list that shows it', async ({ app, slack, mail, support, maria }) => {
  await mail.receive({ subject: 'Subject 1', text: 'Hello' })
  const head = await slack.findMessage(support, /Subject 1\b/)
  await slack.click(maria, head, 'mail.claim')
  await pickEntry(slack, maria, await slack.findMessage(support, /Claimed by @Maria Torres/), 'snooze_tomorrow')
  await slack.findMessage(support, /Snoozed by @Maria Torres/)
  await slack.command(maria, support, '/mail snoozed')
  const list = await findList(app, maria, (text) => text.includes('Subject 1'))
  await pick(app, maria, list, 'Subject 1', 'wake')
  await until(async () => {
    const card = (await slack.messages(support)).find(({ ts }) => ts === head.ts)
    return card && !readText(card).includes('Snoozed')
  })
})
