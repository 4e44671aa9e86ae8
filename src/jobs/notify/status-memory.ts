import { type Clock, isRecent } from '../../core/clock.ts'
import type { Job } from '../model/job.ts'

/** By then Slack has removed a status itself. */
export const STATUS_EXPIRES_MS = 120_000

/** Slack allows only a few calls a minute; jobs beyond this number have only their card. */
const MAX_SHOWN = 15

/** The pause before a workspace that refuses the method is asked again. */
const UNSUPPORTED_MS = 3_600_000

type JobKey = Pick<Job, 'team' | 'id'>

/** Memory of this process about statuses in threads. Another process may have cleared or taken over some. */
export interface StatusMemory {
  isUnsupported(this: void, team: string): boolean
  markUnsupported(this: void, team: string): void
  isShown(this: void, job: JobKey): boolean
  /** Counts a status as shown; returns false if the maximum is shown already. */
  takeSlot(this: void, job: JobKey): boolean
  releaseSlot(this: void, job: JobKey): void
}

export function createStatusMemory(clock: Clock): StatusMemory {
  const unsupportedAt = new Map<string, number>()
  const shownByTeam = new Map<string, Map<string, number>>()

  function shownIn(team: string): Map<string, number> {
    const shown = shownByTeam.get(team) ?? new Map<string, number>()
    for (const [id, at] of shown) if (!isRecent(clock, at, clock.scaled(STATUS_EXPIRES_MS))) shown.delete(id)
    shownByTeam.set(team, shown)
    return shown
  }

  return {
    isUnsupported: (team) => isRecent(clock, unsupportedAt.get(team) ?? 0, clock.scaled(UNSUPPORTED_MS)),
    markUnsupported: (team) => void unsupportedAt.set(team, clock.now()),
    isShown: ({ team, id }) => shownIn(team).has(id),
    takeSlot({ team, id }) {
      const shown = shownIn(team)
      if (!shown.has(id) && shown.size >= MAX_SHOWN) return false
      shown.set(id, clock.now())
      return true
    },
    releaseSlot: ({ team, id }) => void shownIn(team).delete(id),
  }
}
