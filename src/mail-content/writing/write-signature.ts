import { hasRightToLeft } from '../../core/isolate-direction.ts'
import { sanitizeLine, sanitizeText } from '../../core/sanitize-text.ts'
import { linesToHtml } from './escape-html.ts'
import type { MailBodies } from './slack-to-mail.ts'

/** The line that mail programs know as the beginning of a signature. Its blank at the end belongs to it. */
const SEPARATOR = '-- '

/** How many lines at the end of a text may have the writer's name, and how many words each of them. */
const NAME_LINES = 3
const NAME_WORDS = 5

/** Whether a text names a person by their whole name or their first name, in any case; with `atEnd`, as its last words. */
function isNamed(text: string, person: string, { atEnd = false } = {}): boolean {
  const whole = person.trim().toLowerCase()
  const [first = ''] = whole.split(/\s+/, 1)
  const names = [whole, ...(first.length > 1 ? [first] : [])].map((name) => RegExp.escape(name)).join('|')
  const end = atEnd ? '[^\\p{L}\\p{N}]*$' : '(?![\\p{L}\\p{N}])'
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${names})${end}`, 'u').test(text.toLowerCase())
}

/** Whether a person has written their own name at the end of a text: as its last words, or in one of its last lines, which are short. */
export function isSigned(text: string, writer: string): boolean {
  if (writer.trim() === '') return false
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const isShort = (line: string) => line.trim().split(/\s+/).length <= NAME_WORDS
  // The first line may greet a customer of the same name.
  const closing = lines.slice(1).slice(-NAME_LINES)
  return (
    isNamed(lines.at(-1) ?? '', writer, { atEnd: true }) ||
    closing.some((line) => isShort(line) && isNamed(line, writer))
  )
}

/** The lines of a signature, with the writer's name above it unless it names them already; empty if there is nothing to write. */
export function listSignatureLines(signature: string, writer: string | undefined): string[] {
  const own = sanitizeText(signature).trim()
  const name = sanitizeLine(writer ?? '')
  return [...(name === '' || isNamed(own, name) ? [] : [name]), ...(own === '' ? [] : own.split('\n'))]
}

/** A signature as mail programs write it. Undefined if there is nothing to write. */
export function writeSignature(signature: string, writer: string | undefined): MailBodies | undefined {
  const lines = listSignatureLines(signature, writer).join('\n')
  if (lines === '') return undefined
  const direction = hasRightToLeft(lines) ? ' dir="auto"' : ''
  return {
    text: `${SEPARATOR}\n${lines}`,
    html: `<div class="moz-signature"${direction}>${SEPARATOR}<br>\n${linesToHtml(lines)}</div>`,
  }
}
