import type { HttpCall } from '../../server/http-types.ts'
import { invalidArguments, SlackError } from './slack-errors.ts'
import { isJsonObject, type Block, type JsonObject } from '../workspace/workspace-types.ts'

/** The arguments of one Web API call, however they were sent; forms carry objects as JSON text. */
export interface CallArguments {
  all: JsonObject
  text(name: string): string | undefined
  required(name: string): string
  flag(name: string, fallback?: boolean): boolean
  number(name: string, fallback: number): number
  list(name: string): unknown[] | undefined
  object(name: string): JsonObject | undefined
  blocks(name?: string): Block[] | undefined
  /** Comma-separated, as Slack takes lists of ids. */
  words(name: string): string[]
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

export function readArguments(all: JsonObject): CallArguments {
  const text = (name: string): string | undefined => {
    const value = all[name]
    if (value === undefined || value === null) return undefined
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  const list = (name: string): unknown[] | undefined => {
    const raw = all[name]
    if (raw === undefined || raw === null || raw === '') return undefined
    const value = parsed(raw)
    if (!Array.isArray(value)) throw invalidArguments(`must provide an array [json-pointer:/${name}]`)
    return value
  }
  return {
    all,
    text,
    required(name) {
      const value = text(name)
      if (value === undefined || value === '') throw invalidArguments(`missing required field: ${name}`)
      return value
    },
    flag(name, fallback = false) {
      const value = text(name)
      return value === undefined || value === '' ? fallback : value === 'true' || value === '1'
    },
    number(name, fallback) {
      const value = text(name)
      if (value === undefined || value === '') return fallback
      if (!/^\d+$/.test(value)) throw invalidArguments(`must be a valid integer [json-pointer:/${name}]`)
      return Number(value)
    },
    list,
    object(name) {
      const raw = all[name]
      if (raw === undefined || raw === null || raw === '') return undefined
      const value = parsed(raw)
      if (!isJsonObject(value)) throw invalidArguments(`must provide an object [json-pointer:/${name}]`)
      return value
    },
    blocks(name = 'blocks') {
      const raw = all[name]
      if (raw === undefined || raw === null || raw === '') return undefined
      const value = parsed(raw)
      if (!Array.isArray(value)) throw new SlackError('invalid_blocks_format')
      return value as Block[]
    },
    words: (name) =>
      (text(name) ?? '')
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean),
  }
}

function multipart(body: Buffer, boundary: string): JsonObject {
  const fields: JsonObject = {}
  for (const part of body.toString('latin1').split(`--${boundary}`)) {
    const at = part.indexOf('\r\n\r\n')
    const name = /name="([^"]*)"/.exec(part.slice(0, at))?.[1]
    if (at < 0 || name === undefined || /filename="/.test(part.slice(0, at))) continue
    fields[name] = Buffer.from(part.slice(at + 4).replace(/\r\n$/, ''), 'latin1').toString('utf8')
  }
  return fields
}

/** Reads the arguments of a call (query, form, multipart or JSON), with the warning that Slack gives for a missing charset. */
export function decodeCall(call: HttpCall): { fields: JsonObject; json: boolean; warning?: string } {
  const fields: JsonObject = Object.fromEntries(call.query)
  const type = call.headers['content-type'] ?? ''
  const kind = type.split(';')[0]?.trim().toLowerCase()
  if (call.body.length === 0) return { fields, json: false }
  if (kind === 'application/x-www-form-urlencoded') {
    Object.assign(fields, Object.fromEntries(new URLSearchParams(call.body.toString('utf8'))))
    return { fields, json: false, ...(/charset/i.test(type) && { warning: 'superfluous_charset' }) }
  }
  const boundary = kind === 'multipart/form-data' ? /boundary="?([^";]+)"?/i.exec(type)?.[1] : undefined
  if (boundary) return { fields: Object.assign(fields, multipart(call.body, boundary)), json: false }
  if (kind !== 'application/json') throw new SlackError(kind ? 'invalid_post_type' : 'missing_post_type')
  let value: unknown
  try {
    value = JSON.parse(call.body.toString('utf8'))
  } catch {
    throw new SlackError('invalid_json')
  }
  if (!isJsonObject(value)) throw new SlackError('json_not_object')
  return {
    fields: Object.assign(fields, value),
    json: true,
    ...(!/charset/i.test(type) && { warning: 'missing_charset' }),
  }
}
