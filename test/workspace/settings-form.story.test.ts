/** @module-tag redis */
import { expect } from 'vitest'
import { openSettings } from '../support/app-settings.ts'
import { findButton, findElements, findField, readText } from '../support/block-queries.ts'
import { createForger } from '../support/forged-requests.ts'
import { type Harness, until, type View } from '../support/harness.ts'
import { test, testWith } from '../support/story-test.ts'

const noHold = testWith({ env: { JOB_UNDO_SECONDS: '0' } })

/** Returns the form that a person has open, in its newest state. */
const readForm = async ({ slack }: Pick<Harness, 'slack'>, user: string) =>
  (await slack.views(user)).findLast(({ type }) => type === 'modal')

const pickTarget = async (
  { slack }: Pick<Harness, 'slack'>,
  user: string,
  id: string,
  value: string,
  shows: RegExp,
) => {
  await slack.clickInView(user, id, 'workspace.settings.target', value)
  return until(async () => (await slack.views(user)).find((view) => view.id === id && shows.test(readText(view))))
}

test('a person’s own settings are still there when they open the form again', async ({
  app,
  slack,
  docs,
  maria,
  aiko,
}) => {
  const form = await openSettings(app, maria, docs, 'mine')
  const headings = form.blocks.flatMap((block) => (block['type'] === 'header' ? [readText(block)] : []))
  expect(headings.join()).toMatch(/Notifications.*Jobs.*Outgoing email.*Reminders.*Working hours/)
  const answer = await slack.fillForm(maria, form, [
    [/Notify me about/, 'nothing'],
    [/Working days/, ['2', '4']],
    [/Start of working hours/, '22:00'],
    [/End of working hours/, '06:30'],
    [/Email reminders/, 'off'],
    [/When to remind you/, '1d'],
  ])
  expect(answer.errors).toBeUndefined()
  await app.settled()
  const shown = findElements(await openSettings(app, maria, docs, 'mine'))
  const initials = shown.flatMap((one) => [
    one['initial_option'] ?? one['initial_options'] ?? one['initial_time'] ?? [],
  ])
  for (const value of ['"nothing"', '"2"', '"4"', '"22:00"', '"06:30"', '"off"', '"1d"'])
    expect(JSON.stringify(initials)).toContain(value)
  expect(JSON.stringify(initials)).not.toContain('"3"')
  await slack.command(aiko, docs, '/docs audit')
  const audit = await until(async () => {
    const text = readText(await readForm(app, aiko))
    return text.includes('“Notify me about”') ? text : undefined
  })
  for (const label of [
    'Notify me about',
    'Working days',
    'Start of working hours',
    'Email reminders',
    'When to remind you',
  ])
    expect(audit.split(`“${label}”`)).toHaveLength(2)
})

/** Two admins who both have the settings of the channel open. */
const testWithTwo = test.extend<{ first: View; second: View }>({
  first: async ({ app, docs, aiko }, use) => use(await openSettings(app, aiko, docs, 'channel')),
  second: async ({ app, slack, docs, maria }, use) => {
    await slack.changeRole(maria, 'admin')
    await use(await openSettings(app, maria, docs, 'channel'))
  },
})

/** Opens the form of a person who lost a race, from the answer that they got; undefined if they got none. */
async function reopenLost({ slack }: Pick<Harness, 'slack'>, user: string, channel: string) {
  const told = (await slack.messages(channel)).find(({ ephemeral_for: reader }) => reader === user)
  if (!told || !findButton(told, /Compare and save/)) return undefined
  await slack.click(user, { channel, ts: told.ts }, 'workspace.settings.reopen')
  return { told: readText(told), form: await until(() => readForm({ slack }, user)) }
}

