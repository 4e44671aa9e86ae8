import { z } from 'zod'
import { script, type RedisServer } from '../redis.ts'
import type { DeadTask, QueueStats, SendOptions } from './queue.ts'
import { REMEMBER_MS, type Taken } from './runner.ts'
import { CANCEL, DEAD, DROP, PROMOTE, RETRY, SEND, STATS, STEP } from './scripts.ts'

/** Frozen: stands before the name of a lane, or before the id of a task that has none. */
const NAMED = 'l:'
const OWN = 'i:'

export interface Settled {
  id: string
  run: string
  kind: 'done' | 'released' | 'again' | 'failed' | 'dead'
  delayMs?: number
  /** Sealed. */
  reason?: string
}

export type Step =
  | { kind: 'empty' }
  | { kind: 'left' }
  | { kind: 'wait'; waitMs: number }
  | { kind: 'task'; taken: Taken }

export interface Letter extends Omit<DeadTask, 'task'> {
  body: string
}

const step = z.union([
  z.tuple([z.enum(['empty', 'left'])]),
  z.tuple([z.literal('wait'), z.number()]),
  z.tuple([z.literal('task'), z.string(), z.string(), z.number(), z.string()]),
])
const letters = z.array(z.tuple([z.string(), z.string(), z.string(), z.string(), z.string(), z.string()]))
const counts = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()])

/** The tasks and lanes in Redis, one script per move. */
export function lanes({ client, prefix }: RedisServer) {
  const base = `${prefix}:{queue}`
  const move = (lua: string) => {
    const run = script(client, lua)
    return (...args: (string | number)[]) => run([base], args)
  }
  const [send, promote, next, stats] = [move(SEND), move(PROMOTE), move(STEP), move(STATS)]
  const [cancel, retry, drop, dead] = [move(CANCEL), move(RETRY), move(DROP), move(DEAD)]

  return {
    base,
    async send(body: string, { id, lane, delayMs = 0, rememberMs = REMEMBER_MS }: SendOptions): Promise<void> {
      const name = lane === undefined ? OWN + id : NAMED + lane
      await send(id, name, body, Math.ceil(delayMs), Math.ceil(rememberMs))
    },
    /** How long until the next delayed task falls due, undefined if there is none. */
    async promote(): Promise<number | undefined> {
      const waitMs = Number(await promote())
      return waitMs < 0 ? undefined : waitMs
    },
    /** Settles the last task of a lane and takes the next one under the key `run`; without a key the lane is left to others. */
    async step(lane: string, last: Settled | undefined, run: string | undefined): Promise<Step> {
      const { id = '', run: lastRun = '', kind = '', delayMs = 0, reason = '' } = last ?? {}
      const answer = step.parse(await next(lane, id, lastRun, kind, Math.ceil(delayMs), reason, run ?? ''))
      if (answer[0] === 'wait') return { kind: 'wait', waitMs: answer[1] }
      if (answer[0] !== 'task') return { kind: answer[0] }
      const [, taskId, body, attempt, since] = answer
      return {
        kind: 'task',
        taken: { id: taskId, body, attempt, failingSince: since === '' ? undefined : Number(since) },
      }
    },
    cancel: async (id: string): Promise<boolean> => (await cancel(id)) === 1,
    retry: async (id: string): Promise<boolean> => (await retry(id)) === 1,
    drop: async (id: string): Promise<void> => void (await drop(id)),
    async dead(after: string | undefined, limit: number): Promise<Letter[]> {
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

export type Lanes = ReturnType<typeof lanes>
