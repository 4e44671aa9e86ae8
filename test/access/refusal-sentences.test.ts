import { expect, test } from 'vitest'
import { accessTextIn } from '../../src/access/text/access-text.ts'
import {
  describeAccessRequest,
  describeGrantedRequest,
  describeHelpRequest,
} from '../../src/access/text/refusal-sentences.ts'

const text = accessTextIn('en')

test.for([
  ['claim', 'work on email', 'Work on an email'],
  ['open', 'open email', 'Open an email'],
  ['reply', 'reply to email', 'Reply to an email'],
] as const)('every message about a refused %s names the same act', ([verb, wanted, able]) => {
  const asked = { who: '@Gwen', action: 'mail.reply', verb, objectKind: 'mail', where: { user: 'U1' } } as const
  const sentence = `@Gwen would like permission to ${wanted}.`
  expect(describeAccessRequest(text, asked, undefined)).toContain(sentence)
  expect(describeGrantedRequest(text, asked, '@Aiko')).toBe(`${sentence} ✅ Allowed by @Aiko.`)
  expect(describeHelpRequest(text, asked)).toContain(able)
})
