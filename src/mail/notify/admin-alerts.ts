import type { Message } from '../../slack/blocks/slack-message.ts'
import type { MailServices } from '../services.ts'

/** Tells the admins something once per `opId`: in direct messages, or in the default channel if no admin is configured. */
export async function alertAdmins(services: MailServices, team: string, opId: string, message: Message): Promise<void> {
  const { outbox, log, config } = services
  const { adminUsers, defaultChannel: channel } = config
  for (const user of adminUsers) await outbox.postDirect({ team, user, opId: `${opId}:${user}`, message })
  if (adminUsers.length > 0) return
  if (channel !== undefined) await outbox.post({ team, channel, opId, message })
  else log.error({ team, opId }, 'nobody to alert: neither ADMIN_USERS nor MAIL_DEFAULT_CHANNEL is set')
}
