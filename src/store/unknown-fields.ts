import type { Json } from '../core/json.ts'

/** A symbol: a spread copies it while `Object.keys`, `JSON.stringify` and the types do not see it. */
const UNKNOWN_FIELDS = Symbol('unknown fields')

interface JsonObject {
  [key: string]: Json | undefined
  [UNKNOWN_FIELDS]?: JsonObject
}

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Attaches to each object of `parsed` the fields of `raw` that its schema does not know, because a later version wrote them. The
 * elements of an array are matched by index; an array whose length the schema changed is skipped.
 */
export function attachUnknownFields(raw: unknown, parsed: unknown): void {
  if (raw === parsed) return
  if (Array.isArray(raw) && Array.isArray(parsed)) {
    if (raw.length === parsed.length) raw.forEach((element, index) => attachUnknownFields(element, parsed[index]))
    return
  }
  if (!isJsonObject(raw) || !isJsonObject(parsed)) return
  const unknown: [string, Json | undefined][] = []
  for (const [key, value] of Object.entries(raw)) {
    if (Object.hasOwn(parsed, key)) attachUnknownFields(value, parsed[key])
    else unknown.push([key, value])
  }
  if (unknown.length > 0) parsed[UNKNOWN_FIELDS] = Object.fromEntries(unknown)
}

/** Whether a later version wrote more into this object than this version knows. */
export const hasUnknownFields = (value: object): boolean => isJsonObject(value) && value[UNKNOWN_FIELDS] !== undefined

/** The value to store: each object with the unknown fields that are attached to it. Copies only what changes. */
export function restoreUnknownFields(value: Json): Json
export function restoreUnknownFields(value: Json | undefined): Json | undefined
export function restoreUnknownFields(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) {
    const restored = value.map((element) => restoreUnknownFields(element))
    return restored.some((element, index) => element !== value[index]) ? restored : value
  }
  if (!isJsonObject(value)) return value
  const changed: [string, Json | undefined][] = []
  for (const [key, field] of Object.entries(value)) {
    const restored = restoreUnknownFields(field)
    if (restored !== field) changed.push([key, restored])
  }
  const unknown = value[UNKNOWN_FIELDS]
  if (!unknown && changed.length === 0) return value
  return { ...unknown, ...value, ...Object.fromEntries(changed) }
}

/** `next` with the unknown fields of `previous`, for a record that was rebuilt field by field instead of copied. */
export function keepUnknownFields<T extends Json>(previous: Json | undefined, next: T): T
export function keepUnknownFields(previous: Json | undefined, next: Json): Json {
  return isJsonObject(previous) && isJsonObject(next) ? { ...previous[UNKNOWN_FIELDS], ...next } : next
}
