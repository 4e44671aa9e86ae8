import { globSync } from 'node:fs'

/** Unit tests, and the files of which they load none (test/layers.test.ts). The opening story of the sandbox runs the app. */
export const UNREACHED: [tests: RegExp, files: RegExp][] = [
  [/^test\/mail\//, /^(?:src|test)\/(?:jobs|workspace)\//],
  [/^test\/sandbox\/(?!opening-story)/, /^(?:src|test)\/(?:jobs|mail|workspace)\//],
]

/** Tests without the whole app, a browser or Redis, that may notice a change of these files. */
export function listUnitTests(changed: string[]): string[] {
  const skipped = UNREACHED.filter(([, files]) => changed.length > 0 && changed.every((file) => files.test(file)))
  return globSync('test/**/*.test.ts').filter(
    (file) => !/\.(?:story|browser|slow|redis)\.test\.ts$/.test(file) && !skipped.some(([tests]) => tests.test(file)),
  )
}
