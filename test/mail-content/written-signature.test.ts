import { expect, test } from 'vitest'
import { isSigned, listSignatureLines } from '../../src/mail-content/writing/write-signature.ts'

const writer = 'Maria Torres'

test.each([
  'It is on its way.\n\nBest regards,\nMaria Torres',
  'It is on its way.\nBest, Maria',
  'It is on its way.\n– Maria –\n\n',
  'It is on its way.\n\nBest,\nMaria\nAcme Support\n+49 30 1234',
  'On its way. maria',
  'Hi Tom,\nOn its way.\nThanks from all of us here in the support team, Maria!',
])('a text that a person ended with their name is signed: %j', (text) => {
  expect(isSigned(text, writer)).toBe(true)
})

test.each([
  '',
  'It is on its way.',
  'Hi Maria,\nit is on its way.',
  'Please ask Maria Torres, who knows more.',
  'It is on its way.\nOur driver Maria will call you before she comes to your house.',
  'It is on its way.\nBest, Mariana',
])('a text that only mentions a name, or has none, is not signed: %j', (text) => {
  expect(isSigned(text, writer)).toBe(false)
})

test.each([
  ['Иван Петров', 'Всё в пути.\nИван'],
  ['田中 愛子', '発送しました。\n田中'],
  ['J. (Jo) O’Neil', 'Sent.\nJ. (Jo) O’Neil'],
  ['', 'Sent.'],
])('a name in any script or with signs is found: %s', (name, text) => {
  expect(isSigned(text, name)).toBe(name !== '')
})

test('a signature that has the first name of its writer does not repeat the name', () => {
  expect(listSignatureLines('Maria\nAcme', writer)).toEqual(['Maria', 'Acme'])
  expect(listSignatureLines('Mariana & Sons', writer)).toEqual([writer, 'Mariana & Sons'])
  expect(listSignatureLines(' ', undefined)).toEqual([])
})
