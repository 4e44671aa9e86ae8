import { expect, onTestFinished } from 'vitest'
import { jobActionIds, jobCallbackIds } from '../../src/jobs/action-ids.ts'
import { jobActionList } from '../../src/jobs/model/allowed-actions.ts'
import type { Fault } from '../../sandbox/control-types.ts'
import { openAccessRecords } from '../support/access-rules.ts'
import { findButton, readText } from '../support/block-queries.ts'
import type { Forger } from '../support/forged-requests.ts'
import { openSettings } from '../support/app-settings.ts'
import { type Harness, type MessageRef, until } from '../support/harness.ts'
import { readJobId } from './job-builder.ts'
import { startPrivateJob } from './private-job.ts'
import { testWith } from '../support/story-test.ts'

/** The test reads the app's records. */
const test = testWith({ file: true })

const UNKNOWN = 'Bellhop can’t find this job'

/** Everything of the app that anyone could have read since, except in the leads' channel. */
async function readElsewhere({ slack }: Harness, leads: string, from: number): Promise<string> {
  const calls = await slack.calls()
  return JSON.stringify(calls.slice(from).filter(({ args }) => args['channel'] !== leads))
}

/** Sends every click and form about one job, with the id where its button or form has it. */
function forgeEverything(forger: Forger, user: string, id: string, message: MessageRef): Promise<unknown[]> {
  const clicks = jobActionList.flatMap(([name, { id: actionId, url, inMenu, inList }]) => [
    ...(actionId && !url ? [{ actionId: name === 'pick' ? `${actionId}:0` : actionId, value: id }] : []),
    ...(inMenu ? [{ actionId: jobActionIds.more, value: `${name}:${id}` }] : []),
    ...(inList ? [{ actionId: jobActionIds.listed, value: `${name}:${id}` }] : []),
  ])
  const text = { type: 'plain_text_input', value: 'x' }
  const forms: [callbackId: string, values: Parameters<Forger['submit']>[3]][] = [
    [jobCallbackIds.followUp, { text: { text } }],
    [jobCallbackIds.found, { id: { id: text } }],
    [
      jobCallbackIds.mirror,
      { channel: { channel: { type: 'conversations_select', selected_conversation: message.channel } } },
    ],
    [jobCallbackIds.handOver, { person: { person: { type: 'users_select', selected_user: user } } }],
  ]
  return Promise.all([
    ...clicks.map((click) => forger.click(user, { ...click, message })),
    ...forms.map(([callbackId, values]) => forger.submit(user, callbackId, id, values)),
  ])
}

test(
  'a job does not exist for people outside its private channel, whatever they press or type',
  { tags: 'smoke' },
  async ({ app, slack, agent, docs, li }) => {
    const { leads, id, remoteId, forger, card } = await startPrivateJob(app)
    const said = await slack.say(li, docs, 'hello')
    await app.settled()
    const from = (await slack.calls()).length

    const ask = (name: string): Promise<string> =>
      until(async () => {
        const answer = JSON.stringify((await slack.command(li, docs, `/docs status ${name}`)).body)
        return answer.includes('Slack took too long') ? undefined : answer.replaceAll(name, 'ID')
      })
    expect(await ask(id.slice(-6))).toBe(await ask('0a1b2c'))
    expect(await ask(id.slice(-6))).toContain('Bellhop doesn’t know a job')
    await forgeEverything(forger, li, id, said)
    await slack.command(li, docs, '/docs jobs channel')
    const list = await until(async () => (await slack.views(li)).find((one) => one.callback_id === jobCallbackIds.list))
    await slack.clickInView(li, list.id, jobActionIds.filter, `channel:${docs}`)
    const view = { id: list.id, callback_id: jobCallbackIds.list, private_metadata: `channel:${leads}:` }
    for (const actionId of [jobActionIds.filter, jobActionIds.older, jobActionIds.newest])
      await forger.click(li, { actionId, value: `channel:${leads}:`, view })
    const details = { callback_id: jobCallbackIds.details, private_metadata: id }
    await forger.click(li, { actionId: jobActionIds.more, value: `check:${id}`, view: details })
    await app.settled()

    const seen = await readElsewhere(app, leads, from)
    expect(seen).not.toContain('Initech')
    expect(seen).not.toContain('jobs.mirror')
    const [shown, ...more] = await slack.views(li)
    expect(more).toEqual([])
    expect(readText(shown)).toContain('No jobs in this channel yet')
    const notes = (await slack.messages(docs)).filter(
      ({ ephemeral_for, text }) => ephemeral_for === li && !/shows yours|took too long/.test(text ?? ''),
    )
    expect(notes).not.toEqual([])
    for (const { text } of notes) expect(text).toContain(UNKNOWN)
    expect((await agent.jobs()).find((job) => job.id === remoteId)?.followUps).toEqual([])
    const still = (await slack.messages(leads)).find(({ ts }) => ts === card.ts)
    expect(readText(still)).toBe(readText(card))
  },
)

