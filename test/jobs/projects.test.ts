import { expect, test } from 'vitest'
import { sortByMention, splitMistypedPrefix, splitProjectPrefix } from '../../src/jobs/model/projects.ts'

test('a project is named before a colon, in any case', () => {
  const names = ['acme', 'acme docs']
  expect(splitProjectPrefix('Acme Docs: fix links', names)).toEqual({ project: 'acme docs', text: 'fix links' })
  expect(splitProjectPrefix('acme: fix links', names)).toEqual({ project: 'acme', text: 'fix links' })
  expect(splitProjectPrefix('acme docs:', names)).toEqual({ project: 'acme docs', text: '' })
  expect(splitProjectPrefix('acme docs : fix links', names)).toEqual({ project: 'acme docs', text: 'fix links' })
  expect(splitProjectPrefix('acme docs：修复链接', names)).toEqual({ project: 'acme docs', text: '修复链接' })
  expect(splitProjectPrefix('note: fix links', names)).toEqual({ project: undefined, text: 'note: fix links' })
})

test('a mistyped or shortened name of one project is understood before a colon if a text follows', () => {
  const names = ['Acme Docs', 'Acme Guides', 'Manual 2', 'API']
  expect(splitMistypedPrefix('acme guide: fix links', names)).toEqual({ project: 'Acme Guides', text: 'fix links' })
  expect(splitMistypedPrefix('guides: fix links', names)).toEqual({ project: 'Acme Guides', text: 'fix links' })
  for (const text of [
    'docs: fix links',
    'acme guide',
    'acme guide:',
    'manual 3: fix links',
    'app: fix links',
    'note: fix links',
    'acme docs: fix links',
  ])
    expect(splitMistypedPrefix(text, names)).toBeUndefined()
  expect(splitMistypedPrefix('docs c: fix links', ['Docs A', 'Docs B'])).toBeUndefined()
})

test('projects that a text names come first', () => {
  const names = ['Guides', 'Acme Docs', 'API']
  expect(sortByMention(names, 'add a page to acme docs.')).toEqual(['Acme Docs', 'Guides', 'API'])
  expect(sortByMention(names, 'rapid fixes')).toEqual(names)
})
