import type { WorkspaceStore } from '../../store/workspace-store.ts'
import { type ConcurrencyLimit, createConcurrencyLimit } from '../../core/concurrency-limit.ts'
import { type AnswerTimes, createAnswerTimes } from '../records/mail/answer-times.ts'
import { type BulkTable, createBulkTable } from './work/bulk-record.ts'
import { createDueReminders, type DueReminders } from './reminders/due-reminders.ts'
import { createPostedReminders, type PostedReminders } from './reminders/posted-reminders.ts'
import { createIndexLimit, type IndexLimit } from './find/index-limit.ts'
import { createSearchTable, type SearchTable } from './find/search-store.ts'
import { createWordIndex, type WordIndex } from './find/word-index.ts'
import type { PlacementScope } from '../placement/placement-scope.ts'

const TRANSFERS_AT_ONCE = 4

/** Shared by all workspaces, because it bounds the memory of the process. */
export const createFileTransfers = (): ConcurrencyLimit => createConcurrencyLimit(TRANSFERS_AT_ONCE)

/** Members that only the desk uses. */
export interface DeskStores {
  /** Files on their way from the mailbox to Slack; each one takes memory while it passes. */
  readonly fileTransfers: ConcurrencyLimit
  readonly answerTimes: AnswerTimes
  readonly dueReminders: DueReminders
  readonly postedReminders: PostedReminders
  readonly wordIndex: WordIndex
  readonly indexLimit: IndexLimit
  readonly searches: SearchTable
  readonly bulkActs: BulkTable
}

/** The scope of the desk: the team's work on mail. */
export interface DeskScope extends PlacementScope {
  readonly desk: DeskStores
}

/** Adds the members of the desk to the scope of placement. */
export const createDeskScope = (
  scope: PlacementScope,
  { own, fileTransfers }: { own: WorkspaceStore; fileTransfers: ConcurrencyLimit },
): DeskScope => ({
  ...scope,
  desk: {
    fileTransfers,
    answerTimes: createAnswerTimes(own),
    dueReminders: createDueReminders(own),
    postedReminders: createPostedReminders(own),
    wordIndex: createWordIndex(own, scope.keyedHash, { clock: scope.clock }),
    indexLimit: createIndexLimit(own, scope.keyedHash),
    searches: createSearchTable(own),
    bulkActs: createBulkTable(own),
  },
})
