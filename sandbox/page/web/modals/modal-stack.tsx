import type { JSX } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { refreshViews, openViews } from '../model/workspace-state.ts'
import { putCursorAtEnd, useModalDialog } from '../ui/keyboard-focus.ts'
import { ModalView } from './modal-form.tsx'
import { closeForm } from './open-forms.ts'

/** The open modals of the current user. Those below the top one show their edges and keep what was typed. */
export function ModalStack(): JSX.Element | null {
  const stack = openViews.value.filter((view) => view.type === 'modal')
  const dialog = useRef<HTMLDialogElement>(null)
  const focused = useRef<string | undefined>(undefined)
  const top = stack.at(-1)
  useModalDialog(dialog, top !== undefined)
  useLayoutEffect(() => {
    const body = dialog.current?.querySelector<HTMLElement>('.layer:not([hidden]) .modal-body')
    // An update of the view must not move the cursor out of the field that someone is typing in.
    const updated = focused.current === top?.id
    focused.current = top?.id
    const hasCursor = document.activeElement !== body && body?.contains(document.activeElement)
    if (!body || (updated && hasCursor)) return
    const fields = ':is(input:not([hidden]), textarea, [contenteditable], .picker-field)'
    const first = body.querySelector<HTMLElement>('[autofocus]') ?? body.querySelector<HTMLElement>(fields)
    const target = first ?? body
    target.focus()
    putCursorAtEnd(target)
  }, [top?.id, top?.hash])
  if (!top) return null
  const cancel = (event: Event): void => {
    event.preventDefault()
    void closeForm(top)
      .catch(() => undefined)
      .then(refreshViews)
  }
  return (
    <dialog
      ref={dialog}
      class={`modal${stack.length > 1 ? ' stacked' : ''}`}
      aria-labelledby={`title-${top.id}`}
      onCancel={cancel}
    >
      {stack.map((view, index) => (
        <div key={view.id} class="layer" hidden={view !== top}>
          <ModalView view={view} depth={index + 1} />
        </div>
      ))}
    </dialog>
  )
}
