import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** On a touch screen the keyboard would cover what one came for. */
const hasPointer = matchMedia('(hover: hover)')

/** The cursor goes where one writes: into the thread if one is open, else into the conversation. */
export function focusComposer(): void {
  if (!hasPointer.matches || document.querySelector('dialog[open]')) return
  const fields = ['.thread .composer-text', '.main .composer-text']
  const field = fields.map((one) => document.querySelector<HTMLElement>(one)).find(Boolean)
  field?.focus({ preventScroll: true })
}

/** After a dialog: back to what was pressed, or to where one writes if that is gone. */
export function returnFocus(element: Element | null): void {
  if (element instanceof HTMLElement && element.isConnected && element !== document.body)
    element.focus({ preventScroll: true })
  else focusComposer()
}

/** What had the focus before the dialog opened has it again when it closes. */
export function useModalDialog(dialog: RefObject<HTMLDialogElement | null>, open: boolean): void {
  const before = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (!open) return
    before.current = document.activeElement
    if (dialog.current && !dialog.current.open) dialog.current.showModal()
    return () => void setTimeout(() => returnFocus(before.current))
  }, [open])
}

/** When an edit takes the pressed button away, the focus stays with the message it was on. */
export function useKeptFocus(holder: RefObject<HTMLElement | null>): { onFocusIn: (event: FocusEvent) => void } {
  const last = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (!last.current || last.current.isConnected) return
    last.current = null
    if (document.activeElement === document.body) holder.current?.focus({ preventScroll: true })
  })
  return {
    onFocusIn: (event) => {
      last.current = event.target instanceof Element ? event.target : null
    },
  }
}
