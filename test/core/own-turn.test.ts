import { expect, test } from 'vitest'
import { runInNextTurns, runInOneTurn, runInOwnTurn, runInOwnTurns } from '../../src/core/own-turn.ts'

test('pieces of long work run in their order, and others come between any two of them', async () => {
  const seen: string[] = []
  let isOver = false
  const look = () => {
    seen.push('other')
    if (!isOver) setImmediate(look)
  }
  const pieces = Array.from({ length: 5 }, (_, at) => runInOwnTurn(() => seen.push(`piece ${at}`)))
  setImmediate(look)
  await Promise.all(pieces)
  isOver = true
  const order = seen.filter((one, at) => one !== 'other' || seen[at - 1] !== 'other').join(', ')
  expect(order.replace(/^other, /, '')).toBe('piece 0, other, piece 1, other, piece 2, other, piece 3, other, piece 4')
})

test('a piece that fails rejects alone', async () => {
  const failed = runInOwnTurn(() => {
    throw new Error('broken')
  })
  const next = runInOwnTurn(() => 'fine')
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('fine')
})

test('works run one after the other, and what else waits comes between the pieces of one', async () => {
  const seen: string[] = []
  function* count(name: string) {
    for (const piece of [1, 2]) {
      seen.push(`${name} ${piece}`)
      setImmediate(() => seen.push('other'))
      yield
    }
    return name
  }
  expect(await Promise.all([runInOwnTurns(count('a')), runInOwnTurns(count('b'))])).toEqual(['a', 'b'])
  expect(seen).toEqual(['a 1', 'other', 'a 2', 'other', 'b 1', 'other', 'b 2', 'other'])
  expect(await runInNextTurns(count('c'))).toBe('c')
  expect(runInOneTurn(count('d'))).toBe('d')
})
