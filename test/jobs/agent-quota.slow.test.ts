import { describe, expect, test } from 'vitest'
import { readText } from '../support/block-queries.ts'
import { openHarness, until } from '../support/harness.ts'

const STORES = [
  ['sqlite', []],
  ['redis', ['rest']],
] as const

const HOURLY_LIMIT = 6
const HOUR_IN_30_S = 120
const HOUR_MS = 30_000
/** The app and the service count the hour from different moments of a request. */
const TOLERANCE_MS = 500
const limited = { agentHourlyLimit: HOURLY_LIMIT }
const limitedEnv = { AGENT_HOURLY_LIMIT: `${HOURLY_LIMIT}` }
/** The first jobs start this far apart: an hour later their slots become free one by one and show the order of the line. */
const SPREAD = 3
const SPREAD_MS = 1000

describe.concurrent('the agent’s hourly limit', () => {
  for (const [store, tags] of STORES) {
    test(
      `on ${store} jobs beyond the limit wait, and start in order an hour later`,
      { tags: [...tags] },
      async ({ onTestFinished }) => {
        const harness = { store, scale: HOUR_IN_30_S, ...limited, env: limitedEnv }
        const app = await openHarness(harness, { onTestFinished })
        const { slack, agent } = app
        const [docs, maria] = await Promise.all([slack.channel('docs'), slack.user('maria')])
        const prompts = Array.from({ length: HOURLY_LIMIT + SPREAD }, (_, index) => `Write page ${index} of the guide`)
        for (const [index, prompt] of prompts.entries()) {
          await slack.command(maria, docs, `/docs ${prompt}`)
          await until(async () => (await agent.jobs()).length >= Math.min(index + 1, HOURLY_LIMIT))
          if (index < SPREAD) await new Promise((wake) => setTimeout(wake, SPREAD_MS))
        }
        await until(async () => (await agent.jobs()).length === prompts.length)
        await app.settled()
        expect((await agent.jobs()).map(({ prompt }) => prompt)).toEqual(prompts)
        const startedAt = app.sandbox.server.exchanges
          .filter(({ method, path, status }) => method === 'POST' && path.endsWith('/job') && status === 201)
          .map(({ at }) => at)
        const waitsMs = startedAt.slice(HOURLY_LIMIT).map((at, index) => at - (startedAt[index] ?? 0))
        expect(waitsMs).toHaveLength(SPREAD)
        expect(Math.min(...waitsMs)).toBeGreaterThan(HOUR_MS - TOLERANCE_MS)
      },
    )

    test(
      `on ${store} two names of one project share the limit, and a restart does not reset it`,
      { tags: 'rest' },
      async ({ onTestFinished }) => {
        const app = await openHarness(
          {
            ownProcess: true,
            store,
            ...limited,
            env: (env) => ({
              ...limitedEnv,
              AGENT_PROJECTS: JSON.stringify([
                { name: 'Handbook', projectId: env['AGENT_PROJECT_ID'] ?? '', apiKey: env['AGENT_API_KEY'] ?? '' },
              ]),
            }),
          },
          { onTestFinished },
        )
        const { slack, agent } = app
        const [docs, general, maria] = await Promise.all([
          slack.channel('docs'),
          slack.channel('general'),
          slack.user('maria'),
        ])
        for (let n = 0; n < HOURLY_LIMIT; n += 1)
          await slack.command(maria, docs, `/docs Acme Docs: write page ${n} of the guide`)
        await until(async () => (await agent.jobs()).length === HOURLY_LIMIT)
        await slack.command(maria, general, '/docs Handbook: explain the retry schedule')
        await slack.findMessage(general, /1st in line/)
        await app.kill()
        await app.start()
        await slack.command(maria, docs, '/docs quota')
        // An app that is slow after its restart answers through the response URL.
        const quota = readText(await slack.findEphemeral(docs, maria, /Acme Docs: no new jobs left this hour/))
        expect(quota).toContain('Handbook: no new jobs left this hour')
        await slack.command(maria, general, '/docs Acme Docs: describe the inboxes')
        await slack.findMessage(general, /2nd in line/)
        await app.settled()
        // The app counted the hour: the service received no request beyond its limit.
        const requests = app.sandbox.server.exchanges.filter(
          ({ method, path }) => method === 'POST' && path.endsWith('/job'),
        )
        expect(requests).toHaveLength(HOURLY_LIMIT)
        expect((await agent.jobs()).every(({ prompt }) => prompt.startsWith('write page'))).toBe(true)
      },
    )
  }
})
