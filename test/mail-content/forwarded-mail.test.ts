import { describe, expect, test } from 'vitest'
import { findSubjectKind } from '../../src/mail-content/reading/quotations/forwarded-mail.ts'
import { extractNewContent } from '../../src/mail-content/reading/new-content.ts'
import { splitNewText } from '../../src/mail-content/reading/quotations/quoted-text.ts'
import { judgeReading } from '../../tools/judge-reading.ts'

const BODY = 'Dear Ana,\n\nthe total is 120 euros, due on 30 November.\n\nShop team'
/** A mail that the forwarded mail quotes. */
const older = [
  '',
  '\n\nOn Mon, Nov 2, 2026 at 9:00 AM Eve <eve@e.test> wrote:\n\n> an older question\n> with lines',
  '\n\nFrom: Eve <eve@e.test>\nSent: Monday, November 2, 2026 9:00\nTo: Shop\nSubject: Bill\n\nan older question',
]
/** The writer's text above the forward, and the part that is shown; `? ` marks a line that may be missing. */
const tops: [top: string, shown: string][] = [
  ['', ''],
  ['FYI, please pay this one.\n\n', 'FYI, please pay this one.\n'],
  [
    'Please pay.\n\nBest regards,\nBob Roy\nAcme Ltd\n+44 20 7946 0000\n\n',
    'Please pay.\n? Best regards,\n? Bob Roy\n',
  ],
  ['See below\n\nSent from my iPhone\n\n', 'See below\n'],
]
const markLines = (text: string): string => text.replace(/^/gm, '> ')
const right = { verdict: 'right', lost: [], leaked: [], misplaced: [] }
const judge = (expected: string, shown: string) => judgeReading([expected], shown, { isWrapped: true })

