import { formatSenders } from '../api/message-objects.ts'
import type { Mail } from '../api/mailbox-types.ts'
import type { MailContent } from '../sending/mail-content.ts'

type Bodies = Pick<MailContent, 'text' | 'html'>

const toHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>\n')

/** The bodies of a forward: what was written, and below it the whole original with what it forwards itself. A forward has HTML if either part has it. */
export function buildForwardedBodies(written: Bodies, original: Mail): Bodies {
  const head = `---------- Forwarded message ----------\nFrom: ${formatSenders(original.from).join(', ')}\nSubject: ${original.subject ?? ''}\n\n`
  const quoted = `${head}${original.text ?? ''}`
  const text = written.text === undefined ? quoted : `${written.text}\n\n${quoted}`
  if (written.html === undefined && original.html === undefined) return { text, html: undefined }
  const above = written.html ?? toHtml(written.text ?? '')
  return { text, html: `${above}\n<div>${toHtml(head)}${original.html ?? toHtml(original.text ?? '')}</div>` }
}
