import { findSeparator, isOwnSubject } from './forwarded-mail.ts'
import { type HeaderBlock, hasAddress, readHeaderBlock } from './header-block.ts'
import { hasTime } from './introductions.ts'
import { findWritten, isBlank, isRule } from './text-lines.ts'

/** The lines of a mail up to a place, and what its subject says. */
interface Above {
  lines: string[]
  kept: string[]
  subject: string | undefined
  kind: 'forward' | 'reply' | undefined
}

/** Whether something that a program wrote can begin at this line. */
export const hasRoomAbove = (lines: string[], at: number): boolean =>
  at === 0 || isBlank(lines[at - 1]) || isRule(lines[at - 1]) || findSeparator(lines[at - 1] ?? '') !== undefined

/** A block of header lines above a quoted mail; `From: Berlin` and a contact form are part of somebody's own text. */
export function findQuotedBlock(reading: Above, at: number): HeaderBlock | undefined {
  const { lines, kept, subject, kind } = reading
  const block = readHeaderBlock(lines, at)
  if (!block) return undefined
  const hasBody = findWritten(lines, at + block.lines) < lines.length
  if (!hasBody && kind === undefined) return undefined
  const above = kept.findLast((line) => !isBlank(line)) ?? ''
  const isAnnounced = /[:：]\s*$/.test(above)
  const { fields } = block
  const isOwn = subject !== undefined && isOwnSubject(subject, fields.get('subject'))
  const from = fields.get('from')
  if (isFromProgram(block) && !isAnnounced && !isOwn && (block.hasMarks || kind === 'reply' || hasRoomAbove(lines, at)))
    return block
  if (!from) return isHeadWithoutSender(block) && !isAnnounced && !isOwn && isAnswer(reading, at) ? block : undefined
  const hasDate = /\d|\p{L}/u.test(fields.get('date') ?? '')
  const isFull = hasDate && fields.has('subject') && (block.hasAddress || fields.has('to'))
  if (!hasRoomAbove(lines, at))
    return isFull && block.hasAddress && fields.has('to') && !isAnnounced ? block : undefined
  // Below the line that Outlook draws, and below any other in an answer, the block is certainly the work of a program.
  const isFramed = /^\s*_{16,}\s*$/.test(above) || (isRule(above) && kind === 'reply')
  if (isFramed && isFull) return block
  if (isOwn || isAnnounced) return undefined
  if (block.hasAddress) return hasDate || (fields.has('to') && fields.has('subject')) ? block : undefined
  // A program names the time at which the mail was sent, and has something to quote.
  const isTimed = /\p{L}{2}/u.test(from) && hasTime(fields.get('date') ?? '')
  return isFull && isTimed && hasBody ? block : undefined
}

/** Whether only a program can have written it: it says when the mail was sent, and nobody types the marks around the parts of a date. */
const isFromProgram = ({ fields, isSent, hasMarks }: HeaderBlock): boolean =>
  (isSent || hasMarks) && hasTime(fields.get('date') ?? '') && fields.has('from') && fields.has('to')

/** `Date: Tue, 3 Nov 2026 10:04:00 +0100` and `To: bob@b.test`: some programs do not name the sender. */
function isHeadWithoutSender({ fields, isSent, first }: HeaderBlock): boolean {
  const date = fields.get('date') ?? ''
  if (first !== 'date' || !hasTime(date) || !/\d{4}/.test(date)) return false
  const to = fields.get('to')
  return to !== undefined && (hasAddress(to) || (isSent && fields.has('subject')))
}

const isAnswer = ({ lines, kept, kind }: Above, at: number): boolean =>
  kind === 'reply' && hasRoomAbove(lines, at) && kept.some((line) => !isBlank(line))
