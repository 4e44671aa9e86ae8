import { expect, test } from 'vitest'
import { harness, until } from './harness.ts'

test.each(['sqlite', 'redis'] as const)(
  'on %s a hundred an hour start, the next ones wait in line and start in order when there is room',
  async (store) => {
    // The hour passes in 36 seconds.
    const { slack, agent } = await harness({ store, scale: 100 })
    const [docs, maria] = await Promise.all([slack.channel('docs'), slack.user('maria')])
    const prompts = Array.from({ length: 103 }, (_, index) => `Write page ${index} of the guide`)
    for (const prompt of prompts) await slack.command(maria, docs, `/docs ${prompt}`)
    await until(async () => (await agent.jobs()).length === 100)
    const quota = await slack.command(maria, docs, '/docs quota')
    expect(JSON.stringify(quota.body)).toMatch(/0 of 100 left this hour, next room/)
    const all = await until(async () => {
      const jobs = await agent.jobs()
      return jobs.length === prompts.length ? jobs : undefined
    }, 120_000)
    expect(new Set(all.map((job) => job.prompt)).size).toBe(prompts.length)
    expect(all.slice(100).map((job) => job.prompt)).toEqual(prompts.slice(100))
  },
)
