import { expect, test } from 'vitest'
import { mentionsAttachment } from '../../src/mail-content/writing/attachment-words.ts'

test.each([
  'Please see the attached invoice.',
  'I attach the contract.',
  'Die Rechnung finden Sie im Anhang.',
  'Anbei die Rechnung.',
  'Vous trouverez la facture ci-jointe.',
  'Veuillez trouver en pièce jointe la facture.',
  'Le envío la factura adjunta.',
  'מצורפת החשבונית.',
  'החשבונית בקובץ המצורף.',
  'In allegato la fattura.',
])('a text that announces a file mentions it: %s', (text) => {
  expect(mentionsAttachment(text)).toBe(true)
})

test.each([
  'We are looking into it.',
  'Thanks, I have read your attachment.',
  'The file you attached is empty.',
  'There was no attachment.',
  'Ein Tierarzt behandelt die Erkrankung.',
  'Nous joignons nos efforts.',
])('a text about something else, or a file of its reader, mentions none: %s', (text) => {
  expect(mentionsAttachment(text)).toBe(false)
})
