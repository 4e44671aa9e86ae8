import { expect, test } from 'vitest'
import { findFreePort } from '../../tools/servers.ts'
import { openHarness } from '../support/harness.ts'

test('the metrics can have a token, and a port of their own', async () => {
  const metricsPort = String(await findFreePort())
  const { sandbox } = await openHarness({
    store: 'sqlite',
    env: { METRICS_PORT: metricsPort, METRICS_TOKEN: 'sesame' },
  })
  const metrics = `http://127.0.0.1:${metricsPort}/metrics`
  const scrape = (token: string) => fetch(metrics, { headers: { authorization: `Bearer ${token}` } })
  expect((await fetch(`${sandbox.app}/metrics`)).status).toBe(404)
  expect([(await fetch(metrics)).status, (await scrape('other')).status]).toEqual([401, 401])
  expect(await (await scrape('sesame')).text()).toContain('bellhop_tasks{state="waiting"}')
  expect((await fetch(metrics.replace('/metrics', '/readyz'))).status).toBe(404)
})
