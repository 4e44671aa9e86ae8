import { expect, test } from 'vitest'
import { createLogger } from '../../src/core/log.ts'
import { createSeldomWarning } from '../../src/core/seldom-warning.ts'

test('an event that anybody can cause does not fill the log', () => {
  const lines: string[] = []
  const log = createLogger({ destination: { write: (line: string) => void lines.push(line) } })
  const warn = createSeldomWarning(log, 'a request was refused')
  for (let request = 0; request < 1_000; request++) warn({ reason: 'no match' })
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { msg: 'a request was refused', reason: 'no match', count: 1 },
  ])
})
