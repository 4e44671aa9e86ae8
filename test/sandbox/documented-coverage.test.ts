import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { formatCoverage } from '../../sandbox/coverage-tables.ts'
import { createSandbox } from '../../sandbox/create-sandbox.ts'

const FILE = 'docs/sandbox.md'
const [START, END] = ['<!-- coverage -->', '<!-- /coverage -->']

// `vitest run test/sandbox/documented-coverage.test.ts -u` rewrites the tables.
test('docs/sandbox.md lists exactly what is registered', async () => {
  const text = await readFile(FILE, 'utf8')
  const [before = '', rest = ''] = text.split(START)
  const after = rest.split(END)[1] ?? ''
  const box = await createSandbox({ app: false, empty: true })
  const tables = formatCoverage(box)
  await box.close()
  await expect(`${before}${START}\n\n${tables}\n\n${END}${after}`).toMatchFileSnapshot(`../../${FILE}`)
})
