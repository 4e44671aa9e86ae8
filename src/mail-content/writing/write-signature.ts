import { hasRightToLeft } from '../../core/isolate-direction.ts'
import { sanitizeText } from '../../core/sanitize-text.ts'
import { linesToHtml } from './escape-html.ts'
import type { MailBodies } from './slack-to-mail.ts'

/** The line that mail programs know as the beginning of a signature. Its blank at the end belongs to it. */
const SEPARATOR = '-- '

/** A signature as mail programs write it, with the writer's name above it unless it names them already. Undefined if there is nothing to write. */
export function writeSignature(signature: string, writer: string | undefined): MailBodies | undefined {
  const own = sanitizeText(signature).trim()
  const name = writer === undefined || own.includes(writer) ? [] : [writer]
  const lines = [...name, ...(own === '' ? [] : [own])].join('\n')
  if (lines === '') return undefined
  const direction = hasRightToLeft(lines) ? ' dir="auto"' : ''
  return {
    text: `${SEPARATOR}\n${lines}`,
    html: `<div class="moz-signature"${direction}>${SEPARATOR}<br>\n${linesToHtml(lines)}</div>`,
  }
}
