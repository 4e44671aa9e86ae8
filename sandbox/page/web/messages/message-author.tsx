import type { JSX } from 'preact'
import { installedApp, botUser, getUserName, findUser } from '../model/workspace-state.ts'
import { formatTime, readMessageDate, formatFullDate } from '../text/format-time.ts'
import type { Message } from '../slack-types/message-types.ts'

/** The user to show as the author; for the app's own messages, its bot user. */
export function readAuthorId(message: Message): string | undefined {
  if (message.user) return message.user
  return message.bot_id && message.bot_id === installedApp.value.bot_id ? botUser.value?.id : undefined
}

export function MessageAuthor({ message }: { message: Message }): JSX.Element {
  const id = readAuthorId(message)
  const user = findUser(id)
  const date = readMessageDate(message.ts)
  return (
    <div class="author">
      <strong dir="auto">{message.username ?? (id ? getUserName(id) : installedApp.value.name)}</strong>
      {(message.bot_id || user?.is_bot) && <span class="tag">App</span>}
      {user?.is_restricted && <span class="tag">Guest</span>}
      <time dateTime={date.toISOString()} title={formatFullDate(date)}>
        {formatTime(date)}
      </time>
    </div>
  )
}
