import fc from 'fast-check'
import { expect, test } from 'vitest'
import { composePrompt, limitQuotes } from '../../src/jobs/model/job-prompt.ts'
import { arbitraryText } from '../support/arbitrary-text.ts'

const quote = (text: string) => ({ name: 'tom', atMs: 1_760_000_000_000, text })

test('a quoted line cannot escape its quotation', () => {
  fc.assert(
    fc.property(arbitraryText(), (text) => {
      const sent = composePrompt({ instruction: 'Fix it', quotes: [quote(text)] })
      const [head, , ...rest] = sent.split('\n\n')
      expect(head).toBe('Fix it')
      const lines = rest.join('\n\n').split(/\r\n|\r|\n|\u2028|\u2029/)
      expect(lines.slice(1).every((line) => line.startsWith('> '))).toBe(true)
    }),
  )
})

test('if not all messages fit, the newest ones are kept', () => {
  const all = Array.from({ length: 30 }, (_, index) => quote(`${index} ${'x'.repeat(1000)}`))
  const { quotes, older } = limitQuotes(all, { limit: 10_000 })
  expect(quotes.at(-1)?.text.startsWith('29 ')).toBe(true)
  expect(older).toBe(30 - quotes.length)
  expect(older).toBeGreaterThan(0)
  const headed = limitQuotes(all, { limit: 10_000, isHead: ({ text }) => text.startsWith('0 ') }).quotes
  expect(headed.map(({ text }) => text.split(' ')[0])).toEqual([
    '0',
    ...quotes.slice(1).map((one) => one.text.split(' ')[0]),
  ])
})
