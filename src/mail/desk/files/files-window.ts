import { isolateDirection } from '../../../core/isolate-direction.ts'
import { contextBlock, plainText, section } from '../../../slack/blocks/block-builders.ts'
import { imageBlock, modal } from '../../../slack/blocks/form-fields.ts'
import { mrkdwnLink } from '../../../slack/blocks/mrkdwn.ts'
import type { View } from '../../../slack/blocks/slack-message.ts'
import { mailCallbackIds } from '../../action-ids.ts'
import { buildFileActions, buildFileLines } from '../../cards/files-card.ts'
import type { Mail } from '../../records/mail/mail.ts'
import { countFiles, type SharedFiles } from '../../records/mail/shared-files.ts'
import { describeFile, describeFiles } from '../../text/file-sentences.ts'
import type { MailText } from '../../text/mail-text.ts'

const LINE_CHARS = 600

/** The kinds of pictures that Slack shows in a window. */
const PICTURE_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif'])

/** A mail with the files that are in its thread, and the link to them there. */
export interface ShownFiles {
  key: string
  mail: Mail
  files: SharedFiles
  link?: string | undefined
}

type Attachment = Mail['attachments'][number]

const listDone = ({ mail, files }: ShownFiles): (Attachment & { file?: string | undefined })[] =>
  Object.entries(files.files).flatMap(([index, { state, file }]) => {
    const attachment = mail.attachments[Number(index)]
    return state === 'done' && attachment ? [{ ...attachment, file }] : []
  })

const isPicture = ({ type = '' }: Attachment): boolean => PICTURE_TYPES.has(type.toLowerCase())

/** The pictures in the thread that a window can show. */
export const listPictures = (shown: ShownFiles): (Attachment & { file: string })[] =>
  listDone(shown).flatMap((one) => (isPicture(one) && one.file !== undefined ? [{ ...one, file: one.file }] : []))

/** The window until the files are there. */
export const buildWaitingFiles = ({ forms, fileCard }: MailText): View =>
  modal({
    callbackId: mailCallbackIds.mail,
    title: forms.filesTitle,
    close: forms.close,
    blocks: [section(fileCard.getting)],
  })

/**
 * Shows the files of a mail to one person: pictures, a link to the thread for other files, and why a file is missing. Slack refuses a window with
 * a picture that it is still preparing, or that is gone: `refused` has these by their files, as coming, left to the thread, or gone from there.
 */
export function buildFilesWindow(
  text: MailText,
  shown: ShownFiles,
  refused: ReadonlyMap<string, 'coming' | 'left_out' | 'gone'>,
): View {
  const { forms, fileCard: words } = text
  const { key, mail, files, link } = shown
  const pictures = listPictures(shown)
  const visible = pictures.filter(({ file }) => !refused.has(file))
  const listAs = (is: 'coming' | 'gone') => pictures.filter(({ file }) => refused.get(file) === is)
  const [coming, gone] = [listAs('coming'), listAs('gone')]
  const elsewhere = [...visible, ...coming, ...gone]
  const others = listDone(shown).filter((one) => !elsewhere.some(({ file }) => file === one.file))
  const isolate = ({ name, size }: Attachment) => ({ name: isolateDirection(name), size })
  const done = countFiles(files).done - gone.length
  return modal({
    callbackId: mailCallbackIds.mail,
    title: forms.filesTitle,
    close: forms.close,
    blocks: [
      ...(others.length > 0 ? [section(plainText(describeFiles(text, others.map(isolate)), LINE_CHARS))] : []),
      ...buildFileLines(text, mail, files),
      ...visible.map((one) => imageBlock(one.file, describeFile(text, isolate(one)))),
      ...contextBlock(coming.length > 0 && words.preparing({ count: coming.length })),
      ...gone.flatMap(({ name }) =>
        contextBlock(plainText(words.deleted({ name: isolateDirection(name) }), LINE_CHARS)),
      ),
      ...contextBlock(done > 0 && link !== undefined && mrkdwnLink(link, words.openInThread({ count: done }))),
      ...buildFileActions(text, { key, mail, files }),
    ],
  })
}
