import { afterEach, expect, test } from 'vitest'
import { until } from '../support/simulators.ts'
import { createSandboxServer, type SandboxServer } from '../../sandbox/server/sandbox-server.ts'

let open: SandboxServer | undefined
afterEach(() => open?.close())

async function sandbox(): Promise<{ url: string; calls: () => number; host: SandboxServer }> {
  const place = createSandboxServer()
  open = place
  let calls = 0
  place.mount('/mail', {
    routes: [
      {
        method: 'GET',
        pattern: '/v0/things/:id',
        run: (_call, { id }) => ({ status: 200, body: { id, call: ++calls } }),
      },
    ],
    notFound: (call) => ({ status: 404, body: { message: `Route not found: ${call.method} ${call.path}` } }),
    faults: { target: 'mail', failure: (fault) => ({ status: fault.status ?? 500, body: { code: fault.error } }) },
  })
  return { url: await place.listen(0, '127.0.0.1'), calls: () => calls, host: place }
}

test('a route gets its decoded path segments', async () => {
  const { url } = await sandbox()
  const answer = await fetch(`${url}/mail/v0/things/${encodeURIComponent('<m@x/y>')}`)
  expect(await answer.json()).toEqual({ id: '<m@x/y>', call: 1 })
})

test('an unknown request is answered with its name', async () => {
  const { url } = await sandbox()
  const answer = await fetch(`${url}/mail/v0/nothing?x=1`)
  expect([answer.status, await answer.json()]).toEqual([404, { message: 'Route not found: GET /v0/nothing' }])
})

test('a fault acts as often as it was asked to, then calls succeed again', async () => {
  const { url, host: place } = await sandbox()
  place.faults.add({
    target: 'mail',
    match: 'GET /mail/v0/things',
    mode: 'status',
    status: 503,
    error: 'service_unavailable',
    times: 2,
    retryAfterS: 7,
  })
  const answers = [
    await fetch(`${url}/mail/v0/things/1`),
    await fetch(`${url}/mail/v0/things/1`),
    await fetch(`${url}/mail/v0/things/1`),
  ]
  expect(answers.map((a) => [a.status, a.headers.get('retry-after')])).toEqual([
    [503, '7'],
    [503, '7'],
    [200, null],
  ])
})

test('accept-then-drop does the work and breaks the connection; reset does neither', async () => {
  const { url, host: place, calls } = await sandbox()
  place.faults.add({ target: 'mail', mode: 'accept-then-drop', times: 1 })
  await expect(fetch(`${url}/mail/v0/things/1`)).rejects.toThrow('fetch failed')
  expect(calls()).toBe(1)
  place.faults.add({ target: 'mail', mode: 'reset', times: 1 })
  await expect(fetch(`${url}/mail/v0/things/1`)).rejects.toThrow('fetch failed')
  expect(calls()).toBe(1)
  place.faults.add({ target: 'mail', mode: 'truncate', times: 1 })
  await expect(fetch(`${url}/mail/v0/things/1`).then((a) => a.json())).rejects.toThrow()
  expect(calls()).toBe(2)
})

test('a request that is held is counted, done or not, and has no answer', async () => {
  const { url, host: place, calls } = await sandbox()
  for (const [mode, done] of [
    ['hang', 0],
    ['accept-then-hang', 1],
  ] as const) {
    const { id } = place.faults.add({ target: 'mail', mode })
    const cut = new AbortController()
    const answer = fetch(`${url}/mail/v0/things/1`, { signal: cut.signal })
    await until(() => place.faults.list().some(({ held }) => held === 1))
    expect(calls()).toBe(done)
    cut.abort()
    await expect(answer).rejects.toThrow('aborted')
    place.faults.remove(id)
  }
})

test('a proxy’s page replaces the answer; wrong types change it after the work is done', async () => {
  const { url, host: place, calls } = await sandbox()
  place.faults.add({ target: 'mail', mode: 'html', status: 403, times: 1 })
  const page = await fetch(`${url}/mail/v0/things/1`)
  expect([page.status, page.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8'])
  expect(await page.text()).toMatch(/^<!DOCTYPE html>/)
  expect(calls()).toBe(0)
  place.faults.add({ target: 'mail', mode: 'wrong-types', times: 1 })
  const odd = await fetch(`${url}/mail/v0/things/1`)
  expect([odd.status, await odd.json()]).toEqual([200, { id: 7, call: 'seven' }])
  expect(calls()).toBe(1)
})

test('a faster clock brings forward what is already scheduled', async () => {
  const { host: place } = await sandbox()
  const rang = new Promise<void>((done) => void place.clock.after(60_000, done))
  place.clock.setScale(6000)
  await rang
  expect(place.clock.elapsed()).toBeGreaterThanOrEqual(59_999)
})
