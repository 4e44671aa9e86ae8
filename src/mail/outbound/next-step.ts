import type { Reply } from '../records/replies/reply.ts'

/** The facts that decide the next step of a written or approved reply. */
interface StepQuestion {
  now: number
  /** Whether the reply still needs the approval of another person. */
  needsApproval: boolean
  /** The send time that the writer chose, if any. */
  sendAt?: number | undefined
  /** How long the reply can be cancelled; 0 sends it immediately. */
  holdMs: number
}

/** Decides the next step of a reply: approval first, then the chosen time. Only a reply that would be sent immediately is held. */
export function decideNextStep({ now, needsApproval, sendAt, holdMs }: StepQuestion): Pick<Reply, 'state' | 'dueAt'> {
  if (needsApproval) return { state: 'awaiting', dueAt: now }
  if (sendAt !== undefined && sendAt > now) return { state: 'scheduled', dueAt: sendAt }
  return { state: holdMs > 0 ? 'held' : 'sending', dueAt: now + holdMs }
}
