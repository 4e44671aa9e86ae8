import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { requestSimulator, until } from '../support/simulators.ts'

interface Opened {
  page: string
  slackApi: string
  agentApi: string
  mailApi: string
  control: string
  app: string
  env: Record<string, string>
}

let children: ChildProcess[] = []
let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'bellhop-test-'))))
afterEach(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  children = []
  rmSync(folder, { recursive: true, force: true })
})

/** `node sandbox/main.ts` as npm runs it, with its own temporary folder. */
function start(...flags: string[]) {
  const child = spawn(process.execPath, ['sandbox/main.ts', '--port', '0', ...flags], {
    env: { TMPDIR: folder, NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString('utf8')))
  const lines = createInterface({ input: child.stdout })
  const first = Promise.race([
    once(lines, 'line').then(([line]) => String(line)),
    once(child, 'exit').then(([code]): string => {
      throw new Error(`ended with ${code}: ${errors}`)
    }),
  ])
  first.catch(() => {})
  const ended = once(child, 'exit').then(([code]): unknown => code)
  return { child, first, ended, json: async () => JSON.parse(await first) as Opened, errors: () => errors }
}

const reaches = (url: string) =>
  fetch(url).then(
    (answer) => answer.status,
    () => 0,
  )
const alive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('without the app the first line has addresses and environment, and nothing is left at the end', async () => {
  const { child, json, ended } = start('--json', '--no-app', '--empty')
  const sandbox = await json()
  expect(Object.keys(sandbox)).toEqual(['page', 'slackApi', 'agentApi', 'mailApi', 'control', 'app', 'env'])
  expect(sandbox.slackApi).toMatch(/\/slack\/api\/$/)
  expect([sandbox.agentApi, sandbox.mailApi, sandbox.control].map((url) => new URL(url).pathname)).toEqual([
    '/agent',
    '/mail',
    '/control',
  ])
  expect(sandbox.app).toBe(`http://127.0.0.1:${sandbox.env['PORT']}`)
  expect(sandbox.env).toMatchObject({
    SLACK_API_URL: sandbox.slackApi,
    AGENT_API_URL: sandbox.agentApi,
    MAIL_API_URL: sandbox.mailApi,
    PUBLIC_URL: 'https://bellhop.sandbox.test',
    CLOCK_SCALE: '1',
    SANDBOX_INBOX: expect.stringContaining('@'),
  })
  expect(Object.entries(sandbox.env).filter(([, value]) => typeof value !== 'string' || value === '')).toEqual([])
  expect([await reaches(sandbox.page), await reaches(`${sandbox.app}/readyz`)]).toEqual([200, 0])
  const made = await requestSimulator(`${sandbox.agentApi}/v2/agent/${sandbox.env['AGENT_PROJECT_ID']}/job`, {
    method: 'POST',
    body: { prompt: 'x' },
    headers: { authorization: `Bearer ${sandbox.env['AGENT_API_KEY']}` },
  })
  expect(made.status).toBe(201)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(await reaches(sandbox.page)).toBe(0)
  expect(readdirSync(folder)).toEqual([])
})

test('a signal during the start ends the sandbox and the app', { tags: 'rest' }, async () => {
  const { child, ended } = start('--json', '--empty')
  await until(() => readdirSync(folder).length > 0)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(readdirSync(folder)).toEqual([])
})

test(
  'the app keeps its address when it is killed, started and restarted, and ends with the sandbox',
  { tags: 'rest' },
  async () => {
    const { child, json, ended } = start('--json', '--empty')
    const sandbox = await json()
    expect(await reaches(`${sandbox.app}/readyz`)).toBe(200)
    const act = async (action: string) =>
      (await requestSimulator(`${sandbox.control}/app`, { method: 'POST', body: { action } })).body
    const first = (await requestSimulator(`${sandbox.control}/app`)).body['pid']
    expect(await act('kill')).toMatchObject({ state: 'stopped', pid: null })
    expect(await reaches(`${sandbox.app}/healthz`)).toBe(0)
    const second = await act('start')
    expect(second).toMatchObject({ state: 'running', url: sandbox.app })
    expect(second['pid']).not.toBe(first)
    // Do not poll `/readyz` here: when it ends, the app waits for whatever polls it.
    expect(await reaches(`${sandbox.app}/healthz`)).toBe(200)
    const third = await act('restart')
    expect([third['state'], third['pid'] === second['pid']]).toEqual(['running', false])
    expect(
      (await requestSimulator(`${sandbox.control}/app`, { method: 'POST', body: { action: 'paint' } })).status,
    ).toBe(400)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect([alive(Number(third['pid'])), await reaches(`${sandbox.app}/healthz`), await reaches(sandbox.page)]).toEqual(
      [false, 0, 0],
    )
    expect(readdirSync(folder)).toEqual([])
  },
)

test.each(['SIGINT', 'SIGHUP'] as const)('%s ends the sandbox like SIGTERM', { tags: 'rest' }, async (signal) => {
  const { child, json, ended } = start('--json', '--no-app')
  await json()
  child.kill(signal)
  expect(await ended).toBe(0)
  expect(readdirSync(folder)).toEqual([])
})

test('ending npm ends the sandbox, although the shell in between passes on no signal', { tags: 'rest' }, async () => {
  const child = spawn('npm', ['run', '-s', 'sandbox', '--', '--json', '--no-app', '--empty', '--port', '0'], {
    env: { PATH: process.env['PATH'], TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  onTestFinished(() => {
    if (child.pid !== undefined && alive(-child.pid)) process.kill(-child.pid, 'SIGKILL')
  })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  const { page } = JSON.parse(String(line)) as Opened
  expect(await reaches(page)).toBe(200)
  child.kill('SIGTERM')
  await until(
    async () => (await reaches(page)) === 0 && readdirSync(folder).every((name) => !name.startsWith('bellhop-')),
  )
})

test('the clock option applies to the app', { tags: 'rest' }, async () => {
  const sandbox = await start('--json', '--no-app', '--empty', '--clock', '60').json()
  expect(sandbox.env['CLOCK_SCALE']).toBe('60')
  expect((await requestSimulator(`${sandbox.control}/clock`)).body).toMatchObject({ scale: 60 })
})

test('an error names the port that is taken and says what to do', { tags: 'rest' }, async () => {
  const { port } = new URL((await start('--json', '--no-app', '--empty').json()).page)
  const second = start('--no-app', '--port', port)
  expect(await second.ended).toBe(1)
  expect(second.errors()).toContain(`Port ${port} is taken`)
})

test('invalid options end the sandbox immediately with a reason', async () => {
  const unknown = start('--colour')
  expect(await unknown.ended).toBe(1)
  expect(unknown.errors()).toContain('--colour')
  const manifest = join(folder, 'manifest.yml')
  writeFileSync(manifest, 'just words')
  const wrong = start('--json', '--manifest', manifest)
  expect(await wrong.ended).toBe(1)
  expect(wrong.errors()).toContain(manifest)
})
