import { checkSignatureHeaders, verifySignature } from '../../clients/mailbox/webhook-signature.ts'
import type { Json } from '../../core/json.ts'
import type { Log } from '../../core/log.ts'
import type { Queue } from '../../queue/queue.ts'
import type { HttpResponse, Route } from '../../http/http-server.ts'
import type { KeyedHash } from '../../store/keyed-hash.ts'
import { readEventIds, mailEventTask, unreadableDeliveryTask } from './webhook-event.ts'
import { threadKey, threadLane } from '../model/mail-thread.ts'

export const WEBHOOK_PATH = '/webhooks/mail'
const LIMIT_BYTES = 1024 * 1024
/** Replays by hand come late. */
const REMEMBER_MS = 30 * 24 * 60 * 60_000

const refused: HttpResponse = { status: 401, body: 'the signature does not verify\n' }

export interface WebhookDeps {
  queue: Queue
  fingerprint: KeyedHash
  log: Log
  /** The workspace whose mailbox this is. */
  team: () => Promise<string>
  /** Everything that may have signed; `isFresh` asks past any memory. */
  secrets: (options: { isFresh: boolean }) => Promise<string[]>
}

/** Where the mailbox delivers: answers 200 once the event is stored, and stores each event once. */
export function webhook({ queue, fingerprint, log, team, secrets }: WebhookDeps): Route {
  async function isGenuine(headers: Parameters<typeof verifySignature>[0]['headers'], body: Buffer) {
    const delivery = { headers, body, nowMs: Date.now() }
    const known = verifySignature({ ...delivery, secrets: await secrets({ isFresh: false }) })
    if (known.ok || (known.reason !== 'no match' && known.reason !== 'no secret')) return known
    // Another process may have registered a new webhook a moment ago.
    return verifySignature({ ...delivery, secrets: await secrets({ isFresh: true }) })
  }

  return {
    method: 'POST',
    path: WEBHOOK_PATH,
    limitBytes: LIMIT_BYTES,
    checkHeaders: (headers) => {
      if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? ''))
        return { status: 415, body: 'only application/json is taken\n' }
      return checkSignatureHeaders(headers, Date.now()).ok ? undefined : refused
    },
    handle: async ({ headers, body }) => {
      const genuine = await isGenuine(headers, body)
      if (!genuine.ok) {
        log.warn({ reason: genuine.reason, bytes: body.length }, 'a mail webhook was refused')
        return refused
      }
      const home = await team()
      const json = parse(body)
      const event = readEventIds(json)
      if (!event || json === undefined) {
        log.warn({ bytes: body.length }, 'a signed mail webhook is not understood and kept as a dead letter')
        await queue.send(unreadableDeliveryTask.of({ team: home, body: body.toString('base64') }), {
          id: `mail.unreadable:${home}:${fingerprint('delivery', genuine.id)}`,
          rememberMs: REMEMBER_MS,
        })
        return { status: 200 }
      }
      const { event_id: eventId, about } = event
      await queue.send(mailEventTask.of({ team: home, event: json }), {
        id: `mail.event:${home}:${fingerprint('event', eventId)}`,
        ...(about.threadId && { lane: threadLane(home, threadKey(fingerprint, about.inboxId ?? '', about.threadId)) }),
        rememberMs: REMEMBER_MS,
      })
      return { status: 200 }
    },
  }
}

/** Undefined for what is no JSON; the error would quote the mail. */
function parse(body: Buffer): Json | undefined {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
