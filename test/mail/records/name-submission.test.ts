import { expect, test } from 'vitest'
import { nameSubmission } from '../../../src/mail/records/name-submission.ts'

/** Names these submissions in order; each one that is new changes the record. */
function submitAll(...contents: string[]): string[] {
  const clicks: string[] = []
  return contents.map((content) => {
    const name = nameSubmission('V1', content, { lastClick: clicks.at(-1), earlierClicks: clicks.slice(0, -1) })
    if (!clicks.includes(name)) clicks.push(name)
    return name
  })
}

test('a submission is repeated under its name, and has another one after the form has replaced it', () => {
  expect(submitAll('a', 'a', 'b', 'b', 'a', 'a', 'b', 'a')).toEqual([
    'V1:a',
    'V1:a',
    'V1:b',
    'V1:b',
    'V1:a:again-1',
    'V1:a',
    'V1:b:again-1',
    'V1:a:again-2',
  ])
})

test('a submission that comes again after somebody else has changed the record keeps its name', () => {
  expect(nameSubmission('V1', 'a', { lastClick: 'E7', earlierClicks: ['V1:a', 'V1:b'] })).toBe('V1:a')
  expect(nameSubmission('V1', 'a', undefined)).toBe('V1:a')
})
