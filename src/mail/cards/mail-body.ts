import { isolateDirection } from '../../core/isolate-direction.ts'
import { contextBlock, plainText, richText, section } from '../../slack/blocks/block-builders.ts'
import type { MessageBlock } from '../../slack/blocks/slack-message.ts'
import type { MailPreview } from '../records/mail/mail-preview.ts'
import { findShownFactFiles } from '../records/mail/fact-parts.ts'
import { isInlinePicture, type Mail } from '../records/mail/mail.ts'
import { formatMailTarget, type MailTarget } from '../action-ids.ts'
import { findAction } from '../records/action-row.ts'
import { mailActions } from '../records/mail-actions.ts'
import type { MailText } from '../text/mail-text.ts'
import { buildActionButton, buildReadButton } from './action-buttons.ts'
import { describeFiles, describePictures } from '../text/file-sentences.ts'
import { describeHidden } from '../text/mail-sentences.ts'

const LINE_CHARS = 300

/** Explains why the text of a mail is missing; empty for other mail. */
export function buildMissingBodyNote(text: MailText, mail: Mail): MessageBlock[] {
  const { isFetched, isRefused, isCut } = mail
  const isEmpty = mail.text === undefined && mail.html === undefined
  if (!isFetched) return contextBlock(isRefused ? text.notHandedOut : text.notFetched)
  return isCut && isEmpty ? contextBlock(text.notReadWhole) : []
}

/** Explains why a mail that was read has no text to show. */
export function nameEmptyBody(text: MailText, mail: Mail, preview: Pick<MailPreview, 'isCut' | 'pictures'>): string {
  if (preview.isCut) return text.noTextFound
  const pictures = Math.max(preview.pictures, mail.attachments.filter(isInlinePicture).length)
  return pictures > 0 ? text.onlyPictures({ count: pictures }) : text.noText
}

/** Shows the new text of a mail, and notes about missing text. */
export function buildBody(text: MailText, mail: Mail, preview: MailPreview): MessageBlock[] {
  const note = buildMissingBodyNote(text, mail)
  if (!mail.isFetched) return note
  const { newContent, isTruncated, isCut } = preview
  if (newContent.elements.length > 0)
    return [richText(newContent.elements), ...contextBlock(!isTruncated && isCut && text.endNotRead), ...note]
  return note.length > 0 ? note : contextBlock(nameEmptyBody(text, mail, preview))
}

type Attachment = Mail['attachments'][number]

const isolateName = ({ name, size }: Attachment) => ({ name: isolateDirection(name), size })

/** Files as part of a line; undefined for none. */
export const nameFiles = (text: MailText, files: Attachment[]) =>
  files.length > 0 ? plainText(describeFiles(text, files.map(isolateName)), LINE_CHARS) : undefined

/** Names the pictures and files of a mail, except files named elsewhere. */
export function nameAttachments(text: MailText, { attachments }: Mail, named: (Attachment | undefined)[] = []) {
  const pictures = attachments.filter(isInlinePicture)
  const files = attachments.filter((file) => !isInlinePicture(file) && !named.includes(file))
  return [
    pictures.length > 0 && plainText(describePictures(text, pictures.map(isolateName)), LINE_CHARS),
    nameFiles(text, files),
  ]
}

/** Names the parts of the text that the card leaves out, beside the button that shows it; no block if the card shows everything. */
export function buildRest(text: MailText, mail: Mail, preview: MailPreview, at: MailTarget): MessageBlock[] {
  const { isTruncated, hasDeadLinks, collapsedMails, hasSignature } = preview
  const hidden = describeHidden(text, collapsedMails, hasSignature)
  const lines = [hasDeadLinks && text.linksOff, isTruncated && text.cutHere, hidden].filter(Boolean)
  return mail.isFetched && lines.length > 0 ? [section(lines.join(' · '), buildReadButton(text, at))] : []
}

/** Names the files and pictures of a mail, beside the button that gets them. */
export function buildAttachments(text: MailText, mail: Mail, at: MailTarget): MessageBlock[] {
  if (mail.attachments.length === 0) return []
  const facts = Object.values(findShownFactFiles(mail))
  const lines = nameAttachments(text, mail, facts).flatMap((line) => (line ? [line.text] : []))
  const line = lines.length > 0 ? lines.join(' · ') : describeFiles(text, mail.attachments.map(isolateName))
  const button = buildActionButton(text, findAction(mailActions, 'files'), formatMailTarget(at))
  return [section(plainText(line, LINE_CHARS), button)]
}
