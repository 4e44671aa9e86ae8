import type { Clock } from '../../core/clock.ts'

/** The time for which a request that the agent never received is retried. */
const GIVE_UP_MS = 3_600_000
const FIRST_RETRY_MS = 5000
const MAX_RETRY_MS = 60_000

export const hasGivenUp = (clock: Clock, since: number): boolean => clock.now() - since > clock.scaled(GIVE_UP_MS)

/** The delay before an unsent request is retried: 5 s at first, growing with the time since `since`, 60 s at most. */
export const retryDelay = (clock: Clock, since: number): number =>
  Math.min(clock.scaled(MAX_RETRY_MS), FIRST_RETRY_MS + Math.max(0, clock.now() - since) / 5)

/** The delay before the agent's limits are checked again: people may leave the line, and the agent may count differently. */
export const recheckDelay = (clock: Clock, waitMs: number): number => Math.min(waitMs, clock.scaled(MAX_RETRY_MS))
