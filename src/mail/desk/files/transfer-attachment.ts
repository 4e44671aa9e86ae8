import type { FileDownload } from '../../../clients/download-file.ts'
import { explainError } from '../../../clients/mailbox/explain-error.ts'
import { UpstreamError } from '../../../core/errors.ts'
import type { FileLocation } from '../../../slack/outbox/send-file.ts'
import type { Mail } from '../../records/mail/mail.ts'
import type { FileProblemReason, FileState } from '../../records/mail/shared-files.ts'
import type { DeskScope } from '../desk-scope.ts'
import type { ContentInspection } from '../../../mail-content/attachments/inspect-content.ts'
import { createPassage, measureContent } from '../../../mail-content/attachments/pass-through.ts'

const MAX_BYTES = 25 * 1024 * 1024
const SHOWN_ENTRIES = 8
const SLACK_NAME_CHARS = 200

export interface AttachmentTransfer {
  mail: Mail
  index: number
  /** Identifies the effect: one file, even if the process is killed in between. */
  opId: string
  location: FileLocation
  /** Whether the mailbox may be asked again later. */
  mayWait: boolean
  signal: AbortSignal
}

const fail = (reason: FileProblemReason, detail?: string): FileState => ({
  state: 'failed',
  reason,
  ...(detail !== undefined && { detail }),
})

/** The content of an archive, up to the number of entries shown. */
function describeArchive(archive: NonNullable<ContentInspection['archive']>): NonNullable<FileState['archive']> {
  const { kind, content } = archive
  return { kind, ...(content && { count: content.count, entries: content.entries.slice(0, SHOWN_ENTRIES) }) }
}

/** Throws if the mailbox may still provide the file later. */
function judgeFailure(error: UpstreamError, { mayWait, signal }: AttachmentTransfer): FileState {
  const { code, outcome, retryAfterMs } = error.details
  if (code === 'too_large' || code === 'foreign_address' || code === 'gone') return fail(code)
  if (outcome === 'refused') return fail('mailbox_refused', explainError(error).reason)
  if (mayWait || retryAfterMs !== undefined || signal.aborted) throw error
  return fail('mailbox_silent')
}

async function sendThrough(
  { team, mailbox, slack: { sendFile } }: DeskScope,
  { mail, index, opId, location, signal }: AttachmentTransfer,
  url: string,
): Promise<FileState> {
  const name = mail.attachments[index]?.name ?? 'file'
  const open = (): Promise<FileDownload> => mailbox.download({ url, maxBytes: MAX_BYTES, signal })
  const first = await open()
  const length = first.length ?? (await measureContent(first))
  if (length === 0) {
    first.close()
    return fail('empty')
  }
  const download = first.length === undefined ? await open() : first
  const passage = createPassage(download, name)
  try {
    const shown = name.slice(0, SLACK_NAME_CHARS).toWellFormed()
    const { content } = passage
    const outcome = await sendFile({ team, location, opId, name: shown, title: shown, length, content, signal })
    if ('refused' in outcome) return fail('slack_refused', outcome.refused)
    const archive = passage.inspection()?.archive
    const { file } = outcome
    return { state: 'done', ...(file !== undefined && { file }), ...(archive && { archive: describeArchive(archive) }) }
  } catch (error) {
    const unsafe = passage.inspection()?.unsafe
    if (unsafe && !signal.aborted) return fail('unsafe', unsafe)
    throw passage.failure() ?? error
  } finally {
    download.close()
  }
}

/** Puts one attachment into its thread, once, unless it is unsafe or too large. Throws temporary errors; the caller then repeats the call. */
export async function transferAttachment(scope: DeskScope, transfer: AttachmentTransfer): Promise<FileState> {
  const { mail, index } = transfer
  const { inboxId, messageId } = mail
  const { id, size = 0 } = mail.attachments[index] ?? {}
  if (id === undefined) return fail('no_id')
  if (size > MAX_BYTES) return fail('too_large')
  try {
    const found = await scope.mailbox.attachment({ inboxId, messageId, attachmentId: id })
    if (!found?.download_url) return fail('gone')
    return await sendThrough(scope, transfer, found.download_url)
  } catch (error) {
    if (error instanceof UpstreamError && error.details.service === 'mailbox') return judgeFailure(error, transfer)
    throw error
  }
}
