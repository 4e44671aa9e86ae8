import { z } from 'zod'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { createTable } from '../../../store/typed-table.ts'
import { openEnum } from '../../../store/open-enum.ts'

const foundMail = z.object({ threadId: z.string(), messageId: z.string(), isSent: z.boolean().exactOptional() })

/** Stored by the keyed hash of the inbox. */
export const mailImportSchema = z.object({
  inboxId: z.string(),
  by: z.string(),
  /** Tells one import of an inbox from the next. */
  at: z.number(),
  days: z.number(),
  state: openEnum(['listing', 'fetching', 'done', 'failed']),
  /** Its task failed for good; an operator may have it run again. */
  isGivenUp: z.boolean().exactOptional(),
  /** What the mailbox listed so far, newest first. */
  found: z.array(foundMail),
  /** Where the next page of the list begins. */
  next: z.string().optional(),
  /** There are more mails than one import brings. */
  isCut: z.boolean().exactOptional(),
  /** How many of them are through, from the oldest. */
  through: z.number(),
  /** How many came into Slack with it, and how many the mailbox did not hand out. */
  imported: z.number(),
  missing: z.number(),
  /** How many of them a rule has put into quarantine. */
  held: z.number(),
  /** The digests that list its threads; of one channel, the last takes more. */
  digests: z.array(z.object({ id: z.string(), channel: z.string() })),
})
/** Earlier mail of one inbox that is brought into Slack. */
export type MailImport = z.infer<typeof mailImportSchema>

/** Whether another import of the inbox has to wait for its end. */
export const isImportRunning = ({ state, isGivenUp }: MailImport): boolean =>
  !isGivenUp && (state === 'listing' || state === 'fetching')

/** What one import brings at most. */
export const IMPORT_MAILS = 500
/** How far back it looks, and how far if nobody says so. */
export const IMPORT_DAYS = 30
export const USUAL_IMPORT_DAYS = 7

/** The imports of each inbox, the newest only. */
export const createImportTable = ({ store, team }: WorkspaceStore) =>
  createTable(store, { partition: `${team}/mail.imports`, schema: mailImportSchema })

export type ImportTable = ReturnType<typeof createImportTable>
