import { signal } from '@preact/signals'
import { currentUser } from './workspace-state.ts'
import { openConversation } from './conversation-state.ts'

/** The message that is being edited, and whether in the thread or in the conversation itself. */
export const editedMessage = signal<{ ts: string; inThread: boolean } | undefined>(undefined)

/** Starts to edit the current user's last message of a conversation or thread, if there is one. */
export function editLastMessage(channel: string, thread: string | undefined): boolean {
  const own = (openConversation(channel, thread).value.messages ?? []).findLast(
    (message) =>
      message.user === currentUser.value && !message.bot_id && !/^(?:channel|group)_/.test(message.subtype ?? ''),
  )
  if (own) editedMessage.value = { ts: own.ts, inThread: thread !== undefined }
  return own !== undefined
}
