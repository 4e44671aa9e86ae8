import { isAutomatic, type Mail } from '../../records/mail/mail.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import { isQuiet } from '../../records/mail/thread-changes.ts'

/**
 * Whether the channel also shows a further mail of a thread. Only mail that comes right after another one is shown in the thread alone. Records decide,
 * so a late or repeated attempt has the same result.
 */
export const shouldBroadcast = (key: string, mail: Mail, thread: MailThread): boolean =>
  !isAutomatic(mail) && !thread.muted && !isQuiet(thread, key)
