import { expect, test } from 'vitest'
import { createSealer } from '../../src/encryption/sealer.ts'

const [oldKey, newKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]

test('a sealed value opens only in its context and is never the same twice', () => {
  const keys = createSealer([oldKey])
  const sealed = keys.seal('Grüße 🎉', 'record:a')
  expect(keys.open(sealed, 'record:a')).toBe('Grüße 🎉')
  expect(keys.seal('Grüße 🎉', 'record:a')).not.toBe(sealed)
  expect(keys.open(keys.seal('', 'x'), 'x')).toBe('')
  expect(() => keys.open(sealed, 'record:b')).toThrow(/key [0-9a-f]{8} was changed or belongs to another record/)
})

test('the first key seals and all keys open', () => {
  const old = createSealer([oldKey]).seal('text', 'c')
  const both = createSealer([newKey, oldKey])
  expect(both.open(old, 'c')).toBe('text')
  const fresh = both.seal('text', 'c')
  expect(createSealer([newKey]).open(fresh, 'c')).toBe('text')
  expect(() => createSealer([oldKey]).open(fresh, 'c')).toThrow(/key [0-9a-f]{8}, which is not among/)
})

test('changed, truncated and foreign values are refused without being quoted', () => {
  const keys = createSealer([oldKey])
  const sealed = keys.seal('a text that is long enough', 'c')
  const [format, id, content = ''] = sealed.split('.')
  const bytes = Buffer.from(content, 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => keys.open(`${format}.${id}.${changed.toString('base64url')}`, 'c')).toThrow('was changed')
  }
  expect(() => keys.open(`${format}.${id}.${bytes.subarray(0, 27).toString('base64url')}`, 'c')).toThrow('cut off')
  expect(() => keys.open('{"plain":"secret"}', 'c')).toThrow(/^not a sealed value$/)
})

test('a key of the wrong length is refused', () => {
  expect(() => createSealer([Buffer.alloc(16)])).toThrow('32 bytes')
  expect(() => createSealer([])).toThrow('at least one key')
})
