import { BLOCK_LIMITS } from '../../../slack/blocks/block-builders.ts'
import { truncate } from '../../../slack/blocks/mrkdwn.ts'
import { describeFile, type NamedFile } from '../file-sentences.ts'
import type { MailText } from '../mail-text.ts'
import { shortenFileName } from '../shorten-file-name.ts'

const SIZE_CHARS = 12
const SENDER_CHARS = 25

/** A file with its size for an option, which has little room. */
export const nameFileOption = (text: MailText, { name, size }: NamedFile): string =>
  describeFile(text, { name: truncate(name, BLOCK_LIMITS.option - (size === undefined ? 0 : SIZE_CHARS)), size })

/** A file of a thread for an option, with the person that it is from. */
export function nameThreadFile({ formats }: MailText, { name, size, from }: NamedFile & { from: string }): string {
  const sender = truncate(from, SENDER_CHARS)
  const rest = [size === undefined ? '' : ` ${formats.size(size)}`, sender === '' ? '' : ` · ${sender}`].join('')
  return `${shortenFileName(name, BLOCK_LIMITS.option - rest.length)}${rest}`
}

/** The files at addresses that were checked, in one line. */
export const nameCheckedFiles = (text: MailText, files: NamedFile[]): string =>
  text.formats.list(
    files.map((file) =>
      file.size === undefined ? text.outgoing.unknownSize({ name: file.name }) : describeFile(text, file),
    ),
    'comma',
  )

/** Asks whether the files at the addresses are the right ones. Names them only if an alert has room for that. */
export function describeCheckedLinks(text: MailText, files: NamedFile[], button: string): string {
  const named = text.outgoing.linksChecked({ files: nameCheckedFiles(text, files), button })
  return named.length <= BLOCK_LIMITS.alert ? named : text.outgoing.linksCheckedAbove({ button })
}
