import { isAutomatic, isQuarantined } from './mail.ts'
import type { ReadMail } from './mail-reading.ts'
import type { MailStore } from './mail-store.ts'
import { type BroughtIn, findBroughtBy, type MailThread } from './mail-thread.ts'

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

/**
 * Finds the mail that needs an answer: the newest of somebody brought in by us alone, with how they were, if the thread is open only because of that one;
 * otherwise the mail that the head shows.
 */
export async function findMailToAnswer(
  mailStore: MailStore,
  thread: MailThread,
): Promise<(HeadMail & { by?: BroughtIn }) | undefined> {
  const { work, isAsideOnly, asides = [] } = thread
  const newest = isAsideOnly && work === 'open' ? asides.at(-1) : undefined
  const mail = newest && (await mailStore.findMail(newest.mail))
  if (!mail || isQuarantined(mail)) return findHeadMail(mailStore, thread)
  return { key: newest.mail, mail, seen: newest.mail, by: newest.by }
}

function findSeen({ mails, asides = [] }: MailThread, key: string): string {
  const aside = asides.at(-1)?.mail ?? key
  return mails.lastIndexOf(aside) > mails.lastIndexOf(key) ? aside : key
}
