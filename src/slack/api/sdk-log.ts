import { LogLevel, type Logger } from '@slack/bolt'
import type { Log } from '../../core/log.ts'

const joinParts = (parts: unknown[]): string =>
  parts.map((part) => (part instanceof Error ? part.message : String(part))).join(' ')

/** Passes the SDK's warnings and errors to our log, one level lower. Its debug lines carry message bodies and are dropped (docs/slack-limits.md). */
export function createSdkLogger(log: Log): Logger {
  return {
    debug: () => {},
    info: () => {},
    warn: (...parts: unknown[]) => log.debug({ sdk: joinParts(parts) }, 'slack sdk warning'),
    error: (...parts: unknown[]) => log.warn({ sdk: joinParts(parts) }, 'slack sdk error'),
    setLevel: () => {},
    getLevel: () => LogLevel.WARN,
    setName: () => {},
  }
}
