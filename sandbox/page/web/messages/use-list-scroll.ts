import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { CHUNK_SIZE, type ListRow } from './group-messages.ts'

const NEAR_BOTTOM_PX = 48

interface ListScroll {
  scroller: RefObject<HTMLDivElement | null>
  content: RefObject<HTMLDivElement | null>
  /** Sends a chunk a `near` event when it comes near the screen or leaves it. */
  watch: IntersectionObserver | undefined
  /** The end of the list is more than half a screen away. */
  away: boolean
  /** Messages that arrived since the end of the list was last on screen. */
  fresh: number
  toEnd: () => void
  onScroll: () => void
}

/**
 * Keeps the list at its end while the person reads there. Scrolls to the message `target` when that changes, and to the `edited`
 * one if it isn't drawn.
 */
export function useListScroll(rows: ListRow[], target: string | undefined, edited: string | undefined): ListScroll {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const stuck = useRef(true)
  const [watch, setWatch] = useState<IntersectionObserver | undefined>(undefined)
  const [away, setAway] = useState(false)
  const seen = useRef(rows.length)

  const toEnd = (): void => {
    const element = scroller.current
    if (element) element.scrollTop = element.scrollHeight
  }
  useLayoutEffect(() => {
    const observer = observeNearness(scroller.current)
    setWatch(observer)
    const grown = new ResizeObserver(() => {
      if (stuck.current) toEnd()
    })
    if (content.current) grown.observe(content.current)
    if (scroller.current) grown.observe(scroller.current)
    return () => {
      observer.disconnect()
      grown.disconnect()
    }
  }, [])
  useLayoutEffect(() => {
    if (stuck.current) toEnd()
  }, [rows])
  useEffect(() => {
    const index = rows.findIndex(({ message }) => message.ts === edited)
    if (edited === undefined || index < 0 || content.current?.querySelector(`[data-ts="${edited}"]`)) return
    stuck.current = false
    return showMessage(content.current, edited, index)
  }, [edited])
  useEffect(() => {
    const index = target === undefined ? -1 : rows.findIndex(({ message }) => message.ts === target)
    if (target === undefined || index < 0 || !watch) return
    stuck.current = false
    return showMessage(content.current, target, index)
  }, [target, watch])
  useEffect(() => {
    if (stuck.current) seen.current = rows.length
  })

  const onScroll = (): void => {
    const element = scroller.current
    if (!element) return
    stuck.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_BOTTOM_PX
    if (stuck.current) seen.current = rows.length
    setAway(element.scrollHeight - element.scrollTop - element.clientHeight > element.clientHeight / 2)
  }
  return { scroller, content, watch, away, fresh: rows.length - seen.current, toEnd, onScroll }
}

function observeNearness(root: HTMLElement | null): IntersectionObserver {
  return new IntersectionObserver(
    (entries) => {
      for (const entry of entries) entry.target.dispatchEvent(new CustomEvent('near', { detail: entry.isIntersecting }))
    },
    { root, rootMargin: '1200px 0px' },
  )
}

/** Scrolls to a message and marks it. Its chunk is scrolled to first, because only chunks near the screen are drawn. */
function showMessage(content: HTMLElement | null, ts: string, index: number): () => void {
  content?.children[Math.floor(index / CHUNK_SIZE)]?.scrollIntoView({ block: 'center' })
  let tries = 30
  let frame = 0
  const show = (): void => {
    const found = content?.querySelector(`[data-ts="${ts}"]`)
    if (!found && tries-- > 0) return void (frame = requestAnimationFrame(show))
    found?.scrollIntoView({ block: 'center' })
    found?.classList.add('shown')
  }
  frame = requestAnimationFrame(show)
  return () => cancelAnimationFrame(frame)
}
