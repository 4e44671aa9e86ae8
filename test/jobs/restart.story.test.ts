import { expect } from 'vitest'
import { readText } from '../support/block-queries.ts'
import { until } from '../support/harness.ts'
import { testWith } from '../support/story-test.ts'

testWith({ ownProcess: true, env: { JOB_UNDO_SECONDS: '10' } })(
  'kills during the hold, the work and a follow-up lose and repeat nothing',
  async ({ app, slack, agent, docs, maria }) => {
    await slack.command(maria, docs, '/docs Explain the retry schedule')
    await slack.findMessage(docs, /Starting in 10 seconds/)
    await app.kill()
    await app.start()
    const job = await agent.findJob(/retry schedule/)
    const card = await slack.findMessage(docs, /Working since/)
    await slack.say(maria, docs, `<@${card.user}> add a table`, { thread_ts: card.ts })
    await app.kill()
    await agent.changeJob(job.id, { status: 'completed', prLink: 'https://git.example.test/acme/docs/pull/5' })
    await app.start()
    // Slack redelivers events that the app did not acknowledge before it was killed. The last event may be an edit of the card by now.
    const mention = await until(async () => {
      const wire = await app.exchanges()
      const sent = wire.findLast((one) => one.path === '/slack/events' && one.requestBody?.includes('"app_mention"'))
      return /"event_id":"([^"]+)"/.exec(sent?.requestBody ?? '')?.[1]
    })
    await slack.redeliver(1, mention)
    await until(async () => (await agent.jobs())[0]?.followUps[0])
    await agent.changeJob(job.id, { status: 'completed', prLink: 'https://git.example.test/acme/docs/pull/5' })
    await until(async () => readText((await slack.messages(docs)).at(-1)).includes('Pull request ready'))
    await slack.findMessage(docs, /pull request is ready/, card.ts)
    await app.settled()
    const jobs = await agent.jobs()
    expect(jobs).toHaveLength(1)
    expect(jobs[0]?.followUps).toHaveLength(1)
    expect((await slack.messages(docs)).filter((one) => one.bot_id)).toHaveLength(1)
  },
)

testWith({ ownProcess: true })(
  'a kill during the create leads to a question and never to a second create',
  async ({ app, slack, agent, docs, maria }) => {
    await app.addFault({ target: 'agent', match: 'POST', mode: 'hang' })
    await slack.command(maria, docs, '/docs Describe the inboxes')
    await slack.findMessage(docs, /Sending it to the agent/)
    await new Promise((done) => setTimeout(done, 300))
    await app.kill()
    await app.start()
    const card = await slack.findMessage(docs, /no answer came back/)
    await app.settled()
    expect(await agent.jobs()).toHaveLength(0)
    await app.clearFaults()
    await slack.click(maria, { channel: docs, ts: card.ts }, /Start anyway/)
    await agent.findJob(/inboxes/)
    await app.settled()
    expect(await agent.jobs()).toHaveLength(1)
  },
)
