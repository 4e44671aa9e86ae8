import { removeTrailing } from '../../../core/remove-trailing.ts'
import { isQuotedLine, normalizeLine } from './mail-lines.ts'
import { introductionOpeners, introductionPhrases, introductionVerbs, unspacedIntroductionVerbs } from './mail-words.ts'

/**
 * The lines with which mail programs introduce the mail that they quote: `On 3 Nov 2026, Ana <ana@x> wrote:`. Every pattern
 * looks at a short text and cannot backtrack far, because it runs on text that strangers send.
 */
const MAX_INTRODUCTION = 500
const MAX_LINES = 4

const year = String.raw`(?:19|20|25)\d\d(?!\d)`
const date = new RegExp(
  [
    String.raw`${year}\s?[-/.年년]\s?\d{1,2}\s?[-/.月월]\s?\d{1,2}`,
    String.raw`(?<!\d)\d{1,2}\.?\s?[-/.]\s?\d{1,2}\.?\s?[-/.]?\s?(?:${year}|\d\d(?![\d:.]))`,
    String.raw`(?<!\d)\d{1,2}(?!\d)[^\d<>@]{1,25}(?:\d{1,2}(?!\d)[^\d<>@]{1,8})?${year}`,
    String.raw`(?<!\d)${year}[^\d<>@]{1,20}\d{1,2}(?!\d)`,
  ].join('|'),
  'u',
)
const time =
  /(?<!\d)\d{1,2}\s?(?:[:.h]|時|点|시)\s?\d{2}(?![\d.])|(?<!\d)\d{1,2}\s?(?:am|pm|a\.m\.|p\.m\.|uhr|時|点|시)(?!\p{L})/iu
const monthDay = /(?<!\d)\d{1,2}(?!\d)/
const bracketed = /[<[(]\s?(?:mailto:)?[^<>[\]()\s@]{1,200}\s?@\s?[^<>[\]()@]{1,200}[>\])]/
const bare = /[^\s<>()[\],;:"@]{1,100}@[^\s<>()[\],;:"@]{1,100}\.[\p{L}\d-]{2,20}/u
const verb = new RegExp(
  String.raw`(?<!\p{L})(?:${introductionVerbs.join('|')})(?!\p{L})|${unspacedIntroductionVerbs.join('|')}`,
  'iu',
)
const opener = new RegExp(String.raw`^(?:${introductionOpeners.join('|')})(?![\p{L}])`, 'iu')
const phrase = new RegExp(`^(?:${introductionPhrases.join('|')})(?!\\p{L})`, 'iu')
const particles = new Set([
  'von',
  'van',
  'de',
  'da',
  'di',
  'del',
  'della',
  'der',
  'den',
  'du',
  'la',
  'le',
  'bin',
  'al',
  'el',
  'y',
  'und',
  'and',
  'a',
  'ha',
  'via',
])

