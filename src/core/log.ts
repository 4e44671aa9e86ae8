import { AsyncLocalStorage } from 'node:async_hooks'
import { createHmac, randomBytes } from 'node:crypto'
import { type DestinationStream, type LogFn, type Logger, pino } from 'pino'
import { UpstreamError } from './errors.ts'

export type Log = Logger

const correlations = new AsyncLocalStorage<{ correlation: string; attempt?: number }>()

/** Everything logged inside `run`, however late, carries this id (and a task's attempt), so that all effects of one request can be found. */
export function withCorrelation<T>(id: string, run: () => T, attempt?: number): T {
  return correlations.run({ correlation: id, ...(attempt !== undefined && { attempt }) }, run)
}

/** The id set by `withCorrelation`; undefined outside of it. */
export function currentCorrelation(): string | undefined {
  return correlations.getStore()?.correlation
}

const HIDDEN = '[hidden]'

/** Values under these names are never written, at any depth: credentials and people's words. */
const secretNames =
  'authorization|cookie|api_?key|(?:bot_?|app_?|access_?|refresh_?)?token|(?:\\w+_?)?secrets?|password'
const contentNames = 'text|html|extracted_?(?:text|html)|subject|preview|prompt|body|blocks|content|private_metadata'
const names = new RegExp(`("(?:${secretNames}|${contentNames})":)"(?:[^"\\\\]|\\\\.)*"`, 'gi')

const shapes: [RegExp, string][] = [
  [/\bxox[a-z]*(?:\.xox[a-z])?-[\w.-]+/gi, HIDDEN],
  [/\bxapp-[\w-]+/gi, HIDDEN],
  [/\bwhsec_[\w+/=-]+/g, HIDDEN],
  [/\bBearer\s+[^\s"\\]+/gi, `Bearer ${HIDDEN}`],
  [/\bhttps?:\/\/hooks\.slack(?:-gov)?\.com\/[^\s"\\]*/gi, HIDDEN],
  [/(:\/\/)[^\s"\\/@]{0,200}:[^\s"\\@]{0,500}@/g, `$1${HIDDEN}@`],
]

/** Removes everything that looks like a credential; used for logs and for texts that people are shown. */
export function redactCredentials(text: string): string {
  return shapes.reduce((rest, [shape, instead]) => rest.replace(shape, instead), text)
}

const ADDRESS = /[^\s"\\<>@,;:()[\]/]{1,64}@(?:[^\s"\\<>@,;:()[\]/.]{1,63}\.){1,8}[^\s"\\<>@,;:()[\]/.]{2,63}/g
/** Random per process: equal addresses get equal marks, and nobody can guess an address from its mark. */
const mask = randomBytes(32)

/** The operator's own inboxes are named as they are; they are nobody's private address. */
const OWN = /("inbox_?[iI]d":"[^"]*")/

/** Replaces each mail address by a mark that distinguishes it from others. */
function maskAddresses(line: string): string {
  if (!line.includes('@')) return line
  const short = (address: string) => `[address ${createHmac('sha256', mask).update(address).digest('hex').slice(0, 8)}]`
  return line
    .split(OWN)
    .map((part) => (OWN.test(part) ? part : part.replace(ADDRESS, short)))
    .join('')
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const CAUSES = 4

/** V8 quotes the source text in the message of a JSON error, and that text may be a mail. */
function removeQuotedSource(error: Error, text: string | undefined): string | undefined {
  return error instanceof SyntaxError
    ? text?.replace(/(?:\.{3})?".*"(?:\.{3})? is not valid JSON/s, 'not valid JSON')
    : text
}

/** Errors of libraries carry whole requests with their headers as properties: only the properties named here are written. */
function serializeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const { code, status } = error as { code?: unknown; status?: unknown }
  const known = error instanceof UpstreamError ? error.details : undefined
  const shown = known ?? { code, status }
  const plain = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? value : undefined)
  return {
    type: error.name,
    message: removeQuotedSource(error, error.message),
    stack: removeQuotedSource(error, error.stack),
    code: plain(shown.code),
    status: plain(shown.status),
    ...(known && { service: known.service, outcome: known.outcome, derived: known.isCodeDerived }),
    ...(error.cause !== undefined && depth < CAUSES && { cause: serializeError(error.cause, depth + 1) }),
  }
}

/**
 * The only logger. Secrets and people's words never leave it: errors pass an allow-list, and every line is cleaned of known credential
 * shapes, of mail addresses and of strings under names that hold content.
 */
export function createLogger(options: { level?: string; destination?: DestinationStream } = {}): Log {
  const settings = {
    level: options.level ?? 'info',
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: serializeError, error: serializeError, cause: serializeError },
    mixin: () => ({ ...correlations.getStore() }),
    hooks: {
      streamWrite: (line: string) => maskAddresses(redactCredentials(line.replace(names, `$1"${HIDDEN}"`))),
      // Without an explicit message pino would copy the error's message, bypassing the serializer.
      logMethod(this: Log, args: Parameters<LogFn>, method: LogFn) {
        const [first, message] = args as unknown[]
        const error = first instanceof Error ? first : isObject(first) ? first['err'] : undefined
        if (message === undefined && error instanceof Error) args[1] = removeQuotedSource(error, error.message)
        return method.apply(this, args)
      },
    },
  }
  return options.destination ? pino(settings, options.destination) : pino(settings)
}
