import type { CaseResult, Observations } from './observations.ts'
import { isFinal } from './send-bytes.ts'

/** A broken invariant, with the cases that show it if they are known. */
export interface Failure {
  kind:
    | 'process ended'
    | 'server error'
    | 'forged request accepted'
    | 'no answer'
    | 'sentinel not served'
    | 'forged effect'
    | 'log'
    | 'lost'
    | 'doubled'
    | 'followed'
    | 'queue not drained'
    | 'health not answered'
  line: string
  cases: number[]
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300
/** Overload is documented as 503 with Retry-After. */
const isServerError = ({ statuses, hasRetryAfter }: CaseResult): boolean =>
  statuses.some((status) => status >= 500 && !(status === 503 && hasRetryAfter))

/** An end of the process is a failure of its own. */
const isUnanswered = ({ mustBeAnswered, end, statuses }: CaseResult): boolean =>
  mustBeAnswered && end === 'closed' && !statuses.some(isFinal)

/** Groups equal results: a thousand equal failures are one line. */
function groupFailures(kind: Failure['kind'], results: CaseResult[], words: (result: CaseResult) => string): Failure[] {
  const groups = Map.groupBy(results, words)
  return [...groups].map(([line, group]) => ({ kind, line, cases: group.map(({ index }) => index) }))
}

function judgeResults(results: CaseResult[]): Failure[] {
  return [
    ...groupFailures(
      'server error',
      results.filter(isServerError),
      ({ label, statuses }) => `${label} was answered ${statuses.join(', ')}`,
    ),
    ...groupFailures(
      'forged request accepted',
      results.filter(({ mustBeRefused, statuses }) => mustBeRefused && statuses.some(isSuccess)),
      ({ label, statuses }) => `${label} was answered ${statuses.join(', ')}`,
    ),
    ...groupFailures(
      'no answer',
      results.filter(({ end }) => end === 'late'),
      ({ label }) => `${label} was neither answered nor closed`,
    ),
    ...groupFailures('no answer', results.filter(isUnanswered), ({ label }) => `${label} was closed without an answer`),
  ]
}

function judgeQueue({ queue }: Observations): Failure[] {
  if (queue === undefined) return [{ kind: 'queue not drained', line: 'the app does not report its tasks', cases: [] }]
  const left = queue.waiting + queue.active
  return left === 0 ? [] : [{ kind: 'queue not drained', line: `${left} tasks are waiting or active`, cases: [] }]
}

/** Everything that must not happen, found in what was observed. */
export function findFailures(observed: Observations): Failure[] {
  const create = (kind: Failure['kind'], lines: string[]): Failure[] => lines.map((line) => ({ kind, line, cases: [] }))
  return [
    ...observed.exits.map(({ line, cases }): Failure => ({ kind: 'process ended', line, cases })),
    ...judgeResults(observed.results),
    ...create('sentinel not served', observed.failedSentinels),
    ...create('forged effect', observed.forgedEffects),
    ...create('log', [...new Set(observed.log.map(({ kind, line }) => `${kind}: ${line}`))]),
    ...observed.recovery.map(({ kind, line }): Failure => ({ kind, line, cases: [] })),
    ...create('followed', observed.followed),
    ...judgeQueue(observed),
    ...create(
      'health not answered',
      observed.health.unanswered > 0 ? [`/healthz did not answer ${observed.health.unanswered} times`] : [],
    ),
  ]
}
