import { expect, test } from 'vitest'
import { makeInertPage } from '../../src/mail-content/reading/html/inert-page.ts'
import { HTML_ELEMENTS, listOddPages, SVG_ELEMENTS, writeElementPage } from '../fixtures/html-elements.ts'

const HOST = 'sender.test:8080'
const URL_THERE = `http://${HOST}`
const write = (source: string): string => makeInertPage(source).html.split('\n').slice(1).join('\n')
/** Links and the words of a tooltip; nobody connects for them. */
const withoutLinks = (html: string): string => html.replaceAll(/ (?:href|title)="[^"]*"/g, '')

test.each([
  ...HTML_ELEMENTS.map((name) => [name, writeElementPage('html', name, URL_THERE)] as const),
  ...SVG_ELEMENTS.map((name) => [`svg ${name}`, writeElementPage('svg', name, URL_THERE)] as const),
  ...Object.entries(listOddPages(URL_THERE)),
])('the original names no address outside of its links: %s', (_, source) => {
  expect(source).toContain(HOST)
  expect(withoutLinks(write(source))).not.toContain(HOST)
  expect(write(source)).not.toMatch(/<(?!\/?a)[^>]* href=/)
})

test.each([
  ['<p style="color:red;background:url(x);margin:0">a</p>', '<p style="color:red;;margin:0">a</p>'],
  ['<style>p{color:red}@import "x";b{margin:0}</style>', '<style>p{color:red};b{margin:0}</style>'],
  ['<a href="https://a.test" ping="https://b.test" onclick="x">a</a>', '<a href="https://a.test/">a</a>'],
  ['<a href="javascript:x">a</a><a href="#end">b</a>', '<a>a</a><a href="#end">b</a>'],
  ['<img src="https://a.test/x" alt="A &quot;plan&quot;">', '<img alt="A &quot;plan&quot;">'],
  [
    '<img src="data:image/svg+xml;base64,AA=="><img src="data:image/png;base64,AA==">',
    '<img><img src="data:image/png;base64,AA==">',
  ],
  ['<form action="x"><button>Pay</button></form>', 'Pay'],
  [
    '<table width="9"><tr><td background="x" bgcolor="red">a<br></td></tr></table>',
    '<table width="9"><tr><td bgcolor="red">a<br></td></tr></table>',
  ],
])('%s becomes %s', (source, expected) => expect(write(source)).toBe(expected))

test('a page that is too long is marked as cut', () => {
  expect(makeInertPage('<p>x</p>').isCut).toBe(false)
  expect(makeInertPage(`<p>${'word '.repeat(200_000)}</p>`).isCut).toBe(true)
})
