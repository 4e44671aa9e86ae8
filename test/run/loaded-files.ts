import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const STATIC = /(?:^|\n)(?:import|export)(?! type\b)(?:[^'"`;()]*?\bfrom)? '([^']+)'/g
const DYNAMIC = /\bimport\(\s*'([^']+)'/g

interface Imports {
  /** Loaded with the module. */
  atOnce: string[]
  /** Loaded by `import()` when first needed. */
  later: string[]
}

const known = new Map<string, Imports>()

/** The module's own imports. */
export function readImports(path: string): Imports {
  const before = known.get(path)
  if (before) return before
  const source = readFileSync(path, 'utf8')
  const list = (pattern: RegExp): string[] =>
    [...source.matchAll(pattern)].map(([, from = '']) => (from.startsWith('.') ? join(dirname(path), from) : from))
  const imports = { atOnce: list(STATIC), later: list(DYNAMIC) }
  known.set(path, imports)
  return imports
}

/** A module and what it loads, directly or through others: files by path, packages by name. What is imported only as a type is not loaded. */
export function listLoaded(entry: string, { later = false } = {}): string[] {
  const loaded = new Set<string>()
  const load = (path: string): void => {
    if (loaded.has(path)) return
    loaded.add(path)
    if (!/\.tsx?$/.test(path)) return
    const imports = readImports(path)
    for (const one of later ? [...imports.atOnce, ...imports.later] : imports.atOnce) load(one)
  }
  load(entry)
  return [...loaded]
}
