import type { Args } from './call-arguments.ts'
import { SlackError } from './slack-errors.ts'
import type { Fields } from '../workspace/workspace-types.ts'

const encode = (kind: string, value: string): string => Buffer.from(`${kind}:${value}`).toString('base64')

/** The value inside a cursor that this simulator gave out, or `invalid_cursor`. */
export function cursor(args: Args, kind: string): string | undefined {
  const given = args.text('cursor')
  if (!given) return undefined
  const text = Buffer.from(given, 'base64').toString('utf8')
  if (!text.startsWith(`${kind}:`)) throw new SlackError('invalid_cursor')
  return text.slice(kind.length + 1)
}

export const nextCursor = (kind: string, value: string | undefined): Fields => ({
  response_metadata: { next_cursor: value === undefined ? '' : encode(kind, value) },
})

/** The page size that was asked for, within what Slack gives at most. */
export function limit(args: Args, fallback: number, most: number): number {
  const asked = args.number('limit', fallback)
  if (asked < 1 || asked > most) throw new SlackError('invalid_limit')
  return asked
}

/** One page of a list, by offset. */
export function page<T>(
  args: Args,
  kind: string,
  all: T[],
  fallback: number,
  most: number,
): { some: T[]; next: Fields } {
  const from = Number(cursor(args, kind) ?? 0)
  const size = limit(args, fallback, most)
  const to = from + size
  return { some: all.slice(from, to), next: nextCursor(kind, to < all.length ? String(to) : undefined) }
}
