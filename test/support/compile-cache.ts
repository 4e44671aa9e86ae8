import { join } from 'node:path'

/** What is compiled once need not be compiled again by the next worker, app or run. */
export function setup(): void {
  process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../../node_modules/.cache/bellhop')
}
