import { randomBytes } from 'node:crypto'
import type { Route } from '../server/http-types.ts'
import type { Host } from '../server/sandbox-server.ts'
import { mailControl } from './mailbox-control.ts'
import { domainRoutes } from './account/domain-routes.ts'
import { draftRoutes } from './messages/draft-routes.ts'
import { failure, Refusal } from './api/error-codes.ts'
import { events } from './webhooks/mailbox-events.ts'
import { files } from './messages/attachment-downloads.ts'
import { inboxRoutes } from './account/inbox-routes.ts'
import { identityRoute, keyRoutes } from './account/api-key-routes.ts'
import { listRoutes } from './account/list-routes.ts'
import { messageRoutes } from './messages/message-routes.ts'
import { metricRoutes } from './account/metric-routes.ts'
import { guarded, unknownRoute } from './api/route-guard.ts'
import { searchRoutes } from './messages/search-routes.ts'
import { sender } from './sending/mail-sender.ts'
import { clear, state, type Key } from './model/mailbox-state.ts'
import { threadRoutes } from './messages/thread-routes.ts'
import { webhookRoutes } from './webhooks/webhook-routes.ts'

const MINUTE_MS = 60_000

export interface Mailbox {
  control: Route[]
  env: Record<'MAIL_API_KEY' | 'MAIL_WEBHOOK_SECRET' | 'SANDBOX_INBOX', string>
}

/** The mailbox below `/mail`, after spec/mailbox.md; `hosts` says where deliveries for a public host really go. */
export function mailbox(host: Host, options: { hosts: Record<string, string>; manual?: boolean }): Mailbox {
  const kept = state()
  const { hosts } = options
  Object.assign(kept.account.hosts, hosts)
  const told = events(host, kept)
  const sends = sender(host, kept, told)
  const offered = files(host)
  const paces = new Map<string, number[]>()
  if (options.manual) sends.reset()

  function pace(key: Key): void {
    const { requests_per_minute: limit } = kept.account
    if (limit === null) return
    const now = host.clock.elapsed()
    const recent = (paces.get(key.api_key_id) ?? []).filter((at) => at > now - MINUTE_MS)
    paces.set(key.api_key_id, recent)
    const [oldest] = recent
    if (recent.length >= limit)
      throw new Refusal('rate_limit_exceeded', {
        headers: { 'retry-after': `${host.clock.seconds((oldest ?? now) + MINUTE_MS - now)}` },
      })
    recent.push(now)
  }

  host.onReset(() => {
    clear(kept)
    Object.assign(kept.account.hosts, hosts)
    told.reset()
    sends.reset()
    offered.reset()
    paces.clear()
  })

  host.mount('/mail', {
    routes: [
      offered.route,
      ...guarded(kept, pace, [
        ...searchRoutes(kept),
        ...webhookRoutes(kept, (webhook) => told.deliveries.stop(webhook)),
        ...inboxRoutes(host, kept),
        ...messageRoutes(kept, offered, sends),
        ...threadRoutes(kept, offered),
        ...draftRoutes(kept, offered, sends),
        ...listRoutes(kept),
        ...domainRoutes(kept, told),
        ...keyRoutes(kept),
        identityRoute(kept),
        ...metricRoutes(kept, told.occurrences),
      ]),
    ],
    unknown: unknownRoute(kept),
    weather: { target: 'mail', failure },
  })

  return {
    control: mailControl({ host, state: kept, events: told, sender: sends }),
    env: {
      MAIL_API_KEY: kept.keys[0]?.key ?? '',
      MAIL_WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
      SANDBOX_INBOX: [...kept.inboxes.keys()][0] ?? '',
    },
  }
}
