import type { Exchange } from '../../../../control-types.ts'

/** The same request with the same answer, several times: the newest of them, and when each was made. */
export interface ExchangeGroup {
  exchange: Exchange
  /** The id of the oldest, which stays the same when more come. */
  first: number
  /** Newest first. */
  times: number[]
}

const buildKey = ({ direction, system, method, path, status, requestBody, responseBody, fault }: Exchange): string =>
  JSON.stringify([direction, system, method, path, status, fault, requestBody, responseBody])

/**
 * Groups repeated requests of a list that begins with the newest. Only other reads may lie between two of a group: polling becomes one line, and the
 * order of writes stays visible.
 */
export function groupExchanges(list: Exchange[]): ExchangeGroup[] {
  const groups: ExchangeGroup[] = []
  let open = new Map<string, ExchangeGroup>()
  for (const exchange of list) {
    const key = buildKey(exchange)
    const known = open.get(key)
    if (known) {
      known.times.push(exchange.at)
      known.first = exchange.id
      continue
    }
    const group = { exchange, first: exchange.id, times: [exchange.at] }
    groups.push(group)
    if (exchange.method !== 'GET') open = new Map()
    open.set(key, group)
  }
  return groups
}
