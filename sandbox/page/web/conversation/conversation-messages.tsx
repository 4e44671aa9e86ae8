import type { JSX } from 'preact'
import { installedApp, currentUser } from '../model/workspace-state.ts'
import { openConversation, refreshConversation } from '../model/conversation-state.ts'
import { currentRoute } from '../model/page-route.ts'
import { Skeleton, EmptyState, FailedState } from '../ui/load-states.tsx'
import type { Message } from '../slack-types/message-types.ts'
import { MessageList } from '../messages/message-list.tsx'

/** Leaves out ephemeral messages for other people. */
export const selectVisible = (messages: Message[]): Message[] =>
  messages.filter((message) => !message.ephemeral_for || message.ephemeral_for === currentUser.value)

export function ConversationMessages({ channel, name }: { channel: string; name: string }): JSX.Element {
  const { messages, error } = openConversation(channel).value
  const here = currentRoute.value
  if (error && !messages) return <FailedState error={error} onRetry={() => void refreshConversation(channel)} />
  if (!messages) return <Skeleton wide lines={5} />
  const shown = selectVisible(messages)
  if (shown.length === 0) {
    return (
      <div class="list-wrap">
        <EmptyState icon="chat" title={`This is the start of ${name}`}>
          Write a message, or type / to see what {installedApp.value.name} can do.
        </EmptyState>
      </div>
    )
  }
  const target = 'message' in here ? here.message : undefined
  return <MessageList key={channel} messages={shown} label={`Messages in ${name}`} target={target} />
}
