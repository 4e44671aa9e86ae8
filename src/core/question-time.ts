import { AsyncLocalStorage } from 'node:async_hooks'
import { answerWithin, withTimeout } from './with-timeout.ts'

/** A form's trigger is valid for 3 s. The form itself has to be sent in what is left. */
const QUESTIONS_MS = 2_000
/** Lower bound: an answer that is already cached is still used after a slow one. */
const LEAST_MS = 100

const deadlines = new AsyncLocalStorage<{ startedAt: number; isOver: boolean }>()

/** Runs the work of one request. All its questions to other services share the time in which the person can be answered. */
export async function shareQuestionTime<T>(work: () => Promise<T>): Promise<T> {
  const deadline = { startedAt: performance.now(), isOver: false }
  try {
    return await deadlines.run(deadline, work)
  } finally {
    // A task that was started in a request runs in its context, also after the answer.
    deadline.isOver = true
  }
}

/**
 * How many milliseconds a question to another service may take while a person waits: `limitMs`, or what is left of the time that the questions of
 * one request share. Outside a request there is no trigger, so each question gets the full time.
 */
export function questionTimeMs(limitMs: number = QUESTIONS_MS): number {
  const deadline = deadlines.getStore()
  if (!deadline || deadline.isOver) return limitMs
  return Math.min(limitMs, Math.max(LEAST_MS, QUESTIONS_MS - (performance.now() - deadline.startedAt)))
}

/** The answer to a question that a person waits for; undefined after `limitMs`, or once the time that the questions of one request share is over. */
export const withinQuestionTime = <T>(limitMs: number, answer: Promise<T>): Promise<T | undefined> =>
  withTimeout(questionTimeMs(limitMs), answer)

/**
 * The answer of a service for a person who waits. Returns undefined if the service fails, or once the time that the questions of one request share
 * is over; the task behind a form then decides. Throws every other error.
 */
export const withinDeadline = <T>(answer: Promise<T>): Promise<T | undefined> => answerWithin(questionTimeMs(), answer)
