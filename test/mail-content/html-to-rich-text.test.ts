import type { RichTextBlock } from '@slack/types'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RichTextWriter } from '../../src/mail-content/reading/rich-text-writer.ts'
import { plainTextToRichText } from '../../src/mail-content/reading/plain-text-mail.ts'
import { htmlToRichText } from '../../src/mail-content/reading/html/html-to-rich-text.ts'
import { readInlineText, toPlainText, type RichText } from '../../src/mail-content/reading/rich-text.ts'
import { splitIntoPages, truncateRichText } from '../../src/mail-content/reading/rich-text-pages.ts'

function read(html: string, collapse = false): RichText {
  const made = htmlToRichText(html, { collapse: collapse ? 'all' : 'nothing' })
  return made.richText
}
const seen = (html: string, collapse = false) => toPlainText(read(html, collapse))
const links = (richText: RichText) =>
  richText.elements
    .flatMap((part) =>
      part.type === 'rich_text_list' ? part.elements.flatMap((item) => item.elements) : part.elements,
    )
    .flatMap((inline) => (inline.type === 'link' ? inline.url : []))

describe('HTML mail', () => {
  test.each<[string, string, string]>([
    ['paragraphs', '<p>One\n two</p><p>Three<br>four</p>', 'One two\n\nThree\nfour'],
    ['divisions', '<div>a</div><div>b<div>c</div></div>d', 'a\nb\nc\nd'],
    ['headings', '<h1>Head</h1>text', 'Head\n\ntext'],
    ['lists', '<ul><li>a</li><li><p>b</p></li></ul><ol><li>x<li>y</ol>', '• a\n• b\n1. x\n2. y'],
    ['lists in lists', '<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>', '• a\n  1. b\n• c'],
    ['numbers that go on after a list inside', '<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>', '1. a\n  • b\n2. c'],
    ['quotations', '<p>a</p><blockquote>b<p>c</p></blockquote>d', 'a\n> b\n> \n> c\nd'],
    ['lists in quotations', '<blockquote><ul><li>a</li><li>b</li></ul></blockquote>', '> • a\n> • b'],
    ['preformatted text', '<pre>  a\n\n b </pre>', '  a\n\n b'],
    ['tables of values', '<table><tr><th>Item<th>Qty<tr><td>Pen<td>3</table>', 'Item  Qty\nPen   3'],
    ['tables that arrange a page', '<table><tr><td><h2>Big</h2></td><td>side</td></tr></table>', 'Big\n\nside'],
    ['pictures by their words', '<img src=x alt="Our logo"> <img src=x> <img src=x alt=px width=1>', '[Our logo]'],
    ['entities and blanks', 'a&nbsp;&lt;b&gt; &amp; \t\n c', 'a <b> & c'],
    ['nothing of scripts, styles and comments', '<style>x</style><script>x</script><!-- x --><title>x</title>a', 'a'],
    ['no hidden text', '<div style="display:none">x</div><p hidden>x</p><i style="visibility: hidden">x</i>a', 'a'],
    ['no preheader of filler', `<span style="font-size:0px">x</span>${'&#847;&zwnj;&nbsp;'.repeat(50)}a`, 'a'],
    ['text in tables whose own size is nothing', '<table style="font-size:0"><tr><td>a</td></tr></table>', 'a'],
    ['no text of almost no size', '<span style="font-size:1px">x</span><font style="font: 0/0 a">y</font>a', 'a'],
    ['the size that cells restore', '<div style="font-size:0"><span style="font-size:14px">a</span>x</div>', 'a'],
    ['no white on white', '<p style="color:#fff">x</p><td bgcolor=white><font color="#FEFEFE">y</font></td>a', 'a'],
    ['white on black', '<div style="background:#000"><p style="color:#fff">a</p></div>', 'a'],
    ['white on a picture', '<td background="x.png" style="color:#fff">a</td>', 'a'],
    ['no boxes without a size', '<div style="height:0;overflow:hidden">x</div><div style="max-height:0">a</div>', 'a'],
    [
      'nothing that is off the screen',
      '<p style="position:absolute;left:-9999px">x</p><p style="text-indent:-999em">y</p>a',
      'a',
    ],
    [
      'nothing that is clipped',
      '<p style="position:absolute;clip:rect(0 0 0 0)">x</p><p style="opacity:.01">y</p>a',
      'a',
    ],
    ['what only Outlook hides', '<a style="mso-hide:all">a</a>', 'a'],
    [
      'no text that a style sheet hides',
      '<style>/* x */ .pre, #y { display:none !important } @media print { .a { display:none } }</style><p class="b pre">x</p><p id=y>x</p><p class=a>a</p>',
      'a',
    ],
    ['text of a style of its own', '<style>.m{display:none}</style><p class=m style="display:block">a</p>', 'a'],
    ['line ends that count', '<div style="white-space:pre-wrap">a\n\nb\nc</div>', 'a\n\nb\nc'],
    [
      'paragraphs without a margin as lines',
      '<p class=MsoNormal>a</p><p class=MsoNormal>&nbsp;</p><p style="margin:0">b</p><p style="margin:0">c</p>',
      'a\n\nb\nc',
    ],
    ['blocks that a style makes', '<span style="display:block">a</span><span style="display:block">b</span>', 'a\nb'],
    ['numbers that begin elsewhere', '<ol start=4><li>a<li>b<li value=9>c</ol>', '4. a\n5. b\n9. c'],
    ['no pictures without a size', '<img alt=x style="width:1px;height:1px">a', 'a'],
    ['smileys', 'a <img alt="🎉"> <img alt="Logo">', 'a 🎉 [Logo]'],
    [
      'flags of regions',
      'a \u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}',
      'a \u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}',
    ],
    [
      'blocks in a link',
      '<a href="https://a.test/"><div>Well done!</div><h2>Shop</h2></a>b',
      'Well done!\nShop (a.test)\nb',
    ],
    ['a link that is never closed', '<a href="https://a.test/">a<ul><li>b</li></ul><p>c</p>', 'a\n• b\nc'],
    ['prose in fixed letters', '<pre wrap>a <a href="https://a.test/">a.test</a>\nb</pre>', 'a a.test\nb'],
    ['conditional comments', '<![if !supportLists]>a<![endif]>', 'a'],
  ])('shows %s', (_, html, expected) => {
    expect(seen(html)).toBe(expected)
  })

  test('keeps emphasis as style, and stars as stars', () => {
    expect(read('<b>a</b> *b* _c_ <i><code>d</code></i>').elements).toEqual([
      {
        type: 'rich_text_section',
        elements: [
          { type: 'text', text: 'a', style: { bold: true } },
          { type: 'text', text: ' *b* _c_ ' },
          { type: 'text', text: 'd', style: { italic: true, code: true } },
        ],
      },
    ])
  })

  test('collapses and counts what mail programs mark as quoted or signature', () => {
    const gmail =
      '<div>New</div><div class="gmail_quote"><div class="gmail_attr">On …:</div><blockquote>Old<blockquote>Older</blockquote></blockquote></div>'
    const cases: [string, number, boolean][] = [
      [gmail, 2, false],
      ['New<blockquote type="cite">Old</blockquote>', 1, false],
      ['New<div class="moz-cite-prefix">On …</div><blockquote type="cite">Old</blockquote>', 1, false],
      ['New<div class="gmail_signature">Sig</div>', 0, true],
      ['New<div id="appendonsend"></div><hr><div id="divRplyFwdMsg">From</div><div>Old</div>', 1, false],
      ['New<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p>From: x</p></div><p>Old</p>', 1, false],
      ['New<div class="yahoo_quoted">Old</div><div class="protonmail_quote">Old</div>', 2, false],
      ['New<div id="ms-outlook-mobile-signature">Sig</div>', 0, true],
      ['New<hr id="stopSpelling">Date: x<br>From: y<p>Old</p>', 1, false],
      ['New<div id="mail-editor-reference-message-container"><div>From: x</div>Old</div>', 1, false],
      ['New<div class="ydp12abyahoo_quoted" id="yahoo_quoted_12345678">Old</div>', 1, false],
      ['New<div name="quote" style="margin:10px">Von: x<br>Old</div>', 1, false],
      [
        'New<div class="zmail_extra_hr"></div><div class="zmail_extra">---- On x wrote ----<blockquote>Old</blockquote></div>',
        1,
        false,
      ],
      ['New<hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__">From: x</div>Old', 1, false],
      ['New<div class="x_gmail-m_123456protonmail_signature_block">Sig</div>', 0, true],
      [
        'New<div name="messageSignatureSection">Sig</div><div name="messageReplySection">On x:<blockquote>Old</blockquote></div>',
        1,
        true,
      ],
    ]
    for (const [html, quotedMails, signature] of cases) {
      expect(seen(html, true)).toBe('New')
      expect(htmlToRichText(html, { collapse: 'all' })).toMatchObject({ quotedMails, signature })
      expect(seen(html, false)).not.toBe('New')
    }
  })

  test.each(['<div class="protonmail_signature_block"><br></div>', '<div id="appendonsend"></div>'])(
    'counts no marks around nothing: %s',
    (html) => {
      const made = htmlToRichText(`New${html}`, { collapse: 'all' })
      expect(made).toMatchObject({ quotedMails: 0, signature: false })
    },
  )

  test('answers between the blocks of a quotation and below it are kept', () => {
    const html =
      '<div class="gmail_quote"><div class="gmail_attr">On …:</div><blockquote>One?</blockquote>First<br><blockquote class="gmail_quote">Two?</blockquote>Second</div>'
    expect(seen(html, true)).toBe('First\nSecond')
    expect(htmlToRichText(html, { collapse: 'all' }).quotedMails).toBe(2)
  })

  test('collapses nothing under names that no mail program uses', () => {
    expect(seen('<div class="constructor">New</div><div id="valueOf">text</div>', true)).toBe('New\ntext')
  })
})

