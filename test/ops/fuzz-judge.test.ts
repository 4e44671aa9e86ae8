import { expect, test } from 'vitest'
import { findFailures, type Failure } from '../../fuzz/judge.ts'
import { createLogScanner } from '../../fuzz/log-scanner.ts'
import { createObservations, type CaseResult, type LogFinding, type Observations } from '../../fuzz/observations.ts'
import { formatReportRow, listProblems } from '../../fuzz/report.ts'

const createResult = (result: Partial<CaseResult>): CaseResult => ({
  index: 7,
  statuses: [200],
  hasRetryAfter: false,
  end: 'closed',
  ms: 1,
  mustBeRefused: false,
  mustBeAnswered: true,
  label: 'a request',
  ...result,
})

/** An entrance without failures. */
function createCleanObservations(): Observations {
  const observed = createObservations('raw-bytes', 1, 3)
  observed.queue = { waiting: 0, active: 0, dead: 2 }
  observed.results = [
    createResult({}),
    createResult({ statuses: [401], mustBeRefused: true }),
    createResult({ statuses: [503], hasRetryAfter: true }),
  ]
  return observed
}

test('an entrance without failures has none', () => {
  expect(findFailures(createCleanObservations())).toEqual([])
})

const VIOLATIONS: [kind: Failure['kind'], plant: (observed: Observations) => void][] = [
  ['process ended', ({ exits }) => exits.push({ line: 'the app ended with code 1', cases: [7] })],
  ['server error', ({ results }) => results.push(createResult({ statuses: [200, 500] }))],
  ['server error', ({ results }) => results.push(createResult({ statuses: [503] }))],
  ['forged request accepted', ({ results }) => results.push(createResult({ mustBeRefused: true }))],
  ['no answer', ({ results }) => results.push(createResult({ statuses: [], end: 'late' }))],
  ['no answer', ({ results }) => results.push(createResult({ statuses: [100] }))],
  ['sentinel not served', ({ failedSentinels }) => failedSentinels.push('command 1 took longer than 120000 ms')],
  ['forged effect', ({ forgedEffects }) => forgedEffects.push('a job')],
  ['log', ({ log }) => log.push({ kind: 'secret', line: 'x' })],
  ['lost', ({ recovery }) => recovery.push({ kind: 'lost', line: 'a mail' })],
  ['doubled', ({ recovery }) => recovery.push({ kind: 'doubled', line: 'a post' })],
  ['followed', ({ followed }) => followed.push('GET /')],
  ['queue not drained', (observed) => (observed.queue = { waiting: 1, active: 0, dead: 0 })],
  ['queue not drained', (observed) => (observed.queue = undefined)],
  ['health not answered', ({ health }) => (health.unanswered = 1)],
]

test.each(VIOLATIONS)('%s is found', (kind, plant) => {
  const observed = createCleanObservations()
  plant(observed)
  expect(findFailures(observed).map((failure) => failure.kind)).toEqual([kind])
})

test('equal failures are one line, with the command that repeats the first', () => {
  const observations = createCleanObservations()
  observations.results.push(...[3, 4].map((index) => createResult({ index, statuses: [500] })))
  const report = { observations, failures: findFailures(observations), folder: undefined }
  expect(listProblems(report)).toEqual([
    'raw-bytes: server error: a request was answered 500 (case 3, 4; repeat: npm run fuzz -- --entrance raw-bytes --seed 1 --case 3)',
  ])
  expect(formatReportRow(report)).toContain('| 200: 1, 401: 1, 500: 2, 503: 1 | 1 |')
})

const LINES: [kind: LogFinding['kind'] | undefined, line: string][] = [
  [undefined, '{"level":"info","msg":"fine"}'],
  ['secret', 'Authorization: Bearer xoxb-1-secret'],
  ['content', '{"level":"warn","text":"zqcanary"}'],
  ['long line', 'x'.repeat(40 * 1024 + 1)],
  ['fatal', '{"level":"fatal","msg":"unhandled error"}'],
  ['fatal', 'Node.js v26.10.0'],
]

test.each(LINES)('the log scanner finds %s', (kind, line) => {
  const findings: LogFinding[] = []
  const scanner = createLogScanner({
    secrets: ['xoxb-1-secret'],
    contents: ['zqcanary'],
    onFinding: (finding) => findings.push(finding),
  })
  // A line may come in pieces.
  scanner.write(`fine\n${line.slice(0, 12)}`)
  scanner.write(`${line.slice(12)}\nfine`)
  scanner.end()
  expect(findings.map((finding) => finding.kind)).toEqual(kind === undefined ? [] : [kind])
  expect(JSON.stringify(findings)).not.toMatch(/xoxb-1-secret|zqcanary/)
})
