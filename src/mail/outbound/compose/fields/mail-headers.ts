import { sanitizeLine } from '../../../../core/sanitize-text.ts'

/** The most headers of a mail, besides those that mail programs write. */
export const MAX_HEADERS = 20
const MAX_NAME = 76
/** The limit of a line in a mail. */
const MAX_LINE = 998

/** Headers that mail programs, the mailbox or Bellhop write, or that decide who gets a mail and how it is read. */
const OWN_NAMES = new Set(
  (
    'from sender to cc bcc reply-to subject date message-id in-reply-to references return-path delivered-to received received-spf mime-version ' +
    'authentication-results dkim-signature domainkey-signature errors-to return-receipt-to disposition-notification-to apparently-to'
  ).split(' '),
)
const OWN_PREFIXES = ['content-', 'resent-', 'arc-', 'x-bellhop-', 'x-ses-']

/** The problem of a line that cannot be sent as a header. */
export type HeaderProblem = 'form' | 'name' | 'own' | 'empty' | 'repeated' | 'long' | 'broken'

/** Reads one header per line, `Name: value`. */
export function parseHeaderLines(
  typed: string,
): { headers: Record<string, string> } | { line: number; text: string; problem: HeaderProblem } {
  const headers: Record<string, string> = {}
  const names = new Set<string>()
  for (const [index, text] of typed.split('\n').entries()) {
    if (text.trim() === '') continue
    const found = parseHeader(text.replace(/\r$/, ''), names)
    if (typeof found === 'string') return { line: index + 1, text: sanitizeLine(text), problem: found }
    headers[found.name] = found.value
    names.add(found.name.toLowerCase())
  }
  return { headers }
}

/** `before`: the names of earlier lines, in lower case. */
function parseHeader(line: string, before: ReadonlySet<string>): HeaderProblem | { name: string; value: string } {
  // A line that begins with a blank would continue the previous header.
  const [, name = '', rest = ''] = /^([^\s:]+)[ \t]*:(.*)$/s.exec(line) ?? []
  if (name === '') return 'form'
  if (!/^[a-z][\w-]*$/i.test(name) || name.length > MAX_NAME) return 'name'
  const lower = name.toLowerCase()
  if (OWN_NAMES.has(lower) || OWN_PREFIXES.some((prefix) => lower.startsWith(prefix))) return 'own'
  if (before.has(lower)) return 'repeated'
  const value = rest.trim()
  if (value === '') return 'empty'
  // A line break of any kind could begin another header.
  if (/[^\P{Cc}\t]|[\u2028\u2029]/u.test(value) || sanitizeLine(value) !== value.replace(/\s+/g, ' ')) return 'broken'
  return name.length + 2 + value.length > MAX_LINE ? 'long' : { name, value }
}
