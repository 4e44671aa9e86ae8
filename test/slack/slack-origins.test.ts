import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createClock } from '../../src/core/clock.ts'
import { createLogger } from '../../src/core/log.ts'
import { createSealer } from '../../src/encryption/sealer.ts'
import { createSlackApi } from '../../src/slack/api/web-api.ts'
import { createFileReader } from '../../src/slack/api/slack-files.ts'
import { createInstallations } from '../../src/slack/directory/installations.ts'
import { uploadFile } from '../../src/slack/api/upload-file.ts'
import { postToResponseUrl } from '../../src/slack/api/response-url.ts'
import { openSqliteDatabase } from '../../src/adapters/sqlite/sqlite-database.ts'
import { createRateLimits } from '../../src/store/rate-limits.ts'
import { createSqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'

interface Answer {
  status?: number
  location?: string
  body?: string
}

async function startHost(answer: (path: string) => Answer = () => ({})) {
  const asked: string[] = []
  const server = createServer((req, res) => {
    asked.push(`${req.url} ${req.headers.authorization ?? 'without token'}`)
    const { status = 200, location, body = 'abc' } = answer(req.url ?? '')
    req.resume()
    res.writeHead(status, { 'content-type': 'application/json', ...(location && { location }) }).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

function createSlackServices() {
  const time = createClock()
  const file = openSqliteDatabase(':memory:')
  onTestFinished(() => file.close())
  const store = createSqliteStore(file, { sealer: createSealer([Buffer.alloc(32, 1)]), clock: time })
  return {
    store,
    rateLimits: createRateLimits(store, { clock: time }),
    clock: time,
    log: createLogger({ level: 'silent' }),
  }
}

/** A Slack with a file at this address, and the app's reader for it. */
async function startSlackWithFile(address: string, away = '') {
  const slack = await startHost((path) => {
    if (path === '/moved') return { status: 302, location: away }
    if (path !== '/api/files.info') return {}
    const url = address.startsWith('http') ? address : `${slack.url}${address}`
    return { body: JSON.stringify({ ok: true, file: { name: 'a.txt', url_private_download: url } }) }
  })
  const apiUrl = `${slack.url}/api/`
  const token = async () => 'secret'
  const api = createSlackApi({ apiUrl, token, ...createSlackServices() })
  return { ...slack, apiUrl, read: createFileReader({ api, token, apiUrl }) }
}

test('files are read only from Slack, with the token', async () => {
  const slack = await startSlackWithFile('/a.txt')
  expect(String((await slack.read('T1', 'F1')).bytes)).toBe('abc')
  expect(slack.asked).toEqual(['/api/files.info Bearer secret', '/a.txt Bearer secret'])

  const stranger = await startHost()
  for (const address of [`${stranger.url}/a.txt`, stranger.url.replace('127', 'files.slack.com@127')]) {
    const { read } = await startSlackWithFile(address)
    await expect(read('T1', 'F1')).rejects.toMatchObject({ reason: 'file_elsewhere' })
  }
  expect(stranger.asked).toEqual([])
})

test('files are uploaded only to Slack, and without the token', async () => {
  const stranger = await startHost()
  async function upload(address: string) {
    const slack = await startHost((path) => {
      const url = address.startsWith('/') ? `${slack.url}${address}` : address
      return path.startsWith('/api/') ? { body: JSON.stringify({ ok: true, upload_url: url, file_id: 'F1' }) } : {}
    })
    const apiUrl = `${slack.url}/api/`
    const api = createSlackApi({ apiUrl, token: async () => 'secret', ...createSlackServices() })
    const content = async function* () {
      yield Buffer.from('abc')
    }
    return { ...slack, id: await uploadFile(api, apiUrl, { team: 'T1', name: 'a.csv', length: 3, content }) }
  }
  const { asked, id } = await upload('/upload/1')
  expect(id).toBe('F1')
  expect(asked).toEqual(['/api/files.getUploadURLExternal Bearer secret', '/upload/1 without token'])
  for (const address of [`${stranger.url}/x`, 'http://files.slack.com/x', 'https://files.slack.com.test/x', 'nonsense'])
    await expect(upload(address)).rejects.toMatchObject({ details: { code: 'foreign_address', outcome: 'refused' } })
  expect(stranger.asked).toEqual([])
})

test('answers go only to addresses of Slack and carry no token', async () => {
  const slack = await startSlackWithFile('')
  await postToResponseUrl(`${slack.url}/answer`, slack.apiUrl, { text: 'x' })
  expect(slack.asked).toEqual(['/answer without token'])

  const stranger = await startHost()
  for (const url of [`${stranger.url}/x`, 'http://hooks.slack.com/x', 'https://hooks.slack.com.test/x', 'nonsense'])
    await expect(postToResponseUrl(url, slack.apiUrl, { text: 'x' })).rejects.toThrow('not an address of Slack')
  expect(stranger.asked).toEqual([])
})

test('no redirect is followed', async () => {
  const stranger = await startHost()
  const slack = await startSlackWithFile('/moved', stranger.url)
  await expect(slack.read('T1', 'F1')).rejects.toMatchObject({ details: { code: 'unreachable' } })
  await expect(postToResponseUrl(`${slack.url}/moved`, slack.apiUrl, {})).rejects.toThrow('no_answer')
  expect(slack.asked).toHaveLength(3)
  expect(stranger.asked).toEqual([])
})

test('each team’s calls carry its own token, even in parallel', async () => {
  const slack = await startHost(() => ({ body: '{"ok":true}' }))
  const api = createSlackApi({
    apiUrl: `${slack.url}/api/`,
    token: async (team) => `token-of-${team}`,
    ...createSlackServices(),
  })
  const teams = Array.from({ length: 12 }, (_, index) => `T${index % 3}`)
  await Promise.all(teams.map((team) => api.call(team, `team.info.of.${team}`, {}, z.unknown())))
  expect(slack.asked.toSorted()).toEqual(
    teams.map((team) => `/api/team.info.of.${team} Bearer token-of-${team}`).toSorted(),
  )
})

test('the one installation serves no other team', async () => {
  const slack = await startHost(() => ({ body: JSON.stringify({ ok: true, team_id: 'T1', user_id: 'U1' }) }))
  const { store, log } = createSlackServices()
  const installed = () => createInstallations({ apiUrl: `${slack.url}/api/`, token: 'secret', store, log })
  const first = await installed()
  await expect(first.forTeam('T2')).rejects.toThrow('not installed in team T2')
  expect(await first.forTeam('T1')).toMatchObject({ token: 'secret', teamId: 'T1' })
  // The next start knows it without asking.
  await expect((await installed()).forTeam('T2')).rejects.toThrow('not installed in team T2')
  expect(slack.asked).toHaveLength(1)
})
