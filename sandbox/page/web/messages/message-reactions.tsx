import type { JSX } from 'preact'
import { post } from '../model/control-api.ts'
import { me, nameOf } from '../model/workspace-state.ts'
import { emojiOf } from '../text/emoji-names.ts'
import { Glyphs } from '../text/status-glyphs.tsx'
import { attempt } from '../ui/toast-messages.tsx'
import type { Message } from '../model/control-types.ts'

/** Gives the reaction, or takes it back where it was given. */
export const react = (channel: string, message: Message, name: string): Promise<unknown> => {
  const given = message.reactions?.some((one) => one.name === name && one.users.includes(me.value))
  const body = { user: me.value, channel, ts: message.ts, name, ...(given && { remove: true }) }
  return attempt(() => post('/slack/react', body))
}

export function Reactions({ message, channel }: { message: Message; channel: string }): JSX.Element {
  return (
    <div class="reactions">
      {message.reactions?.map((reaction) => {
        const mine = reaction.users.includes(me.value)
        const who = reaction.users.map(nameOf).join(', ')
        return (
          <button
            key={reaction.name}
            type="button"
            class="reaction"
            aria-pressed={mine}
            title={`${who} reacted with :${reaction.name}:`}
            aria-label={`${reaction.name}, ${reaction.count}`}
            onClick={() => void react(channel, message, reaction.name)}
          >
            <Glyphs text={emojiOf(reaction.name) ?? `:${reaction.name}:`} /> {reaction.count}
          </button>
        )
      })}
    </div>
  )
}
