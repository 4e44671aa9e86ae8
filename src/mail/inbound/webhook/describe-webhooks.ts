import { questionTimeMs, withinDeadline } from '../../../core/question-time.ts'
import { explainError } from '../../../clients/mailbox/explain-error.ts'
import type { Webhook } from '../../../clients/mailbox/mailbox-schemas.ts'
import { isRefusal, UpstreamError } from '../../../core/errors.ts'
import { escapeMrkdwn } from '../../../slack/blocks/mrkdwn.ts'
import type { Message } from '../../../slack/blocks/slack-message.ts'
import { buildSetupAct } from '../../access/mail-acts.ts'
import { describeError } from '../../cards/describe-problem.ts'
import type { InboundScope } from '../inbound-scope.ts'
import type { MailText } from '../../text/mail-text.ts'
import { findWebhook, isWebhookReady, wantedWebhook } from './webhook-config.ts'

const MAX_WEBHOOKS = 20
const HOST_CHARS = 100

/** Answers `/mail webhooks` for people who may set up inboxes: lists the mailbox's webhooks and marks Bellhop's own. */
export async function describeWebhooks(
  text: MailText,
  scope: InboundScope,
  { user, channel, eventId }: { user: string; channel: string; eventId: string },
): Promise<string | Message> {
  const actor = { team: scope.team, user, opId: `mail.webhooks:${eventId}`, channel }
  const act = await buildSetupAct(scope, actor, { action: 'mail.administer', verb: 'webhooks' }, undefined)
  const permission = await scope.authorizer.ask(act, { withinMs: questionTimeMs() })
  if (permission.is !== 'allowed') return permission.message
  const answer = await withinDeadline(
    scope.mailbox.webhooks.all().then(
      (list) => ({ list }),
      (error: unknown) => ({ problem: explainRefusal(text, error) }),
    ),
  )
  if (!answer) return text.webhooks.mailboxSilent
  if ('problem' in answer) return escapeMrkdwn(answer.problem)
  return listWebhooks(text, scope, answer.list)
}

function explainRefusal(text: MailText, error: unknown): string {
  if (isRefusal(error) && error instanceof UpstreamError) return describeError(text, explainError(error))
  throw error
}

/** Returns only the host: the rest of an address may be a secret of another program. */
const hostOf = ({ url = '' }: Webhook): string => (URL.parse(url)?.host ?? '').slice(0, HOST_CHARS)

async function listWebhooks(text: MailText, scope: InboundScope, list: Webhook[]): Promise<string> {
  const { webhooks: texts } = text
  const own = await findWebhook(scope)
  const ownUrl = wantedWebhook(scope.inbound.config)?.url
  const isOwn = ({ webhook_id: id, url }: Webhook): boolean => id === own?.webhookId || url === ownUrl
  const lines = list
    .toSorted((one, other) => Number(isOwn(other)) - Number(isOwn(one)))
    .map((webhook) => describeWebhook(text, webhook, isOwn(webhook)))
  return [
    texts.count({ count: list.length }),
    ...lines.slice(0, MAX_WEBHOOKS),
    ...(lines.length > MAX_WEBHOOKS ? [texts.more({ count: lines.length - MAX_WEBHOOKS })] : []),
    // A webhook that an operator registered by hand is known only by its secret.
    ...(list.some(isOwn) || (await isWebhookReady(scope)) ? [] : [texts.noneOwn]),
  ].join('\n')
}

function describeWebhook({ webhooks: texts }: MailText, webhook: Webhook, isOwn: boolean): string {
  const host = escapeMrkdwn(hostOf(webhook)) || texts.noHost
  const facts = [
    isOwn ? texts.ownHost({ host }) : texts.host({ host }),
    texts.events({ count: webhook.event_types.length }),
    texts.inboxes({ count: webhook.inbox_ids.length + webhook.pod_ids.length }),
    webhook.enabled === false && texts.off,
  ]
  return facts.filter(Boolean).join(' · ')
}
