import { expect, test } from 'vitest'
import { parseCommand } from '../../src/jobs/entrypoints/command-grammar.ts'
import { formatFilter, type ListFilter, parseFilter } from '../../src/jobs/lists/list-filter.ts'

test.each([
  ['', 'empty'],
  ['  help ', 'help'],
  ['help me with the docs', 'prompt'],
  ['thanks!', 'word'],
  ['jobs', 'jobs'],
  ['jobs mine', 'jobs'],
  ['jobs about webhooks', 'prompt'],
  ['jobs channel mine', 'prompt'],
  ['jobs channel failed pages', 'prompt'],
  ['jobs constructor', 'prompt'],
  ['status a1b2c3', 'status'],
  ['status of the webhooks page', 'prompt'],
  ['list', 'list'],
  ['list all pages', 'prompt'],
  ['quota', 'quota'],
  ['settings', 'settings'],
  ['frobnicate', 'word'],
  ['解释重试计划', 'prompt'],
  ['add a page', 'prompt'],
])('/docs reads %j as %s', (text, kind) => {
  expect(parseCommand(text).kind).toBe(kind)
})

test.each<[string, ListFilter]>([
  ['jobs', { whose: 'mine', state: 'all' }],
  ['jobs channel', { whose: 'channel', state: 'all' }],
  ['jobs running', { whose: 'mine', state: 'active' }],
  ['jobs Channel failed', { whose: 'channel', state: 'failed' }],
  ['jobs failed here', { whose: 'channel', state: 'failed' }],
  ['jobs done mine', { whose: 'mine', state: 'finished' }],
])('/docs %s lists whose jobs and in which state', (text, filter) => {
  expect(parseCommand(text)).toEqual({ kind: 'jobs', filter })
  expect(parseFilter(formatFilter(filter))).toEqual(filter)
})
