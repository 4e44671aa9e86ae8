import type { JSX } from 'preact'
import { useMemo, useRef } from 'preact/hooks'
import type { Message } from '../slack-types/message-types.ts'
import { currentUser } from '../model/workspace-state.ts'
import { editedMessage } from '../model/edited-message.ts'
import { focusComposer } from '../ui/keyboard-focus.ts'
import { Icon } from '../ui/line-icon.tsx'
import { CHUNK_SIZE, groupMessages } from './group-messages.ts'
import { MessageChunk } from './message-chunk.tsx'
import { useListScroll } from './use-list-scroll.ts'

/** Elements within a message that use the arrow keys themselves. */
const OWN_ARROWS = 'input, textarea, select, [contenteditable], [role=listbox], [role^=menuitem]'

/** The messages of a conversation, windowed: only those near the screen are in the document. */
export function MessageList({
  messages,
  label,
  inThread = false,
  target,
}: {
  messages: Message[]
  label: string
  inThread?: boolean
  /** The message to scroll to; it is highlighted for a moment. */
  target?: string | undefined
}): JSX.Element {
  const heights = useRef(new Map<string, number>()).current
  const rows = useMemo(() => groupMessages(messages, inThread), [messages, currentUser.value])
  const edited = editedMessage.value?.inThread === inThread ? editedMessage.value.ts : undefined
  const { scroller, content, watch, away, fresh, toEnd, onScroll } = useListScroll(rows, target, edited)
  const chunks = Array.from({ length: Math.ceil(rows.length / CHUNK_SIZE) }, (_, index) =>
    rows.slice(index * CHUNK_SIZE, index * CHUNK_SIZE + CHUNK_SIZE),
  )
  /** The arrow keys move from message to message, and from the last one to the field for a new one. */
  const onKeyDown = (event: KeyboardEvent): void => {
    const focused = document.activeElement
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (step === 0 || event.altKey || event.defaultPrevented || focused?.matches(OWN_ARROWS)) return
    const items = [...(content.current?.querySelectorAll<HTMLElement>('[data-ts]') ?? [])]
    const at = items.findIndex((item) => item.contains(focused))
    event.preventDefault()
    if (at >= 0 && at + step === items.length) focusComposer()
    else (at < 0 ? items.at(-1) : items[at + step])?.focus()
  }
  return (
    <div class="list-wrap">
      <div
        ref={scroller}
        class="list"
        role="log"
        aria-label={label}
        aria-live="polite"
        tabIndex={0}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
      >
        <div class={inThread ? 'list-top' : 'list-space'} />
        <div ref={content} role="presentation">
          {chunks.map((slice, index) => (
            <MessageChunk
              key={index}
              id={`${index}`}
              slice={slice}
              heights={heights}
              watch={watch}
              inThread={inThread}
              replies={messages.length - 1}
            />
          ))}
        </div>
      </div>
      {away && (
        <button type="button" class="to-end" onClick={toEnd}>
          <Icon name="down" size={16} />
          {fresh > 0 ? `${fresh} new` : 'Latest'}
        </button>
      )}
    </div>
  )
}
