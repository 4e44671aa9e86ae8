import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

const GAP = 4
const EDGE = 8

/** Places the panel below its anchor, or above it if there is more space; always inside the window. */
function positionPanel(panel: HTMLElement, anchor: HTMLElement, align: 'start' | 'end'): void {
  const from = anchor.getBoundingClientRect()
  const below = innerHeight - from.bottom - GAP - EDGE
  const above = from.top - GAP - EDGE
  const height = panel.scrollHeight
  const down = height <= below || below >= above
  const space = Math.max(120, down ? below : above)
  panel.style.maxHeight = `${space}px`
  const width = panel.offsetWidth
  const wanted = align === 'end' ? from.right - width : from.left
  panel.style.left = `${Math.max(EDGE, Math.min(wanted, innerWidth - width - EDGE))}px`
  panel.style.top = down ? `${from.bottom + GAP}px` : `${Math.max(EDGE, from.top - GAP - Math.min(height, space))}px`
}

/** A panel next to its anchor, in the top layer and so above dialogs; Esc and a click outside close it. */
export function Popover(props: {
  anchor: HTMLElement | null
  onClose: () => void
  align?: 'start' | 'end' | undefined
  class?: string | undefined
  matchWidth?: boolean | undefined
  children: ComponentChildren
}): JSX.Element {
  const panel = useRef<HTMLDivElement>(null)
  const { anchor, onClose, align = 'start' } = props

  useLayoutEffect(() => {
    const element = panel.current
    if (!element || !anchor) return
    if (!element.matches(':popover-open')) element.showPopover()
    if (props.matchWidth) element.style.minWidth = `${anchor.offsetWidth}px`
    positionPanel(element, anchor, align)
  })

  useEffect(() => {
    const outside = (event: PointerEvent): void => {
      const target = event.target
      if (target instanceof Node && !panel.current?.contains(target) && !anchor?.contains(target)) onClose()
    }
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      onClose()
      anchor?.focus()
    }
    const moved = (): void => {
      if (panel.current && anchor) positionPanel(panel.current, anchor, align)
    }
    document.addEventListener('pointerdown', outside, true)
    document.addEventListener('keydown', escape, true)
    addEventListener('resize', moved)
    document.addEventListener('scroll', moved, true)
    return () => {
      document.removeEventListener('pointerdown', outside, true)
      document.removeEventListener('keydown', escape, true)
      removeEventListener('resize', moved)
      document.removeEventListener('scroll', moved, true)
    }
  }, [anchor, onClose, align])

  return (
    <div ref={panel} popover="manual" class={`popover ${props.class ?? ''}`}>
      {props.children}
    </div>
  )
}
