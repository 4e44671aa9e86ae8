import { expect } from 'vitest'
import { findButton, readText } from '../support/block-queries.ts'
import { createForger } from '../support/forged-requests.ts'
import { type Harness, until } from '../support/harness.ts'
import { readJobId } from './job-builder.ts'
import { openRecords, test } from './rules-story.ts'

/** A job of Maria, which only Tom may steer after `forbid`. */
async function startJobOfMaria(app: Harness, { docs, maria, tom }: Record<'docs' | 'maria' | 'tom', string>) {
  const { allow, readActs, readAudit } = await openRecords(app)
  await app.slack.command(maria, docs, '/docs Acme Docs: explain the retry schedule')
  const { id: remoteId } = await app.agent.findJob(/retry schedule/)
  const card = await app.slack.findCard(docs, 'working')
  const id = readJobId(card)
  return {
    id,
    remoteId,
    place: { channel: docs, ts: card.ts },
    forbid: () => allow('jobs.steer', `person:${tom}`),
    /** The acts after the start; each record names the job and contains no word of a follow-up. */
    readSteering: async () => {
      await app.settled()
      const records = await readAudit()
      for (const { object } of records) expect(object).toMatchObject({ kind: 'job', id })
      expect(JSON.stringify(records)).not.toMatch(/merger|limits/)
      const [started, ...acts] = await readActs()
      expect(started).toEqual([maria, 'start', 'done'])
      return acts
    },
    readFollowUps: async () => (await app.agent.jobs()).find((job) => job.id === remoteId)?.followUps,
  }
}

test(
  'only the people named by the rule steer a job on its card and in its thread',
  { tags: 'smoke' },
  async ({ app, slack, agent, docs, maria, tom, bot }) => {
    const { id, remoteId, place, forbid, readSteering, readFollowUps } = await startJobOfMaria(app, {
      docs,
      maria,
      tom,
    })
    await forbid()
    await slack.click(maria, place, 'jobs.more', `stop:${id}`)
    await slack.findEphemeral(docs, maria, /Only some people can manage jobs here. Ask @Tom/)
    await slack.say(maria, docs, `<@${bot}> and the limits`, { thread_ts: place.ts })
    await slack.findEphemeral(docs, maria, /Only some people can manage jobs here/, place.ts)
    await app.settled()
    expect(await readFollowUps()).toEqual([])
    await slack.say(tom, docs, `<@${bot}> name the limits`, { thread_ts: place.ts })
    await agent.waitForFollowUps(remoteId, 1)
    expect(await readSteering()).toEqual([
      [maria, 'stop', 'refused'],
      [maria, 'follow_up', 'refused'],
      [tom, 'follow_up', 'done'],
    ])
  },
)

test('a form that was open when its person lost permission steers nothing', async ({
  app,
  slack,
  docs,
  maria,
  tom,
}) => {
  const { place, forbid, readSteering, readFollowUps } = await startJobOfMaria(app, { docs, maria, tom })
  await slack.click(maria, place, 'jobs.follow_up')
  const form = await slack.findForm(maria)
  await forbid()
  expect(JSON.stringify(await slack.fillForm(maria, form, [['text', 'Name the merger']]))).toContain(
    'sent you a message',
  )
  await slack.findEphemeral(docs, maria, /Only some people can manage jobs here. Ask @Tom/)
  expect(await readSteering()).toEqual([[maria, 'say', 'refused']])
  expect(await readFollowUps()).toEqual([])
})

test('only the people named by the rule steer a job on Home and in a list', async ({
  app,
  slack,
  docs,
  maria,
  tom,
}) => {
  const { id, forbid, readSteering, readFollowUps } = await startJobOfMaria(app, { docs, maria, tom })
  await forbid()
  await slack.openHome(maria)
  const home = await until(async () =>
    (await slack.views(maria)).find((view) => view.type === 'home' && readText(view).includes('retry schedule')),
  )
  await slack.clickInView(maria, home.id, 'jobs.listed', `stop:${id}`)
  await until(async () => {
    const view = (await slack.views(maria)).find(({ type }) => type === 'home')
    return readText(view).includes('Only some people can manage jobs here') && findButton(view, /Request access/)
  })
  await slack.command(maria, docs, '/docs jobs')
  const list = await until(async () => (await slack.views(maria)).find((one) => one.callback_id === 'jobs.list'))
  await slack.clickInView(maria, list.id, 'jobs.listed', `unwatch:${id}`)
  await until(async () => {
    const view = (await slack.views(maria)).find((one) => one.callback_id === 'jobs.list')
    return readText(view).includes('Only some people can manage jobs here') && findButton(view, /Request access/)
  })
  expect(await readSteering()).toEqual([
    [maria, 'stop', 'refused'],
    [maria, 'unwatch', 'refused'],
  ])
  expect(await readFollowUps()).toEqual([])
})

test('a person who may not steer a job cannot open the form to hand it over, but can still subscribe to its end', async ({
  app,
  slack,
  docs,
  maria,
  tom,
}) => {
  const { id, place, forbid, readSteering } = await startJobOfMaria(app, { docs, maria, tom })
  await forbid()
  const { team } = await app.client.slack.app()
  await createForger(app.sandbox, team.id).click(maria, { actionId: 'jobs.more', value: `hand:${id}`, message: place })
  await app.settled()
  expect((await slack.views(maria)).filter(({ callback_id }) => callback_id === 'jobs.hand')).toEqual([])
  // These only need permission to read the job.
  await slack.click(maria, place, 'jobs.more', `tell:${id}`)
  expect(await readSteering()).toEqual([[maria, 'hand', 'refused']])
})

test('a waiting follow-up whose writer may not steer the job by then is offered to those who may', async ({
  app,
  slack,
  agent,
  docs,
  maria,
  tom,
  bot,
}) => {
  const { allow, readActs } = await openRecords(app)
  await slack.command(maria, docs, '/docs Explain the retry schedule')
  const card = await slack.findMessage(docs, /retry schedule/)
  await slack.say(tom, docs, `<@${bot}> and the limits`, { thread_ts: card.ts })
  await slack.findMessage(docs, /hasn’t started yet/, card.ts)
  await allow('jobs.steer', `person:${maria}`)
  await slack.click(maria, { channel: docs, ts: card.ts }, 'jobs.pick:0')
  await slack.findEphemeral(docs, tom, /Only some people can manage jobs here/, card.ts)
  await app.settled()
  expect((await agent.jobs()).flatMap(({ followUps }) => followUps)).toEqual([])
  expect((await readActs()).toSorted((a, b) => a.join(' ').localeCompare(b.join(' ')))).toEqual([
    [maria, 'pick', 'done'],
    [maria, 'start', 'done'],
    [tom, 'follow_up', 'refused'],
  ])

  const offered = await slack.findMessage(docs, /@Tom Hadley no longer has permission to manage this job/, card.ts)
  expect(offered.text).toContain(`<@${maria}>`)
  expect(readText(offered)).toContain('and the limits')
  await slack.click(maria, { channel: docs, ts: offered.ts, thread: card.ts }, 'jobs.send_again')
  expect(await until(async () => (await agent.jobs())[0]?.followUps[0]?.prompt)).toBe('and the limits')
  await slack.findMessage(docs, /so someone else sent this follow-up/, card.ts)
})
