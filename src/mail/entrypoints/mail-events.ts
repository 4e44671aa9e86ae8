import { type Json, parseJson } from '../../core/json.ts'
import type { TaskFailure } from '../../queue/queue.ts'
import type { Feature } from '../../slice.ts'
import { recordDeliveryEvent } from '../outbound/delivery/delivery-events.ts'
import { findMailThread } from '../placement/threads/find-mail-thread.ts'
import { createThreadKey, threadLane } from '../records/mail/mail-thread.ts'
import { noticeDomain } from '../inbound/webhook/domain-notices.ts'
import { noticeFailedThreadTask } from '../notify/failed-task-notices.ts'
import { receiveMail } from '../inbound/receive/receive-mail.ts'
import type { EntrypointServices } from './entrypoint-services.ts'
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

/** Handles each stored event of the mailbox. Mail that the app sent itself is never new work: `message.sent` only adds to what is known of a reply. */
export const mailEventsFeature = (services: EntrypointServices): Feature => ({
  tasks: [
    mailEventTask.handler(
      ({ team, event, thread }, { attempt }) => handleEvent(services, team, { json: event, thread }, attempt),
      ({ team, event }, failure) => noticeFailedEvent(services, team, event, failure),
    ),
    // Fails at once and stays among the dead letters; retried by a version that understands it, it is handled like any event.
    unreadableDeliveryTask.handler(({ team, body }, { attempt }) =>
      handleEvent(services, team, { json: parseJson(Buffer.from(body, 'base64').toString('utf8')) }, attempt),
    ),
  ],
})

async function handleEvent(
  services: EntrypointServices,
  team: string,
  { json, thread }: { json: Json | undefined; thread?: string | undefined },
  attempt: number,
): Promise<void> {
  const read = readMailEvent(json)
  if (!read) throw new Error('a mail event cannot be read; it is kept and can be repeated')
  const { event, about } = read
  const { inboxId = '', threadId = '', messageId = '' } = about
  const ref = { inboxId, threadId, messageId }
  if (isReceivedEvent(event)) {
    const found = thread ?? (await findMailThread(services, team, ref, event.message ?? {}))
    if (thread === undefined && json !== undefined && found !== createThreadKey(services.keyedHash, inboxId, threadId))
      return sendToThread(services, team, { json, id: event.event_id }, found)
    return receiveMail(services, team, { event, ref, thread: found }, attempt)
  }
  if (isDeliveryEvent(event)) return recordDeliveryEvent(services, team, event, ref)
  if (event.event_type === 'domain.verified' && event.domain) return noticeDomain(services, team, event, event.domain)
  return countUnknownEvent(services, team, event.event_type)
}

/** Everything that changes a mail thread runs in its own lane. */
function sendToThread(
  { queue, keyedHash }: EntrypointServices,
  team: string,
  { json, id }: { json: Json; id: string },
  thread: string,
): Promise<void> {
  return queue.send(mailEventTask.of({ team, event: json, thread }), {
    id: `mail.event:${team}:${keyedHash('event', id)}:${thread}`,
    lane: threadLane(team, thread),
  })
}

async function countUnknownEvent({ mailStore, log }: EntrypointServices, team: string, type: string): Promise<void> {
  const name = type.slice(0, TYPE_CHARS)
  const countOf = (counts: Record<string, number>): number => (Object.hasOwn(counts, name) ? (counts[name] ?? 0) : 0)
  await mailStore
    .eventCounts(team)
    .update('unknown', (known = {}) =>
      Object.keys(known).length < MAX_TYPES || Object.hasOwn(known, name)
        ? { ...known, [name]: countOf(known) + 1 }
        : undefined,
    )
  log.info({ team, type: name }, 'an event of an unknown type was counted')
}

function noticeFailedEvent(
  services: EntrypointServices,
  team: string,
  event: unknown,
  failure: TaskFailure,
): Promise<void> {
  const { inboxId, threadId } = readEventIds(event)?.about ?? {}
  const thread = inboxId && threadId ? createThreadKey(services.keyedHash, inboxId, threadId) : undefined
  return noticeFailedThreadTask(services, { team, thread }, failure)
}
