import { UpstreamError } from './errors.ts'
import { redactText, removeQuotedSource } from './log-redaction.ts'

/** A longer text is cut: every expression that cleans a line scans the whole text. */
const TEXT_CHARS = 4 * 1024
/** All fields of one line together. */
const LINE_CHARS = 32 * 1024
/** Characters examined beyond a cut, so no half of a credential or address stays before it. */
const OVERLAP_CHARS = 1024
const MESSAGE_IN_STACK_CHARS = 1024
const MAX_ENTRIES = 100
const MAX_DEPTH = 8
const CAUSES = 4
/** The cost of a value besides its characters. */
const VALUE_CHARS = 8

const CONTROL_CHARS = /(?![\n\r\t])\p{Cc}/gu

/** A text as a log line may contain it: at most `limit` characters, followed by how long it was. */
export function limitLogText(text: string, limit = TEXT_CHARS): string {
  // In JSON each of these takes six characters.
  if (text.length <= limit) return text.replace(CONTROL_CHARS, '\ufffd').toWellFormed()
  const kept = redactText(text.slice(0, limit + OVERLAP_CHARS)).slice(0, limit)
  return `${kept.replace(CONTROL_CHARS, '\ufffd').toWellFormed()}… (cut, ${text.length} characters)`
}

/** The message of an error without the source text that V8 quotes in it. */
export const describeErrorMessage = (error: Error): string => removeQuotedSource(error, String(error.message))

/** The stack repeats the message, and a long message must not push the lines of the stack beyond the cut. */
function describeStack(error: Error): string | undefined {
  const { message, stack } = error
  if (typeof stack !== 'string') return undefined
  return removeQuotedSource(
    error,
    stack.replace(message, () => limitLogText(message, MESSAGE_IN_STACK_CHARS)),
  )
}

/** Errors of libraries carry whole requests with their headers as properties: only the properties named here are written. */
function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const { code, status } = error as { code?: unknown; status?: unknown }
  const known = error instanceof UpstreamError ? error.details : undefined
  const shown = known ?? { code, status }
  const plain = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? value : undefined)
  return {
    type: error.name,
    message: describeErrorMessage(error),
    stack: describeStack(error),
    code: plain(shown.code),
    status: plain(shown.status),
    ...(known && { service: known.service, outcome: known.outcome, derived: known.isCodeDerived }),
    ...(error.cause !== undefined && depth < CAUSES && { cause: describeError(error.cause, depth + 1) }),
  }
}

const ERROR_FIELDS = new Set(['err', 'error', 'cause'])

/** The fields of a log line within its limits, before anything is made of them: an answer of 8 MB never becomes a line. */
export function limitLogFields(fields: object): Record<string, unknown> {
  let left = LINE_CHARS
  const limitValue = (value: unknown, depth: number): unknown => {
    left -= VALUE_CHARS
    if (typeof value === 'string') {
      const text = limitLogText(value, Math.max(0, Math.min(TEXT_CHARS, left)))
      left -= JSON.stringify(text).length
      return text
    }
    if (typeof value !== 'object' || value === null) return value
    if (value instanceof Error) return limitObject(describeError(value), depth)
    if (ArrayBuffer.isView(value)) return `(${value.byteLength} bytes)`
    if ('toJSON' in value && typeof value.toJSON === 'function') return limitValue(value.toJSON(), depth + 1)
    if (depth >= MAX_DEPTH || left <= 0) return '…'
    return Array.isArray(value) ? limitList(value, depth) : limitObject(value, depth)
  }
  const limitList = (list: unknown[], depth: number): unknown[] => {
    const kept = list.slice(0, MAX_ENTRIES).map((entry) => limitValue(entry, depth + 1))
    return list.length > MAX_ENTRIES ? [...kept, `… (cut, ${list.length} entries)`] : kept
  }
  const limitObject = (value: object, depth: number): Record<string, unknown> => {
    const kept: Record<string, unknown> = {}
    let entries = 0
    for (const name in value) {
      if (!Object.hasOwn(value, name)) continue
      if (++entries > MAX_ENTRIES || left <= 0) break
      left -= Math.min(name.length, TEXT_CHARS)
      kept[limitLogText(name)] = limitValue((value as Record<string, unknown>)[name], depth + 1)
    }
    return kept
  }
  const described = Object.entries(fields)
    .slice(0, MAX_ENTRIES)
    .map(([name, value]) => [name, value !== undefined && ERROR_FIELDS.has(name) ? describeError(value) : value])
  return limitObject(Object.fromEntries(described) as object, 0)
}