describe('links', () => {
  test.each<[string, string, string[]]>([
    [
      '<a href="https://evil.test/x">https://bank.test/login</a>',
      'https://bank.test/login (evil.test)',
      ['https://evil.test/x'],
    ],
    ['<a href="https://a.test/x">our prices</a>', 'our prices (a.test)', ['https://a.test/x']],
    ['<a href="https://www.a.test/x">a.test</a>', 'a.test', ['https://www.a.test/x']],
    ['<a href="https://a.test/x">https://a.test/y</a>', 'https://a.test/y', ['https://a.test/x']],
    [
      '<a href="https://evil.test/">a.test and evil.test</a>',
      'a.test and evil.test (evil.test)',
      ['https://evil.test/'],
    ],
    [
      '<a href="https://pаypal.test/">paypal.test</a>',
      'paypal.test (xn--pypal-4ve.test)',
      ['https://xn--pypal-4ve.test/'],
    ],
    ['<a href="https://bank.test@evil.test/">bank.test</a>', 'bank.test', []],
    ['<a href="javascript:alert(1)">x</a><a href="data:text/html,y">y</a>', 'xy', []],
    ['<a href=" java\nscript:alert(1)">x</a>', 'x', []],
    ['<a href="slack://open">x</a><a href="/relative">y</a><a href="#top">z</a>', 'xyz', []],
    ['<a href="mailto:a@b.test?subject=s&amp;bcc=c@d.test">write</a>', 'write (a@b.test)', ['mailto:a@b.test']],
    ['<a href="tel:+49 30 1234">+49 30 1234</a>', '+49 30 1234', ['tel:+49301234']],
    ['<a href="https://a.test/"><img src=x></a>', 'a.test', ['https://a.test/']],
    ['<a href="https://a.test/"><img src=x alt="Shop"></a>', 'Shop (a.test)', ['https://a.test/']],
  ])('%s', (html, text, urls) => {
    const richText = read(html)
    expect(toPlainText(richText)).toBe(text)
    expect(links(richText)).toEqual(urls)
  })

  test.each<[string, string[]]>([
    ['see https://a.test/x, (http://b.test/y(z)).', ['https://a.test/x', 'http://b.test/y(z)']],
    ['javascript:alert(1) ftp://a.test https://', []],
    ['https://user:pass@a.test/', []],
    [`https://a.test/${'x'.repeat(3000)}`, []],
  ])('in text: %s', (text, urls) => {
    const richText = plainTextToRichText(text)
    expect(links(richText)).toEqual(urls)
    expect(toPlainText(richText)).toBe(text)
  })

  test('a host in foreign letters is shown in its real form', () => {
    expect(toPlainText(plainTextToRichText('https://pаypal.test/'))).toBe('https://xn--pypal-4ve.test/')
  })
})

