import { expect, test } from 'vitest'
import { writeInertHtml } from '../../src/mail-content/reading/html/inert-html.ts'
import { extractNewContent } from '../../src/mail-content/reading/new-content.ts'
import { buildQuotation } from '../../src/mail/outbound/send/quotation.ts'
import { joinBodies } from '../../src/mail/records/replies/reply-content.ts'
import type { Mail } from '../../src/mail/records/mail/mail.ts'
import { sampleMail } from '../mail/sample-mail.ts'

const words = {
  introduction: 'On Mon, 23 Nov 2026 at 10:02, Ana Ruiz <ana@customer.test> wrote:',
  leftOut: '[The rest is left out.]',
}
const quote = (body: Partial<Mail>) => buildQuotation({ ...sampleMail, ...body }, words) ?? { text: '', html: '' }
const inert = (html: string, { maxChars = 10_000, hasLinks = true } = {}) =>
  writeInertHtml(html, { maxChars, hasLinks })

test('a mail is quoted as mail programs do', () => {
  expect(quote({ text: '\n  Hello <you>,\n\n> earlier\n>> first\n-- \nAna\n', html: undefined })).toEqual({
    text: `${words.introduction}\n>   Hello <you>,\n>\n>> earlier\n>>> first\n> --\n> Ana`,
    html:
      '<div class="moz-cite-prefix">On Mon, 23 Nov 2026 at 10:02, Ana Ruiz &lt;ana@customer.test&gt; wrote:</div>\n' +
      '<blockquote type="cite" style="margin:0 0 0 0.8ex;border-left:1px solid #ccc;padding-left:1ex">\n' +
      '&nbsp; Hello &lt;you&gt;,<br>\n<br>\n&gt; earlier<br>\n&gt;&gt; first<br>\n-- <br>\nAna\n</blockquote>',
  })
  expect(
    buildQuotation({ ...sampleMail, text: ' \n', html: '<img src="https://a.test/x.png">' }, words),
  ).toBeUndefined()
  expect(quote({ text: 'שלום', html: '<p dir="RTL">שלום</p>' }).html).toMatch(/ dir="auto">\n<p dir="rtl">שלום<\/p>/)
})

test.each<[string, string, string]>([
  [
    'scripts and styles',
    '<style>p{color:red}</style><script>alert(1)</script><p onclick="x()" style="x">a</p>',
    '<p>a</p>',
  ],
  ['pictures and trackers', '<p>a<img src="https://t.test/1.gif" width=1 height=1><img src="cid:x"></p>', '<p>a</p>'],
  ['what a picture says', '<img src="https://a.test/logo.png" alt="Our &lt;b&gt; logo">', '[Our &lt;b&gt; logo]'],
  ['forms', '<form action="https://evil.test"><input value="x"><button>Go</button></form>', '<div>Go</div>'],
  ['frames and objects', '<iframe src="https://e.test"></iframe><object data="x">o</object><svg><p>s</p></svg>b', 'ob'],
  ['links that run', '<a href="javascript:alert(1)">a</a><a href="data:text/html,x">b</a>', 'ab'],
  [
    'links that lead on',
    '<a href="https://t.test/c?u=1&v=%22" target=_top>a</a>',
    '<a href="https://t.test/c?u=1&amp;v=%22">a</a>',
  ],
  ['what is hidden', '<div style="display:none">secret</div><p>a<span style="font-size:0">b</span></p>', '<p>a</p>'],
  ['what a sheet hides', '<style>.p{display:none}</style><div class="p">preheader</div>a', 'a'],
  ['text as text', '<p>&lt;script&gt;&amp;lt;</p>', '<p>&lt;script&gt;&amp;lt;</p>'],
  [
    'structure',
    '<html><head><title>t</title></head><body><h1>T</h1><ol start="3" type=x><li value=4>a</ol><hr></body></html>',
    '<h1>T</h1><ol start="3"><li value="4">a</li></ol><hr>',
  ],
  [
    'tables',
    '<table width=600><tr><td colspan=2 bgcolor=red>a</td><td></td><td colspan=900>b</table>',
    '<table><tr><td colspan="2">a</td><td></td><td>b</td></tr></table>',
  ],
  ['code', '<pre>a\n  b</pre><div style="white-space:pre-wrap">c\nd</div>', '<pre>a\n  b</pre><div>c<br>\nd</div>'],
  [
    'earlier quotations',
    '<div class="gmail_quote">On x wrote:<blockquote class="gmail_quote">q</blockquote></div>',
    '<div>On x wrote:<blockquote type="cite">q</blockquote></div>',
  ],
  ['letters that reorder', '<p>a\u202Eb\u2066c</p>', '<p>abc</p>'],
  ['tags that never end', '<p><b>a<div title="</blockquote></div>">b', '<p><b>a<div>b</div></b></p>'],
])('of %s only what is safe is quoted', (_, source, expected) => {
  expect(inert(source).html).toBe(expected)
})

test('a hostile mail adds no markup of its own', () => {
  const hostile =
    "</blockquote><script>x</script><img src=x onerror=y><a href='https://a.test/\"><img src=x>'>l</a><![CDATA[<b>]]><!--<i>-->"
  const { html } = quote({ text: 'x', html: hostile })
  expect(html).not.toMatch(/<(?:script|img|i>)|onerror|<\/blockquote>.*<\/blockquote>/s)
  expect(inert('<a href="https://a.test">a</a>', { hasLinks: false }).html).toBe('a')
})

test('a very long mail is cut, and says so', () => {
  const line = 'All work and no play makes Jack a dull boy.\n'
  const { text, html } = quote({ text: line.repeat(9_000), html: `<p>${line}</p>`.repeat(9_000) })
  expect(text.length).toBeLessThan(70_000)
  expect(text.endsWith(`>\n> ${words.leftOut}`)).toBe(true)
  expect(html.length).toBeLessThan(180_000)
  expect(html).toContain(`<p>${words.leftOut}</p>\n</blockquote>`)
  expect(inert('<b>'.repeat(50_000)).html.length).toBeLessThan(20_000)
  expect(inert('<p></p>'.repeat(50_000)).html).toBe('')
})

test.each([
  ['text', { html: undefined }],
  ['HTML', {}],
])('the reader folds what we quote, in %s', (_, only) => {
  const quoted = quote({ text: 'Where is my order?\n\n> Thank you.', html: '<p>Where is my order?</p><p>Ana</p>' })
  const signature = { text: '-- \nMaria\nAcme', html: '<div class="moz-signature">-- <br>\nMaria<br>\nAcme</div>' }
  const ours = joinBodies({ text: 'It left today.', html: '<p>It left today.</p>', signature, quoted })
  const read = (body: { text: string; html?: string | undefined }) =>
    extractNewContent({ subject: 'Order', senderName: 'Maria', ...body })
  const left = read({ ...ours, ...only })
  expect(left.plainText.trim()).toBe('It left today.')
  expect(left.collapsed).toMatchObject({ signature: true })
  const answer = {
    text: `Thanks!\n\nOn Mon, 23 Nov 2026 at 11:00, Support <support@acme.test> wrote:\n${ours.text.replace(/^/gm, '> ')}`,
    html: `<div>Thanks!</div><br><div class="gmail_quote"><div class="gmail_attr">On Mon, 23 Nov 2026 at 11:00, Support &lt;support@acme.test&gt; wrote:<br></div><blockquote class="gmail_quote">${ours.html}</blockquote></div>`,
  }
  expect(read({ ...answer, ...only }).plainText.trim()).toBe('Thanks!')
})
