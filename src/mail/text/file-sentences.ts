import { archiveKinds, unsafeKinds } from '../../mail-content/attachments/content-signs.ts'
import type { MailText } from './mail-text.ts'

/** `size` is in bytes; absent if unknown. */
export interface NamedFile {
  name: string
  size?: number | undefined
}

/** `invoice.pdf 4.2 MB`. */
export const describeFile = ({ fileWithSize, formats }: MailText, { name, size }: NamedFile): string =>
  size === undefined ? name : fileWithSize({ name, size: formats.size(size) })

const listFiles = (text: MailText, files: NamedFile[]): string =>
  text.formats.list(
    files.map((file) => describeFile(text, file)),
    'comma',
  )

/** The files of a mail, with their sizes where they are known. */
export const describeFiles = (text: MailText, files: NamedFile[]): string =>
  text.files({ files: listFiles(text, files) })

/** The pictures between the lines of a mail. */
export const describePictures = (text: MailText, files: NamedFile[]): string =>
  text.pictures({ count: files.length, files: listFiles(text, files) })

/** Describes how many of the requested files are in the thread. */
export function describeSharedFiles({ fileCard }: MailText, done: number, count: number): string {
  if (done === count) return fileCard.allThere({ count })
  return done === 0 ? fileCard.noneThere({ count }) : fileCard.someThere({ done, count })
}

/** Explains why a file stays in the mailbox; a kind that only a later version knows counts as a program. */
export const describeUnsafeFile = ({ fileCard }: MailText, name: string, kind: string): string =>
  fileCard.unsafe({ name, kind: unsafeKinds.find((one) => one === kind) ?? 'program' })

/** Lists the first entries of an archive, and how many more there are; `entries` is undefined if Bellhop cannot read them. */
export function describeArchive(
  text: MailText,
  name: string,
  { kind, count = 0, entries }: { kind: string; count?: number | undefined; entries?: NamedFile[] | undefined },
): string {
  const { fileCard, formats } = text
  if (!entries) return fileCard.closedArchive({ name, kind: archiveKinds.find((one) => one === kind) ?? 'zip' })
  if (count === 0) return fileCard.emptyArchive({ name })
  const more = count - entries.length
  const shown = entries.map((entry) => describeFile(text, entry))
  const listed = formats.list(more > 0 ? [...shown, fileCard.moreEntries({ count: more })] : shown, 'comma')
  return fileCard.archive({ name, entries: listed })
}
