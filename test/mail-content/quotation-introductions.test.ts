import { expect, test } from 'vitest'
import { extractNewContent } from '../../src/mail-content/reading/new-content.ts'
import { isIntroduction } from '../../src/mail-content/reading/quotations/introductions.ts'
import { findTextLanguage, introduceQuotation } from '../../src/mail-content/writing/quotation-introductions.ts'

const texts = {
  de: 'Hallo zusammen, die Rechnung vom letzten Monat ist noch nicht bei uns angekommen.',
  fr: 'Bonjour, nous n’avons pas encore reçu la facture du mois dernier.',
  es: 'Hola, todavía no hemos recibido la factura del mes pasado. Gracias.',
  it: 'Buongiorno, non abbiamo ancora ricevuto la fattura del mese scorso.',
  nl: 'Goedemorgen, wij hebben de factuur van de vorige maand nog niet ontvangen.',
  pt: 'Olá, ainda não recebemos a fatura do mês passado. Obrigada.',
  he: 'שלום רב, עדיין לא קיבלנו את החשבונית של החודש שעבר.',
}
const at = Date.UTC(2026, 10, 24, 8, 5)
const facts = { at, timeZone: 'Europe/Berlin', sender: 'Ana Ruiz <ana@customer.test>' }

const introductions = {
  de: 'Am Di., 24. Nov. 2026 um 09:05 schrieb Ana Ruiz <ana@customer.test>:',
  fr: 'Le mar. 24 nov. 2026 à 09:05, Ana Ruiz <ana@customer.test> a écrit :',
  es: 'El mar, 24 nov 2026 a las 9:05, Ana Ruiz <ana@customer.test> escribió:',
  it: 'Il giorno mar 24 nov 2026 alle ore 09:05, Ana Ruiz <ana@customer.test> ha scritto:',
  nl: 'Op di 24 nov 2026 om 09:05 schreef Ana Ruiz <ana@customer.test>:',
  pt: 'Em ter., 24 de nov. de 2026 às 09:05, Ana Ruiz <ana@customer.test> escreveu:',
  he: 'בתאריך יום ג׳, 24 בנוב׳ 2026 בשעה 9:05, מאת \u2068Ana Ruiz <ana@customer.test>\u2069:',
}

test.each(Object.entries(texts))('a quotation of a mail in %s is introduced in its language', (language, text) => {
  expect(findTextLanguage(text)).toBe(language)
  const { introduction, leftOut = '' } = introduceQuotation(text, facts) ?? {}
  expect(Object.entries(introductions)).toContainEqual([language, introduction])
  expect(leftOut).toMatch(/^\[.+\.\]$/)
})

test.each(Object.entries(texts))('Bellhop reads its own introduction in %s as one', (_, text) => {
  const { introduction = '' } = introduceQuotation(text, facts) ?? {}
  expect([isIntroduction(introduction, { isMarked: true }), isIntroduction(introduction, { isMarked: false })]).toEqual(
    [true, true],
  )
  const body = { subject: 'Re: 4711', senderName: 'Ana Ruiz', text: `OK.\n\n${introduction}\n> ${text}` }
  expect(extractNewContent(body).plainText.trim()).toBe('OK.')
})

test.each([
  ['English', 'Hello, we have not received the invoice of the last month yet. Thanks.', 'en'],
  ['names in another language', 'Please send the contract to Banco de la Nación and Casa del Sol, thank you.', 'en'],
  ['too short', 'OK', undefined],
  ['empty', '', undefined],
  ['another language', 'Prosimy o przesłanie faktury za ubiegły miesiąc.', undefined],
  ['as much of one as of another', 'Merci beaucoup. Vielen Dank.', undefined],
])('a mail that is in %s gets the words of the workspace', (_, text, language) => {
  expect(findTextLanguage(text)).toBe(language)
  expect(introduceQuotation(text, facts)).toBeUndefined()
})
