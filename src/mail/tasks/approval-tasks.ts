import { z } from 'zod'
import { steadyNow } from '../../core/clock.ts'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import { approvalDelays, nameRequest } from '../records/replies/reply-approval.ts'
import type { Reply } from '../records/replies/reply.ts'
import type { MailScope } from '../mail-scope.ts'

const stepSchema = z.object({
  team: z.string(),
  reply: z.string(),
  step: z.enum(['ask', 'remind', 'expire']),
  /** Set for a reminder that waits for the working time of one person. */
  user: z.string().exactOptional(),
  /** The number of the reply's request, if it is not the first one. */
  request: z.number().exactOptional(),
})
export type ApprovalStep = z.infer<typeof stepSchema>

/** A step of a reply that waits for approval. Frozen. */
export const approvalStepTask = taskKind('mail.approval', stepSchema)

const sendStep = (queue: Queue, data: ApprovalStep, turn: string | number, delayMs?: number): Promise<void> =>
  queue.send(approvalStepTask.of(data), {
    id: `mail.approval:${data.team}:${nameRequest(data.reply, { request: data.request })}:${data.step}:${turn}`,
    ...(delayMs !== undefined && { delayMs }),
  })

/** Asks the approvers; again, in another `round`, when other people can approve. */
export const sendAskApprovers = (
  queue: Queue,
  team: string,
  { id, reply }: { id: string; reply: Reply },
  round: number | string = 0,
): Promise<void> => sendStep(queue, { team, reply: id, step: 'ask', ...pickRequest(reply) }, round)

/** The request that the steps of a reply belong to. */
const pickRequest = ({ approval }: Reply): Pick<ApprovalStep, 'request'> =>
  approval?.request === undefined ? {} : { request: approval.request }

/** Events within the same second share one task, which runs one to two seconds later: by then, cached answers that they make invalid are gone. */
const GATHER_MS = 1000
const REMEMBER_MS = 10_000

const recheckSchema = z.object({ team: z.string(), turn: z.number() })

/** Looks up the approvers of all replies that wait. Frozen. */
export const recheckApproversTask = taskKind('mail.recheck_approvers', recheckSchema)

/** Looks up the approvers of all waiting replies again, once for all events within a second. */
export function sendRecheckApprovers({ team, queue }: Pick<MailScope, 'queue' | 'team'>): Promise<void> {
  // A clock that was set back would repeat the id of a finished task.
  const turn = Math.floor(steadyNow() / GATHER_MS)
  return queue.send(recheckApproversTask.of({ team, turn }), {
    id: `mail.recheck_approvers:${team}:${turn}`,
    delayMs: 2 * GATHER_MS,
    rememberMs: REMEMBER_MS,
  })
}

/** Reminds one approver during their working time. */
export const sendReminderLater = (
  queue: Queue,
  team: string,
  { id, reply, user }: { id: string; reply: Reply; user: string },
  delayMs: number,
): Promise<void> => sendStep(queue, { team, reply: id, step: 'remind', user, ...pickRequest(reply) }, user, delayMs)

/** Starts the wait for an approval. Sends the expiry and the reminder first, so every wait that people see ends. */
export async function startApproval(
  { team, queue, clock }: Pick<MailScope, 'queue' | 'clock' | 'team'>,
  id: string,
  reply: Reply,
): Promise<void> {
  const { approval } = reply
  if (!approval) return
  const about = { team, reply: id, ...pickRequest(reply) }
  const { remindMs, dueMs, expireMs } = approvalDelays(clock, reply)
  const passedMs = Math.max(0, clock.now() - approval.askedAt)
  await sendStep(queue, { ...about, step: 'expire' }, 0, Math.max(0, expireMs - passedMs))
  await sendStep(queue, { ...about, step: 'remind' }, 0, Math.max(0, remindMs - passedMs))
  // Reminds those who have not been reminded, and notifies the writer.
  if (dueMs !== undefined) await sendStep(queue, { ...about, step: 'remind' }, 'due', Math.max(0, dueMs - passedMs))
  await sendAskApprovers(queue, team, { id, reply })
}
