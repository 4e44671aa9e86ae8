import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createTempFolder } from './app-process.ts'

const FOLLOWER = join(import.meta.dirname, 'follow-clock-file.ts')
/** By then the app has read the new time. */
const FOLLOWED_MS = 200

/** The clock of the machine on which the simulators and the app, as a process with this environment, run. */
export function createMachineClock() {
  const file = join(createTempFolder(), 'ahead-ms')
  const realNow = Date.now
  writeFileSync(file, '0')
  onTestFinished(() => void (Date.now = realNow))
  return {
    env: { TEST_CLOCK_FILE: file, NODE_OPTIONS: `--import ${FOLLOWER}` },
    /** Sets the clock ahead of the real one; resolves once everybody sees it. */
    async setAhead(ms: number): Promise<void> {
      writeFileSync(`${file}.new`, `${ms}`)
      renameSync(`${file}.new`, file)
      Date.now = () => realNow() + ms
      await new Promise((resolve) => setTimeout(resolve, FOLLOWED_MS))
    },
  }
}
