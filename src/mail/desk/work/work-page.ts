import { createReaderCheck } from '../../access/channel-readers.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import { findReaderChannel } from '../../records/mail/placement.ts'
import {
  listWorkEntries,
  type WorkEntry,
  type WorkList,
  workLists,
  type WorkView,
} from '../../records/mail/work-lists.ts'
import type { DeskScope } from '../desk-scope.ts'

/** The threads on one page of the list. */
export const THREADS_PER_PAGE = 8

/** The most entries read for one page, however few of them may be shown. */
const MAX_READ = 200

/** The most entries of a list that are counted, and read to show its oldest first. */
export const MAX_COUNTED = 500

/** Frozen: the metadata of open lists contains it. */
export type ListOrder = 'newest' | 'oldest'

/** A list for one person; in a channel, with the channel's mail as well. */
export interface WorkQuery {
  user: string
  /** Undefined outside channels, and for a channel that the person cannot read. */
  channel: string | undefined
}

/** A thread in a list, with the list that it comes from. */
export interface ListedThread {
  id: string
  thread: MailThread
  source: Pick<WorkEntry, 'scope' | 'list'>
}

/** A page of a list; `next` is where the next one begins, undefined at the end. */
export interface WorkPage {
  threads: ListedThread[]
  next: string | undefined
}

/** The lists that make up a view, in order. */
function findSources(view: WorkView, { user, channel }: WorkQuery): Pick<WorkEntry, 'scope' | 'list'>[] {
  const of = (scope: string, lists: readonly WorkList[]) => lists.map((list) => ({ scope, list }))
  switch (view) {
    case 'now':
      return [...of(user, ['open']), ...(channel === undefined ? [] : of(channel, ['open']))]
    case 'mine':
      return of(user, workLists)
    case 'open':
    case 'waiting':
    case 'snoozed':
      return of(channel ?? user, [view])
  }
}

/** Which page of a view. */
interface PageRequest {
  view: WorkView
  after?: string | undefined
  limit?: number
  order?: ListOrder
}

/** Reads the next entries of a list behind one of them. The oldest are first only among as many as are counted. Snoozed threads are in the order of their return. */
async function readEntries(scope: DeskScope, source: ListedThread['source'], cursor: string, order: ListOrder) {
  const entries = scope.records.workIndex.entries(source)
  if (order === 'newest' || source.list === 'snoozed')
    return entries.list({ limit: THREADS_PER_PAGE, ...(cursor !== '' && { after: cursor }) })
  const { rows } = await entries.list({ limit: MAX_COUNTED })
  // The thread of the entry may be done by now: its place in the order is left.
  return { rows: rows.toReversed().filter(({ id }) => id > cursor), next: undefined }
}

/** The number of threads that each list of a view shows, in order; `isMore` if there are more than are counted. */
export async function countThreadsListed(
  scope: DeskScope,
  query: WorkQuery,
  view: WorkView,
): Promise<{ source: ListedThread['source']; count: number; isMore: boolean }[]> {
  const lists = await Promise.all(
    findSources(view, query).map(async (source) => ({
      source,
      ...(await scope.records.workIndex.entries(source).list({ limit: MAX_COUNTED })),
    })),
  )
  // A thread in both lists of one view is shown as the person's own.
  const own = lists.filter(({ source }) => view === 'now' && source.scope === query.user).flatMap(({ rows }) => rows)
  const shown = new Set(own.map(({ value }) => value.thread))
  return lists.map(({ source, rows, next }) => ({
    source,
    count: rows.filter(({ value }) => source.scope === query.user || !shown.has(value.thread)).length,
    isMore: next !== undefined,
  }))
}

/** Reads one page of waiting threads, each once, only from conversations that the person can read. */
export async function readWorkPage(
  scope: DeskScope,
  query: WorkQuery,
  { view, after = '0.', limit = THREADS_PER_PAGE, order = 'newest' }: PageRequest,
): Promise<WorkPage> {
  const sources = findSources(view, query)
  const [start = '0', ...rest] = after.split('.')
  const isReader = createReaderCheck(scope, query.user)
  const threads: ListedThread[] = []
  let cursor = rest.join('.')
  let read = 0
  for (let index = Math.trunc(Number(start)) || 0; index < sources.length; index++, cursor = '') {
    const source = sources[index]
    if (!source) break
    for (;;) {
      const page = await readEntries(scope, source, cursor, order)
      for (const { id: entry, value } of page.rows) {
        const thread = await scope.mailStore.findThread(value.thread)
        if (thread && (await isShown(thread, { entry, id: value.thread, source, query, view, isReader }))) {
          if (threads.length === limit) return { threads, next: `${index}.${cursor}` }
          threads.push({ id: value.thread, thread, source })
        }
        cursor = entry
      }
      read += THREADS_PER_PAGE
      if (page.next === undefined) break
      if (read >= MAX_READ) return { threads, next: `${index}.${cursor}` }
    }
  }
  return { threads, next: undefined }
}

/** Checks the thread: its entry may be about to be removed, or the person may have left the channel. */
async function isShown(
  thread: MailThread,
  at: {
    entry: string
    id: string
    source: Pick<WorkEntry, 'scope' | 'list'>
    query: WorkQuery
    view: WorkView
    isReader: (channel: string) => Promise<boolean>
  },
): Promise<boolean> {
  const { entry, id, source, query, view, isReader } = at
  const isListed = listWorkEntries(thread, id).some(
    (one) => one.scope === source.scope && one.list === source.list && one.id === entry,
  )
  // A thread in both lists of one view is shown as the person's own.
  const isOwn = view === 'now' && source.scope !== query.user && thread.owner?.user === query.user
  const conversation = findReaderChannel(thread)
  return isListed && !isOwn && conversation !== undefined && (await isReader(conversation))
}
