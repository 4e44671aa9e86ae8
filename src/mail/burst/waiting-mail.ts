import type { Row } from '../../store/typed-table.ts'
import type { QueuedMail } from '../model/digest.ts'
import type { MailThread } from '../model/mail-thread.ts'

/** A queued mail, and its thread, which has no card yet. */
export interface WaitingMail {
  row: Row<QueuedMail>
  thread: MailThread
}
