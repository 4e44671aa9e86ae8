import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { openSqliteDatabase } from '../../src/adapters/sqlite/sqlite-database.ts'
import { createSqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import { createClock } from '../../src/core/clock.ts'
import type { Json } from '../../src/core/json.ts'
import { createSealer } from '../../src/encryption/sealer.ts'
import { createTable } from '../../src/store/typed-table.ts'
import { listStoredSchemas } from './stored-schemas.ts'

const LATER_FIELD = { ofLaterVersion: { nested: [1, 'two'] } }
const LATER_MEMBER = 'of_a_later_version'
/** How many options of each union are tried. */
const VARIANTS = [0, 1, 2]

/** A record of a later version: every optional field, an unknown field in each object and an unknown member in each enum. */
function laterRecord(schema: z.core.$ZodType, variant: number): Json {
  const generate = (inner: z.core.$ZodType): Json => laterRecord(inner, variant)
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.core.$ZodType>(schema.shape).map(([key, field]) => [key, generate(field)])
    return { ...Object.fromEntries(fields), ...LATER_FIELD }
  }
  if (schema instanceof z.ZodRecord) return { key: generate(schema.valueType) }
  if (schema instanceof z.ZodArray) return [generate(schema.element), generate(schema.element)]
  if (schema instanceof z.ZodTuple) return schema.def.items.map(generate)
  if (schema instanceof z.ZodUnion) return generate(schema.options[variant % schema.options.length] ?? z.never())
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  )
    return generate(schema.def.innerType)
  if (schema instanceof z.ZodEnum || schema instanceof z.ZodCustom) return LATER_MEMBER
  if (schema instanceof z.ZodLiteral) return z.json().parse(schema.def.values[0])
  if (schema instanceof z.ZodString) return 'text'
  if (schema instanceof z.ZodNumber) return 7
  if (schema instanceof z.ZodBoolean) return true
  if (schema instanceof z.ZodLazy) return { any: ['json'] }
  throw new Error(`a stored schema contains a ${schema._zod.def.type}, which this test cannot generate`)
}

const isObject = (value: Json): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same record with one top-level number or text changed. */
function changeOneField(record: Json): Json {
  if (!isObject(record)) throw new Error('a record is an object')
  const [key, value] = Object.entries(record).find(([, field]) => typeof field === 'number') ?? []
  return key === undefined ? { ...record } : { ...record, [key]: Number(value) + 1 }
}

const { found, notExported } = await listStoredSchemas()

test('every stored schema is exported by name', () => {
  expect(notExported).toEqual([])
})

describe.each(found)('$file: $name', ({ schema }) => {
  test.each(VARIANTS)(
    'a record of a later version is changed without losing anything (variant %i)',
    async (variant) => {
      const file = openSqliteDatabase(':memory:')
      onTestFinished(() => file.close())
      const store = createSqliteStore(file, { sealer: createSealer([Buffer.alloc(32, 1)]), clock: createClock() })
      const table = createTable(store, { partition: 'T1/things', schema })
      const later = laterRecord(schema, variant)
      await store.put('T1/things/1', later, { version: 0 })

      await table.update('1', (value) => changeOneField(value ?? null))
      expect((await store.get('T1/things/1'))?.value).toEqual(changeOneField(later))

      // A record that is rebuilt field by field keeps at least what was added to the record itself.
      await table.update('1', (value) => z.json().parse(structuredClone(value)))
      expect((await store.get('T1/things/1'))?.value).toMatchObject(
        isObject(later) && 'ofLaterVersion' in later ? LATER_FIELD : {},
      )
    },
  )
})
