import { normalizeLine } from './mail-lines.ts'
import {
  companyForms,
  jobTitles,
  unspacedTitles,
  closingPhrases,
  deviceEndings,
  deviceNames,
  deviceOpenings,
  firstPersonWords,
  footerBeginnings,
  thankPhrases,
} from './signature-words.ts'

const closingWords = new Set(closingPhrases)
const thankWords = new Set(thankPhrases)
const singularWords = new Set(firstPersonWords.singular)
const personalWords = new Set([...firstPersonWords.singular, ...firstPersonWords.plural])
const MAX_CLOSING = 80
const MAX_DEVICE_LINE = 140
const MAX_DEVICE_WORDS = 14
const MAX_FOOTER = 3_000

const devices = new RegExp(
  String.raw`(?<![a-zäöüß])(?:${deviceNames.map((name) => name.replaceAll('.', String.raw`\.`)).join('|')})`,
  'iu',
)
const deviceStart = new RegExp(`^(?:${deviceOpenings.join('|')})`, 'iu')

const fold = (text: string): string => text.toLowerCase().replaceAll("'", '’')
const withoutMarks = (text: string): string => text.replace(/^[*_\s]+|[*_\s]+$/g, '')
const wordsOf = (text: string): string[] => text.split(/[\s/]+/).filter(Boolean)
const isLowerCase = (word: string): boolean => /^\p{Ll}/u.test(word)

/** Up to five words that could be somebody's name: none of them begins with a small letter, except where a name has one. */
export function isName(text: string): boolean {
  const words = wordsOf(text)
  if (words.length === 0 || words.length > 5 || text.length > 60 || /[\d?!:;@]/.test(text)) return false
  return words.every(
    (word) =>
      !isLowerCase(word) ||
      /^(?:von|van|de|da|di|del|der|den|du|la|le|el|al|bin|y|e|i|und|and|et|og|och|ja|&)$/.test(word),
  )
}

const bare = (text: string): string => text.replace(/[\s,.!;:~，。！、،-]+$/u, '')

/** A line that ends a letter, such as `Best regards,` or `Viele Grüße, Ana`; `thanks`: it is also part of what was said. */
export function findClosing(raw: string): 'closing' | 'thanks' | undefined {
  const line = withoutMarks(normalizeLine(raw))
  if (line === '' || line.length > MAX_CLOSING) return undefined
  const text = fold(bare(line))
  if (closingWords.has(text)) return 'closing'
  if (thankWords.has(text)) return 'thanks'
  const both = text.split(/\s?[/|]\s?/)
  if (both.length === 2 && both.every((one) => closingWords.has(bare(one)))) return 'closing'
  const comma = line.search(/[,!，！،]/)
  if (comma > 0) {
    const [before, behind] = [fold(line.slice(0, comma).trim()), line.slice(comma + 1).trim()]
    if (closingWords.has(before) && (isName(bare(behind)) || closingWords.has(fold(bare(behind))))) return 'closing'
    if (thankWords.has(before) && closingWords.has(fold(bare(behind)))) return 'closing'
    if (thankWords.has(before) && isName(bare(behind)) && behind !== '') return 'thanks'
  }
  return isClosingWithName(line) ? 'closing' : undefined
}

/** `Viele Grüße aus Berlin` and `LG Ana`: a closing with a name or a place and no comma. */
function isClosingWithName(line: string): boolean {
  const words = bare(line).split(' ')
  if (words.length > 8) return false
  for (let count = Math.min(5, words.length - 1); count >= 1; count--) {
    const start = fold(words.slice(0, count).join(' '))
    if (
      !closingWords.has(start) ||
      ['best', 'love', 'yours', 'kindly', 'regards', 'att', 't', 'warmly'].includes(start)
    )
      continue
    const rest = words.slice(count)
    const name = /^(?:aus|from|de|depuis|desde|da|dal|dalla|fra|från|uit|z|ze|из|von)$/.test(fold(rest[0] ?? ''))
      ? rest.slice(1)
      : rest
    return name.length > 0 && name.length <= 3 && isName(name.join(' '))
  }
  return false
}

