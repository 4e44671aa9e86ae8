import { expect, test } from 'vitest'
import { isLoop, type MailLoop, OUR_SIDE, withTurn } from '../../../src/mail/records/mail/mail-loop.ts'

const HOUR_MS = 3_600_000

/** Builds a turn for each writer, an hour apart. */
const takeTurns = (...writers: string[]): MailLoop =>
  writers.reduce<MailLoop | undefined>((loop, by, n) => withTurn(loop, { by, mail: `m${n}`, at: n * HOUR_MS }), {
    turns: [],
  }) ?? { turns: [] }

test.each([
  ['a program outside and one on our side', ['a', OUR_SIDE, 'a', OUR_SIDE, 'a'], true],
  ['the same, when our events come late', ['a', 'a', 'a', OUR_SIDE, OUR_SIDE], true],
  ['two programs outside, which nothing of ours answers', ['a', 'b', 'a', 'b', 'a'], false],
  ['two programs outside, one of which we answered once', ['a', 'b', OUR_SIDE, 'a', 'b', 'a'], false],
  ['before the third turn', ['a', OUR_SIDE, 'a', OUR_SIDE], false],
  ['a program that nobody answers', ['a', 'a', 'a', 'a', 'a'], false],
  ['a program on our side that many answer', [OUR_SIDE, 'a', OUR_SIDE, 'b', OUR_SIDE, 'c'], false],
])('%s', (_, writers, expected) => {
  expect(isLoop(takeTurns(...writers))).toBe(expected)
})

test('a turn counts once, for a day', () => {
  const loop = takeTurns('a', OUR_SIDE, 'a', OUR_SIDE)
  expect(isLoop(withTurn(loop, { by: 'a', mail: 'm0', at: 5 * HOUR_MS }))).toBe(false)
  expect(isLoop(withTurn(loop, { by: 'a', mail: 'later', at: 30 * HOUR_MS }))).toBe(false)
})
