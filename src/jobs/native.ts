import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { UpstreamError } from '../errors.ts'
import type { Queue } from '../queue/queue.ts'
import { taskKind, type TaskHandler } from '../queue/task.ts'
import type { SlackApi } from '../slack/api.ts'
import type { Desk } from './desk.ts'
import { type Job, threadOf } from './job.ts'
import { words } from './words.ts'

/** Slack drops a status after two minutes. */
const REFRESH_MS = 90_000
const NOT_YET_MS = 1000
/** Jobs that take longer have their card; the few calls a minute are for those that people look at. */
const YOUNG_MS = 10 * 60_000
const AT_ONCE = 15
/** A workspace that does not offer it is asked again after a while. */
const OFF_MS = 3_600_000

const schema = z.object({ team: z.string(), id: z.string(), beat: z.number() })
const kind = taskKind('jobs.native', schema)

export interface Native {
  tasks: TaskHandler[]
  /** The thread says that the app is at work, refreshed until it no longer is. */
  begin: (job: Job) => Promise<void>
}

/** Slack's own "is working" line under the thread, where the workspace offers it; nothing depends on it. */
export function native(deps: { desk: Desk; queue: Queue; api: SlackApi; clock: Clock }): Native {
  const { desk, queue, api, clock } = deps
  const off = new Map<string, number>()
  const shown = new Map<string, Set<string>>()
  const shownIn = (team: string): Set<string> => {
    const found = shown.get(team) ?? new Set()
    shown.set(team, found)
    return found
  }

  async function say(job: Job, status: string): Promise<boolean> {
    const thread = threadOf(job)
    if (thread === undefined) return true
    try {
      const args = { channel_id: job.channel, thread_ts: thread, status }
      await api.call(job.team, 'assistant.threads.setStatus', args, z.unknown())
      return true
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      if (error.details.outcome === 'refused') off.set(job.team, clock.now() + OFF_MS)
      // It is an ornament: what fails is not repeated, and goes by itself.
      return false
    }
  }

  async function run({ team, id, beat }: z.infer<typeof schema>): Promise<void | { againMs: number }> {
    const job = await desk.of(team).get(id)
    const mine = shownIn(team)
    const isOver = !job || job.beat !== beat || job.state !== 'working'
    if (isOver || clock.now() - (job.pacedAt ?? 0) > YOUNG_MS || (off.get(team) ?? 0) > clock.now()) {
      // A job at work under a newer beat has a newer task of its own.
      if (mine.delete(id) && job && job.state !== 'working') await say(job, '')
      return
    }
    if (threadOf(job) === undefined) return { againMs: NOT_YET_MS }
    if (!mine.has(id) && mine.size >= AT_ONCE) return
    mine.add(id)
    if (await say(job, words.nativeStatus)) return { againMs: REFRESH_MS }
    mine.delete(id)
  }

  return {
    tasks: [kind.handler(run)],
    begin: ({ team, id, beat, state }) =>
      state === 'working'
        ? queue.send(kind.of({ team, id, beat }), { id: `jobs.native:${team}:${id}:${beat}` })
        : Promise.resolve(),
  }
}
