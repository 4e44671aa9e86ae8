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
  'mailbox.missing_authorization': 'The mailbox got no usable key from Bellhop. An admin can connect it again.',
  'mailbox.invalid_token_type':
    'The mailbox wants an API key, and another kind of token is stored. An admin can put in an API key.',
  'mailbox.unknown_api_key':
    'The mailbox does not know Bellhop’s key any more. An admin can connect it with a new one.',
  'mailbox.unauthorized': 'The mailbox does not accept Bellhop’s key. An admin can connect it again.',
  'mailbox.missing_permission': 'The mailbox key lacks {permission}.',
  'mailbox.permission_escalation': 'The mailbox key cannot grant a permission that it lacks itself.',
  'mailbox.unrestricted_key_required': 'This needs a mailbox key without restrictions, or the mailbox’s own dashboard.',
  'mailbox.forbidden': 'The mailbox key may not act there. An admin can connect a key that covers it.',
  'mailbox.already_exists': 'The mailbox already has one with this name. Use it, or choose another name.',
  'mailbox.resource_taken': 'Another organization has this name already. Choose another.',
  'mailbox.limit_exceeded': 'The mailbox’s limit is reached{limit}. Remove one, or have the limit raised.',
  'mailbox.domain_not_verified':
    'Nothing was sent: the sending domain is not verified. Whoever looks after its DNS adds the records, then an admin verifies it.',
  'mailbox.not_verified':
    'Nothing was sent: the mailbox’s organization is not verified yet. Whoever opened it finishes that first; until then it may write only to its own verifying address.',
  'mailbox.message_rejected': 'The mailbox refused to send. No mail went out.',
  'mailbox.account_suspended': 'The mailbox account is suspended{reason}. Only the service’s support can lift that.',
  'mailbox.validation_error': 'The mailbox does not accept this as it is{fields}.',
  'mailbox.query_range_too_wide': 'The mailbox does not look that far in one go. Choose a shorter time.',
  'mailbox.not_found': 'The mailbox does not have this any more, or its key may not see it.',
  'mailbox.route_not_found':
    'Nothing answers at the mailbox’s address. MAIL_API_URL is probably wrong; an admin can check it.',
  'mailbox.conflict': 'The same request is under way, or was made with other content. Look again before you repeat it.',
  'mailbox.race_condition': 'Someone else changed this at the same moment.',
  'mailbox.resource_deleting': 'This is being deleted. Wait, or use another.',
  'mailbox.cannot_delete': 'This cannot be deleted while something else depends on it.',
  'mailbox.unprocessable': 'The mailbox cannot do this as it stands. A mail needs at least one recipient.',
  'mailbox.rate_limit_exceeded': 'The mailbox has had too many requests.',
  'mailbox.invalid_id': 'This points to nothing in the mailbox.',
  'mailbox.silent': 'The mailbox does not answer.',
  'mailbox.unknown': 'We cannot tell whether this was sent: no answer came back.',
  'mailbox.other': 'The mailbox refused this ({code}).',
  'slack.other': 'Slack refused this ({code}).',
  'store.other': 'Bellhop cannot reach its own records right now. Nothing was done.',
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
