import { isolateDirection } from '../../core/isolate-direction.ts'
import { contextBlock, plainText, richText } from '../../slack/blocks/block-builders.ts'
import type { MessageBlock } from '../../slack/blocks/slack-message.ts'
import type { MailPreview } from '../records/mail/mail-preview.ts'
import { findShownFactFiles } from '../records/mail/fact-parts.ts'
import { isInlinePicture, type Mail } from '../records/mail/mail.ts'
import type { MailText } from '../text/mail-text.ts'
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
  const { newContent, isTruncated, isCut, hasDeadLinks } = preview
  if (newContent.elements.length > 0)
    return [
      richText(newContent.elements),
      ...contextBlock(isTruncated ? text.cutHere : isCut && text.endNotRead, hasDeadLinks && text.linksOff),
      ...note,
    ]
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

/** Whether a mail was read and is empty, which leaves nothing more to open. */
export const isEmptyBody = (mail: Mail, preview: MailPreview): boolean =>
  mail.isFetched &&
  !mail.isCut &&
  !preview.isCut &&
  preview.newContent.elements.length === 0 &&
  preview.collapsedMails === 0 &&
  !preview.hasSignature

/** Shows the pictures, the files and the hidden parts of a mail. */
export function buildBodyNotes(text: MailText, mail: Mail, preview: MailPreview): MessageBlock[] {
  const named = Object.values(findShownFactFiles(mail))
  return contextBlock(
    ...nameAttachments(text, mail, named),
    describeHidden(text, preview.collapsedMails, preview.hasSignature),
  )
}
