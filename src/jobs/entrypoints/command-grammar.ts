import type { ListFilter } from '../lists/list-filter.ts'

/** What a person asked for with `/docs` (or in a direct message): a subcommand only when the whole text fits its grammar. */
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

const FILTERS = new Map<string, ListFilter>([
  ['mine', 'mine'],
  ['my', 'mine'],
  ['channel', 'channel'],
  ['here', 'channel'],
  ['active', 'active'],
  ['running', 'active'],
  ['finished', 'finished'],
  ['done', 'finished'],
  ['failed', 'failed'],
])

/** Anything that does not fit a subcommand from its first to its last word is a prompt; one unknown word alone asks back. */
export function parseCommand(text: string): ParsedCommand {
  const trimmed = text.trim()
  const words = trimmed.split(/\s+/).filter((word) => word !== '')
  const [first = '', second, ...rest] = words.map((word) => word.toLowerCase())
  if (first === '') return { kind: 'empty' }
  const name = second?.replace(/^`|`$/g, '')
  if (first === 'status' && name && rest.length === 0) return { kind: 'status', name, text: trimmed }
  const filter = second === undefined ? 'mine' : FILTERS.get(second)
  if (first === 'jobs' && filter && rest.length === 0) return { kind: 'jobs', filter }
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
      // A language written without spaces says a whole sentence in what looks like one word.
      return isOneWord(first) ? { kind: 'word', text: trimmed } : { kind: 'prompt', text: trimmed }
  }
}

const isOneWord = (text: string): boolean => /^[\p{Script=Latin}\p{N}'’_.,!?-]{1,40}$/u.test(text)
