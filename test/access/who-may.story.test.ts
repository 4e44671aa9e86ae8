import { expect } from 'vitest'
import { openSettings } from '../support/app-settings.ts'
import { type AccessRecords, recordsFixture } from '../support/access-rules.ts'
import { createForger } from '../support/forged-requests.ts'
import { findButton, findElements, readText } from '../support/block-queries.ts'
import { type Harness, until } from '../support/harness.ts'
import { testWith } from '../support/story-test.ts'

/** Long before an answer of Slack is a minute old. */
const IMMEDIATE_MS = 20_000
const REFUSED = /Only some people can see the audit\./

const test = testWith({ file: true }).extend<{ records: AccessRecords }>({ records: recordsFixture })

/** Whether a person may open the audit, judged by the answer. */
async function mayOpen({ slack }: Pick<Harness, 'slack'>, user: string, channel: string): Promise<boolean> {
  const { body } = await slack.command(user, channel, '/docs audit')
  const isRefused = REFUSED.test(JSON.stringify(body)) || JSON.stringify(body).includes('Only full members')
  if (!isRefused) await slack.closeView(user, (await slack.findForm(user)).id)
  return !isRefused
}

/** Takes a person out of a channel, and lets only those who are in it open the audit. */
async function excludeFromAudit(
  { slack, records }: Pick<Harness, 'slack'> & { records: AccessRecords },
  user: string,
  channel: string,
): Promise<void> {
  await slack.leave(user, channel)
  await records.allow('workspace.administer', `channel:${channel}`)
}

/** The refusal shown to a person, with **Request access**. */
async function beRefused({ slack }: Pick<Harness, 'slack'>, user: string, channel: string) {
  await slack.command(user, channel, '/docs audit')
  return { ...(await slack.findEphemeral(channel, user, REFUSED)), channel }
}

test(
  'a rule for a group, a channel, a person and a kind of people follows each change immediately',
  { tags: 'smoke' },
  async ({ app, slack, records, docs, support, maria, tom, aiko, gwen }) => {
    const isAllowed = (user: string) => mayOpen(app, user, docs)
    const becomes = (user: string, wanted: boolean) =>
      until(async () => (await isAllowed(user)) === wanted, { ms: IMMEDIATE_MS })

    const group = await slack.changeGroup('create', { name: 'Editors', handle: 'editors', users: [maria] })
    await records.allow('workspace.administer', `group:${group.id}`)
    expect([await isAllowed(maria), await isAllowed(tom), await isAllowed(aiko)]).toEqual([true, false, true])
    await slack.changeGroup('members', { group: group.id, users: [tom] })
    await becomes(tom, true)
    await becomes(maria, false)
    await slack.changeGroup('disable', { group: group.id })
    await becomes(tom, false)

    await records.allow('workspace.administer', `channel:${support}`)
    await slack.leave(tom, support)
    await becomes(tom, false)
    await slack.join(tom, support)
    await becomes(tom, true)

    await records.allow('workspace.administer', `person:${maria}`)
    expect([await isAllowed(maria), await isAllowed(tom)]).toEqual([true, false])
    await slack.changeRole(maria, 'guest')
    await becomes(maria, false)
    await slack.changeRole(maria, 'member')
    await becomes(maria, true)

    expect(await isAllowed(gwen)).toBe(false)
    await records.allow('workspace.administer', 'guests')
    expect([await isAllowed(gwen), await isAllowed(maria)]).toEqual([true, false])
    await records.allow('workspace.administer')
    expect(await isAllowed(gwen)).toBe(false)
    await slack.changeRole(tom, 'admin')
    await becomes(tom, true)
  },
)

