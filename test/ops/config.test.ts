import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'

const key = Buffer.alloc(32, 7).toString('base64')
const complete = {
  SLACK_BOT_TOKEN: 'xoxb-1',
  SLACK_SIGNING_SECRET: 'secret',
  AGENT_API_URL: 'http://127.0.0.1:1/agent',
  AGENT_PROJECT_ID: 'p1',
  AGENT_API_KEY: 'k1',
  MAIL_API_URL: 'http://127.0.0.1:1/mail',
  MAIL_API_KEY: 'm1',
  PUBLIC_URL: 'https://bellhop.example.test',
  ENCRYPTION_KEY: key,
}

function listProblems(env: Record<string, string | undefined>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    return String(error instanceof Error ? error.message : error).split('\n')
  }
}

test('a complete environment is accepted, with sensible defaults', () => {
  const parsed = readConfig(complete)
  expect(parsed.store.url).toBe('sqlite:data/bellhop.db')
  expect(parsed.slack.apiUrl).toBe('https://slack.com/api/')
  expect(parsed.agent?.projects).toEqual([{ name: 'p1', projectId: 'p1', apiKey: 'k1' }])
  expect(parsed.http.port).toBe(3000)
})

test('all problems are reported together, by name and never with their values', () => {
  const found = listProblems({
    ...complete,
    SLACK_BOT_TOKEN: 'sesame-1',
    ENCRYPTION_KEY: 'sesame-2',
    PORT: 'sesame-3',
    MAIL_API_URL: 'sesame-4',
    AGENT_PROJECTS: '[sesame-5',
  })
  const names = found.map((line) => line.split(' ')[0])
  const wrong = ['SLACK_BOT_TOKEN', 'AGENT_PROJECTS', 'MAIL_API_URL', 'ENCRYPTION_KEY', 'PORT']
  expect(names).toEqual(wrong)
  expect(found.join()).not.toContain('sesame')
})

test('missing and wrong variables are reported together, each once', () => {
  expect(listProblems({})).toEqual([
    'SLACK_BOT_TOKEN is missing',
    'ENCRYPTION_KEY is missing',
    'SLACK_SIGNING_SECRET is missing (or SLACK_APP_TOKEN, for Socket Mode)',
    'AGENT_API_URL or MAIL_API_URL is missing: at least one of the two services must be connected',
  ])
  const found = listProblems({ ...complete, SLACK_BOT_TOKEN: 'wrong', AGENT_API_URL: 'wrong', MAIL_API_KEY: '' })
  expect(found).toEqual([
    'SLACK_BOT_TOKEN does not start with xoxb-',
    'AGENT_API_URL is not an http(s) address',
    'MAIL_API_KEY is missing, though MAIL_API_URL is set',
  ])
})

test('an empty value counts as absent', () => {
  expect(listProblems({ ...complete, ENCRYPTION_KEY: '' })).toEqual(['ENCRYPTION_KEY is missing'])
})

test('one of the two ways to receive events is required', () => {
  expect(listProblems({ ...complete, SLACK_SIGNING_SECRET: undefined, SLACK_APP_TOKEN: 'xapp-1' })).toEqual([])
  expect(listProblems({ ...complete, SLACK_SIGNING_SECRET: undefined })).toEqual([
    'SLACK_SIGNING_SECRET is missing (or SLACK_APP_TOKEN, for Socket Mode)',
  ])
  expect(listProblems({ ...complete, PUBLIC_URL: undefined })[0]).toMatch(
    /^MAIL_WEBHOOK_SECRET or PUBLIC_URL is missing/,
  )
})

test('at least one service is required', () => {
  const { AGENT_API_URL: _a, AGENT_PROJECT_ID: _b, AGENT_API_KEY: _c, ...mailOnly } = complete
  expect(readConfig(mailOnly).agent).toBeUndefined()
  const { MAIL_API_URL: _d, MAIL_API_KEY: _e, ...neither } = mailOnly
  expect(listProblems(neither)).toEqual([
    'AGENT_API_URL or MAIL_API_URL is missing: at least one of the two services must be connected',
  ])
})

test('several keys and secrets are accepted for rotation', () => {
  const other = Buffer.alloc(32, 9).toString('base64')
  const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
  const parsed = readConfig({
    ...complete,
    ENCRYPTION_KEY: `${key}, ${other}`,
    MAIL_WEBHOOK_SECRET: `${secret},${secret}`,
  })
  expect(parsed.store.encryptionKeys).toHaveLength(2)
  expect(parsed.mail?.webhookSecrets).toHaveLength(2)
})

test('a faster clock and files on a host inside are refused unless Slack runs on this computer', () => {
  expect(listProblems({ ...complete, CLOCK_SCALE: '60', MAIL_LINK_ORIGIN: 'http://10.0.0.1' })).toEqual([
    'CLOCK_SCALE is only for a SLACK_API_URL on this computer',
    'MAIL_LINK_ORIGIN is only for a SLACK_API_URL on this computer',
  ])
  expect(
    readConfig({ ...complete, CLOCK_SCALE: '60', SLACK_API_URL: 'http://127.0.0.1:4242/slack/api' }).clockScale,
  ).toBe(60)
})

test('a list of projects can be combined with the single project', () => {
  const parsed = readConfig({ ...complete, AGENT_PROJECTS: '[{"name":"b","projectId":"p2","apiKey":"k2"}]' })
  expect(parsed.agent?.projects.map((entry) => entry.name)).toEqual(['p1', 'b'])
})

test('an empty list of projects is refused', () => {
  expect(listProblems({ ...complete, AGENT_PROJECTS: '[]' })).toEqual([
    'AGENT_PROJECTS is not a JSON list of { name, projectId, apiKey }',
  ])
})

test('a role is refused if one process must do everything', () => {
  const words = 'ROLE is only for Redis: with SQLite one process does everything'
  expect(listProblems({ ...complete, ROLE: 'web' })).toEqual([words])
  expect(listProblems({ ...complete, ROLE: 'web', STORE_URL: 'redis://127.0.0.1:1' })).toEqual([])
})

test('every variable is listed in .env.example', () => {
  const names = [...readFileSync('src/config.ts', 'utf8').matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name = '']) => name)
  const lines = readFileSync('.env.example', 'utf8')
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !new RegExp(`^(?:# )?${name}=`, 'm').test(lines))).toEqual([])
})

test('a token that no client can send is refused', () => {
  const words = 'METRICS_TOKEN has blanks or letters that no client can send'
  expect(listProblems({ ...complete, METRICS_TOKEN: 'ünï cödé' })).toEqual([words])
  expect(listProblems({ ...complete, METRICS_TOKEN: 'sesame-42' })).toEqual([])
})