/** The line that a telephone or a mail program adds: `Sent from my iPhone`. A sentence that goes on is not one. */
export function isDeviceLine(raw: string): boolean {
  const line = withoutMarks(normalizeLine(raw))
    .replace(/\s?[<[(](?:https?:|mailto:)[^<>[\]()\s]{1,300}[>\])]/gi, '')
    .replace(/\s?https?:\/\/\S{1,300}$/i, '')
    .replace(/^\[([^\]]{1,120})\]$/, '$1')
    .trim()
  if (line.length < 5 || line.length > MAX_DEVICE_LINE || wordsOf(line).length > MAX_DEVICE_WORDS) return false
  const text = fold(bare(line))
  if (/outlook/.test(text) && /(?:^|[^a-z])(?:ios|android)/.test(text))
    return text !== 'outlook for ios' && text !== 'outlook for android'
  const hasOpening = deviceStart.test(text)
  const hasEnding = deviceEndings.some((ending) => text.endsWith(ending)) && devices.test(text)
  if (!hasOpening && !hasEnding) return false
  if (text.includes('outlook') && wordsOf(text).length <= 7) return true
  if (text.startsWith('yahoo mail: ') && wordsOf(text).length <= 8) return true
  const [head = '', ...tail] = text.split(/[,;.!?]\s|\s-\s/)
  const isDevice = (part: string) => devices.test(part) && wordsOf(part).length <= 5
  const goesOn = tail.some(
    (part) => !excuse.test(part) && !deviceTail.test(part) && !praise.test(part) && !isDevice(part),
  )
  return !goesOn && devices.test(head) && wordsOf(head).length <= 11
}

/** `an AT&T 5G smartphone` and `please excuse typos` belong to the line of a telephone. */
const deviceTail =
  /^(?:an? |ein |einem |un |mein |von meinem ).{0,30}(?:phone|smartphone|device|tablet|handset|gerät|telefon|mobile)s?$/
const praise = /^(?:the|la|le|el|die|der|das) \S{1,12} (?:\S{1,12} ){0,3}(?:app|client|inbox|e-?mail|mail)(?: |$)/
const excuse =
  /^(?:please |bitte |pls |so )?(?:excuse|forgive|pardon|sorry|apologies|expect|entschuldig|verzeih|merci d’excuser|veuillez excuser|disculp|perdon|scus[ai]|desculp|excuseer|ursäkta|beklager|undskyld|przepraszam|omluv)/

const contact = new RegExp(
  [
    String.raw`[^\s@]@[^\s@]`,
    String.raw`https?:|www\.|\b[\w-]{2,40}\.(?:com|org|net|de|fr|es|it|nl|co\.uk|io|eu|pl|ru|cn|jp|kr|test|example)\b`,
    String.raw`(?<!\p{L})(?:tel|telefon|telefono|teléfono|téléphone|phone|mobile|mobil|mob|cell|fax|direct|office|t|m|p|f|e|w|d|o|tlf|tfn|tél|telephone|handy|gsm|móvil|portable|puh|моб|телефон|тел|факс|τηλ|טל|נייד|هاتف|جوال|電話|电话|手机|電郵|邮箱|전화|휴대폰|email|e-mail|mail|web|website|skype|whatsapp|linkedin)\.?\s{0,2}[:：.]`,
    String.raw`\+\d[\d\s().\-/]{6,}|\(?0\d{1,4}\)?[\s/-]\d{3,}|\d{3}[-.\s]\d{3}[-.\s]\d{4}|\d{2,4}-\d{3,4}-\d{4}`,
    String.raw`(?<!\p{L})(?:${companyForms.join('|')})\.?(?!\p{L})`,
    String.raw`(?<!\p{L})(?:${jobTitles.join('|')})(?!\p{L})|${unspacedTitles.join('|')}`,
    String.raw`\s[|•·]\s|\b\d{5}\s\p{Lu}`,
  ].join('|'),
  'iu',
)
/** Whether a line contains a way to reach somebody; a company, a street or an account does not. */
export const isReachLine = (raw: string): boolean => {
  const line = normalizeLine(raw)
  return reach.test(line) || title.test(line)
}
const reach =
  /\S@\S|https?:|www\.|(?<![\p{L}\d]|\d\s)(?:\+\d|\(0?\d{2,4}\)|0\d{1,4}[\s/-])[\d\s().\-/]{5,}$|(?<!\p{L})(?:tel|telefon|phone|mobile?|fax|[tmpfed])\.?\s?[:.]|(?<!\d\s?)\d{3}[-.\s]\d{3,4}[-.\s]\d{4}/iu
const title = new RegExp(String.raw`(?<!\p{L})(?:${jobTitles.join('|')})(?!\p{L})|${unspacedTitles.join('|')}`, 'iu')

