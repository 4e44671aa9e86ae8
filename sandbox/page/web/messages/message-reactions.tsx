import type { JSX } from 'preact'
import { postControl } from '../model/control-api.ts'
import { currentUser, getUserName } from '../model/workspace-state.ts'
import { findEmoji } from '../text/emoji-names.ts'
import { GlyphText } from '../text/status-glyphs.tsx'
import { runWithToast } from '../ui/toast-messages.tsx'
import type { Message } from '../slack-types/message-types.ts'

/** Adds the current user's reaction, or removes it if they gave it before. */
export const toggleReaction = (channel: string, message: Message, name: string): Promise<unknown> => {
  const given = message.reactions?.some((one) => one.name === name && one.users.includes(currentUser.value))
  const body = { user: currentUser.value, channel, ts: message.ts, name, ...(given && { remove: true }) }
  return runWithToast(() => postControl('/slack/react', body))
}

export function MessageReactions({ message, channel }: { message: Message; channel: string }): JSX.Element {
  return (
    <div class="reactions">
      {message.reactions?.map((reaction) => {
        const mine = reaction.users.includes(currentUser.value)
        const who = reaction.users.map(getUserName).join(', ')
        return (
          <button
            key={reaction.name}
            type="button"
            class="reaction"
            aria-pressed={mine}
            title={`${who} reacted with :${reaction.name}:`}
            aria-label={`${reaction.name}, ${reaction.count}`}
            onClick={() => void toggleReaction(channel, message, reaction.name)}
          >
            <GlyphText text={findEmoji(reaction.name) ?? `:${reaction.name}:`} /> {reaction.count}
          </button>
        )
      })}
    </div>
  )
}
