import { createHash } from 'node:crypto'
import type { ZodType } from 'zod'
import { UpstreamError, classifyFailure } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import { currentCorrelation, type Log, withCorrelation } from '../core/log.ts'
import type { TaskFailure, RunTask, Task } from './queue.ts'

export interface TaskContext {
  id: string
  /** 1 for the first try. */
  attempt: number
  /** Aborted when the process must stop: end soon, the task runs again at the next start. */
  signal: AbortSignal
}

/** A kind of task: its data's shape, frozen once shipped; `version` goes up when the shape changes. */
export interface TaskKind<T> {
  kind: string
  of(data: T): Task
  /**
   * `dying` tells the person whom it hurts that the task will never be done; it only sends, under ids derived from the death's. False:
   * it found nobody.
   */
  handler(
    run: (data: T, context: TaskContext) => Promise<void | { againMs: number }>,
    dying?: (data: T, death: TaskFailure) => Promise<void | false>,
  ): TaskHandler
}

export interface TaskHandler {
  kind: string
  run: RunTask
  /** Whether the person whom it hurts is told. */
  onDeadLetter(task: Task, death: TaskFailure): Promise<boolean>
}

/** What a schema of records lets through becomes JSON when the adapter writes it; what is undefined is left out there. */
const stored = (data: unknown) => data as Json

/** Declares a kind; tasks whose stored data no longer fits it die with a reason and are kept. */
export function taskKind<T>(kind: string, schema: ZodType<T>, version = 1): TaskKind<T> {
  return {
    kind,
    of: (data) => {
      const id = currentCorrelation()
      return { kind, version, data: stored(data), ...(id !== undefined && { correlation: id }) }
    },
    handler: (run, dying) => ({
      kind,
      async onDeadLetter(task, death) {
        const data = schema.safeParse(task.data)
        if (!dying || !data.success || task.version > version) return false
        return (await dying(data.data, death)) !== false
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

/** One runner for all kinds; an unknown kind dies with its name, and is kept for a process that knows it. */
export function createTaskRunner(handlers: TaskHandler[]): RunTask {
  const byKind = new Map(handlers.map((handler) => [handler.kind, handler.run]))
  return async (task, context) => {
    const run = byKind.get(task.kind)
    if (!run) throw new Error(`no handler for task kind ${task.kind}`)
    try {
      return await withCorrelation(task.correlation ?? context.id, () => run(task, context), context.attempt)
    } catch (error) {
      // Held back by a budget or a 429: no attempt, the same task again when there is room.
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

/** By which people and operators name a failure to each other: it stands in the message, in the log and in the list of dead letters. */
export function errorReference(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 6).toUpperCase()
}

/** Tells of each death: a kind may know whom it hurts; `tell` hears of every one, and whether its person knows. */
export function createDeadLetterNotifier(
  handlers: TaskHandler[],
  { notify: tell, log }: { notify: (task: Task, death: TaskFailure, isTold: boolean) => Promise<void>; log: Log },
): (task: Task, death: TaskFailure) => Promise<void> {
  const byKind = new Map(handlers.map((handler) => [handler.kind, handler]))
  return (task, death) =>
    withCorrelation(task.correlation ?? death.id, async () => {
      log.info({ task: death.id, kind: task.kind, reference: errorReference(death.id) }, 'a task was given up')
      let isTold = false
      try {
        isTold = (await byKind.get(task.kind)?.onDeadLetter(task, death)) ?? false
      } catch (error) {
        if (classifyFailure(error) === 'retry') throw error
        log.error({ err: error, kind: task.kind }, 'the person affected by a dead task could not be found')
      }
      await tell(task, death, isTold)
    })
}
