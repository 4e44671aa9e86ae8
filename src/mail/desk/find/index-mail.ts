import { findReaderChannel } from '../../records/mail/placement.ts'
import { z } from 'zod'
import { DAY_MS, isRecent } from '../../../core/clock.ts'
import { DAILY_MAILS } from './index-limit.ts'
import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import type { Queue } from '../../../queue/queue.ts'
import { taskKind } from '../../../queue/task-kinds.ts'
import { type Pieces, runInOwnTurns } from '../../../core/own-turn.ts'
import { readSearchText } from '../../records/mail/mail-preview.ts'
import { type Address, domainOf } from '../../records/address.ts'
import { withSentVersion } from '../../records/replies/first-mail.ts'
import { RECENT_TTL_MS } from '../../records/mail/mail-store.ts'
import { isAutomatic, isDeleted, isQuarantined, isUnsent, type Mail } from '../../records/mail/mail.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import { INDEX_VERSION } from './index-version.ts'
import { formatTerm, listBeginnings, splitSearchWords } from './search-words.ts'
import type { DeskScope } from '../desk-scope.ts'
import { indexMailTask } from '../../tasks/index-task.ts'
import { sendSweep } from '../../tasks/sweep-task.ts'

const reindexSchema = z.object({
  team: z.string(),
  version: z.number(),
  after: z.string().exactOptional(),
  /** Set once all mail is indexed: how far the removal of the earlier index is. */
  removal: z.string().exactOptional(),
})
type ReindexPage = z.infer<typeof reindexSchema>

/**
 * Indexes all mail of a team again, page by page, then removes the earlier index. Frozen. Its version goes up with INDEX_VERSION: an older process would
 * index with its own words.
 */
const reindexTask = taskKind('mail.reindex', reindexSchema, INDEX_VERSION - 1)

/** Packs the index into segments. Frozen. */
const packTask = taskKind('mail.pack_index', z.object({ team: z.string() }))

const checkSchema = z.object({
  team: z.string(),
  version: z.number(),
  round: z.number(),
  list: z.enum(['recent', 'kept']),
  after: z.string().exactOptional(),
})
type IndexCheck = z.infer<typeof checkSchema>

/** Finds mail that an older process stored or indexed after all mail was indexed again. Frozen. Its version goes up with INDEX_VERSION. */
const checkTask = taskKind('mail.check_index', checkSchema, INDEX_VERSION - 2)

/** When an upgrade of several processes is looked at again: after the last time, no older one runs. */
const CHECK_AFTER_MS = [DAY_MS / 24, DAY_MS, 7 * DAY_MS]
const PAGE_CHECKED = 100
/** The most files of a mail whose names are indexed. */
const FILES_INDEXED = 10
/** The words of our replies that are indexed before the text of the mail. */
const REPLY_WORDS = 50

/** With a pause after every page, people notice no delay. */
const PAGE_MAILS = 10
const PAUSE_MS = 200
/** On average, one mail in this number asks whether there is enough for a segment. */
const PACK_EVERY = 128

/** Maintains the index of `/mail find`. */
export const indexMailFeature: ScopedFeature<DeskScope> = {
  tasks: [
    scopedHandler(indexMailTask, async (scope, { team, mail }) => {
      await indexMail(scope, mail)
      if (!(await scope.desk.wordIndex.isComplete())) await sendReindex(scope.queue, { team, version: INDEX_VERSION })
      else if (isOneOf(scope.keyedHash('pack', mail), PACK_EVERY)) {
        await sendPack(scope.queue, team, mail)
        // Runs for ever, unless it failed for good.
        await sendSweep(scope.queue, team)
      }
    }),
    scopedHandler(reindexTask, indexPage),
    scopedHandler(checkTask, checkPage),
    scopedHandler(packTask, packIndex),
  ],
}

/** Whether a hash is among one in `many`. */
const isOneOf = (hash: string, many: number): boolean => Number.parseInt(hash.slice(0, 8), 16) % many === 0

function sendReindex(queue: Queue, page: ReindexPage): Promise<void> {
  const step = page.removal === undefined ? '' : `removal:${page.removal}`
  return queue.send(reindexTask.of(page), {
    id: `mail.reindex:${page.team}:${page.version}:${page.after ?? step}`,
    ...((page.after !== undefined || page.removal !== undefined) && { delayMs: PAUSE_MS }),
    isBackground: true,
  })
}

