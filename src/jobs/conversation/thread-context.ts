import { z } from 'zod'
import { UpstreamError } from '../../core/errors.ts'
import type { SlackApi } from '../../slack/api/web-api.ts'
import type { Conversations } from '../../slack/directory/conversations.ts'
import { timestampToMs } from '../../slack/blocks/timestamps.ts'
import { JOB_CARD } from '../updates/card-ref.ts'
import type { Job } from '../model/job.ts'
import { limitQuotes, type Quote, MAX_QUOTES } from '../model/job-prompt.ts'

const PAGE = 900
const MOST_PAGES = 10

/** What Slack gives an app under its stricter limits, once a minute, whatever is asked for. */
const FEW = 15
const HEADS_KEPT = 50

const fileSchema = z.object({ mimetype: z.string().default('') })
const messageSchema = z.object({
  ts: z.string(),
  thread_ts: z.string().optional(),
  user: z.string().optional(),
  bot_id: z.string().optional(),
  username: z.string().optional(),
  subtype: z.string().optional(),
  text: z.string().default(''),
  files: z.array(fileSchema).default([]),
  reply_count: z.number().default(0),
  metadata: z.object({ event_payload: z.record(z.string(), z.unknown()) }).optional(),
})
type Said = z.infer<typeof messageSchema>
type Page = z.infer<typeof answer>

const answer = z.object({
  messages: z.array(messageSchema),
  response_metadata: z.object({ next_cursor: z.string().default('') }).default({ next_cursor: '' }),
})

export interface ThreadQuotes {
  quotes: Quote[]
  used: NonNullable<Job['used']>
}

/** What was said in Slack, as quotations for a prompt. */
export interface ThreadContext {
  /** A thread up to (and without) one message: the one that heads it and the newest, capped by size; what is left out is told. */
  thread: (
    team: string,
    channel: string,
    at: { threadTs: string; before?: string; by: string },
  ) => Promise<ThreadQuotes>
  /** One message, in its thread or not; undefined when it cannot be read. */
  message(
    team: string,
    channel: string,
    ts: string,
  ): Promise<{ quote: Quote; user?: string; threadTs?: string } | undefined>
  /**
   * The job whose card heads this thread, as the card itself says; for cards that stand while their record does not know it yet.
   * What was read for it serves `thread` up to the same message.
   */
  headedBy: (team: string, channel: string, at: { threadTs: string; before: string }) => Promise<string | undefined>
}

/** Slack timestamps are compared as text: same length, digits and a point. */
const isBefore = (ts: string, limit: string | undefined): boolean => limit === undefined || ts < limit

/** A card's post is named after its record: `card:<kind>:<id>`, and a copy's name behind it. */
function cardOf(opId: unknown): string | undefined {
  const [, kind, id] = typeof opId === 'string' ? opId.split(':') : []
  return kind === JOB_CARD ? id : undefined
}

export function createThreadContext(deps: {
  api: SlackApi
  conversations: Conversations
  self: (team: string) => Promise<{ userId: string; botId: string }>
  decode: (team: string, text: string) => Promise<string>
}): ThreadContext {
  const { api, conversations, self, decode } = deps

  const heads = new Map<string, Page>()

  async function quoteOf(team: string, channel: string, said: Said): Promise<Quote> {
    const name = said.user ? await conversations.personName(team, said.user) : said.username
    const text = (await decode(team, said.text)).trim()
    return { name: name ?? 'an app', atMs: timestampToMs(said.ts), text, ts: said.ts, channel }
  }

  const page = (team: string, channel: string, threadTs: string, cursor = ''): Promise<Page> => {
    const args = { channel, ts: threadTs, limit: PAGE, include_all_metadata: true, ...(cursor && { cursor }) }
    return api.call(team, 'conversations.replies', args, answer)
  }

  const headKey = (...of: (string | undefined)[]): string => of.join('/')

  /** Slack gives the oldest first, so the newest are found by reading on; what an app may not read on to is counted. */
  async function read(team: string, channel: string, threadTs: string, before?: string) {
    const key = headKey(team, channel, threadTs, before)
    const known = heads.get(key)
    heads.delete(key)
    const all = new Map<string, Said>()
    let next = known ?? (await page(team, channel, threadTs))
    for (let pages = 1; ; pages++) {
      for (const message of next.messages) if (!all.has(message.ts)) all.set(message.ts, message)
      const cursor = next.response_metadata.next_cursor
      if (!cursor || next.messages.some(({ ts }) => !isBefore(ts, before))) return { said: [...all.values()], newer: 0 }
      if (pages === MOST_PAGES || next.messages.length <= FEW) break
      next = await page(team, channel, threadTs, cursor)
    }
    const unread = (all.get(threadTs)?.reply_count ?? 0) + 1 - all.size
    // The message that asks is one of them.
    return { said: [...all.values()], newer: Math.max(0, unread - (before === undefined ? 0 : 1)) }
  }

  async function thread(
    team: string,
    channel: string,
    { threadTs, before, by }: { threadTs: string; before?: string; by: string },
  ): Promise<ThreadQuotes> {
    const own = await self(team)
    const { said: all, newer } = await read(team, channel, threadTs, before)
    const said = all.filter(
      (message) => isBefore(message.ts, before) && message.user !== own.userId && message.bot_id !== own.botId,
    )
    const files = said.flatMap((message) => message.files)
    const images = files.filter((file) => file.mimetype.startsWith('image/')).length
    const worded = said.filter((message) => message.text.trim() !== '')
    const isHead = ({ ts }: { ts?: string | undefined }): boolean => ts === threadTs
    const most = worded.filter((message, index) => isHead(message) || index >= worded.length - MAX_QUOTES)
    const { quotes } = limitQuotes(
      await Promise.all(most.map(async (message) => ({ ...(await quoteOf(team, channel, message)), by }))),
      { isHead },
    )
    const older = worded.length - quotes.length
    const used = { messages: quotes.length, older, files: files.length - images, images }
    return { quotes, used: { ...used, ...(newer > 0 && { newer }) } }
  }

  return {
    async headedBy(team, channel, { threadTs, before }) {
      const first = await page(team, channel, threadTs)
      const own = await self(team)
      heads.set(headKey(team, channel, threadTs, before), first)
      const oldest = heads.keys().next().value
      if (heads.size > HEADS_KEPT && oldest !== undefined) heads.delete(oldest)
      const head = first.messages.find((message) => message.ts === threadTs && message.user === own.userId)
      return cardOf(head?.metadata?.event_payload['op_id'])
    },
    thread: (team, channel, at) =>
      thread(team, channel, at).catch((error: unknown) => {
        // What the app may not read is no reason not to start: it is said that it stays out.
        if (!(error instanceof UpstreamError) || error.details.outcome !== 'refused') throw error
        return { quotes: [], used: { messages: 0, older: 0, files: 0, images: 0, unread: true } }
      }),
    async message(team, channel, ts) {
      const { messages } = await api.call(team, 'conversations.replies', { channel, ts, limit: 1 }, answer)
      const said = messages.find((message) => message.ts === ts)
      if (!said) return undefined
      const quote = await quoteOf(team, channel, said)
      return { quote, ...(said.user && { user: said.user }), ...(said.thread_ts && { threadTs: said.thread_ts }) }
    },
  }
}
