import { describe, expect, test } from 'vitest'
import { extractNewContent, extractFullContent } from '../../src/mail-content/reading/new-content.ts'
import { isIntroduction } from '../../src/mail-content/reading/quotations/introductions.ts'
import { splitNewText } from '../../src/mail-content/reading/quotations/quoted-text.ts'
import { toPlainText } from '../../src/mail-content/reading/rich-text.ts'

const below = 'Hello,\nold text\n'
const marked = '> Hello,\n> old text\n'

describe('finds the new text above a quotation of', () => {
  test.each<[string, string]>([
    ['Gmail in English', `On Tue, Nov 3, 2026 at 10:00 AM Ana Lee <ana@a.test> wrote:\n\n${marked}`],
    ['Gmail, broken over lines', `On Tue, Nov 3, 2026 at 10:00 AM Ana Lee <\nana@a.test> wrote:\n\n${marked}`],
    ['Gmail in German', `Am Di., 3. Nov. 2026 um 10:00 Uhr schrieb Ana Lee <ana@a.test>:\n\n${marked}`],
    ['Gmail in French', `Le mar. 3 nov. 2026 à 10:00, Ana Lee <ana@a.test> a écrit :\n\n${marked}`],
    ['Gmail in Spanish', `El mar, 3 nov 2026 a las 10:00, Ana Lee (<ana@a.test>) escribió:\n\n${marked}`],
    ['Gmail in Portuguese', `Em ter., 3 de nov. de 2026 às 10:00, Ana Lee <ana@a.test> escreveu:\n\n${marked}`],
    ['Gmail in Chinese', `Ana Lee <ana@a.test> 于2026年11月3日周二 10:00写道：\n\n${marked}`],
    ['Gmail in Japanese', `2026年11月3日(火) 10:00 Ana Lee <ana@a.test>:\n\n${marked}`],
    ['Gmail in Italian', `Il giorno mar 3 nov 2026 alle ore 10:00 Ana Lee <ana@a.test> ha scritto:\n\n${marked}`],
    ['Gmail in Dutch', `Op di 3 nov 2026 om 10:00 schreef Ana Lee <ana@a.test>:\n\n${marked}`],
    ['Apple Mail', `> On 3. Nov 2026, at 10:00, Ana Lee <ana@a.test> wrote:\n> \n${marked}`],
    ['Apple Mail in German', `Am 03.11.2026 um 10:00 schrieb Ana Lee <ana@a.test>:\n\n${marked}`],
    ['Thunderbird', `On 11/3/26 10:00, Ana Lee wrote:\n${marked}`],
    [
      'Outlook in English',
      `From: Ana Lee <ana@a.test>\nSent: Tuesday, 3 November 2026 10:00\nTo: Bob\nSubject: Re: x\n\n${below}`,
    ],
    [
      'Outlook without addresses',
      `________________________________\nFrom: Ana Lee\nSent: Tuesday\nTo: Bob\nSubject: x\n\n${below}`,
    ],
    [
      'Outlook in German',
      `Von: Ana Lee <ana@a.test>\nGesendet: Dienstag, 3. November 2026 10:00\nAn: Bob\nBetreff: AW: x\n\n${below}`,
    ],
    [
      'Outlook in French',
      `De : Ana Lee <ana@a.test>\nEnvoyé : mardi 3 novembre 2026 10:00\nÀ : Bob\nObjet : x\n\n${below}`,
    ],
    ['Outlook in Spanish', `De: Ana Lee <ana@a.test>\nEnviado el: martes\nPara: Bob\nAsunto: x\n\n${below}`],
    [
      'Outlook in Chinese',
      `发件人: Ana Lee <ana@a.test>\n发送时间: 2026年11月3日 10:00\n收件人: Bob\n主题: x\n\n${below}`,
    ],
    [
      'Foxmail',
      `------------------ 原始邮件 ------------------\n发件人: "Ana Lee" <ana@a.test>;\n发送时间: 2026年11月3日(星期二) 10:00\n\n${below}`,
    ],
    ['an old Outlook', `-----Original Message-----\n${below}`],
    ['an old Outlook in German', `-----Ursprüngliche Nachricht-----\n${below}`],
    ['someone without marks', `On 3 Nov 2026, at 10:00, Ana Lee <ana@a.test> wrote:\n\n${below}`],
    ['an inline image reply', `[image: x.png]\nOn 2026-11-03 10:00, ana@a.test wrote:\n${marked}`],
  ])('%s', (_, quoted) => {
    for (const end of ['\n', '\r\n']) {
      const text = `Thanks, that helps.\n\nOne more thing: when?\n\n${quoted}`.replaceAll('\n', end)
      const { newText, collapsed } = splitNewText(text)
      expect(newText.replace('\n\n[image: x.png]', '')).toBe('Thanks, that helps.\n\nOne more thing: when?')
      expect(collapsed).toEqual({ quotedMails: 1, signature: false })
    }
  })
})

