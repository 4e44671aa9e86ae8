import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../../sandbox/create-sandbox.ts'
import { startOwnRedis } from '../support/redis-connections.ts'
import { startApp } from '../support/app-process.ts'
import { findFreePort } from '../../tools/servers.ts'

const fixturePath = (name: string) => join(import.meta.dirname, '../fixtures/tls', name)
const authority = { NODE_EXTRA_CA_CERTS: fixturePath('ca.crt') }

let box: Sandbox
beforeAll(async () => void (box = await createSandbox({ app: false, empty: true })))
afterAll(() => box.close())

async function openStore(url: string, more: Record<string, string> = authority) {
  const port = `${await findFreePort()}`
  const certificates = `--tls-ca-cert-file ${fixturePath('ca.crt')} --tls-cert-file ${fixturePath('server.crt')}`
  const keys = `--tls-key-file ${fixturePath('server.key')} --tls-auth-clients no --tls-port ${port}`
  const people = '--user default off --user bell on >p@ss:w/rd ~* &* +@all'
  await startOwnRedis(...`${certificates} ${keys} ${people}`.split(' '))
  return startApp({ ...box.env, ...more, STORE_URL: url.replace('PORT', port), PORT: `${await findFreePort()}` })
}

test('the app works with a Redis behind TLS, a user and a password', async () => {
  const app = await (await openStore('rediss://bell:p%40ss%3Aw%2Frd@localhost:PORT/2')).ready()
  expect(await app.readiness()).toBe(200)
})

test.each([
  ['rediss://bell:p%40ss%3Aw%2Frd@localhost:PORT', {}, 'name the file of your own authority in NODE_EXTRA_CA_CERTS'],
  ['rediss://bell:p%40ss%3Aw%2Frd@127.0.0.1:PORT', authority, 'its certificate is for another host name'],
  ['rediss://bell:w%2Frd@localhost:PORT', authority, 'it rejects this user and password'],
  ['rediss://localhost:PORT', authority, 'it requires a password'],
  ['rediss://bell:p%40ss%3Aw%2Frd@localhost:PORT/99', authority, 'it has no database with this number'],
  ['rediss://bell:p@ss:w/rd@localhost:PORT', authority, 'in a password @ is written as %40'],
])('%s is refused with an explanation', async (url, more, words) => {
  const app = await openStore(url, more)
  expect(await app.ended).toBeGreaterThan(0)
  expect(app.output()).toContain(words)
  expect(app.output()).not.toMatch(/w(\/|%2F)rd/)
})
