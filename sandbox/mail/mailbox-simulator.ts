import { randomBytes } from 'node:crypto'
import type { Route } from '../server/http-types.ts'
import type { SandboxServer } from '../server/sandbox-server.ts'
import { mailboxControlRoutes } from './sending/mailbox-control.ts'
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
import { type ApiKey } from './api/mailbox-types.ts'
import { clearMailboxState, createMailboxState } from './api/mailbox-state.ts'
import { threadRoutes } from './messages/thread-routes.ts'
import { webhookRoutes } from './webhooks/webhook-routes.ts'

const MINUTE_MS = 60_000

export interface MailboxSimulator {
  control: Route[]
  env: Record<'MAIL_API_KEY' | 'MAIL_WEBHOOK_SECRET' | 'SANDBOX_INBOX', string>
  /** Restores the first script: mail is delivered by itself. */
  restoreScript: () => void
}

/** Creates the mailbox below `/mail`, as its documentation describes it. `hosts` maps public hosts to the addresses that deliveries go to. */
export function createMailboxSimulator(
  server: SandboxServer,
  options: { hosts: Record<string, string>; manual?: boolean },
): MailboxSimulator {
  const state = createMailboxState()
  const { hosts } = options
  Object.assign(state.account.hosts, hosts)
  const events = createMailboxEvents(server, state)
  const sender = createMailSender(server, state, events)
  const downloads = createAttachmentDownloads(server)
  const paces = new Map<string, number[]>()
  if (options.manual) sender.reset()

  function pace(key: ApiKey): void {
    const { requests_per_minute: limit } = state.account
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
    clearMailboxState(state)
    Object.assign(state.account.hosts, hosts)
    events.reset()
    sender.reset()
    downloads.reset()
    paces.clear()
  })

  server.mount('/mail', {
    routes: [
      downloads.route,
      ...guardRoutes(state, pace, [
        ...searchRoutes(state),
        ...webhookRoutes(state, (webhook) => events.deliveries.stop(webhook)),
        ...inboxRoutes(server, state),
        ...podRoutes(state),
        ...messageRoutes(state, downloads, sender),
        ...threadRoutes(state, downloads),
        ...draftRoutes(state, downloads, sender),
        ...listRoutes(state),
        ...domainRoutes(state, events),
        ...apiKeyRoutes(state),
        identityRoute(state),
        ...metricRoutes(state, events.occurrences),
      ]),
    ],
    notFound: unknownRoute(state),
    faults: { target: 'mail', failure: faultAnswer },
  })

  return {
    control: mailboxControlRoutes({ server, state, events, sender }),
    restoreScript: sender.restoreScript,
    env: {
      MAIL_API_KEY: state.keys[0]?.key ?? '',
      MAIL_WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
      SANDBOX_INBOX: [...state.inboxes.keys()][0] ?? '',
    },
  }
}
