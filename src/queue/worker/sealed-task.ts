import type { Json } from '../../core/json.ts'
import type { Sealer } from '../../encryption/sealer.ts'
import type { Task } from '../queue.ts'

/** Stands in for a task that cannot be opened. */
export const UNREADABLE_TASK: Task = { kind: 'unreadable', version: 0, data: null }

/** Frozen: the context for which a task is sealed. */
export const taskSealContext = (id: string): string => `task:${id}`

/** Frozen: the context for which the reason of a dead letter is sealed. */
export const reasonSealContext = (id: string): string => `reason:${id}`

/** Seals a task as bytes, which take three quarters of the space of text. */
export function sealTask(sealer: Sealer, id: string, { kind, version, data, correlation }: Task): Buffer {
  const parts = JSON.stringify([kind, version, data, ...(correlation === undefined ? [] : [correlation])])
  return sealer.sealBytes(parts, taskSealContext(id))
}

/** Throws an error with the reason why the task cannot be read, never with its content. */
export function openTask(sealer: Sealer, id: string, body: Uint8Array): Task {
  let parts: Json
  try {
    parts = JSON.parse(sealer.openBytes(body, taskSealContext(id)))
  } catch (cause) {
    // A JSON error quotes the text it met, so its message is not repeated.
    const reason = cause instanceof Error && !(cause instanceof SyntaxError) ? cause.message : 'it is not JSON'
    throw new Error(`the task cannot be read: ${reason}`, { cause })
  }
  if (!Array.isArray(parts)) throw new Error('the task cannot be read: it is not a task')
  const [kind, version, data = null, correlation] = parts
  if (typeof kind !== 'string' || typeof version !== 'number') throw new Error('the task cannot be read: no kind')
  return { kind, version, data, ...(typeof correlation === 'string' && { correlation }) }
}

/** A dead task is listed even if it cannot be opened: its kind is then `unreadable`. */
export function openDeadTask(sealer: Sealer, id: string, body: Uint8Array): Task {
  try {
    return openTask(sealer, id, body)
  } catch {
    return UNREADABLE_TASK
  }
}

/** The reason of a dead letter is sealed like the task: an error may quote what it met. */
export function sealReason(sealer: Sealer, id: string, reason: string): string {
  return sealer.seal(reason, reasonSealContext(id))
}

export function openReason(sealer: Sealer, id: string, sealed: string): string {
  try {
    return sealer.open(sealed, reasonSealContext(id))
  } catch {
    return 'the reason cannot be read'
  }
}
