import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { readDurations } from './test/run/durations.ts'

/** What took longest begins first, so that no long file is left over at the end. A file without a known duration begins before all others. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const known = readDurations()
    const duration = (file: TestSpecification): number => known.get(file.moduleId) ?? Infinity
    return (await super.sort(files)).toSorted((one, other) => {
      const [a, b] = [duration(one), duration(other)]
      return a === b ? 0 : b - a
    })
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
    setupFiles: ['test/support/seed-properties.ts'],
    sequence: { sequencer: LongestFirst },
    tags: [
      { name: 'redis', description: 'Depends on the store: npm test runs it on SQLite and on Redis.' },
      { name: 'browser', description: 'Needs Chromium.' },
      { name: 'smoke', description: 'A story that npm run check always runs.' },
      { name: 'rest', description: 'Runs in npm run test:rest only.', timeout: 900_000 },
    ],
  },
})
