import { isolateDirection } from '../../../core/isolate-direction.ts'
import { sanitizeLine } from '../../../core/sanitize-text.ts'
import { findMentions } from '../../../slack/blocks/decode-text.ts'
import { truncate } from '../../../slack/blocks/mrkdwn.ts'
import { escapeHtml } from '../../../mail-content/writing/escape-html.ts'
import { buildQuotation } from './quotation.ts'
import { introduceQuotation } from '../../../mail-content/writing/quotation-introductions.ts'
import { type MailBodies, slackToMail } from '../../../mail-content/writing/slack-to-mail.ts'
import { isSigned, writeSignature } from '../../../mail-content/writing/write-signature.ts'
import type { Mail } from '../../records/mail/mail.ts'
import { excerptMail } from '../../records/mail/mail-preview.ts'
import { withCurrentReading } from '../../records/mail/mail-reading.ts'
import type { ReplyContent } from '../../records/replies/reply.ts'
import { readSignature, readWritingChoices, type WritingChoices } from '../../records/writing-settings.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import type { SubmittedReply } from '../../tasks/reply-task.ts'

/** The mail written in a form; how and where the form was submitted makes no difference. */
export type WrittenReply = Omit<SubmittedReply, 'form' | 'instead' | 'place' | 'sendAt' | 'previewed'>

/**
 * Builds the content that is sent if this form is submitted now; `mail` is the one that it answers or forwards. The preview, the approval and the
 * reply itself use it, so each shows or sends the same bytes.
 */
export async function buildReplyContent(
  scope: OutboundScope,
  written: WrittenReply,
  mail: Mail | undefined,
): Promise<ReplyContent> {
  const { team, user, inboxId = '', kind, subject, replyTo, labels, headers, mailFiles, links, job } = written
  const { people, settings } = scope
  const [{ name: userName, fullName = userName, timeZone }, names] = await Promise.all([
    people.person(team, user),
    people.names(team, findMentions('', written.written)),
  ])
  const inbox = mail?.inboxId ?? inboxId
  const writing = await readWritingChoices(settings, team, { user, inboxId: inbox })
  const bodies = slackToMail(written.written, names)
  const signature = signMail(writing, { bodies, writer: fullName, chosen: written.signature })
  const answers = replyTo ?? (await nameWriter(scope, writing, { writer: fullName, inboxId: inbox, own: mail?.own }))
  // The mailbox adds all files of a mail that it forwards. If some are left out, the mail is quoted here instead.
  const isQuoted = kind === 'forward' ? leavesFilesOut(mail, mailFiles) : written.isQuoted && !kind
  const quoted = isQuoted && mail && (await quoteOriginal(scope, { timeZone, kind }, mail))
  return {
    thread: mail?.thread ?? written.thread,
    mail: written.mail,
    inboxId: inbox,
    messageId: (kind === 'new' ? undefined : mail?.messageId) ?? '',
    user,
    userName,
    to: written.to,
    cc: written.cc,
    bcc: written.bcc,
    written: written.written,
    files: written.files,
    ...bodies,
    ...(kind && { kind }),
    ...(subject !== undefined && { subject }),
    ...(answers && { replyTo: answers }),
    ...(labels && { labels }),
    ...(headers && { headers }),
    ...(signature && { signature }),
    ...(written.signature && { signedAs: written.signature }),
    // Between a signature and a quotation, mail programs show no empty line by themselves.
    ...(quoted && { quoted: signature ? { ...quoted, html: `<br>\n${quoted.html}` } : quoted }),
    ...(mailFiles && { mailFiles }),
    ...(links && { links }),
    ...(job !== undefined && { job }),
  }
}

/** The signature below a text. The writer's name is not repeated if the text ends with it, and does not stand alone below no text. */
function signMail(
  writing: WritingChoices,
  { bodies, writer, chosen }: { bodies: MailBodies; writer: string; chosen: SubmittedReply['signature'] },
): ReplyContent['signature'] {
  const { text, isNamed } = readSignature(writing, chosen)
  const names = isNamed && bodies.text.trim() !== '' && !isSigned(bodies.text, writer)
  return writeSignature(text, names ? writer : undefined)
}

/**
 * Builds the Reply-To with the writer's name, because the mailbox accepts no sender's name with a mail, and an inbox's name is for all its mail. The
 * address is the inbox's own.
 */
async function nameWriter(
  { records: { findInboxAddress } }: OutboundScope,
  { writerName }: WritingChoices,
  { writer, inboxId, own }: { writer: string; inboxId: string; own: string | undefined },
): Promise<ReplyContent['replyTo']> {
  const address = writerName === 'reply_to' ? (own ?? (await findInboxAddress(inboxId))) : undefined
  return address === undefined ? undefined : [{ name: writer, address }]
}

/** Sender names come from outside and may have any length. */
const NAME_CHARS = 120

/** The beginning of a mail by which its language is recognized. */
const LANGUAGE_CHARS = 1200

/**
 * Quotes the mail with times in the writer's time zone. The words around a quotation below a reply are in the language of the mail; those of a forward,
 * which others read, in the workspace's.
 */
async function quoteOriginal(
  { team, languages }: OutboundScope,
  { timeZone, kind }: { timeZone: string | undefined; kind: ReplyContent['kind'] },
  mail: Mail,
): Promise<ReplyContent['quoted']> {
  const text = mailTextIn(await languages.ofWorkspace(team))
  const { name = '', address } = mail.from
  const shown = isolateDirection(truncate(sanitizeLine(name), NAME_CHARS))
  const sender = address === '' ? shown || text.noSender : shown === '' ? address : `${shown} <${address}>`
  const { quoting, formats } = text
  const when = { date: formats.date(mail.at, timeZone), time: formats.time(mail.at, timeZone) }
  const subject = isolateDirection(mail.subject || text.noSubject)
  if (kind === 'forward') {
    const introduction = quoting.forwarded({ ...when, sender, subject })
    const quoted = buildQuotation(mail, { introduction, leftOut: quoting.leftOut })
    return quoted ?? { text: introduction, html: escapeHtml(introduction) }
  }
  const written = excerptMail(withCurrentReading(mail), LANGUAGE_CHARS)
  const words = introduceQuotation(`${mail.subject} ${written}`, { at: mail.at, timeZone, sender }) ?? {
    introduction: quoting.introduction({ ...when, sender }),
    leftOut: quoting.leftOut,
  }
  return buildQuotation(mail, words)
}

const leavesFilesOut = (mail: Mail | undefined, mailFiles: ReplyContent['mailFiles']): boolean =>
  mailFiles !== undefined &&
  mail?.attachments.some(({ id }) => id !== undefined && !mailFiles.some((file) => file.id === id)) === true
