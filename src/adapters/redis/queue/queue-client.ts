import { z } from 'zod'
import { createByteScript, createScript, type RedisConnection } from '../redis-connection.ts'
import type { Sealer } from '../../../encryption/sealer.ts'
import type { DeadLetter, QueueStats, SendOptions } from '../../../queue/queue.ts'
import { REMEMBER_MS, sealReason, type AttemptOutcome, type TakenTask } from '../../../queue/worker/attempt.ts'
import {
  ARRIVE_SCRIPT,
  BACKGROUND_PREFIX,
  CANCEL_SCRIPT,
  LIST_DEAD_SCRIPT,
  DROP_SCRIPT,
  EXTEND_SCRIPT,
  PROMOTE_SCRIPT,
  RETRY_SCRIPT,
  SETTLE_SCRIPT,
  STATS_SCRIPT,
  STEP_SCRIPT,
  TAKE_SCRIPT,
} from './lua-scripts.ts'
import { batchCommands } from './command-batch.ts'

/** One call keeps so many sends, or writes so many outcomes. */
const SENT_AT_ONCE = 100
const SETTLED_AT_ONCE = 100
/** Frozen: stands before the name of a lane, or before the id of a task that has none. */
const NAMED = 'l:'
const OWN = 'i:'

export interface SettledTask {
  id: string
  run: string
  kind: AttemptOutcome['kind']
  delayMs?: number
  /** Sealed. */
  reason?: string
}

/** What became of a task, as the scripts write it. */
export function settledTask(
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

export type LaneStep =
  | { kind: 'empty' }
  | { kind: 'left' }
  | { kind: 'wait'; waitMs: number }
  | { kind: 'task'; taken: TakenTask }

export interface SealedDeadLetter extends Omit<DeadLetter, 'task'> {
  body: Uint8Array
}

const bytes = z.instanceof(Buffer)
const text = bytes.transform((value) => value.toString('utf8'))
const is = <T extends string>(...words: T[]) => text.pipe(z.enum(words))
const step = z.union([
  z.tuple([is('empty', 'left')]),
  z.tuple([is('wait'), z.number()]),
  z.tuple([is('task'), text, bytes, z.number(), text]),
])
const waits = z.tuple([z.number(), z.number()])
const started = z.tuple([z.array(z.tuple([text, bytes, z.number(), text])), z.number()])
const places = z.array(z.number())
const letters = z.array(z.tuple([text, bytes, text, text, text, text]))
const counts = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()])

/** The tasks and lanes in Redis, one script per move. */
export function createQueueClient({ client, prefix }: RedisConnection) {
  const base = `${prefix}:{queue}`
  const move = (lua: string, make = createScript) => {
    const run = make(client, lua)
    return (...args: (string | number)[]) => run([base], args)
  }
  const [take, extend] = [move(TAKE_SCRIPT, createByteScript), move(EXTEND_SCRIPT)]
  const [promote, next, stats] = [move(PROMOTE_SCRIPT), move(STEP_SCRIPT, createByteScript), move(STATS_SCRIPT)]
  const [cancel, retry, drop, dead] = [
    move(CANCEL_SCRIPT),
    move(RETRY_SCRIPT),
    move(DROP_SCRIPT),
    move(LIST_DEAD_SCRIPT, createByteScript),
  ]
  const arrive = createScript(client, ARRIVE_SCRIPT)
  const send = batchCommands<Buffer | string>((group) => arrive([base], group.flat()), SENT_AT_ONCE)
  const write = createScript(client, SETTLE_SCRIPT)
  const settle = batchCommands<string>((group) => write([base], group.flat()), SETTLED_AT_ONCE)
  const soon = (waitMs: number) => (waitMs < 0 ? undefined : waitMs)
  const taken = ([id, body, attempt, since]: [string, Buffer, number, string]): TakenTask => ({
    id,
    body,
    attempt,
    failingSince: since === '' ? undefined : Number(since),
  })

  return {
    base,
    send(
      body: Buffer,
      { id, lane, delayMs = 0, rememberMs = REMEMBER_MS, isBackground }: SendOptions,
    ): Promise<unknown> {
      const name = lane === undefined ? (isBackground ? BACKGROUND_PREFIX : OWN) + id : NAMED + lane
      return send([id, name, `${Math.max(Math.ceil(delayMs), 0)}`, `${Math.ceil(rememberMs)}`, body])
    },
    /** Lets at most `limit` tasks that have arrived join; how long until the next delayed one and the next of the background fall due. */
    async promote(limit: number): Promise<{ delayed: number | undefined; background: number | undefined }> {
      const [delayed, background] = waits.parse(await promote(limit))
      return { delayed: soon(delayed), background: soon(background) }
    },
    /** At most `limit` tasks of the background under the key `run`, for `leaseMs`; how long until the next one falls due. */
    async take(
      limit: number,
      { run, leaseMs }: { run: string; leaseMs: number },
    ): Promise<{ taken: TakenTask[]; waitMs: number | undefined }> {
      const [found, waitMs] = started.parse(await take(limit, run, leaseMs))
      return { taken: found.map(taken), waitMs: soon(waitMs) }
    },
    settle: ({ id, run, kind, delayMs = 0, reason = '' }: SettledTask): Promise<void> =>
      settle([id, run, kind, `${Math.ceil(delayMs)}`, reason]),
    /** Keeps tasks of the background for another `leaseMs`; answers those that somebody else may have by now. */
    async extend(held: Map<TakenTask, string>, leaseMs: number): Promise<TakenTask[]> {
      const all = [...held.keys()]
      const lost = places.parse(await extend(leaseMs, ...[...held].flatMap(([{ id }, run]) => [id, run])))
      return all.filter((_, place) => lost.includes(place))
    },
    /** Settles the last task of a lane and takes the next one under the key `run`; without a key the lane is left to others. */
    async step(lane: string, last: SettledTask | undefined, run: string | undefined): Promise<LaneStep> {
      const { id = '', run: lastRun = '', kind = '', delayMs = 0, reason = '' } = last ?? {}
      const answer = step.parse(await next(lane, id, lastRun, kind, Math.ceil(delayMs), reason, run ?? ''))
      if (answer[0] === 'wait') return { kind: 'wait', waitMs: answer[1] }
      if (answer[0] !== 'task') return { kind: answer[0] }
      const [, ...started] = answer
      return { kind: 'task', taken: taken(started) }
    },
    async cancel(id: string): Promise<boolean> {
      for (;;) {
        const answer = await cancel(id)
        if (answer !== -1) return answer === 1
      }
    },
    retry: async (id: string): Promise<boolean> => (await retry(id)) === 1,
    drop: async (id: string): Promise<void> => void (await drop(id)),
    async dead(after: string | undefined, limit: number): Promise<SealedDeadLetter[]> {
      return letters.parse(await dead(after ?? '', limit)).map(([id, body, lane, attempts, reason, diedAt]) => ({
        id,
        body,
        ...(lane.startsWith(NAMED) && { lane: lane.slice(NAMED.length) }),
        attempts: Number(attempts),
        reason,
        diedAt: Number(diedAt),
      }))
    },
    async stats(): Promise<QueueStats> {
      const [waiting, active, delayed, deadOnes, oldestDueMs] = counts.parse(await stats())
      return { waiting, active, delayed, dead: deadOnes, oldestDueMs }
    },
  }
}

export type QueueClient = ReturnType<typeof createQueueClient>
