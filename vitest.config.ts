import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { readDurations } from './test/run/durations.ts'

const LONG_MS = 30_000

/**
 * What takes long begins first, so that nothing long is left over at the end. The others follow by turns, a longer and a shorter one: the longer ones
 * wait most of the time, the shorter ones calculate. A file without a known duration begins before all others.
 */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const known = readDurations()
    const duration = (file: TestSpecification): number => known.get(file.moduleId) ?? Infinity
    const sorted = (await super.sort(files)).toSorted((one, other) => {
      const [a, b] = [duration(one), duration(other)]
      return a === b ? 0 : b - a
    })
    const others = sorted.filter((file) => duration(file) < LONG_MS)
    const shorter = others.splice(others.length / 2).toReversed()
    const byTurns = others.flatMap((longer, index) => [longer, ...shorter.slice(index, index + 1)])
    return [...sorted.filter((file) => duration(file) >= LONG_MS), ...byTurns, ...shorter.slice(others.length)]
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // No module is ever replaced, so that none has to pass through hooks.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // One module graph for all files of a worker: loading it again costs more than most suites.
    isolate: false,
    // Waits end with what they wait for; these limits only end what hangs, also on a machine ten times slower.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Tests wait for answers and timers most of the time: with five workers, two cores are idle for a third of it.
    maxWorkers: 8,
    globalSetup: 'test/support/prepare-run.ts',
    setupFiles: ['test/support/seed-properties.ts', 'test/support/choose-smoke-stories.ts'],
    sequence: { sequencer: LongFilesFirst },
    tags: [
      { name: 'redis', description: 'Depends on the store: npm test runs it on SQLite and on Redis.' },
      { name: 'browser', description: 'Needs Chromium.' },
      { name: 'smoke', description: 'A story that npm run check always runs.' },
      { name: 'rest', description: 'Runs in npm run test:rest only.', timeout: 900_000 },
    ],
  },
})
