import { type ConcurrencyLimit, createConcurrencyLimit } from '../../core/concurrency-limit.ts'
import { type AnswerTimes, createAnswerTimes } from './work/answer-times.ts'
import { createDueReminders, type DueReminders } from '../records/mail/reminder.ts'
import { createWordIndex, type WordIndex } from './find/word-index.ts'
import type { PlacementServices } from '../placement/placement-services.ts'
import type { MailOptions } from '../services.ts'

const TRANSFERS_AT_ONCE = 4

/** What only the desk uses. */
export interface DeskStores {
  /** Files on their way from the mailbox to Slack; each of them costs memory while it passes. */
  readonly fileTransfers: ConcurrencyLimit
  readonly answerTimes: AnswerTimes
  readonly dueReminders: DueReminders
  readonly wordIndex: WordIndex
}

/** Services of the desk: the team's work on mail. */
export interface DeskServices extends PlacementServices {
  readonly desk: DeskStores
}

/** Adds what only the desk uses to the services of placement. */
export const createDeskServices = (
  services: PlacementServices,
  { platform: { store } }: MailOptions,
): DeskServices => ({
  ...services,
  desk: {
    fileTransfers: createConcurrencyLimit(TRANSFERS_AT_ONCE),
    answerTimes: createAnswerTimes(store),
    dueReminders: createDueReminders(store),
    wordIndex: createWordIndex(store, services.keyedHash),
  },
})
