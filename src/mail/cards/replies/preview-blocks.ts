import { contextBlock, divider, plainText, richText, section } from '../../../slack/blocks/block-builders.ts'
import { splitIntoChunks } from '../../../slack/blocks/form-fields.ts'
import type { MessageBlock } from '../../../slack/blocks/slack-message.ts'
import { htmlToRichText } from '../../../mail-content/reading/html/html-to-rich-text.ts'
import { findUnshown, paginateMail, paginatePlainText } from '../../records/mail/mail-preview.ts'
import { type RichText, toPlainText } from '../../../mail-content/reading/rich-text.ts'
import { splitIntoPages } from '../../../mail-content/reading/rich-text-pages.ts'
import { type Address, displayAddress } from '../../records/address.ts'
import type { Mail } from '../../records/mail/mail.ts'
import type { ReplyContent } from '../../records/replies/reply.ts'
import { joinBodies } from '../../records/replies/reply-content.ts'
import { findSendRoute } from '../../records/replies/send-route.ts'
import type { MailText } from '../../text/mail-text.ts'
import { describeFile } from '../../text/file-sentences.ts'

/** The bodies that a preview can show. Frozen: buttons contain them. */
export const previewBodies = ['formatted', 'plain'] as const
export type PreviewBody = (typeof previewBodies)[number]

const PAGE_CHARS = 5000
const LINE_CHARS = 2900
/** Limit of blocks for a long list of recipients: the window must stay below Slack's limit. */
const MAX_CHUNKS = 8

/** A mail as it will be sent, and the mail that it answers or forwards. */
export interface PreviewedMail {
  content: ReplyContent
  original: Mail | undefined
}

/** A page of a body as it will be sent. */
export interface PreviewPage {
  body: PreviewBody
  /** The number of the page, or the nearest one. */
  page: number
}

const hasText = (content: ReplyContent): boolean => joinBodies(content).text !== ''

/** Whether the formatted and the plain text can differ. */
export function hasTwoBodies(mail: PreviewedMail): boolean {
  const added = findAdded(mail)
  return hasText(mail.content) || Boolean(added?.text && added.html)
}

/** A page of the written text, and of the original that the mailbox adds to a forward. */
interface ShownPage {
  written?: RichText
  added?: RichText
}

/** The original that the mailbox adds itself, if it adds one. */
const findAdded = ({ content, original }: PreviewedMail): Mail | undefined =>
  original && findSendRoute(content).by === 'forward' ? original : undefined

const sizeOf = (part: RichText | undefined): number => (part ? toPlainText(part).length : 0)

/** Splits a mail into pages: the written text, then the whole original if the mailbox adds it, on the same page if there is room. */
export function paginatePreview(mail: PreviewedMail, body: PreviewBody): ShownPage[] {
  const added = findAdded(mail)
  const all = added && (body === 'plain' ? paginatePlainText(added) : paginateMail(added).pages)
  const originals = (all ?? []).filter(({ elements }) => elements.length > 0)
  const pages: ShownPage[] = paginateContent(mail.content, body).map((written) => ({ written }))
  const last = pages.at(-1)
  const [first] = originals
  if (!last || !first || sizeOf(last.written) + sizeOf(first) > PAGE_CHARS)
    return [...pages, ...originals.map((one) => ({ added: one }))]
  return [...pages.slice(0, -1), { ...last, added: first }, ...originals.slice(1).map((one) => ({ added: one }))]
}

/** Splits a body into pages: plain text unchanged, HTML as mail programs show it. */
function paginateContent(content: ReplyContent, body: PreviewBody): RichText[] {
  const { text, html } = joinBodies(content)
  const plain = { type: 'rich_text_preformatted' as const, elements: [{ type: 'text' as const, text }] }
  const shown: RichText =
    body === 'plain'
      ? { type: 'rich_text', elements: text === '' ? [] : [plain] }
      : htmlToRichText(html, { collapse: 'nothing', keepsBlanks: true }).richText
  return splitIntoPages(shown, PAGE_CHARS)
}

