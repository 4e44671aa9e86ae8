import {
  findClosing,
  isContactLine,
  isDeviceLine,
  isFooter,
  isFooterHeading,
  isName,
  isProse,
  isReachLine,
  isRegistration,
} from './signature-lines.ts'
import { normalizeLine } from './mail-lines.ts'
import { hasWordsOf, isNameOf } from './sender-name.ts'

/** A signature is short and comes last; anything above is text that its writer wanted read. */
const MAX_TAIL_LINES = 40
const MAX_SIGNATURE_LINE = 160
const MAX_FOOTER_LINES = 8

const isBlank = (line: string | undefined): boolean => (line ?? '').trim() === ''
const isDelimiter = (line: string): boolean => /^\s{0,2}(?:--|__|—|–|- -)\s*$/.test(line)
/** Mailman draws a line with words in it above the parts it removed. */
const isRule = (line: string): boolean => /^\s*[-_=*~━─―═＊☆★◆◇+#・.·]{5,}\s*$|^-{5,} next part -{5,}$/.test(line)

const isDrawn = (line: string | undefined): boolean => isRule(line ?? '') || isDelimiter(line ?? '')

/** A text's lines without its signature. */
export interface SignedText {
  body: string[]
  signature: boolean
}

const endOfParagraph = (lines: string[], from: number): number => {
  let end = from
  while (end < lines.length && !isBlank(lines[end])) end++
  return end
}
const skipBlank = (lines: string[], from: number): number => {
  let at = from
  while (at < lines.length && isBlank(lines[at])) at++
  return at
}
const isSignatureLine = (line: string): boolean => line.length <= MAX_SIGNATURE_LINE && !isProse(line)

/** Removes footers from the end, with the rules above them. */
function removeFooters(lines: string[]): SignedText {
  let end = lines.length
  let signature = false
  for (let count = 0; count < 12; count++) {
    while (end > 0 && isBlank(lines[end - 1])) end--
    let start = end
    while (start > 0 && !isBlank(lines[start - 1]) && !isDrawn(lines[start - 1])) start--
    while (start < end && (isRule(lines[start] ?? '') || isDelimiter(lines[start] ?? ''))) start++
    if (start === end && start > 0 && !isDrawn(lines[end - 1])) break
    const isHeading: boolean = signature && start === end - 1 && isFooterHeading(lines[start] ?? '')
    const isFooterHere: boolean = isHeading || (start < end && isFooter(lines.slice(start, end).join('\n')))
    if (start < end && !isFooterHere) {
      const below = findFooterBelow(lines, start, end)
      return below === undefined ? cutAt(lines, end, signature) : cutAt(lines, below, true)
    }
    while (start > 0 && (isRule(lines[start - 1] ?? '') || isDelimiter(lines[start - 1] ?? ''))) start--
    if (start === 0 && isFooterHere && !signature && end === lines.length) return { body: lines, signature: false }
    signature ||= isFooterHere
    end = start
    if (end === 0) break
  }
  return cutAt(lines, end, signature)
}

/** Whether these lines are only a greeting such as `Hi Ana,`: the writer's text follows. */
export function isGreeting(lines: string[]): boolean {
  const [first, ...others] = lines.filter((line) => !isBlank(line))
  if (first === undefined) return true
  return others.length === 0 && first.length <= 40 && /[,，،]\s*$/.test(first)
}

const cutAt = (lines: string[], end: number, signature: boolean): SignedText =>
  signature && !isGreeting(lines.slice(0, end))
    ? { body: lines.slice(0, end), signature }
    : { body: lines, signature: false }

/** The next line does not go on with what this one says. */
const endsSentence = (line: string): boolean => /[.!?:…。！？)\]"”»>]\s*$/.test(line) || !isProse(line)

/** Where a footer begins that stands right below the last line of a paragraph. */
function findFooterBelow(lines: string[], start: number, end: number): number | undefined {
  for (let at = Math.max(start + 1, end - MAX_FOOTER_LINES); at < end; at++)
    if (endsSentence(lines[at - 1] ?? '') && isFooter(lines.slice(at, end).join('\n'))) return at
  return undefined
}

/** Where the signature ends that begins here, and what in it shows that it is one. */
interface SignatureBlock {
  end: number
  hasName: boolean
  /** Lines with numbers, titles and the like, and those of telephones and mail programs. */
  contacts: number
  devices: number
}

