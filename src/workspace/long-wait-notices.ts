import { z } from 'zod'
import { DEFAULT_LANGUAGE } from '../core/language.ts'
import type { Clock } from '../core/clock.ts'
import type { Log } from '../core/log.ts'
import { LONGEST_WAIT_MS, type LongWaitListener, PROBE_MS } from '../core/retry-after.ts'
import type { Queue } from '../queue/queue.ts'
import { textMessage } from '../slack/blocks/text-message.ts'
import type { Installations } from '../slack/directory/installations.ts'
import { sendDirectPost } from '../slack/outbox/outbox.ts'
import type { Store } from '../store/store.ts'
import { createTable } from '../store/typed-table.ts'
import { describeLongWait } from './text/long-wait.ts'
import { workspaceTextIn } from './text/workspace-text.ts'

/** When a service began to ask for long waits. */
export const longWaitSchema = z.object({ since: z.number() })

export interface LongWaitNotifierOptions {
  store: Store
  queue: Pick<Queue, 'send'>
  clock: Clock
  adminUsers: string[]
  installations: Pick<Installations, 'lastKnown'>
  log: Log
}

/**
 * Notifies the admins when a service asks for a long wait, once per service until it has not asked for an hour. If the service is Slack, the message
 * also waits.
 */
export function createLongWaitNotifier(options: LongWaitNotifierOptions): LongWaitListener {
  const { store, queue, clock, adminUsers, installations, log } = options
  const episodes = createTable(store, { partition: 'long-waits', schema: longWaitSchema, ttlMs: () => LONGEST_WAIT_MS })
  const reportedAt = new Map<string, number>()

  async function notifyAdmins(service: Parameters<LongWaitListener>[0], askedMs: number): Promise<void> {
    const team = installations.lastKnown()?.teamId
    const now = clock.now()
    const episode = await episodes.update(service, (known) => ({ since: known?.since ?? now }))
    if (team === undefined || !episode) return
    // Uses the default language, because Slack may be the service that does not answer.
    const message = textMessage(describeLongWait(workspaceTextIn(DEFAULT_LANGUAGE), service, askedMs))
    // Posted under the same op id while the service asks: only the first message is sent, even if this process dies in between.
    for (const user of adminUsers)
      await sendDirectPost(queue, {
        team,
        user,
        opId: `workspace.wait:${service}:${episode.since}:${user}`,
        message,
      })
  }

  return (service, askedMs) => {
    const now = performance.now()
    if (now - (reportedAt.get(service) ?? -Infinity) < PROBE_MS) return
    reportedAt.set(service, now)
    log.warn({ service, askedMs }, 'a service asks for a very long wait; it is asked again every five minutes')
    notifyAdmins(service, askedMs).catch((error: unknown) => {
      reportedAt.delete(service)
      log.error({ err: error, service }, 'the admins could not be notified of a long wait')
    })
  }
}
