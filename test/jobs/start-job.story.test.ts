import { expect } from 'vitest'
import { findButton, findField, readText } from '../support/block-queries.ts'
import { test } from '../support/story-test.ts'

const PR = 'https://git.example.test/acme/docs/pull/7'

test(
  'a command becomes one card, one job and one final reply with the pull request',
  { tags: 'smoke' },
  async ({ app, slack, agent, docs, maria }) => {
    const answer = await slack.command(maria, docs, '/docs Explain the retry schedule in the webhooks guide')
    expect(answer.status).toBe(200)
    const job = await agent.findJob(/retry schedule/)
    expect(job.prompt).toBe('Explain the retry schedule in the webhooks guide')
    const card = await slack.findCard(docs, 'working')
    expect(readText(card)).toContain('Acme Docs')
    expect(readText(card)).toContain('asked by @Maria Torres')
    expect(readText(card)).not.toContain('<@')
    expect(findButton(card, /Follow up/)).toBeDefined()
    await agent.changeJob(job.id, { status: 'completed', prLink: PR })
    const done = await slack.findPost(docs, 'jobs.end', card.ts)
    expect(done.text).toContain(`<@${maria}>`)
    expect(findButton(done, /View pull request/)?.['url']).toBe(PR)
    const after = await slack.findCard(docs, 'finished')
    expect(after.ts).toBe(card.ts)
    await app.settled()
    expect((await slack.messages(docs, card.ts)).filter((one) => one.bot_id && one.ts !== card.ts)).toHaveLength(1)
  },
)

test('/docs without text opens the form, which starts the job in the chosen channel', async ({
  slack,
  agent,
  docs,
  maria,
}) => {
  await slack.command(maria, docs, '/docs')
  const form = await slack.findForm(maria)
  expect(findField(form, /What should the agent do/)).toBeDefined()
  expect(readText(form)).toContain('100 of 100 new jobs left this hour')
  await slack.fillForm(maria, form, [['prompt', 'Add a page about inboxes']])
  await agent.findJob(/a page about inboxes/)
  await slack.findMessage(docs, /a page about inboxes/)
})
