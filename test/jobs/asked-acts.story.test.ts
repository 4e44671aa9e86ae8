import { expect } from 'vitest'
import { findButton, findElements, readText } from '../support/block-queries.ts'
import { createForger } from '../support/forged-requests.ts'
import { type Harness, until } from '../support/harness.ts'
import { openRecords, test } from './rules-story.ts'

const TEXT = 'Explain the retry schedule'
const REFUSED = /Only some people can start jobs/
const QUESTION = /If the first request did get through, you’ll have two jobs/

/** A job of Maria whose create request was lost; she alone may start jobs in its project. */
async function loseJobOfMaria(app: Harness, { docs, maria }: Record<'docs' | 'maria', string>) {
  const records = await openRecords(app)
  await records.allowInProject('Acme Docs', 'jobs.start', `person:${maria}`)
  await app.addFault({ target: 'agent', match: 'POST', mode: 'status', status: 503, times: 1 })
  await app.slack.command(maria, docs, `/docs Acme Docs: ${TEXT}`)
  const card = await app.slack.findCard(docs, 'unknown')
  return { ...records, card, place: { channel: docs, ts: card.ts } }
}

const findQuestion = (app: Harness, person: string, not?: { id: string }) =>
  until(async () =>
    (await app.slack.views(person)).find((view) => view.id !== not?.id && QUESTION.test(readText(view))),
  )

test('a person who may not start a job is refused before the question', async ({
  app,
  slack,
  agent,
  docs,
  maria,
  tom,
}) => {
  const { card, place } = await loseJobOfMaria(app, { docs, maria })
  expect(findElements(card).filter((one) => 'confirm' in one)).toEqual([])
  await slack.click(tom, place, 'jobs.ask_anyway')
  await slack.findEphemeral(docs, tom, REFUSED)
  await app.settled()
  expect(await slack.views(tom)).toEqual([])

  await slack.click(maria, place, 'jobs.ask_anyway')
  const asks = await findQuestion(app, maria)
  expect(readText(asks)).toContain(TEXT)
  await app.settled()
  expect(await agent.jobs()).toEqual([])
  await slack.submit(maria, asks.id)
  await agent.findJob(/retry schedule/)
})

test('of two people who confirm different decisions about a job, the first one decides', async ({
  app,
  slack,
  agent,
  docs,
  maria,
  tom,
}) => {
  const { place, readActs } = await loseJobOfMaria(app, { docs, maria })
  await slack.click(maria, place, 'jobs.ask_anyway')
  const asks = await findQuestion(app, maria)
  await slack.clickAndConfirm(tom, place, 'jobs.ask_drop')
  await slack.findMessage(docs, /Dismissed by @?Tom Hadley/)
  await slack.submit(maria, asks.id)
  await slack.findEphemeral(docs, maria, /This job has moved on/)
  // A click on the button of a card that has not been redrawn yet asks nothing.
  const { team } = await app.client.slack.app()
  const forger = createForger(app.sandbox, team.id)
  const edit = findButton(await slack.findCard(docs, 'dropped'), /Edit and start/)
  await forger.click(maria, { actionId: 'jobs.ask_drop', value: String(edit?.['value']), message: place })
  await app.settled()
  expect((await slack.views(maria)).filter((view) => view.callback_id === 'jobs.ask')).toEqual([])
  expect(await agent.jobs()).toEqual([])
  expect((await readActs()).filter(([user]) => user === tom)).toEqual([[tom, 'drop', 'done']])
})

test('a person who confirms a question about a start that was tried again meanwhile starts nothing', async ({
  app,
  slack,
  agent,
  docs,
  maria,
}) => {
  const { place } = await loseJobOfMaria(app, { docs, maria })
  await slack.click(maria, place, 'jobs.ask_anyway')
  const earlier = await findQuestion(app, maria)
  await app.addFault({ target: 'agent', match: 'POST', mode: 'status', status: 503, times: 1 })
  await slack.click(maria, place, 'jobs.ask_anyway')
  await slack.submit(maria, (await findQuestion(app, maria, earlier)).id)
  // The first notice no longer offers a choice.
  await until(
    async () => (await slack.messages(docs, place.ts)).filter((one) => /this job was sent/.test(one.text)).length === 2,
  )
  await slack.submit(maria, earlier.id)
  await slack.findEphemeral(docs, maria, /This job has moved on/)
  await app.settled()
  expect(await agent.jobs()).toEqual([])
})

test('a button that an earlier version posted asks by itself, and starts the job immediately', async ({
  app,
  slack,
  agent,
  docs,
  maria,
  tom,
}) => {
  const { card, place } = await loseJobOfMaria(app, { docs, maria })
  const { team } = await app.client.slack.app()
  const forger = createForger(app.sandbox, team.id)
  const value = String(findButton(card, /Start anyway/)?.['value'])
  await forger.click(tom, { actionId: 'jobs.anyway', value, message: place })
  await slack.findEphemeral(docs, tom, REFUSED)
  await forger.click(maria, { actionId: 'jobs.anyway', value, message: place })
  await agent.findJob(/retry schedule/)
})

test('a follow-up that may have arrived is sent again after a question, from the thread', async ({
  app,
  slack,
  agent,
  docs,
  maria,
}) => {
  await slack.command(maria, docs, `/docs Acme Docs: ${TEXT}`)
  const job = await agent.findJob(/retry schedule/)
  const card = await slack.findCard(docs, 'working')
  await app.addFault({ target: 'agent', match: '/message', mode: 'status', status: 503, times: 1 })
  await slack.say(maria, docs, `<@${card.user}> add a table`, { thread_ts: card.ts })
  const open = await slack.findMessage(docs, /may or may not have this follow-up/, card.ts)
  expect(open.text).toContain(`<@${maria}>`)
  const place = { channel: docs, ts: open.ts, thread: card.ts }
  await slack.click(maria, place, 'jobs.ask_send_again')
  const asks = await until(async () =>
    (await slack.views(maria)).find((view) => /gets this text twice/.test(readText(view))),
  )
  expect(readText(asks)).toContain('add a table')
  await app.settled()
  expect((await agent.jobs())[0]?.followUps).toEqual([])
  expect(readText(await slack.findCard(docs, 'working'))).not.toContain('1 follow-up')
  await slack.clickAndConfirm(maria, place, 'jobs.ask_send_again')
  await agent.waitForFollowUps(job.id, 1)
  await until(async () => readText(await slack.findCard(docs, 'working')).includes('1 follow-up'))
})