test('a refusal is private and names the people to ask, and Request access asks each of them once', async ({
  app,
  slack,
  records,
  docs,
  maria,
  tom,
  li,
}) => {
  await records.allow('workspace.administer', `person:${maria}`, `person:${li}`)
  const refusal = await beRefused(app, tom, docs)
  expect(readText(refusal)).toMatch(/Ask @Maria Torres, @Li Wei or @Aiko Tanaka\./)
  await slack.click(tom, refusal, 'access.ask')
  const asked = await slack.findPost(maria, 'access.request')
  expect(asked.text).toMatch(/^@Tom/)
  await slack.findPost(li, 'access.request')
  await slack.findEphemeral(docs, tom, /Bellhop asked @Maria Torres/)

  await slack.click(tom, refusal, 'access.ask')
  await slack.findEphemeral(docs, tom, /You already asked/)
  // A second refusal on the same day is about the same object.
  await slack.click(tom, await beRefused(app, tom, docs), 'access.ask')
  const value = findButton(refusal, /^Request access$/)?.['value']
  const { team } = await app.client.slack.app()
  const forger = createForger(app.sandbox, team.id)
  for (const forged of [String(value), 'made-up', '../x', ''])
    await forger.click(maria, { actionId: 'access.ask', value: forged, message: { channel: docs, ts: refusal.ts } })
  await app.settled()
  for (const person of [maria, li])
    expect((await slack.messages(person)).filter((one) => /would like permission to/.test(readText(one)))).toHaveLength(
      1,
    )
  expect((await slack.messages(maria)).filter((one) => /went wrong/.test(readText(one)))).toEqual([])

  await records.allow('workspace.administer', `person:${tom}`)
  await slack.click(tom, refusal, 'access.ask')
  await slack.findEphemeral(docs, tom, /You have permission now/)
  expect((await records.readAudit()).map(({ user, outcome }) => [user, outcome])).toEqual([
    [tom, 'refused'],
    [tom, 'refused'],
  ])
})

test('a person refused a hundred times sends the admins twenty requests a day, and none once they have left', async ({
  app,
  slack,
  records,
  docs,
  tom,
  aiko,
  li,
}) => {
  const ask = async (user: string, n: number) => {
    await records.addRequest(`${user}-${n}`, { user, action: 'jobs.start', object: { kind: 'job', id: String(n) } })
    const { team } = await app.client.slack.app()
    await createForger(app.sandbox, team.id).click(user, { actionId: 'access.ask', value: `${user}-${n}` })
  }
  const countAsked = async () =>
    (await slack.messages(aiko)).filter((one) => /would like permission to start jobs/.test(readText(one))).length
  await records.allow('jobs.start', 'admins')
  await records.spendQuestions(tom)
  await ask(tom, 0)
  await slack.findMessage(tom, /Bellhop asked @Aiko/)
  await ask(tom, 1)
  await slack.findMessage(tom, /can’t ask anyone else for you until tomorrow. Write to @Aiko/)
  await slack.deactivate(li)
  await until(async () =>
    /Only full/.test(JSON.stringify((await slack.command(li, docs, '/docs help', { late: true })).body)),
  )
  await ask(li, 0)
  await app.settled()
  expect(await countAsked()).toBe(1)
  await ask(tom, 0)
  await slack.findMessage(tom, /You already asked/)
})

test('a channel receives one message, a person a direct one, and the admins are asked if nobody named by a rule is left', async ({
  app,
  slack,
  records,
  docs,
  support,
  tom,
  aiko,
}) => {
  await excludeFromAudit({ slack, records }, tom, support)
  const refusal = await beRefused(app, tom, docs)
  expect(readText(refusal)).toContain('the members of')
  await slack.click(tom, refusal, 'access.ask')
  await slack.findPost(support, 'access.request')
  await app.settled()
  // Admins may always change the settings.
  for (const place of [support, aiko])
    expect((await slack.messages(place)).filter((one) => /would like permission to/.test(readText(one)))).toHaveLength(
      1,
    )

  const group = await slack.changeGroup('create', { name: 'Old team', handle: 'old-team', users: [tom] })
  await slack.changeGroup('disable', { group: group.id })
  await records.allow('workspace.administer', `group:${group.id}`)
  await until(
    async () => {
      const { body } = await slack.command(tom, docs, '/docs audit')
      return /Ask @Aiko/.test(JSON.stringify(body))
    },
    { ms: IMMEDIATE_MS },
  )
})

test('the admins are asked instead of a channel that has become shared', async ({
  app,
  slack,
  records,
  docs,
  support,
  tom,
  aiko,
}) => {
  await excludeFromAudit({ slack, records }, tom, support)
  await slack.changeWorkspace('share', { channel: support })
  const refusal = await beRefused(app, tom, docs)
  await slack.click(tom, refusal, 'access.ask')
  await slack.findMessage(aiko, /would like permission to/)
  await slack.findEphemeral(docs, tom, /Bellhop asked @Aiko/)
  await app.settled()
  expect((await slack.messages(support)).filter((one) => /would like permission/.test(readText(one)))).toEqual([])
})

test('a request for access that waits for Slack counts once', async ({ app, slack, records, docs, support, tom }) => {
  await excludeFromAudit({ slack, records }, tom, support)
  const refusal = await beRefused(app, tom, docs)
  await records.spendQuestions(tom)
  await app.addFault({ target: 'slack', match: 'conversations.info', mode: 'status', status: 503 })
  const countFailures = async () =>
    (await app.exchanges()).filter(({ path, status }) => path.includes('conversations.info') && status === 503).length
  await slack.click(tom, refusal, 'access.ask')
  await until(async () => (await countFailures()) >= 2)
  await app.clearFaults()
  await slack.findPost(support, 'access.request')
  await slack.findEphemeral(docs, tom, /Bellhop asked/)
})

