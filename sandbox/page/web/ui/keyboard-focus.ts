import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** On a touch screen focusing a field opens the keyboard, which would cover the messages. */
const hasPointer = matchMedia('(hover: hover)')

/** Focuses the composer: of the thread if one is open, otherwise of the conversation. */
export function focusComposer(): void {
  if (!hasPointer.matches || document.querySelector('dialog[open]')) return
  const fields = ['.thread .composer-text', '.main .composer-text']
  const field = fields.map((one) => document.querySelector<HTMLElement>(one)).find(Boolean)
  field?.focus({ preventScroll: true })
}

/** Returns the focus after a dialog to the element that opened it, or to the composer if that element is gone. */
export function returnFocus(element: Element | null): void {
  if (element instanceof HTMLElement && element.isConnected && element !== document.body)
    element.focus({ preventScroll: true })
  else focusComposer()
}

/** Puts the cursor behind what a text field already contains. */
export function putCursorAtEnd(field: HTMLElement): void {
  if (field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type === 'text'))
    field.setSelectionRange(field.value.length, field.value.length)
  if (!field.isContentEditable) return
  getSelection()?.selectAllChildren(field)
  getSelection()?.collapseToEnd()
}

/** Opens the dialog modally, and restores the previous focus when it closes. */
export function useModalDialog(dialog: RefObject<HTMLDialogElement | null>, open: boolean): void {
  const before = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (!open) return
    before.current = document.activeElement
    if (dialog.current && !dialog.current.open) dialog.current.showModal()
    return () => void setTimeout(() => returnFocus(before.current))
  }, [open])
}

/** Moves the focus to the message when an update removes the focused button from it. */
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
