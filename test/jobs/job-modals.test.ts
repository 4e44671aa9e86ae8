import { expect, test } from 'vitest'
import { validateView } from '../../sandbox/slack/blocks/validate-blocks.ts'
import { buildPromptModal } from '../../src/jobs/actions/prompt-modal.ts'
import { buildJobFormModal } from '../../src/jobs/form/job-form-modal.ts'
import { splitIntoChunks } from '../../src/slack/blocks/form-fields.ts'
import { jobRecord, english } from './job-record.ts'

test('a prompt of any length fits the form without loss', () => {
  const text = `${'word '.repeat(2000)}end`
  expect(splitIntoChunks(text).join('')).toBe(text)
  const form = buildJobFormModal(english, {
    draft: 'd',
    title: 'Start',
    submit: 'Start',
    projects: ['a', 'b'],
    project: 'a',
    text,
    asksChannel: true,
    inThread: false,
    quotes: Array.from({ length: 25 }, (_, index) => ({ name: 'tom', atMs: 0, text: `message ${index}` })),
    leftOut: [],
    quota: [],
  })
  expect(validateView(form)).toEqual([])
  expect(validateView(buildPromptModal(english, jobRecord(), 'x'.repeat(400_000), []))).toEqual([])
})
