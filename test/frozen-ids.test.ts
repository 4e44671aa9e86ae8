import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import frozenIds from './support/frozen-ids.json' with { type: 'json' }

const COMMENT_LINES = /^\s*(\/\/|\/?\*).*$/gm
const LITERALS = /'([^'\n\\]*)'|`((?:[^`\\$]|\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\$(?!\{))*)`/g
const PLACEHOLDERS = /\$\{(?:[^{}]|\{[^{}]*\})*\}/g

/** What a stored or posted id looks like: a slice or a technical prefix, then a separator; `{}` stands for what is filled in. */
const ID =
  /^(\{\}[:/])?(jobs|mails?|workspace|access|audit|directory|slack|agent|settings|home|effects|cards|budgets|post|bellhop|card|edit|show|died|record|task|installations)([.:/_-][\w.:/{}-]*)?$/

/** Parts behind a filled-in beginning: suffixes of op ids, and the names of Redis keys behind their prefix. */
const SUFFIX = /^\{\}:(\{\}:)?[a-z]+:?(\{\})?$/

/** Every literal of the app that has the shape of an id, with its placeholders emptied, so that renaming a variable changes nothing. */
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

/**
 * Task kinds, task ids, lanes, partitions, action ids, callback ids, card kinds, op ids, metadata and metrics. Stored tasks, records and
 * messages already posted carry them: a removed or renamed one strands them, so change this list only together with a migration.
 */
test('ids that are stored or posted do not change', () => {
  expect(idsInSource()).toEqual(frozenIds)
})
