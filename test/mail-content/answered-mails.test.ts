import { expect, test } from 'vitest'
import { type MailHead, splitNewText } from '../../src/mail-content/reading/quotations/quoted-text.ts'
import { judgeReading } from '../../tools/judge-reading.ts'

const NEW = 'Hi Ana,\n\nyes, Tuesday works for us. We bring the samples.'
const MARKED = '> Hello,\n> does Tuesday work?\n'
const UNMARKED = 'Hello,\ndoes Tuesday work?\n'
/** A mail and its shown text; a line that begins with `? ` may be there or not. */
const mails: [what: string, text: string, shown: string, head?: MailHead][] = [
  [
    'tight outlook',
    `${NEW}\nFrom: Ana Lee <ana@a.test>\nSent: Tuesday, November 3, 2026 10:00\nTo: Bob\nSubject: Re: Plan\n\n${UNMARKED}`,
    NEW,
  ],
  [
    'tight sig',
    `${NEW}\nBest regards\nBob Roy\n\nOn 3 Nov 2026, at 10:00, Ana Lee <ana@a.test> wrote:\n${MARKED}`,
    NEW + '\n? Best regards\n? Bob Roy',
  ],
  [
    'nbsp',
    `${NEW}\n\nLe\u00a0mar. 3 nov. 2026 à\u00a010:00, Ana Lee\u00a0<ana@a.test> a écrit\u00a0:\n\n${MARKED}`,
    NEW,
  ],
  ['blank between', `${NEW}\n\nOn Tue, Nov 3, 2026 at 10:00 AM Ana Lee <ana@a.test>\n\nwrote:\n\n${MARKED}`, NEW],
  [
    'spaces before',
    `${NEW}\n\n   On Tue, Nov 3, 2026 at 10:00 AM Ana Lee <ana@a.test> wrote:\n\n   Hello,\n   does Tuesday work?\n`,
    NEW,
  ],
  ['quoted intro', `${NEW}\n\n> On Nov 3, 2026, at 10:00 AM, Ana Lee <ana@a.test> wrote:\n> \n> Hello`, NEW],
  [
    'broken quoted',
    `${NEW}\n\nOn Tue, Nov 3, 2026 at 10:00 AM Ana Lee <ana@a.test> wrote:\n> Hello, this is a very long line that some program has broken into\n> two\n> pieces\n`,
    NEW,
  ],
  [
    'wrapped rest',
    `${NEW}\n\nOn 3 Nov 2026, Ana <ana@a.test> wrote:\n> Hello, this is a very long line of text that the program of the sender broke\nbadly\n> and here it goes on\n`,
    NEW,
  ],
  [
    'inline',
    `Hi,\n\nOn 3 Nov 2026, Ana <ana@a.test> wrote:\n> First?\n\nYes, of course.\n\n> Second?\n\nNo, sorry.\n\nBest,\nBob`,
    'Hi,\n\nYes, of course.\n\nNo, sorry.\n\n? Best,\n? Bob',
  ],
  ['inline sig', `On 3 Nov 2026, Ana <ana@a.test> wrote:\n> First?\nYes.\n> -- \n> Ana\n\n-- \nBob Roy\nAcme`, 'Yes.'],
  ['bottom post', `On 3 Nov 2026, Ana <ana@a.test> wrote:\n> First?\n> Second?\n\nYes and no.\n`, 'Yes and no.'],
  [
    'two intros',
    `${NEW}\n\nOn Tue, Nov 3, 2026 at 10:00 AM Ana Lee <ana@a.test> wrote:\n\n> Hello\n>\n> On Mon, Nov 2, 2026 at 9:00 AM Bob <b@b.test> wrote:\n>\n>> Older\n`,
    NEW,
  ],
  [
    'image placeholders',
    `${NEW}\n\n[cid:image001.png@01DA0000.0000]\n\nFrom: Ana <ana@a.test>\nSent: Tuesday\nTo: Bob\nSubject: Re: x\n\n${UNMARKED}`,
    NEW + '\n? [cid:image001.png@01DA0000.0000]',
  ],
  [
    'external banner in quote',
    `${NEW}\n\nFrom: Ana <ana@a.test>\nSent: Tuesday, November 3, 2026 10:00\nTo: Bob\nSubject: [EXT] x\n\nCAUTION: external mail\n\n${UNMARKED}`,
    NEW,
  ],
  [
    'docusign',
    `${NEW}\n\nBob Roy | Acme\n+49 30 123456 | bob@acme.test\n\nOn 3 Nov 2026 at 10:00, Ana Lee <ana@a.test> wrote:\n${MARKED}`,
    NEW,
    { senderName: 'Bob Roy', subject: 'Re: x' },
  ],
  [
    'mobile sig above',
    `${NEW}\n\nBob Roy\nMobile: +49 170 1234567\n\nOn 3 Nov 2026 at 10:00, Ana Lee <ana@a.test> wrote:\n${MARKED}`,
    NEW,
    { senderName: 'Bob Roy' },
  ],
  [
    'gmail dash sig',
    `${NEW}\n\n-- \n*Bob Roy*\n*Acme Ltd*\nwww.acme.test <http://www.acme.test>\n\nOn Tue, Nov 3, 2026 at 10:00 AM Ana Lee <ana@a.test> wrote:\n\n${MARKED}`,
    NEW,
  ],
  [
    'gmail sig below quote',
    `${NEW}\n\nOn Tue, Nov 3, 2026 at 10:00 AM Ana Lee <ana@a.test> wrote:\n\n${MARKED}\n\n-- \n*Bob Roy*\nAcme Ltd\n`,
    NEW,
  ],
  [
    'sig disclaim quote',
    `${NEW}\n\nKind regards\n\nBob Roy\nAcme Ltd | 1 High Street | London\nT +44 20 7946 0000\n\nAcme Ltd is registered in England and Wales, number 0123456. Registered office: 1 High Street, London.\n\nFrom: Ana <ana@a.test>\nSent: 03 November 2026 10:00\nTo: Bob Roy <bob@acme.test>\nSubject: RE: x\n\n${UNMARKED}`,
    NEW + '\n\n? Kind regards\n? Bob Roy',
  ],
  [
    'de long sig',
    `${NEW}\n\nMit freundlichen Grüßen / Best regards\n\nBob Roy\nProjektleiter\n\nAcme GmbH & Co. KG\nIndustriestraße 5 · 70565 Stuttgart\nTelefon +49 711 123-0 · Fax -99\nbob.roy@acme.test · www.acme.test\n\nAcme GmbH & Co. KG, Sitz: Stuttgart, Registergericht: Amtsgericht Stuttgart HRA 1234\nPersönlich haftende Gesellschafterin: Acme Verwaltungs GmbH`,
    NEW + '\n\n? Mit freundlichen Grüßen / Best regards\n? Bob Roy',
  ],
  [
    'vcard',
    `${NEW}\n\nBeste Grüße,\nBob Roy\n\nAcme GmbH\nHauptstr. 1\nD-10115 Berlin\n\nfon: +49 30 123\nfax: +49 30 124\nmail: bob@acme.test\nweb: www.acme.test\n\nUSt-IdNr.: DE123456789`,
    NEW + '\n\n? Beste Grüße,\n? Bob Roy',
  ],
  [
    'social',
    `${NEW}\n\nCheers,\nBob\n\nBob Roy\nCEO, Acme\nhttps://www.linkedin.com/in/bobroy\nTwitter: @bobroy`,
    NEW + '\n\n? Cheers,\n? Bob',
  ],
  [
    'book meeting',
    `${NEW}\n\nBest,\nBob Roy\nAcme\n+1 415 555 0100\nBook a meeting: https://calendly.com/bobroy`,
    NEW + '\n\n? Best,\n? Bob Roy',
  ],
  ['pronouns', `${NEW}\n\nBest,\nBob Roy (he/him)\nSenior Engineer, Acme`, NEW + '\n\n? Best,\n? Bob Roy (he/him)'],
  [
    'out of office hours',
    `${NEW}\n\nKind regards,\nBob Roy\nCustomer Support\nOffice hours: Mon-Fri 9:00-17:00`,
    NEW + '\n\n? Kind regards,\n? Bob Roy',
  ],
  [
    'ko thanks',
    `회의 자료 확인했습니다.\n화요일에 뵙겠습니다.\n\n감사합니다.\n\n홍길동 드림\n\n-----Original Message-----\nFrom: "Ana"<ana@a.test>\nTo: "Bob"<b@b.test>\nSent: 2026-11-03 (화) 10:00:00\nSubject: 회의\n\nhello`,
    '회의 자료 확인했습니다.\n화요일에 뵙겠습니다.\n\n? 감사합니다.\n? 홍길동 드림',
  ],
  [
    'ja full',
    `田中様\n\nお世話になっております。\n火曜日で問題ございません。\n\nよろしくお願いいたします。\n\n山田\n\n2026年11月3日(火) 10:00 田中 <tanaka@a.test>:\n\n> 火曜日はいかがですか。`,
    '田中様\n\nお世話になっております。\n火曜日で問題ございません。\n\n? よろしくお願いいたします。\n? 山田',
  ],
  [
    'ja outlook',
    `田中様\n\n承知しました。\n\n-----Original Message-----\nFrom: 田中 <tanaka@a.test> \nSent: Tuesday, November 3, 2026 10:00 AM\nTo: 山田\nSubject: 会議\n\nいかがですか。`,
    '田中様\n\n承知しました。',
  ],
  [
    'zh mobile',
    `好的，周二见。\n\n发自我的小米手机\n在 Ana Lee <ana@a.test>，2026年11月3日 上午10:00写道：\n\n周二可以吗？`,
    '好的，周二见。',
  ],
  [
    'zh qq',
    `好的，周二见。\n\n\n\n\n------------------&nbsp;原始邮件&nbsp;------------------\n发件人: "Ana" <ana@a.test&gt;;\n发送时间:&nbsp;2026年11月3日(星期二) 上午10:00\n收件人:&nbsp;"Bob"<b@b.test&gt;;\n主题:&nbsp;会议\n\n周二可以吗？`,
    '好的，周二见。',
  ],
  [
    'ar',
    `مرحبا آنا،\n\nنعم، يوم الثلاثاء مناسب.\n\nفي الثلاثاء، 3 نوفمبر 2026 في 10:00 ص تمت كتابة ما يلي بواسطة ‪Ana Lee‬‏ <‪ana@a.test‬‏>:\n\n> هل يناسبك؟`,
    'مرحبا آنا،\n\nنعم، يوم الثلاثاء مناسب.',
  ],
  [
    'fa',
    `سلام،\n\nبله، سه‌شنبه خوب است.\n\nدر تاریخ سه‌شنبه ۳ نوامبر ۲۰۲۶ ساعت ۱۰:۰۰ Ana Lee <ana@a.test> نوشت:\n\n> خوب است؟`,
    'سلام،\n\nبله، سه‌شنبه خوب است.',
  ],
  [
    'yahoo indented',
    `${NEW}\n\n    On Tuesday, November 3, 2026 at 10:00:00 AM GMT+1, Ana Lee <ana@a.test> wrote:  \n \n Hello,\ndoes Tuesday work?`,
    NEW,
  ],
  [
    'aol',
    `${NEW}\n\n\n-----Original Message-----\nFrom: Ana Lee <ana@a.test>\nTo: bob <bob@b.test>\nSent: Tue, Nov 3, 2026 10:00 am\nSubject: Re: x\n\n${UNMARKED}`,
    NEW,
  ],
  ['icloud', `${NEW}\n\n> Am 03.11.2026 um 10:00 schrieb Ana Lee <ana@a.test>:\n> \n> ﻿Hello`, NEW],
  ['hey', `${NEW}\n\nOn November 3, 2026, Ana Lee <ana@a.test> wrote:\n\n> Hello`, NEW],
  ['missive', `${NEW}\n\nOn November 3, 2026 at 10:00 AM, Ana Lee (ana@a.test) wrote:\n\n> Hello`, NEW],
  [
    'outlook ios',
    `${NEW}\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\nFrom: Ana Lee <ana@a.test>\nSent: Tuesday, November 3, 2026 10:00:00 AM\nTo: Bob <bob@b.test>\nSubject: Re: x\n\n${UNMARKED}`,
    NEW,
  ],
  ['freshdesk', `${NEW}\n\nOn Tue, 3 Nov, 2026 at 10:00 AM , Acme Support <support@acme.test> wrote:\n${MARKED}`, NEW],
  [
    'zendesk',
    `${NEW}\n\nOn Tue, Nov 3, 2026 at 10:00 AM Acme Support <support@acme.test> wrote:\n\n> ##- Please type your reply above this line -##\n>\n> Hello`,
    NEW,
  ],
  ['helpscout', `${NEW}\n\n--\nAna Lee wrote on Nov 3, 2026 at 10:00 AM:\n\n${UNMARKED}`, NEW],
]

test.each(mails)('%s', (_, text, shown, head = { subject: 'Re: x' }) => {
  for (const one of [text, text.replaceAll('\n', '\r\n')]) {
    const { verdict, lost, leaked } = judgeReading([shown], splitNewText(one, head).newText, { isWrapped: true })
    expect({ verdict, lost, leaked }).toEqual({ verdict: 'right', lost: [], leaked: [] })
  }
})
