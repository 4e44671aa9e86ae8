import { expect, test } from 'vitest'
import { formatCsvLine } from '../../src/workspace/audit/csv-line.ts'

test('a line has every cell in quotation marks and ends as RFC 4180 requires', () => {
  expect(formatCsvLine(['a', '', 'b, "c"', 'two\r\nlines'])).toBe('"a","","b, ""c""","two lines"\r\n')
})

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  ' =1',
  '\t=1',
  '\r\n=1',
  '"=1',
  '\u00a0\u200b\ufeff=1',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  '−1',
  '\u0001=1',
  '\u007f\u0008=1',
])('%j is not run as a formula', (text) => {
  expect(formatCsvLine([text])).toMatch(/^"'/)
})

test('a cell that another separator would split contains no formula', () => {
  expect(formatCsvLine(['a;=1'])).toBe(`"a;'=1"\r\n`)
  expect(formatCsvLine(['a; "@x'])).toBe(`"a; ""'@x"\r\n`)
})

test('no cell contains characters that reorder or hide the others', () => {
  expect(formatCsvLine(['a\0b\u0008', '\u202Edone\u202C \u2067x\u2069', 'سلام'])).toBe('"ab","done x","سلام"\r\n')
})

test.each([
  '2026-11-22T10:00:00.000Z',
  'jobs.steer stop',
  'Maria Torres (U1)',
  'a-b',
  'you@acme.test',
  'https://a.test/?b=c',
])('%j stays unchanged', (text) => {
  expect(formatCsvLine([text])).toBe(`"${text}"\r\n`)
})
