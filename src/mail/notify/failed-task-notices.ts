import type { TaskFailure } from '../../queue/queue.ts'
import { errorReference } from '../../queue/task-kinds.ts'
import { mentionMessage, textMessage } from '../../slack/blocks/text-message.ts'
import type { MailServices } from '../services.ts'
import { mailTextIn } from '../text/mail-text.ts'
import { alertAdmins } from './admin-alerts.ts'
import { findThreadAnchor } from './thread-anchor.ts'
import { sendWriterNotice, type ReplyWriter } from './writer-notice.ts'

const opIdOf = (failure: TaskFailure): string => `mail.died:${failure.id}`

/** A task about a mail thread failed for good: says so in the thread, or to the admins if no channel shows it. */
export async function noticeFailedThreadTask(
  services: MailServices,
  { team, thread }: { team: string; thread: string | undefined },
  failure: TaskFailure,
): Promise<void> {
  const [opId, reference] = [opIdOf(failure), errorReference(failure.id)]
  const anchor = thread === undefined ? undefined : await findThreadAnchor(services, team, thread)
  if (anchor) {
    const { channel, thread: head } = anchor
    const text = mailTextIn(await services.languages.ofWorkspace(team))
    return services.outbox.post({
      team,
      opId,
      message: textMessage(text.failedThreadTask(reference)),
      channel,
      thread: head,
    })
  }
  // Configured admins are notified of every failed task anyway.
  if ((await services.access.listAppointedAdmins(team)).length > 0) return undefined
  return alertAdmins(services, team, opId, ({ alerts }) => textMessage(alerts.failedTask(reference)))
}

/** The same for a task about one mail. */
export async function noticeFailedMailTask(
  services: MailServices,
  { team, mail }: { team: string; mail: string },
  failure: TaskFailure,
): Promise<void> {
  const thread = (await services.mailStore.findMail(team, mail))?.thread
  return noticeFailedThreadTask(services, { team, thread }, failure)
}

/** A task about a reply failed for good: says so to its writer. */
export function noticeFailedReplyTask(
  services: MailServices,
  { team, user, thread }: ReplyWriter & { team: string },
  failure: TaskFailure,
): Promise<void> {
  const opId = opIdOf(failure)
  const reference = errorReference(failure.id)
  return sendWriterNotice(
    services,
    team,
    { user, thread },
    { opId, build: ({ writerNotices }) => mentionMessage(user, writerNotices.died(reference)) },
  )
}
