import { expect } from 'vitest'
import { z } from 'zod'
import { findButton, findElements, readText } from '../support/block-queries.ts'
import { createForger } from '../support/forged-requests.ts'
import { type Harness, until } from '../support/harness.ts'
import { testWith } from '../support/story-test.ts'
import { findSettledMessage, readJobId } from './job-builder.ts'
import { openRecords, test } from './rules-story.ts'

test(
  'only the people named by a project’s rule can start jobs in it by command or mention',
  { tags: 'smoke' },
  async ({ app, slack, agent, docs, maria, tom, bot }) => {
    const { allowInProject, readActs, readAudit } = await openRecords(app)
    await allowInProject('Acme Docs', 'jobs.start', `person:${maria}`)
    await slack.command(tom, docs, '/docs Acme Docs: explain the retry schedule')
    const refusal = await slack.findEphemeral(docs, tom, /Only some people can start jobs .*Ask @Maria/)
    expect(findButton(refusal, /Request access/)).toBeDefined()
    const said = await slack.say(maria, docs, 'The limits')
    await slack.say(tom, docs, `<@${bot}> Acme Docs: explain the rate limits`, { thread_ts: said.ts })
    await slack.findEphemeral(docs, tom, /Only some people can start jobs/, said.ts)
    await app.settled()
    expect(await agent.jobs()).toEqual([])
    await slack.command(maria, docs, '/docs Acme Docs: explain the retry schedule')
    await agent.findJob(/retry schedule/)
    await app.settled()
    expect(await readActs()).toEqual([
      [tom, 'start', 'refused'],
      [tom, 'start', 'refused'],
      [maria, 'start', 'done'],
    ])
    expect(JSON.stringify(await readAudit())).not.toMatch(/retry|limits/)
  },
)

test('an admin who may not start jobs is referred to the settings, and not to herself', async ({
  app,
  slack,
  docs,
  aiko,
  maria,
}) => {
  const { allow } = await openRecords(app)
  await allow('jobs.start', `person:${maria}`)
  await slack.deactivate(maria)
  await slack.command(aiko, docs, '/docs Acme Docs: explain the retry schedule')
  const refusal = await slack.findEphemeral(docs, aiko, /Only some people can start jobs/)
  expect(readText(refusal)).toContain('You can allow it in the settings')
  expect(readText(refusal)).not.toContain('Ask @')
  expect(findButton(refusal, /Open settings/)).toBeDefined()
})

test('only the people named by a project’s rule can pick it on a card', async ({
  app,
  slack,
  agent,
  docs,
  maria,
  tom,
}) => {
  const { allowInProject, readActs, readAudit } = await openRecords(app)
  await allowInProject('Acme Docs', 'jobs.start', `person:${maria}`)
  await slack.command(tom, docs, '/docs Describe the webhooks')
  const card = await slack.findMessage(docs, /Describe the webhooks/)
  const place = { channel: docs, ts: card.ts }
  await slack.click(tom, place, 'jobs.pick:0')
  await app.settled()
  expect(await agent.jobs()).toEqual([])
  await slack.click(tom, place, 'jobs.pick:1')
  expect(await agent.findJob(/webhooks/)).toMatchObject({ projectId: 'prj_sandboxguides' })
  await app.settled()
  expect(await readActs()).toEqual([
    [tom, 'pick', 'refused'],
    [tom, 'pick', 'done'],
    [tom, 'start', 'done'],
  ])
  expect(JSON.stringify(await readAudit())).not.toMatch(/webhooks/)
})

test('only the people named by a project’s rule can choose it in a form, which keeps the typed text on a refusal', async ({
  app,
  slack,
  agent,
  maria,
  tom,
}) => {
  const { allowInProject, readActs, readAudit } = await openRecords(app)
  await allowInProject('Acme Docs', 'jobs.start', `person:${maria}`)
  await slack.useShortcut(tom, 'jobs.new')
  const answer = await slack.fillForm(tom, await slack.findForm(tom), [
    [/^Project$/, 'Acme Docs'],
    [/What should/, 'Explain the merger'],
  ])
  expect(JSON.stringify(answer)).toContain('Bellhop sent you a message')
  await slack.findMessage(tom, /Only some people can start jobs/)
  await app.settled()
  expect(await agent.jobs()).toEqual([])
  expect(await readActs()).toEqual([[tom, 'start', 'refused']])
  expect(JSON.stringify(await readAudit())).not.toMatch(/merger/)
})

