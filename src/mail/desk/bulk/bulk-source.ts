import { excerptMail } from '../../records/mail/mail-preview.ts'
import { findMailToAnswer } from '../../records/mail/head-mail.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import { findThreadAction } from '../../records/mail/thread-actions.ts'
import type { DeskScope } from '../desk-scope.ts'
import type { ReadMail } from '../../records/mail/mail-reading.ts'

/** The most threads in one form: its metadata names them all. */
export const BULK_THREADS = 50

/** A mail thread that can be chosen. */
export interface BulkChoice {
  id: string
  thread: MailThread
  key: string
  mail: ReadMail
}

/** Reads the threads that are not done, each with the mail that needs an answer, in the given order, at most as many as a form takes. */
export async function readBulkChoices({ mailStore }: DeskScope, ids: readonly string[]): Promise<BulkChoice[]> {
  const read = await Promise.all(
    ids.map(async (id) => {
      const thread = await mailStore.findThread(id)
      const isOffered = thread !== undefined && findThreadAction('done')?.isAllowed(thread)
      const head = isOffered ? await findMailToAnswer(mailStore, thread) : undefined
      return thread && head ? [{ id, thread, ...head }] : []
    }),
  )
  return read.flat().slice(0, BULK_THREADS)
}

/** The threads of each sender who has several, the one with most first. */
export function groupBySender(choices: BulkChoice[]): BulkChoice[][] {
  const bySender = Map.groupBy(choices, ({ mail }) => mail.from.address.toLowerCase())
  return [...bySender.values()].filter((group) => group.length > 1).toSorted((one, other) => other.length - one.length)
}

const WORDS_CHARS = 70

/** The first words of a mail. */
export const readFirstWords = (mail: ReadMail): string => excerptMail(mail, WORDS_CHARS)