describe('shows a forwarded mail, its sender and date, by', () => {
  test.each<[program: string, head: string, subject?: string]>([
    [
      'gmail en',
      '---------- Forwarded message ---------\nFrom: Shop <shop@s.test>\nDate: Tue, Nov 3, 2026 at 10:00 AM\nSubject: Bill\nTo: Ana <ana@a.test>\n\n',
    ],
    [
      'gmail de',
      '---------- Forwarded message ---------\nVon: Shop <shop@s.test>\nDate: Di., 3. Nov. 2026 um 10:00 Uhr\nSubject: Bill\nTo: Ana <ana@a.test>\n\n',
    ],
    [
      'thunderbird',
      '-------- Forwarded Message --------\nSubject: \tBill\nDate: \tTue, 3 Nov 2026 10:00:00 +0100\nFrom: \tShop <shop@s.test>\nTo: \tAna <ana@a.test>\n\n\n',
    ],
    [
      'thunderbird de',
      '-------- Weitergeleitete Nachricht --------\nBetreff: \tBill\nDatum: \tTue, 3 Nov 2026 10:00:00 +0100\nVon: \tShop <shop@s.test>\nAn: \tAna <ana@a.test>\n\n\n',
    ],
    [
      'thunderbird fr',
      '-------- Message transféré --------\nSujet : \tBill\nDate : \tTue, 3 Nov 2026 10:00:00 +0100\nDe : \tShop <shop@s.test>\nPour : \tAna <ana@a.test>\n\n\n',
    ],
    [
      'apple',
      'Begin forwarded message:\n\nFrom: Shop <shop@s.test>\nSubject: Bill\nDate: 3 November 2026 at 10:00:00 CET\nTo: Ana <ana@a.test>\n\n',
    ],
    [
      'apple de',
      'Anfang der weitergeleiteten Nachricht:\n\nVon: Shop <shop@s.test>\nBetreff: Bill\nDatum: 3. November 2026 um 10:00:00 MEZ\nAn: Ana <ana@a.test>\n\n',
    ],
    [
      'apple fr',
      'Début du message réexpédié :\n\nDe: Shop <shop@s.test>\nObjet: Bill\nDate: 3 novembre 2026 à 10:00:00 UTC+1\nÀ: Ana <ana@a.test>\n\n',
    ],
    [
      'yahoo',
      '----- Forwarded Message -----\nFrom: Shop <shop@s.test>\nTo: Ana <ana@a.test>\nSent: Tuesday, November 3, 2026 at 10:00:00 AM GMT+1\nSubject: Bill\n\n',
    ],
    [
      'zoho',
      '============ Forwarded message ============\nFrom: Shop <shop@s.test>\nTo: "Ana"<ana@a.test>\nDate: Tue, 03 Nov 2026 10:00:00 +0100\nSubject: Bill\n============ Forwarded message ============\n\n',
    ],
    [
      'proton',
      '------- Forwarded Message -------\nFrom: Shop <shop@s.test>\nDate: On Tuesday, November 3rd, 2026 at 10:00 AM\nSubject: Bill\nTo: Ana <ana@a.test>\n\n',
    ],
    [
      'outlook',
      '________________________________\nFrom: Shop <shop@s.test>\nSent: Tuesday, November 3, 2026 10:00 AM\nTo: Ana <ana@a.test>\nSubject: Bill\n\n',
      'FW: Bill',
    ],
    [
      'outlook plain',
      'From: Shop <shop@s.test>\nSent: Tuesday, November 3, 2026 10:00 AM\nTo: Ana <ana@a.test>\nSubject: Bill\n\n',
      'Fw: Bill',
    ],
    [
      'outlook de',
      'Von: Shop <shop@s.test>\nGesendet: Dienstag, 3. November 2026 10:00\nAn: Ana <ana@a.test>\nBetreff: Bill\n\n',
      'WG: Bill',
    ],
    [
      'outlook fr',
      'De : Shop <shop@s.test>\nEnvoyé : mardi 3 novembre 2026 10:00\nÀ : Ana <ana@a.test>\nObjet : Bill\n\n',
      'TR : Bill',
    ],
    [
      'outlook es',
      'De: Shop <shop@s.test>\nEnviado el: martes, 3 de noviembre de 2026 10:00\nPara: Ana <ana@a.test>\nAsunto: Bill\n\n',
      'RV: Bill',
    ],
    [
      'outlook it',
      'Da: Shop <shop@s.test>\nInviato: martedì 3 novembre 2026 10:00\nA: Ana <ana@a.test>\nOggetto: Bill\n\n',
      'I: Bill',
    ],
    [
      'outlook pt',
      'De: Shop <shop@s.test>\nEnviado: 3 de novembro de 2026 10:00\nPara: Ana <ana@a.test>\nAssunto: Bill\n\n',
      'ENC: Bill',
    ],
    [
      'outlook nl',
      'Van: Shop <shop@s.test>\nVerzonden: dinsdag 3 november 2026 10:00\nAan: Ana <ana@a.test>\nOnderwerp: Bill\n\n',
      'FW: Bill',
    ],
    [
      'outlook sv',
      'Från: Shop <shop@s.test>\nSkickat: den 3 november 2026 10:00\nTill: Ana <ana@a.test>\nÄmne: Bill\n\n',
      'VB: Bill',
    ],
    [
      'outlook da',
      'Fra: Shop <shop@s.test>\nSendt: 3. november 2026 10:00\nTil: Ana <ana@a.test>\nEmne: Bill\n\n',
      'VS: Bill',
    ],
    [
      'outlook fi',
      'Lähettäjä: Shop <shop@s.test>\nLähetetty: tiistai 3. marraskuuta 2026 10.00\nVastaanottaja: Ana <ana@a.test>\nAihe: Bill\n\n',
      'VL: Bill',
    ],
    [
      'outlook pl',
      'Od: Shop <shop@s.test>\nWysłano: wtorek, 3 listopada 2026 10:00\nDo: Ana <ana@a.test>\nTemat: Bill\n\n',
      'PD: Bill',
    ],
    [
      'outlook tr',
      'Kimden: Shop <shop@s.test>\nGönderildi: 3 Kasım 2026 Salı 10:00\nKime: Ana <ana@a.test>\nKonu: Bill\n\n',
      'İLT: Bill',
    ],
    [
      'outlook zh',
      '发件人: Shop <shop@s.test>\n发送时间: 2026年11月3日 10:00\n收件人: Ana <ana@a.test>\n主题: Bill\n\n',
      '转发: Bill',
    ],
    [
      'qq',
      '------------------ 转发邮件 ------------------\n发件人: "Shop" <shop@s.test>;\n发送时间: 2026年11月3日 10:00\n收件人: "Ana"<ana@a.test>;\n主题: Bill\n\n',
      '转发：Bill',
    ],
    [
      'naver',
      '-----Original Message-----\nFrom: "Shop"<shop@s.test>\nTo: <ana@a.test>;\nCc:\nSent: 2026-11-03 (화) 10:00:00 (GMT+09:00)\nSubject: Bill\n\n',
      'FW: Bill',
    ],
    [
      'ja',
      '-------- 転送メッセージ --------\n件名: Bill\n日付: Tue, 3 Nov 2026 10:00:00 +0900\n差出人: Shop <shop@s.test>\n宛先: Ana <ana@a.test>\n\n',
      'Fwd: Bill',
    ],
    ['ru', '-------- Пересылаемое сообщение --------\n03.11.2026, 10:00, "Shop" <shop@s.test>:\n\n', 'Fwd: Bill'],
    [
      'ru thunderbird',
      '-------- Перенаправленное сообщение --------\nТема: \tBill\nДата: \tTue, 3 Nov 2026 10:00:00 +0300\nОт: \tShop <shop@s.test>\nКому: \tAna <ana@a.test>\n\n',
      'Fwd: Bill',
    ],
    [
      'es',
      '---------- Mensaje reenviado ---------\nDe: Shop <shop@s.test>\nFecha: mar, 3 nov 2026 a las 10:00\nAsunto: Bill\nPara: Ana <ana@a.test>\n\n',
    ],
    [
      'pt',
      '---------- Mensagem encaminhada ---------\nDe: Shop <shop@s.test>\nData: ter, 3 nov 2026 às 10:00\nAssunto: Bill\nPara: Ana <ana@a.test>\n\n',
    ],
    [
      'notes',
      '----- Forwarded by Ana Lee/Acme on 03/11/2026 10:05 -----\n\nFrom: Shop <shop@s.test>\nTo: ana@a.test\nDate: 03/11/2026 10:00\nSubject: Bill\n\n',
    ],
    [
      'samsung',
      '-------- Original message --------\nFrom: Shop <shop@s.test>\nDate: 03/11/2026 10:00 (GMT+01:00)\nTo: Ana <ana@a.test>\nSubject: Bill\n\n',
      'Fwd: Bill',
    ],
  ])('%s', (_, head, subject = 'Fwd: Bill') => {
    for (const [top, shown] of tops) {
      const bodies = [...older.map((below) => head + BODY + below), markLines(head + BODY)]
      if (!head.startsWith('==')) bodies.push(head + markLines(BODY))
      for (const body of bodies)
        expect(judge(`${shown}${head}${BODY}`, splitNewText(top + body, { subject }).newText), top + body).toEqual(
          right,
        )
    }
  })
})