testWith({ file: true, env: { JOB_UNDO_SECONDS: '2' } })(
  'a job starts only if its requester still has permission when its hold is over',
  async ({ app, slack, agent, docs, maria, tom }) => {
    const { allow, readActs } = await openRecords(app)
    await slack.command(tom, docs, '/docs Explain the retry schedule')
    const card = await slack.findMessage(docs, /retry schedule/)
    await allow('jobs.start', `person:${maria}`)
    await slack.findMessage(docs, /The person who asked for this no longer has permission/)
    const refusal = await slack.findEphemeral(docs, tom, /Only some people can start jobs.* Ask @Maria/, card.ts)
    expect(findButton(refusal, /Request access/)).toBeDefined()
    await app.settled()
    expect(await agent.jobs()).toEqual([])
    await slack.click(maria, { channel: docs, ts: card.ts }, 'jobs.retry')
    await agent.findJob(/retry schedule/)
    await app.settled()
    expect(await readActs()).toEqual([
      [tom, 'start', 'refused'],
      [maria, 'retry', 'done'],
      [maria, 'start', 'done'],
    ])
  },
)

test('a person who may start nothing is refused before they type, and a reaction stays available to a person who may', async ({
  app,
  slack,
  agent,
  docs,
  maria,
  tom,
}) => {
  const { allow, saveForWorkspace } = await openRecords(app)
  await saveForWorkspace({ emoji: 'memo' })
  await allow('jobs.start', `person:${maria}`)
  const said = await slack.say(tom, docs, 'Acme Docs: the inbox page lacks the limits')
  const readModal = () =>
    until(async () =>
      (await slack.views(tom)).find(
        (view) => view.type === 'modal' && readText(view).includes('Only some people can start jobs'),
      ),
    )
  for (const [shortcut, on] of [['jobs.new'], ['jobs.from_message', said]] as const) {
    await slack.useShortcut(tom, shortcut, on)
    const refusal = await readModal()
    expect(findElements(refusal).map(({ action_id }) => action_id)).toEqual(['access.ask'])
    await slack.closeView(tom, refusal.id)
  }
  expect(JSON.stringify((await slack.command(tom, docs, '/docs')).body)).toContain('Request access')
  await slack.useShortcut(tom, 'jobs.collect', said)
  await slack.addReaction(tom, said, 'memo')
  // The command, the saved message and the reaction are refused in the channel.
  await until(async () => (await slack.messages(docs)).filter((one) => one.ephemeral_for === tom).length === 3)
  await app.settled()
  expect(await agent.jobs()).toEqual([])
  await slack.addReaction(maria, said, 'memo')
  await agent.findJob(/lacks the limits/)
})

test('guests start and steer jobs that they can read once a setting names them', async ({
  app,
  slack,
  agent,
  docs,
  leads,
  maria,
  gwen,
  bot,
}) => {
  const { allow, readActs } = await openRecords(app)
  await allow('jobs.start', 'members', 'guests')
  await allow('jobs.steer', 'members', 'guests')
  await slack.command(gwen, docs, '/docs Acme Docs: explain the retry schedule')
  const { id } = await agent.findJob(/retry schedule/)
  const card = await slack.findCard(docs, 'working')
  await slack.say(gwen, docs, `<@${bot}> and the limits`, { thread_ts: card.ts })
  await agent.waitForFollowUps(id, 1)

  await slack.command(maria, leads, '/docs Acme Docs: name the inboxes')
  const secret = await slack.findCard(leads, 'working')
  const { team } = await app.client.slack.app()
  const click = { actionId: 'jobs.more', value: `stop:${readJobId(secret)}`, message: { channel: docs, ts: card.ts } }
  await createForger(app.sandbox, team.id).click(gwen, click)
  await slack.findEphemeral(docs, gwen, /can’t find this job/)
  await app.settled()
  expect(await readActs()).toEqual([
    [gwen, 'start', 'done'],
    [gwen, 'follow_up', 'done'],
    [maria, 'start', 'done'],
    [gwen, 'stop', 'refused'],
  ])
})

