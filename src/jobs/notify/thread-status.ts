import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../scoped-feature.ts'
import { isRecent } from '../../core/clock.ts'
import { UpstreamError } from '../../core/errors.ts'
import { isKnownState, type Job, omitFields, threadTsOf } from '../model/job.ts'
import type { JobScope } from '../job-scope.ts'
import { readThreadText } from './thread-post.ts'
import { STATUS_EXPIRES_MS, type StatusMemory } from './status-memory.ts'
import {
  type ClearThreadStatus,
  clearThreadStatusTask,
  type ShowThreadStatus,
  showThreadStatusTask,
} from '../updates/thread-status-task.ts'

/** Slack removes a status after two minutes. */
const REFRESH_MS = 90_000
const NOT_YET_MS = 1000
const RETRY_MS = 5000

/** Longer jobs have their card. */
const YOUNG_MS = 10 * 60_000

/** Refusals for one thread; any other refusal is for the workspace. */
const THREAD_REFUSALS = new Set([
  'not_in_channel',
  'channel_not_found',
  'is_archived',
  'thread_not_found',
  'message_not_found',
  'invalid_thread_ts',
])

type StatusResult = { is: 'shown' | 'refused' } | { is: 'failed'; againMs: number }

/** Shows Slack's own "is working" line under the thread, where the workspace supports it. Nothing depends on it. */
export const threadStatusFeature = (memory: StatusMemory): ScopedFeature<JobScope> => ({
  tasks: [
    scopedHandler(showThreadStatusTask, (scope: JobScope, task) => showThreadStatus(scope, memory, task)),
    scopedHandler(clearThreadStatusTask, (scope: JobScope, task) => clearThreadStatus(scope, memory, task)),
  ],
})

async function setStatus(
  { slack: { api } }: JobScope,
  memory: StatusMemory,
  job: Job,
  status: string,
): Promise<StatusResult> {
  const thread = threadTsOf(job)
  if (thread === undefined || memory.isUnsupported(job.team)) return { is: 'refused' }
  try {
    const args = { channel_id: job.channel, thread_ts: thread, status }
    await api.call(job.team, 'assistant.threads.setStatus', args, z.unknown())
    return { is: 'shown' }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    const { outcome, code, retryAfterMs = RETRY_MS } = error.details
    if (outcome !== 'refused') return { is: 'failed', againMs: retryAfterMs }
    if (!THREAD_REFUSALS.has(code)) memory.markUnsupported(job.team)
    return { is: 'refused' }
  }
}

const isAtWork = (job: Job | undefined, beat: number): job is Job => job?.beat === beat && job.state === 'working'

async function showThreadStatus(
  scope: JobScope,
  memory: StatusMemory,
  { team, id, beat }: ShowThreadStatus,
): Promise<void | { againMs: number }> {
  const { jobs, clock } = scope
  const store = jobs.store
  const job = await store.get(id)
  const isYoung = clock.now() - (job?.pacedAt ?? 0) <= clock.scaled(YOUNG_MS)
  if (!isAtWork(job, beat) || !isYoung || memory.isUnsupported(team)) {
    // A job that works in a newer epoch has a newer task.
    if (isAtWork(job, beat) && memory.isShown(job)) await setStatus(scope, memory, job, '')
    if (job?.beat === beat) memory.releaseSlot(job)
    return
  }
  if (threadTsOf(job) === undefined) return { againMs: NOT_YET_MS }
  if (!memory.takeSlot(job)) return
  // Recorded before it is set: the process that ends the job clears it, even after a crash.
  const marked = await store.update(id, (now) =>
    isAtWork(now, beat) && now.statusBeat !== beat ? { ...now, statusBeat: beat } : undefined,
  )
  if (!isAtWork(marked, beat)) return
  const result = await setStatus(scope, memory, marked, (await readThreadText(scope, marked)).nativeStatus)
  // The job may have ended, and the status been cleared, during this call.
  const after = await store.get(id)
  if (after && after.state !== 'working') await setStatus(scope, memory, after, '')
  if (result.is === 'refused') {
    memory.releaseSlot(job)
    return
  }
  return { againMs: result.is === 'failed' ? result.againMs : clock.scaled(REFRESH_MS) }
}

async function clearThreadStatus(
  scope: JobScope,
  memory: StatusMemory,
  { id, at }: ClearThreadStatus,
): Promise<void | { againMs: number }> {
  const { jobs, clock } = scope
  const store = jobs.store
  const job = await store.get(id)
  if (!job || job.state === 'working' || !isKnownState(job)) return
  memory.releaseSlot(job)
  if (job.statusBeat === undefined) return
  const result = await setStatus(scope, memory, job, '')
  if (result.is === 'failed' && isRecent(clock, at, STATUS_EXPIRES_MS)) return { againMs: result.againMs }
  await store.update(id, (now) =>
    now.statusBeat !== undefined && now.state !== 'working' ? omitFields(now, 'statusBeat') : undefined,
  )
}
