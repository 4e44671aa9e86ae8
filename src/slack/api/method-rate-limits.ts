export interface MethodRateLimit {
  key: string
  limit: number
  windowMs: number
}

const MINUTE_MS = 60_000

/** Calls a minute per workspace, a little below Slack's tiers (docs/slack-limits.md); what is not listed has tier 3. */
const PER_MINUTE: Record<string, number> = {
  'chat.update': 48,
  'chat.delete': 48,
  'chat.postEphemeral': 95,
  'views.publish': 95,
  'users.info': 95,
  'conversations.info': 48,
  'conversations.replies': 48,
  'conversations.history': 48,
  'conversations.open': 48,
  'files.info': 95,
  'chat.getPermalink': 500,
  'auth.test': 500,
}
const DEFAULT_PER_MINUTE = 48

/** Asked while a person waits for a form: never held back by us, only by Slack. */
const IMMEDIATE = new Set(['views.open', 'views.push', 'views.update', 'auth.test'])

/** The budget that a call draws on: posts have one per channel (1 per second), the rest one per workspace and method. */
export function rateLimitOf(team: string, method: string, args: Record<string, unknown>): MethodRateLimit | undefined {
  if (IMMEDIATE.has(method)) return undefined
  if (method === 'chat.postMessage')
    return { key: `${team}/${method}:${String(args['channel'])}`, limit: 1, windowMs: 1000 }
  if (method === 'assistant.threads.setStatus')
    return { key: `${team}/${method}:${String(args['channel_id'])}`, limit: 55, windowMs: MINUTE_MS }
  return { key: `${team}/${method}`, limit: PER_MINUTE[method] ?? DEFAULT_PER_MINUTE, windowMs: MINUTE_MS }
}
