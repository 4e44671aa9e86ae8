import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createClock } from '../../src/core/clock.ts'
import { UpstreamError } from '../../src/core/errors.ts'
import { createLogger, withCorrelation } from '../../src/core/log.ts'
import { redactCredentials } from '../../src/core/log-redaction.ts'
import { createSqliteQueue } from '../../src/adapters/sqlite/queue/sqlite-queue.ts'
import { createTaskRunner, taskKind } from '../../src/queue/task-kinds.ts'
import { createSealer } from '../../src/encryption/sealer.ts'
import { openSqliteDatabase } from '../../src/adapters/sqlite/sqlite-database.ts'

function createRecordingLog() {
  const lines: string[] = []
  return { lines, log: createLogger({ destination: { write: (line: string) => void lines.push(line) } }) }
}

const secrets = [
  'xoxb-123-456-abcDEF',
  'xoxe.xoxp-1-Mi0yLTEyMw',
  'xapp-1-A0-99-abcdef',
  'whsec_MDEyMzQ1Njc4OWFiY2RlZg==',
  'Bearer am_live_9f8e7d',
  'https://hooks.slack.com/services/T0/B0/xyz',
  'redis://bellhop:hunter2@redis.test:6379/0',
]

test.each(secrets)('removes %s from every string, at any depth', (secret) => {
  const { lines, log } = createRecordingLog()
  log.info({ a: { b: [{ url: `see ${secret} there` }] } }, `asked with ${secret}.`)
  log.error({ err: new Error(`failed: ${secret}`, { cause: new Error(secret) }) })
  const rest = secret.replace(/^Bearer |^redis:\/\//, '').replace(/@.*/, '')
  expect(lines).toHaveLength(2)
  for (const line of lines) {
    expect(line).not.toContain(rest)
    expect(() => JSON.parse(line)).not.toThrow()
  }
  expect(redactCredentials(secret)).not.toContain(rest)
})

test('omits every field with the name of a secret or of content', () => {
  const { lines, log } = createRecordingLog()
  log.info({
    call: { headers: { Authorization: 'Basic zzz' }, apiKey: 'zzz', mail: { subject: 'zzz "zzz"', text: 'zzz\nzzz' } },
    values: { prompt: 'zzz', botToken: 'zzz', client_secret: 'zzz', private_metadata: 'zzz' },
  })
  expect(lines[0]).not.toContain('zzz')
})

test('replaces mail addresses by distinct marks, except for the own inbox', () => {
  const { lines, log } = createRecordingLog()
  const ids = { inbox_id: 'a.b+c@mail.acme.test', message_id: '<1ab@mail.customer.test>' }
  log.info({ ids }, 'wörter@bücher.test is gone')
  log.info({ ids }, 'at file:///x/node_modules/@slack/bolt/dist/App.js')
  const written = lines.map((line) => (JSON.parse(line) as { ids: typeof ids }).ids)
  expect(written[0]?.inbox_id).toBe(ids.inbox_id)
  expect(written[0]?.message_id).toMatch(/^<\[address [0-9a-f]{8}\]>$/)
  expect(written[1]).toEqual(written[0])
  expect(lines[0]).not.toMatch(/customer|wörter/)
  expect(lines[1]).toContain('node_modules/@slack/bolt/dist/App.js')
})

test('logs only the harmless fields of an error', () => {
  const { lines, log } = createRecordingLog()
  const error = Object.assign(new Error('no'), {
    code: 'E1',
    status: 502,
    config: { headers: { x: 'zzz' } },
    data: 'zzz',
  })
  log.error({ err: error })
  expect(lines[0]).not.toContain('zzz')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ err: { type: 'Error', message: 'no', code: 'E1', status: 502 } })
})

test('logs the code of an upstream error, but not the service’s message', () => {
  const { lines, log } = createRecordingLog()
  log.error({ err: new UpstreamError('m', { service: 'mailbox', code: 'conflict', outcome: 'refused', fix: 'zzz' }) })
  expect(lines[0]).not.toContain('zzz')
  expect(JSON.parse(lines[0] ?? '').err).toMatchObject({ service: 'mailbox', code: 'conflict', outcome: 'refused' })
})

test('a JSON error does not quote its source', () => {
  const { lines, log } = createRecordingLog()
  for (const source of ['Dear Ana, the zzz', '{"zzz": zzz}', `${'[1,'.repeat(50)}zzz`]) {
    try {
      JSON.parse(source)
    } catch (error) {
      log.error({ err: error })
    }
  }
  expect(lines).toHaveLength(3)
  expect(lines.join()).not.toContain('zzz')
})

test('one correlation id follows everything that a request starts', async () => {
  const { lines, log } = createRecordingLog()
  await Promise.all(
    ['a', 'b'].map((id) =>
      withCorrelation(id, async () => {
        await pause(5)
        log.info({ expected: id })
      }),
    ),
  )
  log.info('outside')
  const written = lines.map((line) => JSON.parse(line))
  expect(written.slice(0, 2).every(({ correlation, expected }) => correlation === expected)).toBe(true)
  expect(written[2]).not.toHaveProperty('correlation')
})

test('the correlation id follows tasks through the queue', async () => {
  const { lines, log } = createRecordingLog()
  const file = openSqliteDatabase(':memory:')
  const queue = createSqliteQueue(file, { sealer: createSealer([Buffer.alloc(32, 1)]), clock: createClock() })
  const last = taskKind('last', z.null())
  const first = taskKind('first', z.null())
  const handlers = [
    first.handler(async () => {
      log.info('first')
      await queue.send(last.of(null), { id: 'last' })
    }),
    last.handler(async () => log.info('last')),
  ]
  await withCorrelation('request', () => queue.send(first.of(null), { id: 'first' }))
  const worker = queue.work(createTaskRunner(handlers), { concurrency: 2 })
  onTestFinished(async () => {
    await worker.stop(0)
    await queue.close()
    file.close()
  })
  await expect.poll(() => lines.length).toBe(2)
  for (const [index, msg] of ['first', 'last'].entries())
    expect(JSON.parse(lines[index] ?? '')).toMatchObject({ msg, correlation: 'request', attempt: 1 })
})
