import { Queue as JobQueue, Worker as JobWorker, DelayedError, type Job } from 'bullmq'
import { withTimeout } from '../../../core/with-timeout.ts'
import type { RedisConnection } from '../redis-connection.ts'
import { LOCK_MS } from './lua-prelude.ts'

const NAME = 'wakeups'
/** The lane of a killed worker is found by the second check after its lock has expired: after 12 s at the latest. */
const STALLED_CHECK_MS = 4_000
const RENEW_MS = 2_000
/** A wake-up job must never fail for good: its lane would sleep until the next sweep. */
const NEVER = 1_000_000
const AWAY_MS = 1_000
const CLOSE_MS = 2_000

interface LaneJob {
  lane: string
}

interface Options {
  /** Prefix of every key. */
  base: string
  /** Number of lanes worked at the same time. */
  concurrency: number
  /** Works a lane; ends with `delay` if the lane must be woken again after this many milliseconds. */
  workLane: (jobId: string, lane: string, delay: (waitMs: number) => Promise<void>) => Promise<void>
  /** Another process may have taken these lanes. */
  onLockLost: (ids: string[]) => void
  reportFailure: (error: Error) => void
}

export interface WakeUpJobs {
  /** Creates a wake-up job for each lane that has none. */
  add: (lanes: string[]) => Promise<unknown>
  /** Looks at every lane that waits: a wake-up time is a moment of this machine's clock, which was set, or of another one's. */
  wakeDelayed: () => Promise<void>
  /** Starts no further lane; the lanes that are being worked go on. */
  pause: () => Promise<void>
  close: () => Promise<void>
}

/** BullMQ carries one wake-up job per lane. The job's lock decides which process works the lane, and passes it on when that process dies. */
export function startWakeUpJobs(server: RedisConnection, options: Options): WakeUpJobs {
  const { base: prefix, concurrency, workLane, onLockLost, reportFailure } = options
  const [adding, working] = [server.blockingConnection(), server.blockingConnection()]
  const jobs = new JobQueue<LaneJob>(NAME, { connection: adding, prefix, streams: { events: { maxLen: 100 } } })
  const tokens = new Map<string, string>()
  const run = async (job: Job<LaneJob>, token = ''): Promise<void> => {
    const id = job.id ?? job.data.lane
    tokens.set(id, token)
    await runJob(job, token, workLane).finally(() => tokens.delete(id))
  }
  const worker = new JobWorker<LaneJob>(NAME, run, {
    connection: working,
    // BullMQ renews no lock for an hour after the clock was set back by an hour.
    skipLockRenewal: true,
    prefix,
    concurrency,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_CHECK_MS,
    maxStalledCount: NEVER,
  })
  jobs.on('error', reportFailure)
  worker.on('error', reportFailure)
  const renewing = setInterval(() => void renewLocks().catch(reportFailure), RENEW_MS).unref()

  async function renewLocks(): Promise<void> {
    if (tokens.size === 0) return
    const lost = await worker.extendJobLocks([...tokens.keys()], [...tokens.values()], LOCK_MS)
    onLockLost(lost.filter((id) => tokens.has(id)))
  }

  return {
    add: (lanes) => jobs.addBulk(lanes.map(toJob)),
    wakeDelayed: () => jobs.promoteJobs(),
    pause: () => worker.pause(true),
    async close() {
      clearInterval(renewing)
      await withTimeout(CLOSE_MS, Promise.allSettled([worker.close(true), jobs.close()]))
      adding.disconnect()
      working.disconnect()
    },
  }
}

async function runJob(job: Job<LaneJob>, token: string, workLane: Options['workLane']): Promise<void> {
  const { lane } = job.data
  await workLane(job.id ?? lane, lane, async (waitMs) => {
    await job.moveToDelayed(Date.now() + waitMs, token)
    throw new DelayedError()
  })
}

function toJob(lane: string) {
  return {
    name: 'lane',
    data: { lane },
    opts: {
      deduplication: { id: lane, keepLastIfActive: true },
      removeOnComplete: true,
      removeOnFail: true,
      attempts: NEVER,
      backoff: AWAY_MS,
      stackTraceLimit: 1,
    },
  }
}
