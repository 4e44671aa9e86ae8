import type { UpstreamDetails, UpstreamError } from '../errors.ts'
import { scrub } from '../log.ts'
import { german } from './words-de.ts'
import { english, type Sentence, type Sentences } from './words-en.ts'
import { spanish } from './words-es.ts'
import { french } from './words-fr.ts'
import { chinese } from './words-zh.ts'

/** Whose turn it is: the person who asked, an admin, or nobody but the service. */
export type Turn = 'writer' | 'admin' | 'service'

export interface Explanation {
  text: string
  who: Turn
  /** The service's own advice, as given; outside text, to be shown inert. */
  fix?: string
  /** The service's own sentence, where ours is a general one; outside text, to be shown inert. */
  said?: string
  /** Https addresses only. */
  docs?: string
  upgradeUrl?: string
  suggestions?: string[]
}

const languages: Record<string, Sentences> = { en: english, de: german, fr: french, es: spanish, zh: chinese }

const turns: Partial<Record<Sentence, Turn>> = {
  'agent.rate_limit_exceeded': 'service',
  'agent.not_found': 'writer',
  'agent.validation_error': 'writer',
  'agent.silent': 'service',
  'agent.unknown': 'writer',
  'mailbox.already_exists': 'writer',
  'mailbox.resource_taken': 'writer',
  'mailbox.message_rejected': 'writer',
  'mailbox.validation_error': 'writer',
  'mailbox.query_range_too_wide': 'writer',
  'mailbox.not_found': 'writer',
  'mailbox.conflict': 'writer',
  'mailbox.race_condition': 'service',
  'mailbox.resource_deleting': 'writer',
  'mailbox.cannot_delete': 'writer',
  'mailbox.unprocessable': 'writer',
  'mailbox.rate_limit_exceeded': 'service',
  'mailbox.invalid_id': 'writer',
  'mailbox.silent': 'service',
  'mailbox.unknown': 'writer',
  'store.other': 'service',
}

const silent = new Set([
  'timeout',
  'unreachable',
  'broken',
  'too_large',
  'bad_response',
  'internal_error',
  'service_unavailable',
])
const isSentence = (key: string): key is Sentence => Object.hasOwn(english, key)

/** The code decides; only that an organization is unverified has no code of its own and shows in the service's words alone. */
function sentenceOf(details: UpstreamDetails): Sentence {
  const { service, code, outcome, fix, said } = details
  if ((service === 'agent' || service === 'mailbox') && silent.has(code))
    return outcome === 'unknown' ? `${service}.unknown` : `${service}.silent`
  if (service === 'agent' && (code === 'unauthorized' || code === 'forbidden')) return 'agent.access'
  if (
    (code === 'message_rejected' || code === 'forbidden') &&
    /not (?:been )?verified|verification|unverified/i.test(`${fix} ${said}`)
  )
    return 'mailbox.not_verified'
  const key = `${service}.${code}`
  return isSentence(key) ? key : `${service}.other`
}

const httpsOnly = (url: string | undefined) => (url && URL.parse(url)?.protocol === 'https:' ? url : undefined)

function wordsOf(locale: string | undefined): Sentences {
  return languages[(locale ?? 'en').slice(0, 2).toLowerCase()] ?? english
}

/** A sentence of this folder that needs nothing filled in. */
export function sentence(key: Sentence, locale?: string): string {
  return wordsOf(locale)[key]
}

/** What the person reads, whose turn it is and what the service offers; the slices decide where and with which buttons. */
export function explain(error: UpstreamError, options: { locale?: string; project?: string } = {}): Explanation {
  const { details } = error
  const words = wordsOf(options.locale)
  const key = sentenceOf(details)
  const { fix, said, limit, resource, suspendedReason } = details
  const fields = details.errors?.map(({ path, message }) => [path, message].filter(Boolean).join(' ')).join(', ')
  const values: Record<string, string> = {
    project: options.project ?? words.thisProject,
    code: details.code,
    permission: permissionIn(`${fix ?? ''} ${said ?? ''}`),
    limit: limit === undefined ? '' : ` (${[limit, resource].filter((part) => part !== undefined).join(' ')})`,
    reason: suspendedReason ? ` (${suspendedReason})` : '',
    fields: fields ? `: ${fields}` : '',
  }
  const docs = httpsOnly(details.docs)
  const upgradeUrl = httpsOnly(details.upgradeUrl)
  return {
    text: scrub(words[key].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')),
    who: turns[key] ?? 'admin',
    ...(fix && { fix: scrub(fix) }),
    ...(said && said !== fix && { said: scrub(said) }),
    ...(docs && { docs }),
    ...(upgradeUrl && { upgradeUrl }),
    ...(details.suggestions && { suggestions: details.suggestions.slice(0, 3) }),
  }
}

/** The service names the permission in its advice or, as in `label_spam_read is forbidden`, in its sentence. */
function permissionIn(words: string): string {
  return /\b[a-z]+(?:_[a-z]+)+\b/.exec(words)?.[0] ?? '…'
}
