import { formatBeginning, hasBeginning } from './search-words.ts'
import { runInNextTurns } from '../../../core/own-turn.ts'
import { createReaderCheck } from '../../access/channel-readers.ts'
import { isDeleted, isQuarantined, isUnsent } from '../../records/mail/mail.ts'
import type { ReadMail } from '../../records/mail/mail-reading.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import { findReaderChannel } from '../../records/mail/placement.ts'
import { findWorkList } from '../../records/mail/work-lists.ts'
import { readMailWords, readReplyWords } from './index-mail.ts'
import { formatRowId, readMailKey } from './word-index.ts'
import type { DeskScope } from '../desk-scope.ts'
import type { FindQuery, FindState } from './find-query.ts'

const RESULTS = 6
/** The most mails that one search reads and leaves out, because the person may not read them or their state differs. */
const MOST_LEFT_OUT = 200

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
  unclaimed: (thread) => findWorkList(thread) === 'open' && thread.owner === undefined,
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
  { terms, words, states }: FindQuery,
  after?: string,
): Promise<FoundPage> {
  const {
    mailStore,
    desk: { wordIndex },
  } = scope
  const isReader = createReaderCheck(scope, user)
  const matches = wordIndex.search([...new Set([...terms, ...words.map(formatBeginning)])], after)
  const found: FoundMail[] = []
  const threads = new Set<string>()
  let bound = after
  for (let leftOut = 0; ;) {
    if (bound !== undefined && leftOut > MOST_LEFT_OUT) return { found, next: bound }
    const next = await matches.next()
    if (!next) return { found, next: undefined }
    if ('pausedAt' in next) return { found, next: next.pausedAt }
    bound = next.id
    leftOut += 1
    if (threads.has(next.thread)) continue
    const thread = await mailStore.findThread(next.thread)
    const channel = thread && findReaderChannel(thread)
    if (channel === undefined || !thread || !states.every((state) => fitsState[state](thread, user))) continue
    if (!(await isReader(channel))) continue
    const key = readMailKey(next.id)
    const mail = await mailStore.findMail(key)
    if (!mail || isQuarantined(mail) || isDeleted(mail) || isUnsent(mail)) continue
    // The mail decides: its time and words in the index may be older, or the words those of another mail with the same hash.
    const own = await runInNextTurns(readMailWords(mail, channel, true))
    if (formatRowId(mail.at, key) !== next.id || !terms.every((term) => own.terms.includes(term))) continue
    const missing = words.filter((typed) => !hasBeginning([...own.words, ...own.text], typed))
    const answered = missing.length > 0 ? await readReplyWords(scope, thread, key) : []
    if (!missing.every((typed) => hasBeginning(answered, typed))) continue
    threads.add(next.thread)
    found.push({ key, mail, thread })
    leftOut = 0
    if (found.length === RESULTS) return { found, next: bound }
  }
}
