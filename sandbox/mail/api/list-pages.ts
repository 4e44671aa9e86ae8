import { type JsonObject } from '../../server/control-routes.ts'
import type { HttpAnswer } from '../../server/http-types.ts'
import { validationError } from './error-codes.ts'

const DEFAULT_LIMIT = 50

const LARGEST_LIMIT = 1000

/** A page token counts from the oldest entry, so new entries do not shift the pages. */
const token = (place: number): string => Buffer.from(`p:${place}`).toString('base64url')

function placeOf(query: URLSearchParams): number | undefined {
  const given = query.get('page_token')
  if (!given) return undefined
  const [, place] = /^p:(\d+)$/.exec(Buffer.from(given, 'base64url').toString('utf8')) ?? []
  if (place === undefined) throw validationError('page_token', 'Invalid page token')
  return Number(place)
}

/** A page of a list that is oldest first: newest first unless `ascending`; `limit` and `page_token` as documented. */
export function listPage<T>(query: URLSearchParams, name: string, all: T[], show: (one: T) => unknown): JsonObject {
  const limit = query.get('limit')
  if (limit !== null && !/^[1-9]\d*$/.test(limit)) throw validationError('limit', 'Expected a positive integer')
  const ascending = query.get('ascending')
  if (ascending !== null && !/^(true|false)$/i.test(ascending)) throw validationError('ascending', 'Expected boolean')
  const size = Math.min(Number(limit ?? DEFAULT_LIMIT), LARGEST_LIMIT)
  const rising = ascending?.toLowerCase() === 'true'
  const from = placeOf(query) ?? (rising ? 0 : all.length)
  const to = rising ? from + size : from - size
  const shown = rising ? all.slice(from, to) : all.slice(Math.max(0, to), from).toReversed()
  const more = rising ? to < all.length : to > 0
  return { count: shown.length, limit: size, ...(more && { next_page_token: token(to) }), [name]: shown.map(show) }
}

/** A page of a list as an answer. */
export const answerPage = <T>(
  query: URLSearchParams,
  name: string,
  all: T[],
  show: (one: T) => unknown,
): HttpAnswer => ({
  status: 200,
  body: listPage(query, name, all, show),
})
