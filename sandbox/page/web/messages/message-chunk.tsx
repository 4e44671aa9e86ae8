import type { JSX } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { readMessageDate, formatDay } from '../text/format-time.ts'
import { estimateHeight, type ListRow } from './group-messages.ts'
import { MessageRow } from './message-row.tsx'

/** A slice of the list: rendered while near the screen, otherwise an empty box of its last height. */
export function MessageChunk({
  slice,
  heights,
  id,
  watch,
  inThread,
  replies,
}: {
  slice: ListRow[]
  heights: Map<string, number>
  id: string
  watch: IntersectionObserver | undefined
  inThread: boolean
  replies: number
}): JSX.Element {
  const box = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(false)

  useLayoutEffect(() => {
    const element = box.current
    if (!element || !watch) return
    const show = (event: Event): void => setShown((event as CustomEvent<boolean>).detail)
    element.addEventListener('near', show)
    watch.observe(element)
    return () => {
      watch.unobserve(element)
      element.removeEventListener('near', show)
    }
  }, [watch])
  useLayoutEffect(() => {
    if (shown && box.current) heights.set(id, box.current.offsetHeight)
  })

  const height = heights.get(id) ?? slice.reduce((sum, row) => sum + estimateHeight(row), 0)
  return (
    <div ref={box} class="chunk" role="presentation" style={shown ? undefined : { height: `${height}px` }}>
      {shown &&
        slice.map((row) => (
          <div key={`${row.message.ts}${row.message.ephemeral_for ?? ''}`} role="presentation">
            {inThread && row.index === 1 && (
              <div class="replies-line" role="separator">
                <span>{replies === 1 ? '1 reply' : `${replies} replies`}</span>
              </div>
            )}
            {row.day && !inThread && (
              <div class="day" role="separator">
                <span>{formatDay(readMessageDate(row.message.ts))}</span>
              </div>
            )}
            <MessageRow message={row.message} head={row.head} inThread={inThread} />
          </div>
        ))}
    </div>
  )
}
