import { checkSignatureHeaders, verifySignature } from '../../../clients/mailbox/webhook-signature.ts'
import { parseJson } from '../../../core/json.ts'
import type { Clock } from '../../../core/clock.ts'
import type { Log } from '../../../core/log.ts'
import { createSeldomWarning } from '../../../core/seldom-warning.ts'
import type { HttpRequest, HttpResponse, Route } from '../../../http/http-server.ts'
import type { Workspaces } from '../../../workspace-scope.ts'
import { createThreadKey, threadLane } from '../../records/mail/mail-thread.ts'
import type { InboundScope } from '../inbound-scope.ts'
import { TEAM_PARAMETER, WEBHOOK_PATH } from './webhook-config.ts'
import { mailEventTask, readEventIds, unreadableDeliveryTask } from './webhook-event.ts'

const LIMIT_BYTES = 1024 * 1024
/** Deliveries replayed by hand arrive late. */
const REMEMBER_MS = 30 * 24 * 60 * 60_000

const unauthorized: HttpResponse = { status: 401, body: 'the signature does not verify\n' }

/** The endpoint for deliveries of mailboxes: answers 200 once the event is stored, and stores each event once. */
export function createWebhookRoute(workspaces: Workspaces<InboundScope>, options: WebhookRouteOptions): Route {
  const { clock, log, findHomeTeam } = options
  const warnOfForged = createSeldomWarning(log, 'a mail webhook was refused')
  return {
    method: 'POST',
    path: WEBHOOK_PATH,
    limitBytes: LIMIT_BYTES,
    checkHeaders: (headers) => {
      if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? ''))
        return { status: 415, body: 'only application/json is taken\n' }
      return checkSignatureHeaders(headers, clock.now()).ok ? undefined : unauthorized
    },
    handle: async (request) => {
      const scope = await workspaces.of(request.query.get(TEAM_PARAMETER) ?? (await findHomeTeam()))
      if (scope === undefined) {
        warnOfForged({ reason: 'no mailbox in this workspace', bytes: request.body.length })
        return unauthorized
      }
      const signature = await verifyDelivery(scope, request)
      if (!signature.ok) {
        warnOfForged({ reason: signature.reason, bytes: request.body.length })
        return unauthorized
      }
      await sendDelivery(scope, { id: signature.id, body: request.body })
      return { status: 200 }
    },
  }
}

interface WebhookRouteOptions {
  clock: Clock
  log: Log
  findHomeTeam(this: void): Promise<string>
}

async function verifyDelivery({ clock, inbound: { secrets } }: InboundScope, { headers, body }: HttpRequest) {
  const delivery = { headers, body, nowMs: clock.now() }
  const known = verifySignature({ ...delivery, secrets: await secrets.read({ isFresh: false }) })
  if (known.ok || (known.reason !== 'no match' && known.reason !== 'no secret')) return known
  // Another process may have registered a new webhook a moment ago.
  return verifySignature({ ...delivery, secrets: await secrets.read({ isFresh: true }) })
}

/** Stores a delivery as a task. An unreadable delivery becomes a dead letter. */
async function sendDelivery(
  { team, queue, keyedHash, log }: InboundScope,
  { id, body }: { id: string; body: Buffer },
): Promise<void> {
  const json = parseJson(body.toString('utf8'))
  const event = readEventIds(json)
  if (!event || json === undefined) {
    log.warn({ bytes: body.length }, 'a signed mail webhook cannot be parsed; kept as a dead letter')
    return queue.send(unreadableDeliveryTask.of({ team, body: body.toString('base64') }), {
      id: `mail.unreadable:${team}:${keyedHash('delivery', id)}`,
      rememberMs: REMEMBER_MS,
      isBulk: true,
    })
  }
  const { event_id: eventId, about } = event
  return queue.send(mailEventTask.of({ team, event: json }), {
    id: `mail.event:${team}:${keyedHash('event', eventId)}`,
    ...(about.threadId && { lane: threadLane(team, createThreadKey(keyedHash, about.inboxId ?? '', about.threadId)) }),
    rememberMs: REMEMBER_MS,
    isBulk: true,
  })
}
