import { isolateDirection } from '../../core/isolate-direction.ts'
import { contextBlock, plainText, richText, section } from '../../slack/blocks/block-builders.ts'
import { truncate } from '../../slack/blocks/mrkdwn.ts'
import type { MessageBlock } from '../../slack/blocks/slack-message.ts'
import { excerptRichText, type MailPreview } from '../records/mail/mail-preview.ts'
import { isImitation, isInlinePicture, type Mail } from '../records/mail/mail.ts'
import { formatMailTarget, type MailTarget } from '../action-ids.ts'
import { findAction } from '../records/action-row.ts'
import { mailActions } from '../records/mail-actions.ts'
import type { MailText } from '../text/mail-text.ts'
import { buildActionButton, buildReadButton } from './action-buttons.ts'
import { describeFiles, describePictures } from '../text/file-sentences.ts'
import { describeHidden } from '../text/mail-sentences.ts'

const LINE_CHARS = 300
const WORDS_CHARS = 120

/** Explains why the text of a mail is missing; undefined for other mail. */
function findMissingBody(text: MailText, mail: Mail): string | undefined {
  const { isFetched, isRefused, isCut } = mail
  const isEmpty = mail.text === undefined && mail.html === undefined
  if (!isFetched) return isRefused ? text.notHandedOut : text.notFetched
  return isCut && isEmpty ? text.notReadWhole : undefined
}

/** The same as a line; no block for other mail. */
export const buildMissingBodyNote = (text: MailText, mail: Mail): MessageBlock[] =>
  contextBlock(findMissingBody(text, mail))

/** Explains why a mail that was read has no text to show. */
export function nameEmptyBody(text: MailText, mail: Mail, preview: Pick<MailPreview, 'isCut' | 'pictures'>): string {
  if (preview.isCut) return text.noTextFound
  const pictures = Math.max(preview.pictures, mail.attachments.filter(isInlinePicture).length)
  return pictures > 0 ? text.onlyPictures({ count: pictures }) : text.noText
}

const buildTextLine = (words: string): MessageBlock =>
  richText([{ type: 'rich_text_section', elements: [{ type: 'text', text: words }] }])

/** Shows the new text of a mail, or why there is none. The head of a thread may have shown another text: Slack accepts no edit of rich text to anything else. */
export function buildBody(
  text: MailText,
  mail: Mail,
  preview: MailPreview,
  { isHead = false }: { isHead?: boolean } = {},
): MessageBlock[] {
  const { newContent, isTruncated, isCut } = preview
  const missing = findMissingBody(text, mail)
  if (mail.isFetched && newContent.elements.length > 0)
    return [richText(newContent.elements), ...contextBlock(!isTruncated && isCut && text.endNotRead, missing)]
  const note = missing ?? nameEmptyBody(text, mail, preview)
  return isHead ? [buildTextLine(note)] : contextBlock(note)
}

/** Shows the first words of a mail in one line, with the button that shows the rest; or why there are none. */
export function buildFirstWords(
  text: MailText,
  mail: Mail,
  preview: MailPreview,
  at: MailTarget,
  earlier = 0,
): MessageBlock[] {
  const { newContent, collapsedMails } = preview
  const all = mail.isFetched ? excerptRichText(newContent, Number.MAX_SAFE_INTEGER) : ''
  const hasMore = all.length > WORDS_CHARS || preview.isTruncated || collapsedMails > 0
  const lines = [nameEarlier(text, earlier), hasMore && text.cutHere].filter(Boolean)
  return [
    buildTextLine(truncate(all, WORDS_CHARS) || (findMissingBody(text, mail) ?? nameEmptyBody(text, mail, preview))),
    ...buildLeftOut(text, mail, at, lines.join(' · ')),
  ]
}

type Attachment = Mail['attachments'][number]

const isolateName = ({ name, size }: Attachment) => ({ name: isolateDirection(name), size })

/** Names the pictures and files of a mail. */
export function nameAttachments(text: MailText, { attachments }: Mail) {
  const pictures = attachments.filter(isInlinePicture)
  const files = attachments.filter((file) => !isInlinePicture(file))
  return [
    pictures.length > 0 && plainText(describePictures(text, pictures.map(isolateName)), LINE_CHARS),
    files.length > 0 && plainText(describeFiles(text, files.map(isolateName)), LINE_CHARS),
  ]
}

const nameEarlier = ({ headCard }: MailText, mails: number): string | false => mails > 0 && headCard.earlier({ mails })

/**
 * Names the earlier mails of a thread and the parts of the text that the card leaves out, beside the button that leads to them; no block if the card
 * shows everything.
 */
export function buildRest(
  text: MailText,
  mail: Mail,
  preview: MailPreview,
  at: MailTarget,
  earlier = 0,
): MessageBlock[] {
  const { isTruncated, hasDeadLinks, collapsedMails, hasSignature } = preview
  const hidden = describeHidden(text, collapsedMails, hasSignature)
  const lines = [
    nameEarlier(text, earlier),
    mail.isFetched && isTruncated && text.cutHere,
    isImitation(mail) && hasDeadLinks && text.linksOff,
    (isImitation(mail) || mail.isFetched) && hidden,
  ]
  return buildLeftOut(text, mail, at, lines.filter(Boolean).join(' · '))
}

/** The line about what the card leaves out, with the button that shows it; the first button of an imitation opens it already. */
function buildLeftOut(text: MailText, mail: Mail, at: MailTarget, line: string): MessageBlock[] {
  if (line === '') return []
  return isImitation(mail) ? contextBlock(line) : [section(line, buildReadButton(text, at))]
}

/** Names the files and pictures of a mail, beside the button that gets them. */
export function buildAttachments(text: MailText, mail: Mail, at: MailTarget): MessageBlock[] {
  if (mail.attachments.length === 0) return []
  const line = nameAttachments(text, mail).flatMap((part) => (part ? [part.text] : []))
  const button = buildActionButton(text, findAction(mailActions, 'files'), formatMailTarget(at))
  return [section(plainText(line.join(' · '), LINE_CHARS), button)]
}
