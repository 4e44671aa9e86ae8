/** @module-tag rest */
import { expect, test } from 'vitest'
import { openHarness, until } from '../support/harness.ts'

/** A busy machine needs more than a minute for a hundred commands. */
const HOUR_IN_120_S = 30
const STARTED_WITHIN_MS = 120_000
const LAST_STARTED_WITHIN_MS = 360_000
/** The first jobs start this far apart, so that an hour later their places become free one by one and show the order of the line. */
const SPREAD = 3
const SPREAD_MS = 1000

test.each(['sqlite', 'redis'] as const)(
  'on %s a hundred jobs an hour start, and later ones wait and start in order',
  async (store) => {
    const { slack, agent } = await openHarness({ ownProcess: true, store, scale: HOUR_IN_120_S })
    const [docs, maria] = await Promise.all([slack.channel('docs'), slack.user('maria')])
    const prompts = Array.from({ length: 103 }, (_, index) => `Write page ${index} of the guide`)
    for (const [index, prompt] of prompts.entries()) {
      await slack.command(maria, docs, `/docs ${prompt}`)
      if (index >= SPREAD) continue
      await until(async () => (await agent.jobs()).length === index + 1)
      await new Promise((wake) => setTimeout(wake, SPREAD_MS))
    }
    await until(async () => (await agent.jobs()).length === 100, { ms: STARTED_WITHIN_MS })
    const quota = await slack.command(maria, docs, '/docs quota')
    expect(JSON.stringify(quota.body)).toMatch(/no new jobs left this hour\. Next one at/)
    const all = await until(
      async () => {
        const jobs = await agent.jobs()
        return jobs.length === prompts.length ? jobs : undefined
      },
      { ms: LAST_STARTED_WITHIN_MS },
    )
    expect(new Set(all.map((job) => job.prompt)).size).toBe(prompts.length)
    // Commands within milliseconds may take the last free places in any order; the waiting ones then start in order.
    const late = all.slice(100).map((job) => prompts.indexOf(job.prompt))
    expect(late).toEqual(late.toSorted((a, b) => a - b))
  },
)

test.each(['sqlite', 'redis'] as const)(
  'on %s two names of one project share its quota, which survives a restart',
  async (store) => {
    const app = await openHarness({
      ownProcess: true,
      store,
      env: (env) => ({
        AGENT_PROJECTS: JSON.stringify([
          { name: 'Handbook', projectId: env['AGENT_PROJECT_ID'] ?? '', apiKey: env['AGENT_API_KEY'] ?? '' },
        ]),
      }),
    })
    const { slack, agent } = app
    const [docs, general, maria] = await Promise.all([
      slack.channel('docs'),
      slack.channel('general'),
      slack.user('maria'),
    ])
    for (let n = 0; n < 100; n += 1) await slack.command(maria, docs, `/docs Acme Docs: write page ${n} of the guide`)
    await until(async () => (await agent.jobs()).length === 100)
    await slack.command(maria, general, '/docs Handbook: explain the retry schedule')
    await slack.findMessage(general, /1st in line/)
    await app.kill()
    await app.start()
    const quota = JSON.stringify((await slack.command(maria, docs, '/docs quota')).body)
    expect(quota).toContain('Acme Docs: no new jobs left this hour')
    expect(quota).toContain('Handbook: no new jobs left this hour')
    await slack.command(maria, general, '/docs Acme Docs: describe the inboxes')
    await slack.findMessage(general, /2nd in line/)
    await app.settled()
    expect(await agent.jobs()).toHaveLength(100)
    // The hour was counted here: the service was never asked for more than it gives.
    expect((await agent.jobs()).every(({ prompt }) => prompt.startsWith('write page'))).toBe(true)
  },
)
