/** What a person reads when one of the two services refuses, fails or goes silent. */
export const english = {
  thisProject: 'this project',
  'agent.rate_limit_exceeded': 'The agent takes 100 requests an hour for {project}, and this hour’s are used.',
  'agent.not_found': 'The agent does not know this job or project any more.',
  'agent.access': 'Bellhop may not use the agent for {project}. An admin can connect it again.',
  'agent.validation_error': 'The agent does not accept this request as it is.',
  'agent.silent': 'The agent does not answer. Nothing was lost.',
  'agent.unknown': 'Sent, but no answer came back. It may be running.',
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
  'mailbox.race_condition': 'Someone else changed this at the same moment. Bellhop reads it again and repeats.',
  'mailbox.resource_deleting': 'This is being deleted. Wait, or use another.',
  'mailbox.cannot_delete': 'This cannot be deleted while something else depends on it.',
  'mailbox.unprocessable': 'The mailbox cannot do this as it stands. A mail needs at least one recipient.',
  'mailbox.rate_limit_exceeded': 'The mailbox has had too many requests. Bellhop waits and sends it then.',
  'mailbox.invalid_id': 'This points to nothing in the mailbox.',
  'mailbox.silent': 'The mailbox does not answer. Bellhop keeps trying, nothing was lost.',
  'mailbox.unknown': 'We cannot tell whether this was sent: no answer came back.',
  'mailbox.other': 'The mailbox refused this ({code}).',
  'address.invalid': 'This is no web address.',
  'address.https': 'The address must start with https://.',
  'address.credentials': 'The address must not contain a name or a password.',
  'address.private': 'The address must be reachable from the open internet.',
  'address.unknown': 'No such address can be found.',
  'slack.other': 'Slack refused this ({code}).',
  'store.other': 'Bellhop cannot reach its own records right now. Nothing was done.',
}

export type Sentence = keyof typeof english
export type Sentences = Record<Sentence, string>