testWithTwo(
  'an admin who is slower than another reads who set what, compares, and decides',
  async ({ app, slack, docs, maria, aiko, first, second }) => {
    await slack.fillForm(aiko, first, [
      [/Undo start/, '60'],
      [/Replies that go/, 'any'],
    ])
    await app.settled()
    expect((await slack.fillForm(maria, second, [['2:holdSeconds', '30']])).errors).toBeUndefined()
    await app.settled()
    expect(await readForm(app, maria)).toBeUndefined()
    const lost = await reopenLost(app, maria, docs)
    expect(lost?.told).toMatch(/weren’t saved.*Undo start \(seconds\)[^:]*: .*has set this to/s)
    expect(lost?.told).toContain(`<@${aiko}> has set this to *60*`)
    expect(lost?.told).not.toContain('Which replies')
    const text = readText(lost?.form)
    expect(text).toContain('Someone else changed')
    expect(text).toContain(`<@${aiko}> has set this to *60*`)
    expect(text).toContain('Save again to use yours instead')
    expect(text).toContain('"initial_value":"30"')
    expect(text).toMatch(/"initial_option":\{[^}]*\{[^}]*"Every reply"/)
    expect(lost && (await slack.fillForm(maria, lost.form, [])).errors).toBeUndefined()
    await app.settled()
    const after = readText(await openSettings(app, aiko, docs, 'channel'))
    expect(after).toContain('"initial_value":"30"')
    expect(after).toMatch(/"initial_option":\{[^}]*\{[^}]*"Every reply"/)
    expect(after).toContain(`Last changed by <@${maria}>`)
  },
)

testWithTwo(
  'two admins who change different settings of one page both save them',
  async ({ app, slack, docs, maria, aiko, first, second }) => {
    await slack.fillForm(aiko, first, [[/Replies that go/, 'any']])
    await app.settled()
    await slack.fillForm(maria, second, [['2:holdSeconds', '30']])
    await app.settled()
    expect(await reopenLost(app, maria, docs)).toBeUndefined()
    const after = readText(await openSettings(app, aiko, docs, 'channel'))
    expect(after).toContain('"initial_value":"30"')
    expect(after).toMatch(/"initial_option":\{[^}]*\{[^}]*"Every reply"/)
  },
)

testWithTwo(
  'two admins save at the same moment, and one of them reads about it, with their entries',
  async ({ app, slack, docs, maria, aiko, first, second }) => {
    await Promise.all([
      slack.fillForm(aiko, first, [['2:holdSeconds', '41']]),
      slack.fillForm(maria, second, [['2:holdSeconds', '42']]),
    ])
    await app.settled()
    const lost = [await reopenLost(app, aiko, docs), await reopenLost(app, maria, docs)]
    const [loser, ...others] = lost.filter((one) => one !== undefined)
    expect(others).toEqual([])
    expect(loser?.told).toMatch(/<@\w+> has set this to \*4[12]\*/)
    expect(readText(loser?.form)).toMatch(/has set this to \*4[12]\*/)
    expect(readText(loser?.form)).toMatch(/"initial_value":"4[12]"/)
  },
)

/** Chooses another section of a form with this typed into it, and waits for the next page. */
async function chooseUnsaved(
  app: Harness,
  user: string,
  form: View,
  { section, seconds, shows }: { section: string; seconds: string; shows: RegExp },
): Promise<View> {
  const hold = findField(form, /Undo start/)
  const typed = { [hold?.block_id ?? '']: { [hold?.action_id ?? '']: seconds } }
  await app.slack.clickInView(user, form.id, 'workspace.settings.section', section, typed)
  return until(async () => {
    const view = await readForm(app, user)
    return readText(view).includes(`"initial_value":"${seconds}"`) && shows.test(readText(view)) ? view : undefined
  })
}

