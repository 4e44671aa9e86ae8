import { z } from 'zod'
import type { Clock } from '../../core/clock.ts'
import { UpstreamError } from '../../core/errors.ts'
import type { Queue } from '../../queue/queue.ts'
import { taskKind, type TaskHandler } from '../../queue/task-kinds.ts'
import type { SlackApi } from '../../slack/api/web-api.ts'
import { type JobUpdates } from '../updates/job-updates.ts'
import { omitFields } from '../model/job.ts'
import { type Job, threadTsOf } from '../model/job.ts'
import { jobText } from '../text/en.ts'

/** Slack drops a status after two minutes. */
const REFRESH_MS = 90_000
const NOT_YET_MS = 1000
const RETRY_MS = 5000

/** By then Slack has dropped the status itself. */
const GONE_MS = 120_000

/** Jobs that take longer have their card; the few calls a minute are for those that people look at. */
const YOUNG_MS = 10 * 60_000
const AT_ONCE = 15

/** A workspace that does not offer it is asked again after a while. */
const OFF_MS = 3_600_000

/** Says something about this thread alone; any other refusal is about the workspace. */
const LOCAL = new Set([
  'not_in_channel',
  'channel_not_found',
  'is_archived',
  'thread_not_found',
  'message_not_found',
  'invalid_thread_ts',
])

const schema = z.object({ team: z.string(), id: z.string(), beat: z.number() })
const kind = taskKind('jobs.native', schema)
const clearSchema = z.object({ team: z.string(), id: z.string(), at: z.number() })
const clearing = taskKind('jobs.native_clear', clearSchema)

export interface ThreadStatus {
  tasks: TaskHandler[]
  /** The thread says that the app is at work, refreshed until it no longer is. */
  begin: (job: Job) => Promise<void>
  /** The job is not at work any more: the line goes, whichever process put it there. */
  end: (job: Job) => Promise<void>
}

type Said = { is: 'shown' | 'refused' } | { is: 'failed'; againMs: number }

/** Slack's own "is working" line under the thread, where the workspace offers it; nothing depends on it. */
export function createThreadStatus(deps: {
  desk: JobUpdates
  queue: Queue
  api: SlackApi
  clock: Clock
}): ThreadStatus {
  const { desk, queue, api, clock } = deps
  const off = new Map<string, number>()
  const shown = new Map<string, Map<string, number>>()
  /** The jobs whose threads say so, as far as this process knows: another one may have cleared or taken over some of them. */
  const shownIn = (team: string): Map<string, number> => {
    const found = shown.get(team) ?? new Map<string, number>()
    for (const [id, at] of found) if (clock.now() - at > clock.scaled(GONE_MS)) found.delete(id)
    shown.set(team, found)
    return found
  }
  const isOff = (team: string): boolean => (off.get(team) ?? 0) > clock.now()

  async function say(job: Job, status: string): Promise<Said> {
    const thread = threadTsOf(job)
    if (thread === undefined || isOff(job.team)) return { is: 'refused' }
    try {
      const args = { channel_id: job.channel, thread_ts: thread, status }
      await api.call(job.team, 'assistant.threads.setStatus', args, z.unknown())
      return { is: 'shown' }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      const { outcome, code, retryAfterMs = RETRY_MS } = error.details
      if (outcome !== 'refused') return { is: 'failed', againMs: retryAfterMs }
      if (!LOCAL.has(code)) off.set(job.team, clock.now() + clock.scaled(OFF_MS))
      return { is: 'refused' }
    }
  }

  const unmark = ({ team, id }: Job): Promise<unknown> =>
    desk
      .storeOf(team)
      .update(id, (now) =>
        now.statusBeat !== undefined && now.state !== 'working' ? omitFields(now, 'statusBeat') : undefined,
      )

  const isAtWork = (job: Job | undefined, beat: number): job is Job => job?.beat === beat && job.state === 'working'

  async function run({ team, id, beat }: z.infer<typeof schema>): Promise<void | { againMs: number }> {
    const mine = shownIn(team)
    const job = await desk.storeOf(team).get(id)
    const isYoung = clock.now() - (job?.pacedAt ?? 0) <= clock.scaled(YOUNG_MS)
    if (!isAtWork(job, beat) || !isYoung || isOff(team)) {
      // A job at work under a newer beat has a newer task of its own.
      if (isAtWork(job, beat) && mine.has(id)) await say(job, '')
      if (job?.beat === beat) mine.delete(id)
      return
    }
    if (threadTsOf(job) === undefined) return { againMs: NOT_YET_MS }
    if (!mine.has(id) && mine.size >= AT_ONCE) return
    mine.set(id, clock.now())
    // Written before it is said, so that whoever ends the job knows that there is something to clear, also after a crash.
    const marked = await desk
      .storeOf(team)
      .update(id, (now) => (isAtWork(now, beat) && now.statusBeat !== beat ? { ...now, statusBeat: beat } : undefined))
    if (!isAtWork(marked, beat)) return
    const said = await say(marked, jobText.nativeStatus)
    // The end may have come, and been cleared, while this was on its way.
    const after = await desk.storeOf(team).get(id)
    if (after && after.state !== 'working') await say(after, '')
    if (said.is === 'refused') {
      mine.delete(id)
      return
    }
    return { againMs: said.is === 'failed' ? said.againMs : clock.scaled(REFRESH_MS) }
  }

  async function clear({ team, id, at }: z.infer<typeof clearSchema>): Promise<void | { againMs: number }> {
    const job = await desk.storeOf(team).get(id)
    if (!job || job.state === 'working') return
    shownIn(team).delete(id)
    if (job.statusBeat === undefined) return
    const said = await say(job, '')
    if (said.is === 'failed' && clock.now() - at < GONE_MS) return { againMs: said.againMs }
    await unmark(job)
  }

  return {
    tasks: [kind.handler(run), clearing.handler(clear)],
    begin: ({ team, id, beat, state }) =>
      state === 'working'
        ? queue.send(kind.of({ team, id, beat }), { id: `jobs.native:${team}:${id}:${beat}` })
        : Promise.resolve(),
    end: ({ team, id, statusBeat, state }) =>
      state === 'working' || statusBeat === undefined
        ? Promise.resolve()
        : queue.send(clearing.of({ team, id, at: clock.now() }), {
            id: `jobs.native_clear:${team}:${id}:${statusBeat}`,
          }),
  }
}
