import { z } from 'zod'
import { limitedList } from '../../slack/api/limited-list.ts'
import type { SlackApi } from '../../slack/api/web-api.ts'
import { payloadText } from '../../slack/inbound/payload-text.ts'

const PAGE_SIZE = 900
const MAX_PAGES = 10

/** The page size under Slack's stricter limits, once a minute, whatever size is requested. */
const RESTRICTED_PAGE_SIZE = 15
const FIRST_PAGES_KEPT = 50

const fileSchema = z.object({ mimetype: z.string().default(''), name: z.string().nullish().default('') })
const messageSchema = z.object({
  ts: z.string(),
  thread_ts: z.string().optional(),
  user: z.string().optional(),
  bot_id: z.string().optional(),
  username: z.string().optional(),
  subtype: z.string().optional(),
  text: payloadText.default(''),
  files: limitedList(fileSchema).default([]),
  reply_count: z.number().default(0),
  metadata: z.object({ event_payload: z.record(z.string(), z.unknown()) }).optional(),
})
const pageSchema = z.object({
  messages: limitedList(messageSchema),
  response_metadata: z.object({ next_cursor: z.string().default('') }).default({ next_cursor: '' }),
})

export type ThreadMessage = z.infer<typeof messageSchema>
type ThreadPage = z.infer<typeof pageSchema>

export interface ThreadAddress {
  team: string
  channel: string
  threadTs: string
  /** Reads messages before this one only. */
  before?: string | undefined
}

/** Reads the messages of threads, page by page. */
export interface ThreadPages {
  /** Reads the first page, and keeps it for the next `readAll` of the same address. */
  readFirst(this: void, address: ThreadAddress): Promise<ThreadMessage[]>
  /** Reads messages, oldest first. `newer` is the approximate number of messages that Slack did not let the app read. */
  readAll(this: void, address: ThreadAddress): Promise<{ messages: ThreadMessage[]; newer: number }>
  /** Reads one message, in a thread or not; undefined if it no longer exists. */
  readMessage(this: void, team: string, channel: string, ts: string): Promise<ThreadMessage | undefined>
}

/** Compares timestamps of Slack as text: they have the same length, digits and a point. */
export const isBefore = (ts: string, limit: string | undefined): boolean => limit === undefined || ts < limit

const keyOf = ({ team, channel, threadTs, before }: ThreadAddress): string =>
  [team, channel, threadTs, before].join('/')

function readPage(api: SlackApi, { team, channel, threadTs }: ThreadAddress, cursor = ''): Promise<ThreadPage> {
  const args = { channel, ts: threadTs, limit: PAGE_SIZE, include_all_metadata: true, ...(cursor && { cursor }) }
  return api.call(team, 'conversations.replies', args, pageSchema)
}

/** Reads on to the newest messages, because Slack returns the oldest first; counts the unread ones. */
async function readPages(api: SlackApi, address: ThreadAddress, first: ThreadPage) {
  const { threadTs, before } = address
  const all = new Map<string, ThreadMessage>()
  let next = first
  for (let pages = 1; ; pages++) {
    for (const message of next.messages) if (!all.has(message.ts)) all.set(message.ts, message)
    const cursor = next.response_metadata.next_cursor
    const isComplete = !cursor || next.messages.some(({ ts }) => !isBefore(ts, before))
    if (isComplete) return { messages: [...all.values()], newer: 0 }
    if (pages === MAX_PAGES || next.messages.length <= RESTRICTED_PAGE_SIZE) break
    next = await readPage(api, address, cursor)
  }
  const unread = (all.get(threadTs)?.reply_count ?? 0) + 1 - all.size
  // The asking message is one of the unread.
  return { messages: [...all.values()], newer: Math.max(0, unread - (before === undefined ? 0 : 1)) }
}

export function createThreadPages(api: SlackApi): ThreadPages {
  const firstPages = new Map<string, ThreadPage>()
  return {
    async readFirst(address) {
      const first = await readPage(api, address)
      firstPages.set(keyOf(address), first)
      const oldest = firstPages.keys().next().value
      if (firstPages.size > FIRST_PAGES_KEPT && oldest !== undefined) firstPages.delete(oldest)
      return first.messages
    },
    async readAll(address) {
      const known = firstPages.get(keyOf(address))
      firstPages.delete(keyOf(address))
      return readPages(api, address, known ?? (await readPage(api, address)))
    },
    async readMessage(team, channel, ts) {
      const { messages } = await api.call(team, 'conversations.replies', { channel, ts, limit: 1 }, pageSchema)
      return messages.find((message) => message.ts === ts)
    },
  }
}
