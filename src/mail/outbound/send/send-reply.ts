import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { buildJsonBody, hashJsonBody } from '../../../clients/json-body.ts'
import type { ClearedBody, ReplyBody, SendResult } from '../../../clients/mailbox/mailbox-schemas.ts'
import { type Clock, wasSetBack } from '../../../core/clock.ts'
import { COME_BACK_MS, createConcurrencyLimit } from '../../../core/concurrency-limit.ts'
import { UpstreamError } from '../../../core/errors.ts'
import type { TaskFailure } from '../../../queue/queue.ts'
import { linkSentMail } from '../delivery/delivery-events.ts'
import { showRequest } from '../approval/require-approval.ts'
import { findEarliestNow } from '../../records/replies/can-look-up.ts'
import { canBePaused, mayHaveLeft, type Reply, waitsSince } from '../../records/replies/reply.ts'
import { findSendRoute } from '../../records/replies/send-route.ts'
import { noticeFailedReplyTask } from '../../notify/failed-task-notices.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { pauseIfUnseen } from '../schedule/pause-scheduled.ts'
import { recordRefusal } from '../suppression/record-refusal.ts'
import { refreshReplyCards } from '../../cards/refresh-cards.ts'
import { toFileProblem } from '../files/file-problem.ts'
import { buildReplyRequest } from './reply-request.ts'
import { clearReply, stopIfNews, stopIfRefused } from './clear-reply.ts'
import { lookUpFirst } from './look-up-first.ts'
import { type Retry, retryConflict, retryLater, sendStoppedNotice, stopSending, updateReply } from './send-outcome.ts'
import { internalError, toLateRefusal, toSendProblem } from './send-problems.ts'
import { sendReplyTask } from '../../tasks/send-task.ts'
import { findLeavingMoment } from '../../tasks/start-reply.ts'
import { tellIfUnseen } from './unseen-outcome.ts'

/** Two requests at the same time, because each keeps its files in memory until it is answered. */
const sendsWithFiles = createConcurrencyLimit(2)

/** Sends stored replies under their own key: the same bytes each time, until a visible outcome. */
export const sendReplyFeature: ScopedFeature<OutboundScope> = {
  tasks: [
    scopedHandler(
      sendReplyTask,
      (scope, { reply, schedule }) => sendStoredReply(scope, reply, schedule),
      noticeFailedSend,
    ),
  ],
}

/** Whether the reply is sent automatically at its time. */
const isTimed = ({ state }: Reply): boolean => state === 'held' || state === 'scheduled'

async function sendStoredReply(
  scope: OutboundScope,
  id: string,
  schedule: number | undefined,
): Promise<Retry | undefined> {
  const { team, replyStore, clock } = scope
  const found = await replyStore.findReply(id)
  // After a crash, the request may be missing.
  if (found?.state === 'awaiting') {
    await showRequest(scope, id, found)
    return undefined
  }
  // The time was changed, and another task sends the reply.
  if (found?.schedules !== schedule) return undefined
  const waitMs = found ? findWait(clock, found) : 0
  if (waitMs > 0) return { againMs: waitMs }
  // A paused reply becomes overdue.
  if (found?.state === 'paused') return void (await pauseIfUnseen(scope, id))
  // `clearReply` asks again right before the attempt. Here, no card shows the reply as being sent yet.
  if (found && isTimed(found) && canBePaused(found, clock) && (await stopIfNews(scope, id, found))) return undefined
  const reply = await replyStore.replies.update(id, (now) =>
    now && isTimed(now) && now.schedules === schedule ? { ...now, state: 'sending' } : undefined,
  )
  if (reply?.state === 'sending') {
    if (found && isTimed(found)) await refreshReplyCards(scope, id)
    if (found?.state === 'scheduled') await scope.slices.refreshHome(team, [reply.user])
    return trySending(scope, id, reply)
  }
  if (reply) await finishAfterCrash(scope, id, reply)
  return undefined
}

/** Returns the wait in ms. If the clock was set back, the delay of this task counts as the hold; a chosen time follows the clock. */
function findWait(clock: Clock, reply: Reply): number {
  if (!isTimed(reply) || (reply.state === 'held' && wasSetBack(clock, waitsSince(reply)))) return 0
  return findLeavingMoment(clock, reply) - clock.now()
}

/** Does the remaining steps after a crash that came after the record was written. */
async function finishAfterCrash(scope: OutboundScope, id: string, reply: Reply): Promise<void> {
  if (reply.state === 'sent' && reply.sentId) {
    await linkSentMail(scope, { id, reply }, { messageId: reply.sentId, threadId: reply.sentThread })
    return tellIfUnseen(scope, { id, reply })
  }
  if (reply.state !== 'failed' && reply.state !== 'unknown') return undefined
  await refreshReplyCards(scope, id)
  return sendStoppedNotice(scope, id, reply)
}

