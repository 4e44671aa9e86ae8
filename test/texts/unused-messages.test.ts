import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findUnusedMessages } from '../support/find-unused-messages.ts'

test('every message is used', () => {
  expect(findUnusedMessages()).toEqual([])
})

test('an unused message is found, however common its name is', () => {
  const file = 'src/jobs/text/messages.ts'
  const planted = readFileSync(file, 'utf8')
    .replace('readonly buttons: {', 'readonly buttons: {\n readonly text: string\n')
    .replace('readonly mail: {', 'readonly mail: {\n readonly title: (values: { id: string }) => string\n')
    .replace('readonly states: {', 'readonly states: {\n readonly close: string\n')
  const reader = 'src/jobs/text/help.ts'
  const reading = `${readFileSync(reader, 'utf8')}\nexport const readForm = (text: JobText, name: 'start' | 'send') => text.form[name]`
  expect(findUnusedMessages({ [file]: planted, [reader]: reading })).toEqual(['jobs.buttons.text', 'jobs.mail.title'])
})
