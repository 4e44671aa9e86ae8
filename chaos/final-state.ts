import type { AgentJob, Delivery, Message, SentMail } from './control.ts'
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

/** What the simulators hold at one moment: the truth that the app is judged by. */
export interface Standing {
  /** Channel by channel, each in the order of its thread. */
  posts: Shown[]
  jobs: AgentJob[]
  sent: SentMail[]
  deliveries: Delivery[]
}

const shown = (channel: string, message: Message, threadTs?: string): Shown => ({
  channel,
  ts: message.ts,
  threadTs: message.ts === threadTs ? undefined : threadTs,
  opId: message.metadata?.event_payload?.op_id ?? '',
  words: JSON.stringify([message.text, message['blocks']]),
})

const ours = (message: Message): boolean => message.bot_id !== undefined && message.ephemeral_for === undefined

/** Reads everything that stands: channels, their threads, direct messages, jobs, mails. */
export async function standing({ control, channels, mailChannel, people }: Scene): Promise<Standing> {
  const posts: Shown[] = []
  for (const channel of [...channels, mailChannel, ...people]) {
    const tops = await control.get<Message[]>(`/slack/messages?channel=${channel}`)
    for (const top of tops) {
      if (ours(top)) posts.push(shown(channel, top))
      if (top.ephemeral_for !== undefined || !top.reply_count) continue
      const thread = await control.get<Message[]>(`/slack/messages?channel=${channel}&thread_ts=${top.ts}`)
      for (const reply of thread) if (reply.ts !== top.ts && ours(reply)) posts.push(shown(channel, reply, top.ts))
    }
  }
  return {
    posts,
    jobs: await control.get<AgentJob[]>('/agent/jobs'),
    sent: await control.get<SentMail[]>('/mail/sent'),
    deliveries: await control.get<Delivery[]>('/mail/deliveries'),
  }
}
