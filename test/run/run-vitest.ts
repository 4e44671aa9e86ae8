import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { RunGroup } from './run-group.ts'

export interface VitestRun {
  /** Names the run's report. */
  name: string
  /** Which tags the tests have (`!rest && redis`). */
  tags?: string
  /** Parts of file names; none means every file. */
  files?: string[]
  workers?: number
  env: Record<string, string>
}

export interface VitestResult {
  passed: number
  failed: number
  /** Each failure with its first lines: a run prints thousands of lines after a failure. */
  failures: string[]
  /** In milliseconds, by absolute path. */
  durations: Map<string, number>
}

interface FileReport {
  name: string
  status: string
  message: string
  startTime: number
  endTime: number
  assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
}

interface Report {
  numPassedTests: number
  numFailedTests: number
  numFailedTestSuites: number
  testResults: FileReport[]
}

/** How much of a failure is repeated at the end of a run. */
const SHOWN_LINES = 12

const toFailure = (run: string, title: string, message = ''): string =>
  [`× ${run}: ${title}`, ...message.split('\n').slice(0, SHOWN_LINES)].join('\n    ')

/** The failed tests of a file, or the file itself if it could not be read. */
function listFailures(run: string, { name, status, message, assertionResults }: FileReport): string[] {
  const file = relative(process.cwd(), name)
  const tests = assertionResults.filter((test) => test.status === 'failed')
  if (status === 'failed' && tests.length === 0) return [toFailure(run, file, message)]
  return tests.map(({ fullName, failureMessages }) => toFailure(run, `${file} > ${fullName}`, failureMessages?.[0]))
}

/** Runs tests in the given group and counts them; a run that breaks down counts as a failure. */
export async function runVitest(
  group: RunGroup,
  { name, tags, files = [], workers, env }: VitestRun,
): Promise<VitestResult> {
  const reportPath = join(group.folder, `${name}.json`)
  const options = [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportPath}`,
    ...(tags === undefined ? [] : [`--tags-filter=${tags}`]),
    ...(workers === undefined ? [] : [`--max-workers=${workers}`]),
  ]
  const child = spawn('vitest', ['run', ...files, ...options], {
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
    env: { ...process.env, TMPDIR: group.folder, ...env },
  })
  group.adopt(child)
  const [code] = await once(child, 'exit')
  const report = JSON.parse(readFileSync(reportPath, 'utf8')) as Report
  const { numPassedTests: passed, numFailedTests: failed, numFailedTestSuites: failedFiles, testResults } = report
  const ran = testResults.filter(({ assertionResults }) => assertionResults.some(({ status }) => status === 'passed'))
  return {
    passed,
    failed: code !== 0 && failed === 0 ? Math.max(1, failedFiles) : failed,
    failures: testResults.flatMap((file) => listFailures(name, file)),
    durations: new Map(ran.map(({ name: file, startTime, endTime }) => [file, endTime - startTime])),
  }
}
