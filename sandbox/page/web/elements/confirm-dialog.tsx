import type { JSX } from 'preact'
import { signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Text, Words } from '../text/mrkdwn-text.tsx'
import { useDialog } from '../ui/keyboard-focus.ts'
import type { Confirm } from '../slack-types/element-types.ts'

const asked = signal<{ confirm: Confirm; done: (yes: boolean) => void } | undefined>(undefined)

/** Asks first where the app wants that; resolves at once where it does not. */
export function confirmed(confirm: Confirm | undefined): Promise<boolean> {
  if (!confirm) return Promise.resolve(true)
  return new Promise((done) => (asked.value = { confirm, done }))
}

/** The page's own questions, in the same dialog. */
export const ask = (title: string, text: string, yes: string, danger = false): Promise<boolean> =>
  confirmed({
    title: { type: 'plain_text', text: title },
    text: { type: 'plain_text', text },
    confirm: { type: 'plain_text', text: yes },
    deny: { type: 'plain_text', text: 'Cancel' },
    ...(danger && { style: 'danger' }),
  })

export function ConfirmDialog(): JSX.Element | null {
  const dialog = useRef<HTMLDialogElement>(null)
  const question = asked.value
  useDialog(dialog, question !== undefined)
  if (!question) return null
  const answer = (yes: boolean): void => {
    asked.value = undefined
    question.done(yes)
  }
  const { confirm } = question
  return (
    <dialog
      ref={dialog}
      class="modal small"
      aria-labelledby="confirm-title"
      onCancel={(event) => {
        event.preventDefault()
        answer(false)
      }}
    >
      <header class="modal-head">
        <h2 id="confirm-title">{confirm.title.text}</h2>
      </header>
      <div class="modal-body">
        <Text of={confirm.text} />
      </div>
      <footer class="modal-foot">
        <button type="button" class="button" onClick={() => answer(false)}>
          <Words of={confirm.deny} />
        </button>
        <button
          type="button"
          class={`button ${confirm.style === 'danger' ? 'danger' : 'primary'}`}
          autofocus
          onClick={() => answer(true)}
        >
          <Words of={confirm.confirm} />
        </button>
      </footer>
    </dialog>
  )
}