test('plain text keeps its lines, and quoted lines become quotations', () => {
  expect(toPlainText(plainTextToRichText('a\r\n\r\n\r\n\r\nb\n> c\n> d\n\ne'))).toBe('a\n\nb\n> c\n> d\ne')
})

describe('HTML without end is read as far as it can be, and says that it was cut:', () => {
  const deep = ['<div>', '<b>', '<blockquote>', '<ul><li>', '<table><tr><td>'].map((tag): [string, string] => [
    tag,
    tag.repeat(33_000),
  ])
  test.each<[string, string]>([
    ...deep,
    ['closed', '<div>'.repeat(100_000) + '</div>'.repeat(100_000)],
    ['many breaks', '<br>'.repeat(100_000)],
    ['many paragraphs', '<p>x'.repeat(100_000)],
    ['a megabyte', 'x '.repeat(500_000)],
  ])('%s', (_, html) => {
    const { richText, isCut } = htmlToRichText(`<p>New</p>${html}`, { collapse: 'all' })
    expect(toPlainText(richText).slice(0, 3)).toBe('New')
    expect(isCut).toBe(true)
  })

  test.each<[string, string]>([
    ['300 levels', `${'<div>'.repeat(300)}<p>New</p>text${'</div>'.repeat(300)}`],
    ['hidden text in 300 levels', `${'<div>'.repeat(300)}<p>New</p><p hidden>x<b>y</b></p>text`],
    ['a picture in the source', `<p>New</p><img src="data:image/png;base64,${'A'.repeat(700_000)}">text`],
    ['a long style sheet', `<style>${'.x{color:red}'.repeat(50_000)}</style><p>New</p>text`],
    ['a head that is never closed', '<head><title>x</title><meta name=a><style>b{}</style><p>New</p>text'],
    ['a head that begins with text', '<head><title>x</title>New<p>text</p>'],
  ])('%s is no reason to cut', (_, html) => {
    const { richText, isCut } = htmlToRichText(html, { collapse: 'all' })
    expect(toPlainText(richText).split(/\n+/)).toEqual(['New', 'text'])
    expect(isCut).toBe(false)
  })

  test('the new text above 600 KB of quoted history is whole', () => {
    const quoted = `<blockquote type="cite">${'<p>Old words of an old mail.</p>'.repeat(20_000)}</blockquote>`
    expect(seen(`<p>New</p>${quoted}`, true)).toBe('New')
  })
})

