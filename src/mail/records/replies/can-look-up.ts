import type { Clock } from '../../../core/clock.ts'
import type { Reply } from './reply.ts'

/** An idempotency key is valid for 24 hours; the rest leaves room for a slow last attempt. */
export const KEY_MS = 23.5 * 60 * 60_000

/** The error code of a request that would no longer be the same, so it must not be repeated under its key. Stored; frozen. */
export const CHANGED_BYTES = 'changed_bytes'

/** Whether repeating the request under the same key still finds the first attempt. */
export const canLookUp = ({ firstTriedAt, trouble }: Reply, clock: Clock): boolean =>
  firstTriedAt !== undefined && trouble?.code !== CHANGED_BYTES && clock.now() - firstTriedAt < clock.scaled(KEY_MS)
