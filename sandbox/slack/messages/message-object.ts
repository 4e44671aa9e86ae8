import type { App } from '../workspace/app-types.ts'
import type { Channel, JsonObject, Message, Workspace } from '../workspace/workspace-types.ts'

const botProfile = (workspace: Workspace, app: App): JsonObject => ({
  id: app.botId,
  deleted: false,
  name: app.name,
  updated: 1_760_000_000,
  app_id: app.id,
  user_id: app.botUser,
  team_id: workspace.team.id,
})

/** A message as the Web API and events show it; with its channel also what the thread adds: reply counts, and the `root` of a broadcast reply. */
export function messageObject(
  workspace: Workspace,
  message: Message,
  channel?: Channel,
  options: { metadata?: boolean } = {},
): JsonObject {
  const { author, derived: _derived, picks: _picks, ephemeral_for: _for, metadata, ...rest } = message
  const replies = channel?.threads.get(message.ts)?.filter((one) => one.subtype !== 'tombstone')
  const people = [...new Set(replies?.map((one) => one.user ?? one.bot_id ?? ''))]
  const broadcast = message.subtype === 'thread_broadcast' && message.thread_ts !== undefined
  const root = broadcast ? channel?.byTs.get(message.thread_ts ?? '') : undefined
  return {
    ...rest,
    ...(root && { root: messageObject(workspace, root, channel) }),
    ...(author && { bot_profile: botProfile(workspace, author) }),
    ...(options.metadata && metadata && { metadata }),
    ...(replies &&
      replies.length > 0 && {
        thread_ts: message.ts,
        reply_count: replies.length,
        reply_users_count: people.length,
        reply_users: people.slice(0, 5),
        latest_reply: replies.at(-1)?.ts,
        is_locked: false,
        subscribed: false,
      }),
  }
}
