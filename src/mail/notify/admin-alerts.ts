import type { Message } from '../../slack/blocks/slack-message.ts'
import { isKnownToBeShared } from '../../slack/outbox/cleared-writes.ts'
import type { MailScope } from '../mail-scope.ts'
import { type MailText, mailTextIn } from '../text/mail-text.ts'

/**
 * Alerts the admins once per `opId`: by direct message in their own language, or in the default channel if no admin is configured. If another
 * organization reads that channel, the workspace's own admins are alerted.
 */
export async function alertAdmins(
  scope: MailScope,
  opId: string,
  build: (text: MailText) => Message | Promise<Message>,
): Promise<void> {
  const { team, access, outbox, log, languages } = scope
  const channel = scope.routes.defaultChannel
  const appointed = await access.listAppointedAdmins(team)
  const isDefaultShared = appointed.length === 0 && channel !== undefined && (await isKnownToBeShared(scope, channel))
  const admins = isDefaultShared ? await scope.slack.findWorkspaceAdmins(team) : appointed
  for (const user of admins) {
    const message = await build(mailTextIn(await languages.ofPerson(team, user)))
    await outbox.postDirect({ team, user, opId: `${opId}:${user}`, message })
  }
  if (admins.length > 0) return
  if (channel !== undefined) {
    const message = await build(mailTextIn(await languages.ofWorkspace(team)))
    await outbox.post({ team, channel, opId, message })
  } else log.error({ team, opId }, 'nobody to alert: neither ADMIN_USERS nor MAIL_DEFAULT_CHANNEL is set')
}
