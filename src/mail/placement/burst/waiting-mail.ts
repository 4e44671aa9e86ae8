import type { Row } from '../../../store/typed-table.ts'
import type { QueuedMail } from '../../records/mail/digest.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import type { ListedPlacement, QueuedPlacement } from '../../records/mail/placement.ts'

/** A queued mail, and its thread, which has no card yet. */
export interface WaitingMail {
  row: Row<QueuedMail>
  thread: MailThread & { placement: QueuedPlacement | ListedPlacement }
}