/** Reads names, titles and numbers until prose begins again. `isOpen`: below `-- `, a motto may follow the name. */
function readBlock(lines: string[], from: number, isOpen: boolean): SignatureBlock {
  const block: SignatureBlock = { end: from, hasName: false, contacts: 0, devices: 0 }
  let at = skipBlank(lines, from)
  for (let paragraph = 0; at < lines.length && paragraph < 8; paragraph++) {
    const end = endOfParagraph(lines, at)
    const stop = readParagraph(lines.slice(at, end), block, { isFirst: paragraph === 0, isOpen })
    if (stop > 0) block.end = at + stop
    if (at + stop < end) return block
    at = skipBlank(lines, end)
    if (at >= lines.length) block.end = lines.length
  }
  return block
}

/** How many lines of the paragraph belong to the signature. */
function readParagraph(
  lines: string[],
  block: SignatureBlock,
  { isFirst, isOpen }: { isFirst: boolean; isOpen: boolean },
): number {
  const text = lines.join('\n')
  if (isFooter(text) || (!isFirst && isRegistration(text))) return lines.length
  const stop = lines.findIndex((line, at) => {
    if (isRule(line) || isDeviceLine(line)) return false
    if (isSignatureLine(line)) return false
    if (isFooter(lines.slice(at).join('\n'))) return false
    // A motto below the name; a question is one that somebody asks.
    return !(
      isOpen &&
      isFirst &&
      at > 0 &&
      !/[?？؟]/.test(line) &&
      /[.!…"”»]$/.test(line.trim()) &&
      line.length <= MAX_SIGNATURE_LINE
    )
  })
  const taken = stop === -1 ? lines : lines.slice(0, stop)
  const devices = taken.filter(isDeviceLine).length
  const contacts = taken.filter((line) => isContactLine(line) || isDeviceLine(line)).length
  const name = taken.find((line) => !isRule(line))
  const hasName = name !== undefined && isName(normalizeLine(name).replace(/^[*_\s]+|[*_,\s]+$/g, ''))
  // Below the first paragraph, only what nobody would write as text still belongs to it.
  if (
    !isFirst &&
    contacts === 0 &&
    !(hasName && taken.length === lines.length && taken.length <= 2 && !block.hasName)
  ) {
    if (!taken.every((line) => isRule(line))) return 0
  }
  block.contacts += contacts
  block.devices += devices
  block.hasName ||= hasName
  return taken.length
}

/** The signature that begins at this line, if one does: from where lines are left out, and where text begins again. */
function findSignature(
  lines: string[],
  at: number,
  sender: string | undefined,
): { start: number; end: number } | undefined {
  const line = lines[at] ?? ''
  if (isCardBelow(lines, at, sender)) return { start: at, end: lines.length }
  if (isDeviceLine(line)) return { start: at, end: at + 1 }
  if (isDelimiter(line)) {
    const first = lines[skipBlank(lines, at + 1)]
    if (first === undefined) return { start: at, end: lines.length }
    if (isProse(first) && !isDeviceLine(first) && !isFooter(lines.slice(at + 1, at + 20).join('\n'))) return undefined
    const block = readBlock(lines, at + 1, true)
    const isLast = block.end >= lines.length
    // A program leaves a blank behind the dashes; a person may draw a line below a heading.
    const isLine = !line.endsWith(' ') && !isBlank(lines[at - 1]) && block.end > at + 3
    if (isLine && block.contacts === 0) return undefined
    return block.hasName || block.contacts > 0 || (isLast && block.end > at + 1)
      ? { start: at, end: block.end }
      : undefined
  }
  if (isRule(line)) {
    // A line right below some words makes them a heading.
    if (!isBlank(lines[at - 1]) && !isRule(lines[at - 1] ?? '') && !findClosing(lines[at - 1] ?? '') && at > 0)
      return undefined
    const block = readBlock(lines, at + 1, false)
    const first = lines[skipBlank(lines, at + 1)] ?? ''
    const isLast = block.end >= lines.length
    if (isLast && block.end <= at + 6 && sender && !isFirstWritten(lines, at) && hasWordsOf(first, sender))
      return { start: at, end: block.end }
    const isSenders = sender !== undefined && lines.slice(at + 1, block.end).some((one) => hasWordsOf(one, sender))
    const isBelow = block.end > at + 1 && (isLast || (isSenders && block.contacts > 1))
    return isBelow && !isMeeting(lines, at) && block.contacts > 0 && (block.hasName || isContactLine(first))
      ? { start: at, end: block.end }
      : undefined
  }
  const closing = findClosing(line)
  if (!closing) return undefined
  const block = readBlock(lines, at + 1, false)
  const isFirst = isFirstWritten(lines, at)
  if (closing === 'thanks') {
    const isSigned =
      block.contacts > block.devices &&
      (!isFirst || (block.end >= lines.length && isNameOf(lines[skipBlank(lines, at + 1)], sender)))
    return isSigned && block.end > at + 1 ? { start: at + 1, end: block.end } : undefined
  }
  // Before any text, nothing is closed: these are greetings.
  if (isFirst || (block.contacts === 0 && isSaid(lines[skipBlank(lines, at + 1)]))) return undefined
  const isEnd = skipBlank(lines, at + 1) >= lines.length
  if (isEnd) return { start: at, end: lines.length }
  // Words that also mean other things close a letter above one name.
  const isSure =
    block.contacts > 0 || block.end <= at + 2 || !/^\s*(?:best|love|yours|greetings|regards|t)\s*$/i.test(line)
  if (!isSure) return undefined
  // Where the text goes on below a closing and a name, they belong to the text.
  const isWhole = block.end >= lines.length || block.contacts > 0
  return block.end > at + 1 && isWhole ? { start: at, end: block.end } : undefined
}

const isFirstWritten = (lines: string[], at: number): boolean => lines.slice(0, at).every(isBlank)

/** Whether a line is more than a name: it has numbers, or words that begin with small letters. */
const isSaid = (line = ''): boolean => {
  const words = normalizeLine(line).split(' ')
  if (words.length < 3 || isName(words.join(' '))) return false
  return /\d/.test(line) || words.filter((word) => /^\p{Ll}/u.test(word)).length >= 2
}

/** The sender's name with numbers and titles, at the very end, without a word that closes the letter. */
function isCardBelow(lines: string[], at: number, sender: string | undefined): boolean {
  const line = normalizeLine(lines[at] ?? '').replace(/^[*_\s]+|[*_,\s]+$/g, '')
  if (
    at < 1 ||
    line === '' ||
    line.length > 60 ||
    line.includes(':') ||
    !(isBlank(lines[at - 1]) || /[.!?。]$/.test(lines[at - 1] ?? ''))
  )
    return false
  const isSender =
    sender !== undefined &&
    sender.length >= 2 &&
    hasWordsOf(line, sender) &&
    isName(line.split(/[|·,(]/, 1)[0]?.trim() ?? '')
  if (!isSender) return false
  const above = lines.slice(0, at).findLast((one) => !isBlank(one)) ?? ''
  if (/[:：]\s*$/.test(above)) return false
  // A postal address or an account may be what the mail is about.
  if (!lines.slice(at + 1).some(isReachLine)) return false
  const block = readBlock(lines, at, false)
  const contacts = block.contacts - (isContactLine(line) ? 1 : 0)
  return block.end >= lines.length && contacts >= (isBlank(lines[at - 1]) ? 1 : 2)
}

const meeting =
  /meeting|besprechung|réunion|reunión|riunione|reunião|vergadering|möte|møde|møte|kokous|spotkani|schůzk|встреч|собрани|会议|會議|会議|회의|toplantı|zoom\.us|teams\.(?:microsoft|live)|meet\.google|webex/iu
const isMeeting = (lines: string[], at: number): boolean =>
  meeting.test(
    lines
      .slice(at + 1, at + 8)
      .join('\n')
      .slice(0, 1000),
  )

/** Takes signatures, lines of telephones and footers off the end of a text; where prose begins again, it stays. */
export function removeSignature(all: string[], { sender }: { sender?: string | undefined } = {}): SignedText {
  const { body: lines, signature: hadFooter } = removeFooters(all)
  const written = lines.findLastIndex((line) => !isBlank(line)) + 1
  const kept = lines.slice(0, Math.max(0, written - MAX_TAIL_LINES))
  let signature = hadFooter
  let at = kept.length
  const tail = lines.slice(0, written)
  while (at < written) {
    const found = findSignature(tail, at, sender)
    if (found && (found.end > at + 1 || found.start <= at)) {
      kept.push(...tail.slice(at, found.start))
      signature = true
      at = Math.max(found.end, at + 1)
    } else {
      kept.push(tail[at] ?? '')
      at++
    }
  }
  return { body: kept, signature }
}
