import { globSync } from 'node:fs'
import { listLoaded, readImports } from './loaded-files.ts'

/** Code, which tests load, and texts, which some of them read. */
const TRACEABLE = /^(?:src|sandbox|tools|test|bench|chaos|fuzz)\/.*\.tsx?$|^src\/\w+\/text\/\w+\.json$|\.md$/
const READERS = ['node:fs', 'node:fs/promises', 'node:child_process']

/** Tests without the whole app, a browser or Redis. */
const listAll = (): string[] =>
  globSync('test/**/*.test.ts').filter((file) => !/\.(?:story|browser|slow|redis)\.test\.ts$/.test(file))

/** Whether a test reads files or starts programs by itself; its imports then do not show its dependencies. */
const readsFiles = (loaded: string[]): boolean =>
  loaded.some((file) => file.startsWith('test/') && readImports(file).atOnce.some((one) => READERS.includes(one)))

/** Unit tests that may notice a change of these files: those that load one of them, and those that read files. All of them after any other change. */
export function listUnitTests(changed: string[]): string[] {
  const all = listAll()
  if (changed.length === 0 || !changed.every((file) => TRACEABLE.test(file))) return all
  return all.filter((test) => {
    const loaded = listLoaded(test, { later: true })
    return loaded.some((file) => changed.includes(file)) || readsFiles(loaded)
  })
}
