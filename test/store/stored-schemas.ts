import { globSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Json } from '../../src/core/json.ts'

const CALL = /createTable(?:<[^(]+>)?\(\s*(?:this\.)?\w+,\s*\{/g
/** Far enough for the options of one call. */
const CALL_LENGTH = 400

interface StoredSchema {
  name: string
  /** Where its records are, as the source writes it: `${team}/jobs`. */
  partition: string
  file: string
  schema: z.ZodType<Json>
}

/** Every schema that a `createTable` call of the app names, from the module that exports it. */
export async function listStoredSchemas(): Promise<{ found: StoredSchema[]; notExported: string[] }> {
  const found = new Map<string, StoredSchema>()
  const notExported: string[] = []
  for (const file of globSync('src/**/*.ts')) {
    const code = readFileSync(file, 'utf8')
    for (const { index } of code.matchAll(CALL)) {
      const options = code.slice(index + 1, index + CALL_LENGTH).split('createTable')[0] ?? ''
      const name = /\bschema(?:: ([\w.]+))?/.exec(options)?.[1] ?? 'schema'
      const partition = /\bpartition(?:: ['`]([^'`]+))?/.exec(options)?.[1] ?? ''
      const from = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '(.+)'`).exec(code)?.[1]
      const callingFile = new URL(`../../${file}`, import.meta.url)
      const module: Record<string, unknown> = await import(new URL(from ?? '', callingFile).href)
      const schema = module[name]
      if (schema instanceof z.ZodType)
        found.set(`${file}: ${name}`, { name, partition, file, schema: schema as z.ZodType<Json> })
      else notExported.push(`${file}: ${name}`)
    }
  }
  return { found: [...found.values()], notExported }
}
