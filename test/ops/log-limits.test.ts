import { expect, test } from 'vitest'
import { UpstreamError } from '../../src/core/errors.ts'
import { createLogger } from '../../src/core/log.ts'

const LINE_BYTES = 48 * 1024
const LONG = 'x'.repeat(8_000_000)

function record(write: (log: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = []
  write(createLogger({ destination: { write: (line: string) => void lines.push(line) } }))
  expect(lines).toHaveLength(1)
  return lines[0] ?? ''
}

test('a long field is cut, and the line says how long it was', () => {
  const line = record((log) => log.info({ fix: LONG }, 'refused'))
  expect(line.length).toBeLessThan(6_000)
  expect(JSON.parse(line)).toMatchObject({
    msg: 'refused',
    fix: expect.stringMatching(/x… \(cut, 8000000 characters\)$/),
  })
})

test.each<[string, (log: ReturnType<typeof createLogger>) => void]>([
  ['a message', (log) => log.info(LONG)],
  ['a message after fields', (log) => log.info({ a: 1 }, LONG)],
  ['an error', (log) => log.error({ err: new Error(LONG, { cause: new Error(LONG) }) })],
  ['an error alone', (log) => log.error(new Error(LONG))],
  ['something thrown that is no error', (log) => log.error({ err: LONG })],
  [
    'an error of a service',
    (log) => log.error({ err: new UpstreamError(LONG, { service: 'mailbox', code: LONG, outcome: 'refused' }) }),
  ],
  ['many fields', (log) => log.info(Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`f${at}`, LONG])))],
  ['a long list', (log) => log.info({ list: Array.from({ length: 1_000_000 }, () => 'word') })],
  ['deep lists', (log) => log.info({ list: JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as unknown })],
  ['a long name', (log) => log.info({ deep: { [LONG]: 1 } })],
  ['control characters', (log) => log.info({ list: Array.from({ length: 50 }, () => '\u0001'.repeat(5_000)) })],
  ['quotation marks', (log) => log.info({ list: Array.from({ length: 50 }, () => '"'.repeat(5_000)) })],
  ['bytes', (log) => log.info({ body: Buffer.alloc(1_000_000) })],
])('the line of %s stays short, and is JSON', (_, write) => {
  const line = record(write)
  expect(line.length).toBeLessThan(LINE_BYTES)
  expect(() => JSON.parse(line)).not.toThrow()
})

test('the log keeps the lines of the stack after a long message', () => {
  const line = record((log) => log.error({ err: new Error(LONG) }))
  expect(JSON.parse(line).err.stack).toContain('log-limits.test.ts')
})

test.each(['xoxb-123-456-abcDEF', 'https://bellhop:hunter2@redis.test/', 'ana@customer.test'])(
  'no half of %s stays in front of a cut',
  (secret) => {
    for (let before = 4_096 - secret.length; before <= 4_096; before += 3) {
      const { field } = JSON.parse(
        record((log) => log.info({ field: `${'-'.repeat(before - 1)} ${secret} ${'x'.repeat(9_000)}` })),
      )
      expect(field).not.toMatch(/abc|hunter|customer/)
    }
  },
)
