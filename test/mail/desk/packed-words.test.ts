import { expect, test } from 'vitest'
import { packWords, readPlaces } from '../../../src/mail/desk/find/packed-words.ts'

test('other work comes between the parts of packing many words', async () => {
  const wordOf = (row: number, word: number) =>
    (row * 150 + word).toString(16).padStart(8, '0').split('').toReversed().join('')
  const rows = Array.from({ length: 256 }, (_, row) => ({
    words: ['00abcdef', ...Array.from({ length: 150 }, (__, word) => wordOf(row, word))],
  }))
  let [turns, isOver] = [0, false]
  const look = () => {
    turns += 1
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  const packed = await packWords(rows)
  isOver = true
  expect(packed.size).toBe(256)
  expect(turns).toBeGreaterThan(packed.size)
  expect(readPlaces(packed.get('00') ?? '', 'abcdef')).toEqual(rows.map((_, row) => row))
  const last = wordOf(255, 149)
  expect(readPlaces(packed.get(last.slice(0, 2)) ?? '', last.slice(2))).toEqual([255])
})
