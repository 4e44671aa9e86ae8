import { z } from 'zod'
import type { Clock } from '../../core/clock.ts'
import { UpstreamError } from '../../core/errors.ts'
import type { RateLimits } from '../../store/rate-limits.ts'
import type { Store } from '../../store/store.ts'
import { createTable } from '../../store/typed-table.ts'
import type { Project } from '../model/projects.ts'
import { projectKey } from '../model/job-ids.ts'

/** What the agent takes per project, of new jobs and of follow-ups each. */
export const HOURLY_LIMIT = 100
const HOUR_MS = 3_600_000
const PAUSE_MS = 60_000

export type QuotaKind = 'create' | 'follow_up'

export interface QuotaCapacity {
  left: number
  limit: number
  /** When the next request may go; undefined while there is room. */
  roomAt: number | undefined
}

/**
 * The service's hour, 100 creates and 100 follow-ups per project, counted over all processes, and the line of those who wait for room.
 * The service counts by project id: whoever uses the same one, under another name or in another workspace, shares the hour and the line.
 */
export interface AgentQuota {
  /** 0: taken. Otherwise how long to wait. */
  take: (project: string, kind: QuotaKind) => Promise<number>
  /** `place`: when the so-many-th request from now may go. */
  peek: (project: string, kind: QuotaKind, place?: number) => Promise<QuotaCapacity>
  /** The service's own word counts more than our count. */
  recordRefusal: (project: string, kind: QuotaKind, error: UpstreamError) => Promise<number>
  /** Whether two projects share their hour. */
  sharesQuota: (project: string, other: string) => boolean
  waitingLine: (project: string) => WaitingLine
}

interface Waiting {
  team: string
  id: string
}

export interface WaitingLine {
  join(job: Waiting): Promise<void>
  leave(job: Waiting): Promise<void>
  /** Who waits, the next one first. */
  all(): Promise<Waiting[]>
}

const inLine = z.object({})

export const isRateLimited = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError && (error.details.code === 'rate_limit_exceeded' || error.details.status === 429)

export function createAgentQuota(deps: {
  store: Store
  budgets: RateLimits
  clock: Clock
  projects: Project[]
}): AgentQuota {
  const { store, budgets, clock, projects } = deps
  const limit = () => ({ limit: HOURLY_LIMIT, windowMs: clock.scaled(HOUR_MS) })
  const pool = (name: string): string =>
    projectKey(projects.find((project) => project.name === name)?.projectId ?? name)
  // The only keys without a team in front: what they count is the service's, and the same for all of them.
  const keyOf = (project: string, kind: QuotaKind): string => `agent/${kind}/${pool(project)}`

  return {
    async take(project, kind) {
      const taken = await budgets.take(keyOf(project, kind), limit())
      return taken.ok ? 0 : Math.max(1, taken.waitMs)
    },
    async peek(project, kind, place = 1) {
      const meter = await budgets.peek(keyOf(project, kind), { ...limit(), cost: Math.min(place, HOURLY_LIMIT) })
      const left = meter.pausedUntil === undefined ? Math.max(0, meter.limit - meter.used) : 0
      return { left, limit: meter.limit, roomAt: meter.waitMs > 0 ? clock.now() + meter.waitMs : undefined }
    },
    async recordRefusal(project, kind, error) {
      const waitMs = error.details.retryAfterMs ?? clock.scaled(PAUSE_MS)
      await budgets.pause(keyOf(project, kind), clock.now() + waitMs)
      return waitMs
    },
    sharesQuota: (project, other) => pool(project) === pool(other),
    waitingLine(project) {
      const rows = createTable(store, { partition: `agent/line-${pool(project)}`, schema: inLine })
      // A job's id begins with its time, so that the line is in the order in which they were asked for, whoever asked.
      const key = ({ team, id }: Waiting): string => `${id}:${team}`
      return {
        join: async (job) => void (await rows.update(key(job), (found) => (found ? undefined : {}))),
        async leave(job) {
          const row = await rows.get(key(job))
          if (row) await rows.delete(row.id, row.version)
        },
        async all() {
          const found: Waiting[] = []
          for await (const row of rows.all()) {
            const [id = '', team = ''] = row.id.split(':')
            found.push({ team, id })
          }
          return found.toReversed()
        },
      }
    },
  }
}
