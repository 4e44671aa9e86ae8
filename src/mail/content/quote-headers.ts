import { removeTrailing } from '../../core/remove-trailing.ts'

/**
 * The lines with which mail programs introduce the mail that they quote. Every test looks at a short, single line with a
 * pattern that cannot backtrack far, because it runs on text that strangers send.
 */
const MAX_LINE = 400

const verbs =
  /(?:wrote|writes|schrieb|écrit|escribió|scritto|scrive|escreveu|schreef|skrev|skrifaði|kirjoitti|napisał(?:\(a\)|a)?|pisze|napsal(?:\(a\)|a)?|написал(?:а|\(а\))?|пишет|写道|寫道|のメッセージ|さんは書きました|작성)/iu
const moment = /\b20\d\d\b|20\d\d年|\b\d{1,2}[:.h]\d{2}\b|\b\d{1,2}[./]\d{1,2}[./]/
const mailbox = /[<[(][^<>[\]()\s@]{1,200}@[^<>[\]()\s@]{1,200}[>\])]/

/** `On 3 Nov 2026, Ana <ana@x> wrote:` in the languages of the world, even if the program broke it over lines. */
export function isAttribution(line: string): boolean {
  const whole = line.trim()
  if (whole.length > MAX_LINE) return false
  const text = removeTrailing(whole, '-').trimEnd()
  if (text.length < 8 || !(text.endsWith(':') || text.endsWith('：'))) return false
  const hasMoment = moment.test(text)
  if (mailbox.test(text) && (hasMoment || verbs.test(text))) return true
  return hasMoment && (verbs.test(text) || /^20\d\d年\d{1,2}月\d{1,2}日/.test(text))
}

const separators =
  /^(?:original (?:message|appointment)|ursprüngliche nachricht|originalnachricht|message d['’]origine|message original|mensaje original|messaggio originale|mensagem original|oorspronkelijk bericht|oprindelig besked|ursprungligt meddelande|原始邮件|原始郵件|元のメッセージ|원본 메시지|forwarded message|weitergeleitete nachricht|message transféré|mensaje reenviado|messaggio inoltrato|doorgestuurd bericht|转发的邮件|转发邮件|轉寄郵件)$/iu
const forwards =
  /^(?:begin forwarded message|anfang der weitergeleiteten nachricht|début du message (?:transféré|réexpédié))\s?:$/iu

/** A line such as `----- Original Message -----`, above a quoted or forwarded mail. */
export function isSeparator(line: string): boolean {
  const text = line.trim()
  if (text.length > 120) return false
  const rest = text.replace(/^[-_*]{2,}/, '')
  const shorter = removeTrailing(rest, '-', '_', '*')
  const inner = (rest.length - shorter.length >= 2 ? shorter : rest).trim()
  return (inner !== text && separators.test(inner)) || forwards.test(text)
}

const from = /^(?:from|von|de|da|van|från|fra|od|lähettäjä|от|发件人|發件人|寄件者|差出人|보낸 사람)\s?[:：]$/iu
const others =
  /^(?:sent|date|to|cc|subject|gesendet|datum|an|betreff|envoyé|date|à|objet|enviado|enviado el|fecha|para|asunto|inviato|data|a|oggetto|verzonden|aan|onderwerp|skickat|till|ämne|发送时间|日期|收件人|抄送|主题|發送時間|收件者|主旨|送信日時|宛先|件名)\s?[:：]$/iu

const label = (line: string): string => /^\s*\*{0,2}([^:：*]{1,20}[:：])/.exec(line.slice(0, 60))?.[1]?.trim() ?? ''

/** Outlook quotes below a block of header lines and does not mark the quoted lines. A single `To:` is part of a person's own text. */
export function isHeaderBlock(lines: string[], at: number): boolean {
  if (!from.test(label(lines[at] ?? ''))) return false
  const next = lines.slice(at + 1, at + 7)
  const found = next.filter((line) => others.test(label(line)))
  const hasAddress = mailbox.test((lines[at] ?? '').slice(0, MAX_LINE))
  return found.length >= 2 || (hasAddress && found.length >= 1)
}

const closings =
  /^(?:(?:with |my )?(?:best|kind|kindest|warm|warmest|many)? ?(?:regards|wishes)|best|cheers|sincerely|yours (?:sincerely|faithfully|truly)|mit (?:freundlichen|besten|lieben|herzlichen) grüßen|(?:viele|beste|liebe|schöne|freundliche|herzliche) grüße|(?:bien )?cordialement|(?:bien|très) cordialement|bien à vous|salutations|(?:un )?saludos?(?: cordiales)?|atentamente|un cordial saludo|cordialmente|met vriendelijke groet(?:en)?|med vänliga hälsningar|此致|敬礼|祝好|顺颂商祺)[,.!，。！]{0,2}$/iu
const devices =
  /^(?:sent from my |sent from (?:outlook|mail|yahoo|proton)|get outlook for |von meinem .{1,40} gesendet|gesendet (?:von|mit) |envoyé (?:de|depuis) |télécharger outlook pour |enviado desde (?:mi )?|inviato da |verzonden vanaf |verstuurd vanaf |skickat från |发自我的|發自我的|iphoneから送信)/iu

/** The line that begins a signature: the standard delimiter, a device's advertisement or a formal closing. */
export function isSignatureStart(line: string): boolean {
  const text = line.trim()
  return (
    /^--\s?$/.test(line) || (text.length <= 80 && (devices.test(text) || closings.test(text) || /^_{8,}$/.test(text)))
  )
}
