import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const PATH = join(import.meta.dirname, 'durations.json')

/** How long each test file took, in milliseconds, when the durations were last recorded (`npm test -- --record`). By absolute path. */
export function readDurations(): Map<string, number> {
  const found = JSON.parse(readFileSync(PATH, 'utf8')) as Record<string, number>
  return new Map(Object.entries(found).map(([file, ms]) => [join(ROOT, file), ms]))
}

/** Records durations by absolute path, beside those of files that did not run. */
export function recordDurations(durations: Map<string, number>): void {
  const all = new Map([...readDurations(), ...durations])
  const rows = [...all].map(([file, ms]): [string, number] => [relative(ROOT, file), Math.round(ms)])
  writeFileSync(
    PATH,
    `${JSON.stringify(Object.fromEntries(rows.toSorted(([one], [other]) => (one < other ? -1 : 1))), undefined, 2)}\n`,
  )
}
