import { type ScopedFeature, scopedHandler } from '../../scoped-feature.ts'
import { type Json, parseJson } from '../../core/json.ts'
import type { TaskFailure } from '../../queue/queue.ts'
import { recordDeliveryEvent } from '../outbound/delivery/delivery-events.ts'
import { findMailThread } from '../placement/threads/find-mail-thread.ts'
import { createThreadKey, threadLane } from '../records/mail/mail-thread.ts'
import { noticeDomain } from '../inbound/webhook/domain-notices.ts'
import { noticeFailedThreadTask } from '../notify/failed-task-notices.ts'
import { receiveMail } from '../inbound/receive/receive-mail.ts'
import type { EntrypointScope } from './entrypoint-scope.ts'
import {
  isDeliveryEvent,
  isReceivedEvent,
  mailEventTask,
  readEventIds,
  readMailEvent,
  unreadableDeliveryTask,
} from '../inbound/webhook/webhook-event.ts'

const MAX_TYPES = 100
const TYPE_CHARS = 100

/** Handles each stored event of the mailbox. Mail that the app sent itself is never new work: `message.sent` only adds to the record of a reply. */
export const mailEventsFeature: ScopedFeature<EntrypointScope> = {
  tasks: [
    scopedHandler(
      mailEventTask,
      (scope, { event, thread }, { attempt }) => handleEvent(scope, { json: event, thread }, attempt),
      (scope, { event }, failure) => noticeFailedEvent(scope, event, failure),
    ),
    // Fails immediately and stays among the dead letters. A version that understands the event handles it when it is retried.
    scopedHandler(unreadableDeliveryTask, (scope, { body }, { attempt }) =>
      handleEvent(scope, { json: parseJson(Buffer.from(body, 'base64').toString('utf8')) }, attempt),
    ),
  ],
}

async function handleEvent(
  scope: EntrypointScope,
  { json, thread }: { json: Json | undefined; thread?: string | undefined },
  attempt: number,
): Promise<void> {
  const read = readMailEvent(json)
  if (!read) throw new Error('a mail event cannot be read; it is kept and can be repeated')
  const { event, about } = read
  const { inboxId = '', threadId = '', messageId = '' } = about
  const ref = { inboxId, threadId, messageId }
  if (isReceivedEvent(event.event_type)) {
    const found = thread ?? (await findMailThread(scope, ref, event.message ?? {}))
    if (thread === undefined && json !== undefined && found !== createThreadKey(scope.keyedHash, inboxId, threadId))
      return sendToThread(scope, { json, id: event.event_id }, found)
    return receiveMail(scope, { event, ref, thread: found }, attempt)
  }
  if (isDeliveryEvent(event.event_type)) return recordDeliveryEvent(scope, event, ref)
  if (event.event_type === 'domain.verified' && event.domain) return noticeDomain(scope, event, event.domain)
  return countUnknownEvent(scope, event.event_type)
}

/** Sends an event to its thread's lane, which serializes changes. */
function sendToThread(
  { team, queue, keyedHash }: EntrypointScope,
  { json, id }: { json: Json; id: string },
  thread: string,
): Promise<void> {
  return queue.send(mailEventTask.of({ team, event: json, thread }), {
    id: `mail.event:${team}:${keyedHash('event', id)}:${thread}`,
    lane: threadLane(team, thread),
  })
}

async function countUnknownEvent(
  { team, inbound: { eventCounts }, log }: EntrypointScope,
  type: string,
): Promise<void> {
  const name = type.slice(0, TYPE_CHARS)
  const countOf = (counts: Record<string, number>): number => (Object.hasOwn(counts, name) ? (counts[name] ?? 0) : 0)
  await eventCounts.update('unknown', (known = {}) =>
    Object.keys(known).length < MAX_TYPES || Object.hasOwn(known, name)
      ? { ...known, [name]: countOf(known) + 1 }
      : undefined,
  )
  log.info({ team, type: name }, 'an event of an unknown type was counted')
}

function noticeFailedEvent(scope: EntrypointScope, event: unknown, failure: TaskFailure): Promise<void> {
  const { inboxId, threadId } = readEventIds(event)?.about ?? {}
  const thread = inboxId && threadId ? createThreadKey(scope.keyedHash, inboxId, threadId) : undefined
  return noticeFailedThreadTask(scope, { thread }, failure)
}
