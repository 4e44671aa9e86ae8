/** At most `limit` calls in `windowMs`, counted under `key`. */
export interface MethodRateLimit {
  key: string
  limit: number
  windowMs: number
}

const MINUTE_MS = 60_000

/** Calls per minute and workspace, a little below Slack's tiers (docs/slack-limits.md). Methods that are not listed have tier 3. */
const PER_MINUTE: Record<string, number> = {
  'chat.update': 48,
  'chat.delete': 48,
  'chat.postEphemeral': 95,
  'views.publish': 95,
  'users.info': 95,
  'conversations.info': 48,
  'conversations.list': 19,
  'conversations.replies': 48,
  'conversations.history': 48,
  'conversations.open': 48,
  'users.list': 19,
  'usergroups.list': 19,
  'usergroups.users.list': 19,
  'files.info': 95,
  'chat.getPermalink': 500,
  'auth.test': 500,
}
const DEFAULT_PER_MINUTE = 48

/** Called while a person waits for a form: we never delay these, only Slack may. */
const IMMEDIATE = new Set(['views.open', 'views.push', 'views.update', 'auth.test'])

/** The rate limit of a call: posts have one per channel (1 per second), all other methods one per workspace. Undefined if unlimited. */
export function rateLimitOf(team: string, method: string, args: Record<string, unknown>): MethodRateLimit | undefined {
  if (IMMEDIATE.has(method)) return undefined
  if (method === 'chat.postMessage')
    return { key: `${team}/${method}:${String(args['channel'])}`, limit: 1, windowMs: 1000 }
  if (method === 'assistant.threads.setStatus')
    return { key: `${team}/${method}:${String(args['channel_id'])}`, limit: 55, windowMs: MINUTE_MS }
  return { key: `${team}/${method}`, limit: PER_MINUTE[method] ?? DEFAULT_PER_MINUTE, windowMs: MINUTE_MS }
}
