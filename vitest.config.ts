import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Suites that need more than Node itself carry it in their name: `mail.redis.test.ts`, `page.browser.test.ts`, `chaos.slow.test.ts`. */
const special = ['test/**/*.redis.test.ts', 'test/**/*.browser.test.ts', 'test/**/*.slow.test.ts']

/** A worker goes on with the next file only if it belongs to the same project, so that each project is one block. The short files end the run. */
const blocks = ['slow', 'browser', 'redis', 'fast']
/** What is long by its name, in the order in which it begins while no time is known. */
const long = ['crash-at-every-call.slow.test.ts', 'agent-quota.slow.test.ts', '.redis.test.ts', '.story.test.ts', '']

/** What took longest last time begins first in its block; Vitest would begin with the project whose name comes first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (file: TestSpecification): number => {
      const place = long.findIndex((ending) => file.moduleId.endsWith(ending))
      const isKnown = this.ctx.cache.getTestSpecificationResult(file) !== undefined
      return blocks.indexOf(file.project.name) * long.length + (isKnown ? 0 : place)
    }
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
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
    // Most tests wait for real seconds: more workers than cores use what two leave idle. One number for all projects lets them run together.
    maxWorkers: 8,
    globalSetup: 'test/support/prepare-run.ts',
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
          // Stories run the app in the worker's process, but for those about processes. The browser and slow projects start it as an operator does.
          env: { TEST_APP: 'here' },
        },
      },
      {
        extends: true,
        test: {
          name: 'redis',
          include: ['test/**/*.redis.test.ts', 'test/**/*.story.test.ts'],
          isolate: false,
          env: { TEST_APP: 'here', TEST_STORE: 'redis' },
        },
      },
      { extends: true, test: { name: 'browser', include: ['test/**/*.browser.test.ts'], testTimeout: 300_000 } },
      { extends: true, test: { name: 'slow', include: ['test/**/*.slow.test.ts'], testTimeout: 900_000 } },
    ],
  },
})
