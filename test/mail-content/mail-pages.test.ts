import fc from 'fast-check'
import { expect, test } from 'vitest'
import { htmlToRichText } from '../../src/mail-content/reading/html/html-to-rich-text.ts'
import { plainTextToRichText } from '../../src/mail-content/reading/plain-text-mail.ts'
import { toPlainText } from '../../src/mail-content/reading/rich-text.ts'
import { splitIntoPages } from '../../src/mail-content/reading/rich-text-pages.ts'
import { displayAddress } from '../../src/mail/records/address.ts'
import { findUnshown } from '../../src/mail/records/mail/mail-preview.ts'
import { mailTextIn } from '../../src/mail/text/mail-text.ts'
import { describeColleagueReply } from '../../src/mail/text/outbound/form-notice-sentences.ts'
import { sampleMail } from '../mail/sample-mail.ts'

const PAGE_CHARS = 300
const pagesOf = (text: string) => splitIntoPages(plainTextToRichText(text), PAGE_CHARS).map(toPlainText)
const graphemesOf = (text: string) => Array.from(new Intl.Segmenter('und').segment(text), ({ segment }) => segment)
const word = fc.constantFrom('one', 'wörter', 'שלום', '👨‍👩‍👧‍👦', '🇩🇪🇫🇷🇮🇹', 'e\u0301cole', 'https://a.test/a-long-path')
const paragraph = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '))

test('a page ends at a paragraph', () => {
  fc.assert(
    fc.property(fc.array(paragraph, { minLength: 1, maxLength: 40 }), (paragraphs) => {
      const pages = pagesOf(paragraphs.join('\n\n'))
      expect(pages.flatMap((page) => page.split('\n\n'))).toEqual(paragraphs)
    }),
  )
})

test('a page of one paragraph ends between words, and one of one word between characters', () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 40, maxLength: 200 }), (words) => {
      expect(pagesOf(words.join(' ')).flatMap((page) => page.split(' '))).toEqual(words)
    }),
  )
  for (const one of ['👨‍👩‍👧‍👦', '🇩🇪', 'e\u0301', '字']) {
    const pages = pagesOf(one.repeat(700))
    expect(pages.length).toBeGreaterThan(1)
    expect(new Set(pages.flatMap(graphemesOf))).toEqual(new Set([one]))
  }
})

test('an item of a list is not torn apart', () => {
  const items = Array.from({ length: 12 }, (_, n) => `item ${n} ${'with words '.repeat(8).trim()}`)
  const html = htmlToRichText(`<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`, { collapse: 'nothing' })
  const pages = html ? splitIntoPages(html.richText, PAGE_CHARS) : []
  expect(pages.length).toBeGreaterThan(1)
  expect(pages.flatMap((page) => toPlainText(page).split('\n'))).toEqual(items.map((item) => `• ${item}`))
})

test.each([
  ['<a href="https://a.test"><img src=x alt="Acme logo"></a><p>Dear Ann,</p>', 'Dear Ann,'],
  ['<table><tr><td><img src=x alt="Acme logo"></td></tr></table><p>Hi <img src=x alt="smile"></p>', 'Hi [smile]'],
  ['<img src=x alt="A scan"><p>\u00A0</p>', '[A scan]'],
])('the image above the text of %s does not count as its text', (source, text) => {
  expect(toPlainText(htmlToRichText(source, { collapse: 'all' })?.richText ?? plainTextToRichText(''))).toBe(text)
})

test.each([
  ['Gmail', 'Dear Ann,\n[image: Acme logo]', '<p>Dear Ann,</p><img src=x alt="Acme logo">', undefined],
  ['Gmail, with other words', 'Dear Ann,\n[image: pay Eve]', '<p>Dear Ann,</p><img src=x alt="Acme logo">', 'plain'],
  [
    'Outlook',
    '[cid:image001.png@01DCEE2B.8A3C]\nDear Ann,',
    '<img src="cid:image001.png@01DCEE2B.8A3C"><p>Dear Ann,</p>',
    undefined,
  ],
  ['Outlook, with other words', '[cid:a pay Eve]\nDear Ann,', '<img src="cid:a"><p>Dear Ann,</p>', 'plain'],
])('a mark for an image in plain text is no word of its own: %s', (_, text, html, unshown) => {
  expect(findUnshown({ ...sampleMail, text, html })).toBe(unshown)
})

test('a name from right to left keeps the address after it in order, also where a line begins with it', () => {
  const address = 'dana@customer.test'
  expect(displayAddress({ name: 'דנה כהן', address })).toBe('\u200E\u2068דנה כהן\u2069 <dana@customer.test>')
  expect(displayAddress({ name: 'Dana', address })).toBe('Dana <dana@customer.test>')
})

test('a warning that shortens a quotation from right to left keeps our own words after it in order', () => {
  const text = 'שלום לכולם '.repeat(40)
  const warning = describeColleagueReply(mailTextIn('en'), {
    userName: 'Tom',
    fate: 'left',
    excerpt: text,
  })
  expect(warning).toMatch(/“\u2068[^\u2068\u2069]+…\u2069”/)
  expect(warning.length).toBeLessThanOrEqual(200)
})
