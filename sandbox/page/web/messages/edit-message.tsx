import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { postControl } from '../model/control-api.ts'
import { runWithToast } from '../ui/toast-messages.tsx'
import type { Message } from '../slack-types/message-types.ts'
import { decodeMessage, encodeMessage } from '../composer/typed-text.ts'

export function MessageEditor({
  message,
  channel,
  done,
}: {
  message: Message
  channel: string
  done: () => void
}): JSX.Element {
  const [text, setText] = useState(decodeMessage(message.text))
  const save = async (): Promise<void> => {
    if (!text.trim()) return
    const saved = await runWithToast(async () => {
      await postControl('/slack/edit', { channel, ts: message.ts, text: encodeMessage(text) })
      return true
    })
    if (saved) done()
  }
  return (
    <div class="edit">
      <textarea
        class="field"
        dir="auto"
        aria-label="Edit message"
        rows={Math.min(10, text.split('\n').length + 1)}
        value={text}
        ref={(element) => {
          if (element && document.activeElement !== element && !element.dataset['ready']) {
            element.dataset['ready'] = 'yes'
            element.focus()
            element.setSelectionRange(text.length, text.length)
          }
        }}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation()
            done()
          }
          if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
            event.preventDefault()
            void save()
          }
        }}
      />
      <div class="row">
        <button type="button" class="button slim" onClick={done}>
          Cancel
        </button>
        <button type="button" class="button slim primary" disabled={!text.trim()} onClick={() => void save()}>
          Save
        </button>
      </div>
    </div>
  )
}