test('a start waits while Slack does not answer who is in a group, and is carried out once', async ({
  app,
  slack,
  agent,
  records,
  docs,
  maria,
  tom,
}) => {
  const group = await slack.changeGroup('create', { name: 'Editors', handle: 'editors', users: [maria] })
  await records.allow('jobs.start', `group:${group.id}`)
  await app.addFault({ target: 'slack', match: 'usergroups.users.list', mode: 'status', status: 503 })
  const countQuestions = async () =>
    (await app.exchanges()).filter(({ path }) => path.includes('usergroups.users.list')).length
  for (const user of [maria, tom]) await slack.command(user, docs, '/docs Explain the limits')
  await until(async () => (await countQuestions()) >= 2)
  await app.settled()
  expect(await agent.jobs()).toEqual([])
  expect((await slack.messages(docs)).filter((one) => one.ephemeral_for)).toEqual([])

  await app.clearFaults()
  await agent.findJob(/limits/)
  await slack.findEphemeral(docs, tom, /Only some people can start jobs .*Ask @editors\./)
  await app.settled()
  expect(await agent.jobs()).toHaveLength(1)
  const recorded = (await records.readAudit()).map(({ user, outcome }) => `${user} ${outcome}`)
  expect(recorded).toHaveLength(2)
  expect(recorded).toEqual(expect.arrayContaining([`${maria} done`, `${tom} refused`]))
})

test('a person asked for access to a job gets a link to it', async ({
  app,
  slack,
  agent,
  records,
  docs,
  maria,
  tom,
  li,
}) => {
  await slack.command(maria, docs, '/docs Explain the limits')
  await agent.findJob(/limits/)
  const card = await slack.findCard(docs, 'working')
  await records.allow('jobs.steer', `person:${li}`)
  const stop = findElements(card).find(({ action_id }) => action_id === 'jobs.more')?.['options'] as { value: string }[]
  await slack.click(tom, card, 'jobs.more', stop[0]?.value)
  const refusal = await slack.findEphemeral(docs, tom, /Only some people can manage jobs here\. Ask @Li Wei\./)
  await slack.click(tom, { ...refusal, channel: docs }, 'access.ask')
  const asked = await slack.findMessage(li, /isn’t allowed to do this, but you are: \*Manage a job\*/)
  expect(findButton(asked, /settings/)).toBeUndefined()
  expect(asked.text).toContain(`/p${card.ts.replace('.', '')}`)
  await app.settled()
  // The click had no effect.
  const shown = (await slack.messages(docs)).find(({ ts }) => ts === card.ts)
  expect(shown?.metadata?.event_payload['state']).toBe('working')
})

test('the settings name a private channel only to admins who are in it', async ({
  app,
  slack,
  records,
  docs,
  leads,
  maria,
  aiko,
}) => {
  await slack.changeRole(maria, 'admin')
  await slack.leave(maria, leads)
  await slack.join(aiko, leads)
  await records.allow('jobs.start', `channel:${leads}`)
  const readName = async (user: string) => readText(await openSettings(app, user, docs, 'workspace'))
  expect(await readName(aiko)).toContain('#leads')
  const hidden = await readName(maria)
  expect(hidden).toContain('A private channel')
  expect(hidden).not.toContain('#leads')
})

test('two requests about unstarted jobs reach an approver as one message that names the place', async ({
  app,
  slack,
  records,
  docs,
  tom,
  li,
}) => {
  await records.allow('jobs.start', `person:${li}`)
  for (const page of ['limits', 'quotas']) {
    await slack.command(tom, docs, `/docs Explain the ${page}`)
    await app.settled()
    const refusal = (await slack.messages(docs)).findLast((one) => findButton(one, /^Request access$/))
    await slack.click(tom, { channel: docs, ts: refusal?.ts ?? '' }, 'access.ask')
  }
  await slack.findEphemeral(docs, tom, /You already asked @Aiko Tanaka and @Li Wei/)
  await app.settled()
  const asked = (await slack.messages(li)).filter((one) => /isn’t allowed to do this, but you are/.test(readText(one)))
  expect(asked.map(({ text }) => text)).toEqual([expect.stringContaining(`They asked in <#${docs}>.`)])

  await slack.useShortcut(tom, 'jobs.new')
  const refused = await slack.findForm(tom)
  await slack.clickInView(tom, refused.id, 'access.ask', findButton(refused, /^Request access$/)?.['value'])
  const answered = await until(async () =>
    (await slack.views(tom)).find(({ id, hash }) => id === refused.id && hash !== refused.hash),
  )
  expect(readText(answered)).toContain('You already asked @Aiko Tanaka and @Li Wei')
})

