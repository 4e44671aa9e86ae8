import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createJsonExcerpt } from '../../src/clients/json-excerpt.ts'

const LIMIT = 5

/** Splits the text's bytes at every `step`, also within characters and escapes. */
function readInPieces(text: string, step: number, end = Infinity): unknown {
  const bytes = Buffer.from(text).subarray(0, end)
  const excerpt = createJsonExcerpt(LIMIT)
  for (let at = 0; at < bytes.length; at += step) excerpt.add(bytes.subarray(at, at + step))
  return JSON.parse(excerpt.read().toString('utf8'))
}

/** The first characters of every text; a lone half of a pair is what the cut may leave. */
function shorten(value: unknown): unknown {
  if (typeof value === 'string') return Array.from(value).slice(0, LIMIT).join('')
  if (Array.isArray(value)) return value.map(shorten)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [shorten(name), shorten(one)]))
}

const json = fc.dictionary(fc.string({ unit: 'grapheme', maxLength: LIMIT }), fc.jsonValue({ stringUnit: 'grapheme' }))

test('texts are cut to the limit and everything else is kept, wherever the pieces end', () => {
  fc.assert(
    fc.property(json, fc.integer({ min: 1, max: 20 }), (value, step) => {
      const text = JSON.stringify(value)
      expect(readInPieces(text, step)).toEqual(shorten(JSON.parse(text)))
    }),
  )
})

test('JSON that breaks off anywhere has the fields that were complete', () => {
  fc.assert(
    fc.property(json, fc.nat(), (value, end) => {
      const text = JSON.stringify(value)
      const whole = shorten(JSON.parse(text)) as Record<string, unknown>
      const read = readInPieces(text, 7, 1 + (end % Buffer.byteLength(text)))
      expect(whole).toMatchObject(read as object)
    }),
  )
})

test('a text that breaks off beyond its limit is kept up to the limit', () => {
  expect(readInPieces('{"id":"1","text":"abcdefgh', 3)).toEqual({ id: '1', text: 'abcde' })
  expect(readInPieces(String.raw`{"text":"\u00e9\n\"\\\u00fcxyz`, 1)).toEqual({ text: 'é\n"\\ü' })
  expect(readInPieces('{"text":"äöüäöüäöü","html":"<b>b</b', 1)).toEqual({ text: 'äöüäö', html: '<b>b<' })
  expect(readInPieces('{"files":[{"content":"abcdefgh', 4)).toEqual({})
})
