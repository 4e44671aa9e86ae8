import { z } from 'zod'
import type { Clock } from '../../core/clock.ts'
import { isRecent } from '../../core/clock.ts'
import { limitedList } from '../api/limited-list.ts'
import type { SlackApi } from '../api/web-api.ts'

/** A file that a person posted in a thread. */
export interface PostedFile {
  id: string
  name: string
  size?: number
  /** Who posted it. */
  user: string
}

/** Lists the files that people posted in a thread, the newest first. */
export type ListThreadFiles = (team: string, channel: string, threadTs: string) => Promise<PostedFile[]>

const PAGE_SIZE = 900
const MAX_PAGES = 3
/** While somebody types into a menu, each letter asks again. */
const KEPT_MS = 30_000
const MAX_KEPT = 50

const fileSchema = z.object({
  id: z.string().default(''),
  name: z.string().nullish(),
  size: z.number().optional(),
  user: z.string().optional(),
  mode: z.string().optional(),
  is_external: z.boolean().optional(),
})
const pageSchema = z.object({
  messages: limitedList(
    z.object({
      user: z.string().optional(),
      bot_id: z.string().optional(),
      files: limitedList(fileSchema).default([]),
    }),
  ),
  response_metadata: z.object({ next_cursor: z.string().default('') }).default({ next_cursor: '' }),
})
type PageMessage = z.infer<typeof pageSchema>['messages'][number]

/** A deleted file keeps its place, one beyond the plan's history is hidden, and one that is only linked has no content in Slack. */
const hasContent = ({ id, mode = '', is_external: isExternal = false }: z.infer<typeof fileSchema>): boolean =>
  id !== '' && !isExternal && !['tombstone', 'hidden_by_limit', 'external'].includes(mode)

const toPostedFiles = ({ user = '', bot_id: bot, files }: PageMessage): PostedFile[] =>
  bot !== undefined || user === ''
    ? []
    : files.filter(hasContent).map(({ id, name, size, user: uploader = user }) => ({
        id,
        name: name || id,
        user: uploader,
        ...(size !== undefined && { size }),
      }))

/** Asks Slack, and remembers its answer for half a minute. */
export function createThreadFilesLookup({ api, clock }: { api: SlackApi; clock: Clock }): ListThreadFiles {
  const answers = new Map<string, { at: number; files: Promise<PostedFile[]> }>()

  async function ask(team: string, channel: string, ts: string): Promise<PostedFile[]> {
    const found = new Map<string, PostedFile>()
    let cursor = ''
    for (let pages = 0; pages < MAX_PAGES; pages++) {
      const args = { channel, ts, limit: PAGE_SIZE, ...(cursor && { cursor }) }
      const { messages, response_metadata: next } = await api.call(team, 'conversations.replies', args, pageSchema)
      for (const file of messages.flatMap(toPostedFiles)) found.set(file.id, file)
      cursor = next.next_cursor
      if (!cursor) break
    }
    return [...found.values()].toReversed()
  }

  return async (team, channel, threadTs) => {
    const key = [team, channel, threadTs].join('/')
    const last = answers.get(key)
    if (last && isRecent(clock, last.at, KEPT_MS)) return last.files
    const files = ask(team, channel, threadTs)
    answers.delete(key)
    answers.set(key, { at: clock.now(), files })
    const oldest = answers.keys().next().value
    if (answers.size > MAX_KEPT && oldest !== undefined) answers.delete(oldest)
    // A failure is no answer to remember.
    files.catch(() => answers.delete(key))
    return files
  }
}
