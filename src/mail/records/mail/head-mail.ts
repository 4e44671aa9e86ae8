import { isAutomatic, isQuarantined } from './mail.ts'
import type { ReadMail } from './mail-reading.ts'
import type { MailStore } from './mail-store.ts'
import { findBroughtBy, type MailThread } from './mail-thread.ts'

/** Limit of mails that are read for a thread that does not name the one to show: of an earlier version, an import, or programs only. */
const MAX_READ = 20

/** A stored mail with its key. */
export interface HeadMail {
  key: string
  mail: ReadMail
  /** The newest mail that the head names: this one, or a later one of a person brought in by us alone. */
  seen: string
}

/**
 * Finds the mail that the head of a thread shows and that its buttons answer: the newest of the customer, or else the first of the thread.
 * The cost does not depend on the length of the thread.
 */
export async function findHeadMail(mailStore: MailStore, thread: MailThread): Promise<HeadMail | undefined> {
  const { mails, newest } = thread
  const [first] = mails
  const others = newest ? [newest.mail] : mails.slice(1).slice(-MAX_READ).toReversed()
  for (const key of others) {
    const mail = findBroughtBy(thread, key) ? undefined : await mailStore.findMail(key)
    if (mail && !isAutomatic(mail) && !isQuarantined(mail)) return { key, mail, seen: findSeen(thread, key) }
  }
  const mail = await mailStore.findMail(first)
  return first !== undefined && mail ? { key: first, mail, seen: findSeen(thread, first) } : undefined
}

function findSeen({ mails, asides = [] }: MailThread, key: string): string {
  const aside = asides.at(-1)?.mail ?? key
  return mails.lastIndexOf(aside) > mails.lastIndexOf(key) ? aside : key
}
