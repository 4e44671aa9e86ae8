import { z } from 'zod'
import { type Clock, isRecent } from '../../core/clock.ts'
import type { Store } from '../../store/store.ts'
import { createTable } from '../../store/typed-table.ts'

/** Slack's answers are asked for again after this time, and immediately after an event that reports a change. */
const FRESH_MS = 60_000
/** Maximum age of answers that decide nothing, such as a name. */
export const DISPLAY_MS = 10 * 60_000
const CACHED_MAX = 5000

export const directoryChangeSchema = z.object({ at: z.number() })

/**
 * The changed part of a workspace's directory: a person, a user group, the list of groups, the members of any group, a channel, the channels that
 * a person is in, those that the app is in.
 */
export type DirectorySubject =
  | `person-${string}`
  | `group-${string}`
  | 'groups'
  | 'group-members'
  | `channel-${string}`
  | `memberships-${string}`
  | 'memberships'

/** Notes which answers of Slack are out of date, for every process. */
export interface DirectoryChanges {
  recordChange(this: void, team: string, subject: DirectorySubject): Promise<void>
  /** The number of the last change; 0 if none is recent. */
  readVersion(this: void, team: string, subject: DirectorySubject): Promise<number>
}

/** Changes are kept longer than the answers that they make invalid. */
export function createDirectoryChanges(store: Store, clock: Clock): DirectoryChanges {
  const table = (team: string) =>
    createTable(store, {
      partition: `${team}/directory-changes`,
      schema: directoryChangeSchema,
      ttlMs: DISPLAY_MS + FRESH_MS,
    })
  return {
    async recordChange(team, subject) {
      await table(team).update(subject, () => ({ at: clock.now() }))
    },
    readVersion: async (team, subject) => (await table(team).get(subject))?.version ?? 0,
  }
}

/** An answer that is at most a minute old, or `maxAgeMs`. */
export type CachedAnswers<T> = (team: string, id: string, options?: { maxAgeMs?: number }) => Promise<T>

/**
 * Caches Slack's answers until they change: for a minute, or up to `keptMs` for a caller that allows it by `maxAgeMs`. Callers that ask at the same
 * time share one request. A failure is not kept.
 */
export function cacheAnswers<T>(
  { clock, changes, keptMs = FRESH_MS }: { clock: Clock; changes: DirectoryChanges; keptMs?: number },
  ask: (team: string, id: string) => Promise<T>,
  subjectsOf: (id: string) => DirectorySubject[],
): CachedAnswers<T> {
  const freshMs = clock.scaled(FRESH_MS)
  const known = new Map<string, { at: number; versions: number[]; value: Promise<T> }>()
  return async (team, id, { maxAgeMs = freshMs } = {}) => {
    const key = `${team}/${id}`
    // Read before Slack is asked: a change while it answers makes the answer out of date.
    const versions = await Promise.all(subjectsOf(id).map((subject) => changes.readVersion(team, subject)))
    const hit = known.get(key)
    // An expired note of a change has the version 0; the answer is then too old anyway, or newer than the change.
    if (
      hit &&
      isRecent(clock, hit.at, maxAgeMs) &&
      versions.every((version, index) => version === 0 || version === hit.versions[index])
    )
      return hit.value
    const value = ask(team, id)
    const entry = { at: clock.now(), versions, value }
    known.delete(key)
    known.set(key, entry)
    value.catch(() => {
      if (known.get(key) !== entry) return
      known.delete(key)
      // Too old for this caller, it may still do for another one.
      if (hit) known.set(key, hit)
    })
    // The oldest come first: drops every answer that is no longer used.
    for (const [oldest, { at }] of known) {
      if (known.size <= CACHED_MAX && isRecent(clock, at, clock.scaled(keptMs))) break
      known.delete(oldest)
    }
    return value
  }
}
