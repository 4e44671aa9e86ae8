import { describe, expect, test } from 'vitest'
import type { Entrance } from '../../fuzz/entrance.ts'
import { formatReportRow, listProblems, REPORT_HEADING } from '../../fuzz/report.ts'
import { entrances, runFuzz } from '../../fuzz/run.ts'

/** The same cases each time: the command that the test prints repeats a failure. */
const SEED = 1
/** Fewer where a case takes longer: a mail that is shown, a connection that ends, an odd answer that is given only when the app asks. */
const CASES: Record<string, number> = { 'mail-signed': 50, 'socket-frames': 100, 'upstream-answers': 50 }
const DEFAULT_CASES = 200
const parts: { name: string; tags: 'rest'[]; casesOf: (entrance: Entrance) => number }[] = [
  { name: 'a dozen cases', tags: [], casesOf: () => 12 },
  { name: 'some hundred cases', tags: ['rest'], casesOf: ({ name }) => CASES[name] ?? DEFAULT_CASES },
]

const shared = entrances.filter(({ hasOwnApp }) => !hasOwnApp)
const groups = [shared, ...entrances.filter(({ hasOwnApp }) => hasOwnApp).map((one) => [one])]

describe.concurrent.each(parts)('hostile input, $name of', ({ tags, casesOf }) => {
  test.each(groups.map((group): [string, typeof group] => [group.map(({ name }) => name).join(', '), group]))(
    '%s: the app stays up, refuses what is forged, and loses nothing',
    { tags },
    async (_names, group) => {
      const failures: string[] = []
      for await (const report of runFuzz(group, { seed: SEED, casesOf, store: 'sqlite' })) {
        console.log([REPORT_HEADING, formatReportRow(report), ...listProblems(report)].join('\n'))
        if (report.failures.length > 0) failures.push(...listProblems(report))
      }
      expect(failures).toEqual([])
    },
  )
})