async function trySending(scope: OutboundScope, id: string, reply: Reply): Promise<Retry | undefined> {
  const { files, mailFiles = [], links = [] } = reply
  const hasFiles = [...files, ...mailFiles, ...links].length > 0
  if (mayHaveLeft(reply)) {
    const step = await lookUpFirst(scope, id, reply)
    if (step !== 'repeat') return step
  }
  if (!hasFiles) return attemptSend(scope, id, reply)
  // Right before the place is taken: a task in line would keep its slot from other tasks.
  if (sendsWithFiles.isFull()) return { againMs: scope.clock.scaled(COME_BACK_MS) }
  // Unreadable files must not delay a refusal. The guard asks again afterwards, because reading takes long.
  return sendsWithFiles.run(async () =>
    (await stopIfRefused(scope, id, reply)) ? undefined : attemptSend(scope, id, reply),
  )
}

async function attemptSend(scope: OutboundScope, id: string, reply: Reply): Promise<Retry | undefined> {
  let request: { body: ReplyBody; bodyHash: string }
  try {
    const body = await buildReplyRequest(scope, { id, reply })
    request = { body, bodyHash: await hashRequest(reply, body) }
  } catch (error) {
    return handleFailure(scope, { id, reply }, error)
  }
  // Without an answer from Slack, the task waits.
  const cleared = await clearReply(scope, { id, reply }, request)
  if (!cleared) return undefined
  try {
    await sendCleared(scope, { id, reply }, { body: cleared, bodyHash: request.bodyHash })
    return undefined
  } catch (error) {
    return handleFailure(scope, { id, reply }, error)
  }
}

/** Handles the failure of an attempt; `reply` is from before it. */
async function handleFailure(
  scope: OutboundScope,
  { id, reply }: { id: string; reply: Reply },
  error: unknown,
): Promise<Retry | undefined> {
  const stopped = mayHaveLeft(reply) ? 'unknown' : 'failed'
  const fileProblem = toFileProblem(error)
  if (fileProblem) return stopSending(scope, id, { state: stopped, problem: fileProblem })
  if (!(error instanceof UpstreamError)) {
    await stopSending(scope, id, { state: 'unknown', problem: internalError })
    throw error
  }
  const { service, outcome, code } = error.details
  if (service === 'store') throw error
  if (service === 'mailbox' && code === 'conflict' && outcome === 'not_sent') return retryConflict(scope, id, error)
  if (outcome === 'not_sent') return retryLater(scope, { id, reply }, error)
  await recordRefusal(scope, reply.inboxId, error)
  if (outcome !== 'unknown' && stopped === 'unknown')
    return stopSending(scope, id, { state: 'unknown', problem: toLateRefusal(error) })
  return stopSending(scope, id, {
    state: outcome === 'unknown' ? 'unknown' : 'failed',
    problem: toSendProblem(error),
  })
}

async function sendCleared(
  scope: OutboundScope,
  { id, reply }: { id: string; reply: Reply },
  { body, bodyHash }: { body: ClearedBody; bodyHash: string },
): Promise<void> {
  const { replyStore, mailbox, clock } = scope
  const identical = reply.bodyHash !== undefined
  if (reply.kind !== undefined) await scope.placement.threadOrigins.recordOpenSend(reply.inboxId, id, clock.now())
  const now = findEarliestNow(clock, mailbox)
  // Each attempt is recorded before it is made: a reply without one cannot have been sent.
  const tried = await replyStore.replies.update(id, (one) =>
    one?.state === 'sending' && one.schedules === reply.schedules
      ? {
          ...one,
          bodyHash,
          tries: one.tries + 1,
          firstTriedAt: one.firstTriedAt ?? now,
          lastTriedAt: now,
        }
      : undefined,
  )
  // The time was changed since the guard was asked, and another task sends the reply.
  if (tried?.state !== 'sending' || tried.schedules !== reply.schedules) return
  const { message_id: sentId, thread_id: sentThread } = await postReply(mailbox, reply, { body, identical })
  const sent = await updateReply(scope, id, (one) => {
    const { trouble: _, ...rest } = one
    return { ...rest, state: 'sent', sentAt: clock.now(), sentId, sentThread }
  })
  await scope.outbound.sendPermission.forgetRefusal()
  await linkSentMail(scope, { id, reply: sent ?? tried }, { messageId: sentId, threadId: sentThread })
  await tellIfUnseen(scope, { id, reply: tried })
}

/** Hashes the whole request: its route and its body. */
const hashRequest = (reply: Reply, body: ReplyBody): Promise<string> =>
  hashJsonBody(buildJsonBody({ route: findSendRoute(reply), body }))

function postReply(
  mailbox: OutboundScope['mailbox'],
  reply: Reply,
  request: { body: ClearedBody; identical: boolean },
): Promise<SendResult> {
  const route = findSendRoute(reply)
  const { inboxId, key: idempotencyKey } = reply
  if (route.by === 'send') return mailbox.send({ inboxId, idempotencyKey, ...request })
  return mailbox[route.by]({ inboxId, messageId: route.messageId, idempotencyKey, ...request })
}

/** Skips replies that stopped by themselves, whose writer was notified already. */
async function noticeFailedSend(
  scope: OutboundScope,
  { reply: id }: { reply: string },
  failure: TaskFailure,
): Promise<void | false> {
  const reply = await scope.replyStore.findReply(id)
  if (!reply) return false
  if (!isTimed(reply) && reply.state !== 'sending') return undefined
  return noticeFailedReplyTask(scope, { team: scope.team, user: reply.user, thread: reply.thread }, failure)
}
