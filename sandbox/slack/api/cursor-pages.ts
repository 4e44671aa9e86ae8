import type { CallArguments } from './call-arguments.ts'
import { SlackError } from './slack-errors.ts'
import type { JsonObject } from '../workspace/workspace-types.ts'

const encode = (kind: string, value: string): string => Buffer.from(`${kind}:${value}`).toString('base64')

/** The value in a cursor of this simulator. Refuses any other cursor. */
export function readCursor(args: CallArguments, kind: string): string | undefined {
  const given = args.text('cursor')
  if (!given) return undefined
  const text = Buffer.from(given, 'base64').toString('utf8')
  if (!text.startsWith(`${kind}:`)) throw new SlackError('invalid_cursor')
  return text.slice(kind.length + 1)
}

export const nextCursor = (kind: string, value: string | undefined): JsonObject => ({
  response_metadata: { next_cursor: value === undefined ? '' : encode(kind, value) },
})

/** The largest page of a list of conversations. */
export const LIST_MOST = 999

/** The requested page size, up to Slack's maximum. */
export function readLimit(args: CallArguments, fallback: number, most: number): number {
  const asked = args.number('limit', fallback)
  if (asked < 1 || asked > most) throw new SlackError('invalid_limit')
  return asked
}

/** A page of a list, by offset. */
export function listPage<T>(
  args: CallArguments,
  kind: string,
  all: T[],
  size: number,
): { some: T[]; next: JsonObject } {
  const after = readCursor(args, kind) ?? '0'
  if (!/^\d+$/.test(after) || Number(after) > all.length) throw new SlackError('invalid_cursor')
  const from = Number(after)
  const to = from + size
  return { some: all.slice(from, to), next: nextCursor(kind, to < all.length ? String(to) : undefined) }
}

/** A page of a list by `count` and `page`, the way of Slack's older methods, with the `paging` that they answer. */
export function numberedPage<T>(args: CallArguments, all: T[]): { some: T[]; paging: JsonObject } {
  const count = Math.max(1, args.number('count', 100))
  const page = Math.max(1, args.number('page', 1))
  const pages = Math.max(1, Math.ceil(all.length / count))
  return { some: all.slice((page - 1) * count, page * count), paging: { count, total: all.length, page, pages } }
}
