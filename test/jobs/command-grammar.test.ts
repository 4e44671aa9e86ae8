import { expect, test } from 'vitest'
import { parseDocsCommand } from '../../src/jobs/entrypoints/command-grammar.ts'

test.each([
  ['', 'empty'],
  ['  help ', 'help'],
  ['help me write a page about webhooks', 'prompt'],
  ['help page is out of date', 'prompt'],
  ['jobs', 'jobs'],
  ['jobs mine', 'jobs'],
  ['jobs about webhooks', 'prompt'],
  ['jobs page: explain the filters', 'prompt'],
  ['status a1b2c3', 'status'],
  ['status job_01hx3', 'status'],
  ['status of the webhooks page', 'prompt'],
  ['status codes: document 429', 'prompt'],
  ['list', 'list'],
  ['list all pages', 'prompt'],
  ['list the endpoints', 'prompt'],
  ['list supported regions', 'prompt'],
  ['quota', 'quota'],
  ['quota page lacks the limits', 'prompt'],
  ['settings', 'settings'],
  ['settings page needs a screenshot', 'prompt'],
  ['audit', 'audit'],
  ['audit the pages for broken links', 'prompt'],
  ['解释重试计划', 'prompt'],
  ['add a page', 'prompt'],
])('/docs reads %j as %s', (text, kind) => {
  expect(parseDocsCommand(text).kind).toBe(kind)
})

test.each([
  ['thanks!', { why: 'thanks' }],
  ['hello', { why: 'greeting' }],
  ['how does this work?', { why: 'talk' }],
  ['frobnicate', { why: 'word' }],
  ['document', { why: 'word' }],
  ['help me with the docs', { why: 'slip', subcommand: 'help' }],
  ['jobs all', { why: 'slip', subcommand: 'jobs' }],
  ['jobs constructor', { why: 'slip', subcommand: 'jobs' }],
  ['jobs chanel', { why: 'typo', meant: 'jobs channel' }],
  ['jobs channel faild', { why: 'typo', meant: 'jobs channel failed' }],
  ['jobs of Tom', { why: 'slip', subcommand: 'jobs' }],
  ['list my jobs', { why: 'slip', subcommand: 'list' }],
  ['status', { why: 'slip', subcommand: 'status' }],
  ['status of my last job', { why: 'slip', subcommand: 'status' }],
  ['settings for this channel', { why: 'slip', subcommand: 'settings' }],
  ['quota left this hour', { why: 'slip', subcommand: 'quota' }],
  ['audit of today', { why: 'slip', subcommand: 'audit' }],
  ['setings', { why: 'typo', meant: 'settings' }],
  ['jbos channel', { why: 'typo', meant: 'jobs channel' }],
  ['stauts a1b2c3', { why: 'typo', meant: 'status a1b2c3' }],
])('/docs answers %j with a question', (text, doubt) => {
  expect(parseDocsCommand(text)).toMatchObject({ kind: 'unclear', text, doubt })
})

test('one word after status that names no job leads to a question', () => {
  expect(parseDocsCommand('status zzzzzz')).toMatchObject({ otherwise: { kind: 'unclear', doubt: { why: 'job' } } })
  expect(parseDocsCommand('status codes')).toMatchObject({ otherwise: { kind: 'unclear', doubt: { why: 'job' } } })
})

test('"please do this" in a thread is a task', () => {
  for (const text of [
    'please do this',
    'document this',
    'fix',
    'can you take care of this?',
    'go ahead',
    '请处理一下',
    'bitte machen',
  ])
    expect(parseDocsCommand(text, { hasContext: true }), text).toMatchObject({ kind: 'prompt' })
  for (const text of ['thanks!', 'lol', 'good morning', 'how does this work?', 'danke dir', '谢谢'])
    expect(parseDocsCommand(text, { hasContext: true }), text).toMatchObject({ kind: 'unclear' })
})

test('a text too long for the button of a question never leads to one', () => {
  for (const text of [`jobs ${'x'.repeat(2000)}`, `status ${'x'.repeat(2000)}`, 'haha '.repeat(400)]) {
    const parsed = parseDocsCommand(text)
    expect(parsed.kind === 'status' ? parsed.otherwise.kind : parsed.kind).toBe('prompt')
  }
})
