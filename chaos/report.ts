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
  'doubled',
  'out of order',
  'stuck',
  'minutes',
]

/** The head of the table that a run prints. */
export const heading = `| ${COLUMNS.join(' | ')} |\n|${COLUMNS.map(() => '---|').join('')}`

export function row(report: Report): string {
  const { options, verdict, questions, unanswered } = report
  const share = `${((100 * report.faulted) / Math.max(1, report.calls)).toFixed(1)} %`
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
    `${unanswered.creates}, ${unanswered.follows}`,
    `${questions.jobs}, ${questions.follows}, ${questions.replies}`,
    verdict.lost.length,
    verdict.doubled.length,
    verdict.disorder.length,
    verdict.stuck.length,
    (report.seconds / 60).toFixed(1),
  ]
  return `| ${cells.join(' | ')} |`
}

/** What went wrong, in words. */
export function wrong({ verdict, folder }: Report): string[] {
  const lines = (Object.keys(verdict) as (keyof typeof verdict)[]).flatMap((kind) =>
    verdict[kind].map((line) => `${kind}: ${line}`),
  )
  return folder === undefined ? lines : [...lines, `the app's logs are in ${folder}`]
}
