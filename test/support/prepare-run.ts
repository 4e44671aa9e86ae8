import { join } from 'node:path'
import { createTestFolder } from './test-folder.ts'

/** Shares compiled code between workers, apps and runs, and gives them one folder for their files. Returns what removes it. */
export function setup(): () => void {
  process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../../node_modules/.cache/bellhop')
  const folder = createTestFolder()
  process.env['TMPDIR'] = folder.path
  return () => folder.remove()
}
