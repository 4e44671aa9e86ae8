import { expect, test } from 'vitest'
import { parseCommand } from '../../src/jobs/entrypoints/command-grammar.ts'

test.each([
  ['', 'empty'],
  ['  help ', 'help'],
  ['help me with the docs', 'prompt'],
  ['thanks!', 'word'],
  ['jobs', 'jobs'],
  ['jobs mine', 'jobs'],
  ['jobs about webhooks', 'prompt'],
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
