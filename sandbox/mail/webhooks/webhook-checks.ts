import { notFoundError, MailboxError } from '../api/error-codes.ts'
import { requirePermission, canSeeInbox, canSeePod } from '../api/route-guard.ts'
import type { ApiKey, MailboxState } from '../api/mailbox-types.ts'

const RESTRICTED: Record<string, string> = {
  'message.received.spam': 'label_spam_read',
  'message.received.blocked': 'label_blocked_read',
  'message.received.unauthenticated': 'label_unauthenticated_read',
}

/** The event types that can be subscribed to. `message.opened` is documented but refused as unknown. */
const EVENT_TYPES = [
  'message.received',
  ...Object.keys(RESTRICTED),
  'message.sent',
  'message.delivered',
  'message.bounced',
  'message.complained',
  'message.rejected',
  'domain.verified',
]

const TARGETS_LIMIT = 10
/** Transport headers: setting them would break the request. */
const CONNECTION = new Set(
  'connection content-length expect host keep-alive te trailer transfer-encoding upgrade'.split(' '),
)

export function checkTypes(types: string[] | undefined, wrong: (name: string, message: string) => void): void {
  if (!types || types.length === 0) return wrong('event_types', 'At least one event type is required')
  for (const type of types) if (!EVENT_TYPES.includes(type)) wrong('event_types', `Event type ${type} does not exist`)
}

export function checkPermissions(key: ApiKey, types: string[] = []): void {
  for (const type of types) {
    const permission = RESTRICTED[type]
    if (permission) requirePermission(key, permission)
  }
}

export function checkHeaders(
  headers: Record<string, string> = {},
  wrong: (name: string, message: string) => void,
): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) wrong('headers', `${name} is not a header name`)
    else if (CONNECTION.has(name.toLowerCase())) wrong('headers', `${name} is the connection's own and cannot be set`)
    else if (/[^\t\x20-\x7e]/.test(value))
      wrong('headers', `The value of ${name} has characters that no header can carry`)
  }
}

/** Checks that the targets exist. Called only after every limit has passed. */
export function checkTargets(
  state: MailboxState,
  key: ApiKey,
  inboxIds: string[],
  podIds: string[],
  withinPod?: string,
): void {
  const scoped = key.inbox_id !== undefined || key.pod_id !== undefined
  for (const podId of podIds) {
    if (scoped && !canSeePod(key, podId)) throw new MailboxError('forbidden')
    if (!state.pods.has(podId)) throw notFoundError('Pod')
  }
  for (const inboxId of inboxIds) {
    const inbox = state.inboxes.get(inboxId)
    if (scoped && !(inbox && canSeeInbox(key, inbox))) throw new MailboxError('forbidden')
    if (!inbox || (withinPod && inbox.pod_id !== withinPod)) throw notFoundError('Inbox')
  }
}

export function checkCount(inboxIds: string[], podIds: string[]): void {
  if (inboxIds.length + podIds.length > TARGETS_LIMIT)
    throw new MailboxError('limit_exceeded', {
      message: `A webhook watches at most ${TARGETS_LIMIT} inboxes and pods combined`,
      resource: 'webhook_targets',
      limit: TARGETS_LIMIT,
      fix: 'Watch fewer inboxes and pods, or split them over several webhooks.',
    })
}
