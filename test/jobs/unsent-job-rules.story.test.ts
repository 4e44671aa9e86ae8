import { expect } from 'vitest'
import { findButton, readText } from '../support/block-queries.ts'
import { createForger } from '../support/forged-requests.ts'
import { type Harness, type Message, until } from '../support/harness.ts'
import { testWith } from '../support/story-test.ts'
import { openRecords } from './rules-story.ts'

const GUIDES = 'prj_sandboxguides'
const REFUSED = /Only some people can start jobs.*Ask @Maria Torres/
const TEXT = 'explain the retry schedule'

/** Two projects, and a hold that is long enough to act in it. */
const test = testWith({
  file: true,
  env: (env) => ({
    JOB_UNDO_SECONDS: '600',
    AGENT_PROJECTS: JSON.stringify([{ name: 'Acme Guides', projectId: GUIDES, apiKey: env['AGENT_API_KEY'] ?? '' }]),
  }),
})

/** A held job of Maria, who alone may start jobs; everybody may manage them. */
async function holdJobOfMaria(app: Harness, { docs, maria, bot }: Record<'docs' | 'maria' | 'bot', string>) {
  const records = await openRecords(app)
  await records.allow('jobs.start', `person:${maria}`)
  const head = await app.slack.say(maria, docs, 'The retry page says three tries')
  await app.slack.say(maria, docs, `<@${bot}> Acme Docs: ${TEXT}`, { thread_ts: head.ts })
  const held = await app.slack.findCard(docs, 'held', { thread: head.ts })
  return { ...records, place: { channel: docs, ts: held.ts, thread: head.ts } }
}

const isSaveForm = (form: object): boolean => JSON.stringify(form).includes('"text":"Save"')

test('a job that was undone is started from its card only by people who may start jobs', async ({
  app,
  slack,
  agent,
  docs,
  maria,
  tom,
  bot,
}) => {
  const { place, allow, readActs } = await holdJobOfMaria(app, { docs, maria, bot })
  await slack.click(maria, place, 'jobs.undo')
  const undone = await slack.findCard(docs, 'dropped', { thread: place.thread })
  await slack.click(tom, place, 'jobs.edit')
  await slack.findEphemeral(docs, tom, REFUSED, place.thread)
  await app.settled()
  expect((await slack.views(tom)).filter(({ type }) => type === 'modal')).toEqual([])

  // The button of an old message, which restarts a job that failed, starts none that was never sent.
  const { team } = await app.client.slack.app()
  const forger = createForger(app.sandbox, team.id)
  const value = String(findButton(undone, /Edit and start/)?.['value'])
  await forger.click(tom, { actionId: 'jobs.retry', value, message: place })
  await until(async () => (await readActs()).some(([user, verb]) => user === tom && verb === 'retry'))

  // A form that was open when its person lost the permission starts nothing either.
  await allow('jobs.start', `person:${maria}`, `person:${tom}`)
  await until(async () => {
    await slack.click(tom, place, 'jobs.edit')
    return (await slack.views(tom)).find(({ type }) => type === 'modal')
  })
  const form = await slack.findForm(tom)
  await allow('jobs.start', `person:${maria}`)
  expect(JSON.stringify(await slack.fillForm(tom, form, [['prompt', 'Praise the merger']]))).toContain(
    'You can’t do this',
  )
  await app.settled()
  expect(await agent.jobs()).toEqual([])
  expect((await readActs()).filter(([user]) => user === tom)).toEqual([
    [tom, 'edit', 'refused'],
    [tom, 'retry', 'refused'],
    [tom, 'edit', 'refused'],
  ])

  await allow('jobs.start', `person:${maria}`, `person:${tom}`)
  await slack.fillForm(tom, form, [['prompt', 'explain the retry limits']])
  await agent.findJob(/retry limits/)
  expect(readText(await slack.findCard(docs, 'working', { thread: place.thread }))).toContain(
    'asked by @Maria Torres · edited by @Tom Hadley',
  )
})

for (const { button, id, change } of [
  { button: 'Change project', id: 'jobs.project', change: ['project', 'Acme Guides'] as [string, string] },
  { button: 'Trim', id: 'jobs.trim', change: ['prompt', 'explain the retry limits'] as [string, string] },
])
  test(`${button} lets a person who may only manage jobs save a change, which one who may start jobs sends`, async ({
    app,
    slack,
    agent,
    docs,
    maria,
    tom,
    bot,
  }) => {
    const { place, readActs } = await holdJobOfMaria(app, { docs, maria, bot })
    await slack.click(tom, place, id)
    const form = await slack.findForm(tom)
    expect(isSaveForm(form)).toBe(true)
    expect(readText(form)).toContain('someone who can start jobs')
    await slack.fillForm(tom, form, [change])
    const isOffered = (card: Message): boolean =>
      /Start now/.test(readText(card)) && !/Paused while/.test(readText(card))
    const paused = await until(async () => {
      const card = (await slack.messages(docs, place.thread)).find(({ ts }) => ts === place.ts)
      return card && isOffered(card) ? card : undefined
    })
    await slack.click(tom, place, 'jobs.anyway')
    await slack.findEphemeral(docs, tom, REFUSED, place.thread)
    await app.settled()
    expect(await agent.jobs()).toEqual([])
    const isText = change[0] === 'prompt'
    expect(readText(paused).includes('edited by @Tom Hadley')).toBe(isText)
    expect(await readActs()).toEqual([
      [tom, 'before_start', 'done'],
      [tom, 'put_back', 'done'],
      [tom, 'anyway', 'refused'],
    ])

    await slack.click(maria, place, id)
    const own = await slack.findForm(maria)
    expect(isSaveForm(own)).toBe(false)
    await slack.submit(maria, own.id)
    expect(await agent.findJob(/retry/)).toMatchObject(
      isText ? { prompt: expect.stringContaining(change[1]) as unknown } : { projectId: GUIDES },
    )
    await app.settled()
    expect(await agent.jobs()).toHaveLength(1)
  })
