import { z } from 'zod'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { createTable } from '../../../store/typed-table.ts'
import type { MailThread } from './mail-thread.ts'
import { findChannel } from './placement.ts'

/** The lists of mail threads that wait for something, each for a channel and for a person; frozen. */
export const workLists = ['open', 'waiting', 'snoozed'] as const
export type WorkList = (typeof workLists)[number]

/** What a list can show; frozen: values of menus and the metadata of open lists carry it. */
export const workViews = ['now', 'mine', 'open', 'waiting', 'snoozed'] as const
export type WorkView = (typeof workViews)[number]

/** One entry of a list: `scope` is a channel or a person. */
export interface WorkEntry {
  scope: string
  list: WorkList
  id: string
}

/** A thread in a list. */
export const workEntrySchema = z.object({ thread: z.string() })

const MAX_TIME = 9_999_999_999_999
const toKey = (time: number): string => String(Math.max(0, Math.trunc(time))).padStart(13, '0')

/** In which list a thread is. Mail of programs alone waits for nobody until a person does something with it. */
export function findWorkList({ work, workAt, owner, snooze }: MailThread): WorkList | undefined {
  if (work === 'done') return undefined
  if (workAt === undefined && !owner && !snooze) return undefined
  if (snooze) return 'snoozed'
  return work === 'waiting' ? 'waiting' : 'open'
}

/** Where a thread is listed, also for whoever put it aside: newest first, and what was snoozed by its return. An id begins with a time, so that a page costs the same however long the list is. */
export function listWorkEntries(thread: MailThread, id: string): WorkEntry[] {
  const list = findWorkList(thread)
  const { owner, snooze, workAt = owner?.at ?? 0 } = thread
  if (list === undefined) return []
  const key = list === 'snoozed' ? toKey(MAX_TIME - (snooze?.until ?? 0)) : toKey(workAt)
  // While it waits for a channel, whoever takes care of it still has it.
  const scopes = [findChannel(thread), owner?.user, snooze?.by].filter((scope) => scope !== undefined)
  return [...new Set(scopes)].map((scope) => ({ scope, list, id: `${key}.${id}` }))
}

const format = ({ scope, list, id }: WorkEntry): string => `${scope}/${list}/${id}`

function parse(listed: string): WorkEntry | undefined {
  const [scope = '', name, id = ''] = listed.split('/')
  const list = workLists.find((one) => one === name)
  return list && { scope, list, id }
}

/** The thread with a note of every entry that there may be of it, so that none is forgotten if a change is cut short. */
export function withListing(thread: MailThread, id: string): MailThread {
  const listed = [...new Set([...(thread.listed ?? []), ...listWorkEntries(thread, id).map(format)])]
  return listed.length === (thread.listed?.length ?? 0) ? thread : { ...thread, listed }
}

/** The lists of mail that waits, by person and channel. */
export function createWorkIndex({ store, team }: WorkspaceStore) {
  const entries = ({ scope, list }: Pick<WorkEntry, 'scope' | 'list'>) =>
    createTable(store, { partition: `${team}/mail.work-${scope}-${list}`, schema: workEntrySchema })
  return {
    entries,
    /** Makes the lists fit the thread. Returns the notes that are no longer needed. */
    async replace(id: string, thread: MailThread): Promise<string[]> {
      const wanted = listWorkEntries(thread, id)
      for (const entry of wanted) await entries(entry).update(entry.id, (known) => (known ? undefined : { thread: id }))
      const names = wanted.map(format)
      const old = (thread.listed ?? []).filter((one) => !names.includes(one))
      for (const entry of old.flatMap((one) => parse(one) ?? [])) {
        const row = await entries(entry).get(entry.id)
        if (row) await entries(entry).delete(entry.id, row.version)
      }
      return old
    },
  }
}

export type WorkIndex = ReturnType<typeof createWorkIndex>