test.each<[string, string]>([
  ['comments', '<!--'.repeat(100_000)],
  ['blanks', '&nbsp;'.repeat(40_000) + ' '.repeat(200_000)],
  ['addresses', 'http://a.b '.repeat(40_000)],
  ['brackets after an address', `http://a.b/${')'.repeat(500_000)}`],
  ['dots in a label', `<a href="http://x.y">${'a.'.repeat(200_000)}</a>`],
  ['marks', `a${'\u0301'.repeat(500_000)}`],
  ['attributes', `<a ${'x="" '.repeat(90_000)}>`],
  ['less-than signs', '<'.repeat(500_000)],
  ['alternating styles', '<b>x</b>y'.repeat(19_000)],
])('a large number of %s is read quickly', (_, html) => expect(read(html).type).toBe('rich_text'))

/** Large enough that quadratic parsing would exceed the test's timeout. */
test('brackets after addresses and lines in many pieces take linear time', () => {
  const address = `https://a.test/x${')'.repeat(1900)} `
  // The first 2,000 become links.
  expect(links(plainTextToRichText(address.repeat(20_000)))).toHaveLength(2000)
  const line = new RichTextWriter()
  for (let n = 0; n < 400_000; n++) {
    line.text('word ', {})
    line.newline()
  }
  expect(toPlainText(line.end())).toHaveLength(400_000 * 5 - 1)
})

