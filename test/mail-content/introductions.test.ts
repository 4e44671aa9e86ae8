import { describe, expect, test } from 'vitest'
import { splitNewText } from '../../src/mail-content/reading/quotations/quoted-text.ts'

const ANA = 'Ana Lee <ana.lee@a.test>'
const introductions: string[] = [
  `On Tue, Nov 3, 2026 at 10:00 AM ${ANA} wrote:`,
  `On Tue, Nov 3, 2026 at 10:00\u202fAM ${ANA} wrote:`,
  `Am Di., 3. Nov. 2026 um 10:00 Uhr schrieb ${ANA}:`,
  `${ANA} schrieb am Di., 3. Nov. 2026, 10:00:`,
  `Le mar. 3 nov. 2026 à 10:00, ${ANA} a écrit :`,
  `El mar, 3 nov 2026 a las 10:00, Ana Lee (<ana.lee@a.test>) escribió:`,
  `Em ter., 3 de nov. de 2026 às 10:00, ${ANA} escreveu:`,
  `Il giorno mar 3 nov 2026 alle ore 10:00 ${ANA} ha scritto:`,
  `Op di 3 nov 2026 om 10:00 schreef ${ANA}:`,
  `Den tis 3 nov. 2026 kl 10:00 skrev ${ANA}:`,
  `Den tirs. 3. nov. 2026 kl. 10.00 skrev ${ANA}:`,
  `tir. 3. nov. 2026 kl. 10:00 skrev ${ANA}:`,
  `ti 3. marrask. 2026 klo 10.00 Ana Lee (ana.lee@a.test) kirjoitti:`,
  `wt., 3 lis 2026 o 10:00 ${ANA} napisał(a):`,
  `út 3. 11. 2026 v 10:00 odesílatel ${ANA} napsal:`,
  `ut 3. 11. 2026 o 10:00 ${ANA} napísal(a):`,
  `вт, 3 нояб. 2026 г. в 10:00, ${ANA}:`,
  `вт, 3 лист. 2026 р. о 10:00 ${ANA} пише:`,
  `На вт, 3.11.2026 г. в 10:00 ${ANA} написа:`,
  `Ana Lee <ana.lee@a.test> ezt írta (időpont: 2026. nov. 3., K, 10:00):`,
  `Ana Lee <ana.lee@a.test>, 3 Kas 2026 Sal, 10:00 tarihinde şunu yazdı:`,
  `În mar., 3 nov. 2026 la 10:00, ${ANA} a scris:`,
  `Στις Τρί 3 Νοε 2026 στις 10:00 π.μ., ο/η Ana Lee <ana.lee@a.test> έγραψε:`,
  `\u202bבתאריך יום ג׳, 3 בנוב׳ 2026 ב-10:00 מאת \u202aAna Lee\u202c\u200f <\u202aana.lee@a.test\u202c\u200f>:\u202c`,
  `في الثلاثاء، 3 نوفمبر 2026 في 10:00 ص تمت كتابة ما يلي بواسطة Ana Lee <ana.lee@a.test>:`,
  `في الثلاثاء، ٣ نوفمبر ٢٠٢٦ في ١٠:٠٠ ص كتب Ana Lee <ana.lee@a.test>:`,
  `2026年11月3日(火) 10:00 ${ANA}:`,
  `${ANA} 于2026年11月3日周二 10:00写道：`,
  `${ANA} 於 2026年11月3日 週二 上午10:00寫道：`,
  `2026년 11월 3일 (화) 오전 10:00, ${ANA}님이 작성:`,
  `2026. 11. 3. 오전 10:00, Ana Lee <ana.lee@a.test> 작성:`,
  `Vào Th 3, 3 thg 11, 2026 vào lúc 10:00 ${ANA} đã viết:`,
  `Pada tanggal Sel, 3 Nov 2026 pukul 10.00 ${ANA} menulis:`,
  `ในวันที่ อ. 3 พ.ย. 2026 เวลา 10:00 ${ANA} เขียนว่า:`,
  `uto, 3. stu 2026. u 10:00 ${ANA} napisao je:`,
  `V V tor., 3. nov. 2026 ob 10:00 je oseba ${ANA} napisala:`,
  `2026-11-03, an, 10:00 ${ANA} rašė:`,
  `otrd., 2026. g. 3. nov., plkst. 10:00 — lietotājs Ana Lee (<ana.lee@a.test>) rakstīja:`,
  `Kuupäev T, 3. november 2026 kell 10:00 kirjutas ${ANA}:`,
  `Missatge de Ana Lee <ana.lee@a.test> del dia dt., 3 de nov. 2026 a les 10:00:`,
  `मंगल, 3 नव॰ 2026 को 10:00 am बजे को ${ANA} ने लिखा:`,
  // Thunderbird & co without address
  `On 11/3/26 10:00, Ana Lee wrote:`,
  `On 11/3/26 10:00 AM, Ana Lee wrote:`,
  `Am 03.11.26 um 10:00 schrieb Ana Lee:`,
  `Le 03/11/2026 à 10:00, Ana Lee a écrit :`,
  `El 3/11/26 a las 10:00, Ana Lee escribió:`,
  `Il 03/11/2026 10:00, Ana Lee ha scritto:`,
  `Op 3-11-2026 om 10:00 schreef Ana Lee:`,
  `W dniu 3.11.2026 o 10:00, Ana Lee pisze:`,
  `W dniu 2026-11-03 o 10:00, Ana Lee pisze:`,
  `Dne 03. 11. 26 v 10:00 Ana Lee napsal(a):`,
  `03.11.2026 10:00, Ana Lee пишет:`,
  `03.11.26 10:00, Ana Lee пише:`,
  `Den 2026-11-03 kl. 10:00, skrev Ana Lee:`,
  `Den 03.11.2026 kl. 10.00 skrev Ana Lee:`,
  `Den 03/11/2026 kl. 10.00 skrev Ana Lee:`,
  `Em 03/11/2026 10:00, Ana Lee escreveu:`,
  `Ana Lee kirjoitti 3.11.2026 klo 10.00:`,
  `2026. 11. 03. 10:00 keltezéssel, Ana Lee írta:`,
  `On 03/11/2026 10:00, Ana Lee wrote:`,
  `On Tue, Nov 3, 2026, at 10:00 AM, Ana Lee wrote:`,
  `On Tue, 2026-11-03 at 10:00 +0100, Ana Lee wrote:`,
  `On Dienstag, 3. November 2026 10:00:00 CET Ana Lee wrote:`,
  `On Tue, Nov 03, 2026 at 10:00:00AM +0100, Ana Lee wrote:`,
  `On 2026-11-03 10:00, Ana Lee wrote:`,
  `On 2026-11-03 10:00, ana.lee@a.test wrote:`,
  `Am 2026-11-03 10:00, schrieb Ana Lee:`,
  `Στις 3/11/26 10:00, ο/η Ana Lee έγραψε:`,
  `在 2026/11/3 10:00, Ana Lee 写道:`,
  `於 2026/11/3 10:00, Ana Lee 寫道:`,
  `2026/11/03 10:00, Ana Lee wrote:`,
  `3.11.2026 10:00 tarihinde Ana Lee yazdı:`,
  `La 03.11.2026 10:00, Ana Lee a scris:`,
  // Apple
  `> On 3 Nov 2026, at 10:00, ${ANA} wrote:`,
  `On Nov 3, 2026, at 10:00 AM, ${ANA} wrote:`,
  `Am 03.11.2026 um 10:00 schrieb ${ANA}:`,
  `Le 3 nov. 2026 à 10:00, ${ANA} a écrit :`,
  `El 3 nov 2026, a las 10:00, ${ANA} escribió:`,
  `Il giorno 3 nov 2026, alle ore 10:00, ${ANA} ha scritto:`,
  `No dia 3 de nov. de 2026, às 10:00, ${ANA} escreveu:`,
  `Op 3 nov. 2026, om 10:00 heeft ${ANA} het volgende geschreven:`,
  `3 nov. 2026 kl. 10:00 skrev ${ANA}:`,
  `Den 3. nov. 2026 kl. 10.00 skrev ${ANA}:`,
  `${ANA} kirjoitti 3.11.2026 kello 10.00:`,
  `Wiadomość napisana przez ${ANA} w dniu 3 lis 2026, o godz. 10:00:`,
  `3. 11. 2026 v 10:00, ${ANA}:`,
  `3 нояб. 2026 г., в 10:00, ${ANA} написал(а):`,
  `3 лист. 2026 р. о 10:00 ${ANA} пише:`,
  `${ANA} şunları yazdı (3 Kas 2026 10:00):`,
  `2026/11/03 10:00、${ANA}のメール:`,
  `2026/11/03 10:00、Ana Lee <ana.lee@a.test>のメッセージ:`,
  `在 2026年11月3日，10:00，${ANA} 写道：`,
  `${ANA} 於 2026年11月3日 上午10:00 寫道：`,
  `2026. 11. 3. 오전 10:00, ${ANA} 작성:`,
  `ב-3 בנוב׳ 2026, בשעה 10:00, ‏${ANA} כתב/ה:`,
  `في ٣ نوفمبر ٢٠٢٦، الساعة ١٠:٠٠ ص، كتب/كتبت ${ANA}:`,
  // others
  `On Tuesday, November 3, 2026 at 10:00:00 AM EST, ${ANA} wrote:`,
  `Le mardi 3 novembre 2026 à 10:00:00 UTC+1, ${ANA} a écrit :`,
  `El martes, 3 de noviembre de 2026, 10:00:00 CET, ${ANA} escribió:`,
  `Am Dienstag, 3. November 2026, 10:00:00 MEZ hat ${ANA} Folgendes geschrieben:`,
  `On Tuesday, November 3rd, 2026 at 10:00 AM, ${ANA} wrote:`,
  `‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐\nOn Tuesday, November 3rd, 2026 at 10:00 AM, Ana Lee wrote:`,
  `---- On Tue, 03 Nov 2026 10:00:00 +0100 ${ANA} wrote ----`,
  `---- On Tue, 03 Nov 2026 10:00:00 +0100 ana.lee@a.test wrote ----`,
  ` ---- Am Di, 03 Nov 2026 10:00:00 +0100 ${ANA} schrieb ----`,
  `---- Le mar., 03 nov. 2026 10:00:00 +0100 ${ANA} a écrit ----`,
  `---- El mar, 03 nov 2026 10:00:00 +0100 Ana Lee <ana.lee@a.test> escribió ----`,
  `At 2026-11-03 10:00:00, "Ana Lee" <ana.lee@a.test> wrote:`,
  `在 2026-11-03 10:00:00，"Ana Lee" <ana.lee@a.test> 写道：`,
  `03.11.2026, 10:00, "Ana Lee" <ana.lee@a.test>:`,
  `Вторник, 3 ноября 2026, 10:00 +03:00 от ${ANA}:`,
  `On 3 Nov 2026, 10:00 +0100, ${ANA}, wrote:`,
  `On November 3, 2026 at 10:00:00 AM, Ana Lee (ana.lee@a.test) wrote:`,
  `On Tue, Nov 03, 2026 at 10:00 AM, Ana Lee < ana.lee@a.test > wrote:`,
  `Am 3. November 2026 10:00:00 MEZ schrieb ${ANA}:`,
  `On November 3, 2026 10:00:00 AM GMT+01:00, ${ANA} wrote:`,
  `On Tue, Nov 3, 2026 at 10:00 AM +0100, "Ana Lee" <ana.lee@a.test> wrote:`,
  `Ana Lee/Acme wrote on 11/03/2026 10:00:00 AM:`,
  `"Ana Lee" <ana.lee@a.test> wrote on 03/11/2026 10:00:00:`,
  `On Tue, 3 Nov 2026, 10:00 Ana Lee, <ana.lee@a.test> wrote:`,
  `Op dinsdag 3 november 2026 schreef ${ANA}:`,
  `Am Dienstag, 3. November 2026 schrieb ${ANA} :`,
  `On Tuesday, November 3, 2026, ${ANA} wrote:`,
  `On Tuesday, November 3, 2026, Ana Lee via Acme Support <support@a.test> wrote:`,
  `On Tue, Nov 3, 2026 at 10:00 AM <ana.lee@a.test> wrote:`,
  `On Tue, Nov 3, 2026 at 10:00 AM 'Ana Lee' via Team <team@a.test> wrote:`,
  `On Tue, Nov 3, 2026 at 10:00 AM Lee, Ana [Acme] <ana.lee@a.test> wrote:`,
]

