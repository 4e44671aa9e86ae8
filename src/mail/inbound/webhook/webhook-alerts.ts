import { explainError } from '../../../clients/mailbox/explain-error.ts'
import { DAY_MS } from '../../../core/clock.ts'
import type { UpstreamError } from '../../../core/errors.ts'
import { contextBlock, plainText } from '../../../slack/blocks/block-builders.ts'
import { escapeMrkdwn } from '../../../slack/blocks/mrkdwn.ts'
import type { Message } from '../../../slack/blocks/slack-message.ts'
import { textMessage } from '../../../slack/blocks/text-message.ts'
import { alertAdmins } from '../../notify/admin-alerts.ts'
import type { InboundScope } from '../inbound-scope.ts'
import { describeError } from '../../cards/describe-problem.ts'
import type { MailText } from '../../text/mail-text.ts'

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

function buildRefusedAlert(text: MailText, error: UpstreamError): Message {
  const explanation = explainError(error)
  const { fix } = explanation
  const problem = escapeMrkdwn(describeError(text, explanation))
  return textMessage(text.alerts.refused({ problem }), fix ? contextBlock(plainText(fix, 900)) : [])
}

/** Alerts the admins to a refused registration of the webhook; once a day per configuration and error code. */
export function alertWebhookRefused(scope: InboundScope, error: UpstreamError, configHash: string): Promise<void> {
  const day = Math.floor(scope.clock.now() / DAY_MS)
  const opId = `mail.webhook.refused:${configHash}:${error.details.code}:${day}`
  return alertAdmins(scope, opId, (text) => buildRefusedAlert(text, error))
}
