import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const LOG = 'src/audit/audit-log.ts'
/** The partitions of the audit in a key, a partition or a template. */
const AUDIT_PARTITION = /['"`/]audit-(person|action|object|op)\b|\/audit['"`]|\/audit\/\$\{/

test('no code but the audit log reads or writes the audit’s partitions', () => {
  const others = globSync('src/**/*.ts').filter((file) => file !== LOG)
  expect(others.length).toBeGreaterThan(100)
  expect(others.filter((file) => AUDIT_PARTITION.test(readFileSync(file, 'utf8')))).toEqual([])
  expect(readFileSync(LOG, 'utf8')).toMatch(AUDIT_PARTITION)
})

test('the audit log only ever adds: it deletes nothing, and writes only where nothing is', () => {
  const source = readFileSync(LOG, 'utf8')
  expect(source).not.toMatch(/\bdelete\b\s*\(|\.delete\b/)
  const puts = source.match(/\.put\([^\n]*/g) ?? []
  const updates = source.match(/\.update\([^\n]*/g) ?? []
  expect(puts.length + updates.length).toBeGreaterThan(2)
  // Version 0: the record must be absent.
  expect(puts.filter((call) => !/\.put\(id, record, 0\)/.test(call))).toEqual([])
  expect(updates.filter((call) => !/, \(now\) => \(now \? undefined : /.test(call))).toEqual([])
})
