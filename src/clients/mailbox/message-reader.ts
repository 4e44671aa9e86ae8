import { UpstreamError } from '../../core/errors.ts'
import { COME_BACK_MS, createConcurrencyLimit } from '../../core/concurrency-limit.ts'
import type { MailboxCaller } from './mailbox-request.ts'
import { fetchedMessageSchema, type MailMessage } from './mailbox-schemas.ts'

/** Mails may have any size: only a few are read at a time, and not to their end. */
const AT_ONCE = 4
/** A task that would wait behind more than these comes back later. */
const WAITING = 8
/** Above the limit of a mail's text by one, so the record shows that the text is cut. */
const MAX_TEXT_CHARS = 1_000_001
const MAX_BYTES = 8 * 1024 * 1024

const ROUTE = '/v0/inboxes/{inbox_id}/messages/{message_id}'

const createBusyError = (): UpstreamError =>
  new UpstreamError(`mailbox was not asked: too many mails are being read: GET ${ROUTE}`, {
    service: 'mailbox',
    code: 'busy',
    outcome: 'not_sent',
    retryAfterMs: COME_BACK_MS,
  })

/** A mail, complete or only its beginning. */
export type FetchedMessage = MailMessage & {
  /** The mail was too large to read whole, so fields are missing. */
  isPartial: boolean
}

/** Reads single mails, the beginning of each text in them. */
export function createMessageReader({ callForBeginning }: MailboxCaller) {
  const limit = createConcurrencyLimit(AT_ONCE)
  return {
    async read({ inboxId, messageId }: { inboxId: string; messageId: string }): Promise<FetchedMessage> {
      if (limit.waiting() >= WAITING) throw createBusyError()
      const ids = { inbox_id: inboxId, message_id: messageId }
      return limit.run(async () => {
        const call = { method: 'GET', route: ROUTE, ids, maxBytes: MAX_BYTES, maxTextChars: MAX_TEXT_CHARS } as const
        const { beginning, isPartial } = await callForBeginning(call, fetchedMessageSchema)
        return { ...beginning, isPartial }
      })
    },
  }
}
