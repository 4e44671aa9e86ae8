import { explainError, isKeyRejected } from '../../../clients/mailbox/explain-error.ts'
import { DAY_MS } from '../../../core/clock.ts'
import type { UpstreamError } from '../../../core/errors.ts'
import { contextBlock, plainText } from '../../../slack/blocks/block-builders.ts'
import { escapeMrkdwn } from '../../../slack/blocks/mrkdwn.ts'
import type { Message } from '../../../slack/blocks/slack-message.ts'
import { textMessage } from '../../../slack/blocks/text-message.ts'
import { alertAdmins, sendAdminAlerts } from '../../notify/admin-alerts.ts'
import type { InboundScope } from '../inbound-scope.ts'
import { describeError } from '../../cards/describe-problem.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { isWebhookReady } from './webhook-config.ts'

export type WebhookProblem = 'disabled' | 'changed' | 'gone'

/** Alerts the admins to a webhook in this state, which is being replaced; once per webhook. */
export const alertWebhookProblem = (scope: InboundScope, problem: WebhookProblem, webhookId: string): Promise<void> =>
  alertAdmins(scope, `mail.webhook.${problem}:${webhookId}`, ({ alerts }) => textMessage(alerts.webhook[problem]))

/** Alerts the admins to an event hidden from the key; once per configuration and permission. */
export const alertMissingPermission = (
  scope: InboundScope,
  { event, permission }: { event: string; permission: string },
  configHash: string,
): Promise<void> =>
  alertAdmins(scope, `mail.webhook.missing:${configHash}:${permission}`, ({ alerts }) =>
    textMessage(alerts.missing({ event: escapeMrkdwn(event), permission: escapeMrkdwn(permission) })),
  )

function buildRefusedAlert(text: MailText, error: UpstreamError, isRegistered: boolean): Message {
  const explanation = explainError(error)
  const { fix, reason } = explanation
  if (isKeyRejected(reason)) return textMessage(text.alerts.keyRejected({ isRegistered }))
  const problem = escapeMrkdwn(describeError(text, explanation))
  return textMessage(text.alerts.refused({ isRegistered, problem }), fix ? contextBlock(plainText(fix, 900)) : [])
}

/**
 * Alerts the admins to a refused check of the webhook; once a day per configuration and error code, and again if it was solved in between. The messages
 * are edited once a check succeeds.
 */
export async function alertWebhookRefused(
  scope: InboundScope,
  error: UpstreamError,
  configHash: string,
): Promise<void> {
  const { webhookAlarm } = scope.inbound
  const day = Math.floor(scope.clock.now() / DAY_MS)
  const { solvedAt } = (await webhookAlarm.find()) ?? {}
  const isRegistered = await isWebhookReady(scope)
  const daily = `mail.webhook.refused:${configHash}:${error.details.code}:${day}`
  const opId = solvedAt === undefined ? daily : `${daily}:${solvedAt}`
  const messages = await sendAdminAlerts(scope, opId, (text) => buildRefusedAlert(text, error, isRegistered))
  await webhookAlarm.open({ messages, isKeyRejected: isKeyRejected(explainError(error).reason) })
}

/** Shows on the alerts about refused checks that a check has succeeded. Safe to repeat. */
export async function closeWebhookAlarm(scope: InboundScope): Promise<void> {
  const { team, clock, languages, outbox } = scope
  const { webhookAlarm } = scope.inbound
  const { messages } = (await webhookAlarm.find()) ?? { messages: [] }
  if (messages.length === 0) return
  for (const { opId, user } of messages) {
    const language = await (user === undefined ? languages.ofWorkspace(team) : languages.ofPerson(team, user))
    await outbox.replace({ team, opId, message: textMessage(mailTextIn(language).alerts.webhookSolved) })
  }
  await webhookAlarm.close(messages, clock.now())
}
