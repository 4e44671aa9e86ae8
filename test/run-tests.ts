/**
 * The test commands: `check` before each commit, `all` (npm test), `rest` (npm run test:rest). Each ends with the line
 * `N passed, N failed`. Tests are chosen by their tags (vitest.config.ts).
 */
import { globSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findChangedFiles, findChangedFolders } from './run/changed-files.ts'
import { recordDurations } from './run/durations.ts'
import { CHROMIUM, ensureProgram, MissingProgramError, startRedis } from './run/programs.ts'
import { findStoriesThatReach, writeReachedFiles } from './run/reached-files.ts'
import { openRunGroup, type RunGroup } from './run/run-group.ts'
import { runVitest, type VitestResult, type VitestRun } from './run/run-vitest.ts'
import { listUnitTests } from './run/unit-tests.ts'
import { type CheckResult, reportCheck, runSourceCheck } from './run/source-checks.ts'

const [command = 'all', ...flags] = process.argv.slice(2)
/** Records how long each file takes and which files of the app each story reaches, for the order of the next runs and for `check`. */
const isRecording = flags.includes('--record')
const count = { passed: 0, failed: 0 }
/** Printed once more at the end. */
const failures: string[] = []

const STORIES = 'story.test'

function addChecks(results: CheckResult[]): boolean {
  for (const result of results) {
    reportCheck(result)
    count[result.passed ? 'passed' : 'failed'] += 1
  }
  return results.every(({ passed }) => passed)
}

async function addTests(group: RunGroup, runs: VitestRun[]): Promise<VitestResult[]> {
  // Without a file name Vitest would run all of them.
  const some = runs.filter(({ files }) => files === undefined || files.length > 0)
  const results = await Promise.all(some.map((run) => runVitest(group, run)))
  for (const result of results) {
    count.passed += result.passed
    count.failed += result.failed
    failures.push(...result.failures)
  }
  return results
}

/** Test files in which a test has the tag: loading the others only to skip their tests takes longer than some suites. */
const listFilesWithTag = (tag: string): string[] =>
  globSync('test/**/*.test.ts').filter((file) =>
    new RegExp(`@module-tag ${tag}\\b|tags: (?:\\[[^\\]]*)?'${tag}'`).test(readFileSync(file, 'utf8')),
  )

async function openPrograms(group: RunGroup): Promise<Record<string, string>> {
  const TEST_CHROMIUM = ensureProgram(CHROMIUM)
  return { TEST_REDIS_URL: await startRedis(group), TEST_CHROMIUM }
}

/** Everything but what is tagged `rest`; the stories that depend on the store run on both. */
async function runAll(group: RunGroup): Promise<void> {
  const reachedFolder = join(group.folder, 'reached')
  mkdirSync(reachedFolder)
  const env = { ...(await openPrograms(group)), ...(isRecording && { TEST_REACHED_FOLDER: reachedFolder }) }
  const checks = Promise.all(['format', 'types', 'lint', 'knip'].map((name) => runSourceCheck(name)))
  const results = await addTests(group, [
    { name: 'sqlite', tags: '!rest', env },
    {
      name: 'redis',
      tags: 'redis && !rest',
      files: listFilesWithTag('redis'),
      workers: 2,
      env: { ...env, TEST_STORE: 'redis' },
    },
  ])
  addChecks(await checks)
  if (!isRecording) return
  for (const { durations } of results) recordDurations(durations)
  writeReachedFiles(reachedFolder)
}

/** Runs the tests that `all` leaves out. */
async function runRest(group: RunGroup): Promise<void> {
  const env = await openPrograms(group)
  const results = await addTests(group, [
    { name: 'rest', tags: 'rest', files: listFilesWithTag('rest'), env },
    { name: 'redis', tags: '!redis && !rest', files: [STORIES], workers: 2, env: { ...env, TEST_STORE: 'redis' } },
  ])
  if (isRecording) for (const { durations } of results) recordDurations(durations)
}

/** The quick checks first; then what a change in these folders may break. */
async function runCheck(group: RunGroup): Promise<void> {
  if (!addChecks(await Promise.all(['format', 'types'].map((name) => runSourceCheck(name))))) return
  const changed = findChangedFiles()
  const files = [...listUnitTests(changed), ...findStoriesThatReach(changed)]
  const others = listFilesWithTag('smoke').filter((file) => !files.includes(file))
  const folders = findChangedFolders(changed)
  // Fewer inputs for each property than npm test tries; of the other stories only those tagged `smoke`.
  const env = { FAST_CHECK_RUNS: '20', TEST_SMOKE_FILES: others.join(',') }
  const [checks] = await Promise.all([
    Promise.all([...(folders.length > 0 ? [runSourceCheck('lint', folders)] : []), runSourceCheck('knip')]),
    addTests(group, [{ name: 'check', tags: '!rest && !browser', files: [...files, ...others], workers: 6, env }]),
  ])
  addChecks(checks)
}

const COMMANDS: Record<string, (group: RunGroup) => Promise<void>> = { all: runAll, rest: runRest, check: runCheck }

const group = openRunGroup()
try {
  const run = COMMANDS[command]
  if (!run) throw new Error(`there is no test command ${command}; use ${Object.keys(COMMANDS).join(', ')}`)
  await run(group)
} catch (error) {
  console.error(error instanceof MissingProgramError ? error.message : error)
  count.failed += 1
} finally {
  await group.close()
}
if (failures.length > 0) console.log(`\n${failures.join('\n')}`)
console.log(`\n${count.passed} passed, ${count.failed} failed`)
process.exitCode = count.failed === 0 && count.passed > 0 ? 0 : 1
