import type { ListFilter } from '../lists/list-filter.ts'

/** What a person asked for with `/docs` (or in a direct message): a subcommand only if the whole text fits its grammar. */
export type ParsedCommand =
  | { kind: 'empty' }
  | { kind: 'help' }
  | { kind: 'settings' }
  | { kind: 'quota' }
  | { kind: 'list' }
  | { kind: 'jobs'; filter: ListFilter }
  /** A prompt after all if no job has this name. */
  | { kind: 'status'; name: string; text: string }
  | { kind: 'word'; text: string }
  | { kind: 'prompt'; text: string }

const FILTER_WORDS = new Map<string, Partial<ListFilter>>([
  ['mine', { whose: 'mine' }],
  ['my', { whose: 'mine' }],
  ['channel', { whose: 'channel' }],
  ['here', { whose: 'channel' }],
  ['active', { state: 'active' }],
  ['running', { state: 'active' }],
  ['finished', { state: 'finished' }],
  ['done', { state: 'finished' }],
  ['failed', { state: 'failed' }],
])

/** One word for whose jobs, one for their state, in either order; undefined for anything else. */
function parseFilterWords(words: string[]): ListFilter | undefined {
  const parts = words.flatMap((word) => FILTER_WORDS.get(word) ?? [])
  const names = parts.flatMap((part) => Object.keys(part))
  if (parts.length < words.length || new Set(names).size < names.length) return undefined
  return Object.assign({ whose: 'mine', state: 'all' } satisfies ListFilter, ...parts)
}

/** Anything that does not fit a subcommand from its first to its last word is a prompt; a single unknown word is asked about. */
export function parseCommand(text: string): ParsedCommand {
  const trimmed = text.trim()
  const words = trimmed.split(/\s+/).filter((word) => word !== '')
  const [first = '', second, ...rest] = words.map((word) => word.toLowerCase())
  if (first === '') return { kind: 'empty' }
  const name = second?.replace(/^`|`$/g, '')
  if (first === 'status' && name && rest.length === 0) return { kind: 'status', name, text: trimmed }
  const filter = first === 'jobs' ? parseFilterWords(words.slice(1).map((word) => word.toLowerCase())) : undefined
  if (filter) return { kind: 'jobs', filter }
  if (second !== undefined) return { kind: 'prompt', text: trimmed }
  switch (first) {
    case 'help':
    case '?':
      return { kind: 'help' }
    case 'settings':
      return { kind: 'settings' }
    case 'quota':
      return { kind: 'quota' }
    case 'list':
      return { kind: 'list' }
    default:
      // In a language written without spaces, what looks like one word may be a whole sentence.
      return isOneWord(first) ? { kind: 'word', text: trimmed } : { kind: 'prompt', text: trimmed }
  }
}

const isOneWord = (text: string): boolean => /^[\p{Script=Latin}\p{N}'’_.,!?-]{1,40}$/u.test(text)
