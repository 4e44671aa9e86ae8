import type { Answer, Call, Route } from './http-types.ts'

export type Fields = Record<string, unknown>

/** A control call that cannot be done; its message tells the caller what to do instead. */
export class ControlError extends Error {
  override name = 'ControlError'
  readonly status: number
  constructor(message: string, status = 400) {
    super(message)
    this.status = status
  }
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The JSON object a request carries; absent when it carries something else, `{}` when it carries nothing. */
export function fieldsOf(call: Call): Fields | undefined {
  if (call.body.length === 0) return {}
  try {
    const value: unknown = JSON.parse(call.body.toString('utf8'))
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A control route over JSON: what it returns is the 200 body, what it throws as `ControlError` is a 4xx with `{ error }`. */
export function control(
  method: string,
  pattern: string,
  run: (fields: Fields, params: Record<string, string>, call: Call) => unknown,
): Route {
  return {
    method,
    pattern,
    async run(call, params): Promise<Answer> {
      const fields = fieldsOf(call)
      if (!fields) return { status: 400, body: { error: 'the body is not a JSON object' } }
      try {
        return { status: 200, body: (await run(fields, params, call)) ?? {} }
      } catch (error) {
        if (error instanceof ControlError) return { status: error.status, body: { error: error.message } }
        throw error
      }
    },
  }
}

export const text = (fields: Fields, name: string): string | undefined => {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw new ControlError(`${name} is a string`)
  return value
}

export const needed = (fields: Fields, name: string): string => {
  const value = text(fields, name)
  if (!value) throw new ControlError(`${name} is missing`)
  return value
}

export const number = (fields: Fields, name: string): number | undefined => {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0)
    throw new ControlError(`${name} is a number, 0 or more`)
  return value
}

export const oneOf = <T extends string>(fields: Fields, name: string, allowed: readonly T[]): T | undefined => {
  const value = text(fields, name)
  if (value === undefined) return undefined
  const found = allowed.find((one) => one === value)
  if (!found) throw new ControlError(`${name} is one of ${allowed.join(', ')}`)
  return found
}
