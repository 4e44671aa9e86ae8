import type { Json } from '../core/json.ts'

export interface Task {
  /** `<slice>.<verb>` */
  kind: string
  version: number
  data: Json
  /** The id in the log of everything that belongs to one request, from the request to its last effect. */
  correlation?: string
}

/** A task that failed for good and can be retried by an operator. */
export interface DeadLetter {
  id: string
  task: Task
  lane?: string
  attempts: number
  reason: string
  diedAt: number
}

export interface QueueStats {
  waiting: number
  active: number
  delayed: number
  dead: number
  /** Age of the oldest task that is due and has not started; 0 if there is none. */
  oldestDueMs: number
  /** Until the next delayed or retried task falls due; undefined if there is none. Background tasks that run again (polls) do not count. */
  nextDueMs: number | undefined
}

export interface Worker {
  /** Takes no new task and waits up to `graceMs` for running ones, then aborts their signals; they run again at the next start. */
  stop(graceMs: number): Promise<void>
}

export interface SendOptions {
  id: string
  lane?: string
  delayMs?: number
  /** How long the id is remembered after the send; default 3 days. */
  rememberMs?: number
  /** Runs in separate slots: a backlog never delays user-facing tasks. Ignored for tasks in a lane. */
  isBackground?: boolean
  /**
   * From a source that may flood. It waits while the process is busy with requests or with other tasks, which overtake it until it joins
   * its lane; bulk tasks keep their order among each other. Ignored for delayed and background tasks.
   */
  isBulk?: boolean
}

/**
 * Runs a task; `{ againMs }` runs it again after that time. `attempt` counts the starts since the task was sent or last returned
 * `againMs`, including those that a crash or a stop cut short: above 1, its effects may have happened already.
 */
export type RunTask = (
  task: Task,
  context: { id: string; attempt: number; signal: AbortSignal },
) => Promise<void | { againMs: number }>

/** Why a task becomes a dead letter. `reason` is for operators only: it may quote content. */
export interface TaskFailure {
  id: string
  attempts: number
  reason: string
}

export interface WorkOptions {
  concurrency: number
  /** Number of background tasks that run at the same time, in addition to the others; default: `concurrency`. */
  backgroundConcurrency?: number
  /**
   * Called before a task becomes a dead letter, to notify the person affected; after a crash it is called again. If it throws, it is
   * retried for a while. A task that cannot be opened has the kind `unreadable`.
   */
  onDeadLetter?(this: void, task: Task, failure: TaskFailure): Promise<void>
}

/**
 * At-least-once tasks. The tasks of one lane run one at a time, in order. Waits that callers name are real time, the queue's own waits
 * follow the clock's scale. The adapter seals data, but not ids and lanes.
 */
export interface Queue {
  /**
   * Durable when it resolves. An id (up to 512 characters) is remembered for `rememberMs` after the send, even if the task is cancelled,
   * done or dead: sending it again starts nothing, but wakes its lane. With `delayMs` a task enters its lane when it falls due.
   */
  send(task: Task, options: SendOptions): Promise<void>
  /** True if the task had not started; it never will. */
  cancel(id: string): Promise<boolean>
  /**
   * A throw is a failed attempt: the task is retried at the head of its lane, after `retryAfterMs` or after 1 s doubling up to 30 s. It
   * becomes a dead letter when `classifyFailure` does not retry it, or after 24 h. `againMs` is not a failure: the same id runs later at
   * the same place (polls, rate limits), after 5 min at the latest. A poll is one task that returns `againMs`, so it leaves no ids behind.
   */
  work(run: RunTask, options: WorkOptions): Worker
  /** A dead task has left its lane; `retry` puts it at the tail of the lane. */
  dead: {
    /** Newest first; `after` is the last id of the page before. */
    list(page?: { after?: string; limit?: number }): Promise<DeadLetter[]>
    retry(id: string): Promise<boolean>
    drop(id: string): Promise<void>
  }
  stats(): Promise<QueueStats>
  close(): Promise<void>
}