describe('leaves alone', () => {
  test.each([
    'From: Berlin\nTo: Paris\nI need a ticket',
    'My manager wrote:\nplease send the invoice',
    'She said on Tuesday that she wrote: a novel.',
    'Steps:\n1. open\n2. close\n\nOn 3 November we go live.',
    'Subject: the report\nDate: tomorrow',
    '--- a/file\n+++ b/file\n@@ -1 +1 @@',
    'Cheers to everyone who helped, regards matter.',
  ])('%j', (text) => {
    expect(splitNewText(text)).toEqual({ newText: text, collapsed: { quotedMails: 0, signature: false } })
  })
})

test('replies between quoted lines are kept', () => {
  const text = 'On 3 Nov 2026, Ana <ana@a.test> wrote:\n> First question?\nYes.\n> Second question?\nNo.'
  expect(splitNewText(text)).toEqual({ newText: 'Yes.\n\nNo.', collapsed: { quotedMails: 1, signature: false } })
})

test('mails quoted in quoted mails are counted', () => {
  const text = `New\n\nOn 3 Nov 2026, Ana <ana@a.test> wrote:\n> Old\n> On 2 Nov 2026, Bob <bob@b.test> wrote:\n>> Older\n>>> Oldest`
  expect(splitNewText(text).collapsed.quotedMails).toBe(3)
})

test.each([
  ['-- \nAna Lee\nAcme Ltd.'],
  ['Best regards,\nAna Lee\n+49 30 1234'],
  ['Mit freundlichen Grüßen\n\nAna Lee'],
  ['Cordialement,\nAna'],
  ['Sent from my iPhone'],
  ['发自我的iPhone'],
])('collapses the signature %j', (signature) => {
  const collapsed = { quotedMails: 0, signature: true }
  expect(splitNewText(`The text.\n\n${signature}\n`)).toEqual({ newText: 'The text.', collapsed })
  const quoted = splitNewText(`The text.\n\n${signature}\n\nOn 3 Nov 2026, Ana <a@a.test> wrote:\n${marked}`)
  expect(quoted).toEqual({ newText: 'The text.', collapsed: { quotedMails: 1, signature: true } })
})

test('a mail that is only a quotation is shown unchanged', () => {
  expect(splitNewText(marked)).toEqual({ newText: marked.trim(), collapsed: { quotedMails: 0, signature: false } })
  expect(splitNewText('').newText).toBe('')
})

/** Inputs that cost a parser of regular expressions minutes: what must hold is that they all come back whole, or nearly. */
test.each<[string, string]>([
  ['blank lines and a header', '\n'.repeat(60_000) + 'From:' + ' '.repeat(60_000)],
  ['beginnings of attributions', 'On Am Le El Op '.repeat(8_000)],
  ['verbs', 'x skrev schreef wrote \n'.repeat(5_000)],
  ['broken attributions', 'Op a 10:00\nschreef b\n'.repeat(6_000)],
  ['brackets', '<@'.repeat(60_000)],
  ['short lines of brackets', `${'<a@'.repeat(120)}:\n`.repeat(300)],
  ['quotation marks', '>'.repeat(120_000)],
  ['quoted lines', '> x\n'.repeat(30_000)],
  ['header blocks', 'From: x\nSent: y\n'.repeat(8_000)],
  ['heads without a sender', 'Sent: Tuesday, 3 November 2026 10:00\nTo: a@a.test\n\n'.repeat(2_000)],
  ['lines with initials', 'AB> We meet at nine on Monday.\nCD> x\n'.repeat(3_000)],
  ['cited lines', 'x\n> y\n'.repeat(10_000)],
  ['openings within a line', `x\n${'a On M '.repeat(60)}:\n> y\n`.repeat(200)],
  ['addresses that never end', 'On Tue, 3 Nov 2026 at 10:00, A <\nmailto:a@a.test\n'.repeat(2_000)],
  ['names that wrote', 'x\n\nAna Lee <ana@a.test> wrote\n\n2026/11/03 Ana Lee <ana@a.test>\n'.repeat(1_200)],
  ['dashes below a separator', `-----Original Message-----\n${'-'.repeat(99_000)}x`],
])('reads a large number of %s quickly', (_, text) =>
  expect(splitNewText(text, { subject: 'Re: x' }).newText.length).toBeLessThanOrEqual(text.length),
)