/** Shows everything that the recipients or the mailbox will see: the recipients, the attachments, and a page of the text. */
export function buildPreviewBlocks(text: MailText, mail: PreviewedMail, { body, page }: PreviewPage): MessageBlock[] {
  const { preview, forms } = text
  const pages = paginatePreview(mail, body)
  const at = Math.max(0, Math.min(page, pages.length - 1))
  const { written, added } = pages[at] ?? {}
  // An original on its own page is also announced below the written text.
  const begins = pages.findIndex((one) => one.added !== undefined)
  const isAnnounced = begins === -1 || at === begins || at === begins - 1
  return [
    ...(at === 0 ? [...buildPreviewHead(text, mail), divider()] : []),
    ...(written && written.elements.length > 0 ? [richText(written.elements)] : []),
    ...(hasText(mail.content) || at > 0 ? [] : contextBlock(preview.empty)),
    ...contextBlock(isAnnounced && describeForward(text, mail)),
    ...(added ? [richText(added.elements)] : []),
    ...contextBlock(
      hasTwoBodies(mail) && (body === 'plain' ? preview.isPlain : preview.isFormatted),
      describeUnshown(text, mail, body),
    ),
    ...contextBlock(pages.length > 1 && forms.page({ page: at + 1, pages: pages.length })),
  ]
}

function buildPreviewHead(text: MailText, { content, original }: PreviewedMail): MessageBlock[] {
  const { forms, compose, outgoing, preview, formats } = text
  const { to, cc, bcc, replyTo = [], labels = [], headers = {}, inboxId } = content
  const line = (label: string, values: string[]) => {
    if (values.length === 0) return []
    const listed = forms.peopleList({ label, people: formats.list(values, 'comma') })
    return splitIntoChunks(listed, LINE_CHARS).slice(0, MAX_CHUNKS)
  }
  const people = (label: string, list: Address[]) => line(label, list.map(displayAddress))
  const { files, mailFiles = [], links = [] } = content
  return joinLines([
    ...line(compose.subject, [findSubject(text, content, original) || text.noSubject]),
    ...line(forms.from, [original?.own ?? inboxId]),
    ...people(forms.to, to),
    ...people(forms.cc, cc),
    ...people(forms.bcc, bcc),
    ...people(preview.replyTo, replyTo),
    ...line(preview.labels, labels),
    ...line(
      preview.headers,
      Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ),
    ...line(preview.files, [
      ...[...files, ...mailFiles].map((file) => describeFile(text, file)),
      ...links.map(({ name, url }) => outgoing.fromAddress({ name, url })),
    ]),
  ])
}

/** Joins lines into as few blocks as possible. */
function joinLines(lines: string[]): MessageBlock[] {
  const parts: string[] = []
  for (const line of lines) {
    const last = parts.at(-1)
    if (last === undefined || last.length + line.length >= LINE_CHARS) parts.push(line)
    else parts[parts.length - 1] = `${last}\n${line}`
  }
  return parts.map((part) => section(plainText(part)))
}

/** Finds the subject; for an answer, the mailbox makes it. */
function findSubject({ preview }: MailText, { kind, subject }: ReplyContent, original: Mail | undefined): string {
  if (kind !== undefined || original === undefined) return subject ?? ''
  return /^re:/i.test(original.subject) ? original.subject : preview.answered({ subject: original.subject }).trim()
}

/** Notes what is sent of the original without being on these pages. A quotation is cut by Bellhop itself, which says so in it. */
function describeUnshown({ preview }: MailText, mail: PreviewedMail, body: PreviewBody): string | false {
  const added = findAdded(mail)
  const original = added ?? (mail.content.quoted && mail.original)
  const unshown = original && findUnshown(original)
  if (unshown === 'rest') return added !== undefined && preview.restUnshown
  return unshown === 'plain' && body === 'formatted' && preview.plainDiffers
}

function describeForward({ preview, noSender }: MailText, mail: PreviewedMail) {
  const added = findAdded(mail)
  if (!added) return false
  const sender = added.from.address === '' ? noSender : displayAddress(added.from)
  return plainText(preview.forwards({ sender, files: added.attachments.length }), LINE_CHARS)
}
