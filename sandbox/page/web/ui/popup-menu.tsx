import type { ComponentChildren, JSX } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Popover } from './anchored-popover.tsx'

export interface MenuItem {
  label: ComponentChildren
  hint?: string | undefined
  danger?: boolean | undefined
  checked?: boolean | undefined
  disabled?: boolean | undefined
  /** Draws a line above this item. */
  divided?: boolean | undefined
  href?: string | undefined
  run: () => void
}

/** Moves the focus between the enabled entries with the arrow keys, Home and End. */
function moveFocus(event: KeyboardEvent, within: HTMLElement | null, selector: string): void {
  const entries = [...(within?.querySelectorAll<HTMLElement>(selector) ?? [])]
  const at = entries.indexOf(document.activeElement as HTMLElement)
  const last = entries.length - 1
  const step: Record<string, number> = {
    ArrowDown: at < last ? at + 1 : 0,
    ArrowUp: at > 0 ? at - 1 : last,
    Home: 0,
    End: last,
  }
  const next = step[event.key]
  if (next === undefined) return
  event.preventDefault()
  entries[next]?.focus()
}

export function PopupMenu(props: {
  items: MenuItem[]
  label: string
  class?: string | undefined
  align?: 'start' | 'end' | undefined
  title?: ComponentChildren
  onOpen?: ((open: boolean) => void) | undefined
  disabled?: boolean | undefined
  children: ComponentChildren
}): JSX.Element {
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const close = useRef(() => {
    setOpen(false)
    props.onOpen?.(false)
  })

  useLayoutEffect(() => {
    if (open) list.current?.querySelector<HTMLElement>('[role^=menuitem]:not(:disabled)')?.focus()
  }, [open])

  const toggle = (): void => {
    setOpen(!open)
    props.onOpen?.(!open)
  }
  return (
    <>
      <button
        ref={anchor}
        type="button"
        class={props.class}
        aria-label={props.label}
        title={props.label}
        aria-haspopup="menu"
        aria-expanded={open}
        disabled={props.disabled}
        onClick={toggle}
      >
        {props.children}
      </button>
      {open && (
        <Popover anchor={anchor.current} align={props.align} onClose={close.current}>
          <div
            ref={list}
            role="menu"
            aria-label={props.label}
            class="menu"
            onKeyDown={(event) => moveFocus(event, list.current, '[role^=menuitem]:not(:disabled)')}
          >
            {props.title && <div class="menu-title">{props.title}</div>}
            {props.items.map((item, index) => (
              <button
                key={index}
                type="button"
                role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
                {...(item.checked !== undefined && { 'aria-checked': item.checked })}
                class={`menu-item${item.danger ? ' danger' : ''}${item.divided ? ' divided' : ''}`}
                disabled={item.disabled}
                onClick={() => {
                  close.current()
                  anchor.current?.focus()
                  item.run()
                }}
              >
                <span class="menu-label">{item.label}</span>
                {item.hint && <span class="menu-hint">{item.hint}</span>}
              </button>
            ))}
          </div>
        </Popover>
      )}
    </>
  )
}
