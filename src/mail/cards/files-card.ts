import { isolateDirection } from '../../core/isolate-direction.ts'
import { actionsBlock, button, contextBlock, plainText } from '../../slack/blocks/block-builders.ts'
import { userMention } from '../../slack/blocks/mrkdwn.ts'
import type { Message, MessageBlock } from '../../slack/blocks/slack-message.ts'
import { mailActionIds, formatMailTarget } from '../action-ids.ts'
import { describeMailProblem } from './describe-problem.ts'
import type { Mail } from '../records/mail/mail.ts'
import {
  countFiles,
  type FileBatch,
  type FileState,
  listLargeFiles,
  planBatch,
  type SharedFiles,
} from '../records/mail/shared-files.ts'
import { describeArchive, describeSharedFiles, describeUnsafeFile } from '../text/file-sentences.ts'
import type { MailText } from '../text/mail-text.ts'

const LINE_CHARS = 600
const NAME_CHARS = 80

const shorten = (name: string): string =>
  isolateDirection(name.length > NAME_CHARS ? `${name.slice(0, NAME_CHARS).toWellFormed()}…` : name)

/** Explains why a file is not in the thread and what to do; for a reason of a later version, only that the file is missing. */
function describeFailure(text: MailText, name: string, { reason, detail = '' }: FileState): string {
  const { fileCard: words } = text
  if (reason === 'unsafe') return describeUnsafeFile(text, name, detail)
  if (reason === 'mailbox_refused') {
    const problem = describeMailProblem(text, { reason: detail, facts: { code: detail }, text: '' })
    return problem === '' ? words.refused({ name }) : words.refusedBecause({ name, problem })
  }
  if (reason === 'slack_refused')
    return detail === 'missing_scope' ? words.missingScope({ name }) : words.slackRefused({ name, code: detail })
  const sentences: Partial<Record<string, (values: { name: string }) => string>> = words.failures
  return (sentences[reason ?? ''] ?? words.notThere)({ name })
}

/** Shortens the names of the entries of an archive. */
const shortenEntries = (archive: NonNullable<FileState['archive']>) => ({
  ...archive,
  entries: archive.entries?.map((entry) => ({ ...entry, name: shorten(entry.name) })),
})

function buildFileLine(text: MailText, name: string, state: FileState): MessageBlock[] {
  if (state.state === 'failed') return contextBlock(plainText(`⚠️ ${describeFailure(text, name, state)}`, LINE_CHARS))
  if (!state.archive) return []
  return contextBlock(plainText(`📦 ${describeArchive(text, name, shortenEntries(state.archive))}`, LINE_CHARS))
}

/** The label of the button for the next files. */
const nameBatch = ({ fileCard: { next } }: MailText, { kind, indexes }: FileBatch): string =>
  kind === 'again' ? next.again : next[kind]({ count: indexes.length })

/** Shows one line about all files, and one for each file that is missing from the thread or contains others. */
export function buildFilesCard(
  text: MailText,
  { key, mail, files }: { key: string; mail: Mail; files: SharedFiles },
): Message {
  const { fileCard: words } = text
  const { all, waiting, done } = countFiles(files)
  const line =
    waiting > 0 ? words.progress({ finished: all - waiting, count: all }) : describeSharedFiles(text, done, all)
  return {
    text: line,
    blocks: [
      ...contextBlock(`📎 ${line}`, waiting > 0 ? undefined : words.askedBy({ by: userMention(files.by) })),
      ...buildFileLines(text, mail, files),
      ...buildFileActions(text, { key, mail, files }),
    ],
  }
}

/** Builds a line for each file that is missing from the thread or contains others. */
export const buildFileLines = (text: MailText, mail: Mail, { files }: SharedFiles): MessageBlock[] =>
  Object.entries(files).flatMap(([index, state]) =>
    buildFileLine(text, shorten(mail.attachments[Number(index)]?.name ?? 'file'), state),
  )

/** The buttons for the next files, and for links to files that are too large for the thread. */
export function buildFileActions(
  text: MailText,
  { key, mail, files: shared }: { key: string; mail: Mail; files: SharedFiles },
): MessageBlock[] {
  const batch = countFiles(shared).waiting > 0 ? undefined : planBatch(mail, shared.files)
  const value = formatMailTarget({ thread: mail.thread, mail: key })
  return actionsBlock(
    batch && button({ actionId: mailActionIds.moreFiles, text: nameBatch(text, batch), value }),
    listLargeFiles(shared.files).length > 0 &&
      button({ actionId: mailActionIds.fileLinks, text: text.fileCard.getLink, value }),
  )
}
