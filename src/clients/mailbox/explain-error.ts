import type { UpstreamDetails, UpstreamError } from '../../core/errors.ts'
import { redactCredentials } from '../../core/log-redaction.ts'
import { removeTrailing } from '../../core/remove-trailing.ts'

/** Who can resolve a failure: the person who asked, an admin, or only the service itself. */
export type ResolvedBy = 'writer' | 'admin' | 'service'

/** Facts that a sentence about a failure may name; text from outside, without credentials. */
export interface ErrorFacts {
  /** The service's code, for situations that have no sentence of their own. */
  code: string
  permission?: string
  limit?: number
  resource?: string
  /** Why the mailbox suspended the account. */
  suspendedFor?: string
  /** The address or domain on the block list. */
  entry?: string
  /** The service's own sentence. */
  said?: string
  /** The rejected fields. */
  fields?: string[]
  /** The name of an attached file. */
  file?: string
  /** The names of further files with problems of their own. */
  others?: string[]
}

/** An explanation of a failure for a person, and what the service adds. */
export interface ErrorExplanation {
  /** Names the sentence that the slices have for it. */
  reason: ErrorReason
  facts: ErrorFacts
  resolvedBy: ResolvedBy
  /** The service's own advice, unchanged; text from outside, to be shown as plain text. */
  fix?: string
  /** The service's own sentence, where ours does not say as much; text from outside, to be shown as plain text. */
  serviceMessage?: string
  /** Https addresses only. */
  docs?: string
  upgradeUrl?: string
  suggestions?: string[]
}

/**
 * The people who can resolve a failure, by the mailbox's code. The slices explain it in words, and whether Bellhop tries again. `block_listed` and
 * the last four entries are for situations without a code.
 */
const resolvers = {
  missing_authorization: 'admin',
  invalid_token_type: 'admin',
  unknown_api_key: 'admin',
  unauthorized: 'admin',
  missing_permission: 'admin',
  permission_escalation: 'admin',
  unrestricted_key_required: 'admin',
  forbidden: 'admin',
  already_exists: 'writer',
  resource_taken: 'writer',
  limit_exceeded: 'admin',
  domain_not_verified: 'admin',
  message_rejected: 'writer',
  block_listed: 'admin',
  account_suspended: 'admin',
  validation_error: 'writer',
  query_range_too_wide: 'writer',
  not_found: 'writer',
  route_not_found: 'admin',
  conflict: 'writer',
  race_condition: 'service',
  resource_deleting: 'writer',
  cannot_delete: 'writer',
  unprocessable: 'writer',
  rate_limit_exceeded: 'service',
  invalid_id: 'writer',
  not_verified: 'admin',
  silent: 'service',
  unknown: 'writer',
  other: 'service',
} satisfies Record<string, ResolvedBy>

/** Why a request failed: the mailbox's code, or a situation without one. Stored; frozen. */
export type ErrorReason = keyof typeof resolvers | 'unreadable_file' | 'unfetched_file'

/** Codes that mean no usable answer. */
const SILENT = new Set([
  'timeout',
  'unreachable',
  'broken',
  'too_large',
  'bad_response',
  'internal_error',
  'service_unavailable',
])
/** Slack's codes that an admin can resolve; the others pass. */
const SLACK_ACCESS = new Set([
  'invalid_auth',
  'not_authed',
  'token_revoked',
  'token_expired',
  'account_inactive',
  'missing_scope',
])
/** The reasons that only another key resolves. */
const KEY_REJECTED = new Set<string>(['missing_authorization', 'invalid_token_type', 'unknown_api_key', 'unauthorized'])

/** Whether the mailbox did not accept the app's key at all: nothing works until it has another one. */
export const isKeyRejected = (reason: string): boolean => KEY_REJECTED.has(reason)

const isExplained = (code: string): code is keyof typeof resolvers => Object.hasOwn(resolvers, code)

/** There is no code for an unverified organization; only the mailbox's words say so. */
const isUnverified = ({ code, fix, serviceMessage }: UpstreamDetails): boolean =>
  (code === 'message_rejected' || code === 'forbidden') &&
  /not (?:been )?verified|verification|unverified/i.test(`${fix} ${serviceMessage}`)

