import type { FuzzReport } from './run.ts'

const CASES_SHOWN = 5

/** How often each status was answered; pieces that are not HTTP have none. */
function countStatuses({ observations }: FuzzReport): string {
  const words = observations.results.map(({ statuses, end }) => (statuses.length === 0 ? end : statuses.at(-1)))
  const counts = [...Map.groupBy(words, (word) => `${word}`)].map(([word, all]): [string, number] => [word, all.length])
  return counts
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([word, count]) => `${word}: ${count}`)
    .join(', ')
}

const COLUMNS = [
  'entrance',
  'cases',
  'seconds',
  'answers',
  'failures',
  'good requests served',
  'dead letters',
  'longest gap of /healthz',
  'resident at start and end',
]

/** The head of the table that a run prints. */
export const REPORT_HEADING = `| ${COLUMNS.join(' | ')} |\n|${COLUMNS.map(() => '---|').join('')}`

/** Formats a row for each entrance. */
export function formatReportRow(report: FuzzReport): string {
  const { observations: seen, failures } = report
  const cells = [
    seen.entrance,
    seen.cases,
    seen.seconds.toFixed(0),
    countStatuses(report),
    failures.length,
    seen.servedSentinels,
    seen.queue?.dead ?? 'unknown',
    `${seen.health.longestGapMs.toFixed(0)} ms`,
    `${seen.residentMb.start.toFixed(0)} and ${seen.residentMb.end.toFixed(0)} MB`,
  ]
  return `| ${cells.join(' | ')} |`
}

/** Lists each failure on a line with the command that repeats it, then remarks and where the log is. */
export function listProblems({ observations: seen, failures, folder }: FuzzReport): string[] {
  const lines = failures.map(({ kind, line, cases }) => {
    const shown = cases.slice(0, CASES_SHOWN).join(', ')
    const [first] = cases
    const repeat =
      first === undefined
        ? ''
        : `; repeat: npm run fuzz -- --entrance ${seen.entrance} --seed ${seen.seed} --case ${first}`
    const more = cases.length > CASES_SHOWN ? ` and ${cases.length - CASES_SHOWN} more` : ''
    return `${seen.entrance}: ${kind}: ${line}${first === undefined ? '' : ` (case ${shown}${more}${repeat})`}`
  })
  const remarks = seen.remarks.map((remark) => `${seen.entrance}: ${remark}`)
  return [...lines, ...remarks, ...(folder === undefined ? [] : [`${seen.entrance}: the app's log is in ${folder}`])]
}
