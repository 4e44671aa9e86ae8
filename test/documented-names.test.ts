import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const DOCUMENTS = ['README.md', 'AGENTS.md', ...globSync('docs/**/*.md')]
const PATH = /\b(?:src|test|sandbox|tools|bench|chaos|fuzz)\/[\w./-]*[\w/]/g
const TASK_KIND = /taskKind\(\s*'([\w.]+)'/g

test('the documentation names only files that exist', () => {
  const missing = DOCUMENTS.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(PATH)]
      .map(([path]) => path)
      .filter((path) => !existsSync(path))
      .map((path) => `${document}: ${path}`),
  )
  expect(missing).toEqual([])
})

test('docs/architecture.md lists every task kind', () => {
  const kinds = globSync('src/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(TASK_KIND)].map(([, kind = '']) => kind),
  )
  const architecture = readFileSync('docs/architecture.md', 'utf8')
  expect(kinds.length).toBeGreaterThan(20)
  expect(kinds.filter((kind) => !architecture.includes(`\`${kind}\``))).toEqual([])
})
