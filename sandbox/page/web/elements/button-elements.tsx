import type { JSX } from 'preact'
import { useContext, useState } from 'preact/hooks'
import { markStepDone } from '../model/first-steps.ts'
import { currentUser } from '../model/workspace-state.ts'
import { InlineText } from '../text/mrkdwn-text.tsx'
import { Icon } from '../ui/line-icon.tsx'
import { PopupMenu } from '../ui/popup-menu.tsx'
import type { ButtonElement, FeedbackButtons, IconButton, OverflowMenu } from '../slack-types/element-types.ts'
import { confirmAction } from './confirm-dialog.tsx'
import { BlockContext, SurfaceContext } from '../model/block-surface.ts'
import type { FieldValue } from '../model/field-values.ts'

/** Sends one action at a time per element, which is busy until the app has answered. */
function usePress(): [boolean, (element: { action_id?: string | undefined }, value?: FieldValue) => Promise<void>] {
  const surface = useContext(SurfaceContext)
  const { blockId } = useContext(BlockContext)
  const [busy, setBusy] = useState(false)
  return [
    busy,
    async (element, value) => {
      if (busy) return
      setBusy(true)
      await surface.act(element, blockId, value)
      setBusy(false)
    },
  ]
}

export function ButtonView({ of }: { of: ButtonElement }): JSX.Element {
  const surface = useContext(SurfaceContext)
  const [busy, press] = usePress()
  const click = async (): Promise<void> => {
    if (!(await confirmAction(of.confirm))) return
    if (of.url) window.open(of.url, '_blank', 'noopener,noreferrer')
    if (surface.kind === 'message' && of.text.text.startsWith('Reply')) markStepDone('reply')
    await press(of, of.value)
  }
  return (
    <button
      type="button"
      class={`button ${of.style ?? ''}`}
      aria-busy={busy}
      {...(of.accessibility_label && { 'aria-label': of.accessibility_label })}
      {...(of.url && { title: of.url })}
      data-action={of.action_id}
      onClick={() => void click()}
    >
      <InlineText of={of.text} />
    </button>
  )
}

export function OverflowView({ of }: { of: OverflowMenu }): JSX.Element {
  const [busy, press] = usePress()
  return (
    <PopupMenu
      label="More actions"
      class="button icon-only"
      disabled={busy}
      items={of.options.map((option) => ({
        label: <InlineText of={option.text} />,
        hint: option.description?.text,
        run: () =>
          void confirmAction(of.confirm).then((yes) => {
            if (!yes) return
            if (option.url) window.open(option.url, '_blank', 'noopener,noreferrer')
            void press(of, option.value)
          }),
      }))}
    >
      <Icon name="more" size={18} />
    </PopupMenu>
  )
}

export function FeedbackView({ of }: { of: FeedbackButtons }): JSX.Element {
  const [busy, press] = usePress()
  const [given, setGiven] = useState<string | undefined>(undefined)
  return (
    <span class="button-group" role="group">
      {[of.positive_button, of.negative_button].map((button) => (
        <button
          key={button.value}
          type="button"
          class="button slim"
          aria-pressed={given === button.value}
          aria-busy={busy}
          aria-label={button.accessibility_label ?? button.text.text}
          onClick={() => {
            setGiven(button.value)
            void press(of, button.value)
          }}
        >
          <InlineText of={button.text} />
        </button>
      ))}
    </span>
  )
}

export function IconButtonView({ of }: { of: IconButton }): JSX.Element | null {
  const [busy, press] = usePress()
  if (of.visible_to_user_ids && !of.visible_to_user_ids.includes(currentUser.value)) return null
  return (
    <button
      type="button"
      class="button slim"
      aria-busy={busy}
      title={of.text.text}
      aria-label={of.accessibility_label ?? of.text.text}
      onClick={() => void confirmAction(of.confirm).then((yes) => (yes ? press(of, of.value) : undefined))}
    >
      <Icon name={of.icon === 'trash' ? 'trash' : 'more'} size={16} />
    </button>
  )
}