/** The address or domain that the send block list names, and whose list it is, from the path that `fix` gives to delete it (the mailbox's documentation, Errors). */
export function findBlockListEntry({
  code,
  fix,
}: Pick<UpstreamDetails, 'code' | 'fix'>): { entry: string; scope: 'account' | 'pod' | 'inbox' } | undefined {
  if (code !== 'message_rejected') return undefined
  const path = /(?:\/(inboxes|pods)\/[^\s/"'`]{1,400})?\/lists\/send\/block\/([^\s/?#"'`]{1,320})/.exec(fix ?? '')
  const entry = removeTrailing(path?.[2] ?? '', '.', ',', ';', ')').replace(/%(40|2B)/gi, decodeURIComponent)
  if (entry === '') return undefined
  return { entry, scope: path?.[1] === undefined ? 'account' : path[1] === 'pods' ? 'pod' : 'inbox' }
}

function findReason(details: UpstreamDetails): ErrorReason {
  const { service, code, outcome, file } = details
  // A reply's attachments are read from Slack.
  if (service === 'slack') return 'unreadable_file'
  if (file !== undefined && outcome !== 'refused') return 'unfetched_file'
  if (SILENT.has(code)) return outcome === 'unknown' ? 'unknown' : 'silent'
  if (isUnverified(details)) return 'not_verified'
  if (findBlockListEntry(details) !== undefined) return 'block_listed'
  return isExplained(code) ? code : 'other'
}

function findResolver(reason: ErrorReason, { code }: UpstreamDetails): ResolvedBy {
  if (reason === 'unfetched_file') return 'service'
  if (reason === 'unreadable_file') return SLACK_ACCESS.has(code) ? 'admin' : 'service'
  return resolvers[reason]
}

const httpsOnly = (url: string | undefined) => (url && URL.parse(url)?.protocol === 'https:' ? url : undefined)

/** Why a request failed, who can resolve it and what the service suggests; the slices decide how to say it, where, and with which buttons. */
export function explainError(error: UpstreamError): ErrorExplanation {
  const { details } = error
  const reason = findReason(details)
  const { fix, serviceMessage } = details
  const isQuoted = reason === 'message_rejected' || reason === 'block_listed'
  const docs = httpsOnly(details.docs)
  const upgradeUrl = httpsOnly(details.upgradeUrl)
  return {
    reason,
    facts: readFacts(reason, details),
    resolvedBy: findResolver(reason, details),
    ...(fix && { fix: redactCredentials(fix) }),
    ...(serviceMessage && serviceMessage !== fix && !isQuoted && { serviceMessage: redactCredentials(serviceMessage) }),
    ...(docs && { docs }),
    ...(upgradeUrl && { upgradeUrl }),
    ...(details.suggestions && { suggestions: details.suggestions.slice(0, 3) }),
  }
}

/** Only what the sentence for this reason names. */
function readFacts(reason: ErrorReason, details: UpstreamDetails): ErrorFacts {
  const { code, fix = '', serviceMessage = '', limit, resource, suspendedReason, errors = [], file } = details
  const permission = reason === 'missing_permission' && findPermission(`${fix} ${serviceMessage}`)
  const entry = findBlockListEntry(details)?.entry
  const said = reason === 'message_rejected' && removeTrailing(serviceMessage, '.', ' ')
  const fields = errors.map(({ path, message }) => redactCredentials([path, message].filter(Boolean).join(' ')))
  return {
    code: redactCredentials(code),
    ...(permission && { permission }),
    ...(limit !== undefined && { limit }),
    ...(resource && { resource: redactCredentials(resource) }),
    ...(suspendedReason && { suspendedFor: redactCredentials(suspendedReason) }),
    ...(entry && { entry: redactCredentials(entry) }),
    ...(said && { said: redactCredentials(said) }),
    ...(fields.length > 0 && { fields }),
    ...(file !== undefined && { file }),
  }
}

/** The mailbox names the permission in its advice or, as in `label_spam_read is forbidden`, in its sentence. */
const findPermission = (words: string): string | undefined => /\b[a-z]+(?:_[a-z]+)+\b/.exec(words)?.[0]
