import { z } from 'zod'
import type { DeadLetter, QueueStats } from '../../../queue/queue.ts'
import type { TakenTask } from '../../../queue/worker/attempt-task.ts'
import { LANE_PREFIX } from './lua-prelude.ts'

/** Result of a lane worker's look into its lane. `left`: there is more, but the worker did not ask for it. */
export type LaneStep =
  | { kind: 'empty' }
  | { kind: 'left' }
  | { kind: 'wait'; waitMs: number }
  | { kind: 'task'; taken: TakenTask }

/** Result of an admission. */
export interface AdmissionResult {
  /** How long until the next delayed task falls due; undefined if there is none. */
  delayed: number | undefined
  /** The same for background tasks. */
  background: number | undefined
  /** Due times have become earlier, because the clock of Redis was set back. */
  wereCorrected: boolean
  /** How many bulk tasks were admitted, and whether more wait. */
  admitted: number
  hasMore: boolean
}

/** A dead letter whose body and reason are still sealed. */
export interface SealedDeadLetter extends Omit<DeadLetter, 'task'> {
  body: Uint8Array
}

const bytes = z.instanceof(Buffer)
const text = bytes.transform((value) => value.toString('utf8'))
const keyword = <T extends string>(...words: T[]) => text.pipe(z.enum(words))
/** Id, sealed body, attempt, time of the first failure in a row (or empty). */
const startedTask = z.tuple([text, bytes, z.number(), text])
const laneStep = z.union([
  z.tuple([keyword('empty', 'left')]),
  z.tuple([keyword('wait'), z.number()]),
  z.tuple([keyword('task'), text, bytes, z.number(), text]),
])
const admission = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()])
const takenTasks = z.tuple([z.array(startedTask), z.number()])
const positions = z.array(z.number())
const deadLetters = z.array(z.tuple([text, bytes, text, text, text, text]))
const counts = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()])

export function parseLaneStep(answer: unknown): LaneStep {
  const step = laneStep.parse(answer)
  if (step[0] === 'wait') return { kind: 'wait', waitMs: step[1] }
  if (step[0] !== 'task') return { kind: step[0] }
  const [, ...started] = step
  return { kind: 'task', taken: toTakenTask(started) }
}

export function parseAdmission(answer: unknown): AdmissionResult {
  const [delayed, background, corrected, admitted, more] = admission.parse(answer)
  return {
    delayed: toWaitMs(delayed),
    background: toWaitMs(background),
    wereCorrected: corrected === 1,
    admitted,
    hasMore: more === 1,
  }
}

export function parseTakenTasks(answer: unknown): { taken: TakenTask[]; waitMs: number | undefined } {
  const [taken, waitMs] = takenTasks.parse(answer)
  return { taken: taken.map(toTakenTask), waitMs: toWaitMs(waitMs) }
}

/** The positions of the tasks in the call whose lease this process has lost. */
export function parseLostLeases(answer: unknown): number[] {
  return positions.parse(answer)
}

export function parseDeadLetters(answer: unknown): SealedDeadLetter[] {
  return deadLetters.parse(answer).map(([id, body, lane, attempts, reason, diedAt]) => ({
    id,
    body,
    ...(lane.startsWith(LANE_PREFIX) && { lane: lane.slice(LANE_PREFIX.length) }),
    attempts: Number(attempts),
    reason,
    diedAt: Number(diedAt),
  }))
}

export function parseStats(answer: unknown): QueueStats {
  const [waiting, active, delayed, dead, oldestDueMs, nextDueMs] = counts.parse(answer)
  return { waiting, active, delayed, dead, oldestDueMs, nextDueMs: toWaitMs(nextDueMs) }
}

function toTakenTask([id, body, attempt, since]: z.infer<typeof startedTask>): TakenTask {
  return { id, body, attempt, failingSince: since === '' ? undefined : Number(since) }
}

/** The scripts answer -1 for "never". */
function toWaitMs(waitMs: number): number | undefined {
  return waitMs < 0 ? undefined : waitMs
}
