import { UpstreamError } from '../../core/errors.ts'
import type { SlackApi } from '../../slack/api/web-api.ts'
import { timestampToMs } from '../../slack/blocks/timestamps.ts'
import type { Conversations } from '../../slack/directory/conversations.ts'
import { decodeMessage } from '../../slack/directory/decode-message.ts'
import type { Installations } from '../../slack/directory/installations.ts'
import type { People } from '../../slack/directory/people.ts'
import { limitQuotes, MAX_QUOTES, type Quote, withLeftOutFiles } from '../model/job-prompt.ts'
import type { Job } from '../model/job.ts'
import { JOB_CARD } from '../updates/card-ref.ts'
import { createThreadPages, isBefore, type ThreadAddress, type ThreadMessage } from './thread-pages.ts'

export interface ThreadQuotes {
  quotes: Quote[]
  used: NonNullable<Job['used']>
}

/** Reads messages from Slack as quotes for a prompt. */
export interface ThreadContext {
  /** Quotes a thread: its first message and the newest, limited by size; counts the rest. `by` is the person who adds them. */
  quoteThread(this: void, address: ThreadAddress, by: string): Promise<ThreadQuotes>
  /** Quotes one message, in a thread or not; undefined if it no longer exists. */
  quoteMessage(
    this: void,
    team: string,
    channel: string,
    ts: string,
  ): Promise<{ quote: Quote; files: string[]; user?: string; threadTs?: string } | undefined>
  /** Finds the job whose card, or a notice about it, heads a thread, read from the message itself; used if no record of a job contains the thread. */
  findHead(this: void, address: ThreadAddress): Promise<ThreadHead | undefined>
}

/** The job of the app's own message that heads a thread: its card, or a notice about it by direct message. */
export interface ThreadHead {
  id: string
  isCard: boolean
}

interface ContextOptions {
  people: People
  slack: { api: SlackApi; conversations: Conversations; installations: Installations }
}

/** The effects whose op ids contain the job's id: its end, its reminder, and its new owner. */
const NOTICES: ReadonlySet<string> = new Set(['jobs.end', 'jobs.remind', 'jobs.handed'])

/** Parses the op id of a card's post, `card:<kind>:<id>` with the name of a copy, or of a notice, `<effect>:<id>`. */
function readHead(opId: unknown): ThreadHead | undefined {
  const [effect = '', second, third] = typeof opId === 'string' ? opId.split(':') : []
  const isCard = effect === 'card' && second === JOB_CARD
  const id = isCard ? third : second
  return id !== undefined && (isCard || NOTICES.has(effect)) ? { id, isCard } : undefined
}

const fileNamesOf = ({ files }: ThreadMessage): string[] => files.map(({ name }) => name ?? '')

async function toQuote(
  { people, slack: { conversations } }: ContextOptions,
  { team, channel }: { team: string; channel: string },
  message: ThreadMessage,
): Promise<Quote> {
  const name = message.user ? await conversations.personName(team, message.user) : message.username
  const text = (await decodeMessage(people, team, message.text)).trim()
  return { name: name ?? 'an app', atMs: timestampToMs(message.ts), text, ts: message.ts, channel }
}

export function createThreadContext(options: ContextOptions): ThreadContext {
  const { api, installations } = options.slack
  const pages = createThreadPages(api)

  async function quoteThread(address: ThreadAddress, by: string): Promise<ThreadQuotes> {
    const { team, threadTs, before } = address
    const own = await installations.forTeam(team)
    const { messages: all, newer } = await pages.readAll(address)
    const messages = all.filter(
      (message) => isBefore(message.ts, before) && message.user !== own.userId && message.bot_id !== own.botId,
    )
    const files = messages.flatMap((message) => message.files)
    const images = files.filter((file) => file.mimetype.startsWith('image/')).length
    const worded = messages.filter((message) => message.text.trim() !== '' || message.files.length > 0)
    const isHead = ({ ts }: { ts?: string | undefined }): boolean => ts === threadTs
    const candidates = worded.filter((message, index) => isHead(message) || index >= worded.length - MAX_QUOTES)
    const { quotes } = limitQuotes(
      await Promise.all(
        candidates.map(async (message) => {
          const quote = await toQuote(options, address, message)
          return { ...quote, text: withLeftOutFiles(quote.text, fileNamesOf(message)), by }
        }),
      ),
      { isHead },
    )
    const older = worded.length - quotes.length
    const used = { messages: quotes.length, older, files: files.length - images, images }
    return { quotes, used: { ...used, ...(newer > 0 && { newer }) } }
  }

  return {
    async quoteThread(address, by) {
      try {
        return await quoteThread(address, by)
      } catch (error) {
        // An unreadable thread does not prevent the start of a job: the card shows that it was left out.
        if (!(error instanceof UpstreamError) || error.details.outcome !== 'refused') throw error
        return { quotes: [], used: { messages: 0, older: 0, files: 0, images: 0, unread: true } }
      }
    },
    async quoteMessage(team, channel, ts) {
      const message = await pages.readMessage(team, channel, ts)
      if (!message) return undefined
      const { user, thread_ts: threadTs } = message
      return {
        quote: await toQuote(options, { team, channel }, message),
        files: fileNamesOf(message),
        ...(user && { user }),
        ...(threadTs && { threadTs }),
      }
    },
    async findHead(address) {
      const messages = await pages.readFirst(address)
      const own = await installations.forTeam(address.team)
      const head = messages.find((message) => message.ts === address.threadTs && message.user === own.userId)
      return readHead(head?.metadata?.event_payload['op_id'])
    },
  }
}
