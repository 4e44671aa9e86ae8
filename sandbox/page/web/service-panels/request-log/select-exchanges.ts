import type { Exchange } from '../../../../control-types.ts'
import { hasFailed, readSystem } from './describe-exchange.ts'

export interface ExchangeFilter {
  /** A simulated service, or `all`. */
  system: string
  /** Words that must all occur in the method, path, status or bodies. */
  query: string
  onlyFailures: boolean
}

/** The exchanges that pass the filter, the newest first. */
export function selectExchanges(list: Exchange[], { system, query, onlyFailures }: ExchangeFilter): Exchange[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return list
    .filter((exchange) => system === 'all' || readSystem(exchange) === system)
    .filter((exchange) => !onlyFailures || hasFailed(exchange))
    .filter((exchange) => {
      if (words.length === 0) return true
      const text =
        `${exchange.method} ${exchange.path} ${exchange.status} ${exchange.requestBody} ${exchange.responseBody}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    .toReversed()
}
