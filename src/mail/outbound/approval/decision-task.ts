import { z } from 'zod'
import type { Queue } from '../../../queue/queue.ts'
import { taskKind } from '../../../queue/task-kinds.ts'

const decisionSchema = z.object({
  team: z.string(),
  user: z.string(),
  reply: z.string(),
  event: z.string(),
  verdict: z.enum(['approved', 'declined']),
  /** Identifies the content that the person was shown. */
  mark: z.string(),
  /** The newest mail and the time of that content; absent in tasks of earlier versions. */
  seen: z.string().exactOptional(),
  at: z.number().exactOptional(),
  reason: z.string().exactOptional(),
})
export type ApprovalDecision = z.infer<typeof decisionSchema>

/** Carries a person's approval or decline of a reply. Frozen. */
export const decisionTask = taskKind('mail.approve', decisionSchema)

/** The verbs of decisions in the audit; frozen. */
export const decisionVerbs: Record<ApprovalDecision['verdict'], string> = { approved: 'approve', declined: 'decline' }

/** Durable when it resolves; each submission decides once. */
export const sendApprovalDecision = (queue: Queue, decision: ApprovalDecision): Promise<void> =>
  queue.send(decisionTask.of(decision), { id: `mail.approve:${decision.team}:${decision.event}` })