test('a person who chooses another section before saving keeps their entries, and continues there after Save', async ({
  app,
  slack,
  docs,
  aiko,
}) => {
  const form = await openSettings(app, aiko, docs, 'channel')
  const shows = /isn’t saved yet. Save it, and \*Workspace\* opens/
  const kept = await chooseUnsaved(app, aiko, form, { section: 'workspace', seconds: '30', shows })
  const wrong = await slack.fillForm(aiko, kept, [[/Undo start/, 'ten']])
  expect(JSON.stringify(wrong.errors)).toContain('Enter 0–600 seconds')
  expect((await slack.fillForm(aiko, kept, [[/Undo start/, '30']])).errors).toBeUndefined()
  const next = await until(async () => {
    const view = await readForm(app, aiko)
    return readText(view).includes('For the whole workspace') ? view : undefined
  })
  expect(readText(next)).toContain('Saving *This channel*.')
  await app.settled()
  expect(readText(await openSettings(app, aiko, docs, 'channel'))).toContain('"initial_value":"30"')
})

test('a person who closes the form without saving changes nothing, whatever section they chose', async ({
  app,
  slack,
  docs,
  aiko,
}) => {
  const form = await openSettings(app, aiko, docs, 'channel')
  const kept = await chooseUnsaved(app, aiko, form, { section: 'workspace', seconds: '30', shows: /isn’t saved yet/ })
  // The shown section is chosen again: no section follows.
  const shows = /^(?!.*isn’t saved yet)/s
  const back = await chooseUnsaved(app, aiko, kept, { section: 'channel', seconds: '31', shows })
  await slack.closeView(aiko, back.id)
  await app.settled()
  expect(readText(await openSettings(app, aiko, docs, 'channel'))).not.toMatch(/"initial_value":"3[01]"/)
})

testWith({ ownProcess: true })(
  'settings whose app is killed after Save are saved once, when Slack answers',
  async ({ app, slack, docs, leads, aiko }) => {
    const form = await openSettings(app, aiko, docs, 'inboxes', '/mail settings')
    // The form closes without an answer about the channel, and the task waits for one.
    await app.addFault({ target: 'slack', match: 'conversations.info', mode: 'hang' })
    expect((await slack.fillForm(aiko, form, [[/Channel for quarantined/, leads]])).errors).toBeUndefined()
    await app.kill()
    await app.clearFaults()
    await app.start()
    await app.settled()
    expect(readText(await openSettings(app, aiko, docs, 'inboxes', '/mail settings'))).toContain(leads)
    await slack.command(aiko, docs, '/docs audit')
    const audit = await until(async () => {
      const text = readText(await readForm(app, aiko))
      return text.includes('“Channel for quarantined email”') ? text : undefined
    })
    expect(audit.split('“Channel for quarantined email”')).toHaveLength(2)
  },
)

/** The workspace's settings as seen by an admin, with an emoji that nobody may set in these tests. */
async function openClaims(app: Harness, { aiko, docs }: Record<'aiko' | 'docs', string>) {
  const form = await openSettings(app, aiko, docs, 'workspace')
  const field = findField(form, /Emoji/)
  const forger = createForger(app.sandbox, (await app.client.slack.app()).team.id)
  return {
    forger,
    form,
    bomb: { [field?.block_id ?? '']: { [field?.action_id ?? '']: { type: 'plain_text_input', value: 'bomb' } } },
    readBomb: async () => {
      await app.settled()
      return /bomb/.exec(readText(await openSettings(app, aiko, docs, 'workspace')))
    },
  }
}

test('the form of another person changes nothing', async ({ app, docs, maria, aiko }) => {
  const { forger, form, bomb, readBomb } = await openClaims(app, { aiko, docs })
  const answer = await forger.submit(maria, 'workspace.settings', String(form['private_metadata']), bomb)
  expect(answer.body).toContain('expired')
  expect(await readBomb()).toBeNull()
})

