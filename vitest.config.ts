import { defineConfig } from 'vitest/config'

/** Suites that need more than Node itself carry it in their name: `mail.redis.test.ts`, `page.browser.test.ts`, `chaos.slow.test.ts`. */
const special = ['test/*.redis.test.ts', 'test/*.browser.test.ts', 'test/*.slow.test.ts']

export default defineConfig({
  test: {
    experimental: { viteModuleRunner: false },
    // Waits end with what they wait for; these limits only end what hangs, also on a machine ten times slower.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // Most of a story is waiting for real seconds: more workers than cores use what two leave idle.
    maxWorkers: 4,
    projects: [
      // One module graph for all files of a worker: loading it anew costs more than most suites.
      { extends: true, test: { name: 'fast', include: ['test/*.test.ts'], exclude: special, isolate: false } },
      {
        extends: true,
        test: {
          name: 'redis',
          include: ['test/*.redis.test.ts', 'test/*.story.test.ts'],
          env: { TEST_STORE: 'redis' },
        },
      },
      { extends: true, test: { name: 'browser', include: ['test/*.browser.test.ts'], testTimeout: 300_000 } },
      { extends: true, test: { name: 'slow', include: ['test/*.slow.test.ts'], testTimeout: 900_000 } },
    ],
  },
})
