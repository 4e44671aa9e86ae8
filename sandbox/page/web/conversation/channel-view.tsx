import type { JSX } from 'preact'
import { getChannelName, findChannel } from '../model/workspace-state.ts'
import { Icon } from '../ui/line-icon.tsx'
import { MessageComposer } from '../composer/message-composer.tsx'
import { ConversationMessages } from './conversation-messages.tsx'
import { BackButton } from './back-button.tsx'

export function ChannelView({ channel }: { channel: string }): JSX.Element {
  const known = findChannel(channel)
  const name = `#${getChannelName(channel)}`
  return (
    <main class="main" aria-label={name}>
      <header class="bar">
        <BackButton />
        <h2>
          <Icon name={known?.is_private ? 'lock' : 'hash'} size={18} />
          {getChannelName(channel)}
        </h2>
        <span class="bar-topic">{known?.topic}</span>
        {known?.num_members !== undefined && (
          <span class="bar-count" title={`${known.num_members} members`}>
            <Icon name="people" size={16} /> {known.num_members}
          </span>
        )}
      </header>
      <ConversationMessages channel={channel} name={name} />
      {known?.is_archived ? (
        <p class="notice">This channel is archived.</p>
      ) : (
        <MessageComposer key={channel} channel={channel} label={`Message ${name}`} />
      )}
    </main>
  )
}
