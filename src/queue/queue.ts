import type { Json } from '../core/json.ts'

export interface Task {
  /** `<slice>.<verb>` */
  kind: string
  version: number
  data: Json
  /** Under which its work is logged, the same from the first request to the last effect. */
  correlation?: string
}

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
  /** Age of the oldest task that is due and has not started, 0 if there is none. */
  oldestDueMs: number
}

export interface Worker {
  /** Takes no new task, waits up to `graceMs` for running ones, then aborts their signal; they run again at the next start. */
  stop(graceMs: number): Promise<void>
}

export interface SendOptions {
  id: string
  lane?: string
  delayMs?: number
  /** How long the id is remembered, from the send on; default 3 days. */
  rememberMs?: number
  /** Nobody waits for it: however many of them are due, what people ask for does not stand behind them. Not for tasks of a lane. */
  isBackground?: boolean
}

/**
 * `attempt` counts the starts since the task was sent or last answered `againMs`, also those that a crash or a stop cut short: above 1 the
 * outside may know of it already.
 */
export type RunTask = (
  task: Task,
  context: { id: string; attempt: number; signal: AbortSignal },
) => Promise<void | { againMs: number }>

/** What a task dies of. `reason` is for operators: it may quote what it met. */
export interface TaskFailure {
  id: string
  attempts: number
  reason: string
}

export interface WorkOptions {
  concurrency: number
  /** How many tasks of the background run at once beside the others; default as many as of those. */
  backgroundConcurrency?: number
  /**
   * Told of a task just before it joins the dead, so that a person can be told; once more after a crash. A throw is tried again for a
   * while. A task that cannot be opened has the kind `unreadable`.
   */
  onDeadLetter?(this: void, task: Task, death: TaskFailure): Promise<void>
}

/** At-least-once tasks; waits that callers name are real time, the queue's own ones follow the clock's scale; the tasks of one lane run one at a time, in order. Data is sealed by the adapter; ids and lanes are not. */
export interface Queue {
  /**
   * Durable when it resolves. An id (any string up to 512; adapters encode it) is remembered for `rememberMs` from the send on, also when
   * cancelled, done or dead: sent again it starts nothing, but wakes its lane. With `delayMs` a task joins its lane when it falls due.
   */
  send(task: Task, options: SendOptions): Promise<void>
  /** True: it had not started and never will. */
  cancel(id: string): Promise<boolean>
  /**
   * A throw is a failed attempt: again after `retryAfterMs` or 1 s doubling to 5 min, at the head of its lane; dead when `verdict` gives up or after 24 h.
   * `againMs` is no attempt: same id, same place, later (polls, budgets, 429). A poll is one task that answers `againMs`; it leaves no ids behind.
   */
  work(run: RunTask, options: WorkOptions): Worker
  /** A dead task has left its lane; `retry` puts it at the tail. */
  dead: {
    /** Newest first; `after` is the id of the last one of the page before. */
    list(page?: { after?: string; limit?: number }): Promise<DeadLetter[]>
    retry(id: string): Promise<boolean>
    drop(id: string): Promise<void>
  }
  stats(): Promise<QueueStats>
  close(): Promise<void>
}
