import type { ComponentChildren, JSX } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** Buttons that share one stop of the Tab key; the arrow keys move between them. */
export function Toolbar(props: {
  label: string
  class: string
  /** The button that the Tab key focuses. */
  stop?: 'first' | 'last'
  children: ComponentChildren
}): JSX.Element {
  const bar = useRef<HTMLDivElement>(null)
  const buttons = (): HTMLElement[] => [...(bar.current?.querySelectorAll<HTMLElement>(':scope > button') ?? [])]
  const lead = (stop: HTMLElement | undefined): void => {
    for (const button of buttons()) button.tabIndex = button === stop ? 0 : -1
  }
  useLayoutEffect(() => {
    const all = buttons()
    lead(all.find((button) => button === document.activeElement) ?? all.at(props.stop === 'last' ? -1 : 0))
  })
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const all = buttons().filter((button) => button.offsetParent !== null)
    const at = all.findIndex((button) => button === document.activeElement)
    if (step === 0 || at < 0) return
    event.preventDefault()
    const next = all[(at + step + all.length) % all.length]
    lead(next)
    next?.focus()
  }
  return (
    <div ref={bar} class={props.class} role="toolbar" aria-label={props.label} onKeyDown={move}>
      {props.children}
    </div>
  )
}