test('another person’s section, and fields that their page never had, are refused', async ({
  app,
  slack,
  docs,
  maria,
  aiko,
  tom,
}) => {
  const { forger, readBomb } = await openClaims(app, { aiko, docs })
  const own = await openSettings(app, maria, docs, 'mine')
  await slack.clickInView(maria, own.id, 'workspace.settings.section', 'mine')
  const view = { private_metadata: own['private_metadata'], callback_id: 'workspace.settings', state: { values: {} } }
  await forger.click(maria, {
    actionId: 'workspace.settings.section',
    value: 'workspace',
    view: { ...view, id: own.id },
  })
  const foreign = { '2:emoji': { x: { type: 'plain_text_input', value: 'bomb' } } }
  expect((await forger.submit(maria, 'workspace.settings', String(own['private_metadata']), foreign)).body).toContain(
    'You can’t change this here',
  )
  expect(await readBomb()).toBeNull()
  expect(readText(await openSettings(app, tom, docs, 'mine'))).not.toContain('"Workspace"')
})

test('a person who was an admin when the form opened changes nothing, and can request access', async ({
  app,
  slack,
  docs,
  maria,
  aiko,
}) => {
  const { readBomb } = await openClaims(app, { aiko, docs })
  await slack.changeRole(maria, 'admin')
  const late = await openSettings(app, maria, docs, 'workspace')
  await slack.changeRole(maria, 'member')
  await slack.fillForm(maria, late, [['2:emoji', 'bomb']])
  const refusal = await slack.findEphemeral(docs, maria, /Only some people can change settings for everyone/)
  expect(findButton(refusal, /Request access/)).toBeDefined()
  expect(await readBomb()).toBeNull()
})

test('a stranger in a menu of people is refused', async ({ app, docs, aiko }) => {
  const { forger, form } = await openClaims(app, { aiko, docs })
  const who = findField(form, /Who can start jobs/)
  const state = { type: 'multi_external_select', selected_options: [{ value: 'person:U0OTHERTEAM' }] }
  const answer = await forger.submit(aiko, 'workspace.settings', String(form['private_metadata']), {
    [who?.block_id ?? '']: { [who?.action_id ?? '']: state },
  })
  expect(answer.body).toContain('Bellhop can’t find')
})

test('the form asks to be opened again if Slack is slow to confirm permissions', async ({
  app,
  slack,
  docs,
  maria,
  aiko,
}) => {
  const group = await slack.changeGroup('create', { name: 'Leads', handle: 'leads', users: [maria] })
  const form = await openSettings(app, aiko, docs, 'workspace')
  const { errors } = await slack.fillForm(aiko, form, [[/Who can change .* for everyone/, [`group:${group.id}`]]])
  expect(errors).toBeUndefined()
  await app.settled()
  await app.addFault({ target: 'slack', match: 'usergroups.users.list', mode: 'hang' })
  await slack.command(maria, docs, '/docs settings')
  await until(async () => readText(await readForm(app, maria)).includes('some settings may be missing'))
  await app.clearFaults()
  await openSettings(app, maria, docs, 'workspace')
})

noHold(
  'somebody who wants no notices gets none, and a quiet channel sends them as direct messages',
  async ({ app, slack, agent, docs, maria, aiko, tom }) => {
    await slack.fillForm(aiko, await openSettings(app, aiko, docs, 'channel'), [
      [/Mentions in this channel/, 'nothing'],
    ])
    await slack.fillForm(tom, await openSettings(app, tom, docs, 'mine'), [[/Notify me about/, 'nothing']])
    await app.settled()
    const threads: string[] = []
    for (const [user, about] of [
      [maria, 'retry schedule'],
      [tom, 'rate limits'],
    ] as const) {
      await slack.command(user, docs, `/docs explain the ${about}`)
      const { id } = await agent.findJob(new RegExp(about))
      threads.push((await slack.findMessage(docs, new RegExp(about))).ts)
      await agent.changeJob(id, { status: 'completed' })
    }
    await slack.findMessage(maria, /retry schedule/)
    await app.settled()
    const posted = await Promise.all(threads.map((ts) => slack.messages(docs, ts)))
    expect(JSON.stringify(posted)).not.toMatch(/<@\w+>, /)
    expect((await slack.messages(tom)).filter((said) => readText(said).includes('rate limits'))).toEqual([])
  },
)

