import { createHash } from 'node:crypto'
import type { SandboxServer } from '../../server/sandbox-server.ts'
import { BrokenRequest, validationError, MailboxError } from './error-codes.ts'
import { isClientKey, CLIENT_KEY_RULE } from './field-reader.ts'

const WINDOW_MS = 24 * 60 * 60 * 1000
/** How long the key of a broken attempt counts as in flight. */
const DEAD_MS = 30_000

interface Use<T> {
  print: string
  /** Absent while the first attempt is in flight. */
  result?: T
  endedAt?: number
}

/** Sorts keys, because their order does not make payloads different. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, one]) => [key, canonical(one)])
}

/** At most one mail per key: a repeat within 24 hours after the send answers the first result. */
export function createIdempotencyKeys<T>(server: SandboxServer) {
  const uses = new Map<string, Use<T>>()
  return {
    async once(key: string | undefined, request: unknown, send: () => Promise<T>): Promise<T> {
      if (key === undefined) return send()
      if (!isClientKey(key)) throw validationError('Idempotency-Key', CLIENT_KEY_RULE)
      const print = createHash('sha256')
        .update(JSON.stringify(canonical(request)))
        .digest('hex')
      let use = uses.get(key)
      if (use?.endedAt !== undefined && use.endedAt + WINDOW_MS <= server.clock.elapsed()) use = undefined
      if (use && use.print !== print)
        throw new MailboxError('conflict', {
          message: 'Idempotency-Key was used with a different message, inbox or route',
          fix: 'Use a new Idempotency-Key for a different email.',
        })
      if (use && use.result === undefined)
        throw new MailboxError('conflict', {
          message: 'A request with this Idempotency-Key is still in flight',
          fix: 'Repeat the identical request after a short wait.',
        })
      if (use?.result !== undefined) return use.result
      const mine: Use<T> = { print }
      uses.set(key, mine)
      try {
        mine.result = await send()
        mine.endedAt = server.clock.elapsed()
        return mine.result
      } catch (error) {
        // A refused send sent nothing, so its key is free again; the key of a broken one is free only after a while.
        const free = (): void => void (uses.get(key) === mine && uses.delete(key))
        if (error instanceof BrokenRequest) server.clock.after(DEAD_MS, free)
        else free()
        throw error
      }
    },
    reset: () => uses.clear(),
  }
}