const sendPack = (queue: Queue, team: string, after: string): Promise<void> =>
  queue.send(packTask.of({ team }), { id: `mail.pack_index:${team}:${after}`, isBackground: true })

/** Indexes one page of earlier mail; new mail is indexed on arrival. */
async function indexPage(
  scope: DeskScope,
  { team, version, after, removal }: ReindexPage,
): Promise<void | { againMs: number }> {
  const {
    mailStore,
    queue,
    desk: { wordIndex },
  } = scope
  // Another version has its own task.
  if (version !== INDEX_VERSION) return
  if (removal !== undefined) {
    const next = await wordIndex.removeEarlier(removal)
    // SQLite goes on where it was: the next task would have the id of this one.
    if (next === removal) return { againMs: PAUSE_MS }
    return next === undefined ? undefined : sendReindex(queue, { team, version, removal: next })
  }
  const { rows, next } = await mailStore.mails.list({ limit: PAGE_MAILS, ...(after !== undefined && { after }) })
  for (const { id, value } of rows) {
    await mailStore.recordKept(id, value)
    await indexMail(scope, id)
  }
  if (next !== undefined) return sendReindex(queue, { team, version, after: next })
  await wordIndex.recordComplete(version)
  await sendPack(queue, team, `version-${version}`)
  await sendSweep(queue, team)
  await sendReindex(queue, { team, version, removal: '' })
  await sendCheck(scope, { team, version, round: 0, list: 'recent' })
}

function sendCheck({ queue, clock }: DeskScope, check: IndexCheck): Promise<void> {
  const { team, version, round, list, after } = check
  const isFirst = list === 'recent' && after === undefined
  return queue.send(checkTask.of(check), {
    id: `mail.check_index:${team}:${version}:${round}:${list}:${after ?? ''}`,
    delayMs: isFirst ? clock.scaled(CHECK_AFTER_MS[round] ?? 0) : PAUSE_MS,
    isBackground: true,
  })
}

/** Looks at one page of the mail of the last 30 days. Mail that is complete costs a few small reads. */
async function checkPage(scope: DeskScope, check: IndexCheck): Promise<void> {
  const { clock, mailStore, queue, desk } = scope
  const { team, version, round, list, after } = check
  if (version !== INDEX_VERSION) return
  const page = { after, limit: PAGE_CHECKED }
  const { mails, next } = await mailStore.listStored(list, clock.now() - RECENT_TTL_MS, page)
  for (const { key, at } of list === 'recent' ? mails : []) {
    if (await mailStore.isKept(key, at)) continue
    const row = await mailStore.mails.get(key)
    if (row) await mailStore.recordKept(key, row.value)
  }
  for (const { key } of await desk.wordIndex.findMissing(mails)) await indexMail(scope, key)
  if (next !== undefined) return sendCheck(scope, { ...check, after: next })
  if (list === 'recent') return sendCheck(scope, { team, version, round, list: 'kept' })
  if (round + 1 < CHECK_AFTER_MS.length) return sendCheck(scope, { team, version, round: round + 1, list: 'recent' })
  // Removes the rows that older processes wrote into the earlier index meanwhile.
  await sendReindex(queue, { team, version, removal: '' })
}

/** Packs one segment, then the next. */
async function packIndex({ team, queue, desk: { wordIndex } }: DeskScope): Promise<void | { againMs: number }> {
  const done = await wordIndex.pack()
  if (done && 'againMs' in done) return done
  if (done) await sendPack(queue, team, done.packed)
}

