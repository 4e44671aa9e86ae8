import { createReaderCheck } from '../../access/channel-readers.ts'
import { isDeleted, isQuarantined, isUnsent } from '../../records/mail/mail.ts'
import type { ReadMail } from '../../records/mail/mail-reading.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import { findChannel } from '../../records/mail/placement.ts'
import { findWorkList } from '../../records/mail/work-lists.ts'
import { boundAt, readMailKey, type WordRows } from './word-index.ts'
import type { DeskScope } from '../desk-scope.ts'
import type { FindQuery, FindState } from './find-query.ts'

const RESULTS = 6
/** The most pages of the index that one search reads; words that rarely occur together are searched further on request. */
const MOST_PAGES = 150
/** The most mails that one search reads and leaves out, because the person may not read them or their state differs. */
const MOST_LEFT_OUT = 200
/** Steps between words before the number of read pages is checked. */
const MOST_STEPS = 1000

/** A match in a thread that the person may read. */
export interface FoundMail {
  key: string
  mail: ReadMail
  thread: MailThread
}

/** Some results, newest first. */
export interface FoundPage {
  found: FoundMail[]
  /** Where the next page begins; undefined at the end. */
  next: string | undefined
}

const fitsState: Record<FindState, (thread: MailThread, user: string) => boolean> = {
  open: (thread) => findWorkList(thread) === 'open',
  waiting: ({ work }) => work === 'waiting',
  done: ({ work }) => work === 'done',
  snoozed: ({ snooze }) => snooze !== undefined,
  mine: ({ owner }, user) => owner?.user === user,
  muted: ({ muted }) => muted !== undefined,
}

/** Finds mail with all terms in channels that the person may read; one result per thread and page. */
export async function searchMail(
  scope: DeskScope,
  user: string,
  { terms, states }: FindQuery,
  after?: string,
): Promise<FoundPage> {
  const {
    mailStore,
    desk: { wordIndex },
  } = scope
  const words = terms.map((term) => wordIndex.open(term))
  const isReader = createReaderCheck(scope, user)
  const found: FoundMail[] = []
  const threads = new Set<string>()
  let bound = after
  for (let leftOut = 0; ;) {
    const pages = words.reduce((sum, one) => sum + one.pages(), 0)
    if (bound !== undefined && (pages > MOST_PAGES || leftOut > MOST_LEFT_OUT)) return { found, next: bound }
    const next = await findTogether(words, bound)
    if (!next) return { found, next: undefined }
    bound = next.id
    if (!next.isInAll) continue
    leftOut += 1
    if (threads.has(next.thread)) continue
    const thread = await mailStore.findThread(next.thread)
    const channel = thread && findChannel(thread)
    if (channel === undefined || !thread || !states.every((state) => fitsState[state](thread, user))) continue
    if (!(await isReader(channel))) continue
    const key = readMailKey(next.id)
    const mail = await mailStore.findMail(key)
    if (!mail || isQuarantined(mail) || isDeleted(mail) || isUnsent(mail)) continue
    threads.add(next.thread)
    found.push({ key, mail, thread })
    leftOut = 0
    if (found.length === RESULTS) return { found, next: bound }
  }
}

/** Finds the newest row below the bound in all words. After too many steps, returns the row reached, with `isInAll: false`. */
async function findTogether(
  words: WordRows[],
  bound: string | undefined,
): Promise<{ id: string; thread: string; isInAll: boolean } | undefined> {
  let row = await words[0]?.seek(bound)
  let agreed = 1
  for (let turn = 1; row && agreed < words.length; turn += 1) {
    if (turn > MOST_STEPS) return { id: row.id, thread: row.value.thread, isInAll: false }
    const other = await words[turn % words.length]?.seek(boundAt(row.id))
    agreed = other?.id === row.id ? agreed + 1 : 1
    row = other
  }
  return row && { id: row.id, thread: row.value.thread, isInAll: true }
}
