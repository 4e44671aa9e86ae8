import { expect, test } from 'vitest'
import { splitProjectPrefix } from '../../src/jobs/model/projects.ts'

test('a project is named before a colon, in any case, if a text follows', () => {
  const names = ['acme', 'acme docs']
  expect(splitProjectPrefix('Acme Docs: fix links', names)).toEqual({ project: 'acme docs', text: 'fix links' })
  expect(splitProjectPrefix('acme: fix links', names)).toEqual({ project: 'acme', text: 'fix links' })
  expect(splitProjectPrefix('acme docs:', names)).toEqual({ project: undefined, text: 'acme docs:' })
  expect(splitProjectPrefix('note: fix links', names)).toEqual({ project: undefined, text: 'note: fix links' })
})
