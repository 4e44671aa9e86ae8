import type { UpstreamDetails, UpstreamError } from '../../core/errors.ts'
import { redactCredentials } from '../../core/log.ts'

/** Whose turn it is: the person who asked, an admin, or nobody but the service. */
export type ResolvedBy = 'writer' | 'admin' | 'service'

export interface ErrorExplanation {
  text: string
  resolvedBy: ResolvedBy
  /** The service's own advice, as given; outside text, to be shown inert. */
  fix?: string
  /** The service's own sentence, where ours is a general one; outside text, to be shown inert. */
  said?: string
  /** Https addresses only. */
  docs?: string
  upgradeUrl?: string
  suggestions?: string[]
}

/** What a person reads when a service refuses, fails or goes silent; whether anything is tried again is said beside it. The jobs slice has its own words for the agent. */
const sentences = {
  'agent.other': 'The agent refused this ({code}).',
  'mailbox.missing_authorization': 'Bellhop has no usable key for the mailbox. An admin needs to reconnect it.',
  'mailbox.invalid_token_type':
    'The mailbox needs an API key, but Bellhop has another kind of token. An admin needs to enter an API key.',
  'mailbox.unknown_api_key': 'The mailbox no longer knows Bellhop’s key. An admin needs to connect it with a new one.',
  'mailbox.unauthorized': 'The mailbox rejected Bellhop’s key. An admin needs to reconnect it.',
  'mailbox.missing_permission': 'The mailbox key lacks {permission}.',
  'mailbox.permission_escalation': 'The mailbox key can’t grant a permission that it lacks itself.',
  'mailbox.unrestricted_key_required': 'This needs a mailbox key without restrictions, or the mailbox’s own dashboard.',
  'mailbox.forbidden': 'The mailbox key isn’t allowed to do this. An admin needs to connect a key that is.',
  'mailbox.already_exists': 'The mailbox already has one with this name. Use that one, or choose another name.',
  'mailbox.resource_taken': 'Another organization already has this name. Choose another.',
  'mailbox.limit_exceeded': 'The mailbox has reached its limit{limit}. Remove one, or have the limit raised.',
  'mailbox.domain_not_verified':
    'Nothing was sent: the sending domain isn’t verified. Its DNS records need to be added, then an admin can verify it.',
  'mailbox.not_verified':
    'Nothing was sent: the mailbox’s organization isn’t verified yet. Its owner needs to finish that first. Until then, it can only write to its own verification address.',
  'mailbox.message_rejected': 'The mailbox refused to send this. No mail went out.',
  'mailbox.account_suspended':
    'The mailbox account is suspended{reason}. Only the mailbox’s support team can lift that.',
  'mailbox.validation_error': 'The mailbox doesn’t accept this{fields}.',
  'mailbox.query_range_too_wide': 'The mailbox can’t cover that much time at once. Choose a shorter period.',
  'mailbox.not_found': 'The mailbox no longer has this, or Bellhop’s key can’t see it.',
  'mailbox.route_not_found':
    'There’s nothing at the mailbox’s address. MAIL_API_URL is probably wrong. An admin can check it.',
  'mailbox.conflict':
    'The same request is still running, or was made with different content. Check before you repeat it.',
  'mailbox.race_condition': 'Someone else changed this at the same moment.',
  'mailbox.resource_deleting': 'This is being deleted. Wait, or use another.',
  'mailbox.cannot_delete': 'This can’t be deleted while something else depends on it.',
  'mailbox.unprocessable': 'The mailbox can’t do this. A mail needs at least one recipient.',
  'mailbox.rate_limit_exceeded': 'The mailbox is getting too many requests.',
  'mailbox.invalid_id': 'The mailbox has nothing with this id.',
  'mailbox.silent': 'The mailbox isn’t answering.',
  'mailbox.unknown': 'We can’t tell whether this was sent: no answer came back.',
  'mailbox.other': 'The mailbox refused this ({code}).',
  'slack.other': 'Slack refused this ({code}).',
  'store.other': 'Bellhop can’t reach its own database right now. Nothing was done.',
}

type Sentence = keyof typeof sentences

const turns: Partial<Record<Sentence, ResolvedBy>> = {
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
const isSentence = (key: string): key is Sentence => Object.hasOwn(sentences, key)

/** The code decides; only that an organization is unverified has no code of its own and shows in the service's words alone. */
function sentenceOf(details: UpstreamDetails): Sentence {
  const { service, code, outcome, fix, serviceMessage: said } = details
  if (service === 'mailbox' && silent.has(code)) return outcome === 'unknown' ? 'mailbox.unknown' : 'mailbox.silent'
  if (
    (code === 'message_rejected' || code === 'forbidden') &&
    /not (?:been )?verified|verification|unverified/i.test(`${fix} ${said}`)
  )
    return 'mailbox.not_verified'
  const key = `${service}.${code}`
  return isSentence(key) ? key : `${service}.other`
}

const httpsOnly = (url: string | undefined) => (url && URL.parse(url)?.protocol === 'https:' ? url : undefined)

/** What the person reads, whose turn it is and what the service offers; the slices decide where and with which buttons. */
export function explainError(error: UpstreamError): ErrorExplanation {
  const { details } = error
  const key = sentenceOf(details)
  const { fix, serviceMessage: said, limit, resource, suspendedReason } = details
  const fields = details.errors?.map(({ path, message }) => [path, message].filter(Boolean).join(' ')).join(', ')
  const values: Record<string, string> = {
    code: details.code,
    permission: permissionIn(`${fix ?? ''} ${said ?? ''}`),
    limit: limit === undefined ? '' : ` (${[limit, resource].filter((part) => part !== undefined).join(' ')})`,
    reason: suspendedReason ? ` (${suspendedReason})` : '',
    fields: fields ? `: ${fields}` : '',
  }
  const docs = httpsOnly(details.docs)
  const upgradeUrl = httpsOnly(details.upgradeUrl)
  return {
    text: redactCredentials(sentences[key].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')),
    resolvedBy: turns[key] ?? 'admin',
    ...(fix && { fix: redactCredentials(fix) }),
    ...(said && said !== fix && { said: redactCredentials(said) }),
    ...(docs && { docs }),
    ...(upgradeUrl && { upgradeUrl }),
    ...(details.suggestions && { suggestions: details.suggestions.slice(0, 3) }),
  }
}

/** The service names the permission in its advice or, as in `label_spam_read is forbidden`, in its sentence. */
function permissionIn(words: string): string {
  return /\b[a-z]+(?:_[a-z]+)+\b/.exec(words)?.[0] ?? '…'
}
