import { expect } from 'vitest'
import type { Harness } from '../support/harness.ts'
import { testWith } from '../support/story-test.ts'
import { readJobId } from './job-builder.ts'

const test = testWith({ env: { JOB_UNDO_SECONDS: '0' } })

/** Starts a job in a channel and waits until the agent works. */
async function startJob({ slack, agent }: Harness, user: string, channel: string) {
  await slack.command(user, channel, '/docs Explain the retry schedule')
  const job = await agent.findJob(/retry schedule/)
  const card = await slack.findCard(channel, 'working')
  return { job, card }
}

/** The messages that were posted or edited in a channel. */
const listShown = async ({ slack }: Harness, channel: string) =>
  (await slack.calls()).filter(
    ({ method, ok, args }) => ok && /^chat\.(postMessage|update)$/.test(method) && args['channel'] === channel,
  )

test(
  'a job whose channel has become shared ends by direct message, until a person shows it there again',
  { tags: 'smoke' },
  async ({ app, slack, agent, docs, maria }) => {
    const { job } = await startJob(app, maria, docs)
    await slack.changeWorkspace('share', { channel: docs })
    await agent.changeJob(job.id, { status: 'completed', prLink: 'https://git.test/acme/docs/pull/7' })
    const notice = await slack.findMessage(maria, /is shared with another organization, so the card of/)
    await slack.findMessage(maria, /pull\/7/)
    await app.settled()
    expect(JSON.stringify(await listShown(app, docs))).not.toMatch(/pull\/7/)
    await slack.click(maria, notice, 'jobs.post_here')
    await slack.findMessage(docs, /pull\/7/)
  },
)

test('a job that was started in a shared channel is shown there', async ({ app, slack, agent, maria }) => {
  const shared = await slack.channel('with-globex')
  const { job, card } = await startJob(app, maria, shared)
  await agent.changeJob(job.id, { status: 'completed', prLink: 'https://git.test/acme/docs/pull/7' })
  await slack.findPost(shared, 'jobs.end', card.ts)
  await slack.findCard(shared, 'finished')
})

test('a mirrored card that its channel stopped showing while it was shared is edited there again', async ({
  app,
  slack,
  agent,
  docs,
  leads,
  maria,
}) => {
  const { job, card } = await startJob(app, maria, docs)
  const id = readJobId(card)
  await slack.click(maria, card, 'jobs.more', `mirror:${id}`)
  await slack.fillForm(maria, await slack.findForm(maria), [['channel', leads]])
  const mirror = await slack.findCard(leads, 'working')
  await slack.changeWorkspace('share', { channel: leads })
  await app.settled()
  const before = (await listShown(app, leads)).length
  await slack.click(maria, card, 'jobs.more', `stop:${id}`)
  await app.settled()
  await slack.click(maria, card, 'jobs.more', `unwatch:${id}`)
  await slack.findMessage(docs, /No longer watched/)
  await app.settled()
  expect(await listShown(app, leads)).toHaveLength(before)
  await slack.changeWorkspace('unshare', { channel: leads })
  await slack.click(maria, card, 'jobs.watch')
  await agent.changeJob(job.id, { status: 'completed', prLink: 'https://git.test/acme/docs/pull/7' })
  const shown = await slack.findMessage(leads, /pull\/7/)
  expect(shown.ts).toBe(mirror.ts)
})
