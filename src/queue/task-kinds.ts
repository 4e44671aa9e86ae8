import { createHash } from 'node:crypto'
import type { ZodType } from 'zod'
import { UpstreamError, classifyFailure } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import { currentCorrelation, type Log, withCorrelation } from '../core/log.ts'
import type { TaskFailure, RunTask, Task } from './queue.ts'

export interface TaskContext {
  id: string
  /** 1 for the first attempt. */
  attempt: number
  /** Aborted when the process must stop: end soon; the task runs again at the next start. */
  signal: AbortSignal
}

/** A kind of task. Its name and the shape of its data are frozen once shipped; `version` goes up when the shape changes. */
export interface TaskKind<T> {
  kind: string
  /** `needs`: the lowest version that a process must know to run it; by default the newest. */
  of(data: T, needs?: number): Task
  /**
   * `onDeadLetter` is called before a task is dead-lettered, to notify the person affected. It must only enqueue, with ids derived from
   * the failure's id. Returns false if there is nobody to notify.
   */
  handler(
    run: (data: T, context: TaskContext) => Promise<void | { againMs: number }>,
    onDeadLetter?: (data: T, failure: TaskFailure) => Promise<void | false>,
  ): TaskHandler
}

export interface TaskHandler {
  kind: string
  version: number
  /** The shape of its data. */
  schema: ZodType
  run: RunTask
  /** Whether a person was notified. */
  onDeadLetter(task: Task, failure: TaskFailure): Promise<boolean>
}

/** The data of a task is JSON once the adapter has written it, which leaves out undefined fields. */
const stored = (data: unknown) => data as Json

/** Declares a kind. A task whose stored data does not fit the schema becomes a dead letter. */
export function taskKind<T>(kind: string, schema: ZodType<T>, version = 1): TaskKind<T> {
  return {
    kind,
    of: (data, needs = version) => {
      const id = currentCorrelation()
      return { kind, version: needs, data: stored(data), ...(id !== undefined && { correlation: id }) }
    },
    handler: (run, notifyPerson) => ({
      kind,
      version,
      schema,
      async onDeadLetter(task, failure) {
        const data = schema.safeParse(task.data)
        if (!notifyPerson || !data.success || task.version > version) return false
        return (await notifyPerson(data.data, failure)) !== false
      },
      run: async (task, context) => {
        if (task.version > version)
          throw new Error(`task ${kind} has version ${task.version}, this process knows ${version}`)
        const data = schema.safeParse(task.data)
        if (!data.success) {
          const fields = data.error.issues.map((issue) => issue.path.join('.')).join(', ')
          throw new Error(`task ${kind} cannot be read: ${fields}`)
        }
        return run(data.data, context)
      },
    }),
  }
}

/** Runs tasks of all kinds. A task of an unknown kind becomes a dead letter, for a process that knows it. */
export function createTaskRunner(handlers: TaskHandler[]): RunTask {
  const byKind = new Map(handlers.map((handler) => [handler.kind, handler.run]))
  return async (task, context) => {
    const run = byKind.get(task.kind)
    if (!run) throw new Error(`no handler for task kind ${task.kind}`)
    try {
      return await withCorrelation(task.correlation ?? context.id, () => run(task, context), context.attempt)
    } catch (error) {
      // A rate limit or a 429 is not a failed attempt: the same task runs again when there is capacity.
      if (
        error instanceof UpstreamError &&
        error.details.outcome === 'not_sent' &&
        error.details.retryAfterMs !== undefined
      ) {
        return { againMs: error.details.retryAfterMs }
      }
      throw error
    }
  }
}

/** Short id shown in the Slack message, the log and the dead-letter list; people and operators can refer to the same failure. */
export function errorReference(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 6).toUpperCase()
}

/** Handles each task that is given up: its kind may notify the person affected; `notify` is called for every one, with whether it did. */
export function createDeadLetterNotifier(
  handlers: TaskHandler[],
  { notify, log }: { notify: (task: Task, failure: TaskFailure, wasNotified: boolean) => Promise<void>; log: Log },
): (task: Task, failure: TaskFailure) => Promise<void> {
  const byKind = new Map(handlers.map((handler) => [handler.kind, handler]))
  return (task, failure) =>
    withCorrelation(task.correlation ?? failure.id, async () => {
      log.info({ task: failure.id, kind: task.kind, reference: errorReference(failure.id) }, 'a task was given up')
      let wasNotified = false
      try {
        wasNotified = (await byKind.get(task.kind)?.onDeadLetter(task, failure)) ?? false
      } catch (error) {
        if (classifyFailure(error) === 'retry') throw error
        log.error({ err: error, kind: task.kind }, 'the person affected by a dead task could not be found')
      }
      await notify(task, failure, wasNotified)
    })
}