/** Whether a text contains a time of day. */
export const hasTime = (text: string): boolean => time.test(normalizeLine(text))
/** Whether a text contains a date with its year. */
export const hasDate = (text: string): boolean => date.test(text)
/** Whether nothing is left of a text but a verb such as `wrote:`. */
export const isOnlyVerb = (text: string): boolean => verb.test(text) && !/\p{L}/u.test(text.replace(verb, ''))
const hasAddress = (text: string): boolean => bracketed.test(text) || bare.test(text)
const isNameWord = (word: string): boolean => !/^\p{Ll}/u.test(word) || particles.has(word)
const words = (text: string): string[] => text.split(/[\s,;"“”«»]+/).filter(Boolean)

/** Whether a line begins with a date, as introductions do, or with a word or two in front. */
function startsWithDate(text: string): boolean {
  const found = date.exec(text.slice(0, 120))
  if (!found) return false
  return found.index <= 30 && words(text.slice(0, found.index)).length <= 5
}

/** The name stands right before or behind the verb, or before the address, and is written as names are. */
function hasNameAtVerb(text: string): boolean {
  const found = verb.exec(text)
  if (!found) return false
  const behind = words(text.slice(found.index + found[0].length).replace(/[:\s-]+$/, ''))
  const before = words(text.slice(0, found.index).replace(/\S{0,80}@\S{0,80}/gu, ''))
  if (behind.length > 0 && !/^[\p{Ll}\d]/u.test(behind[0] ?? '')) return behind.length <= 8
  const last = before.filter((word) => !particles.has(word)).at(-1) ?? ''
  return last !== '' && !/^[\p{Ll}]/u.test(last)
}

/** Whether a text is written as names are: up to six words, none of them in small letters. */
export const isShortName = (text: string): boolean => {
  const all = words(text)
  return all.length > 0 && all.length <= 6 && all.every(isNameWord) && !/[.!?]$/.test(text) && !/\d/.test(text)
}

/** How the text begins: with a date, with a word such as `On` and a number, or with a name and its address. */
function findStart(text: string): 'date' | 'opener' | 'address' | undefined {
  const line = text.replace(/^[-\s*_"'“„«>]+/, '')
  if (phrase.test(line)) return 'opener'
  const word = opener.exec(line)
  if (word && monthDay.test(line.slice(word[0].length, 60))) return 'opener'
  if (word && words(line).length <= 4 && /[,.]$/.test(line)) return 'opener'
  if (startsWithDate(line)) return 'date'
  const mailbox = bracketed.exec(line)
  if (mailbox && mailbox.index <= 80) {
    const name = line.slice(0, mailbox.index)
    if (words(name).length <= 2 || isShortName(name)) return 'address'
  }
  const plain = bare.exec(line)
  return plain && plain.index <= 1 ? 'address' : undefined
}

/** `--- On Wed, 3/11/26, Ana Lee <ana@a.test> wrote:` */
const YAHOO = /^--- \p{Lu}/u

/** `On Tue, 3 Nov 2026 10:04:00 +0100`: nothing but the time, above marked lines. */
const isTimeOnly = (text: string): boolean =>
  text.length <= 60 &&
  words(text).length <= 8 &&
  words(text.replace(opener, '')).every((word) => /^[\p{L}.]{1,5}$|\d/u.test(word))

/** Whether the whole text introduces a quoted mail. `isMarked`: the lines below it are marked as quoted. */
export function isIntroduction(raw: string, { isMarked }: { isMarked: boolean }): boolean {
  const whole = normalizeLine(raw)
  if (raw.length > MAX_INTRODUCTION || whole.length < 6) return false
  const text = removeTrailing(whole.replace(/^[-\s]+/, ''), '-', ' ')
  const isFramed = whole.startsWith('--') && (text.length <= whole.length - 6 || YAHOO.test(whole))
  const hasColon = text.endsWith(':') || isFramed
  const withAddress = hasAddress(text)
  const withDate = date.test(text)
  const withTime = time.test(text)
  const withVerb = verb.test(text) || phrase.test(text)
  const start = findStart(text)
  if (isMarked) {
    if (withAddress && hasColon) return start !== undefined || isNameBeforeAddress(text)
    if (withAddress) return (withDate || withTime) && start !== undefined && words(text).length <= 24
    if (!withVerb && withDate && withTime && opener.test(text) && isTimeOnly(text)) return true
    if (!withVerb) return hasColon && withDate && withTime && start !== undefined && words(text).length <= 14
    if (withDate && withTime && start === 'opener' && endsWithVerbAndName(text)) return true
    if (withDate || withTime || start === 'opener') return (hasColon || endsWithVerb(text)) && words(text).length <= 24
    return hasColon && isShortName(text.replace(verb, '').replace(/[\s:]+$/, ''))
  }
  if (start === undefined || !withDate) return false
  if (withAddress && hasColon)
    return withVerb
      ? withTime || isFramed || hasNameBeforeAddress(text)
      : withTime && endsWithAddress(text) && hasNameInFront(text)
  if (withAddress) return withTime && (endsWithVerb(text) || (start === 'opener' && endsWithName(text)))
  return hasColon && withVerb && withTime && words(text).length <= 20 && hasNameAtVerb(text)
}

const endsWithAddress = (text: string): boolean => /@[^\s@]{1,200}\s?[>\])]?[,\s]{0,2}:?$/.test(text)
/** `10:00, Ana Lee <ana@a.test>:` and not `10:00 mail from <ana@a.test>:`. */
function hasNameInFront(text: string): boolean {
  const found = bracketed.exec(text) ?? bare.exec(text)
  const before = time.exec(text)
  if (!found || !before || before.index > found.index) return true
  return words(text.slice(before.index + before[0].length, found.index)).every(
    (word) => !/^\p{Ll}/u.test(word) || word.length <= 3,
  )
}

/** Nothing but a name and an address stands behind the time: `On …, 10:00 AM, Ana Lee <ana@a.test>`. */
function endsWithName(text: string): boolean {
  const found = bracketed.exec(text)
  const before = time.exec(text)
  if (!endsWithAddress(text) || !found || !before) return false
  const name = text.slice(before.index + before[0].length, found.index).replace(/^[\s,:\d]*(?:am|pm|uhr|h)?[\s,]+/i, '')
  return name === '' || isShortName(name)
}
/** `Am 3.11.2026 um 10:00 schrieb Ana Lee` */
function endsWithVerbAndName(text: string): boolean {
  const found = verb.exec(text)
  return found !== null && isShortName(text.slice(found.index + found[0].length))
}

/** `>>> Ana Lee <ana@a.test> 3.11.2026 10:00 >>>`: what follows is quoted without marks. */
export function isFramedIntroduction(raw: string): boolean {
  const [, inner = ''] = /^>>> (.{6,300}) >>>\s*$/.exec(raw) ?? []
  return inner !== '' && date.test(inner) && time.test(inner)
}

const endsWithVerb = (text: string): boolean => verb.test(text.slice(-16))
const isNameBeforeAddress = (text: string): boolean => {
  const found = bracketed.exec(text) ?? bare.exec(text)
  return (
    found !== null &&
    isShortName(
      text
        .slice(0, found.index)
        .replace(/["'(<]+/g, ' ')
        .trim() || 'A',
    )
  )
}
const hasNameBeforeAddress = (text: string): boolean => {
  const found = bracketed.exec(text) ?? bare.exec(text)
  const before = found ? words(text.slice(0, found.index)).at(-1) : undefined
  return before !== undefined && !/^\p{Ll}/u.test(before)
}

const isMarkedBelow = (lines: string[], at: number): boolean => {
  const next = lines.slice(at, at + 4).find((line) => line.trim() !== '')
  return next !== undefined && isQuotedLine(next)
}

/** Whether these lines can be one: blank lines only where nothing but the end of the introduction follows. */
function joinLines(lines: string[], at: number, count: number): string {
  return lines
    .slice(at, at + count)
    .map((line) => normalizeLine(line))
    .join(' ')
}

/** How many lines, starting with this one, introduce a quoted mail; programs break long introductions. Returns 0 if none begins here. */
export function countIntroductionLines(lines: string[], at: number): number {
  const first = lines[at]?.trim() ?? ''
  if (first === '') return 0
  if (first.length > MAX_INTRODUCTION) return endsInside(normalizeLine(first)) ? 1 : 0
  let written = 0
  for (let count = 1; count <= MAX_LINES + 1 && written < MAX_LINES; count++) {
    const line = lines[at + count - 1]
    if (line === undefined || (isQuotedLine(line) && !isEndOfAddress(lines, at, count))) return 0
    if (line.trim() === '') {
      const next = lines[at + count] ?? ''
      if (!isEnding(next) && next.trim() !== '<') return 0
      continue
    }
    written++
    const joined = joinLines(lines, at, count)
    if (count <= 2 && endsInside(joined)) return count
    if (joined.length > MAX_INTRODUCTION) return 0
    // More may follow: a first line with a date and an address is only the whole where no verb comes on the next.
    if (isEnding(lines[at + count] ?? '') && !/[:：]\s*$/.test(line)) continue
    if (isIntroduction(joined, { isMarked: isMarkedBelow(lines, at + count) }))
      return count === 1 || beginsHere(lines, at, count) ? count : 0
  }
  return 0
}

/** Some telephones begin the quoted text on the line that introduces it: `On …, Ana<ana@a.test> wrote:   Hello`. */
function endsInside(joined: string): boolean {
  const [, introduction] = /^([^:]{1,200}(?::\d[^:]{1,100}){1,4}:)\s+\S/.exec(joined.slice(0, MAX_INTRODUCTION)) ?? []
  if (introduction === undefined || !verb.test(introduction.slice(-24)) || !bracketed.test(introduction)) return false
  return findStart(introduction) === 'opener' && isIntroduction(introduction, { isMarked: false })
}

/** `wrote:` or `<ana@a.test> wrote:` on a line of its own. */
function isEnding(line: string): boolean {
  const text = normalizeLine(line)
  if (text.length > 120 || !/:\s*-*$/.test(text)) return false
  const rest = text
    .replace(bracketed, '')
    .replace(verb, '')
    .replace(/[\s:,-]+/g, '')
  return rest === '' || (rest.length <= 3 && verb.test(text))
}

/** `> wrote:` ends an address that was broken over lines, and is not quoted. */
function isEndOfAddress(lines: string[], at: number, count: number): boolean {
  const before = joinLines(lines, at, count - 1)
  const isOpen = before.lastIndexOf('<') > before.lastIndexOf('>') || /<\s?mailto:/i.test(before)
  return count > 1 && isOpen && isEnding(lines[at + count - 1] ?? '')
}

/** Otherwise the first line is the end of the writer's own sentence, and the introduction begins below it. */
function beginsHere(lines: string[], at: number, count: number): boolean {
  const first = normalizeLine(lines[at] ?? '')
  const start = findStart(first)
  const whole = joinLines(lines, at, count)
  const isBare = /[<([]$/.test(first) || (start === 'opener' && words(first).length <= 4 && !date.test(first))
  const isMarked = isMarkedBelow(lines, at + count)
  for (let later = 1; later < count && !isBare; later++) {
    const rest = joinLines(lines, at + later, count - later)
    const below = findStart(normalizeLine(lines[at + later] ?? ''))
    const isWhole =
      below !== undefined &&
      (date.test(rest) || !date.test(whole)) &&
      (hasAddress(rest) || !hasAddress(whole)) &&
      !/^\s*[<([]/.test(rest)
    if (isWhole && isIntroduction(rest, { isMarked })) return false
  }
  if (start !== undefined || /[<([]$/.test(first)) return true
  // A name alone on its line belongs to the address below it.
  return (
    isShortName(first) &&
    !/[,:;]$/.test(first) &&
    /^\s*[<([]/.test(lines[at + 1] ?? '') &&
    /^$|[.!?,…。！？]$/.test((lines[at - 1] ?? '').trim())
  )
}
