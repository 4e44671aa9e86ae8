import { z } from 'zod'
import { openEnum } from '../../../store/open-enum.ts'
import type { MailThread } from './mail-thread.ts'

const listedThread = z.object({
  /** A mail thread; or a quarantined mail, as in the value of a button. */
  thread: z.string(),
  /** When the newest mail of the thread came. */
  at: z.number(),
  mails: z.number(),
  isOpened: z.boolean().exactOptional(),
  /** Set if the thread is done. */
  isDone: z.boolean().exactOptional(),
})
const digestLine = z.object({
  /** The sender as shown. A line contains the mail of one sender with one subject. */
  from: z.string(),
  subject: z.string(),
  /** The newest last. */
  threads: z.array(listedThread),
})

/** Stored by channel, kind and number. */
export const digestSchema = z.object({
  channel: z.string(),
  /** Why the digest was begun: too much mail came at the same time, someone imported earlier mail, or too much mail was quarantined. */
  kind: openEnum(['burst', 'import', 'quarantine']),
  startedAt: z.number(),
  lines: z.array(digestLine),
  /** Set once no more mail is added: the list is full or complete, or single cards are posted again. */
  ended: z.object({ why: openEnum(['full', 'calm', 'complete']), at: z.number() }).optional(),
  /** The number of the current message; a deleted message is replaced by another copy. */
  copy: z.number().exactOptional(),
})
/** A list of new mail threads in a channel. A thread is posted when someone opens it. */
export type Digest = z.infer<typeof digestSchema>
export type DigestLine = z.infer<typeof digestLine>

/** A mail whose thread has no card yet. */
export const queuedMailSchema = z.object({
  thread: z.string(),
  mail: z.string(),
  from: z.string(),
  subject: z.string(),
  at: z.number(),
})
export type QueuedMail = z.infer<typeof queuedMailSchema>

/** Stored by channel; for its quarantined mail, under `held-<channel>`. */
export const channelLoadSchema = z.object({
  /** Mail threads whose first card is on its way to Slack. */
  posting: z.array(z.object({ thread: z.string(), at: z.number() })),
  /** Set while mail may wait in `mail.queued-<channel>`; new mail is queued behind it. */
  isQueued: z.boolean(),
  /** Set during a burst: new mail goes into this digest. */
  digest: z.string().optional(),
  /** How many digests the channel has had. */
  digests: z.number(),
  /** Recent arrivals: the time, and the number of mails. */
  arrivals: z.array(z.tuple([z.number(), z.number()])),
})
/** How much mail waits for one channel. */
export type ChannelLoad = z.infer<typeof channelLoadSchema>

/** Limit of lines in a digest: a message has at most 50 blocks, and two are for heading and end. */
export const DIGEST_LINES = 48
/** Limit of threads in a digest: one line may have many, and the record must stay small. */
const DIGEST_THREADS = 500

/**
 * Adds a mail of a thread. Returns undefined if the digest has no room for another line. Adding a mail again changes nothing, unless the thread
 * has lost its card since it was opened here.
 */
export function addToDigest(
  digest: Digest,
  { thread, from, subject, at }: QueuedMail,
  { count, work, placement }: Pick<MailThread, 'count' | 'work' | 'placement'>,
): Digest | undefined {
  const added = { thread, at, mails: count, ...(work === 'done' && { isDone: true }) }
  const isSame = (line: DigestLine) => line.from === from && line.subject === subject
  const holder = digest.lines.find((line) => line.threads.some((one) => one.thread === thread))
  const isAgain = placement.is !== 'posted'
  if (holder) return withLine(digest, holder, withThread(isAgain ? withoutOpened(holder, thread) : holder, added))
  const line = isOverfull(digest) ? undefined : digest.lines.find(isSame)
  if (line) return withLine(digest, line, withThread(line, added))
  if (digest.lines.length >= DIGEST_LINES || isOverfull(digest)) return undefined
  return { ...digest, lines: [...digest.lines, { from, subject, threads: [added] }] }
}

const isOverfull = ({ lines }: Digest): boolean =>
  lines.reduce((sum, { threads }) => sum + threads.length, 0) >= DIGEST_THREADS

/** Removes a thread, and its line if that lists no other. */
export const withoutThread = (digest: Digest, thread: string): Digest => ({
  ...digest,
  lines: digest.lines
    .map((line) => ({ ...line, threads: line.threads.filter((one) => one.thread !== thread) }))
    .filter(({ threads }) => threads.length > 0),
})

/** The threads that nobody has opened. */
export const listUnopened = ({ lines }: Digest): string[] =>
  lines.flatMap(({ threads }) => threads.filter(({ isOpened }) => !isOpened).map(({ thread }) => thread))

/** Whether a line lists this thread. */
export const holdsThread = ({ lines }: Digest, id: string): boolean =>
  lines.some(({ threads }) => threads.some(({ thread }) => thread === id))

const withLine = (digest: Digest, old: DigestLine, changed: DigestLine): Digest => ({
  ...digest,
  lines: digest.lines.map((line) => (line === old ? changed : line)),
})

function withThread(line: DigestLine, added: DigestLine['threads'][number]): DigestLine {
  const before = line.threads.find(({ thread }) => thread === added.thread)
  const others = line.threads.filter((one) => one !== before)
  return { ...line, threads: [...others, { ...before, ...added, at: Math.max(added.at, before?.at ?? 0) }] }
}

const withoutOpened = (line: DigestLine, thread: string): DigestLine => ({
  ...line,
  threads: line.threads.map((one) => {
    if (one.thread !== thread) return one
    const { isOpened: _, ...rest } = one
    return rest
  }),
})

/** Marks a thread that now has its own card. */
export const markOpened = (digest: Digest, thread: string): Digest => ({
  ...digest,
  lines: digest.lines.map((line) => ({
    ...line,
    threads: line.threads.map((one) => (one.thread === thread ? { ...one, isOpened: true } : one)),
  })),
})

/** Returns the digest with a thread marked as done or not done; undefined if that changes nothing. */
export function withDone(digest: Digest, thread: string, isDone: boolean): Digest | undefined {
  const holder = digest.lines.find(({ threads }) => threads.some((one) => one.thread === thread))
  const listed = holder?.threads.find((one) => one.thread === thread)
  if (!holder || !listed || (listed.isDone ?? false) === isDone) return undefined
  const threads = holder.threads.map((one) => (one === listed ? { ...one, isDone } : one))
  return withLine(digest, holder, { ...holder, threads })
}

const DIGEST_VALUE = 'digest:'

/** The value of a button about a whole digest. Frozen: posted digests contain it. */
export const formatDigestValue = (id: string): string => `${DIGEST_VALUE}${id}`

/** Returns the id of the digest that a button names; undefined for another value. */
export const parseDigestValue = (value: string): string | undefined =>
  value.startsWith(DIGEST_VALUE) ? value.slice(DIGEST_VALUE.length) : undefined

/** The threads of a digest, and how many of them are done. */
export function countThreads({ lines }: Digest): { threads: number; done: number } {
  const threads = lines.flatMap((line) => line.threads)
  return { threads: threads.length, done: threads.filter(({ isDone }) => isDone).length }
}

/** When the newest mail of a line came. */
export const newestIn = ({ threads }: DigestLine): number => Math.max(...threads.map(({ at }) => at))

/** The id of the load of a channel's quarantined mail, and the beginning of the ids of its lists. Frozen. */
export const quarantineLoadId = (channel: string): string => `held-${channel}`