const tag = fc.constantFrom(
  'p',
  'div',
  'b',
  'i',
  'a href="https://x.test/y"',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'table',
  'tr',
  'td',
  'h1',
  'code',
  'br',
  'img alt="pic"',
  'span hidden',
  'a href="javascript:x"',
)
const word = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '<!channel>',
    '<@U123>',
    '<!here|x>',
    '@everyone',
    ':tada:',
    '\u202Ereversed',
    'https://a.test/b',
    '&lt;!channel&gt;',
    '*b*',
  ),
)
const html: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    word,
    fc
      .tuple(tag, fc.array(tie('node'), { maxLength: 5 }))
      .map(([name, inner]) => `<${name}>${inner.join('')}</${name.split(' ')[0]}>`),
  ),
})).node

const ALLOWED = new Set([
  'rich_text',
  'rich_text_section',
  'rich_text_list',
  'rich_text_quote',
  'rich_text_preformatted',
  'text',
  'link',
])

function checkShape(node: object): void {
  for (const [name, value] of Object.entries(node)) {
    if (name === 'type') expect(ALLOWED).toContain(value)
    if (name === 'text') expect(value).not.toBe('')
    if (name === 'url') expect(value).toMatch(/^(?:https?|mailto|tel):/)
    if (name === 'elements') expect(value).not.toEqual([])
    if (typeof value === 'object' && value !== null) checkShape(value)
  }
}

test('any HTML gives pages within limits, without mentions, empty or hidden parts', () => {
  fc.assert(
    fc.property(html, fc.integer({ min: 20, max: 400 }), (source, size) => {
      for (const richText of [htmlToRichText(source, { collapse: 'all' })?.richText, plainTextToRichText(source)]) {
        if (!richText) continue
        for (const part of richText.elements) checkShape(part)
        expect(toPlainText(richText)).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B\uFEFF]/)
        const cutPages = splitIntoPages(richText, size)
        for (const page of cutPages) {
          for (const part of page.elements) checkShape(part)
          const inlines = page.elements.flatMap((part) =>
            part.type === 'rich_text_list' ? part.elements.flatMap((item) => item.elements) : part.elements,
          )
          expect(inlines.reduce((sum, inline) => sum + readInlineText(inline).length, 0)).toBeLessThanOrEqual(size)
        }
        const letters = (all: RichText[]) =>
          all
            .flatMap((one) => one.elements)
            .flatMap((part) =>
              part.type === 'rich_text_list' ? part.elements.flatMap((item) => item.elements) : part.elements,
            )
            .map(readInlineText)
            .join('')
            .replace(/\s/g, '')
        expect(letters(cutPages)).toBe(letters([richText]))
        const short = truncateRichText(richText, size)
        expect(short.isCut).toBe(cutPages.length > 1)
      }
    }),
    { numRuns: 300 },
  )
})

test('the result is valid Slack rich text', () => {
  const block: RichTextBlock = read('<p>a</p><ul><li>b</li></ul><blockquote>c</blockquote><pre>d</pre>')
  expect(block.type).toBe('rich_text')
})

test('a text is cut between words with a note, and links that do not fit become text', () => {
  expect(toPlainText(truncateRichText(plainTextToRichText('word '.repeat(100)), 50).richText)).toMatch(
    /^(?:word )+word…$/,
  )
  expect(truncateRichText(plainTextToRichText('short'), 50)).toEqual({
    richText: plainTextToRichText('short'),
    isCut: false,
  })
  const url = `https://a.test/${'x'.repeat(100)}`
  expect(toPlainText(truncateRichText(plainTextToRichText(url), 50).richText)).toBe(`${url.slice(0, 49)}…`)
})

test('link addresses count towards the size of a message', () => {
  const many = Array.from({ length: 20 }, (_, n) => `<a href="https://a.test/${'x'.repeat(1500)}${n}">l${n}</a>`)
  expect(splitIntoPages(read(many.join(' ')), 12_000).length).toBeGreaterThan(1)
})
