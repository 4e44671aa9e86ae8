import { expect, test } from 'vitest'
import { createTaskComparison } from '../../src/jobs/language/similar-tasks.ts'
import { otherPairs, samePairs } from './task-pairs.ts'

const readPairs = (list: string): [string, string][] =>
  list.split('\n').map((line) => {
    const [one = '', other = ''] = line.split(' | ')
    return [one, other]
  })
const isSame = ([one, other]: [string, string]): boolean => createTaskComparison(one)(other)

test('tasks that differ in small words, forms and order are the same', () => {
  const pairs = readPairs(samePairs)
  expect(pairs.length).toBeGreaterThanOrEqual(100)
  expect(pairs.filter((pair) => !isSame(pair) || !isSame([pair[1], pair[0]]))).toEqual([])
})

test('tasks that differ in a subject, a verb, a number, a name or a negation are not', () => {
  const pairs = readPairs(otherPairs)
  expect(pairs.length).toBeGreaterThanOrEqual(100)
  expect(pairs.filter((pair) => isSame(pair) || isSame([pair[1], pair[0]]))).toEqual([])
})
