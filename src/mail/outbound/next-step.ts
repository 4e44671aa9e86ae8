import type { Reply } from '../records/replies/reply.ts'

/** What decides how a reply goes on once it is written, or approved. */
interface StepQuestion {
  now: number
  /** Somebody else must approve it, and nobody has. */
  needsApproval: boolean
  /** When its writer wants it to leave, if not at once. */
  sendAt?: number | undefined
  /** How long it can be cancelled; 0: it leaves at once. */
  holdMs: number
}

/** The next step of a reply: approval first, then the time that its writer chose; only what leaves at once is held. */
export function decideNextStep({ now, needsApproval, sendAt, holdMs }: StepQuestion): Pick<Reply, 'state' | 'dueAt'> {
  if (needsApproval) return { state: 'awaiting', dueAt: now }
  if (sendAt !== undefined && sendAt > now) return { state: 'scheduled', dueAt: sendAt }
  return { state: holdMs > 0 ? 'held' : 'sending', dueAt: now + holdMs }
}
