import { type Clock, isRecent } from '../../core/clock.ts'
import type { Job } from '../model/job.ts'

/** Edits that only say that the agent is silent, of the about fifty a minute that Slack allows a workspace. */
const SPARE_EDITS = 10
const SPARE_WINDOW_MS = 60_000
const JOBS_KEPT = 50_000

/** What one process knows of a polled job without a record. */
export interface PolledJob {
  /** Polls in a row that failed. */
  failures: number
  /** When the card last said that the agent is silent. */
  shownAt: number
}

/** What this process remembers about the jobs that it polls; the records do not have it, so that a poll without news writes nothing. */
export interface PollMemory {
  /** Since when this process polls. */
  openedAt: number
  isKnown(this: void, job: Job): boolean
  remember(this: void, job: Job): PolledJob
  forget(this: void, job: Pick<Job, 'team' | 'id'>): void
  /** Takes one edit that only says when the silent agent was last tried; false: leave it to the next poll. */
  takeSpareEdit(this: void, team: string): boolean
}

export function createPollMemory(clock: Clock): PollMemory {
  const polled = new Map<string, PolledJob>()
  const spareEdits = new Map<string, number[]>()
  const keyOf = ({ team, id }: Pick<Job, 'team' | 'id'>): string => `${team}/${id}`
  return {
    openedAt: clock.now(),
    isKnown: (job) => polled.has(keyOf(job)),
    remember(job) {
      const mark = polled.get(keyOf(job)) ?? {
        failures: 0,
        shownAt: job.silentSince === undefined ? 0 : (job.checkedAt ?? 0),
      }
      polled.set(keyOf(job), mark)
      // The end of a job is often seen by another process, which leaves its entry here.
      const [oldest] = polled.keys()
      if (polled.size > JOBS_KEPT && oldest !== undefined) polled.delete(oldest)
      return mark
    },
    forget: (job) => void polled.delete(keyOf(job)),
    takeSpareEdit(team) {
      const now = clock.now()
      const recent = (spareEdits.get(team) ?? []).filter((at) => isRecent(clock, at, SPARE_WINDOW_MS))
      const isSpare = recent.length < SPARE_EDITS
      spareEdits.set(team, isSpare ? [...recent, now] : recent)
      return isSpare
    },
  }
}