noHold('a changed rule applies at once', async ({ app, slack, agent, docs, maria, aiko, tom }) => {
  await slack.command(maria, docs, '/docs explain the retry schedule')
  await agent.findJob(/retry schedule/)
  const form = await openSettings(app, aiko, docs, 'workspace')
  await slack.fillForm(aiko, form, [['workspace.subjects', [`person:${tom}`]]])
  await app.settled()
  await slack.command(maria, docs, '/docs describe the inboxes')
  await slack.findEphemeral(docs, maria, /can start jobs in Acme Docs\. Ask @Tom Hadley/)
  await slack.command(tom, docs, '/docs describe the rate limits')
  await agent.findJob(/rate limits/)
  await app.settled()
  expect((await agent.jobs()).map(({ prompt }) => prompt)).toHaveLength(2)
})

test('an inbox can be set up before its first mail arrives', async ({ app, slack, mail, docs, aiko }) => {
  const all = await openSettings(app, aiko, docs, 'inboxes', '/mail settings')
  expect(readText(all)).toContain(mail.inbox)
  const inbox = await pickTarget(app, aiko, all.id, '0', /Channel for this inbox/)
  expect((await slack.fillForm(aiko, inbox, [[/Undo send/, '20']])).errors).toBeUndefined()
  await app.settled()
  const again = await openSettings(app, aiko, docs, 'inboxes', '/mail settings')
  expect(readText(await pickTarget(app, aiko, again.id, '0', /Channel for this inbox/))).toContain(
    '"initial_value":"20"',
  )
})

testWith({ env: { MAIL_DEFAULT_CHANNEL: '' } })(
  'an inbox gets its channel and hold in the form or by a command, and waiting mail is posted',
  async ({ app, slack, mail, docs, support, leads, aiko }) => {
    await slack.command(aiko, docs, `/mail hold ${mail.inbox} 45`)
    await app.settled()
    await mail.receive({ subject: 'Nobody’s mail', text: 'hello' })
    await app.settled()
    const all = await openSettings(app, aiko, docs, 'inboxes', '/mail settings')
    expect(readText(all)).toContain('Who can reply to email')
    const inbox = await pickTarget(app, aiko, all.id, '0', /Channel for this inbox/)
    const shown = readText(inbox)
    for (const text of ['"initial_value":"45"', 'None: email waits until there is one', 'Same as for all inboxes'])
      expect(shown).toContain(text)
    const hold = findField(inbox, /Undo send/)
    const typed = { [hold?.block_id ?? '']: { [hold?.action_id ?? '']: '50' } }
    await slack.clickInView(aiko, inbox.id, 'workspace.settings.target', 'all', typed)
    const form = await until(async () => {
      const view = await readForm(app, aiko)
      return readText(view).includes('Save it, and *All inboxes* opens') ? view : undefined
    })
    expect(readText(form)).toContain('"initial_value":"50"')
    const refused = await slack.fillForm(aiko, form, [[/Channel for this inbox/, await slack.channel('with-globex')]])
    expect(JSON.stringify(refused.errors)).toContain('shared with another organization')
    const saved = await slack.fillForm(aiko, form, [
      [/Channel for this inbox/, leads],
      [/Undo send/, '20'],
      [/Approvers for outgoing email/, [{ query: 'tom' }]],
    ])
    expect(saved.errors).toBeUndefined()
    await slack.findMessage(aiko, /Only @Tom Hadley can approve, so nobody can approve what @Tom Hadley writes/)
    await app.settled()
    const inboxes = JSON.stringify((await slack.command(aiko, support, '/mail inboxes')).body)
    await slack.findMessage(leads, /Nobody’s mail/)
    expect(inboxes).toContain(`${mail.inbox} → <#${leads}> · undo window 20 seconds`)
  },
)
