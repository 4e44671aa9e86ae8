import { expect, test } from 'vitest'
import type { Quote } from '../../src/jobs/model/job-prompt.ts'
import { nameJob, renameJob } from '../../src/jobs/model/job-title.ts'

const said = (text: string, more: Partial<Quote> = {}): Quote => ({
  name: 'Tom',
  atMs: 1,
  text,
  channel: 'C1',
  ...more,
})
const thread = [said('Hi all!'), said('The webhook retries stop after 3 days\nbut the guide says 5'), said('Right')]
const SUBJECT = 'The webhook retries stop after 3 days'

test.for([
  'please document this',
  'Can you add this to the docs?',
  'update the page please',
  'Bitte dokumentiere das',
  'fix it',
])('a job asked for with "%s" is named by what the thread is about', (instruction) => {
  expect(nameJob(instruction, thread, 'C1')).toBe(SUBJECT)
})

test.for([
  'Document the billing API',
  'please explain retry_after',
  'Add a page about inboxes',
  'Die Abrechnung erklären',
])('a job asked for with "%s" is named by that', (instruction) => {
  expect(nameJob(instruction, thread, 'C1')).toBe(instruction)
})

test('a job from a docs list is named by its first message, because every list has the same instruction', () => {
  const instruction = 'Update the docs to cover what these messages say.'
  expect(nameJob(instruction, thread, 'C1')).toBe(instruction)
  expect(nameJob(instruction, thread, 'C1', { isFromList: true })).toBe(SUBJECT)
  expect(nameJob(instruction, [], 'C1', { isFromList: true })).toBe(instruction)
})

test('a job keeps its instruction as a name if the thread has no subject, or the text is from elsewhere', () => {
  const name = (quotes: Quote[]): string => nameJob('please document this', quotes, 'C1')
  expect(name([])).toBe('please document this')
  expect(name([said('Hi'), said('[1 file was left out: plan.pdf]')])).toBe('please document this')
  expect(name([said(SUBJECT, { channel: 'C2' }), said(SUBJECT, { isMail: true })])).toBe('please document this')
})

test('an edit renames a job only if the new instruction names a subject', () => {
  expect(renameJob('Document the billing API', SUBJECT)).toBe('Document the billing API')
  expect(renameJob('please document this', SUBJECT)).toBe(SUBJECT)
})
