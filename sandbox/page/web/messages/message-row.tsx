import { memo } from '../ui/memo-component.ts'
import type { JSX } from 'preact'
import { useMemo, useRef, useState } from 'preact/hooks'
import { Blocks } from '../blocks/block-list.tsx'
import { SurfaceContext, surface } from '../elements/block-surface.ts'
import { app, bot, conversationId, me, nameOf, openThread, userOf } from '../model/workspace-state.ts'
import { Mrkdwn } from '../text/mrkdwn-text.tsx'
import { Markdown } from '../text/markdown-text.tsx'
import { ago, clock, dateOf, fullDate } from '../text/format-time.ts'
import { Avatar } from '../ui/user-avatar.tsx'
import { useKeptFocus } from '../ui/keyboard-focus.ts'
import { Icon } from '../ui/line-icon.tsx'
import type { Message } from '../model/control-types.ts'
import { Attachments } from './file-attachments.tsx'
import { Edit } from './edit-message.tsx'
import { MessageTools } from './message-tools.tsx'
import { Reactions } from './message-reactions.tsx'

function authorId(message: Message): string | undefined {
  if (message.user) return message.user
  return message.bot_id && message.bot_id === app.value.bot_id ? bot.value?.id : undefined
}

function Author({ message }: { message: Message }): JSX.Element {
  const id = authorId(message)
  const user = userOf(id)
  const date = dateOf(message.ts)
  return (
    <div class="author">
      <strong>{message.username ?? (id ? nameOf(id) : app.value.name)}</strong>
      {(message.bot_id || user?.is_bot) && <span class="tag">App</span>}
      {user?.is_restricted && <span class="tag">Guest</span>}
      <time dateTime={date.toISOString()} title={fullDate(date)}>
        {clock(date)}
      </time>
    </div>
  )
}

function Replies({ message }: { message: Message }): JSX.Element {
  const count = message.reply_count ?? 0
  return (
    <button type="button" class="replies" onClick={() => openThread(message.ts)}>
      <span class="faces">
        {(message.reply_users ?? []).slice(0, 3).map((id) => (
          <Avatar key={id} id={id} size={20} />
        ))}
      </span>
      <span class="replies-count">{count === 1 ? '1 reply' : `${count} replies`}</span>
      {message.latest_reply && <span class="replies-last">Last reply {ago(dateOf(message.latest_reply))}</span>}
    </button>
  )
}

/** A message that is only its files has no words to show; one with blocks shows these instead of its fallback text. */
function Content({ message }: { message: Message }): JSX.Element | null {
  if (message.blocks && message.blocks.length > 0) return <Blocks blocks={message.blocks} />
  if (!message.text) return null
  return message.subtype === 'markdown' ? <Markdown text={message.text} /> : <Mrkdwn text={message.text} />
}

function Row({ message, head, inThread }: { message: Message; head: boolean; inThread: boolean }): JSX.Element {
  const channel = conversationId.value
  const [editing, setEditing] = useState(false)
  const article = useRef<HTMLElement>(null)
  const kept = useKeptFocus(article)
  const where = useMemo(() => surface({ channel, message_ts: message.ts }), [channel, message.ts])
  const date = dateOf(message.ts)
  const own = message.user === me.value && !message.bot_id
  return (
    <article
      ref={article}
      {...kept}
      class={`message${head ? ' head' : ''}${message.ephemeral_for ? ' ephemeral' : ''}${editing ? ' editing' : ''}`}
      data-ts={message.ts}
      tabIndex={-1}
      aria-label={`${message.user ? nameOf(message.user) : app.value.name}, ${clock(date)}`}
    >
      <div class="gutter">
        {head ? (
          <Avatar id={authorId(message)} name={message.username} size={36} />
        ) : (
          <time dateTime={date.toISOString()} title={fullDate(date)}>
            {clock(date)}
          </time>
        )}
      </div>
      <div class="content">
        {message.ephemeral_for && (
          <div class="only-you">
            <Icon name="eye" size={14} /> Only visible to you
          </div>
        )}
        {head && <Author message={message} />}
        {editing ? (
          <Edit message={message} channel={channel} done={() => setEditing(false)} />
        ) : (
          <SurfaceContext.Provider value={where}>
            <Content message={message} />
            {message.edited && <span class="edited">(edited)</span>}
            {where.failed.value && (
              <p class="error" role="alert">
                <Icon name="warning" size={16} /> <span>{where.failed.value}</span>
              </p>
            )}
          </SurfaceContext.Provider>
        )}
        {message.files && message.files.length > 0 && <Attachments files={message.files} />}
        {message.reactions && message.reactions.length > 0 && <Reactions message={message} channel={channel} />}
        {!inThread && (message.reply_count ?? 0) > 0 && <Replies message={message} />}
      </div>
      {!editing && (
        <MessageTools
          message={message}
          channel={channel}
          own={own}
          inThread={inThread}
          onEdit={() => setEditing(true)}
        />
      )}
    </article>
  )
}

export const MessageRow = memo(Row)
