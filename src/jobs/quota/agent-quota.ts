import type { Clock } from '../../core/clock.ts'
import { UpstreamError } from '../../core/errors.ts'
import type { RateLimits } from '../../store/rate-limits.ts'
import type { Store } from '../../store/store.ts'
import { createJobId, projectKey } from '../model/job-ids.ts'
import type { Projects } from '../model/projects.ts'
import { createWaitingLine, type WaitingLine } from './waiting-line.ts'

const HOUR_MS = 3_600_000
const PAUSE_MS = 60_000

export type QuotaKind = 'create' | 'follow_up'

export interface QuotaCapacity {
  left: number
  limit: number
  /** The time when the next request may be sent; undefined if some are left. */
  nextSlotAt: number | undefined
}

/** The capacity for a job that someone wants to start. */
export interface NewJobCapacity extends QuotaCapacity {
  /** The number of jobs that wait before it, counted up to those that the agent takes in an hour. */
  waiting: number
}

/**
 * The agent's limits per project and hour, for create requests and for follow-ups, counted across all processes, and the line of waiting jobs. The
 * agent counts by project id: names and workspaces with the same id share its hour and its line.
 */
export interface AgentQuota {
  readonly hourlyLimit: number
  /** Takes one request. Returns 0, or the wait in milliseconds if none is left. */
  take(this: void, project: string, kind: QuotaKind): Promise<number>
  /** Reads the capacity; with `position`, for that many requests from now. */
  peek(this: void, project: string, kind: QuotaKind, position?: number): Promise<QuotaCapacity>
  /** Reads the capacity for a new job, which starts after those that wait; `nextSlotAt` is undefined if that is in a later hour. */
  peekForNewJob(this: void, project: string): Promise<NewJobCapacity>
  /** Records that the agent refused a request for its rate, which overrides our count. Returns the wait in milliseconds. */
  recordRefusal(this: void, project: string, kind: QuotaKind, error: UpstreamError): Promise<number>
  sharesQuota(this: void, project: string, other: string): boolean
  waitingLine(this: void, project: string): WaitingLine
}

export const isRateLimited = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError && (error.details.code === 'rate_limit_exceeded' || error.details.status === 429)

export function createAgentQuota(options: {
  store: Store
  rateLimits: RateLimits
  clock: Clock
  projects: Projects
  hourlyLimit: number
}): AgentQuota {
  const { store, rateLimits, clock, projects, hourlyLimit } = options
  const hourly = () => ({ limit: hourlyLimit, windowMs: clock.scaled(HOUR_MS) })
  const poolOf = (name: string): string => projectKey(projects.find(name)?.projectId ?? name)
  // Without a team, because the agent counts across all teams.
  const keyOf = (project: string, kind: QuotaKind): string => `agent/${kind}/${poolOf(project)}`

  async function peek(project: string, kind: QuotaKind, position = 1): Promise<QuotaCapacity> {
    const usage = await rateLimits.peek(keyOf(project, kind), { ...hourly(), cost: Math.min(position, hourlyLimit) })
    const left = usage.pausedUntil === undefined ? Math.max(0, usage.limit - usage.used) : 0
    return { left, limit: usage.limit, nextSlotAt: usage.waitMs > 0 ? clock.now() + usage.waitMs : undefined }
  }
  const waitingLine = (project: string): WaitingLine => createWaitingLine(store, poolOf(project))

  return {
    hourlyLimit,
    async take(project, kind) {
      const taken = await rateLimits.take(keyOf(project, kind), hourly())
      return taken.ok ? 0 : Math.max(1, taken.waitMs)
    },
    peek,
    async peekForNewJob(project) {
      const newJob = { team: '', id: createJobId(clock.now(), '') }
      const waiting = (await waitingLine(project).listAhead(newJob, hourlyLimit)).length
      const { left, limit, nextSlotAt } = await peek(project, 'create', waiting + 1)
      return {
        left: Math.max(0, left - waiting),
        limit,
        nextSlotAt: waiting < hourlyLimit ? nextSlotAt : undefined,
        waiting,
      }
    },
    async recordRefusal(project, kind, error) {
      const waitMs = error.details.retryAfterMs ?? clock.scaled(PAUSE_MS)
      await rateLimits.pause(keyOf(project, kind), clock.now() + waitMs)
      return waitMs
    },
    sharesQuota: (project, other) => poolOf(project) === poolOf(other),
    waitingLine,
  }
}
