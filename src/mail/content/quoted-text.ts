import { isAttribution, isHeaderBlock, isSeparator, isSignatureStart } from './quote-headers.ts'

/** What was collapsed. */
export interface CollapsedParts {
  /** How many earlier mails are quoted below or between the new lines. */
  quotedMails: number
  signature: boolean
}

/** The newly written part of a plain text body. */
export interface NewText {
  newText: string
  collapsed: CollapsedParts
}

/** Anything beyond this is only shown with the whole mail. */
export const NEW_TEXT_CHARS = 100_000
const MAX_LINES = 5_000

/** A signature is short and comes last; anything longer is text that its writer wanted read. */
const MAX_SIGNATURE_LINES = 14
const MAX_SIGNATURE_LINE = 120

const isQuoted = (line: string) => /^\s{0,3}>/.test(line)
const depthOf = (line: string) => /^(?:\s?>){1,50}/.exec(line)?.[0].replaceAll(/[^>]/g, '').length ?? 0
const unquoted = (line: string) => line.replace(/^(?:\s?>){1,50}\s?/, '')

/** How many lines, starting with this one, introduce a quoted mail; programs break long introductions. */
function attributionLines(lines: string[], at: number): number {
  if ((lines[at] ?? '').trim() === '') return 0
  let joined = ''
  for (let count = 1; count <= 3; count++) {
    const line = lines[at + count - 1]
    if (line === undefined || (count > 1 && (line.trim() === '' || isQuoted(line)))) return 0
    joined += `${joined && ' '}${line.trim()}`
    if (joined.length > 500) return 0
    if (isAttribution(joined)) return beginsHere(lines, at, count, joined) ? count : 0
  }
  return 0
}

/** A broken introduction begins like an introduction; otherwise its first line is the end of the writer's own sentence. */
function beginsHere(lines: string[], at: number, count: number, joined: string): boolean {
  if (count === 1) return true
  if (isAttribution(lines.slice(at + 1, at + count).join(' '))) return false
  return (
    /^(?:on|am|le|el|il|em|op|den|pe|w dniu|dnia|dne|в|в |at|在|el|20\d\d)\b|<|20\d\d年|于/iu.test(
      joined.slice(0, 80),
    ) || joined.includes('@')
  )
}

const nextWritten = (lines: string[], from: number) => lines.slice(from, from + 6).find((line) => line.trim() !== '')

/** Separates the newly written text from quotes and the signature. Nothing is lost: Read all shows the whole mail. */
export function splitNewText(text: string): NewText {
  const lines = text.slice(0, NEW_TEXT_CHARS).replace(/\r\n?/g, '\n').split('\n', MAX_LINES)
  const kept: string[] = []
  let quotedMails = 0
  let depth = 0
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    if (isQuoted(line)) {
      depth = Math.max(depth, depthOf(line))
      if (attributionLines([unquoted(line)], 0) > 0) quotedMails++
      at++
      continue
    }
    const introduction = attributionLines(lines, at)
    if (introduction > 0) {
      quotedMails++
      at += introduction
      // Quoted lines have marks, so answers between them are kept. Without marks, everything that follows is the quotation.
      const next = nextWritten(lines, at)
      if (next !== undefined && isQuoted(next)) continue
      quotedMails += introductionsIn(lines, at)
      break
    }
    if (isSeparator(line) || isHeaderBlock(lines, at)) {
      quotedMails += introductionsIn(lines, at) + (isSeparator(line) && !hasBlockBelow(lines, at) ? 1 : 0)
      while (kept.length > 0 && /^\s*[-_=]{5,}\s*$|^\s*$/.test(kept.at(-1) ?? '')) kept.pop()
      break
    }
    kept.push(line)
    at++
  }
  const { body, signature } = withoutSignature(kept)
  const fresh = body
    .join('\n')
    .trimEnd()
    .replace(/\n{3,}/g, '\n\n')
  const found = { quotedMails: Math.max(quotedMails, depth), signature }
  if (fresh.trim() !== '') return { newText: fresh.replace(/^\n+/, ''), collapsed: found }
  return { newText: text.trim(), collapsed: { quotedMails: 0, signature: false } }
}

function introductionsIn(lines: string[], from: number): number {
  let count = 0
  for (let at = from; at < lines.length; at++)
    if (isHeaderBlock(lines, at) || isAttribution(unquoted(lines[at] ?? ''))) count++
  return count
}

const hasBlockBelow = (lines: string[], at: number) => [1, 2, 3].some((below) => isHeaderBlock(lines, at + below))

function withoutSignature(lines: string[]): { body: string[]; signature: boolean } {
  const written = lines.findLastIndex((line) => line.trim() !== '') + 1
  const earliest = Math.max(0, written - MAX_SIGNATURE_LINES)
  for (let at = earliest; at < written; at++) {
    if (!isSignatureStart(lines[at] ?? '')) continue
    if (lines.slice(at, written).every((line) => line.length <= MAX_SIGNATURE_LINE))
      return { body: lines.slice(0, at), signature: true }
  }
  return { body: lines, signature: false }
}
