import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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
  /** In milliseconds, by absolute path. */
  durations: Map<string, number>
}

interface Report {
  numPassedTests: number
  numFailedTests: number
  numFailedTestSuites: number
  testResults: { name: string; startTime: number; endTime: number; assertionResults: { status: string }[] }[]
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
    durations: new Map(ran.map(({ name: file, startTime, endTime }) => [file, endTime - startTime])),
  }
}
