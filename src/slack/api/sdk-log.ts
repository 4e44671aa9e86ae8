import { LogLevel, type Logger } from '@slack/bolt'
import type { Log } from '../../core/log.ts'

const joinParts = (parts: unknown[]): string =>
  parts.map((part) => (part instanceof Error ? part.message : String(part))).join(' ')

/** The SDK writes a line for each warning in an answer, in one go; an answer may contain any number. */
const LINES_AT_ONCE = 20

/** Passes the SDK's warnings and errors to our log, one level lower. Its debug lines carry message bodies and are dropped (docs/slack-limits.md). */
export function createSdkLogger(log: Log): Logger {
  let lines = 0
  const isTooMany = (): boolean => {
    if (lines === 0) setImmediate(() => (lines = 0))
    lines += 1
    return lines > LINES_AT_ONCE
  }
  return {
    debug: () => {},
    info: () => {},
    warn: (...parts: unknown[]) => isTooMany() || log.debug({ sdk: joinParts(parts) }, 'slack sdk warning'),
    error: (...parts: unknown[]) => isTooMany() || log.warn({ sdk: joinParts(parts) }, 'slack sdk error'),
    setLevel: () => {},
    getLevel: () => LogLevel.WARN,
    setName: () => {},
  }
}
