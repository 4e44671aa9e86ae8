import type { AgentJob, Delivery, Message, SentMail } from '../tools/sandbox-types.ts'
import type { Scene } from './fixture.ts'

/** One message of the app, as it stands in Slack. */
export interface Shown {
  channel: string
  ts: string
  threadTs: string | undefined
  opId: string
  /** Text and blocks as one text to search in. */
  words: string
}

/** What the checker reads of a job at the agent. */
export type ReportedJob = Pick<AgentJob, 'id' | 'status' | 'prompt'> & { followUps: { prompt: string }[] }

/** What the checker reads of a mail that left. */
export type ReportedMail = Pick<SentMail, 'message_id' | 'thread_id' | 'text' | 'events'>

/** What the simulators hold at one moment: the truth that the app is judged by. */
export interface Standing {
  /** Channel by channel, each in the order of its thread. */
  posts: Shown[]
  jobs: ReportedJob[]
  sent: ReportedMail[]
  deliveries: Delivery[]
}

const shown = (channel: string, message: Message, threadTs?: string): Shown => ({
  channel,
  ts: message.ts,
  threadTs: message.ts === threadTs ? undefined : threadTs,
  opId: message.metadata?.event_payload.op_id ?? '',
  words: JSON.stringify([message.text, message.blocks]),
})

const ours = (message: Message): boolean => message.bot_id !== undefined && message.ephemeral_for === undefined

/** Reads everything that stands: channels, their threads, direct messages, jobs, mails. */
export async function standing({ sandbox, channels, mailChannel, people }: Scene): Promise<Standing> {
  const posts: Shown[] = []
  for (const channel of [...channels, mailChannel, ...people]) {
    const tops = await sandbox.slack.messages(channel)
    for (const top of tops) {
      if (ours(top)) posts.push(shown(channel, top))
      if (top.ephemeral_for !== undefined || !top.reply_count) continue
      const thread = await sandbox.slack.messages(channel, top.ts)
      for (const reply of thread) if (reply.ts !== top.ts && ours(reply)) posts.push(shown(channel, reply, top.ts))
    }
  }
  return {
    posts,
    jobs: await sandbox.agent.jobs(),
    sent: await sandbox.mail.sent(),
    deliveries: await sandbox.mail.deliveries(),
  }
}
