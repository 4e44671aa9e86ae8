import type { Sealer } from '../../../encryption/sealer.ts'
import type { QueueStats, SendOptions } from '../../../queue/queue.ts'
import { REMEMBER_MS, type AttemptOutcome, type TakenTask } from '../../../queue/worker/attempt-task.ts'
import { sealReason } from '../../../queue/worker/sealed-task.ts'
import type { RedisConnection } from '../redis-connection.ts'
import { createByteScript, createScript } from '../redis-script.ts'
import { batchCommands } from './command-batch.ts'
import { BACKGROUND_PREFIX, LANE_PREFIX, SINGLE_PREFIX } from './lua-prelude.ts'
import {
  APPEND_SCRIPT,
  CANCEL_SCRIPT,
  DROP_SCRIPT,
  EXTEND_SCRIPT,
  LIST_DEAD_SCRIPT,
  PROMOTE_SCRIPT,
  RETRY_SCRIPT,
  SEND_SCRIPT,
  SETTLE_SCRIPT,
  STATS_SCRIPT,
  STEP_SCRIPT,
  TAKE_SCRIPT,
} from './lua-scripts.ts'
import {
  parseDeadLetters,
  parseAdmission,
  parseLaneStep,
  parseLostLeases,
  parseStats,
  parseTakenTasks,
  type AdmissionResult,
  type LaneStep,
  type SealedDeadLetter,
} from './queue-answers.ts'

/** Maximum number of sends, or outcomes, in one call. */
const SENDS_PER_CALL = 100
const OUTCOMES_PER_CALL = 100
/** Bulk tasks are admitted while fewer lanes than this wait for a worker, which starts none before it has fetched all of them. */
const WAITING_LANES = 8

/** The outcome of a task, in the form that the scripts write. */
export interface SettledTask {
  id: string
  /** The key under which the task was taken: the outcome of a run that lost its task is ignored. */
  run: string
  kind: AttemptOutcome['kind']
  delayMs?: number
  /** Sealed. */
  reason?: string
}

export function toSettledTask(
  sealer: Sealer,
  { id, run, outcome }: { id: string; run: string; outcome: AttemptOutcome },
): SettledTask {
  return {
    id,
    run,
    kind: outcome.kind,
    ...('delayMs' in outcome && { delayMs: outcome.delayMs }),
    ...(outcome.kind === 'dead' && { reason: sealReason(sealer, id, outcome.reason) }),
  }
}

/** The tasks and lanes in Redis; each method is one script. */
export interface QueueClient {
  /** Prefix of every key. */
  readonly base: string
  send(body: Buffer, options: SendOptions): Promise<void>
  /**
   * Admits at most `limit` bulk tasks, as long as fewer than `mostLanes` lanes are at work, and delayed tasks that are due; returns what is due next.
   * With `any`, admits one regardless.
   */
  admitArrived(limit: number, mostLanes?: number | 'any'): Promise<AdmissionResult>
  /** Takes at most `limit` background tasks under the key `run`, for `leaseMs`; `waitMs` is the time until the next one falls due. */
  takeBackground(
    limit: number,
    lease: { run: string; leaseMs: number },
  ): Promise<{ taken: TakenTask[]; waitMs: number | undefined }>
  /** Writes the outcome of a background task. */
  settle(settled: SettledTask): Promise<void>
  /** Keeps background tasks for another `leaseMs`; returns those that another process may have taken. */
  extendLeases(leased: Map<TakenTask, string>, leaseMs: number): Promise<TakenTask[]>
  /** Writes the outcome of a lane's last task and takes the next one under the key `run`; without a key the lane is left to others. */
  advanceLane(lane: string, last: SettledTask | undefined, run: string | undefined): Promise<LaneStep>
  cancel(id: string): Promise<boolean>
  retry(id: string): Promise<boolean>
  drop(id: string): Promise<void>
  listDead(after: string | undefined, limit: number): Promise<SealedDeadLetter[]>
  stats(): Promise<QueueStats>
}

export function createQueueClient({ client, prefix }: RedisConnection): QueueClient {
  const base = `${prefix}:{queue}`
  const prepare = (lua: string, create = createScript) => {
    const run = create(client, lua)
    return (...args: (string | number | Buffer)[]) => run([base], args)
  }
  const [add, append, settle] = [prepare(SEND_SCRIPT), prepare(APPEND_SCRIPT), prepare(SETTLE_SCRIPT)]
  const [promote, stats] = [prepare(PROMOTE_SCRIPT), prepare(STATS_SCRIPT)]
  const [take, extend, step] = [
    prepare(TAKE_SCRIPT, createByteScript),
    prepare(EXTEND_SCRIPT),
    prepare(STEP_SCRIPT, createByteScript),
  ]
  const [cancel, retry, drop] = [prepare(CANCEL_SCRIPT), prepare(RETRY_SCRIPT), prepare(DROP_SCRIPT)]
  const listDead = prepare(LIST_DEAD_SCRIPT, createByteScript)
  const sendInBatch = batchCommands<Buffer | string>((group) => add(...group.flat()), SENDS_PER_CALL)
  const appendInBatch = batchCommands<Buffer | string>((group) => append(...group.flat()), SENDS_PER_CALL)
  const settleInBatch = batchCommands<string>((group) => settle(...group.flat()), OUTCOMES_PER_CALL)

  return {
    base,
    send(body, options) {
      const { id, delayMs = 0, rememberMs = REMEMBER_MS } = options
      const [lane, remembered] = [nameLane(options), `${Math.ceil(rememberMs)}`]
      return isBulk(options)
        ? appendInBatch([id, lane, remembered, body])
        : sendInBatch([id, lane, `${Math.max(Math.ceil(delayMs), 0)}`, remembered, body])
    },
    admitArrived: async (limit, mostLanes = limit) => parseAdmission(await promote(limit, mostLanes, WAITING_LANES)),
    takeBackground: async (limit, { run, leaseMs }) => parseTakenTasks(await take(limit, run, leaseMs)),
    settle: (settled) => settleInBatch(settleArguments(settled)),
    async extendLeases(leased, leaseMs) {
      const all = [...leased.keys()]
      const leases = [...leased].flatMap(([{ id }, run]) => [id, run])
      const lost = parseLostLeases(await extend(leaseMs, ...leases))
      return all.filter((_, position) => lost.includes(position))
    },
    async advanceLane(lane, last, run) {
      const outcome = last ? settleArguments(last) : ['', '', '', '0', '']
      return parseLaneStep(await step(lane, ...outcome, run ?? ''))
    },
    async cancel(id) {
      for (;;) {
        const answer = await cancel(id)
        if (answer !== -1) return answer === 1
      }
    },
    retry: async (id) => (await retry(id)) === 1,
    drop: async (id) => void (await drop(id)),
    listDead: async (after, limit) => parseDeadLetters(await listDead(after ?? '', limit)),
    stats: async () => parseStats(await stats()),
  }
}

const isBulk = ({ isBulk: isAsked = false, isBackground = false, delayMs = 0 }: SendOptions): boolean =>
  isAsked && !isBackground && delayMs <= 0

const nameLane = ({ id, lane, isBackground }: SendOptions): string =>
  lane === undefined ? (isBackground ? BACKGROUND_PREFIX : SINGLE_PREFIX) + id : LANE_PREFIX + lane

function settleArguments({ id, run, kind, delayMs = 0, reason = '' }: SettledTask): string[] {
  return [id, run, kind, `${Math.ceil(delayMs)}`, reason]
}
