import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../scoped-feature.ts'
import type { Task } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import { isKnownToBeShared } from '../../slack/outbox/cleared-writes.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import type { MailScope } from '../mail-scope.ts'
import { type MailText, mailTextIn } from '../text/mail-text.ts'

const logNobody = ({ team, log }: MailScope, opId: string): void =>
  log.error(
    { team, opId },
    'nobody to alert: ADMIN_USERS is empty, and the default channel is missing or takes no alert',
  )

/** Alerts the workspace's own admins if the default channel does not accept an alert. Frozen. */
const refusedAlertTask = taskKind(
  'mail.alert_refused',
  z.object({
    team: z.string(),
    opId: z.string(),
    message: z.custom<Message>((value) => typeof value === 'object' && value !== null),
  }),
)

/** A message to an admin, or in the default channel if nobody is named. */
export interface Alert {
  opId: string
  user?: string
}

/**
 * Alerts the admins once per `opId`: by direct message in their own language, or in the default channel if no admin is configured. If another
 * organization reads that channel, or Slack refuses the alert there, the workspace's own admins are alerted. Logs an error if there is nobody. Returns
 * the messages, without those that follow a refusal.
 */
export async function sendAdminAlerts(
  scope: MailScope,
  opId: string,
  build: (text: MailText, admin?: string) => Message | Promise<Message>,
): Promise<Alert[]> {
  const { team, access, outbox, languages } = scope
  const channel = scope.routes.defaultChannel
  const appointed = await access.listAppointedAdmins(team)
  const isDefaultShared = appointed.length === 0 && channel !== undefined && (await isKnownToBeShared(scope, channel))
  const admins = isDefaultShared ? await scope.slack.findWorkspaceAdmins(team) : appointed
  const alerts = admins.map((user) => ({ user, opId: `${opId}:${user}` }))
  for (const { user, opId: own } of alerts) {
    const message = await build(mailTextIn(await languages.ofPerson(team, user)), user)
    await outbox.postDirect({ team, user, opId: own, message })
  }
  if (alerts.length > 0) return alerts
  if (channel === undefined || isDefaultShared) {
    logNobody(scope, opId)
    return []
  }
  const message = await build(mailTextIn(await languages.ofWorkspace(team)))
  await outbox.post({ team, channel, opId, message, onRefused: await buildRefusedAlert(scope, opId, build) })
  return [{ opId }]
}

/** Alerts the admins like `sendAdminAlerts`, with messages that are never edited. */
export async function alertAdmins(
  scope: MailScope,
  opId: string,
  build: (text: MailText, admin?: string) => Message | Promise<Message>,
): Promise<void> {
  await sendAdminAlerts(scope, opId, build)
}

/** The task that alerts the workspace's own admins once a post is refused. */
export async function buildRefusedAlert(
  { team, languages }: MailScope,
  opId: string,
  build: (text: MailText) => Message | Promise<Message>,
): Promise<Task> {
  const message = await build(mailTextIn(await languages.ofWorkspace(team)))
  return refusedAlertTask.of({ team, opId, message })
}

/** Delivers alerts that Slack refused in the default channel. */
export const adminAlertFeature: ScopedFeature<MailScope> = {
  tasks: [
    scopedHandler(refusedAlertTask, async (scope, { team, opId, message }) => {
      const { slack, outbox } = scope
      const admins = await slack.findWorkspaceAdmins(team)
      for (const user of admins) await outbox.postDirect({ team, user, opId: `${opId}:${user}`, message })
      if (admins.length === 0) logNobody(scope, opId)
    }),
  ],
}
