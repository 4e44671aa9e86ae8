import type { JSX } from 'preact'
import { currentConversation, getConversationName, openThread } from '../model/workspace-state.ts'
import { decodeMessage } from '../composer/typed-text.ts'
import type { Message } from '../slack-types/message-types.ts'

const MOST_CHARACTERS = 80

/** The beginning of a message in one line. */
function excerptText(text: string): string {
  const named = text.replace(/<(?:https?|mailto):[^|>]+\|([^>]+)>/g, '$1')
  const line = decodeMessage(named).replace(/\s+/g, ' ').trim()
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS).trimEnd()}…` : line
}

/** Links a reply that was also sent to the channel: in the channel its thread, in the thread the channel. */
export function BroadcastLine({ message, inThread }: { message: Message; inThread: boolean }): JSX.Element {
  if (inThread) return <p class="broadcast">Also sent to {getConversationName(currentConversation.value)}</p>
  return (
    <p class="broadcast">
      replied to a thread:{' '}
      <button type="button" dir="auto" class="link-button" onClick={() => openThread(message.thread_ts)}>
        {excerptText(message.root?.text ?? '') || 'the first message'}
      </button>
    </p>
  )
}
