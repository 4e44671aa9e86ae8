import { z } from 'zod'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { createTable } from '../../../store/typed-table.ts'
import { openEnum } from '../../../store/open-enum.ts'

const foundMail = z.object({ threadId: z.string(), messageId: z.string(), isSent: z.boolean().exactOptional() })

/** Stored by the keyed hash of the inbox. */
export const mailImportSchema = z.object({
  inboxId: z.string(),
  by: z.string(),
  /** Distinguishes one import of an inbox from the next. */
  at: z.number(),
  days: z.number(),
  state: openEnum(['listing', 'fetching', 'done', 'failed']),
  /** Set once the task has failed for good; an operator may run it again. */
  isGivenUp: z.boolean().exactOptional(),
  /** Mail that the mailbox has listed so far, newest first. */
  found: z.array(foundMail),
  /** Where the next page of the list begins. */
  next: z.string().optional(),
  /** Set if there is more mail than one import brings. */
  isCut: z.boolean().exactOptional(),
  /** How many are processed, from the oldest. */
  through: z.number(),
  /** How many came into Slack, and how many the mailbox did not return. */
  imported: z.number(),
  missing: z.number(),
  /** How many a rule has put into quarantine. */
  held: z.number(),
  /** The digests that list the threads; the last one of a channel takes more. */
  digests: z.array(z.object({ id: z.string(), channel: z.string() })),
  /** How often the import has looked whether Slack has taken its digests. */
  looks: z.number().exactOptional(),
})
/** An import of earlier mail of one inbox into Slack. */
export type MailImport = z.infer<typeof mailImportSchema>

/** Whether another import of the inbox must wait for this one to end. */
export const isImportRunning = ({ state, isGivenUp }: MailImport): boolean =>
  !isGivenUp && (state === 'listing' || state === 'fetching')

/** Limit of mails in one import. */
export const IMPORT_MAILS = 500
/** How many days an import may go back, and the default. */
export const IMPORT_DAYS = 30
export const USUAL_IMPORT_DAYS = 7

/** The newest import of each inbox. */
export const createImportTable = ({ store, team }: WorkspaceStore) =>
  createTable(store, { partition: `${team}/mail.imports`, schema: mailImportSchema })

export type ImportTable = ReturnType<typeof createImportTable>
