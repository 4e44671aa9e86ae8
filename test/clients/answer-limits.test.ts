import { expect, test } from 'vitest'
import { hasMoreValues, parseJson } from '../../src/core/json.ts'
import { createLogger } from '../../src/core/log.ts'
import { createSdkLogger } from '../../src/slack/api/sdk-log.ts'

test.each<[string, number]>([
  ['[1,2,3]', 3],
  ['{"a":[1,2],"b":{}}', 5],
  ['"a,b,[c"', 0],
  ['["a\\"b,c","d\\\\"]', 2],
  ['"never closed, [', 0],
  ['', 0],
])('the values of %s are counted outside its strings', (text, count) => {
  expect(hasMoreValues(text, count)).toBe(false)
  if (count > 0) expect(hasMoreValues(text, count - 1)).toBe(true)
})

test('an answer with too many values is not read, a long text is', () => {
  expect(parseJson(`[${'[],'.repeat(60_000)}[]]`, 50_000)).toBeUndefined()
  expect(parseJson('['.repeat(60_000) + ']'.repeat(60_000), 50_000)).toBeUndefined()
  const text = ',[{"\\'.repeat(200_000)
  expect(parseJson(JSON.stringify({ text }), 50_000)).toEqual({ text })
})

test('an answer of Slack with many warnings makes a few lines', async () => {
  const lines: string[] = []
  const log = createSdkLogger(createLogger({ destination: { write: (line: string) => void lines.push(line) } }))
  for (let n = 0; n < 100_000; n++) log.error('a problem')
  expect(lines).toHaveLength(20)
  await new Promise((done) => setImmediate(done))
  log.error('another')
  expect(lines).toHaveLength(21)
})
