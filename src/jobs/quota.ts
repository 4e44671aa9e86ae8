import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { UpstreamError } from '../errors.ts'
import type { Budgets } from '../store/budget.ts'
import type { Store } from '../store/store.ts'
import { table } from '../store/table.ts'
import { projectKey } from './job.ts'

const LIMIT = 100
const HOUR_MS = 3_600_000
const PAUSE_MS = 60_000

export type Kind = 'create' | 'follow_up'

export interface Room {
  left: number
  limit: number
  /** When the next request may go; undefined while there is room. */
  roomAt: number | undefined
}

/** The service's hour, 100 creates and 100 follow-ups per project, counted over all processes, and the line of those who wait for room. */
export interface Quota {
  /** 0: taken. Otherwise how long to wait. */
  take: (team: string, project: string, kind: Kind) => Promise<number>
  /** `place`: when the so-many-th request from now may go. */
  peek: (team: string, project: string, kind: Kind, place?: number) => Promise<Room>
  /** The service's own word counts more than our count. */
  closed: (team: string, project: string, kind: Kind, error: UpstreamError) => Promise<number>
  line: (team: string, project: string) => Line
}

export interface Line {
  join(id: string): Promise<void>
  leave(id: string): Promise<void>
  /** Who waits, the next one first. */
  ids(): Promise<string[]>
}

const inLine = z.object({})

export const isRateLimited = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError && (error.details.code === 'rate_limit_exceeded' || error.details.status === 429)

export function quota(deps: { store: Store; budgets: Budgets; clock: Clock }): Quota {
  const { store, budgets, clock } = deps
  const limit = () => ({ limit: LIMIT, windowMs: clock.scaled(HOUR_MS) })
  const keyOf = (team: string, project: string, kind: Kind): string => `${team}/agent.${kind}/${projectKey(project)}`

  return {
    async take(team, project, kind) {
      const taken = await budgets.take(keyOf(team, project, kind), limit())
      return taken.ok ? 0 : Math.max(1, taken.waitMs)
    },
    async peek(team, project, kind, place = 1) {
      const meter = await budgets.peek(keyOf(team, project, kind), { ...limit(), cost: Math.min(place, LIMIT) })
      const left = meter.pausedUntil === undefined ? Math.max(0, meter.limit - meter.used) : 0
      return { left, limit: meter.limit, roomAt: meter.waitMs > 0 ? clock.now() + meter.waitMs : undefined }
    },
    async closed(team, project, kind, error) {
      const waitMs = error.details.retryAfterMs ?? clock.scaled(PAUSE_MS)
      await budgets.pause(keyOf(team, project, kind), clock.now() + waitMs)
      return waitMs
    },
    line(team, project) {
      const rows = table(store, { partition: `${team}/jobs-line-${projectKey(project)}`, schema: inLine })
      return {
        join: async (id) => void (await rows.update(id, (found) => (found ? undefined : {}))),
        async leave(id) {
          const row = await rows.get(id)
          if (row) await rows.delete(id, row.version)
        },
        async ids() {
          const found: string[] = []
          for await (const row of rows.all()) found.push(row.id)
          return found.toReversed()
        },
      }
    },
  }
}
