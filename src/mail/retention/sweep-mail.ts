import { DAY_MS } from '../../core/clock.ts'
import { UpstreamError } from '../../core/errors.ts'
import type { Row } from '../../store/typed-table.ts'
import { scopedHandler, type ScopedFeature } from '../../scoped-feature.ts'
import type { EntrypointScope } from '../entrypoints/entrypoint-scope.ts'
import { formatKeptId, type KeptMail } from '../records/mail/mail-store.ts'
import type { MailThread } from '../records/mail/mail-thread.ts'
import { sendIndexMail } from '../tasks/index-task.ts'
import { sweepTask } from '../tasks/sweep-task.ts'
import { deleteMails, deleteThread, type KnownReply } from './delete-thread.ts'
import { expireTask, sendExpire } from './expire-task.ts'
import { findLastTime, isInUse, listReplies } from './thread-age.ts'

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

/** Returns the time before which mail is old; undefined while all mail is kept. */
const findLimit = ({ clock, inbound: { config } }: EntrypointScope): number | undefined =>
  config.retentionMs === undefined ? undefined : clock.now() - config.retentionMs

/** Looks at one page of mail that is old by its own time. Each is deleted, or looked at later. */
async function sweepMail(scope: EntrypointScope): Promise<{ againMs: number }> {
  const { team, clock, queue, mailStore, desk } = scope
  const limit = findLimit(scope)
  if (limit === undefined) return { againMs: clock.scaled(IDLE_MS) }
  const { rows, next } = await mailStore.kept.list({ limit: PAGE, after: formatKeptId(limit) })
  const decided: { row: Row<KeptMail>; decision: Decision }[] = []
  for (const row of rows) decided.push({ row, decision: await decideMail(scope, row.value, limit) })
  const found = (is: Decision['is']) => decided.flatMap(({ row, decision }) => (decision.is === is ? [row.value] : []))
  await deleteMails(
    scope,
    found('orphan').map(({ mail }) => mail),
  )
  // All together: neighbours in time share a segment of the index, which is then changed once.
  await desk.wordIndex.remove(found('old').map(({ mail: key, at }) => ({ key, at })))
  for (const thread of new Set(found('old').map((one) => one.thread))) await sendExpire(queue, team, thread)
  // Rows move last: after a kill they are decided again.
  for (const { row, decision } of decided) {
    if (decision.lookAt !== undefined) await mailStore.recordKept(row.value.mail, row.value, decision.lookAt)
    await mailStore.kept.delete(row.id, row.version)
  }
  return { againMs: clock.scaled(next === undefined ? IDLE_MS : PAUSE_MS) }
}

/** An `orphan` has no thread; the thread of an `old` mail is deleted. */
interface Decision {
  is?: 'orphan' | 'old'
  /** When to look at the mail again, in ms; undefined if never. */
  lookAt?: number
}

/** Decides about a mail that is old by its own time. */
async function decideMail(scope: EntrypointScope, { mail, thread: id }: KeptMail, limit: number): Promise<Decision> {
  const { team, log, mailStore } = scope
  const lookAt = limit + LOOK_AGAIN_MS
  try {
    const thread = await mailStore.findThread(id)
    const lastAt = thread ? findLastTime(thread) : 0
    if (lastAt >= limit) return { lookAt: lastAt }
    if (thread) return { lookAt, ...(!isInUse(thread, await findReplies(scope, thread)) && { is: 'old' }) }
    return (await mailStore.mails.get(mail)) ? { is: 'orphan', lookAt } : {}
  } catch (error) {
    if (error instanceof UpstreamError) throw error
    log.error({ err: error, team, mail }, 'old mail could not be read, so it is not deleted')
    return { lookAt }
  }
}

/** Deletes a thread. If something happened in it after the sweep, it is kept, and its mail is indexed again. */
async function expireThread(scope: EntrypointScope, id: string): Promise<void> {
  const { team, queue, mailStore } = scope
  const limit = findLimit(scope) ?? 0
  const thread = await mailStore.findThread(id)
  if (!thread) return
  const replies = await findReplies(scope, thread)
  const lastAt = findLastTime(thread)
  if (lastAt < limit && !isInUse(thread, replies)) return deleteThread(scope, id, { thread, replies })
  for (const key of thread.mails) await sendIndexMail(queue, team, key, `kept:${lastAt}`)
}

async function findReplies({ replyStore }: EntrypointScope, thread: MailThread): Promise<KnownReply[]> {
  const found: KnownReply[] = []
  for (const id of listReplies(thread)) {
    const reply = await replyStore.findReply(id)
    if (reply) found.push({ id, reply })
  }
  return found
}