test('a person who can allow an act is asked with a button that opens its setting, and the refused text stays', async ({
  slack,
  records,
  docs,
  tom,
  aiko,
  li,
}) => {
  await records.allowInProject('Acme Docs', 'jobs.start', `person:${li}`)
  await slack.command(tom, docs, '/docs Acme Docs: explain the limits')
  const refusal = await slack.findEphemeral(docs, tom, /Ask @Li Wei\./)
  await slack.click(tom, { ...refusal, channel: docs }, 'access.ask')
  await slack.findEphemeral(docs, tom, /Bellhop asked @Aiko Tanaka and @Li Wei/)
  expect(readText(await slack.findEphemeral(docs, tom, /Ask @Li Wei\./))).toContain('explain the limits')
  const asked = await slack.findMessage(aiko, /would like permission to start jobs/)
  expect(readText(asked)).toContain('add them to *Who can start jobs* for Acme Docs in the settings')
  await slack.click(aiko, { channel: asked.channel, ts: asked.ts }, 'access.allow')
  const form = await slack.findForm(aiko)
  expect(readText(form)).toContain('Li Wei')
  expect(readText(form)).toContain('Acme Docs')
})

test('a person who can allow their own act opens the setting from the refusal', async ({
  slack,
  records,
  docs,
  aiko,
  li,
}) => {
  await records.allow('jobs.start', `person:${li}`)
  await slack.command(aiko, docs, '/docs explain the limits')
  const refusal = await slack.findEphemeral(docs, aiko, /Ask @Li Wei\./)
  expect(findButton(refusal, /^Request access$/)).toBeUndefined()
  await slack.click(aiko, { ...refusal, channel: docs }, 'access.allow')
  expect(readText(await slack.findForm(aiko))).toContain('Who can start jobs')
})

test('help lists the audit for the people who may read it', async ({ slack, records, support, maria, tom }) => {
  await records.allow('mail.administer', `person:${maria}`)
  await records.allow('workspace.administer', `person:${tom}`)
  const readHelp = async (user: string) => JSON.stringify((await slack.command(user, support, '/mail help')).body)
  const [marias, toms] = [await readHelp(maria), await readHelp(tom)]
  expect([/\/mail webhooks/, /\/mail audit/].map((command) => command.test(marias))).toEqual([true, false])
  expect([/\/mail webhooks/, /\/mail audit/].map((command) => command.test(toms))).toEqual([false, true])
})

test('two admins who make the same choice have nothing to compare', async ({ app, slack, docs, maria, aiko }) => {
  await slack.changeRole(maria, 'admin')
  const forms = [await openSettings(app, aiko, docs, 'workspace'), await openSettings(app, maria, docs, 'workspace')]
  for (const [index, user] of [aiko, maria].entries()) {
    const form = forms[index]
    if (!form) throw new Error('no form')
    const answer = await slack.fillForm(user, form, [['workspace.subjects', [{ query: 'tom' }]]])
    expect(answer).not.toHaveProperty('response_action')
    await app.settled()
  }
  expect(readText(await openSettings(app, maria, docs, 'workspace'))).toContain(`Last changed by <@${aiko}>`)
})

test('a person who is no longer an admin reads that their unsaved changes stay unsaved', async ({
  app,
  slack,
  docs,
  maria,
  aiko,
}) => {
  await slack.changeRole(maria, 'admin')
  const first = await openSettings(app, aiko, docs, 'workspace')
  const second = await openSettings(app, maria, docs, 'workspace')
  await slack.fillForm(aiko, first, [['2:emoji', ':memo:']])
  await app.settled()
  await slack.fillForm(maria, second, [['2:emoji', ':book:']])
  const lost = await slack.findEphemeral(docs, maria, /weren’t saved/)
  await slack.changeRole(maria, 'member')
  await app.settled()
  await slack.click(maria, { channel: docs, ts: lost.ts }, 'workspace.settings.reopen')
  await slack.findEphemeral(docs, maria, /can no longer change these settings/)
  await app.settled()
  expect((await slack.views(maria)).filter(({ type }) => type === 'modal')).toEqual([])
})
