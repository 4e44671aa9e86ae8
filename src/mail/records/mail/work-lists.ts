import { z } from 'zod'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { createTable } from '../../../store/typed-table.ts'
import type { MailThread } from './mail-thread.ts'
import { findReaderChannel } from './placement.ts'

/** Names of the lists of waiting mail threads; each channel and each person has one of each. Frozen. */
export const workLists = ['open', 'waiting', 'snoozed'] as const
export type WorkList = (typeof workLists)[number]

/** Views of a list. Frozen: values of menus and the metadata of open lists contain them. */
export const workViews = ['now', 'mine', 'open', 'waiting', 'snoozed'] as const
export type WorkView = (typeof workViews)[number]

/** An entry of a list; `scope` is a channel or a person. */
export interface WorkEntry {
  scope: string
  list: WorkList
  id: string
}

/** A thread in a list. */
export const workEntrySchema = z.object({ thread: z.string() })

/** A channel that has had waiting mail. */
export const workChannelSchema = z.object({ channel: z.string() })

const MAX_TIME = 9_999_999_999_999
const toKey = (time: number): string => String(Math.max(0, Math.trunc(time))).padStart(13, '0')

/** Returns the list that a thread belongs in. A thread with only automatic mail waits for nobody until a person acts on it. */
export function findWorkList({ work, workAt, owner, snooze }: MailThread): WorkList | undefined {
  if (work === 'done') return undefined
  if (workAt === undefined && !owner && !snooze) return undefined
  if (snooze) return 'snoozed'
  return work === 'waiting' ? 'waiting' : 'open'
}

/**
 * Returns the entries of a thread, also for the person who snoozed it. Ids begin with a time, so every page of a long list costs the same: the newest
 * first, and snoozed threads by their return.
 */
export function listWorkEntries(thread: MailThread, id: string): WorkEntry[] {
  const list = findWorkList(thread)
  const { owner, snooze, workAt = owner?.at ?? 0 } = thread
  if (list === undefined) return []
  const key = list === 'snoozed' ? toKey(MAX_TIME - (snooze?.until ?? 0)) : toKey(workAt)
  // A thread that waits for a channel stays in the list of its last one.
  const scopes = [findReaderChannel(thread), owner?.user, snooze?.by].filter((scope) => scope !== undefined)
  return [...new Set(scopes)].map((scope) => ({ scope, list, id: `${key}.${id}` }))
}

const format = ({ scope, list, id }: WorkEntry): string => `${scope}/${list}/${id}`

function parse(listed: string): WorkEntry | undefined {
  const [scope = '', name, id = ''] = listed.split('/')
  const list = workLists.find((one) => one === name)
  return list && { scope, list, id }
}

/** Notes every entry that may exist for a thread, so none is forgotten if a change is interrupted. */
export function withListing(thread: MailThread, id: string): MailThread {
  const listed = [...new Set([...(thread.listed ?? []), ...listWorkEntries(thread, id).map(format)])]
  return listed.length === (thread.listed?.length ?? 0) ? thread : { ...thread, listed }
}

/** The lists of waiting mail, by person and channel. */
export function createWorkIndex({ store, team }: WorkspaceStore) {
  const entries = ({ scope, list }: Pick<WorkEntry, 'scope' | 'list'>) =>
    createTable(store, { partition: `${team}/mail.work-${scope}-${list}`, schema: workEntrySchema })
  const channels = createTable(store, { partition: `${team}/mail.work_channels`, schema: workChannelSchema })
  const noteChannel = async (channel: string) =>
    /^[CG]/.test(channel) && (await channels.update(channel, (known) => (known ? undefined : { channel })))
  return {
    entries,
    /** The channels with waiting mail, also those that mail no longer goes to. */
    async listChannels(): Promise<string[]> {
      const found: string[] = []
      for await (const { id } of channels.all()) {
        const lists = workLists.map((list) => entries({ scope: id, list }).list({ limit: 1 }))
        if ((await Promise.all(lists)).some(({ rows }) => rows.length > 0)) found.push(id)
      }
      return found
    },
    /** Updates the lists to match the thread. Returns the notes that are no longer needed. */
    async replace(id: string, thread: MailThread): Promise<string[]> {
      const wanted = listWorkEntries(thread, id)
      for (const { scope } of wanted) await noteChannel(scope)
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
