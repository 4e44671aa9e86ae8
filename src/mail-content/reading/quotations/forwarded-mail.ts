import { removeTrailing } from '../../../core/remove-trailing.ts'
import { normalizeLine } from './mail-lines.ts'
import { forwardOpenings, forwardPrefixes, forwardSeparators, replyPrefixes, replySeparators } from './mail-words.ts'

const forwards = new Set(forwardSeparators)
const openings = new Set(forwardOpenings)
const answers = new Set(replySeparators)
const forwardMarks = new Set(forwardPrefixes)
const replyMarks = new Set(replyPrefixes)
const MAX_PREFIX = 20

/** Which kind of mail is below this line, such as `----- Forwarded message -----`; undefined for any other line. */
export function findSeparator(raw: string, { isAboveBlock = false } = {}): 'forward' | 'reply' | undefined {
  // Samsung phones leave their markup in the text.
  const [, tagged = ''] = /^<div>-{5,} ?([^<>-]{3,40}?) ?-{5,}<\/div>/.exec(raw) ?? []
  if (answers.has(tagged.toLowerCase())) return 'reply'
  if (raw.length > 200) return undefined
  const text = normalizeLine(raw).toLowerCase()
  const opening = removeTrailing(text, ':', ' ')
  if (opening !== text && openings.has(opening)) return 'forward'
  const rest = text.replace(/^[-_*=~#\s]+/, '')
  // David by Tobit names itself, with rules around it or without.
  if (/^original message processed by [\p{L}\d.® -]{2,40}$/u.test(rest)) return 'reply'
  if (!isAboveBlock && !/^[-_*=~#]{2}/.test(text)) return undefined
  const inner = removeTrailing(rest, '-', '_', '*', '=', '~', '#', ' ', ':').replaceAll("'", '’')
  if (
    forwards.has(inner) ||
    /^(?:forwarded by|weitergeleitet von|transféré par|reenviado por|inoltrato da) /.test(inner)
  )
    return 'forward'
  if (answers.has(inner)) return 'reply'
  // In a language that the lists lack.
  return isAboveBlock && /^[-_*=~#]{2,}\s?[^-_*=~#]{3,60}[-_*=~#]{2,}$/.test(text) ? 'reply' : undefined
}

/** The kind of a mail by the mark that was added last to its subject: `Re: Fwd: x` is an answer. */
export function findSubjectKind(subject: string, body = ''): 'forward' | 'reply' | undefined {
  const text = normalizeLine(subject)
    .toLowerCase()
    .replaceAll('\u0307', '')
    .replace(/^(?:\[[^\]]{0,40}\]\s*){1,3}/, '')
  const colon = text.slice(0, MAX_PREFIX).indexOf(':')
  if (colon < 1) return undefined
  const mark = text
    .slice(0, colon)
    .replace(/\s*[[(]\d{1,3}[\])]$|\d{1,2}$/, '')
    .trim()
  // `vs` means "forwarded" in Danish and Norwegian, and "answer" in Finnish.
  if (mark === 'vs' && /lähettäjä|lähetetty|kirjoitti/i.test(body.normalize('NFC'))) return 'reply'
  if (forwardMarks.has(mark)) return 'forward'
  return replyMarks.has(mark) ? 'reply' : undefined
}

/** Whether a mail has a subject of its own; a header block in its text with another subject then belongs to that text. */
export function isOwnSubject(subject: string, quoted: string | undefined): boolean {
  if (subject.trim() === '' || quoted === undefined || findSubjectKind(subject)) return false
  const [own, other] = [subject, quoted].map((one) => normalizeLine(one).toLowerCase())
  return !other?.includes(own ?? '') && !own?.includes(removePrefixes(other ?? ''))
}

/** A subject without the prefixes of programs: `Re:`, `Fwd:`. */
export function removePrefixes(subject: string): string {
  let rest = subject
  for (let count = 0; count < 5 && findSubjectKind(rest); count++) rest = rest.slice(rest.indexOf(':') + 1).trim()
  return rest
}