test('an endless line of dashes introduces no quotation', () => {
  expect(isIntroduction(`${'-'.repeat(2_000_000)}x`, { isMarked: true })).toBe(false)
})

describe('shows of a mail', () => {
  const html = '<p>See <a href="https://a.test/x">this</a></p><div class="gmail_quote">Old</div>'

  test('the HTML form, without what its program marked as quoted', () => {
    const shown = extractNewContent({ html, text: `See this\n\nOn 3 Nov 2026, A <a@a.test> wrote:\n${marked}` })
    expect(shown).toMatchObject({ plainText: 'See this (a.test)', collapsed: { quotedMails: 1 }, isCut: false })
    expect(toPlainText(extractFullContent({ html }).richText)).toBe('See this (a.test)\n\nOld')
  })

  test('the part that the service extracted', () => {
    expect(extractNewContent({ text: 'New\n\n> Old', extracted_text: 'New\n\nPS: more' }).plainText).toBe(
      'New\n\nPS: more',
    )
    expect(extractNewContent({ text: 'New\n\nand more', extracted_text: 'New' }).plainText).toBe('New\n\nand more')
    expect(
      extractNewContent({ html: '<p>New</p><p>Old words of another mail</p>'.padEnd(900, ' x'), extracted_text: 'New' })
        .plainText,
    ).toBe('New')
    expect(
      extractNewContent({ html: '<p>New <b>part</b> and old</p>', extracted_html: '<p>New <b>part</b></p>' }).plainText,
    ).toBe('New part')
    expect(extractNewContent({ html, extracted_text: 'See this' }).plainText).toBe('See this (a.test)')
  })

  test('HTML from programs that mark nothing, cut where its text ends', () => {
    const outlook = `<p>New</p><p>Sent from my phone</p><p>From: Ana &lt;ana@a.test&gt;<br>Sent: Tuesday<br>To: Bob<br>Subject: x</p><p>Old</p>`
    expect(extractNewContent({ html: outlook })).toMatchObject({
      plainText: 'New',
      collapsed: { quotedMails: 1, signature: true },
    })
  })

  test('everything, when nothing would be left', () => {
    expect(extractNewContent({ html: '<div class="gmail_quote">Forwarded</div>' }).plainText).toBe('Forwarded')
  })

  test('the text, when the HTML has none as far as it is read', () => {
    const deep = '<div>'.repeat(40_000)
    expect(extractNewContent({ html: deep, text: 'Text' })).toMatchObject({ plainText: 'Text', isCut: false })
    expect(extractNewContent({ html: deep })).toMatchObject({ plainText: '', isCut: true })
    expect(extractFullContent({ html: deep })).toMatchObject({ plainText: '', isCut: true })
  })

  test('HTML without marks, cut at the words at which the text begins to quote', () => {
    const html = '<div>Yes, please.</div><div>When would you like it to arrive?</div><div>Tom</div>'
    const text = 'Yes, please.\n\n> When would you like it to arrive?\n> Tom'
    expect(extractNewContent({ html, text })).toMatchObject({
      plainText: 'Yes, please.',
      collapsed: { quotedMails: 1 },
    })
  })

  test('the text, where it marks what is quoted and the HTML hides answers in its quotation', () => {
    const html = '<p>Hello</p><blockquote type="cite">When?<div>On Tuesday at noon</div>Where?</blockquote>'
    const text = 'Hello\n\n> When?\n\nOn Tuesday at noon\n\n> Where?'
    expect(extractNewContent({ html, text }).plainText).toMatch(/^Hello\s+On Tuesday at noon$/)
  })

  test('a quotation of the writer’s own, which nothing introduces', () => {
    const html = '<p>As the poet says</p><blockquote>All is well that ends well.</blockquote>'
    expect(extractNewContent({ html }).plainText).toContain('> All is well')
  })

  test.each<[string, string, string]>([
    [
      'answers between blocks that are marked, below an introduction that is not',
      '<div>On Tue, 2026-11-03 at 10:04 +0100, Tom wrote:</div><blockquote type="cite">When?</blockquote><div>On Friday.</div><blockquote type="cite">Where?</blockquote><div>In the office.</div>',
      'On Friday.\nIn the office.',
    ],
    [
      'a quotation without a mark below a marked introduction',
      '<p>Both.</p><p id="reply-intro">Tom, 10:04:</p><blockquote>One or two?</blockquote><p>Thanks!</p>',
      'Both.\nThanks!',
    ],
    [
      'a form with a line above it',
      '<p>New</p><div style="border-top:1px solid #ccc"><p>Name: Ana</p><p>Phone: 1</p><p>Order: 2</p></div><p>Thanks</p>',
      'New\n\nName: Ana\n\nPhone: 1\n\nOrder: 2\n\nThanks',
    ],
    [
      'what is called a signature in the middle of a mail',
      '<p>New</p><div class="signature">Signed by Ana.</div><p>It is valid from today.</p>',
      'New\n\nSigned by Ana.\n\nIt is valid from today.',
    ],
    [
      'what a style sheet hides on some screens only',
      '<style>.wide{display:none}@media (min-width:600px){.wide{display:block!important}}</style><p class=wide>New</p>',
      'New',
    ],
    [
      'white text on a background that is not known',
      '<style>.page td{background:#000}</style><table class=page bgcolor=white><tr><td style="color:#fff">New</td></tr></table>',
      'New',
    ],
    [
      'a header that is marked, with the text below it unmarked',
      'New<br><br>&gt; Message du 03/11/26 10:04<br>&gt; De : "Acme" &lt;help@acme.test&gt;<br>&gt; A : jean@orange.test<br>&gt; Objet : x<br>&gt; <div>Old</div>',
      'New',
    ],
    [
      'the whole quotation, if the text says that there are answers in it',
      '<p>Hi, see my answers in blue below.</p><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p>From: Tom</p></div><p>When?</p><p style="color:blue">On Friday.</p>',
      'Hi, see my answers in blue below.\n\nWhen?\n\nOn Friday.',
    ],
    [
      'one of two variants for different screens',
      '<style>.small{display:none}@media (max-width:480px){.small{display:block!important}}</style><p>New</p><p class=small>Small</p>',
      'New',
    ],
    [
      'the words of somebody whom the writer quotes',
      '<p>As Goethe wrote:</p><blockquote>Art is long.</blockquote><p>I agree.</p>',
      'As Goethe wrote:\n> Art is long.\nI agree.',
    ],
    [
      'a mail that was forwarded, quoted below its header',
      '<p>Look.</p><div class="protonmail_quote">------- Forwarded Message -------<br>From: Shop &lt;a@b.test&gt;<br>Date: On Monday, November 2nd, 2026 at 8:30 AM<br>Subject: x<br>To: c@d.test<br><br><blockquote class="protonmail_quote" type="cite">Pay 40 EUR</blockquote></div>',
      'Look.\n\n------- Forwarded Message -------\nFrom: Shop <a@b.test>\nDate: On Monday, November 2nd, 2026 at 8:30 AM\nSubject: x\nTo: c@d.test\n\nPay 40 EUR',
    ],
    [
      'a mail that was forwarded within the mail that is answered',
      '<p>Paid.</p><blockquote type="cite"><p>Please look.</p><div class="gmail_quote">---------- Forwarded message ---------<br>From: a@b.test<br>Old</div></blockquote>',
      'Paid.',
    ],
  ])('%s', (_, source, expected) => {
    expect(extractNewContent({ html: source }).plainText).toBe(expected)
  })

  test('the number of pictures if there are no words', () => {
    expect(extractNewContent({ html: '<img src="cid:1"><img src=x width=1>' })).toMatchObject({
      plainText: '',
      pictures: 1,
    })
  })

  test('the preview, when the event carries no body', () => {
    expect(extractNewContent({ preview: 'It begins' }).plainText).toBe('It begins')
    expect(extractNewContent({}).richText.elements).toEqual([])
  })
})

