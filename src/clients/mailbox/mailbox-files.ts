import { type FileDownload, openDownload } from '../download-file.ts'
import { type MailboxCaller, undefinedIfNotFound } from './mailbox-request.ts'
import { fetchedAttachmentSchema, type MailAttachment } from './mailbox-schemas.ts'

const MESSAGE = '/v0/inboxes/{inbox_id}/messages/{message_id}'

/** The files of a mail. Every call throws `UpstreamError`. */
export interface MailFiles {
  /** Metadata with a `download_url` that expires; undefined if the attachment or the route does not exist. */
  attachment(at: { inboxId: string; messageId: string; attachmentId: string }): Promise<MailAttachment | undefined>
  /** Where the mail as it came can be downloaded; undefined if the mail or the route does not exist. */
  raw(at: { inboxId: string; messageId: string }): Promise<MailAttachment | undefined>
  /** Reads from an address that the mailbox gave for a file, while it arrives. */
  download(from: FileAddress): Promise<FileDownload>
  /** The same from an address that a person gave: its host must be public. */
  downloadLink(from: FileAddress): Promise<FileDownload>
}

/** Where a file is, and how many of its bytes are read. */
interface FileAddress {
  url: string
  maxBytes: number
  signal?: AbortSignal | undefined
}

/** Finds and reads the files of mails. `linkOrigin`: where people's addresses may lead without being public. */
export function createMailFiles(
  { call }: MailboxCaller,
  { baseUrl, linkOrigin }: { baseUrl: string; linkOrigin?: string | undefined },
): MailFiles {
  const find = (route: string, ids: Record<string, string>): Promise<MailAttachment | undefined> =>
    undefinedIfNotFound(call({ method: 'GET', route, ids }, fetchedAttachmentSchema))
  return {
    attachment: ({ inboxId, messageId, attachmentId }) =>
      find(`${MESSAGE}/attachments/{attachment_id}`, {
        inbox_id: inboxId,
        message_id: messageId,
        attachment_id: attachmentId,
      }),
    raw: ({ inboxId, messageId }) => find(`${MESSAGE}/raw`, { inbox_id: inboxId, message_id: messageId }),
    download: (from) => openDownload({ service: 'mailbox', apiUrl: baseUrl, ...from }),
    downloadLink: (from) => openDownload({ service: 'mailbox', apiUrl: linkOrigin, ...from }),
  }
}
