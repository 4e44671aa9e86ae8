import { formatTerm, splitSearchWords } from './search-words.ts'

/** The states that `is:` names. */
export const findStates = ['open', 'unclaimed', 'waiting', 'done', 'snoozed', 'mine', 'muted'] as const
export type FindState = (typeof findStates)[number]

/** A parsed query. */
export interface FindQuery {
  /** Terms for a sender or a place, as indexed; a mail must have all of them. */
  terms: string[]
  /** Beginnings of words; a mail must contain all of them. */
  words: string[]
  states: FindState[]
}

/** The problem of a query: it is empty, has only common words, or has an unknown `is:` or another unknown filter. */
export type QueryProblem = { is: 'empty' | 'common' | 'stateAlone' } | { is: 'state' | 'filter'; word: string }

const MAX_TERMS = 12
/** A word that looks like a filter, as an address of the web and the prefix of a subject also do. */
const FILTER = /^([a-z]{2,12}):[^\s/]/i
const NO_FILTERS = ['http', 'https', 'mailto', 're', 'fw', 'fwd', 'aw', 'wg']

const CHANNEL = /<#([CG][A-Z0-9]+)(?:\|([^<>]*))?>/g

/** With `should_escape` Slack sends addresses and channels in angle brackets. */
const readAddresses = (text: string): string => text.replace(/<mailto:([^<|>]+)(?:\|[^<>]*)?>/g, '$1')
const plain = (text: string): string => readAddresses(text).replace(CHANNEL, '$1')

/** Returns the query as the person would type it again: with names of channels, and addresses without markup. */
export const showQuery = (text: string): string =>
  readAddresses(text).replace(CHANNEL, (_, id: string, name?: string) => (name ? `#${name}` : id))

/** Reads `from:anna`, `from:anna@x.test` or `from:x.test`: matches the whole address, its domain, or each word of the name. */
function readSender(value: string): string[] {
  if (value.includes('@') || /^[^\s.]+(\.[^\s.]+)+$/.test(value)) return [formatTerm('from', value.replace(/^@/, ''))]
  return splitSearchWords(value).map((word) => formatTerm('from', word))
}

const unique = (terms: string[]): string[] => [...new Set(terms)].slice(0, MAX_TERMS)

/** Reads the words after `/mail find`. `channels` maps the names that people may use to ids. */
export function parseFindQuery(text: string, channels: ReadonlyMap<string, string>): FindQuery | QueryProblem {
  const terms: string[] = []
  const states: FindState[] = []
  const found: string[] = []
  const words = plain(text)
    .replaceAll(/["“”„]/g, ' ')
    .trim()
    .split(/\s+/)
    .filter(Boolean)
  for (const word of words) {
    const [, field = '', value = ''] = /^(from|in|is):(.+)$/i.exec(word) ?? []
    switch (field.toLowerCase()) {
      case 'from':
        terms.push(...readSender(value))
        break
      case 'in':
        terms.push(formatTerm('in', channels.get(value.replace(/^#/, '').toLowerCase()) ?? value.replace(/^#/, '')))
        break
      case 'is': {
        const state = findStates.find((one) => one === value.toLowerCase())
        if (!state) return { is: 'state', word: value }
        states.push(state)
        break
      }
      default: {
        const filter = FILTER.exec(word)?.[1]
        if (filter !== undefined && !NO_FILTERS.includes(filter.toLowerCase())) return { is: 'filter', word: filter }
        found.push(...splitSearchWords(word))
      }
    }
  }
  if (terms.length + found.length > 0) return { terms: unique(terms), words: unique(found), states }
  if (states.length > 0) return { is: 'stateAlone' }
  return { is: words.length > 0 ? 'common' : 'empty' }
}
