import type { UpstreamDetails, UpstreamError } from '../../core/errors.ts'
import { redactCredentials } from '../../core/log-redaction.ts'
import { removeTrailing } from '../../core/remove-trailing.ts'

/** Who can resolve a failure: the person who asked, an admin, or only the service itself. */
export type ResolvedBy = 'writer' | 'admin' | 'service'

/** What a person reads about a failure, and what the service adds to it. */
export interface ErrorExplanation {
  text: string
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
 * What people read when the mailbox refuses, fails or does not answer, by code, and who can resolve it. The slices say whether Bellhop tries
 * again. `block_listed` and the last four entries are for situations without a code.
 */
const explanations = {
  missing_authorization: {
    resolvedBy: 'admin',
    text: 'Bellhop has no usable key for the mailbox. An admin needs to reconnect it.',
  },
  invalid_token_type: {
    resolvedBy: 'admin',
    text: 'The mailbox needs an API key, but Bellhop has another kind of token. An admin needs to enter an API key.',
  },
  unknown_api_key: {
    resolvedBy: 'admin',
    text: 'The mailbox no longer knows Bellhop’s key. An admin needs to connect it with a new one.',
  },
  unauthorized: { resolvedBy: 'admin', text: 'The mailbox rejected Bellhop’s key. An admin needs to reconnect it.' },
  missing_permission: { resolvedBy: 'admin', text: 'The mailbox key lacks {permission}.' },
  permission_escalation: {
    resolvedBy: 'admin',
    text: 'The mailbox key can’t grant a permission that it lacks itself.',
  },
  unrestricted_key_required: {
    resolvedBy: 'admin',
    text: 'This needs a mailbox key without restrictions, or the mailbox’s own dashboard.',
  },
  forbidden: {
    resolvedBy: 'admin',
    text: 'The mailbox key isn’t allowed to do this. An admin needs to connect a key that is.',
  },
  already_exists: {
    resolvedBy: 'writer',
    text: 'The mailbox already has one with this name. Use that one, or choose another name.',
  },
  resource_taken: { resolvedBy: 'writer', text: 'Another organization already has this name. Choose another.' },
  limit_exceeded: {
    resolvedBy: 'admin',
    text: 'The mailbox has reached its limit{limit}. Remove one, or have the limit raised.',
  },
  domain_not_verified: {
    resolvedBy: 'admin',
    text: 'The sending domain isn’t verified. Its DNS records need to be added, then an admin can verify it.',
  },
  message_rejected: { resolvedBy: 'writer', text: 'The mailbox refused to send this{said}.' },
  block_listed: { resolvedBy: 'admin', text: '{entry} is on the mailbox’s block list.' },
  account_suspended: {
    resolvedBy: 'admin',
    text: 'The mailbox account is suspended{reason}. An admin needs to ask the mailbox’s support team to lift that.',
  },
  validation_error: { resolvedBy: 'writer', text: 'The mailbox doesn’t accept this{fields}.' },
  query_range_too_wide: {
    resolvedBy: 'writer',
    text: 'The mailbox can’t cover that much time at once. Choose a shorter period.',
  },
  not_found: { resolvedBy: 'writer', text: 'The mailbox no longer has this, or Bellhop’s key can’t see it.' },
  route_not_found: {
    resolvedBy: 'admin',
    text: 'There’s nothing at the mailbox’s address. MAIL_API_URL is probably wrong. An admin can check it.',
  },
  conflict: {
    resolvedBy: 'writer',
    text: 'The same request is still running, or was made with different content. Check before you repeat it.',
  },
  race_condition: { resolvedBy: 'service', text: 'Someone else changed this at the same moment.' },
  resource_deleting: { resolvedBy: 'writer', text: 'This is being deleted. Wait, or use another.' },
  cannot_delete: { resolvedBy: 'writer', text: 'This can’t be deleted while something else depends on it.' },
  unprocessable: { resolvedBy: 'writer', text: 'The mailbox can’t do this. A mail needs at least one recipient.' },
  rate_limit_exceeded: { resolvedBy: 'service', text: 'The mailbox is getting too many requests.' },
  invalid_id: { resolvedBy: 'writer', text: 'The mailbox has nothing with this id.' },
  not_verified: {
    resolvedBy: 'admin',
    text: 'The mailbox’s organization isn’t verified yet. Its owner needs to finish that first. Until then, it can only write to its own verification address.',
  },
  silent: { resolvedBy: 'service', text: 'The mailbox isn’t answering.' },
  unknown: { resolvedBy: 'writer', text: 'No answer came back from the mailbox.' },
  other: { resolvedBy: 'service', text: 'The mailbox refused this ({code}).' },
} satisfies Record<string, { resolvedBy: ResolvedBy; text: string }>

type Explained = keyof typeof explanations

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
const isExplained = (code: string): code is Explained => Object.hasOwn(explanations, code)

/** There is no code for an unverified organization; only the mailbox's words say so. */
const isUnverified = ({ code, fix, serviceMessage }: UpstreamDetails): boolean =>
  (code === 'message_rejected' || code === 'forbidden') &&
  /not (?:been )?verified|verification|unverified/i.test(`${fix} ${serviceMessage}`)

/** The address or domain that the send block list names, from the path that `fix` gives to delete it (the mailbox's documentation, Errors). */
function findBlockListEntry({ code, fix }: UpstreamDetails): string | undefined {
  if (code !== 'message_rejected') return undefined
  const entry = /\/lists\/send\/block\/([^\s/?#"'`]{1,320})/.exec(fix ?? '')?.[1]
  return entry && removeTrailing(entry, '.', ',', ';', ')').replace(/%40/i, '@')
}

function findExplanation(details: UpstreamDetails): { resolvedBy: ResolvedBy; text: string } {
  const { service, code, outcome } = details
  // A reply's attachments are read from Slack.
  if (service === 'slack') {
    const resolvedBy = SLACK_ACCESS.has(code) ? 'admin' : 'service'
    return { resolvedBy, text: 'Bellhop couldn’t get an attached file from Slack ({code}).' }
  }
  if (SILENT.has(code)) return explanations[outcome === 'unknown' ? 'unknown' : 'silent']
  if (isUnverified(details)) return explanations.not_verified
  if (findBlockListEntry(details) !== undefined) return explanations.block_listed
  return explanations[isExplained(code) ? code : 'other']
}

const httpsOnly = (url: string | undefined) => (url && URL.parse(url)?.protocol === 'https:' ? url : undefined)

/** What a person reads about a failure, who can resolve it and what the service suggests; the slices decide where to show it and with which buttons. */
export function explainError(error: UpstreamError): ErrorExplanation {
  const { details } = error
  const { text, resolvedBy } = findExplanation(details)
  const { fix, serviceMessage, limit, resource, suspendedReason } = details
  const fields = details.errors?.map(({ path, message }) => [path, message].filter(Boolean).join(' ')).join(', ')
  const values: Record<string, string> = {
    code: details.code,
    entry: findBlockListEntry(details) ?? '',
    said: serviceMessage ? `: ${removeTrailing(serviceMessage, '.', ' ')}` : '',
    permission: findPermission(`${fix ?? ''} ${serviceMessage ?? ''}`),
    limit: limit === undefined ? '' : ` (${[limit, resource].filter((part) => part !== undefined).join(' ')})`,
    reason: suspendedReason ? ` (${suspendedReason})` : '',
    fields: fields ? `: ${fields}` : '',
  }
  const isQuoted = text.includes('{said}') || text.includes('{entry}')
  const docs = httpsOnly(details.docs)
  const upgradeUrl = httpsOnly(details.upgradeUrl)
  return {
    text: redactCredentials(text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')),
    resolvedBy,
    ...(fix && { fix: redactCredentials(fix) }),
    ...(serviceMessage && serviceMessage !== fix && !isQuoted && { serviceMessage: redactCredentials(serviceMessage) }),
    ...(docs && { docs }),
    ...(upgradeUrl && { upgradeUrl }),
    ...(details.suggestions && { suggestions: details.suggestions.slice(0, 3) }),
  }
}

/** The mailbox names the permission in its advice or, as in `label_spam_read is forbidden`, in its sentence. */
function findPermission(words: string): string {
  return /\b[a-z]+(?:_[a-z]+)+\b/.exec(words)?.[0] ?? 'a permission'
}
