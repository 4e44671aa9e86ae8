import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createSqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import { openSqliteDatabase } from '../../src/adapters/sqlite/sqlite-database.ts'
import { createClock } from '../../src/core/clock.ts'
import { UserError } from '../../src/core/errors.ts'
import { createLogger } from '../../src/core/log.ts'
import { createSealer } from '../../src/encryption/sealer.ts'
import { postToResponseUrl } from '../../src/slack/api/response-url.ts'
import { createFileReader } from '../../src/slack/api/slack-files.ts'
import { createViews } from '../../src/slack/api/slack-views.ts'
import { createSlackApi } from '../../src/slack/api/web-api.ts'
import { createInstallations } from '../../src/slack/directory/installations.ts'
import { createRateLimits } from '../../src/store/rate-limits.ts'

interface Answer {
  status?: number
  body?: string
  headers?: Record<string, string>
}

const page = { body: '<!DOCTYPE html><h1>Forbidden</h1>', headers: { 'content-type': 'text/html' } }

/** A Slack that answers every request like this, and the app's ways to it. */
async function startSlack(answer: (path: string) => Answer) {
  const server = createServer((request, response) => {
    const { status = 200, body = '', headers = { 'content-type': 'application/json' } } = answer(request.url ?? '')
    request.resume()
    response.writeHead(status, headers).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const file = openSqliteDatabase(':memory:')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
    file.close()
  })
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`
  const clock = createClock()
  const log = createLogger({ level: 'silent' })
  const store = createSqliteStore(file, { sealer: createSealer([Buffer.alloc(32, 1)]), clock })
  const rateLimits = createRateLimits(store, { clock })
  const waits: number[] = []
  const token = async () => 'xoxb-test'
  const onLongWait = (_service: string, askedMs: number) => void waits.push(askedMs)
  const api = createSlackApi({ apiUrl, token, rateLimits, clock, log, onLongWait })
  const post = () => api.call('T1', 'chat.postMessage', { channel: 'C1' }, z.object({ ts: z.string() }))
  const read = () => api.call('T1', 'users.info', { user: 'U1' }, z.object({ user: z.object({ id: z.string() }) }))
  return { apiUrl, api, post, read, store, log, rateLimits, clock, token, waits }
}

test.each<[string, Answer]>([
  ['a page with 200', page],
  ['a page with 403', { ...page, status: 403 }],
  ['a page with 404', { ...page, status: 404 }],
  ['a single word', { body: 'unavailable' }],
  ['an empty 401', { status: 401 }],
  ['a cut-off answer', { body: '{"ok":false,"error":"channel_not' }],
  ['null', { body: 'null' }],
  ['a number', { body: '7' }],
  ['a list', { body: '[]' }],
  ['no code', { body: '{"ok":false}' }],
  ['a code that is a number', { body: '{"ok":false,"error":7}' }],
  ['a page as the code', { body: JSON.stringify({ ok: false, error: page.body }) }],
  ['`ok` that is a text', { body: '{"ok":"false","error":"channel_not_found"}' }],
  ['a success with 404', { status: 404, body: '{"ok":true,"ts":"1.2","user":{"id":"U1"}}' }],
  ['a success of wrong types', { body: '{"ok":true,"ts":7,"user":7,"response_metadata":{"warnings":7}}' }],
])('%s is an outage, not a refusal', async (_, answer) => {
  const { post, read } = await startSlack(() => answer)
  await expect(post()).rejects.toMatchObject({ details: { service: 'slack', outcome: 'unknown' } })
  await expect(read()).rejects.toMatchObject({ details: { service: 'slack', outcome: 'not_sent' } })
})

test('Slack’s own refusal is final, whatever its status', async () => {
  const { post } = await startSlack(() => ({ status: 403, body: '{"ok":false,"error":"channel_not_found"}' }))
  await expect(post()).rejects.toMatchObject({ details: { code: 'channel_not_found', outcome: 'refused' } })
})

test('Home of a person who has left is not published', async () => {
  const { api } = await startSlack(() => ({ body: '{"ok":false,"error":"user_not_found"}' }))
  const views = createViews(api)
  await expect(views.publish('T1', 'U1', { type: 'home', blocks: [] })).resolves.toBeUndefined()
})

test('a page does not make a token look revoked, and the next answer is believed', async () => {
  let isAway = true
  const { apiUrl, store, log } = await startSlack(() =>
    isAway ? { ...page, status: 403 } : { body: '{"ok":true,"team_id":"T1","user_id":"U1"}' },
  )
  const installations = await createInstallations({ apiUrl, token: 'secret', store, log })
  await expect(installations.forTeam('T1')).rejects.toMatchObject({
    details: { code: 'bad_response', outcome: 'not_sent' },
  })
  isAway = false
  expect(await installations.forTeam('T1')).toMatchObject({ teamId: 'T1' })
})

test('a token that Slack refuses is not reported as accepted because it was a moment ago', async () => {
  let isRevoked = false
  const { apiUrl, store, log, rateLimits, clock } = await startSlack(() =>
    isRevoked
      ? { body: '{"ok":false,"error":"token_revoked"}' }
      : { body: '{"ok":true,"team_id":"T1","user_id":"U1"}' },
  )
  const installations = await createInstallations({ apiUrl, token: 'secret', store, log })
  expect(await installations.confirmToken()).toBe(true)
  const token = async (team: string) => (await installations.forTeam(team)).token
  const onTokenRejected = installations.doubtToken
  const api = createSlackApi({ apiUrl, token, rateLimits, clock, log, onTokenRejected })
  isRevoked = true
  await expect(api.call('T1', 'chat.postMessage', { channel: 'C1' }, z.unknown())).rejects.toThrow('token_revoked')
  expect(await installations.confirmToken()).toBe(false)
})

test.each([
  ['-5', 30_000],
  ['never', 30_000],
  ['86400', 3_600_000],
  ['99999999999', 3_600_000],
])('a 429 with Retry-After %s means a wait of %s ms', async (value, retryAfterMs) => {
  const { read, waits } = await startSlack(() => ({ ...page, status: 429, headers: { 'retry-after': value } }))
  await expect(read()).rejects.toMatchObject({ details: { code: 'ratelimited', outcome: 'not_sent', retryAfterMs } })
  expect(waits).toEqual(retryAfterMs > 600_000 ? [Number(value) * 1000] : [])
})

test.each<[string, Answer]>([
  ['a page with 404', { ...page, status: 404 }],
  ['a page with 200', page],
  ['a part of the file', { body: 'hel' }],
])('%s in place of a file is not mailed, but asked for again', async (_, answer) => {
  const slack = await startSlack((path) => {
    const url = `${slack.apiUrl}files/a.pdf`
    return path === '/api/files.info'
      ? { body: JSON.stringify({ ok: true, file: { name: 'a.pdf', size: 5, url_private: url } }) }
      : answer
  })
  const readFile = createFileReader(slack)
  const error: unknown = await readFile('T1', 'F1').catch((reason: unknown) => reason)
  expect(error).not.toBeInstanceOf(UserError)
  expect(error).toMatchObject({ details: { outcome: 'not_sent' } })
})

test('a page in answer to a private note counts as a failed attempt', async () => {
  const { apiUrl } = await startSlack(() => page)
  await expect(postToResponseUrl(`${apiUrl}answer`, apiUrl, { text: 'x' })).rejects.toMatchObject({
    details: { code: 'bad_response', outcome: 'unknown' },
  })
})

test('arguments that cannot be encoded are refused, not repeated', async () => {
  const { api } = await startSlack(() => ({ body: '{"ok":true,"messages":[]}' }))
  const broken = { channel: 'C1', ts: '1795807983.\ud83d' }
  const call = api.call('T1', 'conversations.replies', broken, z.object({}))
  await expect(call).rejects.toMatchObject({ details: { code: 'invalid_arguments', outcome: 'refused' } })
})
