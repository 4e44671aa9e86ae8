import type { AgentJob } from '../../clients/agent-client.ts'
import { isErrorAnswer, UpstreamError } from '../../core/errors.ts'
import { readQuietName } from '../../slack/directory/quiet-name.ts'
import { type FollowUp, followUpId, isFollowUpApplied, withFollowUpApplied, withUnsent } from '../model/follow-up.ts'
import { readAgentSentence } from '../model/failure.ts'
import { failureReference } from '../model/job-ids.ts'
import { type Job, omitFields, threadTsOf } from '../model/job.ts'
import { finalStateOf, withRemoteStatus } from '../model/remote-status.ts'
import { postFailure, readThreadText } from '../notify/thread-post.ts'
import { isRateLimited } from '../quota/agent-quota.ts'
import { hasGivenUp, recheckDelay, retryDelay } from '../run/retry-delay.ts'
import { startWatching } from '../run/start-watching.ts'
import type { JobScope } from '../job-scope.ts'
import type { JobText } from '../text/jobs-text.ts'
import { recordFollowUp } from './authorize-follow-up.ts'
import { settleProgress, showProgress } from './progress-line.ts'
import { authorOf, describeOffer, type FollowUpContext, renderFollowUpReply } from './follow-up-message.ts'

const RETRY_MS = 5000
/** A later time of sending is shown from this difference on. */
const SHOWN_TIME_MS = 300_000

type Outcome = Promise<void | { againMs: number }>

/** The names of the writers in the language of the job's thread. */
async function readAuthorNames(scope: JobScope, job: Job, { users }: FollowUp): Promise<string> {
  const text = await readThreadText(scope, job)
  const names = await Promise.all(users.map((user) => readQuietName(text, scope.people, job.team, user)))
  return text.formats.list(names)
}

/** Records that the agent accepted the follow-up. The job is watched again, with frequent polls at first. Each step is safe to repeat. */
export async function recordSent(scope: JobScope, job: Job, followUp: FollowUp, remote?: AgentJob): Promise<void> {
  const { jobs } = scope
  const { id } = job
  const { n, attempt, asksToStop } = followUp
  const next = await jobs.update(id, (now) =>
    isFollowUpApplied(now, followUp)
      ? undefined
      : {
          ...backToWork(scope, now, followUp, remote),
          sent: now.sent + 1,
          ...(asksToStop && { stopAsked: true }),
        },
  )
  if (next) await startWatching(scope, next)
  await recordFollowUp(scope, job, followUp, 'done')
  const inThread = await jobs.store.listThread(job.channel, threadTsOf(job) ?? '')
  const author = await readAuthorNames(scope, job, followUp)
  await showProgress(scope, job, followUp, { opId: `jobs.said:${id}:${n}:${attempt}:sent`, step: 'sent' }, (text) =>
    renderFollowUpReply(text, job, followUp, { author, isOneOfMany: inThread.length > 1 }),
  )
}

/** Records an unknown outcome: a person decides, and the job is polled until the agent reports its status. */
export async function recordUnknown(scope: JobScope, job: Job, followUp: FollowUp, error?: unknown): Outcome {
  const { jobs, projects, connection } = scope
  const code = isErrorAnswer(error) ? 'answered' : (followUp.code ?? 'unknown')
  // The audit counts an unknown outcome as a failure.
  if (followUp.state !== 'dropped') await settleFollowUp(scope, job, followUp, { state: 'unknown', code }, error)
  const project = projects.find(job.project)
  if (!project || job.remoteId === undefined) return
  let remote: AgentJob
  try {
    remote = await connection.agent.getJob({ ...project, id: job.remoteId })
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    return error.details.outcome === 'refused' ? undefined : { againMs: error.details.retryAfterMs ?? RETRY_MS }
  }
  const next = await jobs.update(job.id, (now) => {
    if (isFollowUpApplied(now, followUp)) return undefined
    // Any change since the agent's last report is a result of this follow-up.
    const isOver = now.state === finalStateOf(remote) && remote.prLink === now.prLink
    return isOver ? undefined : backToWork(scope, now, followUp, remote.status === 'active' ? remote : undefined)
  })
  if (next) await startWatching(scope, next)
}

