import { LogLevel, type Logger } from '@slack/bolt'
import type { Log } from '../../core/log.ts'

const joinParts = (parts: unknown[]): string =>
  parts.map((part) => (part instanceof Error ? part.message : String(part))).join(' ')

/** The SDK's own words through our log: warnings and errors only, since its debug lines carry message bodies (docs/slack-limits.md). */
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
