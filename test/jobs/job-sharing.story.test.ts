import { expect } from 'vitest'
import { jobActionIds, jobCallbackIds } from '../../src/jobs/action-ids.ts'
import { findButton, readText } from '../support/block-queries.ts'
import { createForger, untilAnswered } from '../support/forged-requests.ts'
import { until } from '../support/harness.ts'
import { test } from '../support/story-test.ts'
import { chooseNotices } from './choose-notices.ts'
import { readJobId } from './job-builder.ts'
import { SECRET, startPrivateJob } from './private-job.ts'

test(
  'a job is mirrored out of its private channel only after the person has agreed to its new readers',
  { tags: 'smoke' },
  async ({ app, slack, agent, general, li, bot }) => {
    const { leads, maria, id, remoteId, card, forger } = await startPrivateJob(app)
    const target = { channel: { channel: { type: 'conversations_select', selected_conversation: general } } }
    await untilAnswered(
      () => forger.submit(maria, jobCallbackIds.mirror, id, target),
      /is public. Everyone who opens it will see this/,
    )
    const other = { checkboxes: { type: 'checkboxes', selected_options: [{ value: `members:${general}` }] } }
    await untilAnswered(
      () => forger.submit(maria, jobCallbackIds.mirror, id, { ...target, agree: other }),
      /Everyone who opens it/,
    )
    await app.settled()
    expect(readText((await slack.messages(general)).at(-1))).not.toContain('Initech')

    await slack.click(maria, { channel: leads, ts: card.ts }, 'jobs.more', `mirror:${id}`)
    await slack.fillForm(maria, await slack.findForm(maria), [['channel', general]])
    const asked = await until(async () =>
      (await slack.views(maria)).findLast((view) => readText(view).includes('Yes, they may see it')),
    )
    expect(asked.blocks.filter((block) => block['optional'])).toEqual([])
    await slack.fillForm(maria, asked, [], { [`agree-everyone:${general}`]: { 'jobs.agree': [`everyone:${general}`] } })
    await slack.findEphemeral(leads, maria, /now also shows this job: .*Initech/)
    const mirror = await slack.findMessage(general, /Initech/)
    expect(findButton(mirror, /./)).toBeUndefined()

    // Buttons drawn by an older version do nothing for people outside.
    await forger.click(li, { actionId: 'jobs.prompt', value: id, message: mirror })
    await forger.click(li, { actionId: jobActionIds.more, value: `stop:${id}`, message: mirror })
    await slack.findEphemeral(general, li, /belongs to a conversation you’re not in/)
    await slack.say(li, general, `<@${bot}> and name the price`, { thread_ts: mirror.ts })
    await slack.findEphemeral(general, li, /not in/, mirror.ts)
    await app.settled()
    expect(await slack.views(li)).toEqual([])
    expect((await agent.jobs()).find((job) => job.id === remoteId)?.followUps).toEqual([])

    await agent.changeJob(remoteId, { status: 'completed', prLink: 'https://git.example.test/acme/docs/pull/3' })
    const ready = await until(async () =>
      (await slack.messages(general)).find((one) => JSON.stringify(one).includes('/pull/3')),
    )
    expect(findButton(ready, /View pull request/)).toBeDefined()
    expect(findButton(ready, /Follow up/)).toBeUndefined()
  },
)

