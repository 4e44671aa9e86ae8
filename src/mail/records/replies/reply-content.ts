import { createHash } from 'node:crypto'
import type { ReplyContent } from './reply.ts'

type Bodies = Pick<ReplyContent, 'text' | 'html' | 'signature' | 'quoted'>

/** Joins the two bodies of the mail: the person's text, the signature, and the quoted mail below. */
export function joinBodies({ text, html, signature, quoted }: Bodies): { text: string; html: string } {
  const parts = [{ text, html }, ...(signature ? [signature] : []), ...(quoted ? [quoted] : [])]
  return {
    text: joinFilled(
      parts.map((part) => part.text),
      '\n\n',
    ),
    html: joinFilled(
      parts.map((part) => part.html),
      '\n',
    ),
  }
}

const joinFilled = (parts: string[], separator: string): string => parts.filter(Boolean).join(separator)

/** Hashes everything that is sent: contents that make different mails have different hashes. Frozen: records contain it. */
export function hashReplyContent(content: ReplyContent): string {
  const { kind, inboxId, messageId, to, cc, bcc, replyTo, subject, labels, headers, links } = content
  const { text, html } = joinBodies(content)
  const people = [to, cc, bcc, replyTo ?? []].map((list) => list.map(({ name, address }) => [name ?? '', address]))
  const files = content.files.map(({ id, name, by }) => [id, name, by ?? ''])
  const mailFiles = (content.mailFiles ?? []).map(({ mail, id, name }) => [mail, id, name])
  const pairs = Object.entries(headers ?? {}).sort(([one], [other]) => (one < other ? -1 : 1))
  const leaving = [
    kind ?? 'reply',
    inboxId,
    messageId,
    people,
    subject ?? null,
    text,
    html,
    labels ?? [],
    pairs,
    files,
    mailFiles,
    (links ?? []).map(({ url, name }) => [url, name]),
  ]
  return createHash('sha256').update(JSON.stringify(leaving)).digest('hex')
}