/** A telephone number, an address, a company or a title: what people put below their name. */
export const isContactLine = (line: string): boolean => contact.test(normalizeLine(line))

const postscript =
  /^(?:p\.?\s?p?\.?\s?s\.?|n\.?\s?b\.?|з\.?ы|p\.\s?d|pd|ps\d?|post ?scriptum|edit|update|nachtrag|追伸|又及|附言|추신|υ\.γ|נ\.ב|ملاحظة)\s?\.?(?:[:：,.)\s-]|$)/iu
const companyEnd =
  /(?:^|\s)(?:ltd|inc|llc|co|corp|gmbh|s\.a|s\.l|s\.r\.l|b\.v|e\.v|kg|z o\.o|s\.r\.o|a\.s|d\.o\.o|dr|jr|sr|st|str)\.$/i
const socialLink =
  /(?:linkedin|facebook|twitter|instagram|xing|youtube|tiktok|mastodon|github|calendly)\.\w|\/\/(?:www\.)?x\.com/i

/** A link to something, not to a home page. */
const isWantedLink = (text: string): boolean =>
  /^<?https?:\/\/[^\s/]{1,200}\/[^\s]{2,}$/i.test(text) && !socialLink.test(text)

/** Whether a line is something that a person writes: a question, a postscript, a sentence, a link on its own. */
export function isProse(raw: string): boolean {
  const text = withoutMarks(normalizeLine(raw)).replace(
    /^(?:i\. ?[av]\.|ppa\.|p\.p\.|gez\.|im auftrag|in vertretung)\s*/i,
    '',
  )
  if (text === '') return false
  if (postscript.test(text)) return true
  if (/[?？؟]["”»)]?$/.test(text) && !/^https?:/.test(text)) return true
  if (isWantedLink(text)) return true
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text))
    return text.length >= 8 && (/[。！!.]$/.test(text) || /[。！，、]/.test(text))
  const words = text.split(/\s+/)
  if (/^(?:[-+•]|\d{1,2}[.)])$/.test(words[0] ?? '') && words.length >= 2) return true
  if (text.endsWith(':') && words.length >= 3) return true
  const small = words.filter(isLowerCase).length
  const hasCase = /\p{Lu}|\p{Ll}/u.test(text)
  if (/[.!…]["”»)]?$/.test(text) && !companyEnd.test(text))
    return words.length >= (hasCase && small * 2 < words.length ? 5 : 3) || (text.endsWith('!') && words.length >= 2)
  if (/[|•·@]|https?:|www\./.test(text)) return false
  if (words.length >= 3 && isLowerCase(words[0] ?? '') && !/\d/.test(text) && !contact.test(text)) return true
  return words.length >= 6 && small >= words.length * 0.5
}

const legal = {
  secret:
    /confidential|privileged|vertraulich|confidentiel|confidencia|uitsluitend bestemd|exclusivement|exclusivamente|esclusivamente|ausschließlich für|riservat|vertrouwelijk|konfidenti|fortrolig|luottamuksell|poufn|důvěrn|dôvern|конфиденц|конфіденц|поверител|bizalmas|gizli|povjerljiv|zaupn|confidențial|εμπιστευτ|חסוי|סודי|سري|机密|保密|機密|秘密|기밀|bảo mật|rahasia|legally|rechtlich|legalmente|personal data|datenschutz/iu,
  message:
    /e-?mail|message|material|communication|nachricht|courriel|mensaje|correo|mensagem|messaggio|bericht|meddel|melding|wiadomo|zpráv|správ|viest|сообщен|письм|повідомл|üzenet|ileti|e-posta|poruk|sporočil|mesaj|μήνυμα|הודע|رسالة|邮件|郵件|メール|메일|thư|surel/iu,
  reader:
    /intended|recipient|addressee|transmitted with|legally privileged|destiné|destinée|received (?:this|it) in error|unauthori[sz]ed|empfänger|irrtümlich|destinatai?r|destinatári|erreur|error|errore|erro\b|ontvanger|geadresseerde|mottag|modtager|mottaker|vastaanot|adres{1,2}at|příjemc|adresát|получател|адресат|одержувач|címzett|alıcı|primatelj|prejemnik|destinatar|παραλήπτη|נמען|מיועד|المرسل إليه|المستلم|收件人|收信|受信者|宛先|수신|người nhận|penerima|notify|delete|lösch|disclos|viruses|viren/iu,
}
const legalStart =
  /^[*_\s[(]*(?:this (?:e-?mail|message|communication|transmission)|the (?:information|contents?) (?:(?:contained |included )?(?:in|of) this|transmitted|herein|is intended)|diese (?:e-?mail|nachricht|mail)|der inhalt dieser|ce (?:message|courriel|mail)|cet e-?mail|este (?:mensaje|correo|e-?mail)|esta mensagem|la información|esta comunicación|questo messaggio|questa e-?mail|le informazioni|dit (?:bericht|e-?mail)|deze e-?mail|de informatie|confidential|if you (?:are not|have received|received|receive)|any (?:unauthori|use|dissemin|review|disclos)|access to this|wenn sie nicht|sollten sie|si vous n|si usted no|si no es|se non siete|se lei non|se não for|se você não|indien u|om du inte|hvis du ikke|jeśli nie|jeżeli nie|pokud nejste|если вы не|якщо ви не|disclaimer|notice|legal|important|privileged|hinweis|vertraulich|aviso|avis |avertissement|avvertenz|wichtiger hinweis|niniejsza|ta wiadomość|wiadomość ta|treść tej|denna|detta|det här|denne|dette|tämä|tento|tato |tyto |táto|настоящее|это (?:сообщение|письмо)|данное|це повідомлення|ez az (?:e-?mail|üzenet)|bu e-?posta|bu ileti|bu mesaj|acest mesaj|ova poruka|本邮件|此邮件|本郵件|このメール|本メール|本メッセージ|이 메일|본 메일|이 메시지|email này|pesan ini|surel ini|το παρόν|הודעה זו|هذه الرسالة)/iu
const footers = new RegExp(String.raw`^[*_\s[(-]*(?:${footerBeginnings.join('|')})`, 'iu')
const listFooter = /mailing list$|listinfo|lists\.\S|googlegroups\.com|groups\.google|@lists?\./i

/** Whether a paragraph is the legal notice below a company's letters: where and under which number it is registered. */
export function isRegistration(paragraph: string): boolean {
  const text = normalizeLine(paragraph.slice(0, MAX_FOOTER).replace(/\s+/g, ' '))
  return registered.test(text) && contact.test(text) && !/[?？]/.test(text)
}
const registered =
  /registered (?:office|in|number|no)|company (?:no\.|number|registration)|amtsgericht|registergericht|handelsregister|firmenbuch|(?<!\p{L})(?:rcs|siren|siret|kvk|nif|cif|ičo|nip|krs|regon|vat|tva|ust-?id|p\. ?iva|partita iva|cvr|org\.? ?nr|y-tunnus|инн|огрн|єдрпоу)(?!\p{L})/iu

/** Whether somebody writes this about themselves, or asks it: `Unsubscribe me, please` is no footer. */
const isPersonal = (text: string, words = personalWords): boolean =>
  /[?？؟]$|(?:^|\s)I\s/.test(text) ||
  fold(text)
    .split(/[^\p{L}\d’./@-]+/u)
    .some((word) => words.has(word))

/** The heading of a legal notice. */
export const isFooterHeading = (line: string): boolean => {
  const text = normalizeLine(line)
  return (
    text.length <= 60 &&
    !isProse(text) &&
    (legal.secret.test(text) || /disclaimer|notice|hinweis|aviso|avis|avvert/i.test(text))
  )
}

/** A footer that a company, a virus scanner or a mailing list puts below every mail. */
export function isFooter(paragraph: string): boolean {
  const whole = paragraph.slice(0, MAX_FOOTER)
  const text = normalizeLine(whole.replace(/\s+/g, ' ').trim())
  const firstLine = whole.trim().split('\n', 1)[0]?.trim() ?? ''
  if (
    (footers.test(text) && !isPersonal(text)) ||
    (listFooter.test(firstLine) && !/_{5}/.test(firstLine) && text.length <= 200 && !isProse(text))
  )
    return true
  const isLong =
    text.length >= 80 || (/\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}/u.test(text) && text.length >= 20)
  if (!isLong || !legal.secret.test(whole) || !legal.message.test(whole) || !legal.reader.test(whole)) return false
  if (isPersonal(text, singularWords)) return false
  // The name of a company may stand above it.
  const lines = whole.normalize('NFC').trim().split('\n')
  const said = lines.slice(lines.findIndex(isProse)).join(' ')
  return registered.test(text) || legalStart.test(text) || legalStart.test(said)
}
