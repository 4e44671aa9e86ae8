import type { ErrorFacts, ErrorReason } from '../../clients/mailbox/explain-error.ts'
import { createFormats } from '../../core/formats.ts'

type Sentence = (facts: ErrorFacts) => string

const { list, number } = createFormats('en')

/** ` (50 webhooks)`. */
const quoteLimit = ({ limit, resource }: ErrorFacts): string =>
  limit === undefined ? '' : ` (${resource === undefined ? number(limit) : `${number(limit)} ${resource}`})`

/** A sentence about one file, and which others cannot be included either. */
const about =
  (sentence: (file: string) => string): Sentence =>
  ({ file = '', others = [] }) =>
    [sentence(file), others.length > 0 && `${list(others)} can’t go along either.`].filter(Boolean).join(' ')

/** What people read when the mailbox refuses, fails or does not answer, and about replies that Bellhop cannot send. */
export const englishProblems = {
  missing_authorization: () => 'Bellhop has no usable key for the mailbox. An admin needs to reconnect it.',
  invalid_token_type: () =>
    'The mailbox needs an API key, but Bellhop has another kind of token. An admin needs to enter an API key.',
  unknown_api_key: () => 'The mailbox no longer knows Bellhop’s key. An admin needs to connect it with a new one.',
  unauthorized: () => 'The mailbox rejected Bellhop’s key. An admin needs to reconnect it.',
  missing_permission: ({ permission }) =>
    `The mailbox key lacks ${permission === undefined ? 'a permission' : `the permission ${permission}`}.`,
  permission_escalation: () => 'The mailbox key can’t grant a permission that it lacks itself.',
  unrestricted_key_required: () => 'This needs a mailbox key without restrictions, or the mailbox’s own dashboard.',
  forbidden: () => 'The mailbox key isn’t allowed to do this. An admin needs to connect a key that is.',
  already_exists: () => 'The mailbox already has one with this name. Use that one, or choose another name.',
  resource_taken: () => 'Another organization already has this name. Choose another.',
  limit_exceeded: (facts) =>
    `The mailbox has reached its limit${quoteLimit(facts)}. Remove one, or have the limit raised.`,
  domain_not_verified: () =>
    'The sending domain isn’t verified. Its DNS records need to be added, then an admin can verify it.',
  message_rejected: ({ said }) => `The mailbox refused to send this${said ? `: ${said}` : ''}.`,
  block_listed: ({ entry = '' }) => `${entry} is on the mailbox’s block list.`,
  account_suspended: ({ suspendedFor }) =>
    `The mailbox account is suspended${suspendedFor ? ` (${suspendedFor})` : ''}. An admin needs to ask the mailbox’s support team to lift that.`,
  validation_error: ({ fields = [] }) =>
    `The mailbox doesn’t accept this${fields.length > 0 ? `: ${list(fields, 'comma')}` : ''}.`,
  query_range_too_wide: () => 'The mailbox can’t cover that much time at once. Choose a shorter period.',
  not_found: () => 'The mailbox no longer has this, or Bellhop’s key can’t see it.',
  route_not_found: () =>
    'There’s nothing at the mailbox’s address. MAIL_API_URL is probably wrong. An admin can check it.',
  conflict: () => 'The same request is still running, or was made with different content. Check before you repeat it.',
  race_condition: () => 'Someone else changed this at the same moment.',
  resource_deleting: () => 'This is being deleted. Wait, or use another.',
  cannot_delete: () => 'This can’t be deleted while something else depends on it.',
  unprocessable: () => 'The mailbox can’t do this. A mail needs at least one recipient.',
  rate_limit_exceeded: () => 'The mailbox is getting too many requests.',
  invalid_id: () => 'The mailbox has nothing with this id.',
  not_verified: () =>
    'The mailbox’s organization isn’t verified yet. Its owner needs to finish that first. Until then, it can only write to its own verification address.',
  silent: () => 'The mailbox isn’t answering.',
  unknown: () => 'No answer came back from the mailbox.',
  other: ({ code }) => `The mailbox refused this (${code}).`,
  unreadable_file: ({ code, file = 'an attached file' }) => `Bellhop couldn’t get ${file} from Slack (${code}).`,
  unfetched_file: ({ code, file = 'an attached file' }) => `Bellhop couldn’t download ${file} (${code}).`,

  changed_bytes: () =>
    'The first attempt got no answer, and an attached file has changed since, so Bellhop can’t repeat it.',
  internal: () => 'Something went wrong in Bellhop while it was being sent.',
  refused_later: () => 'One attempt got no answer, and then the mailbox refused to send it again.',
  not_allowed: () => 'The person who had it sent can no longer answer mail here. Somebody else can send it.',
  no_answer: () => 'The mailbox didn’t answer for a whole day.',
  file_gone: about((file) => `Bellhop can no longer read ${file} in Slack. Attach it again, or send without it.`),
  file_elsewhere: about((file) => `${file} isn’t stored in Slack, so it can’t be attached. Put a link in the text.`),
  file_too_large: about((file) => `${file} is larger than 64 MB, so it can’t be attached. Put a link in the text.`),
  files_too_large: about(
    (file) => `With ${file}, the files add up to more than 64 MB. Attach fewer, or put links in the text.`,
  ),
  file_of_others: about((file) => `Somebody else uploaded ${file}. Upload your own copy under Files.`),
  file_disguised: about(
    (file) =>
      `${file} is a program, though its name doesn’t say so. Mail servers refuse such files. Put a link in the text, or send without it.`,
  ),
  file_changed: about(
    (file) =>
      `${file} was edited in Slack after somebody was asked to approve this mail. Send it again, so that somebody approves it as it is now.`,
  ),
  received_file_gone: about(
    (file) => `The mailbox no longer has ${file}. Upload your own copy under Files, or send without it.`,
  ),
  received_file_changed: about(
    (file) =>
      `The mailbox now has ${file} in another size than when you chose it. Look at it again, then upload your own copy, or send without it.`,
  ),
  received_file_unsafe: about(
    (file) =>
      `${file} came with a mail and is a program, or could act like one, so Bellhop doesn’t pass it on. If you trust it, upload your own copy under Files.`,
  ),
  link_not_public: about(
    (file) => `${file} isn’t at a public https address, so the mailbox can’t fetch it. Upload the file instead.`,
  ),
  link_redirects: about(
    (file) =>
      `The address of ${file} leads on to another one. Open it in your browser, and use the address where it ends, or upload the file.`,
  ),
  link_needs_login: about(
    (file) => `The address of ${file} opens only after a login. Share the file with everyone, or upload it.`,
  ),
  link_gone: about(
    (file) => `There’s nothing at the address of ${file} any more. Check the address, or upload the file.`,
  ),
  link_is_page: about(
    (file) =>
      `The address of ${file} is a web page, not a file. Put the link in the text, or use the address of its download.`,
  ),
  link_slow: about(
    (file) => `${file} takes too long to download from its address. Upload the file, or put the link in the text.`,
  ),
  link_unreachable: about(
    (file) => `Bellhop gets no usable answer from the address of ${file}. Check the address, or upload the file.`,
  ),
} satisfies Record<ErrorReason, Sentence> & Record<string, Sentence>
