import { findNearestWord } from '../../core/nearest-word.ts'
import { readWordKinds, type WordKind } from '../language/language-words.ts'
import { classifyText, type TextKind } from '../language/small-talk.ts'
import type { ListFilter } from '../lists/list-filter.ts'

const SUBCOMMANDS = ['help', 'jobs', 'status', 'list', 'quota', 'settings', 'audit'] as const
export type DocsSubcommand = (typeof SUBCOMMANDS)[number]

export type StartDoubt =
  /** Small talk, or a single word. */
  | { why: Exclude<TextKind, 'task'> | 'word' }
  /** The text begins with a subcommand but does not fit it. */
  | { why: 'slip'; subcommand: DocsSubcommand }
  | { why: 'typo'; meant: string }
  | { why: 'job'; name: string }
  /** The text follows another job of the person, which had not started. */
  | { why: 'addition'; title: string; stage: 'picking' | 'open' | 'other' }
  /** The text is a reply to a notice about another job. */
  | { why: 'reply'; title: string }

/** The request in a `/docs` command or a direct message: a subcommand only if the whole text fits its grammar. */
export type ParsedCommand =
  | { kind: 'empty' | 'help' | 'settings' | 'quota' | 'list' | 'audit' }
  | { kind: 'jobs'; filter: ListFilter }
  /** If no job has this name, the text is read as `otherwise`. */
  | { kind: 'status'; name: string; otherwise: TextCommand }
  | TextCommand

/** A task, or a text that needs a question before it becomes one. */
export type TextCommand = { kind: 'prompt'; text: string } | { kind: 'unclear'; text: string; doubt: StartDoubt }

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

/** Parses one word for the owner of the jobs and one for their state, in either order; undefined for anything else. */
function parseFilterWords(words: string[]): ListFilter | undefined {
  const parts = words.flatMap((word) => FILTER_WORDS.get(word) ?? [])
  const names = parts.flatMap((part) => Object.keys(part))
  if (parts.length < words.length || new Set(names).size < names.length) return undefined
  return Object.assign({ whose: 'mine', state: 'all' } satisfies ListFilter, ...parts)
}

/** A question is asked only if its button can carry the text. */
const MAX_ASKED_CHARS = 1200
export const isTooLongToAsk = (text: string): boolean => JSON.stringify(text).length > MAX_ASKED_CHARS

const splitAtSpaces = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')
const findSubcommand = (word: string): DocsSubcommand | undefined => SUBCOMMANDS.find((one) => one === word)

/**
 * Parses a command. A subcommand must fit from its first to its last word; any other text is a task, unless it looks like a slip or small talk.
 * `hasContext` is set for a text written below a conversation.
 */
export function parseDocsCommand(text: string, { hasContext = false }: { hasContext?: boolean } = {}): ParsedCommand {
  const trimmed = text.trim()
  const [first = '', ...rest] = splitAtSpaces(trimmed).map((word) => word.toLowerCase())
  if (first === '') return { kind: 'empty' }
  const subcommand = findSubcommand(first === '?' ? 'help' : first)
  if (subcommand === 'status' && rest[0] !== undefined && rest.length === 1) {
    const name = rest[0].replace(/^`|`$/g, '')
    const doubt: StartDoubt = { why: 'job', name }
    return {
      kind: 'status',
      name,
      otherwise: isTooLongToAsk(trimmed)
        ? { kind: 'prompt', text: trimmed }
        : { kind: 'unclear', text: trimmed, doubt },
    }
  }
  if (subcommand === 'jobs') {
    const filter = parseFilterWords(rest)
    if (filter) return { kind: 'jobs', filter }
  } else if (subcommand && subcommand !== 'status' && rest.length === 0) return { kind: subcommand }
  const doubt = isTooLongToAsk(trimmed) ? undefined : findDoubt({ text: trimmed, first, rest, subcommand }, hasContext)
  return doubt ? { kind: 'unclear', text: trimmed, doubt } : { kind: 'prompt', text: trimmed }
}

interface FreeText {
  text: string
  first: string
  rest: string[]
  subcommand: DocsSubcommand | undefined
}

function findDoubt({ text, first, rest, subcommand }: FreeText, hasContext: boolean): StartDoubt | undefined {
  const kind = classifyText(text, { hasContext })
  if (subcommand) {
    const isTask = subcommand === 'help' ? kind === 'task' : isObject(subcommand, rest)
    if (isTask) return undefined
    const filter = subcommand === 'jobs' ? correctFilter(rest) : undefined
    return filter ? { why: 'typo', meant: ['jobs', ...filter].join(' ') } : { why: 'slip', subcommand }
  }
  const meant = findMeantCommand(first, rest)
  if (meant !== undefined) return { why: 'typo', meant }
  // In a language written without spaces, a sentence can look like one word.
  const isWord = rest.length === 0 && /^[\p{Script=Latin}\p{N}'’_.,!?-]{1,40}$/u.test(first)
  if (isWord && !hasContext) return { why: kind === 'task' || kind === 'talk' ? 'word' : kind }
  return kind === 'task' ? undefined : { why: kind }
}

/** Words that only qualify a subcommand: `/docs jobs all`, `/docs status of my last job`. */
const COMMAND_WORDS: ReadonlySet<string> = new Set(
  'all any every job jobs docs list status quota setting settings audit channel here mine my active running finished done failed open new old last latest current today yesterday now please'.split(
    ' ',
  ),
)
const OBJECTS: ReadonlySet<WordKind> = new Set<WordKind>([
  'docs',
  'topic',
  'generic',
  'code',
  'defect',
  'work',
  'request',
])
const MAX_SLIP_WORDS = 3

/** Whether the words after a subcommand's name make the text a task: `list the endpoints`, `settings page needs a screenshot`. */
function isObject(subcommand: DocsSubcommand, rest: string[]): boolean {
  const words = rest.filter((word) => !COMMAND_WORDS.has(word))
  const kinds = readWordKinds(words.join(' '))
  if (kinds.some((kind) => OBJECTS.has(kind))) return true
  const unknown = kinds.filter((kind) => kind === 'unknown').length
  // `list` and `audit` are also verbs, and take any object.
  return subcommand === 'list' || subcommand === 'audit' ? unknown > 0 : unknown > MAX_SLIP_WORDS
}

/** Corrects typos in the words of a filter: `channel faild`. */
function correctFilter(rest: string[]): string[] | undefined {
  const words = rest.map((word) => (FILTER_WORDS.has(word) ? word : findNearestWord(word, [...FILTER_WORDS.keys()])))
  const known = words.filter((word) => word !== undefined)
  return known.length === rest.length && parseFilterWords(known) ? known : undefined
}

/** Returns the command that was probably meant, if it fits as a whole. */
function findMeantCommand(first: string, rest: string[]): string | undefined {
  const subcommand = findNearestWord(first, SUBCOMMANDS)
  return subcommand && fitsSubcommand(subcommand, rest) ? [subcommand, ...rest].join(' ') : undefined
}

function fitsSubcommand(subcommand: DocsSubcommand, rest: string[]): boolean {
  if (subcommand === 'jobs') return parseFilterWords(rest) !== undefined
  return rest.length === 0 || (subcommand === 'status' && rest.length === 1 && isJobId(rest[0] ?? ''))
}

/** Whether a word can only be the id of a job: ours, its short form, or the agent's. */
export const isJobId = (word: string): boolean =>
  /^[0-9a-f]{6}$/i.test(word) || /^job[_-]\S+$/i.test(word) || /^(?=.*\d)[a-z0-9_-]{12,}$/i.test(word)
