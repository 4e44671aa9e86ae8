import { join } from 'node:path'
import { beforeAll, afterAll, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../../sandbox/create-sandbox.ts'
import { requestSimulator, until } from '../support/simulators.ts'
import { createTempFolder, startApp } from '../support/app-process.ts'
import { findFreePort } from '../../tools/servers.ts'

let sandbox: Sandbox
beforeAll(async () => void (sandbox = await createSandbox({ app: false, empty: true })))
afterAll(() => sandbox.close())

async function createEnvironment(more: Record<string, string> = {}): Promise<Record<string, string>> {
  return {
    ...sandbox.env,
    JOB_UNDO_SECONDS: '0',
    STORE_URL: `sqlite:${join(createTempFolder(), 'app.db')}`,
    PORT: `${await findFreePort()}`,
    ...more,
  }
}

test('SIGTERM ends readiness first, serves open requests and exits with 0', async () => {
  const app = await startApp(await createEnvironment()).ready()
  expect(await app.readiness()).toBe(200)
  app.child.kill('SIGTERM')
  // Readiness ends before the port closes; a load balancer then notices.
  expect(await until(() => app.readiness().then((status) => status !== 200 && { status }))).toEqual({ status: 503 })
  expect(await app.ended).toBe(0)
  expect(app.output()).toContain('draining')
  expect(app.output()).toContain('closed')
})

test('a second signal ends the process immediately', { tags: 'rest' }, async () => {
  const app = await startApp(await createEnvironment({ PORT: new URL(sandbox.app).port })).ready()
  await requestSimulator(`${sandbox.control}/faults`, {
    method: 'POST',
    body: { target: 'agent', match: 'POST', mode: 'hang', times: 1 },
  })
  const words = { user: 'U08MARIA01A', channel: 'C08DOCS001A', command: '/docs', text: 'Explain the retry schedule' }
  await requestSimulator(`${sandbox.control}/slack/command`, { method: 'POST', body: words })
  // The fault leaves the list once it holds a request.
  await until(async () => JSON.stringify((await requestSimulator(`${sandbox.control}/faults`)).body) === '[]')
  app.child.kill('SIGTERM')
  await until(() => app.output().includes('draining'))
  app.child.kill('SIGTERM')
  expect(await app.ended).not.toBe(0)
  expect(app.output()).not.toContain('"closed"')
})

test('an unhandled error is logged and ends the process with exit code 1', { tags: 'rest' }, async () => {
  const trap = 'data:text/javascript,process.on("SIGWINCH",()=>{Promise.reject(new Error("nobody expects this"))})'
  const app = await startApp(await createEnvironment(), '--import', trap).ready()
  app.child.kill('SIGWINCH')
  expect(await app.ended).toBe(1)
  expect(app.output()).toContain('unhandled error')
  expect(app.output()).toContain('nobody expects this')
})

test(
  'a second app on one file is refused with an explanation, and the first one continues',
  { tags: 'rest' },
  async () => {
    const env = await createEnvironment()
    const first = await startApp(env).ready()
    const second = startApp({ ...env, PORT: `${await findFreePort()}` })
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain('another Bellhop is running on')
    expect(await first.readiness()).toBe(200)
  },
)

test('a wrong configuration exits with 78 and names every variable, but no value', async () => {
  const app = startApp(await createEnvironment({ SLACK_BOT_TOKEN: 'hunter2', ENCRYPTION_KEY: 'c2hvcnQ=' }))
  expect(await app.ended).toBe(78)
  expect(app.output()).toContain('SLACK_BOT_TOKEN')
  expect(app.output()).toContain('ENCRYPTION_KEY')
  expect(app.output()).not.toContain('hunter2')
  expect(app.output()).not.toContain('c2hvcnQ=')
})
