import type { TaskFailure } from '../../queue/queue.ts'
import { errorReference } from '../../queue/task-kinds.ts'
import { mentionMessage, textMessage } from '../../slack/blocks/text-message.ts'
import type { MailScope } from '../mail-scope.ts'
import { type MailText, mailTextIn } from '../text/mail-text.ts'
import { alertAdmins, buildRefusedAlert } from './admin-alerts.ts'
import { findThreadAnchor } from './thread-anchor.ts'
import type { ReplyWriter } from './gone-writer.ts'
import { sendWriterNotice } from './writer-notice.ts'

const opIdOf = (failure: TaskFailure): string => `mail.died:${failure.id}`

/** Reports in the thread that a task about it failed for good, or to the admins if no channel shows the thread. */
export async function noticeFailedThreadTask(
  scope: MailScope,
  { thread }: { thread: string | undefined },
  failure: TaskFailure,
): Promise<void> {
  const [opId, reference] = [opIdOf(failure), errorReference(failure.id)]
  const anchor = thread === undefined ? undefined : await findThreadAnchor(scope, thread)
  // Configured admins are notified of every failed task anyway.
  const knowsNobody = (await scope.access.listAppointedAdmins(scope.team)).length === 0
  const build = ({ alerts }: MailText) => textMessage(alerts.failedTask({ reference }))
  if (anchor) {
    const text = mailTextIn(await scope.languages.ofWorkspace(scope.team))
    const message = textMessage(text.failedThreadTask({ reference }))
    const onRefused = knowsNobody ? await buildRefusedAlert(scope, opId, build) : undefined
    return scope.outbox.post({ team: scope.team, opId, message, ...anchor, onRefused })
  }
  return knowsNobody ? alertAdmins(scope, opId, build) : undefined
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
export async function noticeFailedReplyTask(
  scope: MailScope,
  { user, thread }: ReplyWriter & { team: string },
  failure: TaskFailure,
): Promise<void> {
  const opId = opIdOf(failure)
  const reference = errorReference(failure.id)
  await sendWriterNotice(
    scope,
    { user, thread },
    { opId, build: ({ writerNotices }) => mentionMessage(user, writerNotices.died({ reference })) },
  )
}
