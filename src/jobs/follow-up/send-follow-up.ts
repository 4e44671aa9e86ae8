import type { AgentClient, AgentJob } from '../../clients/agent-client.ts'
import type { Clock } from '../../core/clock.ts'
import { UpstreamError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { Queue } from '../../queue/queue.ts'
import type { TaskHandler } from '../../queue/task-kinds.ts'
import type { Notifier } from '../notify/notify-requester.ts'
import { withFollowUpApplied } from '../model/follow-up.ts'
import { isFollowUpApplied } from '../model/follow-up.ts'
import { type JobUpdates } from '../updates/job-updates.ts'
import { omitFields } from '../model/job.ts'
import { withRemoteStatus } from '../model/remote-status.ts'
import { isWaitingToStart, type Job, threadTsOf } from '../model/job.ts'
import { failureReference } from '../model/job-ids.ts'
import { isRateLimited, type AgentQuota } from '../quota/agent-quota.ts'
import { followUpId } from '../model/follow-up.ts'
import { composeFollowUp } from '../model/follow-up.ts'
import { joinMessages } from '../model/follow-up.ts'
import { type FollowUp } from '../model/follow-up.ts'
import { type FollowUpStep, followUpTask, sendFollowUp } from './follow-up-task.ts'
import { type FollowUpContext, renderFollowUpReply } from './follow-up-message.ts'
import { finalStateOf } from '../model/remote-status.ts'

const GATHER_MS = 4000
const LOOK_BACK = 3
const NOT_YET_MS = 3000
const UNKNOWN_MS = 30_000
const RECHECK_MS = 60_000
const RETRY_MS = 5000
const GIVE_UP_MS = 3_600_000

export interface FollowUpRequest {
  user: string
  text: string
  /** The text with quotations, where some go along. */
  prompt?: FollowUp['prompt']
  /** Names the message or submission that it came by; said twice it counts once. */
  source: string
  /** Complete as it is: waits for nothing that may follow. */
  isWhole?: boolean
  asksToStop?: boolean
}

export interface FollowUps {
  tasks: TaskHandler[]
  /** Keeps a further instruction and sends it soon; several within seconds become one. */
  add: (job: Job, said: FollowUpRequest) => Promise<void>
  /** A person wants one sent again whose outcome nobody knows; false: somebody has decided otherwise. */
  sendAgain: (job: Job, n: number, decision: string) => Promise<boolean>
  drop: (job: Job, n: number) => Promise<boolean>
}

export function createFollowUps(deps: {
  desk: JobUpdates
  queue: Queue
  quota: AgentQuota
  agent: AgentClient
  announce: Notifier
  clock: Clock
  log: Log
  watch: (job: Job) => Promise<void>
}): FollowUps {
  const { desk, queue, quota, agent, announce, clock, log, watch } = deps

  const rows = (job: Job) => desk.storeOf(job.team).followUps(job.id)

  async function say(job: Job, said: FollowUpRequest): Promise<void> {
    const table = rows(job)
    // What was written in the thread before it goes before it: a stop must not be followed by more work.
    if (said.isWhole && job.gathering !== undefined) await sendFollowUp(queue, job, job.gathering, 1, 0, ':now')
    for (let n = Math.max(1, job.followUps - LOOK_BACK); n <= job.followUps; n++) {
      const known = (await table.get(followUpId(n)))?.value
      if (known?.sources.includes(said.source))
        return sendFollowUp(queue, job, n, known.attempt, said.isWhole ? 0 : GATHER_MS)
    }
    let n = said.isWhole ? job.followUps + 1 : (job.gathering ?? job.followUps + 1)
    for (;;) {
      const fresh: FollowUp = {
        n,
        text: said.text,
        users: [said.user],
        sources: [said.source],
        texts: [said.text],
        state: said.isWhole ? 'waiting' : 'gathering',
        attempt: 1,
        at: clock.now(),
        ...(said.asksToStop && { asksToStop: true }),
        ...(said.isWhole && { isForm: true }),
        ...(said.prompt && { prompt: said.prompt }),
      }
      const kept = await table.update(followUpId(n), (found) => {
        if (!found) return fresh
        if (found.state !== 'gathering' || said.isWhole || found.sources.includes(said.source)) return undefined
        const users = [...new Set([...found.users, said.user])]
        return { ...found, ...joinMessages(found, said), users }
      })
      if (kept?.sources.includes(said.source)) break
      n += 1
    }
    await desk
      .storeOf(job.team)
      .update(job.id, (now) =>
        now.followUps >= n && now.gathering === n
          ? undefined
          : { ...now, followUps: Math.max(now.followUps, n), ...(!said.isWhole && { gathering: n }) },
      )
    await sendFollowUp(queue, job, n, 1, said.isWhole ? 0 : GATHER_MS)
  }

  async function settle(job: Job, followUp: FollowUp, state: FollowUp['state'], code: string): Promise<void> {
    const { team, id } = job
    const { n, attempt } = followUp
    const ref = failureReference(id, n, attempt, code)
    await rows(job).update(followUpId(n), (now) =>
      now?.state === state || now?.state === 'dropped' ? undefined : now && { ...now, state, code },
    )
    log.info({ job: id, team, followUp: n, reference: ref, code }, 'a follow-up was not sent')
    const reply = renderFollowUpReply({ ...job }, { ...followUp, state }, { code, reference: ref })
    await announce.postInThread(job, `jobs.said:${id}:${n}:${attempt}:${state}`, reply)
  }

  /** The service took it: back to watching, from the start of the pace. Each step may be repeated. */
  async function taken(job: Job, followUp: FollowUp, remote?: AgentJob): Promise<void> {
    const { team, id } = job
    const { n, attempt, asksToStop } = followUp
    const next = await desk.update(team, id, (now) =>
      isFollowUpApplied(now, followUp)
        ? undefined
        : { ...back(now, followUp, remote), sent: now.sent + 1, ...(asksToStop && { stopAsked: true }) },
    )
    if (next?.state === 'working') await watch(next)
    const jobs = await desk.storeOf(team).listThread(job.channel, threadTsOf(job) ?? '')
    const reply = renderFollowUpReply(job, followUp, { isOneOfMany: jobs.length > 1 })
    await announce.postInThread(job, `jobs.said:${id}:${n}:${attempt}:sent`, reply)
  }

  async function failed(job: Job, followUp: FollowUp, error: UpstreamError): Promise<void | { againMs: number }> {
    const { team } = job
    const { outcome, code } = error.details
    const unsent = (): Promise<unknown> =>
      rows(job).update(followUpId(followUp.n), (now) =>
        now?.state === 'sending' ? { ...now, state: 'waiting' } : undefined,
      )
    if (isRateLimited(error)) {
      const waitMs = await quota.recordRefusal(job.project, 'follow_up', error)
      await unsent()
      return waitForRoom(job, followUp, waitMs)
    }
    if (outcome === 'not_sent') {
      if (clock.now() - followUp.at > clock.scaled(GIVE_UP_MS)) return settle(job, followUp, 'refused', 'unreachable')
      await unsent()
      await kept(job, followUp, 'silent', { code: 'silent' })
      return { againMs: Math.min(clock.scaled(RECHECK_MS), RETRY_MS + (clock.now() - followUp.at) / 5) }
    }
    if (outcome === 'unknown') return lost(job, followUp)
    // One at work is looked at anyway, and its end is told.
    if (code === 'not_found')
      await desk.update(team, job.id, (now) =>
        now.state === 'working' || now.state === 'gone' || now.state === 'dropped'
          ? undefined
          : { ...omitFields(now, 'silentSince'), state: 'gone', beat: now.beat + 1, endedAt: clock.now() },
      )
    return settle(job, followUp, 'refused', code)
  }

  /** Nobody knows whether it arrived: a person is asked, and the job is read until it says what it does now. */
  async function lost(job: Job, followUp: FollowUp): Promise<void | { againMs: number }> {
    if (followUp.state !== 'dropped') await settle(job, followUp, 'unknown', 'unknown')
    const project = desk.findProject(job.project)
    if (!project || job.remoteId === undefined) return
    let remote: AgentJob
    try {
      remote = await agent.getJob({ ...project, id: job.remoteId })
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      return error.details.outcome === 'refused' ? undefined : { againMs: error.details.retryAfterMs ?? RETRY_MS }
    }
    const next = await desk.update(job.team, job.id, (now) => {
      if (isFollowUpApplied(now, followUp)) return undefined
      // Whatever is new since its last word came of this follow-up.
      const isOver = now.state === finalStateOf(remote) && remote.prLink === now.prLink
      return isOver ? undefined : back(now, followUp, remote.status === 'active' ? remote : undefined)
    })
    if (next?.state === 'working') await watch(next)
  }

  /** At work (again): watched from the start of the pace. */
  function back(job: Job, followUp: FollowUp, remote: AgentJob | undefined): Job {
    const now = clock.now()
    const wasWorking = job.state === 'working'
    const base = omitFields(remote ? withRemoteStatus(job, remote) : job, 'silentSince', 'trouble', 'stopAsked')
    return {
      ...(remote?.status === 'active' ? omitFields(base, 'endedAt') : base),
      state: 'working',
      applied: withFollowUpApplied(job, followUp),
      beat: job.beat + 1,
      run: wasWorking ? job.run : job.run + 1,
      pacedAt: now,
      checkedAt: now,
      startedAt: wasWorking ? (job.startedAt ?? now) : now,
    }
  }

  /** Says once why it has not gone yet. */
  function kept(job: Job, followUp: FollowUp, why: string, around: FollowUpContext): Promise<void> {
    const reply = renderFollowUpReply(job, { ...followUp, state: 'waiting' }, around)
    return announce.postInThread(job, `jobs.said:${job.id}:${followUp.n}:${followUp.attempt}:${why}`, reply)
  }

  async function waitForRoom(job: Job, followUp: FollowUp, waitMs: number): Promise<{ againMs: number }> {
    await kept(job, followUp, 'waiting', { roomAt: clock.now() + waitMs })
    return { againMs: Math.min(waitMs, clock.scaled(RECHECK_MS)) }
  }

  async function run({ team, id, n, attempt }: FollowUpStep): Promise<void | { againMs: number }> {
    const found = await desk.storeOf(team).get(id)
    if (!found) return
    const table = rows(found)
    const known = (await table.get(followUpId(n)))?.value
    if (!known || known.attempt !== attempt) return
    const job = found.gathering === n ? ((await closeGathering(found, n)) ?? found) : found
    if (known.state === 'sent') return taken(job, known)
    if (['sending', 'unknown', 'dropped'].includes(known.state)) return lost(job, known)
    // Found after a crash: the record was written, its line in the thread perhaps not.
    if (known.state === 'refused') return settle(job, known, 'refused', known.code ?? 'refused')
    if (known.state !== 'gathering' && known.state !== 'waiting') return
    const followUp =
      (await table.update(followUpId(n), (now) =>
        now?.state === 'gathering' ? { ...now, state: 'waiting' } : undefined,
      )) ?? known
    const { state } = job
    if (state === 'archived' || state === 'gone') return settle(job, followUp, 'refused', state)
    if (state === 'dropped' || state === 'refused') return settle(job, followUp, 'refused', 'never')
    if (state === 'unknown') return { againMs: clock.scaled(UNKNOWN_MS) }
    if (job.remoteId === undefined) {
      if (isWaitingToStart(job)) await kept(job, followUp, 'not_started', { code: 'not_started' })
      return { againMs: NOT_YET_MS }
    }
    const project = desk.findProject(job.project)
    if (!project) return settle(job, followUp, 'refused', 'forbidden')
    const waitMs = await quota.take(job.project, 'follow_up')
    if (waitMs > 0) return waitForRoom(job, followUp, waitMs)
    const sending = await table.update(followUpId(n), (now) =>
      now?.state === 'waiting' ? { ...now, state: 'sending', wasWorking: job.state === 'working' } : undefined,
    )
    if (sending?.state !== 'sending') return
    let remote: AgentJob
    try {
      remote = await agent.sendFollowUp({ ...project, id: job.remoteId, prompt: composeFollowUp(sending) })
    } catch (error) {
      if (!(error instanceof UpstreamError) || error.details.service !== 'agent') throw error
      return failed(job, sending, error)
    }
    const sent = await table.update(followUpId(n), (now) => now && { ...now, state: 'sent' })
    await taken(job, sent ?? sending, remote)
  }

  const closeGathering = (job: Job, n: number): Promise<Job | undefined> =>
    desk.storeOf(job.team).update(job.id, (now) => (now.gathering === n ? omitFields(now, 'gathering') : undefined))

  async function change(job: Job, n: number, next: (now: FollowUp) => FollowUp): Promise<FollowUp | undefined> {
    return rows(job).update(followUpId(n), (now) => (now?.state === 'unknown' ? next(now) : undefined))
  }

  return {
    tasks: [followUpTask.handler(run, announce.notifyFailedTask)],
    add: say,
    async sendAgain(job, n, decision) {
      const kept = await change(job, n, (now) =>
        now.decided === decision ? now : { ...now, state: 'waiting', attempt: now.attempt + 1, decided: decision },
      )
      if (kept?.state === 'waiting') await sendFollowUp(queue, job, n, kept.attempt, 0)
      return kept?.decided === decision
    },
    drop: async (job, n) => (await change(job, n, (now) => ({ ...now, state: 'dropped' })))?.state === 'dropped',
  }
}
