import { expect, test } from 'vitest'
import { harness, until } from './harness.ts'

test('a hundred an hour start, the next ones wait in line and start in order when there is room', async () => {
  // The hour passes in twelve seconds.
  const { slack, agent } = await harness({ scale: 300 })
  const [docs, maria] = await Promise.all([slack.channel('docs'), slack.user('maria')])
  const prompts = Array.from({ length: 103 }, (_, index) => `Write page ${index} of the guide`)
  for (const prompt of prompts) await slack.command(maria, docs, `/docs ${prompt}`)
  await until(async () => (await agent.jobs()).length === 100)
  const quota = await slack.command(maria, docs, '/docs quota')
  expect(JSON.stringify(quota.body)).toMatch(/0 of 100 left this hour, next room/)
  const all = await until(async () => {
    const jobs = await agent.jobs()
    return jobs.length === prompts.length ? jobs : undefined
  }, 60_000)
  expect(new Set(all.map((job) => job.prompt)).size).toBe(prompts.length)
  expect(all.slice(100).map((job) => job.prompt)).toEqual(prompts.slice(100))
})

test('when the card is deleted, the job goes on and its end reaches the one who asked', async () => {
  const { slack, agent, call } = await harness()
  const [docs, maria] = await Promise.all([slack.channel('docs'), slack.user('maria')])
  await slack.command(maria, docs, '/docs Explain the retry schedule')
  const job = await agent.job(/retry schedule/)
  const card = await slack.saw(docs, /Working since/)
  await call('POST', '/slack/edit', { channel: docs, ts: card.ts })
  await agent.move(job.id, { status: 'completed', prLink: 'https://git.example.test/acme/docs/pull/4' })
  await slack.saw(maria, /pull request is ready/)
  expect((await slack.messages(docs)).filter((one) => one.bot_id)).toHaveLength(0)
})
