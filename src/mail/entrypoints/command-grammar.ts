import { findNearestWord } from '../../core/nearest-word.ts'
import { IMPORT_DAYS, USUAL_IMPORT_DAYS } from '../records/mail/mail-import.ts'
import type { WorkView } from '../records/mail/work-lists.ts'
import { type ApprovalCommand, readApprovalWords } from './approval-command.ts'

/** The commands that `/mail` understands; a channel may be `off`. */
export type MailCommand =
  | { do: 'help' | 'status' | 'inboxes' | 'routes' | 'webhooks' }
  | { do: 'audit' }
  | { do: 'settings' }
  | { do: 'rules' }
  | { do: 'scheduled' }
  | { do: 'suppressed' }
  | { do: 'saved' }
  | { do: 'drafts' }
  | { do: 'list'; view: WorkView }
  | { do: 'write'; addresses: string[] }
  | { do: 'route'; inboxId: string; channel: string }
  | { do: 'quarantine'; channel: string }
  | { do: 'hold'; inboxId: string; seconds: number }
  | { do: 'metrics'; days: number }
  | { do: 'find'; words: string }
  | { do: 'import'; inboxId: string; days: number }
  | { do: 'approvals' }
  | ApprovalCommand
  | { do: 'unclear'; word: string; slip?: MailSlip }

/** The mistake in a text that matches no command. */
export type MailSlip =
  /** A command with words that don't fit; with the inbox that the person named. */
  | { command: Exclude<CommandWord, 'help' | 'find'>; inbox?: string }
  /** The command that the person probably meant. */
  | { meant: string }

const COMMANDS = [
  'help',
  'status',
  'inboxes',
  'routes',
  'rules',
  'route',
  'quarantine',
  'hold',
  'metrics',
  'webhooks',
  'import',
  'approval',
  'approvals',
  'find',
  'write',
  'settings',
  'suppressed',
  'saved',
  'drafts',
  'audit',
  'mine',
  'open',
  'waiting',
  'snoozed',
  'scheduled',
] as const
type CommandWord = (typeof COMMANDS)[number]

/** Other words for the command that starts a mail; none of them runs a command by itself. */
const WORDS_FOR_WRITE = ['new', 'compose', 'send', 'draft', 'forward']

const ADDRESS = /^[^\s@<>]+@[^\s@<>]+$/

/** With `should_escape` Slack sends addresses as `<mailto:a@b|a@b>` and channels as `<#C1|name>`. */
const plainWord = (word: string): string => /^<mailto:([^<|>]+)(?:\|[^<>]*)?>$/.exec(word)?.[1] ?? word

/** The text as typed, without Slack's escapes. */
const typed = (text: string): string =>
  text
    .replaceAll(/<mailto:([^<|>]+)(?:\|[^<>]*)?>/g, '$1')
    .replaceAll(/<#[CG][A-Z0-9]+\|([^<>]+)>/g, '#$1')
    .trim()

function channelOf(word: string | undefined): string | undefined {
  if (word === undefined) return undefined
  if (/^(off|none|-)$/i.test(word)) return 'off'
  return /^<#([CG][A-Z0-9]+)(?:\|[^>]*)?>$/.exec(word)?.[1] ?? /^[CG][A-Z0-9]{6,}$/.exec(word)?.[0]
}

const MAX_HOLD_S = 600
const DAYS = 7
const MAX_DAYS = 90

/** Reads `30` or `30d`. Returns undefined if it is not a number from 1 to `most`. */
function readDays(word: string, most: number): number | undefined {
  const days = /^\d{1,2}d?$/i.test(word) ? Number.parseInt(word, 10) : 0
  return days >= 1 && days <= most ? days : undefined
}

/** Parses the text after `/mail`; text that matches no command is `unclear`, never guessed. */
export function parseMailCommand(text: string): MailCommand {
  const [verb = '', ...rest] = text.trim().split(/\s+/)
  if (verb === '') return { do: 'list', view: 'now' }
  const command = COMMANDS.find((one) => one === verb.toLowerCase())
  const words = rest.map(plainWord)
  const found = command && parseWords(command, words)
  if (found) return found
  const slip = command === undefined ? findMeant(verb, rest) : nameSlip(command, words)
  return { do: 'unclear', word: typed(text), ...(slip && { slip }) }
}

function nameSlip(command: CommandWord, words: string[]): MailSlip | undefined {
  const inbox = words.find((word) => ADDRESS.test(word))
  return command === 'help' || command === 'find' ? undefined : { command, ...(inbox !== undefined && { inbox }) }
}

/** Finds the nearest command, with the typed words, which must fit it. */
function findMeant(verb: string, rest: string[]): MailSlip | undefined {
  const word = verb.toLowerCase()
  const near = WORDS_FOR_WRITE.includes(word) ? 'write' : findNearestWord(word, COMMANDS)
  if (near === undefined) return undefined
  const words = rest.map(plainWord)
  return parseWords(near, words) ? { meant: typed([near, ...rest].join(' ')) } : nameSlip(near, words)
}

/** Returns undefined if the words don't fit the command. */
function parseWords(command: CommandWord, words: string[]): MailCommand | undefined {
  const [first, second, third] = words
  switch (command) {
    case 'help':
      return { do: 'help' }
    case 'status':
    case 'inboxes':
    case 'routes':
    case 'webhooks':
    case 'audit':
    case 'settings':
    case 'rules':
    case 'scheduled':
    case 'approvals':
    case 'suppressed':
    case 'saved':
    case 'drafts':
      return first === undefined ? { do: command } : undefined
    case 'mine':
    case 'open':
    case 'waiting':
    case 'snoozed':
      return first === undefined ? { do: 'list', view: command } : undefined
    case 'route': {
      if (first === undefined) return { do: 'routes' }
      const channel = channelOf(second)
      return channel && third === undefined ? { do: 'route', inboxId: first, channel } : undefined
    }
    case 'quarantine': {
      const channel = channelOf(first)
      return channel && second === undefined ? { do: 'quarantine', channel } : undefined
    }
    case 'hold': {
      const seconds = /^\d{1,4}s?$/i.test(second ?? '') ? Number.parseInt(second ?? '', 10) : Number.NaN
      return first && third === undefined && seconds <= MAX_HOLD_S ? { do: 'hold', inboxId: first, seconds } : undefined
    }
    case 'approval':
      return readApprovalWords(words)
    case 'find':
      return { do: 'find', words: words.join(' ') }
    case 'write': {
      const addresses = words.flatMap((word) => word.split(',')).filter((word) => word !== '')
      return addresses.every((word) => ADDRESS.test(word)) ? { do: 'write', addresses } : undefined
    }
    case 'import': {
      const days = second === undefined ? USUAL_IMPORT_DAYS : readDays(second, IMPORT_DAYS)
      return first && days !== undefined && third === undefined ? { do: 'import', inboxId: first, days } : undefined
    }
    case 'metrics': {
      const days = first === undefined ? DAYS : readDays(first, MAX_DAYS)
      return second === undefined && days !== undefined ? { do: 'metrics', days } : undefined
    }
  }
}
