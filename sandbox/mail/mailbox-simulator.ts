import { randomBytes } from 'node:crypto'
import type { Route } from '../server/http-types.ts'
import type { SandboxServer } from '../server/sandbox-server.ts'
import { mailboxControlRoutes } from './mailbox-control.ts'
import { domainRoutes } from './account/domain-routes.ts'
import { draftRoutes } from './messages/draft-routes.ts'
import { faultAnswer, MailboxError } from './api/error-codes.ts'
import { createMailboxEvents } from './webhooks/mailbox-events.ts'
import { createAttachmentDownloads } from './messages/attachment-downloads.ts'
import { inboxRoutes } from './account/inbox-routes.ts'
import { podRoutes } from './account/pod-routes.ts'
import { identityRoute, apiKeyRoutes } from './account/api-key-routes.ts'
import { listRoutes } from './account/list-routes.ts'
import { messageRoutes } from './messages/message-routes.ts'
import { metricRoutes } from './account/metric-routes.ts'
import { guardRoutes, unknownRoute } from './api/route-guard.ts'
import { searchRoutes } from './messages/search-routes.ts'
import { createMailSender } from './sending/mail-sender.ts'
import { type ApiKey } from './model/mailbox-types.ts'
import { clearMailboxState, createMailboxState } from './model/mailbox-state.ts'
import { threadRoutes } from './messages/thread-routes.ts'
import { webhookRoutes } from './webhooks/webhook-routes.ts'

const MINUTE_MS = 60_000

export interface MailboxSimulator {
  control: Route[]
  env: Record<'MAIL_API_KEY' | 'MAIL_WEBHOOK_SECRET' | 'SANDBOX_INBOX', string>
}

/** Creates the mailbox below `/mail`, as its documentation describes it. `hosts` maps public hosts to the addresses that deliveries go to. */
export function createMailboxSimulator(
  server: SandboxServer,
  options: { hosts: Record<string, string>; manual?: boolean },
): MailboxSimulator {
  const kept = createMailboxState()
  const { hosts } = options
  Object.assign(kept.account.hosts, hosts)
  const told = createMailboxEvents(server, kept)
  const sends = createMailSender(server, kept, told)
  const offered = createAttachmentDownloads(server)
  const paces = new Map<string, number[]>()
  if (options.manual) sends.reset()

  function pace(key: ApiKey): void {
    const { requests_per_minute: limit } = kept.account
    if (limit === null) return
    const now = server.clock.elapsed()
    const recent = (paces.get(key.api_key_id) ?? []).filter((at) => at > now - MINUTE_MS)
    paces.set(key.api_key_id, recent)
    const [oldest] = recent
    if (recent.length >= limit)
      throw new MailboxError('rate_limit_exceeded', {
        headers: { 'retry-after': `${server.clock.realSeconds((oldest ?? now) + MINUTE_MS - now)}` },
      })
    recent.push(now)
  }

  server.onReset(() => {
    clearMailboxState(kept)
    Object.assign(kept.account.hosts, hosts)
    told.reset()
    sends.reset()
    offered.reset()
    paces.clear()
  })

  server.mount('/mail', {
    routes: [
      offered.route,
      ...guardRoutes(kept, pace, [
        ...searchRoutes(kept),
        ...webhookRoutes(kept, (webhook) => told.deliveries.stop(webhook)),
        ...inboxRoutes(server, kept),
        ...podRoutes(kept),
        ...messageRoutes(kept, offered, sends),
        ...threadRoutes(kept, offered),
        ...draftRoutes(kept, offered, sends),
        ...listRoutes(kept),
        ...domainRoutes(kept, told),
        ...apiKeyRoutes(kept),
        identityRoute(kept),
        ...metricRoutes(kept, told.occurrences),
      ]),
    ],
    notFound: unknownRoute(kept),
    faults: { target: 'mail', failure: faultAnswer },
  })

  return {
    control: mailboxControlRoutes({ server, state: kept, events: told, sender: sends }),
    env: {
      MAIL_API_KEY: kept.keys[0]?.key ?? '',
      MAIL_WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
      SANDBOX_INBOX: [...kept.inboxes.keys()][0] ?? '',
    },
  }
}