test('a person who leaves the private channel can do nothing more with its jobs, and gets no more notices', async ({
  app,
  slack,
  agent,
  tom,
}) => {
  const { leads, id, remoteId, card, forger } = await startPrivateJob(app)
  const place = { channel: leads, ts: card.ts }
  await slack.click(tom, place, 'jobs.more', `tell:${id}`)
  await slack.findEphemeral(leads, tom, /You’ll get a message/)
  await slack.changeWorkspace('kick', { channel: leads, user: tom })
  await app.settled()
  const from = (await slack.calls()).length
  await forgeEverything(forger, tom, id, place)
  await app.settled()
  const calls = (await slack.calls()).slice(from)
  expect(calls.filter(({ method }) => method.startsWith('views.'))).toEqual([])
  // Slack shows no answer in a channel that they have left; admins are not notified, because they could not fix it.
  expect(calls.filter(({ method, error }) => method === 'chat.postEphemeral' && error)).not.toEqual([])
  expect(calls.filter(({ args }) => String(args['text']).includes('gave up on a task'))).toEqual([])
  expect((await agent.jobs()).find((job) => job.id === remoteId)?.followUps).toEqual([])

  await agent.changeJob(remoteId, { status: 'completed' })
  await slack.findPost(leads, 'jobs.end', card.ts)
  await app.settled()
  expect(JSON.stringify(await slack.messages(tom).catch(() => []))).not.toContain('Initech')
})

test('the end of a job mentions no writer of a follow-up who has left its private channel', async ({
  app,
  slack,
  agent,
  tom,
  bot,
}) => {
  const { leads, maria, remoteId, card } = await startPrivateJob(app)
  await slack.say(tom, leads, `<@${bot}> and name the date`, { thread_ts: card.ts })
  await agent.waitForFollowUps(remoteId, 1)
  await slack.findMessage(leads, /Sent to the agent/, card.ts)
  await slack.changeWorkspace('kick', { channel: leads, user: tom })
  await app.settled()
  await agent.changeJob(remoteId, { status: 'completed' })
  const end = await slack.findPost(leads, 'jobs.end', card.ts)
  expect(end.text).toContain(`<@${maria}>`)
  expect(end.text).not.toContain(`<@${tom}>`)
})

test('a requester who has left the private channel is notified of the end by direct message, and changes nothing', async ({
  app,
  slack,
  agent,
  docs,
}) => {
  const { leads, maria, id, remoteId, card, forger } = await startPrivateJob(app)
  const records = await openAccessRecords(app)
  onTestFinished(records.close)
  const said = await slack.say(maria, docs, 'hello')
  await slack.changeWorkspace('kick', { channel: leads, user: maria })
  await forgeEverything(forger, maria, id, said)
  await slack.findEphemeral(docs, maria, /Only members of this job’s private channel can manage it/)
  await app.settled()
  expect(await agent.jobs()).toMatchObject([{ id: remoteId, status: 'active', followUps: [] }])
  const [started, ...tried] = (await records.readAudit()).toReversed()
  expect(started).toMatchObject({ verb: 'start', outcome: 'done' })
  expect(new Set(tried.map(({ user, outcome }) => `${user} ${outcome}`))).toEqual(new Set([`${maria} refused`]))
  await agent.changeJob(remoteId, { status: 'completed', prLink: 'https://git.example.test/acme/docs/pull/3' })
  await slack.findMessage(maria, /pull request is ready: .*Initech/)
  await slack.findPost(leads, 'jobs.end', card.ts)
})

test('the end is announced while Slack does not answer who reads the channel', async ({ app, slack, agent }) => {
  const { leads, maria, remoteId, card } = await startPrivateJob(app)
  await app.addFault({ target: 'slack', match: 'conversations.members', mode: 'status', status: 503 })
  await agent.changeJob(remoteId, { status: 'completed' })
  expect((await slack.findPost(leads, 'jobs.end', card.ts)).text).toContain(`<@${maria}>`)
  await app.clearFaults()
})

