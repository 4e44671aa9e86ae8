import { describe, expect, test } from 'vitest'
import { runInOneTurn } from '../../src/core/own-turn.ts'
import { extractNewContent } from '../../src/mail-content/reading/new-content.ts'
import { splitNewText } from '../../src/mail-content/reading/quotations/quoted-text.ts'
import { type EarlierText, prepareEarlierTexts } from '../../src/mail-content/reading/quotations/repeated-text.ts'

const prepare = (texts: EarlierText[]) => runInOneTurn(prepareEarlierTexts(texts))

const OURS =
  'Hello Eva,\n\nyour order 4711 left our store on Monday. The parcel holds two lamps and one shade.\n\nPlease send us a picture of the broken shade, so that we can order a new one for you.\n\nBest regards\nTom'
const THEIRS =
  'Good morning,\n\none of the shades arrived broken, and the box was open. Can you send another one?\n\nEva'
const thread = (...texts: [text: string, isAnswerable: boolean][]) =>
  prepare(texts.map(([text, isAnswerable]): EarlierText => ({ text, answerable: isAnswerable ? text : '' })))
const both = thread([OURS, true], [THEIRS, false])
const subject = 'Re: Order 4711'
const readText = (text: string, earlier = both) => splitNewText(text, { subject, earlier })
const readHtml = (html: string, earlier = both) => extractNewContent({ subject, html, earlier })

describe('folds what an earlier mail of the thread says', () => {
  test.each<[what: string, quoted: string]>([
    ['without any mark', OURS],
    ['broken at other places', OURS.replace('on Monday. The', 'on\nMonday. The').replace('picture of', 'picture\nof')],
    ['below a head that nobody knows', `Tom Baker mumbled on the third day, at ten:\n\n${OURS}`],
    ['with the mail below that it answers', `${OURS}\n\n${THEIRS}`],
    ['with broken marks', OURS.replace('Hello', '> Hello').replace('on Monday', '\n> on Monday')],
  ])('%s', (what, quoted) => {
    const { newText, collapsed } = readText(`The picture is attached.\n\n${quoted}\n`)
    const head = what.includes('nobody knows') ? '\n\nTom Baker mumbled on the third day, at ten:' : ''
    expect(newText).toBe(`The picture is attached.${head}`)
    expect(collapsed.quotedMails).toBeGreaterThan(0)
  })

  test('between the answers to it', () => {
    const text = OURS.replace('one shade.', 'one shade.\n\nIt came with one lamp only.').replace(
      'for you.',
      'for you.\n\nI have no camera.',
    )
    expect(readText(text).newText).toBe('It came with one lamp only.\n\nI have no camera.')
  })

  test('in HTML without marks, and in a quotation that nothing introduces', () => {
    const paragraphs = OURS.split('\n\n').map((one) => `<p>${one.replaceAll('\n', '<br>')}</p>`)
    const whole = readHtml(`<p>The picture is attached.</p>${paragraphs.join('')}`)
    expect([whole.plainText, whole.collapsed.quotedMails]).toEqual(['The picture is attached.', 1])
    const cited = readHtml(
      '<blockquote>Please send us a picture of the broken shade, so that we can order a new one for you.</blockquote><p>It is attached.</p>',
    )
    expect(cited.plainText).toBe('It is attached.')
  })

  test('with the signature and the older mail below it, wherever its new part was', () => {
    const signature = 'Tom\nAcme Store'
    for (const text of [`${OURS}\n\n${signature}\n\n> Any news?`, `> Any news?\n\n${OURS}\n\n${signature}`]) {
      const earlier = prepare([{ text, answerable: OURS }])
      expect(readText(`The picture is attached.\n\n${OURS}\n\n${signature}`, earlier).newText).toBe(
        'The picture is attached.',
      )
    }
  })

  test('in a script without blanks', () => {
    const earlier = thread(['ご注文の商品は月曜日に発送しました。写真を送ってください。', true])
    expect(
      readText('写真を添付します。\n\nご注文の商品は月曜日に発送しました。写真を送ってください。', earlier).newText,
    ).toBe('写真を添付します。')
  })
})

describe('shows', () => {
  test.each<[what: string, text: string, earlier?: ReturnType<typeof thread>]>([
    [
      'an answer in the words of the question',
      'Yes.\n\nThe parcel holds two lamps and one shade.\n\nBut one is broken.',
    ],
    ['a part of a sentence', 'Hello Tom,\n\nyour order 4711 left our store on Monday, but it is not here.'],
    ['a few words', 'Hello Eva,\n\nplease send us a picture.'],
    ['a line that is longer than that of the earlier mail', `${OURS.split('\n')[2]} It is not here.\n\nEva`],
    [
      'one of several offers',
      'Hello,\n\nSend a replacement by express mail\n\nThank you, Eva',
      thread([
        'Please choose:\n\nRefund the amount to your card\nSend a replacement by express mail\nGive a voucher for the next order',
        true,
      ]),
    ],
    ['what its own writer repeats', `Any news?\n\n${THEIRS}`, thread([THEIRS, false])],
    ['a mail that says nothing else', OURS],
    ['a mail that says nothing else, with a greeting', `Hi Tom,\n\n${OURS.slice(12)}`],
    [
      'a report that comes again with another number',
      'Disk of db1 is 93 % full.\nSee the manual for what to do now.',
      thread(['Disk of db1 is 91 % full.\nSee the manual for what to do now.', false]),
    ],
  ])('%s', (_, text, earlier) => {
    expect(readText(text, earlier).newText).toBe(text)
    expect(readHtml(`<p>${text.replaceAll('\n', '<br>')}</p>`, earlier).plainText.replaceAll(/\s+/g, ' ')).toBe(
      text.replaceAll(/\s+/g, ' '),
    )
  })

  test('a forward of an earlier mail', () => {
    const forward = `See below.\n\n---------- Forwarded message ---------\nFrom: Tom <tom@acme.test>\nDate: Mon, 2 Nov 2026 10:00\nSubject: Order\nTo: Eva <eva@b.test>\n\n${OURS}`
    for (const head of ['Fwd: Order 4711', subject])
      expect(splitNewText(forward, { subject: head, earlier: both }).newText).toContain(
        'your order 4711 left our store',
      )
  })
})

test.each<[what: string, word: (at: number) => string]>([
  ['one word', () => 'x'],
  ['two words in turn', (at) => (at % 2 === 0 ? 'x' : 'y')],
  ['few words', (at) => `w${(at * at) % 7}`],
])('a mail of %s is compared quickly', (_, word) => {
  const text = Array.from({ length: 30_000 }, (_one, at) => word(at) + (at % 9 === 8 ? '.\n' : ' ')).join('')
  const earlier = prepare(Array.from({ length: 16 }, () => ({ text, answerable: text })))
  expect(splitNewText(text, { subject, earlier }).newText.length).toBeGreaterThan(0)
})

test('each earlier text is read and prepared in a turn of its own', () => {
  const read: number[] = []
  function* texts(): Generator<EarlierText> {
    for (const at of [0, 1, 2]) {
      read.push(at)
      yield { text: OURS, answerable: OURS }
    }
  }
  const pieces = prepareEarlierTexts(texts())
  expect(pieces.next().done).toBe(false)
  expect(read).toEqual([0])
  expect(runInOneTurn(pieces).texts).toHaveLength(3)
})
