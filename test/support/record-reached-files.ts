import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SOURCE = /\/src\/.*\.ts$/
let session: Promise<Session> | undefined

async function startCoverage(): Promise<Session> {
  const started = new Session()
  started.connect()
  await started.post('Profiler.enable')
  await started.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return started
}

/** Starts to count the calls of the functions of the app, if the run records which files its stories reach. */
export async function startRecordingReachedFiles(): Promise<void> {
  if (process.env['TEST_REACHED_FOLDER'] === undefined) return
  await (await (session ??= startCoverage())).post('Profiler.takePreciseCoverage')
}

/** Records which functions of the app the test has run, by file; loading a file alone does not count. */
export async function recordReachedFiles(story: string): Promise<void> {
  const folder = process.env['TEST_REACHED_FOLDER']
  if (folder === undefined || !session) return
  const { result } = await (await session).post('Profiler.takePreciseCoverage')
  const files = result
    .filter(({ url }) => SOURCE.test(url))
    .map(({ url, functions }) => [
      fileURLToPath(url),
      functions
        .filter(({ functionName, ranges: [whole] }) => functionName !== '' && (whole?.count ?? 0) > 0)
        .map(({ ranges: [whole] }) => whole?.startOffset),
    ])
  writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify({ story, files }))
}
