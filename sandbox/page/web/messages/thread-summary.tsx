import type { JSX } from 'preact'
import { openThread } from '../model/workspace-state.ts'
import { formatAge, readMessageDate } from '../text/format-time.ts'
import { Avatar } from '../ui/user-avatar.tsx'
import type { Message } from '../slack-types/message-types.ts'

export function ThreadSummary({ message }: { message: Message }): JSX.Element {
  const count = message.reply_count ?? 0
  return (
    <button type="button" class="replies" onClick={() => openThread(message.ts)}>
      <span class="faces">
        {(message.reply_users ?? []).slice(0, 3).map((id) => (
          <Avatar key={id} id={id} size={20} />
        ))}
      </span>
      <span class="replies-count">{count === 1 ? '1 reply' : `${count} replies`}</span>
      {message.latest_reply && (
        <span class="replies-last">Last reply {formatAge(readMessageDate(message.latest_reply))}</span>
      )}
    </button>
  )
}
