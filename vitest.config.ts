import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Suites that need more than Node itself carry it in their name: `mail.redis.test.ts`, `page.browser.test.ts`, `chaos.slow.test.ts`. */
const special = ['test/**/*.redis.test.ts', 'test/**/*.browser.test.ts', 'test/**/*.slow.test.ts']

/** In the order in which they begin where nothing is known: the longest first, then those that wait while the rest computes. */
const tiers = ['.slow.test.ts', '.story.test.ts', '.test.ts']

/** What took longest last time begins first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    if (files.some((file) => this.ctx.cache.getTestSpecificationResult(file))) return sorted
    const tierOf = ({ moduleId }: TestSpecification): number => tiers.findIndex((suffix) => moduleId.endsWith(suffix))
    return sorted.toSorted((one, other) => tierOf(one) - tierOf(other))
  }
}

export default defineConfig({
  test: {
    // No module is ever replaced, so that none has to pass through hooks.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Waits end with what they wait for; these limits only end what hangs, also on a machine ten times slower.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // Most of a story is waiting for real seconds: more workers than cores use what two leave idle.
    maxWorkers: 4,
    globalSetup: 'test/support/compile-cache.ts',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: special,
          // One module graph for all files of a worker: loading it anew costs more than most suites.
          isolate: false,
          // The other projects play the stories with the app as a process of its own; here it costs room for more workers.
          env: { TEST_APP: 'here' },
          // Each worker loads the app and the simulators once, which costs a second of CPU: six overlap the waits as well as eight.
          // Another number of workers than above makes this a group.
          maxWorkers: 6,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'redis',
          include: ['test/**/*.redis.test.ts', 'test/**/*.story.test.ts'],
          env: { TEST_STORE: 'redis' },
        },
      },
      { extends: true, test: { name: 'browser', include: ['test/**/*.browser.test.ts'], testTimeout: 300_000 } },
      { extends: true, test: { name: 'slow', include: ['test/**/*.slow.test.ts'], testTimeout: 900_000 } },
    ],
  },
})
