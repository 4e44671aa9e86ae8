import type { TaskFailure } from '../../queue/queue.ts'
import { errorReference } from '../../queue/task-kinds.ts'
import { mentionMessage, textMessage } from '../../slack/blocks/text-message.ts'
import type { MailScope } from '../mail-scope.ts'
import { mailTextIn } from '../text/mail-text.ts'
import { alertAdmins } from './admin-alerts.ts'
import { findThreadAnchor } from './thread-anchor.ts'
import { sendWriterNotice, type ReplyWriter } from './writer-notice.ts'

const opIdOf = (failure: TaskFailure): string => `mail.died:${failure.id}`

/** Reports in the thread that a task about it failed for good, or to the admins if no channel shows the thread. */
export async function noticeFailedThreadTask(
  scope: MailScope,
  { thread }: { thread: string | undefined },
  failure: TaskFailure,
): Promise<void> {
  const [opId, reference] = [opIdOf(failure), errorReference(failure.id)]
  const anchor = thread === undefined ? undefined : await findThreadAnchor(scope, thread)
  if (anchor) {
    const { channel, thread: head } = anchor
    const text = mailTextIn(await scope.languages.ofWorkspace(scope.team))
    return scope.outbox.post({
      team: scope.team,
      opId,
      message: textMessage(text.failedThreadTask({ reference })),
      channel,
      thread: head,
    })
  }
  // Configured admins are notified of every failed task anyway.
  if ((await scope.access.listAppointedAdmins(scope.team)).length > 0) return undefined
  return alertAdmins(scope, opId, ({ alerts }) => textMessage(alerts.failedTask({ reference })))
}

/** Reports that a task about one mail failed for good. */
export async function noticeFailedMailTask(
  scope: MailScope,
  { mail }: { mail: string },
  failure: TaskFailure,
): Promise<void> {
  const thread = (await scope.mailStore.findMail(mail))?.thread
  return noticeFailedThreadTask(scope, { thread }, failure)
}

/** Notifies the writer of a reply that a task about it failed for good. */
export function noticeFailedReplyTask(
  scope: MailScope,
  { user, thread }: ReplyWriter & { team: string },
  failure: TaskFailure,
): Promise<void> {
  const opId = opIdOf(failure)
  const reference = errorReference(failure.id)
  return sendWriterNotice(
    scope,
    { user, thread },
    { opId, build: ({ writerNotices }) => mentionMessage(user, writerNotices.died({ reference })) },
  )
}
