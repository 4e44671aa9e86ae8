import { join } from 'node:path'

/** Shares compiled code between workers, apps and runs. */
export function setup(): void {
  process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../../node_modules/.cache/bellhop')
}