test.each<[what: string, below: string]>([
  ['bars', 'Ana Lee wrote on 03.11.2026:\n| Old\n| words'],
  ['initials', 'Tuesday, November 3, 2026, 10:00:00 AM, you wrote:\n\nAL> Old\nAL> words'],
  ['a framed introduction', '>>> Ana Lee <ana@a.test> 03.11.2026 10:00 >>>\nOld words'],
  ['an introduction without a colon', 'Am 03.11.26 um 10:00 schrieb Ana Lee\n\n> Old words'],
  [
    'a header in a table',
    '---- Replied Message ----\n| From | Ana<ana@a.test> |\n| Date | 11/03/2026 10:00 |\n| Subject | x |\nOld words',
  ],
  [
    'a header with doubled blank lines',
    'From: Ana Lee <ana@a.test>\n\n\nSent: Tuesday, 3 November 2026 10:00\n\n\nTo: Bob\n\n\nSubject: x\n\n\nOld words',
  ],
  [
    'a header whose sender wraps',
    'From: ana@a.test [mailto:ana@a.test] On Behalf\nOf Ana Lee\nSent: Tuesday, 3 November 2026 10:00\nTo: Bob\nSubject: x\n\nOld words',
  ],
  ['a bounced mail', '--- Below this line is a copy of the message.\n\nReturn-Path: <ana@a.test>\n\nOld words'],
])('folds what is quoted with %s', (_, below) => {
  expect(splitNewText(`New words\n\n${below}`).newText).toBe('New words')
})

