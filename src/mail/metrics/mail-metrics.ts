import { z } from 'zod'
import type { MailboxClient } from '../../clients/mailbox/mailbox-client.ts'
import { explainError } from '../../clients/mailbox/error-messages.ts'
import type { Clock } from '../../core/clock.ts'
import { UpstreamError } from '../../core/errors.ts'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import { contextBlock, plainText, section } from '../../slack/blocks/block-builders.ts'
import type { Command } from '../../slack/inbound/listeners.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import type { Outbox } from '../../slack/outbox/outbox.ts'
import { escapeMrkdwn } from '../../slack/blocks/mrkdwn.ts'
import { metricsTexts as say } from '../text/en-admin.ts'

/** Somebody asked for the counts. Frozen. */
const metricsTask = taskKind(
  'mail.metrics',
  z.object({
    team: z.string(),
    user: z.string(),
    channel: z.string(),
    responseUrl: z.string(),
    eventId: z.string(),
    at: z.number(),
    days: z.number(),
  }),
)

const DAY_MS = 24 * 60 * 60_000

export interface CountDeps {
  queue: Queue
  outbox: Outbox
  clock: Clock
  metrics: MailboxClient['metrics']
}

/** What the mailbox counted, for one person; it may take the mailbox longer than Slack waits. */
export function counting({ queue, outbox, clock, metrics }: CountDeps) {
  async function counted(at: number, days: number): Promise<Message> {
    try {
      const text = say.counts(days, await metrics({ startAt: at - days * DAY_MS, endAt: at }))
      return { text, blocks: [section(text)] }
    } catch (error) {
      // Who asked can ask again; an answer hours later would help nobody.
      if (!(error instanceof UpstreamError) || error.details.service !== 'mailbox') throw error
      const { text, fix } = explainError(error)
      return {
        text: escapeMrkdwn(text),
        blocks: [section(plainText(text)), ...contextBlock(fix && plainText(fix, 900))],
      }
    }
  }

  return {
    ask: ({ team, user, channel, responseUrl, eventId }: Command, days: number): Promise<void> =>
      queue.send(metricsTask.of({ team, user, channel, responseUrl, eventId, at: clock.now(), days }), {
        id: `mail.metrics:${team}:${eventId}`,
      }),
    task: metricsTask.handler(async ({ at, days, eventId, ...note }) =>
      outbox.postEphemeral({ ...note, opId: `mail.metrics:${eventId}`, message: await counted(at, days) }),
    ),
  }
}
