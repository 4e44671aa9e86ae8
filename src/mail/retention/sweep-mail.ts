import { DAY_MS } from '../../core/clock.ts'
import { UpstreamError } from '../../core/errors.ts'
import { scopedHandler, type ScopedFeature } from '../../scoped-feature.ts'
import type { EntrypointScope } from '../entrypoints/entrypoint-scope.ts'
import { formatKeptId, type KeptMail } from '../records/mail/mail-store.ts'
import { keptSince } from '../records/mail/mail.ts'
import type { MailThread } from '../records/mail/mail-thread.ts'
import { sendIndexMail } from '../tasks/index-task.ts'
import { sweepTask } from '../tasks/sweep-task.ts'
import { findAgreedTime } from './agreed-time.ts'
import { deleteMails, deleteThread } from './delete-thread.ts'
import { expireTask, sendExpire } from './expire-task.ts'
import { findLastTime, isInUse, type KnownReply, listReplies, type ThreadContent } from './thread-age.ts'

const PAGE = 100
const PAUSE_MS = 1_000
const IDLE_MS = 5 * 60_000
/** When a mail is looked at again whose thread is in use, or is being deleted. */
const LOOK_AGAIN_MS = 7 * DAY_MS

/** Deletes mail once its thread is old. */
export const retentionFeature: ScopedFeature<EntrypointScope> = {
  tasks: [
    scopedHandler(sweepTask, sweepMail),
    scopedHandler(expireTask, (scope, { thread }) => expireThread(scope, thread)),
  ],
}

/** Looks at one page of mail that is old by its own time. Each is deleted, or looked at later. */
async function sweepMail(scope: EntrypointScope): Promise<{ againMs: number }> {
  const {
    team,
    clock,
    queue,
    mailStore,
    desk,
    inbound: { config },
  } = scope
  const { retentionMs } = config
  const later = { againMs: clock.scaled(IDLE_MS) }
  if (retentionMs === undefined) return later
  const listBefore = (limit: number, most: number) => mailStore.kept.list({ limit: most, after: formatKeptId(limit) })
  // The mailbox is asked for its time only if there is anything to delete.
  if ((await listBefore(clock.now() - retentionMs, 1)).rows.length === 0) return later
  const agreed = await findAgreedTime(scope)
  if (agreed === undefined) return later
  const limit = agreed - retentionMs
  const { rows, next } = await listBefore(limit, PAGE)
  const threads = new Map<string, ThreadDecision>()
  const decided: { kept: KeptMail; decision: Decision }[] = []
  for (const { value: kept } of rows)
    decided.push({ kept, decision: await decideMail(scope, kept, { limit, threads }) })
  const found = (is: Decision['is']) => decided.flatMap(({ kept, decision }) => (decision.is === is ? [kept] : []))
  await deleteMails(
    scope,
    found('orphan').map(({ mail }) => mail),
  )
  // All together: neighbours in time share a segment of the index, which is then changed once.
  await desk.wordIndex.remove(found('old').map(({ mail: key, at }) => ({ key, at })))
  for (const thread of new Set(found('old').map((one) => one.thread))) await sendExpire(queue, team, thread)
  // Rows move last: after a kill they are decided again.
  for (const { kept, decision } of decided)
    if (decision.lookAt !== undefined) await mailStore.lookAgain(kept, decision.lookAt)
  for (const { id, version } of rows) await mailStore.kept.delete(id, version)
  return { againMs: clock.scaled(next === undefined ? IDLE_MS : PAUSE_MS) }
}

/** An `orphan` has no thread; the thread of an `old` mail is deleted. */
interface Decision {
  is?: 'orphan' | 'old'
  /** When to look at the mail again, in ms; undefined if never. */
  lookAt?: number
}

/** A thread as a sweep found it: absent, or with when anything last happened, and whether it is deleted. */
type ThreadDecision = { lastAt: number; isOld: boolean } | undefined

/** Decides about a mail that is old by its own time. */
async function decideMail(
  scope: EntrypointScope,
  { mail: key, thread: id }: KeptMail,
  { limit, threads }: { limit: number; threads: Map<string, ThreadDecision> },
): Promise<Decision> {
  const { team, log, mailStore } = scope
  const lookAt = limit + LOOK_AGAIN_MS
  try {
    if (!threads.has(id)) threads.set(id, await decideThread(scope, id, limit))
    const thread = threads.get(id)
    if (thread)
      return thread.lastAt >= limit ? { lookAt: thread.lastAt } : { lookAt, ...(thread.isOld && { is: 'old' }) }
    const mail = (await mailStore.mails.get(key))?.value
    if (!mail) return {}
    return keptSince(mail) >= limit ? { lookAt: keptSince(mail) } : { is: 'orphan', lookAt }
  } catch (error) {
    if (error instanceof UpstreamError) throw error
    log.error({ err: error, team, mail: key }, 'old mail could not be read, so it is not deleted')
    return { lookAt }
  }
}

/** Decides about a thread. Its content is read only if its own record is old. */
async function decideThread(scope: EntrypointScope, id: string, limit: number): Promise<ThreadDecision> {
  const thread = await scope.mailStore.findThread(id)
  if (!thread) return undefined
  const own = findLastTime({ thread, replies: [], jobs: [] })
  if (own >= limit) return { lastAt: own, isOld: false }
  const content = await readContent(scope, thread)
  return { lastAt: findLastTime(content), isOld: !isInUse(content) }
}

/** Deletes a thread. If something happened in it after the sweep, it is kept, and its mail is indexed again. */
async function expireThread(scope: EntrypointScope, id: string): Promise<void> {
  const { team, queue, mailStore, inbound } = scope
  const { retentionMs } = inbound.config
  const thread = await mailStore.findThread(id)
  if (!thread) return
  const content = await readContent(scope, thread)
  const lastAt = findLastTime(content)
  const agreed = retentionMs === undefined ? undefined : await findAgreedTime(scope)
  const isOld = agreed !== undefined && retentionMs !== undefined && lastAt < agreed - retentionMs
  if (isOld && !isInUse(content)) return deleteThread(scope, id, content)
  for (const key of thread.mails) await sendIndexMail(queue, team, key, `kept:${lastAt}`)
}

async function readContent(scope: EntrypointScope, thread: MailThread): Promise<ThreadContent> {
  const { mailStore, replyStore, slices } = scope
  const replies: KnownReply[] = []
  for (const id of listReplies(thread)) {
    const reply = await replyStore.findReply(id)
    if (reply) replies.push({ id, reply })
  }
  const jobs: ThreadContent['jobs'] = []
  for (const key of thread.mails) {
    const activity = await slices.jobs?.findActivity(key)
    if (activity) jobs.push(activity)
  }
  const newest = thread.mails.at(-1)
  return {
    thread,
    replies,
    jobs,
    newest: newest === undefined ? undefined : (await mailStore.mails.get(newest))?.value,
  }
}
