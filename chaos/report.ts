import type { Report } from './run.ts'

const COLUMNS = [
  'store',
  'seed',
  'kills',
  'Redis restarts',
  'events',
  'accepted',
  'outgoing calls',
  'with a fault',
  'jobs',
  'mails in',
  'mails out',
  'posts',
  'edits',
  'without an answer (job, follow-up)',
  'questions (job, follow-up, reply)',
  'lost',
  'duplicated',
  'out of order',
  'stuck',
  'minutes',
]

/** The head of the table that a run prints. */
export const REPORT_HEADING = `| ${COLUMNS.join(' | ')} |\n|${COLUMNS.map(() => '---|').join('')}`

export function formatReportRow(report: Report): string {
  const { options, violations, questions, unanswered } = report
  const share = `${((100 * report.callsWithFault) / Math.max(1, report.calls)).toFixed(1)} %`
  const cells = [
    options.store === 'sqlite' ? 'SQLite, one process' : 'Redis, two processes',
    options.seed,
    report.kills - report.redisRestarts,
    report.redisRestarts,
    options.events,
    report.accepted,
    report.calls,
    share,
    report.jobs,
    report.mailsIn,
    report.mailsOut,
    report.posts,
    report.edits,
    `${unanswered.creates}, ${unanswered.followUps}`,
    `${questions.jobs}, ${questions.followUps}, ${questions.replies}`,
    violations.lost.length,
    violations.duplicated.length,
    violations.outOfOrder.length,
    violations.stuck.length,
    (report.seconds / 60).toFixed(1),
  ]
  return `| ${cells.join(' | ')} |`
}

/** Lists each violation on a line, and where the logs are. */
export function listProblems({ violations, folder }: Report): string[] {
  const lines = (Object.keys(violations) as (keyof typeof violations)[]).flatMap((kind) =>
    violations[kind].map((line) => `${kind}: ${line}`),
  )
  return folder === undefined ? lines : [...lines, `the app's logs are in ${folder}`]
}
