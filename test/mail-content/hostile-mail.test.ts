import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_READING_STEPS } from '../../src/mail-content/reading/html/html-reader.ts'
import { htmlToRichText } from '../../src/mail-content/reading/html/html-to-rich-text.ts'
import { excerptMail, paginateMail, previewMail, quoteMail } from '../../src/mail/records/mail/mail-preview.ts'
import { withReading } from '../../src/mail/records/mail/mail-reading.ts'
import type { Mail } from '../../src/mail/records/mail/mail.ts'
import { mailTextIn } from '../../src/mail/text/mail-text.ts'
import { buildMailCard } from '../../src/mail/cards/mail-card.ts'
import { buildMailModal } from '../../src/mail/desk/viewer/viewer-modals.ts'
import { fitToLimits } from '../../src/slack/blocks/block-builders.ts'
import { listErrors, validateMessageBlocks, validateView } from '../../sandbox/slack/blocks/validate-blocks.ts'
import { arbitraryText } from '../support/arbitrary-text.ts'
import { sampleMail } from '../mail/sample-mail.ts'

const text = mailTextIn('en')
const at = { thread: 'a'.repeat(24), mail: 'b'.repeat(24) }

/** Marks of mail programs, styles that hide, and what a hostile sender writes. */
const attributes = [
  'class=gmail_quote',
  'class="x_gmail_signature"',
  'id=divRplyFwdMsg',
  'id=appendonsend',
  'type=cite',
  'name=quote',
  'style="display:none"',
  'style="font-size:0"',
  'style="font-size:14px;color:#fff"',
  'style="border:none;border-top:solid #E1E1E1 1.0pt"',
  'style="white-space:pre-wrap;background:#000 url(x)"',
  'style="width:1px;overflow:hidden;opacity:0.01"',
  'hidden',
  'start=99 value=7',
  'href="https://evil.test/<!channel>" alt="<!here>"',
  'href="javascript:x" bgcolor=white',
  'href="https://bank.test@evil.test" class=a id=b',
]
const names =
  'div p span b a ul ol li table tr td blockquote pre h1 br hr img style head title script font center signature o:p form'.split(
    ' ',
  )
const pieces = [
  '<!channel>', '<@U123>', '<!subteam^S1>', '@everyone', '&lt;!here&gt;', '*b* _i_ `c`', 'https://a.test/?a=b&c|d',
  '\u202Etxt.exe', '---------- Forwarded message ---------', 'On Tue, 3 Nov 2026 at 10:04, A <a@b.test> wrote:', '> old',
  'From: A <a@b.test>', 'Sent: Tuesday', 'Subject: x', '-- ', 'Sent from my iPhone', '</div></p></b>', '<!--', '-->', '.a{display:none}',
] // prettier-ignore
const word = fc.oneof(arbitraryText({ maxLength: 40 }), fc.constantFrom(...pieces))
const open = fc
  .tuple(fc.constantFrom(...names), fc.constantFrom('', ...attributes))
  .map(([name, attribute]) => `<${name} ${attribute}>`)
const close = fc.constantFrom(...names).map((name) => `</${name}>`)
/** Markup of any kind, some repeated: tags need not match. */
const markup = fc
  .array(fc.tuple(fc.oneof(word, open, close), fc.constantFrom(1, 1, 1, 1, 3, 300)), { maxLength: 40 })
  .map((parts) => parts.map(([part, times]) => part.repeat(times)).join(''))
const mails: fc.Arbitrary<Mail> = fc
  .record({
    subject: fc.constantFrom('Hello', 'Re: x', 'Fwd: <!channel>'),
    html: markup,
    text: fc.option(
      fc.array(word, { maxLength: 12 }).map((lines) => lines.join('\n')),
      { nil: undefined },
    ),
    badges: fc.constantFrom<Mail['badges']>([], ['look_alike', 'external']),
  })
  .map(({ text: body, ...mail }) => ({ ...sampleMail, ...mail, ...(body !== undefined && { text: body }) }))

const PING = /"type":"(?:user|usergroup|channel|broadcast|image|emoji)"|"type":"mrkdwn","text":"[^"]*<[!@#](?!date)/

test('no mail makes a card that Slack refuses, calls anybody, or takes long to read', () => {
  fc.assert(
    fc.property(mails, (mail) => {
      const read = withReading(mail)
      const card = fitToLimits(buildMailCard({ text, mail: read, preview: previewMail(read), at }))
      expect(listErrors(validateMessageBlocks(card.blocks))).toEqual([])
      expect(card.text).not.toMatch(/<[!@#]/)
      const modal = buildMailModal({ text, mail: read, at, page: 0, ...paginateMail(read) })
      expect(listErrors(validateView(modal))).toEqual([])
      expect(JSON.stringify([card, modal])).not.toMatch(PING)
      expect(previewMail(read)).toEqual(previewMail(withReading(mail)))
      expect(excerptMail(read, 200).length).toBeLessThanOrEqual(200)
      expect(quoteMail(read, 600).text.length).toBeLessThanOrEqual(601)
      for (const collapse of ['all', 'nothing'] as const)
        expect(htmlToRichText(mail.html ?? '', { collapse }).steps).toBeLessThanOrEqual(MAX_READING_STEPS * 1.2)
    }),
    { numRuns: 150 },
  )
})

/** Shapes that take forever for a reader that scans anything repeatedly. */
test.each<[string, string]>([
  ['links', '<a href="https://a.test/x"><b>x</b></a> '.repeat(9_000)],
  ['links that are never closed', '<a href="https://a.test/x">x'.repeat(9_000)],
  [
    'quotations in containers',
    `${'<div class=gmail_quote>x'.repeat(190)}${'<blockquote>y</blockquote>'.repeat(10_000)}`,
  ],
  ['empty paragraphs far down', `${'<div>'.repeat(190)}${'<p></p>'.repeat(15_000)}`],
  [
    'tables in tables',
    `${'<table><tr><td>'.repeat(100)}${'<table><tr><td>a<td>b<tr><td>c<td>d</table>'.repeat(2_000)}`,
  ],
  ['signatures in signatures', `${'<div class=signature>x'.repeat(190)}${'<p>y</p>'.repeat(15_000)}`],
  ['rules for one class', `<style>${'.c{color:red}'.repeat(5_000)}</style>${'<p class="c d">x</p>'.repeat(15_000)}`],
])('a mail of %s is read in a bounded number of steps', (_, html) => {
  const { steps, richText } = htmlToRichText(`<p>New</p>${html}`, { collapse: 'all' })
  expect(steps).toBeLessThanOrEqual(MAX_READING_STEPS)
  expect(JSON.stringify(richText)).toContain('New')
})