test('a forward in a forward is shown, and an answer to a forward is not one', () => {
  const gmail = '---------- Forwarded message ---------\nFrom: Shop <shop@s.test>\nDate: Tue\nSubject: Bill\n\n'
  const apple = 'Begin forwarded message:\n\nFrom: Eve <eve@e.test>\nDate: Mon\nSubject: Bill\n\n'
  const nested = `See below.\n\n${gmail}Please check.\n\n${apple}${BODY}`
  expect(splitNewText(nested, { subject: 'Fwd: Bill' })).toMatchObject({ newText: nested, isForward: true })
  const marked = `Done.\n\nOn 3 Nov 2026 at 10:00, Bob <bob@b.test> wrote:\n\n${markLines(`FYI\n\n${gmail}${BODY}`)}`
  expect(splitNewText(marked, { subject: 'Re: Fwd: Bill' }).newText).toBe('Done.')
  const block = `Done.\n\nFrom: Bob <bob@b.test>\nSent: Tuesday\nTo: Ana\nSubject: FW: Bill\n\nFYI\n\n${gmail}${BODY}`
  expect(splitNewText(block, { subject: 'RE: FW: Bill' }).newText).toBe('Done.')
})

test('a forward is shown from the part that has it', () => {
  const text = `FYI\n\n---------- Forwarded message ---------\nFrom: Shop <shop@s.test>\nDate: Tue\nSubject: Bill\n\n${BODY}`
  expect(extractNewContent({ text, extracted_text: 'FYI', subject: 'Fwd: Bill' }).plainText).toContain('120 euros')
  expect(extractNewContent({ text, html: '<p>FYI</p>', subject: 'Fwd: Bill' }).plainText).toContain('120 euros')
})

test.each([
  ['Fwd: Bill', 'forward'],
  ['[shop] FW: RE: Bill', 'forward'],
  ['İLT: Bill', 'forward'],
  ['转发：Bill', 'forward'],
  ['TR : Bill', 'forward'],
  ['Re: Fwd: Bill', 'reply'],
  ['AW[2]: Bill', 'reply'],
  ['回复: Bill', 'reply'],
  ['Bill: the second', undefined],
  ['Bill', undefined],
])('the subject %j says %s', (subject, kind) => expect(findSubjectKind(subject)).toBe(kind))
