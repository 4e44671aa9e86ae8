import { AsyncLocalStorage } from 'node:async_hooks'
import { type DestinationStream, type LogFn, type Logger, pino } from 'pino'
import { describeErrorMessage, limitLogFields, limitLogText } from './log-fields.ts'
import { redactLine } from './log-redaction.ts'

export type Log = Logger

const MAX_UNWRITTEN_BYTES = 1024 * 1024

const correlations = new AsyncLocalStorage<{ correlation: string; attempt?: number }>()

/** Everything logged inside `run`, however late, carries this id (and a task's attempt): all effects of one request can be found. */
export function withCorrelation<T>(id: string, run: () => T, attempt?: number): T {
  return correlations.run({ correlation: id, ...(attempt !== undefined && { attempt }) }, run)
}

/** The id set by `withCorrelation`; undefined outside. */
export function currentCorrelation(): string | undefined {
  return correlations.getStore()?.correlation
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/**
 * Standard output. While it cannot be written, as on a full disk, a megabyte of lines waits for room and later ones are lost: the app goes on. There
 * is no `flushSync`, which pino would call after a fatal error: on a full disk it never returns. Every line is written immediately anyhow.
 */
function createStandardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, maxLength: MAX_UNWRITTEN_BYTES })
  output.on('error', () => {})
  return { write: (line) => void output.write(line) }
}

/**
 * The only logger. Secrets and people's words never leave it: errors pass an allow-list, and every line is cleaned of known credential
 * shapes, of mail addresses and of strings under names that hold content. A line is limited before it is cleaned.
 */
export function createLogger(options: { level?: string; destination?: DestinationStream } = {}): Log {
  const settings = {
    level: options.level ?? 'info',
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }), log: limitLogFields },
    // `limitLogFields` has described the error; pino's own serializer would take the description for an error.
    serializers: { err: (described: unknown) => described },
    mixin: () => ({ ...correlations.getStore() }),
    hooks: {
      streamWrite: redactLine,
      // Without an explicit message pino would copy the error's message, bypassing the serializer.
      logMethod(this: Log, args: Parameters<LogFn>, method: LogFn) {
        const [first, message] = args as unknown[]
        const error = first instanceof Error ? first : isObject(first) ? first['err'] : undefined
        if (message === undefined && error instanceof Error) args[1] = describeErrorMessage(error)
        const limited = (args as unknown[]).map((arg) => (typeof arg === 'string' ? limitLogText(arg) : arg))
        return method.apply(this, limited as Parameters<LogFn>)
      },
    },
  }
  return pino(settings, options.destination ?? createStandardOutput())
}
