import type { JSX } from 'preact'
import { signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { TextView, InlineText } from '../text/mrkdwn-text.tsx'
import { useModalDialog } from '../ui/keyboard-focus.ts'
import type { ConfirmObject } from '../slack-types/element-types.ts'

const openQuestion = signal<{ confirm: ConfirmObject; done: (yes: boolean) => void } | undefined>(undefined)

/** Asks for confirmation if the app requires it; otherwise resolves to true immediately. */
export function confirmAction(confirm: ConfirmObject | undefined): Promise<boolean> {
  if (!confirm) return Promise.resolve(true)
  return new Promise((done) => (openQuestion.value = { confirm, done }))
}

/** Asks a question of the page itself, in the same dialog. */
export const askQuestion = (title: string, text: string, yes: string, danger = false): Promise<boolean> =>
  confirmAction({
    title: { type: 'plain_text', text: title },
    text: { type: 'plain_text', text },
    confirm: { type: 'plain_text', text: yes },
    deny: { type: 'plain_text', text: 'Cancel' },
    ...(danger && { style: 'danger' }),
  })

export function ConfirmDialog(): JSX.Element | null {
  const dialog = useRef<HTMLDialogElement>(null)
  const question = openQuestion.value
  useModalDialog(dialog, question !== undefined)
  if (!question) return null
  const answer = (yes: boolean): void => {
    openQuestion.value = undefined
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
        <TextView of={confirm.text} />
      </div>
      <footer class="modal-foot">
        <button type="button" class="button" onClick={() => answer(false)}>
          <InlineText of={confirm.deny} />
        </button>
        <button
          type="button"
          class={`button ${confirm.style === 'danger' ? 'danger' : 'primary'}`}
          autofocus
          onClick={() => answer(true)}
        >
          <InlineText of={confirm.confirm} />
        </button>
      </footer>
    </dialog>
  )
}