/** Indexes a mail. Restricted mail is indexed after its release, mail written in Slack once it was sent. */
async function indexMail(scope: DeskScope, key: string): Promise<void> {
  const {
    mailStore,
    desk: { wordIndex },
  } = scope
  const mail = await findAsSent(scope, key)
  if (!mail || isQuarantined(mail) || isDeleted(mail) || isUnsent(mail)) return
  const found = await mailStore.findThread(mail.thread)
  const { at, thread } = mail
  const isWhole = await isIndexedWhole(scope, mail, key)
  const { terms, words, text } = await runInOwnTurns(readMailWords(mail, found && findReaderChannel(found), isWhole))
  const own = new Set(found ? await readReplyWords(scope, found, key) : [])
  // After a long text, no room is left for our replies.
  const all = [...words, ...[...own].slice(0, REPLY_WORDS), ...text, ...own]
  await wordIndex.add([...terms, ...all.flatMap(listBeginnings)], { key, at, thread, hasText: isWhole })
}

/**
 * Whether a mail is indexed with its text. Anybody can make programs send a lot of mail. Of automatic mail, and of the mail that a domain
 * sends beyond a number a day, only people and subject are indexed. Earlier mail, and mail indexed with its text before, is not counted.
 */
async function isIndexedWhole(
  { team, clock, log, desk: { indexLimit, wordIndex } }: DeskScope,
  mail: Mail,
  key: string,
): Promise<boolean> {
  if (mail.isOwn || mail.reply !== undefined) return true
  if (isAutomatic(mail)) return false
  if (!isRecent(clock, mail.at, DAY_MS)) return true
  if (await wordIndex.hasText({ key, at: mail.at })) return true
  const taken = await indexLimit.take(mail.from.address, clock.now())
  if (taken === 'firstOver')
    log.warn(
      { team, inboxId: mail.inboxId, most: DAILY_MAILS },
      'a domain sent more email today than is indexed with its text',
    )
  return taken === 'indexed'
}

/** Finds a mail. A first mail that still has the text of a withdrawn version, as earlier releases stored it, becomes what was sent. */
async function findAsSent({ mailStore, replyStore }: DeskScope, key: string): Promise<Mail | undefined> {
  const mail = await mailStore.findMail(key)
  if (mail?.reply === undefined || isUnsent(mail)) return mail
  const id = (await replyStore.findDeliveryReport(mail))?.reply
  const reply = id === undefined || id === mail.reply ? undefined : await replyStore.findReply(id)
  if (id === undefined || !reply) return mail
  const { messageId, threadId, at } = mail
  const sent = { id, reply, messageId, threadId, at: reply.sentAt ?? at }
  return mailStore.mails.update(key, (now) => now && withSentVersion(now, sent))
}

const wordsOf = ({ name = '', address }: Address): string[] => [...splitSearchWords(name), ...splitSearchWords(address)]

/** The terms of a mail for its sender and its places, the words of its subject, people and files, and those of its text. */
export interface MailWords {
  terms: string[]
  words: string[]
  text: string[]
}

/** Reads the words of the sent replies to a mail, which is also found by them, the names of files first. */
export async function readReplyWords(
  { replyStore }: DeskScope,
  { replies }: MailThread,
  key: string,
): Promise<string[]> {
  const read = await Promise.all(replies.map(({ id }) => replyStore.findReply(id)))
  const sent = read.filter((reply) => reply?.mail === key && reply.sentAt !== undefined)
  return sent.flatMap((reply) => [
    ...(reply?.files ?? []).flatMap(({ name }) => splitSearchWords(name)),
    ...splitSearchWords(reply?.text ?? ''),
  ])
}

/** Reads the words of a mail, the most distinctive first, in pieces; without its text unless `isWhole`. */
export function* readMailWords(mail: Mail, channel: string | undefined, isWhole: boolean): Pieces<MailWords> {
  const text = isWhole ? yield* readSearchText(mail) : ''
  yield
  const { from, to, cc, subject, attachments, inboxId, own } = mail
  const sender = [from.address, domainOf(from.address), ...wordsOf(from)].filter((word) => word !== '')
  const terms = [inboxId, ...(own === undefined ? [] : [own]), ...(channel === undefined ? [] : [channel])]
  return {
    terms: [...sender.map((word) => formatTerm('from', word)), ...terms.map((term) => formatTerm('in', term))],
    words: [
      ...splitSearchWords(subject),
      ...[from, ...to, ...cc].flatMap(wordsOf),
      ...attachments.slice(0, FILES_INDEXED).flatMap(({ name }) => splitSearchWords(name)),
    ],
    text: splitSearchWords(text),
  }
}