export async function handleFailedFollowUp(
  scope: JobScope,
  job: Job,
  followUp: FollowUp,
  error: UpstreamError,
): Outcome {
  const { jobs, quota, clock } = scope
  const { outcome, code } = error.details
  if (isRateLimited(error)) {
    const waitMs = await quota.recordRefusal(job.project, 'follow_up', error)
    await returnToWaiting(scope, job, followUp)
    return waitForQuota(scope, job, followUp, waitMs)
  }
  if (outcome === 'not_sent') {
    if (hasGivenUp(clock, followUp.at))
      return settleFollowUp(scope, job, followUp, { state: 'refused', code: 'unreachable' })
    await returnToWaiting(scope, job, followUp)
    await announceDelay(scope, job, followUp, { reason: 'silent', code: 'silent' })
    return { againMs: retryDelay(clock, followUp.at) }
  }
  if (outcome === 'unknown') return recordUnknown(scope, job, followUp, error)
  // A working job is polled already, and its end is announced.
  if (code === 'not_found')
    await jobs.update(job.id, (now) =>
      now.state === 'working' || now.state === 'gone' || now.state === 'dropped'
        ? undefined
        : { ...omitFields(now, 'silentSince'), state: 'gone', beat: now.beat + 1, endedAt: clock.now() },
    )
  return settleFollowUp(scope, job, followUp, { state: 'refused', code }, error)
}

/** Ends an attempt that was not sent, and posts the reason in the thread. */
export async function settleFollowUp(
  scope: JobScope,
  job: Job,
  followUp: FollowUp,
  { state, code }: { state: 'unknown' | 'refused'; code: string },
  error?: unknown,
): Promise<void> {
  const { jobs, log } = scope
  const { team, id } = job
  const { n, attempt } = followUp
  const reference = failureReference(id, n, attempt, code)
  const said =
    error === undefined ? (followUp.said === undefined ? {} : { said: followUp.said }) : readAgentSentence(error)
  await jobs.store
    .followUps(id)
    .update(followUpId(n), (now) =>
      now?.state === state || now?.state === 'dropped' ? undefined : now && { ...now, state, code, ...said },
    )
  // Also redraws the card of a job whose text this was. The card counts no follow-up that the agent may not have.
  await jobs.update(id, (now) => withUnsent(now, n))
  await recordFollowUp(scope, job, followUp, 'failed')
  log.info({ job: id, team, followUp: n, reference, code }, 'a follow-up was not sent')
  const opId = `jobs.said:${id}:${n}:${attempt}:${state}`
  const settled = { ...followUp, ...said, state, code }
  const write = (text: JobText, mentioned?: string) => {
    const context = { code, reference, mentioned }
    return {
      message: renderFollowUpReply(text, job, settled, context),
      offer: describeOffer(text, job, settled, context),
    }
  }
  await settleProgress(scope, job, followUp)
  await postFailure(scope, job, authorOf(job, followUp), opId, write)
}

/** Shows why a follow-up has not been sent yet. */
export async function announceDelay(
  scope: JobScope,
  job: Job,
  followUp: FollowUp,
  { reason, ...context }: FollowUpContext & { reason: string },
): Promise<void> {
  const author = await readAuthorNames(scope, job, followUp)
  const opId = `jobs.said:${job.id}:${followUp.n}:${followUp.attempt}:${reason}`
  const step = context.quota ? `${reason}:${Math.round(context.quota.nextSlotAt / SHOWN_TIME_MS)}` : reason
  return showProgress(scope, job, followUp, { opId, step }, (text) =>
    renderFollowUpReply(text, job, { ...followUp, state: 'waiting' }, { ...context, author }),
  )
}

export async function waitForQuota(
  scope: JobScope,
  job: Job,
  followUp: FollowUp,
  waitMs: number,
): Promise<{ againMs: number }> {
  const { clock, quota } = scope
  // The end of a pause, also while a trial before it is due: everyone who waits reads the same time.
  const { nextSlotAt = clock.now() + waitMs } = await quota.peek(job.project, 'follow_up')
  await announceDelay(scope, job, followUp, { reason: 'waiting', quota: { limit: quota.hourlyLimit, nextSlotAt } })
  return { againMs: recheckDelay(clock, waitMs) }
}

const returnToWaiting = ({ jobs }: JobScope, { id }: Job, { n }: FollowUp): Promise<unknown> =>
  jobs.store
    .followUps(id)
    .update(followUpId(n), (now) => (now?.state === 'sending' ? { ...now, state: 'waiting' } : undefined))

/** Marks the job as working (again), polled as often as a new one. */
function backToWork({ clock }: JobScope, job: Job, followUp: FollowUp, remote: AgentJob | undefined): Job {
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
    ...(!wasWorking && { runFrom: followUp.n, ...(job.prLink !== undefined && { prBefore: job.prLink }) }),
  }
}
