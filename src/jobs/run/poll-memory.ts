import { type Clock, isRecent } from '../../core/clock.ts'
import type { Job } from '../model/job.ts'

/** Edits that only refresh the notice about a silent agent or the time of work, out of the about fifty a minute that Slack allows a workspace. */
const SPARE_EDITS = 10
const SPARE_WINDOW_MS = 60_000
const JOBS_KEPT = 50_000

/** Facts about a polled job that have no record. */
export interface PolledJob {
  failures: number
  /** When the card last showed that the agent is silent. */
  shownAt: number
}

/** Memory of this process about polled jobs. Without it, a poll without news would have to write a record. */
export interface PollMemory {
  /** The time when this process began to poll. */
  openedAt: number
  isKnown(this: void, job: Job): boolean
  remember(this: void, job: Job): PolledJob
  forget(this: void, job: Pick<Job, 'team' | 'id'>): void
  /** Takes one edit that only shows when the agent was last asked; if it returns false, leave the edit to the next poll. */
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
      // Another process often sees the end of a job, and its entry stays here.
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
