/** Takes any field, because what it sends on is free. */
const ANY = 'any'

const SURFACE = ['user', 'channel', 'message_ts', 'view_id', 'action_id', 'block_id', 'value', 'values', 'late']
const MAIL = [
  'inbox_id',
  'from',
  'to',
  'cc',
  'bcc',
  'reply_to',
  'subject',
  'text',
  'html',
  'extracted_text',
  'extracted_html',
  'attachments',
  'labels',
  'headers',
  'thread_id',
  'in_reply_to',
  'raw',
  'message_id',
  'kind',
]
const FAULT = ['target', 'match', 'mode', 'status', 'error', 'retryAfterS', 'delayMs', 'times', 'probability', 'seed']

/** The fields that each control call takes. A call that is not listed takes none. */
const FIELDS: Record<string, string[] | typeof ANY> = {
  'POST /faults': FAULT,
  'POST /clock': ['scale'],
  'POST /reset': ['story', 'usual'],
  'POST /app': ['action'],
  'POST /slack/message': ['channel', 'user', 'text', 'thread_ts', 'files', 'reply_broadcast', 'late'],
  'POST /slack/edit': ['channel', 'user', 'ts', 'text'],
  'POST /slack/read': ['channel', 'user'],
  'POST /slack/command': ['channel', 'user', 'command', 'text', 'late'],
  'POST /slack/shortcut': ['user', 'callback_id', 'channel', 'message_ts', 'late'],
  'POST /slack/click': SURFACE,
  'POST /slack/suggest': SURFACE,
  'POST /slack/submit': ['user', 'view_id', 'values', 'late'],
  'POST /slack/close': ['user', 'view_id', 'values', 'late'],
  'POST /slack/home': ['user', 'tab', 'late'],
  'POST /slack/react': ['user', 'channel', 'ts', 'name', 'remove', 'late'],
  'POST /slack/workspace': ['action', 'channel', 'user', 'role', 'count', 'off'],
  'POST /slack/group': ['action', 'group', 'name', 'handle', 'description', 'users', 'user'],
  'POST /slack/person': ['user', 'locale', 'tz', 'real_name', 'title'],
  'POST /slack/redeliver': ['event_id', 'times'],
  'POST /slack/socket': ['reason', 'app'],
  'POST /agent/jobs/:id': ['status', 'prLink', 'ref', 'model'],
  'POST /agent/script': ['outcome', 'afterMs', 'story'],
  'POST /agent/projects': ['projectId', 'name'],
  'POST /agent/keys': ['projectId', 'admin'],
  'POST /mail/inbound': MAIL,
  'POST /mail/script': ['outcome', 'afterMs'],
  'POST /mail/outcome': ANY,
  'POST /mail/event': ANY,
  'POST /mail/redeliver': ['event_id', 'times'],
  // The account validates its own fields.
  'POST /mail/account': ANY,
  'POST /mail/keys': ['name', 'inbox_id', 'pod_id', 'permissions', 'expires_at'],
}

/** Why a control call with these fields is refused: a field that it doesn't know would be ignored in silence. */
export function findUnknownField(method: string, pattern: string, given: object): string | undefined {
  const taken = FIELDS[`${method} ${pattern}`] ?? []
  if (taken === ANY) return undefined
  const unknown = Object.keys(given).find((name) => !taken.includes(name))
  if (unknown === undefined) return undefined
  return `${method} /control${pattern} has no field ${unknown}; it takes ${taken.join(', ') || 'no fields'}`
}