test('the form names the members of a private channel, or another organization, before they see a job', async ({
  app,
  slack,
  docs,
  leads,
  maria,
}) => {
  const { forger, id: ofLeads } = await startPrivateJob(app)
  const globex = await slack.channel('with-globex')
  await slack.command(maria, docs, '/docs Explain the retry schedule')
  const ofDocs = readJobId(await slack.findCard(docs, 'working'))
  await slack.command(maria, maria, '/docs List the limits of an inbox')
  const ofMaria = readJobId(await slack.findCard(maria, 'working'))
  const mirrors: [id: string, channel: string, asked: RegExp][] = [
    [ofMaria, leads, /The members of <#.{5,20}> will see/],
    [ofLeads, globex, /is shared with another organization/],
    [ofDocs, globex, /is shared with another organization/],
  ]
  for (const [id, selected_conversation, asked] of mirrors) {
    const target = { channel: { channel: { type: 'conversations_select', selected_conversation } } }
    await untilAnswered(() => forger.submit(maria, jobCallbackIds.mirror, id, target), asked)
  }
  await app.settled()
  for (const channel of [leads, globex])
    expect(JSON.stringify(await slack.messages(channel))).not.toContain('This is a copy')
})

test('nothing is mirrored to a channel that the person may not read, or handed over to a guest', async ({
  app,
  slack,
  docs,
  leads,
  li,
  gwen,
}) => {
  await slack.command(li, docs, '/docs Explain the retry schedule')
  const id = readJobId(await slack.findCard(docs, 'working'))
  const { team } = await app.client.slack.app()
  const forger = createForger(app.sandbox, team.id)
  await app.settled()
  // While Slack does not answer about the channel or the person, the form leaves the check to its task.
  await app.addFault({ target: 'slack', match: 'conversations.info', mode: 'status', status: 503, times: 2 })
  const toLeads = { channel: { channel: { type: 'conversations_select', selected_conversation: leads } } }
  expect((await forger.submit(li, jobCallbackIds.mirror, id, toLeads)).body).toBe('')
  await slack.findMessage(li, /wasn’t mirrored to .* isn’t in that channel/)
  await app.addFault({ target: 'slack', match: 'users.info', mode: 'status', status: 503, times: 1 })
  const toGwen = { person: { person: { type: 'users_select', selected_user: gwen } } }
  expect((await forger.submit(li, jobCallbackIds.handOver, id, toGwen)).body).toBe('')
  await slack.findMessage(li, /wasn’t assigned: .* isn’t a full member/)
  for (const selected_conversation of [leads, await slack.user('maria'), 'C0NOWHERE']) {
    const target = { channel: { channel: { type: 'conversations_select', selected_conversation } } }
    await untilAnswered(
      () => forger.submit(li, jobCallbackIds.mirror, id, target),
      /You aren’t in|Bellhop can’t post in/,
    )
  }
  await app.settled()
  expect(readText((await slack.messages(leads)).at(-1))).not.toContain('retry schedule')
})

test('a job asks about a running one only if every reader may know about that', async ({
  app,
  slack,
  agent,
  docs,
  leads,
  maria,
}) => {
  await startPrivateJob(app)
  await slack.command(maria, docs, `/docs ${SECRET}`)
  await until(async () => (await agent.jobs()).length === 2)
  // Another organization also reads this channel.
  await slack.command(maria, await slack.channel('with-globex'), `/docs ${SECRET}`)
  await until(async () => (await agent.jobs()).length === 3)
  await slack.command(maria, maria, `/docs ${SECRET}`)
  await slack.findCard(maria, 'asking')
  await slack.command(maria, leads, `/docs ${SECRET}`)
  await slack.findCard(leads, 'asking')
})

test('a private text is not sent to a similar job that more people can read', async ({
  app,
  slack,
  agent,
  docs,
  leads,
  maria,
}) => {
  await slack.command(maria, docs, '/docs Explain the launch on a page of its own, with all its dates and places')
  await agent.findJob(/all its dates and places/)
  await slack.command(maria, leads, `/docs Explain the launch on its own page, with all of the dates and the places`)
  const asking = await slack.findCard(leads, 'asking')
  expect(findButton(asking, /Start anyway/)).toBeDefined()
  expect(findButton(asking, /Follow up instead/)).toBeUndefined()
  const { team } = await app.client.slack.app()
  const value = String(findButton(asking, /Start anyway/)?.['value'])
  await createForger(app.sandbox, team.id).click(maria, { actionId: 'jobs.instead', value, message: asking })
  await slack.findEphemeral(leads, maria, /belongs to another conversation, so your text wasn’t sent there/)
  await app.settled()
  expect((await agent.jobs()).flatMap(({ followUps }) => followUps)).toEqual([])
})

test('a person outside who takes over a job is notified by direct message, also of the end', async ({
  app,
  slack,
  agent,
  li,
  general,
}) => {
  await chooseNotices(app, li, general, ['direct', 'silent'])
  const { leads, maria, id, remoteId, card } = await startPrivateJob(app)
  await slack.click(maria, { channel: leads, ts: card.ts }, 'jobs.more', `hand:${id}`)
  await slack.fillForm(maria, await slack.findForm(maria), [['person', li]])
  const asked = await until(async () =>
    (await slack.views(maria)).findLast((view) => readText(view).includes('Yes, they may see it')),
  )
  await slack.fillForm(maria, asked, [], { [`agree-person:${li}`]: { 'jobs.agree': [`person:${li}`] } })
  const told = await slack.findMessage(li, /assigned a job to you: .*Initech/)
  // Li is notified of a success only.
  expect(told.text).not.toContain('You’ll be notified')
  await slack.click(li, told, 'jobs.prompt')
  await until(async () => (await slack.views(li)).some((view) => readText(view).includes('Exactly what was sent')))

  await agent.changeJob(remoteId, { status: 'completed', prLink: 'https://git.example.test/acme/docs/pull/3' })
  const ended = await slack.findPost(li, 'jobs.end')
  expect(findButton(ended, /View pull request/)).toBeDefined()
  // Li cannot open the card.
  expect(readText(ended)).not.toContain('Go to the card')
  await slack.findPost(leads, 'jobs.end', card.ts)
})

test('consent to share a job holds only for the choice in the question', async ({ app, slack, li, tom }) => {
  const { leads, maria, id, card } = await startPrivateJob(app)
  await slack.click(maria, { channel: leads, ts: card.ts }, 'jobs.more', `hand:${id}`)
  await slack.fillForm(maria, await slack.findForm(maria), [['person', li]])
  const asked = await until(async () =>
    (await slack.views(maria)).findLast((view) => readText(view).includes('Yes, they may see it')),
  )
  const unticked = await slack.fillForm(maria, asked, [])
  expect(Object.values(unticked.errors ?? {})).toEqual([expect.stringMatching(/^Check the box/)])
  // Tom is a member of the channel.
  await slack.fillForm(maria, asked, [['person', tom]])
  await slack.findPost(leads, 'jobs.hand', card.ts)
  await slack.findMessage(leads, /asked by @Maria Torres · now with @Tom Hadley/)
})

test('a form starts a job only in a channel that the person may read and the app is in', async ({
  app,
  slack,
  agent,
  leads,
  tom,
  li,
}) => {
  const { team } = await app.client.slack.app()
  const forger = createForger(app.sandbox, team.id)
  const start = (user: string, selected_conversation: string) =>
    forger.submit(user, jobCallbackIds.start, 'no-draft', {
      'prompt-0': { prompt: { type: 'plain_text_input', value: 'Explain the retry schedule' } },
      channel: { channel: { type: 'conversations_select', selected_conversation } },
    })
  const tomsMessages = await slack.say(tom, tom, 'help').then(({ channel }) => channel)
  for (const channel of [leads, tom, tomsMessages])
    await untilAnswered(() => start(li, channel), /"errors":\{"channel":"You aren’t in/)
  await slack.changeWorkspace('remove-app', { channel: leads })
  await untilAnswered(() => start(tom, leads), /"errors":\{"channel":"Bellhop can’t post in/)
  await slack.changeWorkspace('add-app', { channel: leads })
  await app.settled()
  expect(await agent.jobs()).toEqual([])
  expect((await start(tom, leads)).body).toBe('')
  await slack.findCard(leads, 'working')
})

test('a form never opens another person’s draft, and only readers adopt an agent’s job', async ({
  app,
  slack,
  agent,
  docs,
  li,
}) => {
  const { leads, maria, remoteId, forger } = await startPrivateJob(app)
  const said = await slack.say(maria, leads, 'Initech wants limits')
  await slack.useShortcut(maria, 'jobs.from_message', said)
  const hers = await until(async () => {
    const view = await slack.findForm(maria)
    return readText(view).includes('wants limits') ? view : undefined
  })
  const answers = {
    'prompt-0': { prompt: { type: 'plain_text_input', value: 'List the quotes' } },
    'quotes-0': { quotes: { type: 'checkboxes', selected_options: [{ value: '0' }] } },
  }
  await forger.submit(li, jobCallbackIds.start, String(hers['private_metadata']), answers)
  expect((await agent.findJob(/List the quotes/)).prompt).toBe('List the quotes')

  await app.addFault({ target: 'agent', match: 'POST', mode: 'accept-then-drop', times: 1 })
  await slack.command(li, docs, '/docs Explain the retry schedule')
  const lost = await slack.findCard(docs, 'unknown')
  const id = String(findButton(lost, /Link the job/)?.['value'])
  const found = (value: string) =>
    forger.submit(li, jobCallbackIds.found, id, { id: { id: { type: 'plain_text_input', value } } })
  const unknown = (await found('job_unknown0')).body
  expect((await found(remoteId)).body).toBe(unknown.replaceAll('job_unknown0', remoteId))
})

test('a person outside the private channel of a job assigned to them reads that they can’t manage it', async ({
  app,
  slack,
  li,
}) => {
  const { leads, maria, id, card } = await startPrivateJob(app)
  await slack.click(maria, { channel: leads, ts: card.ts }, 'jobs.more', `hand:${id}`)
  await slack.fillForm(maria, await slack.findForm(maria), [['person', li]])
  const asked = await until(async () =>
    (await slack.views(maria)).findLast((view) => readText(view).includes('once they are in that channel')),
  )
  await slack.fillForm(maria, asked, [], { [`agree-person:${li}`]: { 'jobs.agree': [`person:${li}`] } })
  expect(readText(await slack.findPost(li, 'jobs.handed'))).toMatch(/Only members of this job’s private channel/)
})

test('a person who took over a job from another’s direct messages continues it in their own', async ({
  app,
  slack,
  agent,
  docs,
  maria,
  li,
}) => {
  await slack.command(maria, maria, '/docs Explain the retry schedule')
  const { id: remoteId } = await agent.findJob(/retry schedule/)
  const card = await slack.findCard(maria, 'working')
  const id = readJobId(card)
  const { team } = await app.client.slack.app()
  const handOver = {
    person: { person: { type: 'users_select', selected_user: li } },
    agree: { agree: { type: 'checkboxes', selected_options: [{ value: `person:${li}` }] } },
  }
  await createForger(app.sandbox, team.id).submit(maria, jobCallbackIds.handOver, id, handOver)
  await slack.findPost(maria, 'jobs.hand', card.ts)
  await agent.changeJob(remoteId, { status: 'archived' })
  await slack.findMessage(maria, /Archived/)

  await slack.command(li, docs, `/docs status ${id.slice(-6)}`)
  const row = await slack.findEphemeral(docs, li, /Archived/)
  await slack.click(li, { channel: docs, ts: row.ts }, 'jobs.listed', `continue:${id}`)
  await slack.submit(li, (await slack.findForm(li)).id)
  await slack.findCard(li, 'working')
})

test('a lost card moves only to the requester’s direct messages, and the job then belongs there', async ({
  app,
  slack,
  agent,
  docs,
  maria,
  li,
}) => {
  await slack.command(maria, docs, '/docs Explain the retry schedule')
  const { id: remoteId } = await agent.findJob(/retry schedule/)
  const card = await slack.findCard(docs, 'working')
  const id = readJobId(card)
  await slack.deleteMessage(card)
  await agent.changeJob(remoteId, { prLink: 'https://git.example.test/acme/docs/pull/3' })
  const told = await slack.findMessage(maria, /was deleted in/)
  expect(told.text).toMatch(
    /[Tt]he card of \*Explain the retry schedule\* .* You’ll get a message here when the job ends\./,
  )
  const { team } = await app.client.slack.app()
  const said = await slack.say(li, docs, 'Where is it?')
  await createForger(app.sandbox, team.id).click(li, { actionId: 'jobs.show_direct', value: id, message: said })
  await slack.findEphemeral(docs, li, /Only .* can move this job to their direct messages/)
  await slack.click(maria, told, 'jobs.show_direct')
  await slack.findCard(maria, 'working')
  const status = await slack.command(li, docs, `/docs status ${id.slice(-6)}`)
  expect(JSON.stringify(status.body)).toContain('Bellhop doesn’t know a job')
})

test('a card that is lost as its job ends promises no further message', async ({ slack, agent, docs, maria }) => {
  await slack.command(maria, docs, '/docs Explain the retry schedule')
  const { id } = await agent.findJob(/retry schedule/)
  await slack.deleteMessage(await slack.findCard(docs, 'working'))
  await agent.changeJob(id, { status: 'completed' })
  const told = await slack.findMessage(maria, /was deleted in/)
  expect(told.text).not.toContain('when the job ends')
})
