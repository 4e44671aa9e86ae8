import type { JSX } from 'preact'
import { installedApp, getChannelName, openThread } from '../model/workspace-state.ts'
import { openConversation, refreshConversation } from '../model/conversation-state.ts'
import { currentRoute } from '../model/page-route.ts'
import { Icon } from '../ui/line-icon.tsx'
import { Skeleton, EmptyState, FailedState } from '../ui/load-states.tsx'
import { MessageComposer } from '../composer/message-composer.tsx'
import { MessageList } from '../messages/message-list.tsx'
import { AppStatus } from './app-status.tsx'
import { selectVisible } from './conversation-messages.tsx'

export function ThreadView({ channel, thread }: { channel: string; thread: string }): JSX.Element {
  const { messages, error } = openConversation(channel, thread).value
  const conversationName = currentRoute.value.view === 'app' ? installedApp.value.name : `#${getChannelName(channel)}`
  const shown = selectVisible(messages ?? [])
  const replies = Math.max(0, shown.length - 1)
  return (
    <aside
      class="thread"
      aria-label="Thread"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) openThread(undefined)
      }}
    >
      <header class="bar">
        <button type="button" class="quiet back" aria-label="Back" onClick={() => openThread(undefined)}>
          <Icon name="back" />
        </button>
        <h2>Thread</h2>
        <span class="bar-topic">{conversationName}</span>
        <button type="button" class="quiet bar-close" aria-label="Close thread" onClick={() => openThread(undefined)}>
          <Icon name="close" />
        </button>
      </header>
      {error && !messages ? (
        <FailedState error={error} onRetry={() => void refreshConversation(channel, thread)} />
      ) : !messages ? (
        <Skeleton wide lines={3} />
      ) : shown.length === 0 ? (
        <div class="list-wrap">
          <EmptyState icon="chat" title="This message was deleted">
            Its thread was deleted with it.
          </EmptyState>
        </div>
      ) : (
        <MessageList
          key={thread}
          messages={shown}
          label={replies === 1 ? 'Thread, 1 reply' : `Thread, ${replies} replies`}
          inThread
        />
      )}
      <AppStatus thread={thread} />
      <MessageComposer key={`${channel} ${thread}`} channel={channel} thread={thread} label="Reply" />
    </aside>
  )
}