/** Calls a Slack method as another app. */
async function callAsVisitor(
  { sandbox: { env } }: Harness,
  method: string,
  fields: Record<string, string>,
): Promise<string> {
  const answer = await fetch(new URL(method, env['SLACK_API_URL']), {
    method: 'POST',
    headers: { authorization: `Bearer ${env['SANDBOX_BOT_TOKEN']}`, 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  })
  return z.object({ ok: z.literal(true), ts: z.string().default('') }).parse(await answer.json()).ts
}

test('another app starts and follows up by mention once a setting names apps, and is never mentioned', async ({
  app,
  slack,
  agent,
  docs,
  bot,
}) => {
  const { allow, readActs } = await openRecords(app)
  const visitor = await slack.user('visitor')
  const post = (text: string, thread?: string): Promise<string> =>
    callAsVisitor(app, 'chat.postMessage', { channel: docs, text, ...(thread && { thread_ts: thread }) })
  await callAsVisitor(app, 'conversations.join', { channel: docs })
  await post(`<@${bot}> Acme Docs: explain the rate limits`)
  await until(async () => (await readActs()).length === 1)
  await app.settled()
  expect(await agent.jobs()).toEqual([])

  await allow('jobs.start', 'members', 'apps')
  await allow('jobs.steer', 'members', 'apps')
  const head = await post(`<@${bot}> Acme Docs: explain the retry schedule`)
  const { id } = await agent.findJob(/retry schedule/)
  await slack.findCard(docs, 'working', { thread: head })
  await post('talk among apps', head)
  await post(`<@${bot}> and the limits`, head)
  await agent.waitForFollowUps(id, 1)
  await agent.changeJob(id, { status: 'completed' })
  const end = await slack.findMessage(docs, /is done/, head)
  expect(end.text).not.toContain(visitor)
  await app.settled()
  expect((await agent.jobs()).flatMap(({ followUps }) => followUps)).toHaveLength(1)
  expect(await readActs()).toEqual([
    [visitor, 'start', 'refused'],
    [visitor, 'start', 'done'],
    [visitor, 'follow_up', 'done'],
  ])
})

test('people from another organization start and follow up once a setting names them', async ({
  app,
  slack,
  agent,
  bot,
}) => {
  const { allow, readActs } = await openRecords(app)
  const [pat, shared] = await Promise.all([slack.user('pat'), slack.channel('with-globex')])
  await slack.say(pat, shared, `<@${bot}> Acme Docs: explain the rate limits`)
  await slack.findEphemeral(shared, pat, /Only full members of this workspace/)
  await allow('jobs.start', 'members', 'external')
  await allow('jobs.steer', 'members', 'external')
  const head = await slack.say(pat, shared, `<@${bot}> Acme Docs: explain the retry schedule`)
  const { id } = await agent.findJob(/retry schedule/)
  await slack.say(pat, shared, 'and the limits', { thread_ts: head.ts })
  const hint = await slack.findEphemeral(shared, pat, /only replies that mention/, head.ts)
  await slack.click(pat, { channel: shared, ts: hint.ts, thread: head.ts }, 'jobs.send_reply')
  await agent.waitForFollowUps(id, 1)
  await app.settled()
  expect(await readActs()).toEqual([
    [pat, 'start', 'refused'],
    [pat, 'start', 'done'],
    [pat, 'send_reply', 'done'],
  ])
})

test('a project that a person may not start jobs in keeps its place with a word about it, and is not suggested', async ({
  app,
  slack,
  docs,
  maria,
  tom,
}) => {
  const { allowInProject } = await openRecords(app)
  await allowInProject('Acme Docs', 'jobs.start', `person:${maria}`)
  await slack.command(tom, docs, '/docs Describe the webhooks')
  const card = await slack.findCard(docs, 'picking')
  expect(readText(card)).toContain('Only some people can start jobs in Acme Docs.')
  expect(findButton(card, /^Acme Guides$/)).toMatchObject({ style: 'primary' })
  await slack.click(tom, { channel: docs, ts: card.ts }, 'jobs.pick:0')
  await slack.findEphemeral(docs, tom, /Only some people can start jobs in Acme Docs\. Ask @Maria/)
  await slack.useShortcut(tom, 'jobs.new')
  expect(readText(await slack.findForm(tom))).toContain('Only some people can start jobs in Acme Docs.')
  await slack.useShortcut(maria, 'jobs.new')
  expect(readText(await slack.findForm(maria))).not.toContain('Only some people')
})

test('a job whose requester lost the permission before its turn mentions those who may start it, with the button', async ({
  app,
  slack,
  agent,
  docs,
  maria,
  tom,
}) => {
  const { allowInProject } = await openRecords(app)
  await app.addFault({ target: 'agent', match: 'POST', mode: 'status', status: 503 })
  await slack.command(maria, docs, '/docs Acme Docs: Explain the retry schedule')
  await slack.findCard(docs, 'unknown')
  await slack.command(tom, docs, '/docs Acme Docs: Describe the inboxes')
  await slack.findMessage(docs, /Bellhop keeps trying/)
  await allowInProject('Acme Docs', 'jobs.start', `person:${maria}`)
  await app.clearFaults()
  const card = await slack.findCard(docs, 'refused')
  const asked = await slack.findMessage(docs, /@Tom Hadley no longer has permission to start this job/, card.ts)
  expect(asked.text).toContain(`<@${maria}>`)
  await slack.click(maria, { channel: docs, ts: asked.ts, thread: card.ts }, 'jobs.retry')
  await agent.findJob(/inboxes/)
  const settled = await findSettledMessage(app, asked, card.ts)
  expect(settled.text).toContain('The card shows what became of it')
})