test.each(['See the table:\n| a | b |\n| 1 | 2 |', 'The log says:\nNC> restarted\nNC> ready'])(
  'shows lines with bars and initials that nobody introduces as quoted: %j',
  (text) => {
    expect(splitNewText(text).newText).toBe(text)
  },
)

/** A server puts these below everything, also below the quotation. */
describe('keeps the last paragraph and folds below the quotation', () => {
  const notice = 'This e-mail is confidential. If you are not the intended recipient, notify the sender and delete it.'
  const said = 'Hello all,\n\nthe gate is stuck again.'
  test.each<[what: string, footer: string]>([
    ['a legal notice', notice],
    ['a virus scanner', 'Virus-free. www.avast.com'],
    [
      'a mailing list',
      '_____________________\nusers mailing list\nusers@lists.acme.test\nhttps://acme.test/listinfo/users',
    ],
  ])('%s', (_, footer) => {
    const html = `<div>Hello all,</div><div><br></div><div>the gate is stuck again.</div><div class="gmail_quote"><blockquote>Old</blockquote></div><div>${footer.replaceAll('\n', '<br>')}</div>`
    const text = `${said}\n\nOn 3 Nov 2026 at 10:00, Ana <ana@a.test> wrote:\n> Old\n${footer}`
    const shown = [{ html }, { text }, { html, text }].map((mail) => extractNewContent(mail).plainText)
    expect(shown).toEqual([said, said, said])
    expect(splitNewText(`${said}\n${footer}`).newText).toBe(said)
  })

  test('the signature of an iPhone, but not what is written below it', () => {
    const mark = '<br id="lineBreakAtBeginningOfSignature">'
    const html = (below: string) =>
      `Fine.${mark}<div>Rae Quill<br>Quill Records</div>${below}<blockquote type="cite">Old</blockquote>`
    expect(extractNewContent({ html: html('') }).plainText).toBe('Fine.')
    expect(extractNewContent({ html: html('<div>One more thing: bring the key.</div>') }).plainText).toContain(
      'bring the key',
    )
  })

  test('the table of a virus scanner', () => {
    const html =
      '<p>Hello</p><div id="m_12345678DAB4FAD8-2DD7-40BB-A1B8-4E2AA1F9FDF2"><table><tr><td>Clean. www.avast.com</td></tr></table></div>'
    expect(extractNewContent({ html }).plainText).toBe('Hello')
  })
})

test('the HTML is shown where it marks its quotation, although the text and its extract spell its links out', () => {
  const html =
    '<div>See the <a href="https://a.test/photo/of/gate">photo</a> of it.</div><div class="gmail_quote"><blockquote>Old</blockquote></div>'
  const text =
    'See the photo\n<https://a.test/photo/of/gate> of it.\n\nOn 3 Nov 2026 at 10:00, Ana <ana@a.test> wrote:\n> Old'
  expect(extractNewContent({ html, text, extracted_text: text.split('\n\n')[0] }).plainText).toBe(
    'See the photo (a.test) of it.',
  )
})
