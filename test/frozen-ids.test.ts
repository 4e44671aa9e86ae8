import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const LIST = 'test/support/frozen-ids.json'

const COMMENT_LINES = /^\s*(\/\/|\/?\*).*$/gm
const LITERALS = /'([^'\n\\]*)'|`((?:[^`\\$]|\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\$(?!\{))*)`/g
const PLACEHOLDERS = /\$\{(?:[^{}]|\{[^{}]*\})*\}/g

/** The form of a stored or posted id: a slice or a technical prefix, then a separator; `{}` stands for a value that is filled in. */
const ID =
  /^(\{\}[:/])?(jobs|mails?|workspace|access|audit|directory|slack|agent|settings|home|effects|cards|budgets|post|bellhop|card|edit|show|died|record|task|installations)([.:/_-][\w.:/{}-]*)?$/

/** Parts behind a filled-in beginning: suffixes of op ids, and the names of Redis keys behind their prefix. */
const SUFFIX = /^\{\}:(\{\}:)?[a-z]+:?(\{\})?$/

/** Every literal of the app that has the shape of an id, with its placeholders emptied: renaming a variable changes nothing. */
function idsInSource(): string[] {
  const ids = new Set<string>()
  for (const file of globSync('src/**/*.ts')) {
    const code = readFileSync(file, 'utf8').replace(COMMENT_LINES, '')
    for (const match of code.matchAll(LITERALS)) {
      const id = (match[1] ?? match[2] ?? '').replace(PLACEHOLDERS, '{}')
      if ((ID.test(id) && /[.:/_-]/.test(id)) || SUFFIX.test(id)) ids.add(id)
    }
  }
  return [...ids].toSorted()
}

const readList = (): string[] => JSON.parse(readFileSync(LIST, 'utf8')) as string[]

/** Whether somebody works on the source now. Without git the source counts as unchanged. */
const isSourceChanged = (): boolean =>
  spawnSync('git', ['status', '--porcelain', '--', 'src'], { encoding: 'utf8' }).stdout?.trim() !== ''

/**
 * Task kinds, task ids, lanes, partitions, action ids, callback ids, card kinds, op ids, metadata and metrics. Stored tasks, records and
 * messages already posted carry them: a removed or renamed one strands them, so take it from the list only together with a migration, or if
 * it was never released.
 */
test('ids that are stored or posted are never removed or changed', () => {
  const ids = new Set(idsInSource())
  const gone = readList().filter((id) => !ids.has(id))
  expect(gone, `if it was never released, take it from ${LIST}`).toEqual([])
})

/** New ids are written into the list and committed with the source; a later commit can't remove one unnoticed. */
test('every id of the committed source is in the list', () => {
  const known = readList()
  const added = idsInSource().filter((id) => !known.includes(id))
  if (added.length === 0) return
  writeFileSync(LIST, `${JSON.stringify([...known, ...added].toSorted(), undefined, 2)}\n`)
  console.log(`added to ${LIST}: ${added.join(', ')}`)
  expect(isSourceChanged(), `commit ${LIST}, into which the new ids have been written`).toBe(true)
})
