import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { createLogger } from '../../src/core/log.ts'
import type { TaskHandler } from '../../src/queue/task-kinds.ts'
import { startSimulators } from '../support/simulators.ts'
import { listStoredSchemas } from './stored-schemas.ts'

let tasks: readonly TaskHandler[]
beforeAll(async () => {
  const { sandbox, close } = await startSimulators()
  const config = readConfig({ ...sandbox.env, STORE_URL: 'sqlite::memory:' })
  const app = await openApp(config, createLogger({ level: 'silent' }))
  tasks = app.tasks
  await app.close()
  await close()
})

/** Describes each field in a line: `files[].size? number`. An open enum is `a | b | …`. */
function describeShape(schema: z.core.$ZodType, path = ''): string[] {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodCatch
  )
    return describeShape(schema.def.innerType, path.endsWith('?') ? path : `${path}?`)
  if (schema instanceof z.ZodNullable) return describeShape(schema.def.innerType, `${path}|null`)
  if (schema instanceof z.ZodObject) {
    const prefix = path === '' ? '' : `${path}.`
    const fields = Object.entries<z.core.$ZodType>(schema.shape).toSorted(([one], [other]) => (one < other ? -1 : 1))
    const rest = schema.def.catchall === undefined ? [] : [['*', schema.def.catchall] as const]
    return [...fields, ...rest].flatMap(([name, field]) => describeShape(field, prefix + name))
  }
  if (schema instanceof z.ZodArray) return describeShape(schema.element, `${path}[]`)
  if (schema instanceof z.ZodTuple) return schema.def.items.flatMap((item, at) => describeShape(item, `${path}[${at}]`))
  if (schema instanceof z.ZodRecord) return describeShape(schema.valueType, `${path}.*`)
  if (schema instanceof z.ZodUnion) {
    const [first, second, ...others] = schema.options
    if (first instanceof z.ZodEnum && second instanceof z.ZodCustom && others.length === 0)
      return [`${path} ${first.options.join(' | ')} | …`]
    return schema.options.flatMap((option, at) => describeShape(option, `${path}<${at}>`))
  }
  if (schema instanceof z.ZodEnum) return [`${path} ${schema.options.join(' | ')}`]
  if (schema instanceof z.ZodLiteral) return [`${path} ${schema.def.values.join(' | ')}`]
  return [`${path} ${schema._zod.def.type}`]
}

const describe = (title: string, schema: z.core.$ZodType): string =>
  [title, ...describeShape(schema).map((line) => `  ${line.trim()}`)].join('\n')

const sortLines = (parts: string[]): string => `${parts.toSorted().join('\n\n')}\n`

test('the records keep the shapes in which 0.1.0 stores them', async () => {
  const { found } = await listStoredSchemas()
  const records = found.map(({ partition, name, schema }) => describe(`${partition || '(given)'} ${name}`, schema))
  expect(records.length).toBeGreaterThan(40)
  await expect(sortLines(records)).toMatchFileSnapshot('../fixtures/stored-records.txt')
})

test('the tasks keep the shapes in which 0.1.0 stores them', async () => {
  const kinds = tasks.map(({ kind, version, schema }) => describe(`${kind}, version ${version}`, schema))
  expect(kinds.length).toBeGreaterThan(60)
  await expect(sortLines(kinds)).toMatchFileSnapshot('../fixtures/stored-tasks.txt')
})
