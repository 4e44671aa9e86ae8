import type { UpstreamDetails, UpstreamService } from './errors.ts'

/** Longest wait accepted from a service: a false header must not hold everything up for longer. */
export const LONGEST_WAIT_MS = 3_600_000
/** A service that asks for a longer wait is asked again this often. */
export const PROBE_MS = 5 * 60_000
/** Admins are notified of waits above this. */
const LONG_WAIT_MS = 10 * 60_000

/** Is called for each answer that asks for a wait of more than ten minutes. */
export type LongWaitListener = (service: UpstreamService, askedMs: number) => void

/** `Retry-After` in milliseconds, from seconds or a date. Repeated headers are joined by commas; the first one counts. */
function parseRetryAfter(value: string, nowMs: number): number | undefined {
  const seconds = /^\d+(?:\.\d+)?(?=\s*(?:,|$))/.exec(value)?.[0]
  if (seconds !== undefined) return Number(seconds) * 1000
  return /^[a-z]{3,9},/i.test(value) ? Date.parse(value.slice(0, 40)) - nowMs : undefined
}

/**
 * How long to wait after an answer with this `Retry-After`: at least a second, at most an hour. `askedWaitMs` is what the service asked for,
 * if it is so long that admins have to know.
 */
export function readRetryAfter(
  value: string | null | undefined,
  nowMs = Date.now(),
): Pick<UpstreamDetails, 'retryAfterMs' | 'askedWaitMs'> {
  const askedMs = parseRetryAfter(value?.trim().slice(0, 100) ?? '', nowMs)
  if (askedMs === undefined || Number.isNaN(askedMs)) return {}
  const retryAfterMs = Math.min(Math.max(1000, askedMs), LONGEST_WAIT_MS)
  return { retryAfterMs, ...(askedMs > LONG_WAIT_MS && { askedWaitMs: askedMs }) }
}