test('a guest is refused by message wherever they ask, and on Home', async ({
  app,
  slack,
  agent,
  docs,
  maria,
  gwen,
  bot,
}) => {
  await slack.command(maria, docs, '/docs Explain the retry schedule')
  const { id: remoteId } = await agent.findJob(/retry schedule/)
  const card = await slack.findCard(docs, 'working')
  const id = readJobId(card)
  // Until Slack answers who Gwen is, the reply differs.
  const isRefused = async () =>
    JSON.stringify((await slack.command(gwen, docs, '/docs help')).body).includes('Only full')
  await until(isRefused)
  await app.settled()
  const from = (await slack.calls()).length
  for (const words of [`status ${id.slice(-6)}`, 'jobs', 'jobs channel', 'quota', 'list', 'settings', 'help', '', 'hi'])
    expect(JSON.stringify((await slack.command(gwen, docs, `/docs ${words}`)).body)).toContain('Only full members')
  await slack.say(gwen, docs, `<@${bot}> status ${id.slice(-6)}`)
  await slack.say(gwen, gwen, `status ${id.slice(-6)}`)
  await slack.say(gwen, docs, `<@${bot}> and the limits`, { thread_ts: card.ts })
  await slack.openHome(gwen)
  await until(async () => readText((await slack.views(gwen))[0]).includes('Only full members'))
  await app.settled()

  // Home tells a guest what they can read, and names somebody to ask.
  expect(readText((await slack.views(gwen))[0])).toMatch(/In your channels you can read .* or an admin: @Aiko/)
  expect(findButton((await slack.views(gwen))[0], /./)).toBeUndefined()
  const posts = (await slack.calls()).slice(from).filter(({ method }) => /^(chat\.post|views\.)/.test(method))
  for (const { args } of posts)
    expect(JSON.stringify(args)).toMatch(/Only full members|Only some people can manage jobs here/)
  expect((await agent.jobs()).find((job) => job.id === remoteId)?.followUps).toEqual([])
})

test('a guest is refused at each door to the form, where they look, and before they type', async ({
  app,
  slack,
  agent,
  docs,
  aiko,
  tom,
  gwen,
}) => {
  await slack.fillForm(aiko, await openSettings(app, aiko, docs, 'workspace'), [['2:emoji', 'memo']])
  const said = await slack.say(tom, docs, 'The inbox page lacks the limits')
  await app.settled()
  const from = (await slack.calls()).length
  const readModal = async () => (await slack.views(gwen)).find(({ type }) => type === 'modal')
  for (const [shortcut, on] of [['jobs.new'], ['jobs.from_message', said]] as const) {
    await slack.useShortcut(gwen, shortcut, on)
    const refusal = await until(readModal)
    expect(readText(refusal)).toContain('Only full members of this workspace can use Bellhop')
    expect(refusal.blocks).toHaveLength(1)
    await slack.closeView(gwen, refusal.id)
  }
  expect(JSON.stringify((await slack.command(gwen, docs, '/docs')).body)).toContain('Only full members')
  await slack.useShortcut(gwen, 'jobs.collect', said)
  await slack.findEphemeral(docs, gwen, /Only full members of this workspace can use Bellhop/)
  await slack.addReaction(gwen, said, 'memo')
  await until(
    async () => (await slack.messages(docs)).filter(({ ephemeral_for: reader }) => reader === gwen).length === 3,
  )
  await app.settled()
  expect(await readModal()).toBeUndefined()
  const posts = (await slack.calls()).slice(from).filter(({ method }) => method === 'chat.postMessage')
  expect(posts).toEqual([])
  expect(await agent.jobs()).toEqual([])
})

test('a prompt and a click are stored before Slack answers who the person is, and a click reads the members once', async ({
  app,
  slack,
  agent,
  docs,
  li,
  tom,
}) => {
  const { leads, id, card } = await startPrivateJob(app)
  await app.settled()
  const silent: Fault = { target: 'slack', match: 'users.info', mode: 'status', status: 503, times: 1 }
  await app.addFault(silent)
  expect(JSON.stringify(await slack.command(li, docs, '/docs Explain the retry schedule'))).not.toContain('too long')
  await agent.findJob(/retry schedule/)

  await app.addFault(silent)
  await app.settled()
  const from = (await slack.calls()).length
  await slack.click(tom, { channel: leads, ts: card.ts }, jobActionIds.more, `tell:${id}`)
  await slack.findEphemeral(leads, tom, /You’ll get a message/)
  await app.settled()
  const calls = (await slack.calls()).slice(from).map(({ method }) => method)
  expect(calls.filter((method) => method === 'users.conversations')).toHaveLength(1)
})
