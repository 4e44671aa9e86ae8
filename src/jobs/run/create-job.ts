import { z } from 'zod'
import type { AgentClient } from '../../clients/agent-client.ts'
import type { Clock } from '../../core/clock.ts'
import { UpstreamError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { Queue } from '../../queue/queue.ts'
import { taskKind, type TaskContext, type TaskHandler } from '../../queue/task-kinds.ts'
import type { Notifier } from '../notify/notify-requester.ts'
import { type JobUpdates } from '../updates/job-updates.ts'
import { omitFields } from '../model/job.ts'
import { withRemoteStatus } from '../model/remote-status.ts'
import { type Job } from '../model/job.ts'
import { failureReference } from '../model/job-ids.ts'
import { composePrompt } from '../model/job-prompt.ts'
import { isRateLimited, type AgentQuota } from '../quota/agent-quota.ts'
import { newAttempt } from '../model/transitions.ts'

const GIVE_UP_MS = 3_600_000
const RECHECK_MS = 60_000
const RETRY_MS = 5000
const SHOWN_IN_LINE = 20

/** While those ahead go through. */
const TURN_MS = 500

const step = z.object({ team: z.string(), id: z.string(), attempt: z.number() })
const admit = taskKind('jobs.admit', step)
const create = taskKind('jobs.create', step)

/** Lets a job start once its hold is over: as soon as there is room, in the order in which they were asked for. */
export function sendAdmit(queue: Queue, job: Job, delayMs = 0): Promise<void> {
  const { team, id, attempt } = job
  return queue.send(admit.of({ team, id, attempt }), { id: `jobs.admit:${team}:${id}:${attempt}`, delayMs })
}

/** From the end of the hold to the service's answer. */
export function createJobCreation(deps: {
  desk: JobUpdates
  queue: Queue
  quota: AgentQuota
  agent: AgentClient
  announce: Notifier
  clock: Clock
  log: Log
  watch: (job: Job) => Promise<void>
}): { tasks: TaskHandler[]; leaveLine: (job: Job) => Promise<void> } {
  const { desk, queue, quota, agent, announce, clock, log, watch } = deps

  async function leaveLine(job: Job): Promise<void> {
    if (!job.project) return
    const line = quota.waitingLine(job.project)
    await line.leave(job)
    for (const { team, id } of (await line.all()).slice(0, SHOWN_IN_LINE)) {
      const other = await desk.storeOf(team).get(id)
      if (other?.state === 'waiting') await desk.refresh(other)
    }
  }

  const sendCreate = ({ team, id, attempt }: Job): Promise<void> =>
    queue.send(create.of({ team, id, attempt }), { id: `jobs.create:${team}:${id}:${attempt}` })

  /** How many go before this one; whoever left the line by another way is taken out of it once it would be their turn. */
  async function before(job: Job): Promise<number> {
    const line = quota.waitingLine(job.project)
    const ahead = (await line.all()).filter(({ id }) => id < job.id)
    for (const [index, next] of ahead.entries()) {
      const other = await desk.storeOf(next.team).get(next.id)
      // Also one that has joined just now, and one that is on its way: turned away, it still goes first.
      const isAhead = other?.state === 'waiting' || other?.state === 'held' || other?.state === 'creating'
      // Behind the first one who does wait nobody is looked at: that would be a reading of everyone by everyone.
      if (isAhead && quota.sharesQuota(other.project, job.project)) return ahead.length - index
      await line.leave(next)
    }
    return 0
  }

  /** 0: the room is taken. Otherwise how long to wait; the one who waits longest goes first. */
  async function takeRoom(job: Job): Promise<number> {
    const ahead = await before(job)
    if (ahead === 0) return quota.take(job.project, 'create')
    const { roomAt } = await quota.peek(job.project, 'create', ahead + 1)
    return Math.max(TURN_MS, (roomAt ?? 0) - clock.now())
  }

  async function runAdmit(
    { team, id, attempt }: z.infer<typeof step>,
    { attempt: tries }: TaskContext,
  ): Promise<void | { againMs: number }> {
    const job = await desk.storeOf(team).get(id)
    if (!job || job.attempt !== attempt) return
    if (job.state === 'creating') return sendCreate(job)
    if (job.state !== 'held' && job.state !== 'waiting') return leaveLine(job)
    const waitMs = await takeRoom(job)
    if (waitMs === 0) {
      const next = await desk.update(team, id, (now) =>
        now.attempt === attempt && (now.state === 'held' || now.state === 'waiting')
          ? { ...omitFields(now, 'heldUntil', 'heldForMs', 'roomAt'), state: 'creating' }
          : undefined,
      )
      // Its place in line stays its own until the service has answered.
      if (next?.state === 'creating') await sendCreate(next)
      else await leaveLine(job)
      return
    }
    // Also one that waits already: it may have come this far under an older line, or been cut short.
    await quota.waitingLine(job.project).join(job)
    // Also after a crash: the record was written, its card perhaps not.
    if (job.state === 'held' || tries > 1)
      await desk.update(team, id, (now) =>
        now.state === 'held' && now.attempt === attempt ? { ...now, state: 'waiting' } : undefined,
      )
    return { againMs: Math.min(waitMs, clock.scaled(RECHECK_MS)) }
  }

  const mine = (job: Job, attempt: number): boolean => job.attempt === attempt && job.state === 'creating'

  /** The create never reached the service or was turned away for lack of room: the same again later is safe. */
  async function later(job: Job, error: UpstreamError): Promise<void | { againMs: number }> {
    const { team, id, attempt } = job
    if (isRateLimited(error)) {
      await quota.recordRefusal(job.project, 'create', error)
      await quota.waitingLine(job.project).join(job)
      const next = await desk.update(team, id, (now) => (mine(now, attempt) ? newAttempt(now) : undefined))
      if (next?.state === 'waiting') await sendAdmit(queue, next)
      return
    }
    const now = clock.now()
    const since = job.silentSince ?? now
    if (now - since > clock.scaled(GIVE_UP_MS)) return refuse(job, 'unreachable')
    await desk.update(team, id, (current) =>
      mine(current, attempt) ? { ...omitFields(current, 'attempted'), silentSince: since, checkedAt: now } : undefined,
    )
    return { againMs: Math.min(clock.scaled(RECHECK_MS), RETRY_MS + (now - since) / 5) }
  }

  async function refuse(job: Job, code: string, error?: unknown): Promise<void> {
    const { team, id, attempt } = job
    const trouble = { code, reference: failureReference(id, attempt, code) }
    log.warn({ err: error, job: id, team, reference: trouble.reference, code }, 'a job was not started')
    const next = await desk.update(team, id, (now) =>
      mine(now, attempt)
        ? { ...omitFields(now, 'silentSince'), state: 'refused', trouble, endedAt: clock.now() }
        : undefined,
    )
    await leaveLine(job)
    if (next?.state === 'refused') await announce.notifyEnd(next)
  }

  async function unknown(job: Job, error?: unknown): Promise<void> {
    const { team, id, attempt } = job
    const trouble = { code: 'unknown', reference: failureReference(id, attempt, 'unknown') }
    log.warn({ err: error, job: id, team, reference: trouble.reference }, 'nobody knows whether a job was started')
    const next = await desk.update(team, id, (now) =>
      mine(now, attempt) ? { ...omitFields(now, 'silentSince'), state: 'unknown', trouble } : undefined,
    )
    await leaveLine(job)
    if (next?.state === 'unknown') await announce.notifyEnd(next)
  }

  async function runCreate({ team, id, attempt }: z.infer<typeof step>): Promise<void | { againMs: number }> {
    const job = await desk.storeOf(team).get(id)
    if (!job) return
    // Found after a crash: the record was written, whatever follows from it perhaps not.
    if (job.state !== 'creating') await desk.update(team, id, () => undefined)
    // Turned away for lack of room: it waits for its next attempt.
    if (job.state === 'waiting' && job.attempt === attempt + 1) return sendAdmit(queue, job)
    if (job.attempt !== attempt) return
    if (job.state === 'working') return watch(job)
    if (job.state === 'refused' || job.state === 'unknown') return announce.notifyEnd(job)
    if (job.state !== 'creating') return
    // A create has no key: one that was on its way when the process died is never repeated by itself.
    if (job.attempted === attempt) return unknown(job)
    const project = desk.findProject(job.project)
    const prompt = await desk.storeOf(team).prompt(id)
    if (!project || !prompt) return refuse(job, 'no_project')
    const marked = await desk
      .storeOf(team)
      .update(id, (now) => (mine(now, attempt) ? { ...now, attempted: attempt } : undefined))
    if (!marked || !mine(marked, attempt)) return
    try {
      const remote = await agent.createJob({ ...project, prompt: composePrompt(prompt) })
      const now = clock.now()
      const next = await desk.update(team, id, (current) =>
        // Also from `unknown`: the answer of a request that was given up as lost.
        current.attempt === attempt && (current.state === 'creating' || current.state === 'unknown')
          ? {
              ...withRemoteStatus(omitFields(current, 'trouble', 'silentSince'), remote),
              state: 'working',
              remoteId: remote.id,
              startedAt: now,
              pacedAt: now,
              checkedAt: now,
              beat: current.beat + 1,
            }
          : undefined,
      )
      if (next) await watch(next)
      return leaveLine(job)
    } catch (error) {
      if (!(error instanceof UpstreamError) || error.details.service !== 'agent') throw error
      if (error.details.outcome === 'not_sent') return later(marked, error)
      return error.details.outcome === 'unknown' ? unknown(marked, error) : refuse(marked, error.details.code, error)
    }
  }

  return {
    tasks: [admit.handler(runAdmit, announce.notifyFailedTask), create.handler(runCreate, announce.notifyFailedTask)],
    leaveLine,
  }
}
