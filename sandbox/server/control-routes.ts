import { findUnknownField } from './control-fields.ts'
import type { HttpAnswer, HttpCall, Route } from './http-types.ts'

export type JsonObject = Record<string, unknown>

/** A control call that is refused. The message says what would be valid. */
export class ControlError extends Error {
  override name = 'ControlError'
  readonly status: number
  constructor(message: string, status = 400) {
    super(message)
    this.status = status
  }
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The JSON object in the body of a request: `{}` for an empty body, undefined for anything else. */
export function parseJsonBody(call: HttpCall): JsonObject | undefined {
  if (call.body.length === 0) return {}
  try {
    const value: unknown = JSON.parse(call.body.toString('utf8'))
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A control route over JSON. Its result is the body of a 200; a `ControlError` becomes a 4xx with `{ error }`. */
export function controlRoute(
  method: string,
  pattern: string,
  run: (fields: JsonObject, params: Record<string, string>, call: HttpCall) => unknown,
): Route {
  return {
    method,
    pattern,
    async run(call, params): Promise<HttpAnswer> {
      const fields = parseJsonBody(call)
      if (!fields) return { status: 400, body: { error: 'the body is not a JSON object' } }
      const unknown = findUnknownField(method, pattern, fields)
      if (unknown !== undefined) return { status: 400, body: { error: unknown } }
      try {
        return { status: 200, body: (await run(fields, params, call)) ?? {} }
      } catch (error) {
        if (error instanceof ControlError) return { status: error.status, body: { error: error.message } }
        throw error
      }
    },
  }
}

export const optionalText = (fields: JsonObject, name: string): string | undefined => {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw new ControlError(`${name} is a string`)
  return value
}

export const requiredText = (fields: JsonObject, name: string): string => {
  const value = optionalText(fields, name)
  if (!value) throw new ControlError(`${name} is missing`)
  return value
}

export const optionalNumber = (fields: JsonObject, name: string): number | undefined => {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0)
    throw new ControlError(`${name} is a number, 0 or more`)
  return value
}

export const optionalChoice = <T extends string>(
  fields: JsonObject,
  name: string,
  allowed: readonly T[],
): T | undefined => {
  const value = optionalText(fields, name)
  if (value === undefined) return undefined
  const found = allowed.find((one) => one === value)
  if (!found) throw new ControlError(`${name} is one of ${allowed.join(', ')}`)
  return found
}
