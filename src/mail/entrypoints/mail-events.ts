import { z } from 'zod'
import type { Log } from '../../core/log.ts'
import type { TaskHandler } from '../../queue/task-kinds.ts'
import type { KeyedHash } from '../../store/keyed-hash.ts'
import type { Store } from '../../store/store.ts'
import { createTable } from '../../store/typed-table.ts'
import type { AdminAlerts } from '../notify/admin-alerts.ts'
import type { MailDeaths } from '../notify/failed-task-notices.ts'
import type { delivery } from '../delivery/delivery-events.ts'
import {
  mailEventTask,
  isDeliveryEvent,
  isReceivedEvent,
  readMailEvent,
  unreadableDeliveryTask,
} from '../webhook/webhook-event.ts'
import type { receiver } from '../receive/receive-mail.ts'

const MAX_TYPES = 100

export interface EventDeps {
  store: Store
  log: Log
  fingerprint: KeyedHash
  receiver: ReturnType<typeof receiver>
  delivery: ReturnType<typeof delivery>
  alarms: AdminAlerts
  deaths: MailDeaths
}

/** What becomes of each stored event. Own mail that leaves is never new work: `message.sent` only adds to what is known of a reply. */
export function eventTasks({
  store,
  log,
  fingerprint,
  receiver: receive,
  delivery: outcomes,
  alarms,
  deaths,
}: EventDeps): TaskHandler[] {
  const counts = (team: string) =>
    createTable(store, { partition: `${team}/mail.counts`, schema: z.record(z.string(), z.number()) })

  async function count(team: string, type: string): Promise<void> {
    const name = type.slice(0, 100)
    await counts(team).update('unknown', (known = {}) =>
      Object.keys(known).length < MAX_TYPES || Object.hasOwn(known, name)
        ? { ...known, [name]: own(known, name) + 1 }
        : undefined,
    )
    log.info({ team, type: name }, 'an event of an unknown type was counted')
  }

  async function take(team: string, json: unknown, attempt: number): Promise<void> {
    const read = readMailEvent(json)
    if (!read) throw new Error('a mail event cannot be read; it is kept and can be repeated')
    const { event, about } = read
    const { inboxId = '', threadId = '', messageId = '' } = about
    if (isReceivedEvent(event)) return receive.take(team, event, { inboxId, threadId, messageId }, attempt)
    if (isDeliveryEvent(event)) return outcomes.take(team, event, { inboxId, messageId })
    if (event.event_type === 'domain.verified' && event.domain)
      return alarms.domain(team, `mail.domain:${fingerprint('event', event.event_id)}`, event.domain)
    return count(team, event.event_type)
  }

  return [
    mailEventTask.handler(({ team, event }, { attempt }) => take(team, event, attempt), deaths.event),
    // Dies at once and stays among the dead letters; repeated by a version that understands it, it goes on as an event.
    unreadableDeliveryTask.handler(({ team, body }, { attempt }) => {
      const text = Buffer.from(body, 'base64').toString('utf8')
      return take(team, parsed(text), attempt)
    }),
  ]
}

const own = (counts: Record<string, number>, name: string): number =>
  Object.hasOwn(counts, name) ? (counts[name] ?? 0) : 0

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
