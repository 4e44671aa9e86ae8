import type { AgentJob, Delivery, Message, SentMail } from '../sandbox/control-types.ts'
import type { Fixture } from './fixture.ts'

/** A message of the app in Slack. */
export interface FinalPost {
  channel: string
  ts: string
  threadTs: string | undefined
  opId: string
  /** Text and blocks as one text to search in. */
  content: string
}

/** The fields of a job at the agent that the checker reads. */
export type ReportedJob = Pick<AgentJob, 'id' | 'status' | 'prompt'> & { followUps: { prompt: string }[] }

/** The fields of a sent mail that the checker reads. */
export type ReportedMail = Pick<
  SentMail,
  'message_id' | 'thread_id' | 'inbox_id' | 'to' | 'cc' | 'subject' | 'text' | 'idempotency_key'
> & { events: Pick<SentMail['events'][number], 'event'>[] }

/** The state of the simulators after a run, which the checker compares with the operations. */
export interface FinalState {
  /** Channel by channel, each in the order of its thread. */
  posts: FinalPost[]
  jobs: ReportedJob[]
  sent: ReportedMail[]
  deliveries: Delivery[]
}

const toFinalPost = (channel: string, message: Message, threadTs?: string): FinalPost => ({
  channel,
  ts: message.ts,
  threadTs: message.ts === threadTs ? undefined : threadTs,
  opId: message.metadata?.event_payload.op_id ?? '',
  content: JSON.stringify([message.text, message.blocks]),
})

const isFromApp = (message: Message): boolean => message.bot_id !== undefined && message.ephemeral_for === undefined

/** Reads all messages in channels, threads and direct messages, all jobs and all mails. */
export async function readFinalState({ sandbox, channels, inboxes, people }: Fixture): Promise<FinalState> {
  const posts: FinalPost[] = []
  const read = new Set([...channels, ...inboxes.map(({ channel }) => channel), ...people])
  for (const channel of read) {
    // A reply that the channel also shows is read with its thread.
    const tops = (await sandbox.slack.messages(channel)).filter((one) => (one.thread_ts ?? one.ts) === one.ts)
    for (const top of tops) {
      if (isFromApp(top)) posts.push(toFinalPost(channel, top))
      if (top.ephemeral_for !== undefined || !top.reply_count) continue
      const thread = await sandbox.slack.messages(channel, top.ts)
      for (const reply of thread)
        if (reply.ts !== top.ts && isFromApp(reply)) posts.push(toFinalPost(channel, reply, top.ts))
    }
  }
  return {
    posts,
    jobs: await sandbox.agent.jobs(),
    sent: await sandbox.mail.sent(),
    deliveries: await sandbox.mail.deliveries(),
  }
}
