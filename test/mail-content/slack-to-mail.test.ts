import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeText, findMentions } from '../../src/slack/blocks/decode-text.ts'
import { slackToMail } from '../../src/mail-content/writing/slack-to-mail.ts'

const names = new Map([
  ['U1', 'Maria'],
  ['C1', 'launch'],
])
const section = (...elements: object[]) => ({ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] })
const text = (words: string, style?: object) => ({ type: 'text', text: words, ...(style && { style }) })

describe('rich text as mail', () => {
  test.each<[string, object, string, string]>([
    ['words', section(text('Hello')), 'Hello', '<p>Hello</p>'],
    ['paragraphs', section(text('a\nb\n\nc')), 'a\nb\n\nc', '<p>a<br>\nb</p>\n<p>c</p>'],
    [
      'emphasis over paragraphs',
      section(text('a\n\nb', { bold: true })),
      'a\n\nb',
      '<p><strong>a</strong></p>\n<p><strong>b</strong></p>',
    ],
    [
      'all emphasis',
      section(text('x', { bold: true, italic: true, underline: true, strike: true, code: true })),
      'x',
      '<p><strong><em><u><s><code>x</code></s></u></em></strong></p>',
    ],
    ['markup as text', section(text('<b>&"\'')), '<b>&"\'', '<p>&lt;b&gt;&amp;&quot;&#39;</p>'],
    [
      'a link',
      section({ type: 'link', url: 'https://a.test/?a=1&b=2', text: 'here' }),
      'here (https://a.test/?a=1&b=2)',
      '<p><a href="https://a.test/?a=1&amp;b=2">here</a></p>',
    ],
    [
      'a bare link',
      section({ type: 'link', url: 'https://a.test/' }),
      'https://a.test/',
      '<p><a href="https://a.test/">https://a.test/</a></p>',
    ],
    [
      'a link to a script',
      section({ type: 'link', url: 'javascript:alert(1)', text: 'x' }),
      'x (javascript:alert(1))',
      '<p>x</p>',
    ],
    ['a person', section({ type: 'user', user_id: 'U1' }), '@Maria', '<p>@Maria</p>'],
    ['an unknown person', section({ type: 'user', user_id: 'U9' }), '@someone', '<p>@someone</p>'],
    [
      'a channel, an unknown one and a group',
      section({ type: 'channel', channel_id: 'C1' }, text(' '), { type: 'channel', channel_id: 'C9' }, text(' '), {
        type: 'usergroup',
        usergroup_id: 'S1',
      }),
      '#launch #channel @group',
      '<p>#launch #channel @group</p>',
    ],
    ['a date', section({ type: 'date', timestamp: 0 }), '1970-01-01T00:00:00.000Z', '<p>1970-01-01T00:00:00.000Z</p>'],
    [
      'a date that no calendar has',
      section({ type: 'date', timestamp: 1e300 }, text(' '), { type: 'date', timestamp: 8.64e12 + 1 }, text(' '), {
        type: 'date',
        timestamp: -1e17,
        fallback: 'in March',
      }),
      'date date in March',
      '<p>date date in March</p>',
    ],
    ['everyone', section({ type: 'broadcast', range: 'here' }), '@here', '<p>@here</p>'],
    [
      'emoji',
      section({ type: 'emoji', name: 'wave', unicode: '1f44b-1f3fd' }, { type: 'emoji', name: 'acme' }),
      '👋🏽:acme:',
      '<p>👋🏽:acme:</p>',
    ],
    ['what is not known', section({ type: 'hologram', text: 'x' }, text('y')), 'xy', '<p>xy</p>'],
  ])('%s', (_, value, expected, html) => expect(slackToMail(value, names)).toEqual({ text: expected, html }))

  test('lists, quotations and code', () => {
    const item = (words: string) => ({ type: 'rich_text_section', elements: [text(words)] })
    const value = {
      type: 'rich_text',
      elements: [
        { type: 'rich_text_section', elements: [text('Look:\n')] },
        { type: 'rich_text_list', style: 'bullet', elements: [item('a'), item('b')] },
        { type: 'rich_text_list', style: 'ordered', indent: 1, offset: 2, elements: [item('c')] },
        { type: 'rich_text_quote', elements: [text('q\nr')] },
        { type: 'rich_text_preformatted', elements: [text('x <\n  y')] },
      ],
    }
    expect(slackToMail(value, names)).toEqual({
      text: 'Look:\n- a\n- b\n  3. c\n> q\n> r\nx <\n  y',
      html:
        '<p>Look:</p>\n<ul>\n<li>a</li>\n<li>b\n<ol start="3">\n<li>c</li>\n</ol></li>\n</ul>\n' +
        '<blockquote>q<br>\nr</blockquote>\n<pre>x &lt;\n  y</pre>',
    })
  })

  test('numbers go on after a deeper level, and a list in a quotation stays there', () => {
    const list = (style: string, indent: number, words: string, more = {}) => ({
      type: 'rich_text_list',
      style,
      indent,
      elements: [{ type: 'rich_text_section', elements: [text(words)] }],
      ...more,
    })
    const value = {
      type: 'rich_text',
      elements: [
        list('ordered', 0, 'a'),
        list('bullet', 1, 'b'),
        list('bullet', 3, 'c'),
        list('ordered', 0, 'd'),
        list('bullet', 0, 'e'),
        list('bullet', 0, 'f', { border: 1 }),
      ],
    }
    expect(slackToMail(value, names)).toEqual({
      text: '1. a\n  - b\n      - c\n2. d\n- e\n> - f',
      html:
        '<ol>\n<li>a\n<ul>\n<li>b\n<ul style="margin-left: 2em">\n<li>c</li>\n</ul></li>\n</ul></li>\n<li>d</li>\n</ol>\n' +
        '<ul>\n<li>e</li>\n</ul>\n<blockquote><ul>\n<li>f</li>\n</ul></blockquote>',
    })
  })

  const code = (words: string) => ({
    type: 'rich_text',
    elements: [{ type: 'rich_text_preformatted', elements: [text(words)] }],
  })
  test.each<[string, object, string, string]>([
    ['the indentation of a code block', code('\n  if x:\n\ty\n'), '  if x:\n\ty', '<pre>\n  if x:\n\ty</pre>'],
    [
      'blanks and tabs',
      section(text(' a   b\n  c\td '), text(' e f', { bold: true })),
      ' a   b\n  c\td  e f',
      '<p>&nbsp;a&nbsp;&nbsp; b<br>\n&nbsp; c&nbsp;&nbsp;&nbsp;&nbsp;d <strong>&nbsp;e f</strong></p>',
    ],
    [
      'text from right to left',
      section(text('שלום\n\nHello')),
      'שלום\n\nHello',
      '<p dir="auto">שלום</p>\n<p>Hello</p>',
    ],
  ])('%s stays', (_, value, expected, html) => expect(slackToMail(value, names)).toEqual({ text: expected, html }))

  test('text that looks like an entity stays as typed', () => {
    expect(slackToMail(section(text('a &amp;lt; b')), names).text).toBe('a &amp;lt; b')
  })

  test.each([[undefined], [null], ['x'], [{}], [{ type: 'rich_text', elements: 'x' }], [section(text('  '))]])(
    'nothing comes of %j',
    (value) => expect(slackToMail(value, names).text).toBe(''),
  )

  test('only our own tags are written', () => {
    const words = fc.oneof(fc.string(), fc.constantFrom('<script>', '"><img onerror=x>', '</p>', '&lt;b&gt;'))
    const inline = fc.oneof(
      words.map((one) => text(one, { bold: true })),
      fc.tuple(words, words).map(([url, one]) => ({ type: 'link', url: `https://a.test/${url}`, text: one })),
    )
    fc.assert(
      fc.property(fc.array(inline), (elements) => {
        const { html } = slackToMail(section(...elements), names)
        expect(html.replace(/<\/?(?:p|strong)>|<br>|<a href="https:[^"<>]*">|<\/a>/g, '')).not.toMatch(/[<>]/)
      }),
    )
  })
})

test.each([
  ['a &lt;b&gt; &amp;amp; c', 'a <b> &amp; c'],
  ['<@U1> and <@U9> and <@U8|bob>', '@Maria and @U9 and @bob'],
  ['<#C1> <#C9|old-name> <!subteam^S1> <!subteam^S9|@support-leads>', '#launch #old-name @group @support-leads'],
  ['<!here> <!channel|channel> <!date^1767607200^{date}|5 January>', '@here @channel 5 January'],
  ['<https://a.test/?a=1&amp;b=2>', 'https://a.test/?a=1&b=2'],
  ['<https://a.test/|the page>', 'the page (https://a.test/)'],
  ['<http://a.test|a.test>', 'http://a.test'],
  ['<mailto:a@b.test|a@b.test>', 'a@b.test'],
  ['1 &lt; 2', '1 < 2'],
])('message text %s reads as %s', (escaped, expected) => expect(decodeText(escaped, names)).toBe(expected))

test('ids that need a name are found in text and blocks', () => {
  const blocks = [section({ type: 'user', user_id: 'U2' }, { type: 'usergroup', usergroup_id: 'S2' })]
  expect(findMentions('<@U1> <#C1|x> <!subteam^S1> <!here> <https://U9>', blocks)).toEqual({
    users: ['U1', 'U2'],
    channels: ['C1'],
  })
})
