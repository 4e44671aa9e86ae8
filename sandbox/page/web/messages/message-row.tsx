import { memoizeComponent } from '../ui/memo-component.ts'
import type { JSX } from 'preact'
import { useMemo, useRef } from 'preact/hooks'
import { BlockList } from '../blocks/block-list.tsx'
import { editedMessage } from '../model/edited-message.ts'
import { SurfaceContext, createSurface } from '../model/block-surface.ts'
import { installedApp, currentConversation, currentUser, getUserName } from '../model/workspace-state.ts'
import { MrkdwnText } from '../text/mrkdwn-text.tsx'
import { MarkdownText } from '../text/markdown-text.tsx'
import { formatTime, readMessageDate, formatFullDate } from '../text/format-time.ts'
import { Avatar } from '../ui/user-avatar.tsx'
import { focusComposer, useKeptFocus } from '../ui/keyboard-focus.ts'
import { postControl } from '../model/control-api.ts'
import { runWithToast } from '../ui/toast-messages.tsx'
import { Icon } from '../ui/line-icon.tsx'
import type { Message } from '../slack-types/message-types.ts'
import { FileAttachments } from './file-attachments.tsx'
import { BroadcastLine } from './broadcast-line.tsx'
import { MessageEditor } from './edit-message.tsx'
import { MessageTools } from './message-tools.tsx'
import { MessageReactions } from './message-reactions.tsx'
import { readAuthorId, MessageAuthor } from './message-author.tsx'
import { ThreadSummary } from './thread-summary.tsx'

/** The blocks of a message, or its text if it has none; a message that only has files may have neither. */
function MessageContent({ message }: { message: Message }): JSX.Element | null {
  if (message.blocks && message.blocks.length > 0) return <BlockList blocks={message.blocks} />
  if (!message.text) return null
  return message.subtype === 'markdown' ? <MarkdownText text={message.text} /> : <MrkdwnText text={message.text} />
}

function finishEditing(): void {
  editedMessage.value = undefined
  focusComposer()
}

function PlainMessageRow({
  message,
  head,
  inThread,
}: {
  message: Message
  head: boolean
  inThread: boolean
}): JSX.Element {
  const channel = currentConversation.value
  const article = useRef<HTMLElement>(null)
  const kept = useKeptFocus(article)
  const surface = useMemo(() => createSurface({ channel, message_ts: message.ts }), [channel, message.ts])
  const date = readMessageDate(message.ts)
  const broadcast = message.subtype === 'thread_broadcast'
  const own = message.user === currentUser.value && !message.bot_id
  const editing = own && editedMessage.value?.ts === message.ts && editedMessage.value.inThread === inThread
  return (
    <article
      ref={article}
      {...kept}
      class={`message${head ? ' head' : ''}${message.ephemeral_for ? ' ephemeral' : ''}${editing ? ' editing' : ''}${broadcast ? ' broadcasted' : ''}`}
      data-ts={message.ts}
      data-state={message.metadata?.event_payload?.state}
      tabIndex={-1}
      aria-label={`${message.user ? getUserName(message.user) : installedApp.value.name}, ${formatTime(date)}`}
    >
      <div class="gutter">
        {head ? (
          <Avatar id={readAuthorId(message)} name={message.username} size={36} />
        ) : (
          <time dateTime={date.toISOString()} title={formatFullDate(date)}>
            {formatTime(date)}
          </time>
        )}
      </div>
      <div class="content">
        {message.ephemeral_for && (
          <div class="only-you">
            <Icon name="eye" size={14} /> Only visible to you ·
            <button
              type="button"
              class="link-button"
              onClick={() => void runWithToast(() => postControl('/slack/edit', { channel, ts: message.ts }))}
            >
              Dismiss
            </button>
          </div>
        )}
        {head && <MessageAuthor message={message} />}
        {broadcast && <BroadcastLine message={message} inThread={inThread} />}
        {editing ? (
          <MessageEditor message={message} channel={channel} done={finishEditing} />
        ) : (
          <SurfaceContext.Provider value={surface}>
            <MessageContent message={message} />
            {message.edited && <span class="edited">(edited)</span>}
            {surface.failed.value && (
              <p class="error" role="alert">
                <Icon name="warning" size={16} /> <span>{surface.failed.value}</span>
              </p>
            )}
          </SurfaceContext.Provider>
        )}
        {message.files && message.files.length > 0 && <FileAttachments files={message.files} />}
        {message.reactions && message.reactions.length > 0 && <MessageReactions message={message} channel={channel} />}
        {!inThread && (message.reply_count ?? 0) > 0 && <ThreadSummary message={message} />}
      </div>
      {!editing && (
        <MessageTools
          message={message}
          channel={channel}
          own={own}
          inThread={inThread}
          onEdit={() => (editedMessage.value = { ts: message.ts, inThread })}
        />
      )}
    </article>
  )
}

export const MessageRow = memoizeComponent(PlainMessageRow)
