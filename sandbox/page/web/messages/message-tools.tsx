import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { postControl } from '../model/control-api.ts'
import { askQuestion } from '../elements/confirm-dialog.tsx'
import { installedApp, openThread } from '../model/workspace-state.ts'
import { GlyphText } from '../text/status-glyphs.tsx'
import { Icon } from '../ui/line-icon.tsx'
import { PopupMenu, type MenuItem } from '../ui/popup-menu.tsx'
import { runWithToast } from '../ui/toast-messages.tsx'
import { Toolbar } from '../ui/button-toolbar.tsx'
import type { Message } from '../slack-types/message-types.ts'
import { toggleReaction } from './message-reactions.tsx'
import { runShortcut } from '../composer/run-shortcut.ts'

const QUICK = [
  ['white_check_mark', '✅'],
  ['eyes', '👀'],
  ['+1', '👍'],
] as const

export function MessageTools(props: {
  message: Message
  channel: string
  own: boolean
  inThread: boolean
  onEdit: () => void
}): JSX.Element | null {
  const { message, channel, own } = props
  const [open, setOpen] = useState(false)
  if (message.ephemeral_for) return null
  const shortcuts = installedApp.value.shortcuts.filter((shortcut) => shortcut.type === 'message')
  const items: MenuItem[] = [
    ...(props.inThread ? [] : [{ label: 'Reply in thread', run: () => openThread(message.thread_ts ?? message.ts) }]),
    {
      label: 'Copy text',
      run: () => void runWithToast(() => navigator.clipboard.writeText(message.text), 'Text copied'),
    },
    ...shortcuts.map((shortcut, index) => ({
      label: shortcut.name,
      hint: installedApp.value.name,
      divided: index === 0,
      run: () => void runShortcut(shortcut.callback_id, { channel, message_ts: message.ts }),
    })),
    ...(own
      ? [
          { label: 'Edit message', divided: true, run: props.onEdit },
          {
            label: 'Delete message',
            danger: true,
            run: () =>
              void askQuestion(
                'Delete message',
                'This deletes the message for everyone. It can’t be undone.',
                'Delete',
                true,
              ).then((yes) =>
                yes ? runWithToast(() => postControl('/slack/edit', { channel, ts: message.ts })) : undefined,
              ),
          },
        ]
      : []),
  ]
  return (
    <Toolbar class={`tools message-tools${open ? ' open' : ''}`} label="Message actions" stop="last">
      {QUICK.map(([name, char]) => (
        <button
          key={name}
          type="button"
          class="quiet small wide-only"
          title={`React with :${name}:`}
          aria-label={`React with ${name}`}
          onClick={() => void toggleReaction(channel, message, name)}
        >
          <GlyphText text={char} />
        </button>
      ))}
      {!props.inThread && (
        <button
          type="button"
          class="quiet small wide-only"
          title="Reply in thread"
          aria-label="Reply in thread"
          onClick={() => openThread(message.thread_ts ?? message.ts)}
        >
          <Icon name="reply" size={18} />
        </button>
      )}
      <PopupMenu label="More actions" class="quiet small" align="end" items={items} onOpen={setOpen}>
        <Icon name="more" size={18} />
      </PopupMenu>
    </Toolbar>
  )
}
