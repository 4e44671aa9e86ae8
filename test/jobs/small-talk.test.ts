import { expect, test } from 'vitest'
import { classifyText } from '../../src/jobs/language/small-talk.ts'
import { talkTexts } from './talk-texts.ts'
import { taskTexts } from './task-texts.ts'

const listTexts = (texts: Record<string, string>): string[] => Object.values(texts).flatMap((list) => list.split('\n'))

test('at most 2 % of tasks lead to a question, in five languages', () => {
  const texts = listTexts(taskTexts)
  const asked = texts.filter((text) => classifyText(text) !== 'task')
  expect(texts.length).toBeGreaterThanOrEqual(200)
  expect(asked.length / texts.length, asked.join('\n')).toBeLessThanOrEqual(0.02)
})

test('at least 95 % of small talk leads to a question, in five languages', () => {
  const texts = listTexts(talkTexts)
  const started = texts.filter((text) => classifyText(text) === 'task')
  expect(texts.length).toBeGreaterThanOrEqual(200)
  expect(started.length / texts.length, started.join('\n')).toBeLessThanOrEqual(0.05)
})

test('accents, their absence and forms of Unicode make no difference', () => {
  for (const text of ['¿cómo funciona esto?', 'como funciona esto', 'ça va ?', 'ca va', 'schönes Wochenende'])
    for (const form of ['NFC', 'NFD'] as const) expect(classifyText(text.normalize(form)), text).not.toBe('task')
})

test.each([
  'a'.repeat(600),
  'ok '.repeat(200),
  '好'.repeat(600),
  'how do '.repeat(85),
  '?,'.repeat(300),
  'x.'.repeat(300),
])('hostile text %# is read in linear time', (text) => {
  expect(['task', 'talk']).toContain(classifyText(text))
})