/** Programs write these only above lines that are marked as quoted. */
const bare = [
  'Ana Lee wrote:',
  'Ana Lee <ana.lee@a.test> writes:',
  'Zitat von Ana Lee <ana.lee@a.test>:',
  'Quoting Ana Lee <ana.lee@a.test>:',
  'Ana Lee schrieb:',
  'On 3 Nov Ana Lee wrote:',
  'On 3 Nov 2026 10:00 Ana Lee <ana.lee@a.test>',
  '2026年11月3日 10:00 Ana Lee <ana.lee@a.test>',
  'ana.lee@a.test wrote:',
]
const tops = [
  'Thanks, that helps.\n\nOne more thing: when?\n\n',
  'Thanks!\n',
  'Yes, on Monday 3 November is fine.\n',
  'Das passt so für uns alle.\nBob ist auch dabei.\n',
]
const marked = '> Hello,\n> old text\n'
const unmarked = 'Hello,\nold text\n'

/** Breaks a line as a mail program does. */
function wrapLine(text: string, width: number): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.join('\n')
}

/** The introduction on one line, wrapped, and broken around the name and the address. */
function breakLines(introduction: string): string[] {
  if (/^[>‐-]|^ -/.test(introduction)) return [introduction]
  const broken = [76, 60, 45]
    .map((width) => wrapLine(introduction, width))
    .filter((text) => text.split('\n').length <= 4)
  const at = introduction.indexOf('<ana')
  if (at > 0) {
    const end = introduction.indexOf('>', at) + 1
    const [before, address, after] = [introduction.slice(0, at), introduction.slice(at, end), introduction.slice(end)]
    broken.push(`${before.trimEnd()}\n${address}${after}`, `${before}<\n${address.slice(1)}${after}`)
    if (after.length > 1) broken.push(`${before.trimEnd()}\n${address}\n${after.trim()}`)
    broken.push(`${before.replace(/(\S) ?Ana Lee $/, '$1\nAna Lee\n')}${address}${after}`)
  }
  return [...new Set([introduction, ...broken])]
}

describe('no line of an introduction stays behind, and no line above it goes', () => {
  test.each(introductions)('%s', (introduction) => {
    for (const broken of breakLines(introduction))
      for (const top of tops)
        for (const quoted of introduction.startsWith('>') ? [marked] : [marked, unmarked])
          expect(splitNewText(`${top}${broken}\n\n${quoted}`).newText, broken).toBe(top.trim())
  })

  test.each(bare)('%s', (introduction) => {
    for (const top of tops) expect(splitNewText(`${top}${introduction}\n${marked}`).newText).toBe(top.trim())
  })
})
