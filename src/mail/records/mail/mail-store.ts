import { z } from 'zod'
import { DAY_MS } from '../../../core/clock.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { createTable, type Table } from '../../../store/typed-table.ts'
import { keptSince, type Mail, mailSchema } from './mail.ts'
import { type ReadMail, withCurrentReading } from './mail-reading.ts'
import { type MailThread, mailThreadSchema } from './mail-thread.ts'
import { sharedFilesSchema } from './shared-files.ts'

/** The mail thread that a Slack thread shows. */
export const slackThreadSchema = z.object({ thread: z.string() })
/** A mail thread that waits for a channel, with the fields that group alarms. */
export const waitingThreadSchema = z.object({
  inboxId: z.string(),
  code: z.string(),
  /** The channel that did not accept the thread. */
  channel: z.string().exactOptional(),
})
export type WaitingThread = z.infer<typeof waitingThreadSchema>
/** A restricted mail that waits for a channel; `card` is the copy of its card that is posted next. */
export const waitingQuarantinedSchema = z.object({
  thread: z.string(),
  card: z.number(),
  at: z.number(),
  inboxId: z.string(),
  code: z.string(),
  channel: z.string().exactOptional(),
  /** The channel that the mail was in before. */
  lastChannel: z.string().exactOptional(),
  /** The channel that someone chose for the mail. */
  movedTo: z.string().exactOptional(),
})
/** A mail in the order of time, from which old mail is deleted. Its time may be later than the mail's: then it is looked at again. */
export const keptMailSchema = z.object({ mail: z.string(), thread: z.string(), at: z.number() })
export type KeptMail = z.infer<typeof keptMailSchema>
/** An entry of the list of recent mail. */
export const recentMailSchema = z.object({ mail: z.string() })
/** How long a mail is listed as recent. */
export const RECENT_TTL_MS = 30 * DAY_MS
const TIME_DIGITS = 15

/** The id under which a mail of this time is kept; without a mail, a bound below which all earlier ones are. */
export const formatKeptId = (at: number, mail = ''): string =>
  `${String(Math.max(0, Math.floor(at))).padStart(TIME_DIGITS, '0')}-${mail}`

/** The lists of mails in the order of time: every version writes `recent`, for 30 days, and those that delete old mail write `kept`. */
export type MailList = 'recent' | 'kept'

/** The mails and mail threads of a workspace. */
export function createMailStore({ store, team }: WorkspaceStore) {
  const mails = createTable(store, { partition: `${team}/mails`, schema: mailSchema })
  const threads = createTable(store, { partition: `${team}/mail.threads`, schema: mailThreadSchema })
  const recent = createTable(store, {
    partition: `${team}/mail.recent`,
    schema: recentMailSchema,
    ttlMs: RECENT_TTL_MS,
  })
  const kept = createTable(store, { partition: `${team}/mail.kept`, schema: keptMailSchema })
  /** Slack thread → mail thread; ids are `<channel>:<ts>`. */
  const slackThreads = createTable(store, { partition: `${team}/mail.places`, schema: slackThreadSchema })
  return {
    mails,
    threads,
    kept,
    slackThreads,
    /** Records that a mail is kept, before it is stored. Safe to repeat. */
    recordKept: async (mail: string, { at, thread, ...more }: Pick<Mail, 'at' | 'thread' | 'storedAt' | 'held'>) =>
      void (await kept.put(formatKeptId(keptSince({ at, ...more }), mail), { mail, thread, at }, 0)),
    /** Looks at a kept mail again at this time, in epoch milliseconds. Safe to repeat. */
    lookAgain: async (mail: KeptMail, at: number): Promise<void> =>
      void (await kept.put(formatKeptId(at, mail.mail), mail, 0)),
    /** Finds a mail, read by this version. Also returns undefined without a key: a thread may have no first or last mail. */
    findMail: async (key: string | undefined): Promise<ReadMail | undefined> => {
      const found = key === undefined ? undefined : await mails.get(key)
      return found && withCurrentReading(found.value)
    },
    findThread: async (id: string): Promise<MailThread | undefined> => (await threads.get(id))?.value,
    /** A page of the mail threads that had a head in a channel, the newest head first. */
    async listHeads(channel: string, { after, limit }: { after?: string | undefined; limit: number }) {
      const prefix = `${channel}:`
      // Above every `ts` of the channel.
      const { rows, next } = await slackThreads.list({ limit, after: after ?? `${prefix}~` })
      const found = rows.filter(({ id }) => id.startsWith(prefix))
      return {
        threads: found.map(({ value }) => value.thread),
        next: found.length < rows.length ? undefined : next,
      }
    },
    /** An index of the mail threads that wait for a channel, derived from their placements. */
    waitingThreads: createTable(store, { partition: `${team}/mail.unplaced`, schema: waitingThreadSchema }),
    /** Restricted mail that no channel accepts yet, and the copy of its card that is posted next. */
    waitingQuarantined: createTable(store, { partition: `${team}/mail.unheld`, schema: waitingQuarantinedSchema }),
    /** The attachments that people requested in the thread, by mail. */
    sharedFiles: createTable(store, { partition: `${team}/mail.files`, schema: sharedFilesSchema }),
    /** Adds a mail to the list of recent mail. Adding it again changes nothing. */
    recordRecent: async (key: string, { at }: Pick<Mail, 'at'>): Promise<void> =>
      void (await recent.put(`${String(at).padStart(TIME_DIGITS, '0')}-${key}`, { mail: key }, 0)),
    /** A page of mails, each with its own time, that were listed under a time after `since`, in epoch milliseconds, newest first. */
    async listStored(list: MailList, since: number, { after, limit }: { after: string | undefined; limit: number }) {
      const table: Pick<Table<{ mail: string; at?: number }>, 'list'> = list === 'recent' ? recent : kept
      const { rows, next } = await table.list({ limit, ...(after !== undefined && { after }) })
      const found = rows.filter(({ id }) => id >= formatKeptId(since))
      return {
        mails: found.map(({ id, value: { mail, at = Number(id.slice(0, TIME_DIGITS)) } }) => ({ key: mail, at })),
        next: found.length < rows.length ? undefined : next,
      }
    },
    /** Whether a mail is listed as kept under this time. */
    isKept: async (mail: string, at: number): Promise<boolean> =>
      (await kept.get(formatKeptId(at, mail))) !== undefined,
    /** Keys of the newest mails of the last 30 days, newest first. */
    listRecent: async (limit: number): Promise<string[]> =>
      (await recent.list({ limit })).rows.map(({ value }) => value.mail),
  }
}

export type MailStore = ReturnType<typeof createMailStore>
